import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from app.encodings.params import ParameterError
from app.web.sentences import LONGEST_WORD, MOST_WORDS, words_of

# XML 1.0, fifth edition, production 2: what a document, and so an SVG, may hold.
XML = ((0x9, 0x9), (0xA, 0xA), (0xD, 0xD), (0x20, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x10FFFF))


@given(sentence=st.text(min_size=1, max_size=80))
def test_every_accepted_sentence_fits_into_a_picture_and_parts_alike_again(sentence: str) -> None:
    try:
        words = words_of(sentence)
    except ParameterError:
        return
    assert all(any(first <= ord(sign) <= last for first, last in XML) for word in words for sign in word)
    assert words_of(" ".join(words)) == words
    assert 1 <= len(words) <= MOST_WORDS
    assert max(map(len, words)) <= LONGEST_WORD


CONTROLS = [0x00, 0x01, 0x0E, 0x1B, 0x1F, 0x7F, 0x85, 0x9F, 0x202E, 0x2066, 0xFDD0, 0xFEFF, 0xFFFE, 0x1FFFF]


@pytest.mark.parametrize("code", CONTROLS)
def test_controls_and_noncharacters_are_refused_by_name(code: int) -> None:
    with pytest.raises(ParameterError, match=f"may not contain control characters; has U\\+{code:04X}$"):
        words_of(f"one{chr(code)} two")


def test_words_end_at_unicodes_white_space(client: TestClient) -> None:
    spaces = "\t\n \u00a0\u1680\u2000\u2003\u200a\u2028\u2029\u202f\u205f\u3000"
    assert words_of(spaces.join(["a", "b", "c"])) == ["a", "b", "c"]
    for space in spaces:
        assert words_of(f"{space}a{space}b{space}") == ["a", "b"]
    for path in ("word-order", "sum", "real-model"):
        answer = client.get(f"/api/{path}", params={"sentence": "dog\x85bites man", "lang": "en"})
        assert answer.json()["errors"][0]["rule"] == "may not contain control characters; has U+0085"


def test_letters_are_counted_in_code_points() -> None:
    assert words_of("🐕" * LONGEST_WORD) == ["🐕" * LONGEST_WORD]
    with pytest.raises(ParameterError, match="at most 40 characters"):
        words_of("🐕" * (LONGEST_WORD + 1))
