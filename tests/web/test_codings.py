"""The content coding that a request wants, against a second reading of RFC 9110, section 12.5.3."""

import gzip
import re

import brotli  # type: ignore[import-untyped]
import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from app.web.codings import compressed, wanted_coding

MATRIX = "/api/encodings/sinusoidal/matrix"
NAMES = st.sampled_from(["br", "gzip", "x-gzip", "identity", "*", "zstd", "deflate", "BR", "GZip"])
WEIGHTS = st.sampled_from(
    ["", ";q=0", ";q=0.000", ";q=0.1", "; q=0.5", ";q=0.9", ";q=1", ";Q=0.3", " ; q=1.0"]
)
ITEMS = st.lists(
    st.tuples(NAMES, WEIGHTS), max_size=6, unique_by=lambda item: item[0].lower().removeprefix("x-")
)


def quality_of(name: str, items: list[tuple[str, str]]) -> float | None:
    """Return a coding's weight as the header says it, by name or by ``*``; None if it says nothing of it."""
    for wanted in (name, "*"):
        for item, weight in items:
            if item.lower() in ({"gzip", "x-gzip"} if wanted == "gzip" else {wanted}):
                number = re.search(r"[qQ]=([\d.]+)", weight)
                return float(number[1]) if number else 1.0
    return None


@given(ITEMS, st.sampled_from([",", ", ", " ,"]))
def test_the_coding_with_the_highest_weight_is_taken(items: list[tuple[str, str]], comma: str) -> None:
    chosen = wanted_coding(comma.join(name + weight for name, weight in items))
    weights = {name: quality_of(name, items) or 0.0 for name in ("br", "gzip")}
    if chosen:
        assert weights[chosen] > 0
        assert weights[chosen] == max(weights.values())
        # Uncompressed only if the header itself prefers it, by its name.
        assert weights[chosen] >= next(
            (quality_of("identity", [item]) or 0.0 for item in items if item[0] == "identity"), 0.0
        )
        assert chosen == "br" or weights["gzip"] > weights["br"]
    else:
        named = [quality_of("identity", [item]) or 0.0 for item in items if item[0] == "identity"]
        assert max(weights.values()) == 0 or named[0] > max(weights.values())


@pytest.mark.parametrize(
    ("header", "coding"),
    [
        ("", ""),
        ("br;q=0.1,gzip;q=0.9", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip;q=1.0, br;q=0", "gzip"),
        ("*", "br"),
        ("*;q=0", ""),
        ("br;q=0, *", "gzip"),
        ("x-gzip", "gzip"),
        ("identity, gzip;q=0.5", ""),
        ("identity;q=0.5, gzip;q=0.5", "gzip"),
        ("gzip;q=rubbish", ""),
        ("gzip;q=2", ""),
        (",;,=", ""),
        ("gzip, " + "x" * 2000, ""),
    ],
)
def test_known_headers(header: str, coding: str) -> None:
    assert wanted_coding(header) == coding


@given(st.text())
def test_any_header_is_read(header: str) -> None:
    assert wanted_coding(header) in ("", "br", "gzip")


@pytest.mark.parametrize("path", ["/en/", MATRIX, "/static/x/js/main.js"])
def test_pages_numbers_and_files_follow_the_weights(client: TestClient, path: str) -> None:
    for header, coding in (("br;q=0.1,gzip;q=0.9", "gzip"), ("br, gzip", "br"), ("identity", None)):
        answer = client.get(path, headers={"Accept-Encoding": header})
        assert answer.headers.get("content-encoding") == coding
        assert "Accept-Encoding" in answer.headers["vary"]


def test_the_codings_are_what_they_say() -> None:
    assert brotli.decompress(compressed(b"abc" * 500, "br")) == b"abc" * 500
    assert gzip.decompress(compressed(b"abc" * 500, "gzip")) == b"abc" * 500
