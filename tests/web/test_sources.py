"""Sources: numbered once, used where they are listed, led to by links that exist."""

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.encodings.registry import Registry
from app.i18n import languages, translator
from app.web.pages.sources import SOURCES, Source, Sources

TEMPLATES = Path(__file__).parents[2] / "templates"
BY_KEY = {source.key: source for source in SOURCES}


def used(registry: Registry) -> set[str]:
    text = "\n".join(file.read_text(encoding="utf-8") for file in TEMPLATES.rglob("*.html"))
    in_text = set(re.findall(r'\bref\("([^"]+)"', text))
    rows = [encoding.comparison for encoding in registry]
    in_table = {user.source for row in rows for user in row.users}
    return in_text | in_table | {key for row in rows for key, _ in row.evidence}


def test_every_source_is_used_or_further_reading_and_every_reference_has_a_source(registry: Registry) -> None:
    assert used(registry) <= BY_KEY.keys()
    assert {source.key for source in SOURCES if not source.further} <= used(registry)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.key)
def test_a_source_can_be_found(source: Source) -> None:
    assert source.authors
    assert source.title
    assert bool(source.arxiv) != bool(source.url), "an arXiv number or an address, not both"
    if source.arxiv:
        assert re.fullmatch(r"\d{4}\.\d{4,5}", source.arxiv)
        year, month = int(source.arxiv[:2]), int(source.arxiv[2:4])
        assert source.year == 2000 + year
        assert 1 <= month <= 12
        # Five digits after the point since 2015.
        assert len(source.arxiv) == (10 if year >= 15 else 9)
    assert source.address.startswith("https://")
    if source.year:
        assert source.key[-4:] == str(source.year) or source.kind


def test_sources_are_the_same_wherever_they_are_named(registry: Registry) -> None:
    known = {source.arxiv: source for source in SOURCES if source.arxiv}
    named = [reference for encoding in registry for reference in encoding.references if reference.arxiv]
    assert named
    for reference in named:
        source = known[reference.arxiv or ""]
        assert (source.title, source.year) == (reference.title, reference.year)
        first = reference.authors.split()[0]
        assert source.authors.startswith(first)


@pytest.mark.parametrize("lang", languages())
def test_the_marks_on_the_page_lead_to_the_list(client: TestClient, lang: str) -> None:
    text = client.get(f"/{lang}/").text
    listed = re.findall(r'<li id="source-([^"]+)" value="(\d+)">', text)
    assert [key for key, _ in listed] == [source.key for source in SOURCES]
    assert [int(number) for _, number in listed] == list(range(1, len(SOURCES) + 1))
    numbers = dict(listed)
    word = {"en": "source", "de": "Quelle"}.get(lang, translator(lang)("source"))
    start = r'<a class="ref" href="#source-([^"]+)">\[<span class="visually-hidden">([^<]+) </span>'
    marks = re.findall(start + r"(\d+)(.*?)\]</a>", text)
    assert len(marks) == text.count('class="ref"')
    assert {key for key, *_ in marks} == {source.key for source in SOURCES if not source.further}
    for key, said, number, _ in marks:
        assert said == word
        assert number == numbers[key]
    assert '<a href="https://arxiv.org/abs/1706.03762" rel="external noopener noreferrer">' in text


def test_a_mark_names_the_place_in_one_piece() -> None:
    mark = Sources().ref(str, "vaswani2017", "§3.5, table 1")
    assert mark == (
        '<a class="ref" href="#source-vaswani2017">[<span class="visually-hidden">source </span>1,'
        "\u00a0§3.5,\u00a0table\u00a01]</a>"
    )
    with pytest.raises(KeyError):
        Sources().ref(str, "nobody1900")


def test_keys_are_taken_once() -> None:
    with pytest.raises(ValueError, match="a key of its own"):
        Sources((SOURCES[0], SOURCES[0]))
