"""The table of all encodings: a row for each, facts that agree with the code, sources that exist."""

import re
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from app.encodings.comparison import SIZES
from app.encodings.protocols import Encoding
from app.encodings.registry import Registry, standard_registry
from app.i18n import format_number, languages, translator
from app.settings import Settings
from app.web.pages.comparison import comparison_rows
from app.web.pages.sources import SOURCES

KEYS = {source.key for source in SOURCES}
ENCODINGS = list(standard_registry(Settings().tables_dir))
each = pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: encoding.id)
# By hand: 512 × 768 of BERT base; 32 buckets × 12 heads; 14 × 14 patches and a class token × 768 of ViT-B/16.
TRAINED = {"learned": 393_216, "t5": 384, "patches_learned": 151_296}


def test_every_encoding_has_one_row_in_the_order_of_the_registry(registry: Registry) -> None:
    assert [row["id"] for row in comparison_rows(registry, "en")] == list(registry.ids)


@each
def test_what_a_row_says_has_sources(encoding: Encoding[Any]) -> None:
    row = encoding.comparison
    assert {user.source for user in row.users} | {key for key, _ in row.evidence} <= KEYS
    # What has been published is used; a step on the way has neither users nor references.
    assert bool(row.users) == bool(encoding.references)


@each
def test_parameters_are_counted(encoding: Encoding[Any]) -> None:
    row = encoding.comparison
    assert row.count(SIZES) == TRAINED.get(encoding.id, 0)
    assert bool(row.formula) == (encoding.id in TRAINED)
    # Whatever is trained is a table, and whatever is a table is trained.
    assert (encoding.max_rows is not None or encoding.id == "t5") == bool(row.formula)


def test_the_real_bias_has_as_many_numbers_as_the_table_says(settings: Settings, registry: Registry) -> None:
    table = np.load(settings.tables_dir / "mpnet_relative_attention_bias_32x12_f32.npy")
    assert table.size == registry["t5"].comparison.count(SIZES)


def test_where_a_row_acts_agrees_with_how_the_encoding_applies(registry: Registry) -> None:
    begins = {
        "nothing": "nowhere",
        "added": "added to the word",
        "rotated": "turns",
        "bias": "added to the scores",
    }
    for encoding in registry:
        begin = begins[encoding.applies] if encoding.applies else "added to the patch"
        assert encoding.comparison.place.startswith(begin), encoding.id


@pytest.mark.parametrize("lang", languages())
def test_the_page_shows_every_row_in_its_language(client: TestClient, registry: Registry, lang: str) -> None:
    text = client.get(f"/{lang}/").text
    translate = translator(lang)
    found = re.findall(
        r'<tr data-family="(\w+)" data-encoding="(\w+)">\s*<th scope="row">([^<]+)</th>(.*?)</tr>', text, re.S
    )
    assert [encoding for _, encoding, _, _ in found] == list(registry.ids)
    for family, encoding, title, cells in found:
        assert family == registry[encoding].family
        assert title == translate(registry[encoding].title)
        assert format_number(registry[encoding].comparison.count(SIZES), lang) in cells
        assert len(re.findall(r"<td data-label=", cells)) == 5
        for user in registry[encoding].comparison.users:
            assert translate(user.name) in cells
    if lang == "de":
        assert "beyond the trained" not in text
