"""Style sheets: one layer a file, and nothing that a lost brace would switch off unseen."""

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.figures.theme import LIGHT
from app.web.sections import FIGURES

CSS = Path(__file__).parents[2] / "static" / "css"
SHEETS = sorted(CSS.rglob("*.css"))
SHARED = {"_common", "comparison"}
"""Sheets of the layer of figures that belong to no single figure."""


def rules(sheet: Path) -> str:
    return re.sub(r'/\*.*?\*/|"[^"]*"', "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_a_sheet_is_one_layer_from_its_first_line_to_its_last(sheet: Path) -> None:
    text = rules(sheet)
    first = text.index("{")
    layer = sheet.stem if sheet.parent == CSS else sheet.parent.name
    assert text[:first].strip().endswith(f"@layer {layer}")
    depth = 0
    for place, sign in enumerate(text):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        # Only the very last brace closes the layer.
        assert depth > 0 or place < first or not text[place + 1 :].strip()
    assert depth == 0
    # Nothing is nested deeper than a rule in a condition in the layer.
    assert not re.search(r"{[^{}]*{[^{}]*{[^{}]*{", text)


@pytest.mark.parametrize("sheet", [sheet for sheet in SHEETS if sheet.stem != "base"], ids=lambda s: s.name)
def test_no_class_takes_the_name_of_a_palette_colour(sheet: Path) -> None:
    classes = set(re.findall(r"(?:^|,)\s*\.([a-z-]+) {", rules(sheet), flags=re.MULTILINE))
    assert not classes & LIGHT.colors.keys()


def test_a_figures_sheet_has_its_name_and_styles_no_other_figure() -> None:
    for sheet in (CSS / "figures").glob("*.css"):
        assert sheet.stem in FIGURES.keys() | SHARED
        others = FIGURES.keys() - {sheet.stem}
        assert not others & set(re.findall(r"#([a-z][a-z-]*)", rules(sheet)))


def test_a_figure_without_a_sheet_has_a_height() -> None:
    assert re.search(
        r"^  \.plot-box {[^}]*\bheight: [\d.]+rem;", rules(CSS / "figures" / "_common.css"), re.MULTILINE
    )


def test_all_sheets_of_figures_come_in_one_request(client: TestClient) -> None:
    page = client.get("/en/").text
    addresses = re.findall(r'rel="stylesheet" href="([^"]+/css/[^"]+)"', page)
    assert len(addresses) == 6
    served = client.get(next(address for address in addresses if address.endswith("/css/figures.css")))
    assert served.headers["content-type"] == "text/css; charset=utf-8"
    parts = sorted((CSS / "figures").glob("*.css"))
    assert parts[0].stem == "_common"
    assert served.content == b"".join(part.read_bytes() for part in parts)
