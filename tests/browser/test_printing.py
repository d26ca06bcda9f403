"""Paper shows every figure, in light colours, whatever the screen has shown so far."""

import pytest
from playwright.sync_api import Page

from app.web.sections import FIGURES
from tests.browser.conftest import Visitor
from tests.browser.figures import INSTEAD_OF_THE_DIALOGUE, draw_all, opened_for_printing, settled


def undrawn(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('[data-revision=\"0\"]')].map(one => one.id)"
    )
    return found


@pytest.mark.parametrize("way", ["button", "keys"])
def test_what_has_not_been_seen_is_drawn_before_it_is_printed(visit: Visitor, lang: str, way: str) -> None:
    page = opened_for_printing(visit, lang)
    assert "quiz" in undrawn(page)
    draw_all(page, way)
    assert {one for one in FIGURES if page.locator(f"#{one}").count()} == set(FIGURES)


def test_a_missing_figure_says_so_on_paper(visit: Visitor, lang: str) -> None:
    page = visit().open(f"/{lang}/")
    settled(page, "explorer")
    page.emulate_media(media="print")
    said = page.evaluate("() => getComputedStyle(document.querySelector('#quiz'), '::before').content")
    assert ("„Drucken“" if lang == "de" else "“Print”") in said
    there = page.evaluate("() => getComputedStyle(document.querySelector('#explorer'), '::before').content")
    assert there == "none"


def test_paper_is_light_where_the_reader_chose_dark(visit: Visitor) -> None:
    one = visit(color_scheme="dark")
    one.before_scripts("localStorage.setItem('theme', 'dark')")
    page = one.open("/en/")
    settled(page, "explorer")
    page.emulate_media(media="print")
    colors = """() => [getComputedStyle(document.body).color,
        getComputedStyle(document.querySelector('#explorer .plot .xtitle')).fill]"""
    page.wait_for_function(f"() => ({colors})().every(ink => ink === 'rgb(29, 32, 38)')")
    page.emulate_media(media="screen")
    page.locator("#explorer").scroll_into_view_if_needed()
    page.wait_for_function(f"() => ({colors})().every(ink => ink === 'rgb(236, 234, 228)')")


def test_what_is_folded_is_unfolded_on_paper(visit: Visitor) -> None:
    page = visit().open("/en/")
    settled(page, "explorer")
    rules = page.locator("#long-context-section details.folded")
    assert rules.get_attribute("open") is None
    # Making a PDF tells the page that it is printed, as paper does; the page notes what it looked like then.
    page.evaluate("""() => addEventListener('beforeprint', () => {
        window.__folded = document.querySelectorAll('main details:not([open])').length; })""")
    page.pdf()
    assert page.evaluate("() => window.__folded") == 0
    assert rules.get_attribute("open") is None


def test_the_real_model_answers_for_paper_though_nobody_has_looked(visit: Visitor) -> None:
    one = visit()
    one.before_scripts(INSTEAD_OF_THE_DIALOGUE)
    page = one.open("/en/#go-deeper-section")
    page.wait_for_function("() => scrollY > 2 * innerHeight")
    draw_all(page)
