"""The learned table's figure: every control, what is drawn and said, against the API and the table."""

import re
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Page

from app.encodings.registry import Registry
from tests.browser.conftest import PHONE, Visitor
from tests.browser.figures import output, painted, press, revision, settled, slider, trace

FIGURE = "learned-clocks"


def opened(visit: Visitor, lang: str, query: str = "", **view: Any) -> Page:
    page = visit(**view).open(f"/{lang}/figures/{FIGURE}{query}")
    painted(page, FIGURE, 0)
    compared(page)
    return page


def compared(page: Page) -> None:
    """Wait until the curve of the chosen row has come and Plotly has drawn it."""
    row = int(slider(page, "table_row", FIGURE).input_value())
    page.wait_for_function(
        """([id, row]) => { const box = document.querySelector(`#${id} .plot-box`);
        const now = document.querySelector(`#${id} .plot`).data?.find(one => one.meta.id === 'alike-now');
        return !box.classList.contains('is-live') && now && (now.x[0] === row || row > 511); }""",
        arg=[FIGURE, row],
    )


def clocks(client: TestClient, **query: Any) -> Any:
    return client.get("/api/encodings/learned/clocks", params=query).json()


def cosines(registry: Registry, row: int) -> np.ndarray:
    table = registry["learned"].table  # type: ignore[attr-defined]
    return np.asarray(table @ table[row] / np.linalg.norm(table, axis=1) / np.linalg.norm(table[row]))


def test_the_ring_shows_the_rows_of_the_chosen_plane(visit: Visitor, client: TestClient, lang: str) -> None:
    page = opened(visit, lang)
    for key, plane in (("ArrowRight", 3), ("End", 5), ("Home", 1)):
        press(page, "plane", key, FIGURE)
        compared(page)
        assert output(page, "plane", FIGURE) == str(plane)
        points = np.array(clocks(client, plane=plane, precision=3)["points"][0])
        rows = trace(page, FIGURE, "rows")
        np.testing.assert_allclose(np.column_stack([rows["x"], rows["y"]]), points)
        row = int(slider(page, "table_row", FIGURE).input_value())
        here = trace(page, FIGURE, "row")
        # Row 1 is the first point.
        assert [here["x"][0], here["y"][0]] == points[row - 1].tolist()
        hand = trace(page, FIGURE, "hand")
        assert (hand["x"][0], hand["y"][0], hand["x"][1]) == (0, 0, here["x"][0])


def test_the_dashed_hand_is_turned_by_k_steps(visit: Visitor, client: TestClient, lang: str) -> None:
    page = opened(visit, lang, "?table_row=40&plane=2")
    press(page, "table_step", "End", FIGURE)
    compared(page)
    found = clocks(client, plane=2, k=50, precision=3)
    points = np.array(found["points"][0])
    turned = np.array(found["planes"][1]["turn"]) @ points[39]
    expected, following = trace(page, FIGURE, "expected"), trace(page, FIGURE, "next")
    np.testing.assert_allclose([expected["x"][1], expected["y"][1]], turned)
    assert [following["x"][0], following["y"][0]] == points[89].tolist()
    step = next(step for step in found["steps"] if step["k"] == 50)
    assert trace(page, FIGURE, "r2-now")["y"] == [step["r2"]]
    written = page.locator(f"#{FIGURE} [data-part=r2]").inner_text()
    assert written == f"{step['r2']:.3f}".replace(".", "," if lang == "de" else ".")
    # 50 rows at 17.1 rows a turn.
    assert "1,054°" in said(page) or "1.054°" in said(page)


def said(page: Page) -> str:
    return page.locator(f"#{FIGURE}-now").inner_text()


def test_the_curve_compares_the_row_with_all_and_marks_its_nearest(
    visit: Visitor, registry: Registry, lang: str
) -> None:
    page = opened(visit, lang, "?table_row=100")
    for key in ("ArrowRight", "ArrowLeft", "PageUp"):
        press(page, "table_row", key, FIGURE)
        compared(page)
        row = int(slider(page, "table_row", FIGURE).input_value())
        known = cosines(registry, row)
        np.testing.assert_allclose(trace(page, FIGURE, "alike")["y"], known, atol=5.1e-4)
        known[row] = -1
        assert trace(page, FIGURE, "nearest")["x"] == [known.argmax()]
        assert page.locator(f"#{FIGURE} [data-part=nearest]").inner_text() == str(known.argmax())
        assert re.search(rf"\b{known.argmax()}\b", said(page))


def test_the_ladders_meet_at_a_small_base(visit: Visitor, client: TestClient, lang: str) -> None:
    page = opened(visit, lang, "?base=400")
    press(page, "base", "ArrowLeft", FIGURE)
    compared(page)
    assert output(page, "base", FIGURE) == "315"
    learned, formula = trace(page, FIGURE, "learned"), trace(page, FIGURE, "formula")
    np.testing.assert_allclose(
        learned["x"], [plane["period"] for plane in clocks(client, precision=3)["planes"]]
    )
    # 2π · base^(2i/10), five pairs.
    np.testing.assert_allclose(formula["x"], 2 * np.pi * 315 ** (np.arange(5) / 5), atol=0.0051)
    assert np.abs(np.log10(np.array(formula["x"]) / learned["x"])).max() < 0.12


def test_a_row_that_does_not_exist_is_a_lesson(visit: Visitor, lang: str) -> None:
    page = opened(visit, lang)
    press(page, "table_row", "End", FIGURE)
    compared(page)
    assert {"en": "Row 531 does not exist", "de": "Zeile 531 gibt es nicht"}[lang] in said(page)
    assert "0 to 511" in said(page) or "0 bis 511" in said(page)
    for name in ("row", "hand", "alike", "nearest"):
        assert trace(page, FIGURE, name)["x"] == []
    press(page, "table_row", "Home", FIGURE)
    compared(page)
    assert "[CLS]" in said(page)
    assert trace(page, FIGURE, "row")["x"] == []
    assert len(trace(page, FIGURE, "alike")["x"]) == 512


@pytest.mark.parametrize(("row", "exists"), [(511, True), (512, False)])
def test_the_last_row_is_511(visit: Visitor, row: int, exists: bool) -> None:
    page = opened(visit, "en", f"?table_row={row}")
    assert ("does not exist" in said(page)) is not exists
    assert page.locator(f"#{FIGURE}").get_attribute("data-beyond") == (None if exists else "")


def test_a_click_on_the_curve_and_on_the_ring_chooses_a_row(visit: Visitor) -> None:
    page = opened(visit, "en")
    box = page.locator(f"#{FIGURE} .plot-box")
    size = box.bounding_box()
    assert size
    before = revision(page, FIGURE)
    box.click(position={"x": size["width"] / 2, "y": size["height"] - 80})
    painted(page, FIGURE, before)
    row = int(slider(page, "table_row", FIGURE).input_value())
    assert 220 < row < 300
    compared(page)
    box.hover(position={"x": size["width"] / 2, "y": size["height"] - 80})
    assert f"Row {row}: cosine" in page.locator(f"#{FIGURE} .tooltip").inner_text()


def test_the_picture_stays_in_sight_on_a_phone(visit: Visitor) -> None:
    page = opened(visit, "en", **PHONE)
    settled(page, FIGURE)
    slider(page, "table_row", FIGURE).focus()
    box = page.locator(f"#{FIGURE} .plot-box").bounding_box()
    hand = slider(page, "table_row", FIGURE).bounding_box()
    assert box and hand
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= hand["y"]
    assert hand["y"] < 740
