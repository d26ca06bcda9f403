"""What holds for every figure: its own page, a sentence on what it shows, links, highlights, no faults."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from app.web.sections import FIGURES
from tests.browser.conftest import Visitor
from tests.browser.figures import (
    draw_all,
    is_plotted,
    opened_for_printing,
    painted,
    revision,
    settled,
    slider,
)


def ready(page: Page, figure: str) -> None:
    painted(page, figure, 0)
    if is_plotted(page, figure):
        settled(page, figure)


def sideways(page: Page) -> int:
    return int(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))


def faults(page: Page) -> list[Any]:
    found = Axe().run(page).response["violations"]
    return [(fault["id"], [node["target"] for node in fault["nodes"]]) for fault in found]


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_stands_on_a_page_of_its_own_light_dark_and_small(
    visit: Visitor, lang: str, figure: str
) -> None:
    stand_alone(visit, lang, figure)


def stand_alone(visit: Visitor, lang: str, figure: str) -> None:
    page = visit(color_scheme="light").open(f"/{lang}/figures/{figure}")
    ready(page, figure)
    said = page.locator(f"#{figure}-now").inner_text()
    assert len(said.split()) >= 3
    assert sideways(page) <= 0
    assert faults(page) == []

    page.emulate_media(color_scheme="dark")
    ready(page, figure)
    assert faults(page) == []

    page.set_viewport_size({"width": 360, "height": 740})
    ready(page, figure)
    assert sideways(page) <= 0
    assert faults(page) == []


def test_the_bar_moves_every_figure_and_resets(visit: Visitor, lang: str) -> None:
    page = visit().open(f"/{lang}/")
    painted(page, "explorer", 0)
    page.locator("#explorer").scroll_into_view_if_needed()
    before = revision(page, "explorer")
    slider(page, "base", "bar").press("ArrowLeft")
    painted(page, "explorer", before)
    assert slider(page, "base").input_value() == slider(page, "base", "bar").input_value()
    before = revision(page, "explorer")
    page.locator("[data-reset-figure=bar]").click()
    painted(page, "explorer", before)
    page.wait_for_function("() => !location.search")


def test_coloured_words_light_up_their_part_of_the_figure(visit: Visitor) -> None:
    page = visit().open("/en/")
    painted(page, "explorer", 0)
    page.locator("#explorer").scroll_into_view_if_needed()
    settled(page, "explorer")
    faint = """() => document.querySelector('#explorer .plot').data
        .filter(trace => trace.opacity < 0.5).map(trace => trace.meta.id)"""
    word = page.locator("[data-highlight=profile-sine]").first
    word.focus()
    page.wait_for_function("() => document.querySelector('#explorer').classList.contains('has-highlight')")
    page.wait_for_function(f"() => ({faint})().includes('profile-cosine')")
    assert "profile-sine" not in page.evaluate(faint)
    word.blur()
    page.wait_for_function(f"() => ({faint})().length === 0")
    page.locator("[data-highlight=token]").first.hover()
    assert page.locator("#word-order .tokens.is-highlighted").count() == 1


def test_every_coloured_word_has_its_part_in_the_figure(visit: Visitor, lang: str) -> None:
    page = opened_for_printing(visit, lang)
    draw_all(page)
    coloured = "b:is(.sine, .cosine, .position, .token, .query, .key)"
    assert page.locator(coloured).count() > 20
    assert page.locator(f"{coloured}:not([data-highlight])").count() == 0
    # What stands out while the word has the focus: parts of the page, or lines that the others fade behind.
    dark = page.evaluate("""async () => {
        const dark = [];
        for (const word of document.querySelectorAll('[data-highlight]')) {
            word.focus();
            const figure = document.querySelector('.has-highlight');
            const parts = figure?.querySelectorAll('.is-highlighted').length ?? 0;
            const traces = figure?.querySelector('.plot')?.data.map(trace => trace.meta.id) ?? [];
            const names = word.dataset.highlight.split(' ').filter(name => traces.includes(name));
            if (parts + names.length === 0) dark.push(word.outerHTML);
            word.blur();
        }
        return dark; }""")
    assert dark == []


def test_one_base_for_the_whole_page(visit: Visitor, lang: str) -> None:
    page = opened_for_printing(visit, lang)
    draw_all(page)
    having = [figure for figure in FIGURES if slider(page, "base", figure).count()]
    assert {"explorer", "wavelengths", "distance", "listing"} <= set(having)
    before = {figure: revision(page, figure) for figure in having}
    slider(page, "base").press("ArrowLeft")
    said = page.locator("output[for=explorer-base]").inner_text()
    for figure in having:
        page.locator(f"#{figure}").scroll_into_view_if_needed()
        page.wait_for_function(
            """([id, before, said]) => document.querySelector(`output[for=${id}-base]`).textContent === said
            && Number(document.getElementById(id).dataset.revision) > before""",
            arg=[figure, before[figure], said],
        )


def test_links_to_figures_and_languages_carry_the_state(visit: Visitor) -> None:
    page = visit().open("/en/?base=100")
    painted(page, "explorer", 0)
    link = page.locator("#explorer a[data-keeps-state]")
    assert (link.get_attribute("href") or "").endswith("/en/figures/explorer?base=100")
    link.click()
    painted(page, "explorer", 0)
    assert page.locator("output[for=explorer-base]").inner_text() == "100"
    back = page.locator(".whole-story a")
    assert "base=100" in (back.get_attribute("href") or "")


def test_a_figure_that_the_reader_leaves_at_once_is_drawn_in_full_all_the_same(visit: Visitor) -> None:
    page = visit().open("/en/")
    page.evaluate("""() => {
        const figure = document.getElementById('naive');
        new MutationObserver((_, watch) => {
            watch.disconnect();
            window.__left = true;
            scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
        }).observe(figure, { attributeFilter: ['data-revision'] });
        figure.scrollIntoView({ behavior: 'instant' }); }""")
    page.wait_for_function(
        "() => window.__left && document.querySelector('#naive .plot-box').dataset.settled"
    )
