"""What lies in static/vendor/ is what its list says."""

import hashlib
import html
import re
import tomllib
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[2]
VENDOR = ROOT / "static" / "vendor"
ENTRIES: list[dict[str, str]] = tomllib.loads((VENDOR / "vendor.toml").read_text("utf-8"))["file"]
KEYS = {
    "name",
    "package",
    "version",
    "source",
    "target",
    "sha256",
    "licence",
    "licence_file",
    "homepage",
}
SIGNS_OF_THE_SYSTEM = "←→↑↓↺✓▸▾"
"""Arrows and marks that one of the fonts lacks: the system's stand in, and look alike everywhere."""
REDUCED = {"keep", "weights", "whole_sha256"}
"""Keys of a font that is cut down."""


def test_every_file_is_listed_once() -> None:
    present = sorted(
        path.relative_to(VENDOR).as_posix()
        for path in VENDOR.rglob("*")
        if path.is_file() and path != VENDOR / "vendor.toml"
    )
    assert present == sorted(entry["target"] for entry in ENTRIES)


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["target"] for entry in ENTRIES])
def test_file_is_as_listed(entry: dict[str, str]) -> None:
    assert KEYS <= entry.keys() <= KEYS | REDUCED
    assert ("keep" in entry) == ("whole_sha256" in entry) == entry["target"].endswith(".woff2")
    assert all(entry.values())
    assert hashlib.sha256((VENDOR / entry["target"]).read_bytes()).hexdigest() == entry["sha256"]


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["target"] for entry in ENTRIES])
def test_licence_is_at_hand(entry: dict[str, str]) -> None:
    text = (VENDOR / entry["licence_file"]).read_text("utf-8")
    title = {"MIT": "MIT License", "Apache-2.0": "Apache License", "OFL-1.1": "SIL OPEN FONT LICENSE"}
    assert title[entry["licence"]] in text


def characters(*fonts: str) -> set[str]:
    return {chr(code) for font in fonts for code in TTFont(VENDOR / "fonts" / font).getBestCmap()}


def test_the_font_for_formulas_is_one_and_has_every_sign_of_them() -> None:
    font = TTFont(VENDOR / "fonts" / "stix-two-math.woff2")
    assert "MATH" in font
    formulas = (ROOT / "templates" / "partials" / "formulas").glob("*.html")
    text = "".join(re.sub(r"<[^>]*>|\s", "", html.unescape(file.read_text("utf-8"))) for file in formulas)
    assert set(text) - characters("stix-two-math.woff2") == set()


def test_the_fonts_have_every_sign_of_the_texts() -> None:
    with (ROOT / "app" / "i18n" / "catalogs" / "de.po").open("rb") as source:
        catalog = read_po(source, locale="de")
    texts = "".join(f"{message.id}{message.string}" for message in catalog if message.id)
    for style in ("source-serif-4", "ibm-plex-sans"):
        known = characters(f"{style}-latin-wght-normal.woff2", "stix-two-math.woff2")
        assert set(texts) - known - set("\n" + SIGNS_OF_THE_SYSTEM) == set(), style
