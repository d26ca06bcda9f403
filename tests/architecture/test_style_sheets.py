"""Style sheets: one layer a file, and nothing that a lost brace would switch off unseen."""

import re
from pathlib import Path

import pytest

from app.figures.theme import LIGHT

SHEETS = sorted((Path(__file__).parents[2] / "static" / "css").glob("*.css"))


def rules(sheet: Path) -> str:
    return re.sub(r'/\*.*?\*/|"[^"]*"', "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_a_sheet_is_one_layer_from_its_first_line_to_its_last(sheet: Path) -> None:
    text = rules(sheet)
    first = text.index("{")
    assert text[:first].strip().endswith(f"@layer {sheet.stem}")
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
