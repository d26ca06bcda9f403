import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import DESKTOP, PHONE, VIEWS, Visitor
from tests.browser.figures import output, painted, press, settled, slider

LIMIT_FIRST = 700_000
LIMIT_WHOLE = 950_000
LIMIT_SECOND = 20_000


def sideways(page: Page) -> int:
    return int(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))


def test_the_front_door_opens_in_the_browsers_language(visit: Visitor) -> None:
    for locale, lang in (("de-CH", "de"), ("en-US", "en"), ("zu-ZA", "en")):
        page = visit(locale=locale).open("/?base=100")
        assert page.url.endswith(f"/{lang}/?base=100")
        assert page.locator("html").get_attribute("lang") == lang


def test_the_language_link_keeps_every_input(visit: Visitor) -> None:
    page = visit().open("/en/#explorer-section")
    painted(page, "explorer", 0)
    for name, key in (("base", "ArrowRight"), ("pos", "End"), ("dim", "ArrowLeft"), ("encoding", "End")):
        press(page, name, key)
    page.locator("#word-order-sentence").fill("to be or not to be")
    page.locator("#word-order-sentence").press("Tab")
    page.locator("#word-order input[value=causal] + span").click()
    page.locator("[data-language=de]").click()
    page.wait_for_url("**/de/**")
    painted(page, "explorer", 0)
    assert (output(page, "base"), output(page, "pos"), output(page, "dim")) == ("12.500", "63", "7")
    assert output(page, "encoding") == "RoPE"
    assert page.locator("#word-order-sentence").input_value() == "to be or not to be"
    assert page.locator("#word-order input[value=causal]").is_checked()
    assert page.url.endswith("#explorer-section")


def test_the_state_survives_reload_and_back(visit: Visitor) -> None:
    page = visit().open("/en/")
    painted(page, "explorer", 0)
    press(page, "base", "ArrowRight")
    press(page, "pos", "ArrowRight")
    page.wait_for_function("() => location.search.includes('pos=11')")
    page.reload()
    painted(page, "explorer", 0)
    assert (output(page, "base"), output(page, "pos")) == ("12,500", "11")
    page.locator("footer a").first.click()
    page.wait_for_url("**/en/api")
    page.go_back()
    page.wait_for_url("**/en/**")
    painted(page, "explorer", 0)
    assert (output(page, "base"), output(page, "pos")) == ("12,500", "11")
    assert slider(page, "pos").input_value() == "11"


def test_bad_values_fall_back_and_are_told(visit: Visitor, lang: str) -> None:
    page = visit().open(f"/{lang}/?base=nan&pos=999&encoding=quantum&strength=7&mask=causal&utm_source=mail")
    painted(page, "explorer", 0)
    notices = page.locator("#notices").inner_text()
    for name in ("base", "pos", "encoding", "strength"):
        assert name in notices
    assert "utm_source" not in notices
    assert output(page, "base") == {"en": "10,000", "de": "10.000"}[lang]
    assert output(page, "pos") == "63"
    assert page.locator("#word-order input[value=causal]").is_checked()


def test_bytes_of_the_first_and_of_the_second_visit(visit: Visitor, address: str) -> None:
    """On the wire, brotli: until the figures near the top are drawn, then with all others, then once more."""
    one = visit(extra_http_headers={})
    wire = one.context.new_cdp_session(one.page)
    wire.send("Network.enable")
    received: list[float] = []
    wire.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    # The server compresses in the background when it starts: wait until it has.
    one.page.request.get(f"{address}/en/")
    sums = []
    for _ in range(2):
        received.clear()
        page = one.open("/en/")
        painted(page, "hook", 0)
        painted(page, "word-order", 0)
        settled(page, "word-order")
        page.wait_for_load_state("networkidle")
        sums.append(sum(received))
        painted(page, "explorer", 0)
        painted(page, "quiz", 0)
        page.wait_for_load_state("networkidle")
        sums.append(sum(received))
    first, whole, second, _ = sums
    assert 100_000 < first <= LIMIT_FIRST
    assert whole <= LIMIT_WHOLE
    assert second < LIMIT_SECOND


@pytest.mark.parametrize(("path", "figure"), [("", "hook"), ("figures/explorer", "explorer")])
def test_text_and_picture_come_before_plotly_and_nothing_moves(
    visit: Visitor, path: str, figure: str
) -> None:
    one = visit()
    page = one.page
    waiting: list[Any] = []
    page.route("**/plotly-cartesian.min.js", lambda route: waiting.append(route))
    one.before_scripts(
        """window.__moved = 0;
        new PerformanceObserver(list => { for (const entry of list.getEntries())
            if (!entry.hadRecentInput) window.__moved += entry.value; })
            .observe({ type: 'layout-shift', buffered: true });"""
    )
    page.goto(f"{one.address}/en/{path}", wait_until="commit")
    page.wait_for_function("id => Number(document.getElementById(id)?.dataset.revision) > 0", arg=figure)
    assert page.evaluate("() => window.Plotly === undefined")
    assert page.get_by_role("heading", level=1).is_visible()
    assert waiting
    waiting[0].continue_()
    page.wait_for_function(
        """id => window.Plotly && document.querySelector('.skips-unseen')
        && [...document.querySelectorAll(`#${id} .plot-box`)].every(box => box.dataset.settled)""",
        arg=figure,
    )
    assert page.evaluate("() => window.__moved") < 0.02


FULL = "?encoding=learned&seq_len=640&word_encoding=rope&base=0"
"""A state with notices, disabled controls and a table that ends."""


@pytest.mark.parametrize(
    ("path", "scheme", "screen"),
    [
        (path, scheme, "desktop")
        for path in ("", FULL, "api", "licences", "nowhere")
        for scheme in ("light", "dark")
    ]
    + [("", "light", "phone"), (FULL, "dark", "phone")],
)
def test_axe_finds_nothing(visit: Visitor, lang: str, path: str, scheme: str, screen: str) -> None:
    one = visit(**VIEWS[screen], color_scheme=scheme)
    if path == "nowhere":
        one.faults.expected.append("404 (Not Found)")
    page = one.open(f"/{lang}/{path}")
    if path in ("", FULL):
        settled(page, "explorer")
        settled(page, "word-order")
    found = Axe().run(page).response["violations"]
    assert [(fault["id"], [node["target"] for node in fault["nodes"]]) for fault in found] == []


@pytest.mark.parametrize("width", [320, 360, 768, 1024, 1440])
def test_no_page_scrolls_sideways(visit: Visitor, lang: str, width: int) -> None:
    page = visit(viewport={"width": width, "height": 740}).open(f"/{lang}/")
    settled(page, "explorer")
    assert sideways(page) <= 0


def test_texts_twice_as_long_do_not_break_the_layout(visit: Visitor) -> None:
    page = visit(**PHONE).open("/en/")
    settled(page, "explorer")
    page.evaluate(
        """() => { const main = document.querySelector('main');
        const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
        const texts = []; while (walk.nextNode()) texts.push(walk.currentNode);
        for (const text of texts) if (!text.parentElement.closest('.plot, script') && text.data.trim())
            text.data = text.data + ' ' + text.data; }"""
    )
    assert sideways(page) <= 0


def test_the_theme_can_be_chosen_and_is_kept(visit: Visitor) -> None:
    one = visit(**DESKTOP, color_scheme="light")
    page = one.open("/en/")
    settled(page, "explorer")

    def ink() -> str:
        return str(
            page.evaluate("() => document.querySelector('#explorer .plot').layout.template.layout.font.color")
        )

    light = ink()
    page.get_by_text("Dark", exact=True).click()
    page.locator("#explorer").scroll_into_view_if_needed()
    page.wait_for_function(
        """before => {
        const color = document.querySelector('#explorer .plot').layout?.template.layout.font.color;
        return color && color !== before; }""",
        arg=light,
    )
    page.reload()
    settled(page, "explorer")
    assert ink() != light
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_the_documentation_works_offline(visit: Visitor) -> None:
    page = visit().open("/docs")
    page.locator(".opblock").first.wait_for()
    assert page.locator(".opblock").count() >= 10


def test_the_text_can_be_read_without_javascript(visit: Visitor) -> None:
    page = visit(java_script_enabled=False).open("/de/")
    assert page.get_by_role("heading", level=2).count() >= 2
    assert page.locator("noscript").count() == 1


def test_every_control_has_a_label_and_a_help(visit: Visitor, lang: str) -> None:
    page = visit().open(f"/{lang}/")
    painted(page, "explorer", 0)
    controls = page.locator(".control")
    assert controls.count() >= 10
    for k in range(controls.count()):
        control = controls.nth(k)
        assert re.sub(r"\s", "", control.locator("label, legend").first.text_content() or "")
        assert (control.locator(".help").text_content() or "").strip()
        assert control.locator(".reset").count() == 1


def test_the_copied_link_leads_to_the_same_state(visit: Visitor) -> None:
    one = visit(permissions=["clipboard-read", "clipboard-write"])
    page = one.open("/en/?base=100&encoding=rope")
    painted(page, "explorer", 0)
    page.locator("[data-copy-link=explorer]").click()
    page.wait_for_function("() => document.querySelector('[data-copy-link=explorer][data-done]')")
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert link.endswith("/en/?encoding=rope&base=100#explorer")
