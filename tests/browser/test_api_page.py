"""The page of the API, as readers meet it: choose a language, copy, paste."""

import pytest

from app.web.pages import examples
from tests.browser.conftest import VIEWS, Visitor
from tests.browser.test_page import sideways

SELECTED = "() => getSelection().toString()"


@pytest.mark.parametrize("width", [320, 360, 1440])
def test_the_lines_scroll_and_the_page_does_not(visit: Visitor, lang: str, width: int) -> None:
    page = visit(viewport={"width": width, "height": 740}).open(f"/{lang}/api")
    for name in examples.LANGUAGES.values():
        page.get_by_text(name, exact=True).first.click()
        assert sideways(page) <= 0
        blocks = page.locator(".lines pre:visible")
        assert blocks.count() == len(examples.EXAMPLES)
        for block in blocks.all():
            assert block.get_attribute("tabindex") == "0"
            assert name in (block.get_attribute("aria-label") or "")
        if width < 400:
            assert blocks.first.evaluate("block => block.scrollWidth > block.clientWidth")


def test_one_choice_shows_one_language_everywhere(visit: Visitor) -> None:
    page = visit().open("/en/api")
    for id, name in examples.LANGUAGES.items():
        page.get_by_role("radio", name=name, exact=True).check(force=True)
        shown = page.locator(".lines:visible").evaluate_all("all => all.map(one => one.dataset.lines)")
        assert set(shown) == {id}


def test_the_copied_lines_are_the_lines(visit: Visitor, lang: str) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"]).open(f"/{lang}/api")
    page.locator("[data-copy=rope-score-curl]").click()
    said = page.locator("[aria-live=polite]")
    page.wait_for_function("() => document.getElementById('announcer').textContent !== ''")
    assert said.inner_text() == {"en": "Copied.", "de": "Kopiert."}[lang]
    lines = page.locator("#rope-score-curl").text_content()
    assert page.evaluate("() => navigator.clipboard.readText()") == f"{lines}\n"


def test_without_a_clipboard_the_lines_are_selected(visit: Visitor) -> None:
    one = visit()
    one.before_scripts("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page = one.open("/en/api")
    page.locator("[data-copy=error-curl]").click()
    page.wait_for_function("() => document.getElementById('announcer').textContent !== ''")
    assert "selected" in page.locator("#announcer").inner_text()
    assert page.evaluate(SELECTED) == page.locator("#error-curl").text_content()
    assert page.locator("#error-curl").locator("..").evaluate("block => block === document.activeElement")


def test_the_page_itself_can_run_its_javascript(visit: Visitor, lang: str) -> None:
    """What a reader pastes into the console of the page."""
    one = visit()
    one.faults.expected += ["log: ", "422 (Unprocessable"]
    page = one.open(f"/{lang}/api")
    for example in examples.EXAMPLES:
        lines = page.locator(f"#{example.id}-javascript").text_content() or ""
        with page.expect_console_message(lambda message: message.type == "log") as printed:
            page.evaluate(f"async () => {{ {lines}\n }}")
        assert printed.value.text


def test_without_scripts_the_lines_can_be_read_and_no_button_promises_more(visit: Visitor) -> None:
    page = visit(java_script_enabled=False).open("/de/api")
    assert page.locator("[data-copy]:visible").count() == 0
    assert page.locator(".lines pre:visible").count() == len(examples.EXAMPLES)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_a_chosen_theme_holds_here_too(visit: Visitor, scheme: str, screen: str) -> None:
    one = visit(**VIEWS[screen], color_scheme=scheme)
    page = one.open("/en/api")
    page.evaluate("() => localStorage.setItem('theme', 'dark')")
    page.reload()
    assert page.evaluate("() => getComputedStyle(document.body).colorScheme") == "dark"
