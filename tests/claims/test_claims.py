"""Every number that the text states is computed, and each is held against a value from another source.

A file ``claims_{section}.py`` in this folder gives ``EXPECTED``: the claim's name to its value, from
`tests/golden`, a paper, or arithmetic written out there, never from our own kernels. Where the other source
is known to differ a little, it is a ``pytest.approx`` with that tolerance.
"""

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Message
from fastapi.testclient import TestClient

from app.claims import CLAIMS, Claims
from app.encodings.registry import Registry
from app.i18n import format_number, languages, update
from app.web.sections import SECTIONS

FOLDER = Path(__file__).parent
TEMPLATES = FOLDER.parents[1] / "templates"

SETTINGS = re.compile(r"<samp>.*?</samp>|<code>.*?</code>|<[^>]*>|%\(\w+\)s|\{\w*\}")
"""What is no statement: values that the reader is asked to set, code, tags, and places that are filled in."""
STATED = re.compile(r"(?<![\w.,-])(?:\d{2,}|\d+[.,]\d+)(?![\w-])")
"""Two digits or more, or decimals; not a part of a name such as GPT-2 or bf16."""

NO_CLAIM: dict[str, str] = {
    "· 10<sup>−15</sup>": "a power of ten; the number before it is the claim",
    "Both have 16 bits": "what the formats are, by definition",
    "of the 32 positions": "how many are shown, tested in test_watch_out.py",
    "10,000 in the first Transformer": "a choice, in the paper's section 3.5",
    "Up to 12 words": "a limit, enforced and tested where sentences are read",
    "Llama 3.1": "the name of a model",
    "ViT-S/14": "the name of a model",
}
"""Parts of texts with numbers that state nothing about encodings, and why."""


def expected() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for file in sorted(FOLDER.glob("claims_*.py")):
        spec = importlib.util.spec_from_file_location(file.stem, file)
        assert spec and spec.loader
        module: Any = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        assert not found.keys() & module.EXPECTED.keys(), file.name
        found |= module.EXPECTED
    return found


EXPECTED = expected()


def stated(text: str) -> list[str]:
    for part in NO_CLAIM:
        text = text.replace(part, "")
    return STATED.findall(SETTINGS.sub(" ", text))


def test_every_claim_has_a_test_and_every_test_a_claim() -> None:
    assert EXPECTED.keys() == CLAIMS.keys()


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_is_true(registry: Registry, name: str) -> None:
    claim = Claims(registry)[name]
    if not isinstance(EXPECTED[name], int | float):
        assert claim.value == EXPECTED[name]
        return
    # What the reader sees is right to its last digit.
    assert format_number(claim.shown, "en", claim.digits) == format_number(
        round(float(EXPECTED[name]), claim.digits), "en", claim.digits
    )


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_is_made(name: str) -> None:
    assert any(f'claim("{name}")' in file.read_text(encoding="utf-8") for file in TEMPLATES.rglob("*.html"))


def in_the_story(message: Message) -> bool:
    return any(
        location.startswith(("templates/sections/", "templates/figures/", "app/figures/"))
        for location, _ in message.locations
    )


def test_the_text_states_no_number_that_is_not_computed() -> None:
    loose = {
        message.id: stated(str(message.id))
        for message in update.extract()
        if message.id and in_the_story(message) and stated(str(message.id))
    }
    assert loose == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pair 31 takes long", ["31"]),
        ("takes 6.28 positions", ["6.28"]),
        ("set it to <samp>640</samp>, row 0, 2<i>i</i> + 1", []),
        ("takes %(slow)s positions in {count} rows", []),
        ("GPT-2, bf16 and Llama 3 in float32", []),
    ],
)
def test_a_loose_number_would_be_found(text: str, found: list[str]) -> None:
    assert stated(text) == found


@pytest.mark.parametrize("lang", languages())
def test_pages_write_claims_in_the_readers_format(client: TestClient, registry: Registry, lang: str) -> None:
    text = client.get(f"/{lang}/").text
    written = re.findall(
        r'<data class="claim" data-claim="([^"]+)" value="([^"]+)"[^>]*>([^<]+)</data>', text
    )
    assert {name for name, _, _ in written} == set(CLAIMS)
    claims = Claims(registry)
    for name, value, words in written:
        # Not to the last bit: how many threads NumPy has may differ between the two computations.
        assert float(value) == pytest.approx(claims[name].value, rel=1e-12, abs=1e-12)
        assert words.replace("−", "-") == format_number(claims[name].shown, lang, claims[name].digits)


def test_every_section_and_figure_is_on_the_page(client: TestClient) -> None:
    text = client.get("/en/").text
    for section in SECTIONS:
        assert f'id="{section.anchor}"' in text
        for figure in section.figures:
            assert f'data-figure="{figure.id}"' in text
