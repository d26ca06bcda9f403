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
    Languages,
    alphabetical,
    format_number,
    languages,
    msg,
    negotiate,
    separators,
    speaking,
    translations,
    translator,
    update,
)
from app.settings import Settings

NBSP = "\u00a0"
TRANSLATED = [lang for lang in languages() if lang != DEFAULT]


def catalog(file: Path) -> Catalog:
    with file.open("rb") as source:
        return read_po(source, locale=file.stem)


def texts(file: Path) -> list[tuple[str, str]]:
    """Return every pair of source and translation, plural forms one by one."""
    pairs: list[tuple[str, str]] = []
    for message in catalog(file):
        if not message.id:
            continue
        sources = [message.id] if isinstance(message.id, str) else list(message.id)
        targets = [message.string] if isinstance(message.string, str) else list(message.string or ())
        pairs += [(sources[min(index, len(sources) - 1)], target) for index, target in enumerate(targets)]
    return pairs


def complete(file: Path) -> None:
    """Every text has a translation, and somebody has read it."""
    assert [source for source, target in texts(file) if not target] == []
    assert [message.id for message in catalog(file) if message.fuzzy] == []


def up_to_date(file: Path) -> None:
    found = update.read(file)
    update.merge(found, update.extract())
    assert update.write(found) == file.read_bytes(), "run make words"


def kept(file: Path) -> None:
    """Placeholders and tags of a translation are those of its text."""
    part = re.compile(r"%\(\w+\)[sd]|\{\w*\}|</?\w+[^>]*>")
    for source, target in texts(file):
        if not target:
            continue
        assert sorted(part.findall(source)) == sorted(part.findall(target)), source


@pytest.fixture(params=TRANSLATED)
def file(request: pytest.FixtureRequest) -> Path:
    return Settings().catalogs_dir / f"{request.param}.po"


def test_catalog_is_complete_and_not_fuzzy(file: Path) -> None:
    complete(file)


def test_catalog_is_up_to_date(file: Path) -> None:
    up_to_date(file)


def test_placeholders_and_tags_are_kept(file: Path) -> None:
    kept(file)


def test_a_catalog_that_breaks_a_law_is_found(tmp_path: Path) -> None:
    file = tmp_path / "eo.po"
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8"\n\nmsgid "at most {last}"\nmsgstr '
    for law, faulty in (
        (complete, head + '""\n'),
        (complete, head.replace("\n\n", "\n\n#, fuzzy\n") + '"{last}"\n'),
        (kept, head + '"{laste}"\n'),
        (up_to_date, head + '"{last}"\n'),
    ):
        file.write_text(faulty, encoding="utf-8")
        with pytest.raises(AssertionError):
            law(file)


def test_german_typography() -> None:
    for source, target in texts(Settings().catalogs_dir / "de.po"):
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


def test_translation() -> None:
    assert translator("de")("Base") == "Basis"
    assert translator("en")("Base") == "Base"
    assert translator("de")("no such text") == "no such text"
    assert translator("de")("") == ""
    assert msg("Base") == "Base"
    with pytest.raises(ValueError, match=rf"lang must be one of {', '.join(languages())}, got 'xx'"):
        translations("xx")


def made_up(folder: Path, *codes: str) -> Languages:
    for code in codes:
        (folder / f"{code}.po").write_text(
            'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8"\n\n'
            f'msgid "Base"\nmsgstr "{code} base"\n\n#, fuzzy\nmsgid "Width"\nmsgstr "{code} width"\n',
            encoding="utf-8",
        )
    return Languages(folder)


def test_every_catalog_of_a_folder_is_a_language_beside_english(tmp_path: Path) -> None:
    spoken = made_up(tmp_path, "eo", "de")
    (tmp_path / "README.md").touch()
    assert list(spoken) == ["en", "de", "eo"]
    assert "eo" in spoken
    assert "xx" not in spoken
    assert spoken.translations("eo").gettext("Base") == "eo base"


def test_a_catalog_is_named_by_a_language_that_has_a_name_and_a_number_format(tmp_path: Path) -> None:
    for name in ("xx", "de_AT", "notes", "x y"):
        (tmp_path / f"{name}.po").touch()
        with pytest.raises(
            ValueError, match=rf"must be the code of a language, such as de.po, got {name}.po"
        ):
            Languages(tmp_path)
        (tmp_path / f"{name}.po").unlink()


def test_a_fuzzy_translation_is_not_shown(tmp_path: Path) -> None:
    assert made_up(tmp_path, "eo").translations("eo").gettext("Width") == "Width"


def test_an_application_speaks_its_own_languages_and_others_theirs(tmp_path: Path) -> None:
    before = languages()
    with speaking(made_up(tmp_path, "eo")):
        assert translator("eo")("Base") == "eo base"
        assert negotiate("eo, de;q=0.9") == "eo"
        assert "de" not in languages()
    assert languages() is before


def test_negotiation(golden: dict[str, Any], tmp_path: Path) -> None:
    # The known answers are those of an application that speaks English and German.
    with speaking(made_up(tmp_path, "de")):
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
        ("xx, *;q=0.5", "en"),
        ("en;q=0, de;q=0.1", "de"),
        ("de;q=0", "en"),
        ("en;q=0.8,de;q=0.9", "de"),
        ("en;q=0.8,de;q=0.8", "en"),
        ("de;q=x,en;q=0.1", "en"),
        ("de;q=7,en;q=0.1", "en"),
        ("de;q=nan", "en"),
        ("de;level=1", "de"),
        (";;;,,,q=,", "en"),
        ("xx," * 5000 + "de", "en"),
    ],
)
def test_negotiation_survives_rubbish(header: str | None, language: str) -> None:
    assert negotiate(header) == language


@given(st.text())
def test_negotiation_always_gives_a_language(header: str) -> None:
    assert negotiate(header) in languages()


def test_numbers(golden: dict[str, Any]) -> None:
    for lang, text in golden["number_format_2323.45"].items():
        assert format_number(2323.45, lang) == text
        assert format_number(2323.45, lang, 2) == text
    assert [separators(lang) for lang in ("en", "de", "eo")] == [".,", ",.", ",\u202f"]
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
