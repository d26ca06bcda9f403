"""The walk through the code, with every control, in both languages."""

import json
import re
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page

from app.listings.listing import LISTINGS
from tests.browser.conftest import PHONE, Visitor
from tests.browser.figures import painted, press, revision

COS = LISTINGS["torch"].line_of("pe[:, 1::2]")


def current(page: Page) -> str:
    return page.locator("#listing [role=listbox]:visible [aria-selected=true]").inner_text().strip()


def at_line(page: Page, begins: str) -> None:
    page.wait_for_function(
        "begins => document.querySelector('#listing [role=listbox]:not([hidden]) [aria-selected=true]')"
        "?.textContent.trim().startsWith(begins)",
        arg=begins,
    )


def table(page: Page, lang: str, at: int = 0) -> tuple[str, list[list[float]]]:
    """Return the caption of a value and its rows of numbers, the row's own number first."""
    found = page.locator("#listing .held").nth(at)
    rows: list[list[str]] = found.evaluate(
        "table => [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => cell.textContent))"
    )

    def read(text: str) -> float:
        text = text.replace("\u2212", "-")
        return float(text.replace(".", "").replace(",", ".") if lang == "de" else text.replace(",", ""))

    return found.locator("caption").inner_text(), [
        [read(cell) for cell in row if cell != "…"] for row in rows if row[0] != "⋮"
    ]


def answer(address: str, **query: Any) -> dict[str, Any]:
    steps = httpx2.get(f"{address}/api/listing", params=query).json()["steps"]
    return {step["code"]: step["values"] for step in steps}


def walk(page: Page, act: Any) -> None:
    before = revision(page, "listing")
    act()
    painted(page, "listing", before)


def test_the_walk_shows_what_the_server_computed(visit: Visitor, address: str, lang: str) -> None:
    page = visit().open(f"/{lang}/figures/listing?d_model=7&pos=5&line={COS}")
    painted(page, "listing", 0)
    held = answer(address, name="torch", d_model=7)["pe[:, 1::2]"][0]
    assert current(page).startswith("pe[:, 1::2]")
    caption, rows = table(page, lang)
    assert "(1000, 7)" in caption
    assert [row[0] for row in rows] == [0, 1, 2, 5]
    for row in rows:
        assert row[1:] == pytest.approx(held["values"][int(row[0])], abs=6e-5)
    assert page.locator("#listing .held .chosen").count() == 1
    said = page.locator("#listing-now").inner_text()
    assert str(COS) in said
    assert "(1000, 7)" in said
    # A position is chosen without asking again; length, width and base change the numbers.
    press(page, "pos", "ArrowRight", "listing")
    assert [row[0] for row in table(page, lang)[1]] == [0, 1, 2, 6]
    press(page, "d_model", "ArrowLeft", "listing")
    assert "(1000, 6)" in table(page, lang)[0]
    press(page, "base", "Home", "listing")
    held = answer(address, name="torch", d_model=6, base=10)["pe[:, 1::2]"][0]
    for row in table(page, lang)[1]:
        assert row[1:] == pytest.approx(held["values"][int(row[0])], abs=6e-5)
    walk(page, lambda: page.locator("#listing [data-line]", has_text="seq_len = x.shape[1]").click())
    press(page, "seq_len", "ArrowRight", "listing")
    assert page.locator("#listing .held-number").inner_text().endswith("= 96")


def test_lines_are_walked_by_key_button_and_click(visit: Visitor, lang: str) -> None:
    page = visit().open(f"/{lang}/figures/listing")
    painted(page, "listing", 0)
    assert current(page).startswith("angle = ")
    box = page.locator("#listing [role=listbox]:visible")
    box.focus()
    walk(page, lambda: page.keyboard.press("ArrowDown"))
    assert current(page).startswith("pe = ")
    assert page.locator("#listing [data-explains]:visible").count() == 1
    walk(page, lambda: page.keyboard.press("ArrowUp"))
    walk(page, lambda: page.keyboard.press("ArrowUp"))
    assert current(page).startswith("div_term = ")
    assert box.get_attribute("aria-activedescendant") == page.locator(
        "#listing [aria-selected=true]:visible"
    ).get_attribute("id")
    walk(page, lambda: page.keyboard.press("End"))
    assert current(page).startswith("return self.dropout")
    # In training and after eval(): two tables.
    assert page.locator("#listing .held").count() == 2
    assert page.locator("#listing [data-walk='1']").is_disabled()
    walk(page, lambda: page.locator("#listing [data-walk='-1']").click())
    assert current(page).startswith("x = x + self.pe")
    walk(
        page, lambda: page.locator("#listing [role=option]:visible", has_text="self.register_buffer").click()
    )
    assert "float32" in table(page, lang)[0]
    page.wait_for_function("() => location.search.includes('line=')")


def test_another_tab_opens_at_the_same_step(visit: Visitor, lang: str) -> None:
    page = visit().open(f"/{lang}/figures/listing?line={COS}&d_model=7")
    painted(page, "listing", 0)
    for name, begins in (
        ("numpy", "pe[:, 1::2]"),
        ("rope", "def rope("),
        ("torch", "class PositionalEncoding"),
    ):
        page.locator(f"#listing input[value={name}] + span").click()
        page.wait_for_function(
            "begins => document.querySelector('#listing [role=listbox]:not([hidden]) [aria-selected=true]')"
            "?.textContent.trim().startsWith(begins)",
            arg=begins,
        )
    page.locator("#listing input[value=rope] + span").click()
    page.wait_for_function(
        "() => document.querySelector('#listing .held caption')?.textContent.includes('6)')"
    )
    # RoPE turns pairs: of seven columns, six are used.
    page.locator("#listing [data-reset-figure=listing]").click()
    page.wait_for_function("() => !location.search.includes('d_model')")
    at_line(page, "angle = ")


def test_the_code_is_copied_and_downloaded(visit: Visitor, lang: str) -> None:
    one = visit()
    one.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = one.open(f"/{lang}/figures/listing?listing=numpy&d_model=7")
    painted(page, "listing", 0)
    page.locator("#listing [data-part=copy]").click()
    page.wait_for_function("() => document.querySelector('#listing [data-part=copy][data-done]')")
    assert page.evaluate("() => navigator.clipboard.readText()") == LISTINGS["numpy"].text
    assert page.locator("#announcer").inner_text()
    with page.expect_download() as download:
        page.locator("#listing a[download]").click()
    assert download.value.suggested_filename == "positional-encoding.ipynb"
    cells = json.loads(download.value.path().read_text(encoding="utf-8"))["cells"]
    assert any("seq_len, d_model, base = 64, 7, 10000.0" in "".join(cell["source"]) for cell in cells)


def test_what_does_not_fit_is_fitted_and_said(visit: Visitor) -> None:
    page = visit().open("/en/figures/listing?seq_len=100&d_model=2000")
    painted(page, "listing", 0)
    widest = re.search(
        r"d_model = 2000: .* at most; ([\d,]+) is shown", page.locator("#notices").inner_text()
    )
    assert widest
    assert page.locator("output[for=listing-d_model]").inner_text() == widest.group(1)


def test_on_a_phone_only_the_code_scrolls(visit: Visitor) -> None:
    page = visit(**PHONE).open("/de/figures/listing")
    painted(page, "listing", 0)
    page.locator("#listing [data-walk='1']").scroll_into_view_if_needed()
    before = page.evaluate("() => scrollY")
    for _ in range(5):
        walk(page, lambda: page.locator("#listing [data-walk='1']").click())
    assert page.evaluate("() => scrollY") == before
    inside = page.evaluate(
        """() => { const box = document.querySelector('#listing [role=listbox]:not([hidden])');
        const line = box.querySelector('[aria-selected=true]');
        return line.offsetTop >= box.scrollTop && line.offsetTop < box.scrollTop + box.clientHeight; }"""
    )
    assert inside
