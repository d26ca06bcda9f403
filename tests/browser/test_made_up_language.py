"""A language that has a catalog and nothing else is live in a real browser, without a word on the console."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from app.main import create_app
from tests.browser.conftest import DESKTOP, served
from tests.browser.figures import output, painted, press, settled
from tests.extension.made_up_language import CODE, add_language


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(create_app(add_language(tmp_path_factory.mktemp("language")))) as address:
        yield address


def test_a_made_up_language_is_live_with_its_own_numbers(chromium: Browser, home: str) -> None:
    context = chromium.new_context(**DESKTOP, reduced_motion="reduce")
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{home}/en/?base=12500")
    page.locator(f'a[data-language="{CODE}"]').click()
    page.wait_for_url(f"{home}/{CODE}/?base=12500")
    painted(page, "explorer", 0)
    assert page.locator("html").get_attribute("lang") == CODE
    settled(page, "explorer")
    assert output(page, "base") == "12\u202f500"
    press(page, "pos", "ArrowRight")
    settled(page, "explorer")
    cell = page.locator("#explorer [data-part=cell]").inner_text()
    assert cell.startswith("⟦")
    assert re.search(r"−?\d,\d{3}", cell)
    ticks = page.locator(
        "#explorer .plot :is(.xtick, .x2tick, .ytick, .y2tick, .cbaxis) text"
    ).all_text_contents()
    assert not any("." in tick for tick in ticks)
    assert page.locator("#explorer .plot .xtitle").first.text_content() != ""
    separators = page.evaluate("() => document.querySelector('#explorer .plot')._fullLayout.separators")
    assert separators == ",\u202f"
    assert page.locator(".plot-box[data-error]").count() == 0
    context.close()
    assert said == []
