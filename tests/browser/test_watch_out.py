"""Half precision with every control, and the pitfalls' links."""

from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import VIEWS, Visitor
from tests.browser.figures import painted, press, revision, settled, trace


def choose(page: Page, parameter: str, value: str) -> None:
    before = revision(page, "precision")
    page.locator(f"#precision [data-parameter={parameter}] input[value={value}] + span").click()
    painted(page, "precision", before)


def same_as_the_server(page: Page, address: str, **query: Any) -> dict[str, Any]:
    settled(page, "precision")
    given = {"count": 32, "precision": 6, **query}
    found: dict[str, Any] = httpx2.get(f"{address}/api/precision", params=given).json()
    assert trace(page, "precision", "exact")["y"] == found["exact"]
    assert trace(page, "precision", "half")["y"] == found["half"]
    assert trace(page, "precision", "half")["x"] == found["positions"]
    assert trace(page, "precision", "error")["y"] == found["largest_error"]
    return found


def test_half_precision_with_every_control(visit: Visitor, address: str, lang: str) -> None:
    page = visit().open(f"/{lang}/figures/precision")
    painted(page, "precision", 0)
    found = same_as_the_server(page, address, first=256)
    said = page.locator("#precision-now").inner_text()
    assert str(found["distinct"]) in said
    assert "257" in said
    choose(page, "rounded", "values")
    found = same_as_the_server(page, address, first=256, rounded="values")
    assert max(found["largest_error"]) < 0.01
    assert "257" not in page.locator("#precision-now").inner_text()
    choose(page, "rounded", "angles")
    choose(page, "number_format", "float16")
    press(page, "from_pos", "End", "precision")
    same_as_the_server(page, address, first=32768, number_format="float16")
    assert "32" in page.locator("#precision-now").inner_text()


def test_the_pointer_reads_both_pictures(visit: Visitor) -> None:
    page = visit().open("/en/figures/precision")
    painted(page, "precision", 0)
    settled(page, "precision")
    box = page.locator("#precision .plot-box").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.5)
    page.wait_for_function(
        "() => document.querySelector('#precision .tooltip')?.textContent.includes('instead of')"
    )
    page.mouse.move(box["x"] + box["width"] * 0.85, box["y"] + box["height"] * 0.5)
    page.wait_for_function(
        "() => document.querySelector('#precision .tooltip')?.textContent.startsWith('Pair')"
    )


@pytest.mark.parametrize("view_name", ["desktop", "phone"])
def test_a_pitfall_sets_its_figure_and_leads_there(visit: Visitor, lang: str, view_name: str) -> None:
    page = visit(**VIEWS[view_name]).open(f"/{lang}/")
    painted(page, "explorer", 0)
    page.locator("#watch-exponent .see a").click()
    page.wait_for_function("() => location.hash === '#explorer' && location.search.includes('pos=50')")
    page.wait_for_function(
        "() => /0[.,]965/.test(document.querySelector('#explorer [data-part=cell]').textContent)"
    )
    page.locator("#watch-odd-width .see a").click()
    page.wait_for_function("() => location.hash === '#listing' && location.search.includes('d_model=5')")
    page.wait_for_function(
        "() => document.querySelector('#listing .held caption')?.textContent.includes('(1000, 5)')"
    )
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_pitfall_can_be_linked_to(visit: Visitor) -> None:
    page = visit().open("/en/#watch-precision")
    page.wait_for_function("() => document.querySelector('.pitfall:target')?.id === 'watch-precision'")
