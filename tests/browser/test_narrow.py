"""Long words and large fonts on a narrow screen, and targets that are large enough to be hit."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Visitor
from tests.browser.figures import painted

LONG = "Donaudampfschifffahrtsgesellschaft+Rechtsschutzversicherungsgesellschaften"
NARROW = {"width": 360, "height": 740}
# Whatever reaches beyond the screen, unless something around it scrolls or hides it.
BEYOND = """() => {
    const width = document.documentElement.clientWidth;
    const held = one => one && one !== document.body
        && (getComputedStyle(one).overflowX !== 'visible' || held(one.parentElement));
    const out = [...document.querySelectorAll('body *')].filter(one => {
        const { width: own, right } = one.getBoundingClientRect();
        return own > 0 && right > width + 1 && !held(one.parentElement);
    });
    return out.filter(one => ![...one.children].some(child => out.includes(child)))
        .map(one => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)}`);
}"""


def beyond(page: Page) -> list[str]:
    """Say what reaches beyond the screen: of every figure while it is seen, for others are not laid out."""
    ids: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('[data-figure][id]')].map(one => one.id)"
    )
    found: list[str] = []
    for figure in ids:
        painted(page, figure, 0)
        page.evaluate(
            """id => { document.getElementById(id).scrollIntoView({ block: 'center', behavior: 'instant' });
            return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))); }""",
            figure,
        )
        found += page.evaluate(BEYOND)
    return [*found, *page.evaluate(BEYOND)]


@pytest.mark.parametrize("path", ["", "api", "licences", "nowhere"])
@pytest.mark.parametrize("font", ["usual", "large"])
def test_long_words_and_large_fonts_do_not_scroll_sideways(
    visit: Visitor, lang: str, path: str, font: str
) -> None:
    one = visit(viewport=NARROW)
    if path == "nowhere":
        one.faults.expected.append("404 (Not Found)")
    if font == "large":
        # What readers set in their browser: twice the usual size of letters.
        one.context.new_cdp_session(one.page).send(
            "Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}}
        )
        one.reusable = False
    page = one.open(f"/{lang}/{path}{'' if path else f'?sentence={LONG}'}")
    size = page.evaluate("() => getComputedStyle(document.documentElement).fontSize")
    assert size == {"usual": "16px", "large": "32px"}[font]
    assert beyond(page) == []
    if path == "":
        assert "schifffahrts" in (page.locator("#word-order .tokens").text_content() or "")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= NARROW["width"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_targets_are_large_enough_at_every_width(visit: Visitor, lang: str) -> None:
    page = visit().open(f"/{lang}/")
    painted(page, "naive", 0)
    found: dict[int, Any] = {}
    for width in (360, 600, 1000, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        faults = Axe().run(page, options={"runOnly": ["target-size"]}).response["violations"]
        found[width] = [node["target"] for fault in faults for node in fault["nodes"]]
    assert found == {360: [], 600: [], 1000: [], 1440: []}
