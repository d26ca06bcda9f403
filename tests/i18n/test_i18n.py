import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from app.i18n import (
    DEFAULT,
    LANGUAGES,
    alphabetical,
    format_number,
    msg,
    negotiate,
    translations,
    translator,
    update,
)
from app.settings import Settings

NBSP = "\u00a0"
TRANSLATED = [lang for lang in LANGUAGES if lang != DEFAULT]


def catalog(lang: str) -> Catalog:
    with (Settings().catalogs_dir / f"{lang}.po").open("rb") as source:
        return read_po(source, locale=lang)


def texts(lang: str) -> list[tuple[str, str]]:
    """Return every pair of source and translation, plural forms one by one."""
    pairs: list[tuple[str, str]] = []
    for message in catalog(lang):
        if not message.id:
            continue
        sources = [message.id] if isinstance(message.id, str) else list(message.id)
        targets = [message.string] if isinstance(message.string, str) else list(message.string or ())
        pairs += [(sources[min(index, len(sources) - 1)], target) for index, target in enumerate(targets)]
    return pairs


@pytest.mark.parametrize("lang", TRANSLATED)
def test_catalog_is_complete_and_not_fuzzy(lang: str) -> None:
    assert [source for source, target in texts(lang) if not target] == []
    assert [message.id for message in catalog(lang) if message.fuzzy] == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_catalog_is_up_to_date(lang: str) -> None:
    now = (Settings().catalogs_dir / f"{lang}.po").read_bytes()
    assert update.updated(lang) == now, "run python -m app.i18n.update"


@pytest.mark.parametrize("lang", TRANSLATED)
def test_placeholders_and_tags_are_kept(lang: str) -> None:
    part = re.compile(r"%\(\w+\)[sd]|\{\w*\}|</?\w+[^>]*>")
    for source, target in texts(lang):
        if not target:
            continue
        assert sorted(part.findall(source)) == sorted(part.findall(target)), source


def test_german_typography() -> None:
    for source, target in texts("de"):
        words = re.sub(r"<[^>]*>", "", target)
        assert '"' not in words, source
        assert "'" not in words, source
        assert words.count("„") == words.count("“"), source
        assert not re.search(r"\b(z\. ?B|d\. ?h|u\. ?a)\.", words), f"no-break space missing: {words}"


def test_a_straight_quote_or_a_plain_space_would_be_found() -> None:
    assert re.search(r"\b(z\. ?B|d\. ?h|u\. ?a)\.", "z. B. so")
    assert not re.search(r"\b(z\. ?B|d\. ?h|u\. ?a)\.", f"z.{NBSP}B. so")


def test_extraction_finds_marked_texts() -> None:
    found = update.extract()
    assert "How many positions, counted from 0, are encoded." in found


def test_update_writes_and_checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    (tmp_path / "app" / "i18n" / "catalogs").mkdir(parents=True)
    (tmp_path / "app" / "words.py").write_text('msg("Hello {name}")\n', encoding="utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "words.py").write_text('msg("Not a word of ours")\n', encoding="utf-8")
    here = tmp_path / "app" / "i18n"
    (here / "babel.cfg").write_text("[python: app/**.py]\n", encoding="utf-8")
    monkeypatch.setattr(update, "_HERE", here)
    monkeypatch.setattr(update, "_ROOT", tmp_path)
    file = here / "catalogs" / "de.po"
    assert update.main(["--check"]) == 1
    assert not file.exists()
    assert update.main([]) == 0
    assert 'msgid "Hello {name}"' in file.read_text(encoding="utf-8")
    assert "Not a word" not in file.read_text(encoding="utf-8")
    assert update.main(["--check"]) == 0
    (tmp_path / "app" / "words.py").write_text('msg("Bye")\n', encoding="utf-8")
    assert update.main(["--check"]) == 1
    assert "is out of date" in capsys.readouterr().out


def test_translation() -> None:
    assert translator("de")("Base") == "Basis"
    assert translator("en")("Base") == "Base"
    assert translator("de")("no such text") == "no such text"
    assert translator("de")("") == ""
    assert msg("Base") == "Base"
    with pytest.raises(ValueError, match="lang must be one of en, de, got 'fr'"):
        translations("fr")


def test_negotiation(golden: dict[str, Any]) -> None:
    for header, language in golden["accept_language"]:
        assert negotiate(header) == language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("de", "de"),
        ("DE-at", "de"),
        ("de_CH", "de"),
        ("fr, *;q=0.5", "en"),
        ("en;q=0, de;q=0.1", "de"),
        ("de;q=0", "en"),
        ("en;q=0.8,de;q=0.9", "de"),
        ("en;q=0.8,de;q=0.8", "en"),
        ("de;q=x,en;q=0.1", "en"),
        ("de;q=7,en;q=0.1", "en"),
        ("de;q=nan", "en"),
        ("de;level=1", "de"),
        (";;;,,,q=,", "en"),
        ("fr," * 5000 + "de", "en"),
    ],
)
def test_negotiation_survives_rubbish(header: str | None, language: str) -> None:
    assert negotiate(header) == language


@given(st.text())
def test_negotiation_always_gives_a_language(header: str) -> None:
    assert negotiate(header) in LANGUAGES


def test_numbers(golden: dict[str, Any]) -> None:
    for lang, text in golden["number_format_2323.45"].items():
        assert format_number(2323.45, lang) == text
        assert format_number(2323.45, lang, 2) == text
    assert format_number(2323.45, "de", 0) == "2.323"
    assert format_number(-0.5, "de", 3) == "-0,500"
    assert format_number(0.417523, "de") == "0,417523"
    with pytest.raises(ValueError, match="value must be finite, got nan"):
        format_number(float("nan"), "en")


def test_terms_are_sorted_as_in_a_dictionary() -> None:
    terms = ["Zeile", "äquivariant", "Attention", "größer", "Grossist", "Öffnung", "Norm", "Übung", "Token"]
    found = [term for term, _ in alphabetical((term, "") for term in terms)]
    assert found == [
        "äquivariant",
        "Attention",
        "größer",
        "Grossist",
        "Norm",
        "Öffnung",
        "Token",
        "Übung",
        "Zeile",
    ]
