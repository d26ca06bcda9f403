"""Word plus position: every control, and every bar, strip and dot against the API's numbers."""

from itertools import pairwise
from typing import Any

import httpx2
import numpy as np
import pytest
from playwright.sync_api import Page

from app.maths.word_vectors import SAMPLE_WORDS
from tests.browser.conftest import Visitor
from tests.browser.figures import output, painted, press, revision, settled, slider, trace

TERMS = ("word_word", "word_position", "position_word", "position_position")
PAIR = {"en": "dog man", "de": "Hund Mann"}


def asked(address: str, **query: Any) -> Any:
    answer = httpx2.get(f"{address}/api/sum", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def choose(page: Page, parameter: str, value: str) -> None:
    before = revision(page, "sum")
    page.locator(f"#sum [data-parameter={parameter}] input[value={value}] + span").click()
    painted(page, "sum", before)


def shows(page: Page, address: str, sentence: str, positions: str, **query: Any) -> Any:
    """The strips are the vectors, the bars follow each other to the score, the dots are the angles."""
    settled(page, "sum")
    pair = asked(address, sentence=sentence, positions=positions, **query)
    for k, name in enumerate(("first", "second")):
        strips = [pair[part][k] for part in ("word_vectors", "position_vectors", "inputs")]
        np.testing.assert_allclose(trace(page, "sum", name)["z"], strips, atol=1e-12)
    values = [pair["terms"][name][0][1] for name in TERMS]
    ends = np.concatenate([[0.0], np.cumsum(values)])
    spans = list(pairwise(ends))
    words, mixed, last = (trace(page, "sum", f"term-{name}")["x"] for name in ("words", "mixed", "positions"))
    drawn = [*words, *(value for value in mixed if value is not None), *last]
    np.testing.assert_allclose(drawn, np.ravel(spans), atol=1e-9)
    np.testing.assert_allclose(trace(page, "sum", "score")["x"], [0, pair["score"][0][1]], atol=1e-9)
    assert last[1] == pytest.approx(pair["score"][0][1], abs=1e-9)
    crowd = asked(address, sentence=SAMPLE_WORDS, precision=2, **query)
    angles = trace(page, "sum", "angles")["x"]
    assert angles == [angle for row in crowd["angle"] for angle in row]
    read = crowd["read_back"]
    for part, name in (("read-words", "words"), ("read-positions", "positions")):
        assert page.locator(f"#sum [data-part={part}]").inner_text().split()[0] == str(read[name])
    return pair


def test_every_control_shows_the_apis_numbers(
    visit: Visitor, address: str, lang: str, view: dict[str, Any]
) -> None:
    page = visit(**view).open(f"/{lang}/figures/sum")
    slider(page, "sum_first", "sum").scroll_into_view_if_needed()
    painted(page, "sum", 0)
    pair = PAIR[lang]
    shows(page, address, pair, "3,5")
    press(page, "sum_first", "ArrowRight", "sum")
    shows(page, address, pair, "4,5")
    press(page, "sum_second", "ArrowRight", "sum")
    assert output(page, "sum_second", "sum") == "6"
    shows(page, address, pair, "4,6")
    press(page, "d_model", "ArrowLeft", "sum")
    shows(page, address, pair, "4,6", d_model=48)
    press(page, "strength", "ArrowLeft", "sum")
    shows(page, address, pair, "4,6", d_model=48, strength=0.95)
    choose(page, "embedding_scale", "none")
    shows(page, address, pair, "4,6", d_model=48, strength=0.95, embedding_scale="none")
    choose(page, "sum_words", "same")
    first = pair.split()[0]
    shows(page, address, f"{first} {first}", "4,6", d_model=48, strength=0.95, embedding_scale="none")
    page.wait_for_function("() => location.search.includes('embedding_scale=none')")


def test_strength_0_brings_the_bag_of_words_back(visit: Visitor, address: str, lang: str) -> None:
    # The strength is a matter of the sum, whether or not the words of the first section have positions.
    page = visit().open(f"/{lang}/figures/sum?word_encoding=none")
    painted(page, "sum", 0)
    assert slider(page, "strength", "sum").is_enabled()
    press(page, "strength", "Home", "sum")
    pair = shows(page, address, PAIR[lang], "3,5", strength=0)
    assert pair["score"][0][1] == pair["terms"]["word_word"][0][1]
    assert {"en": "bag of words", "de": "Beutel voller Wörter"}[lang] in page.locator("#sum-now").inner_text()
    said = page.locator("#sum-now").inner_text()
    press(page, "sum_first", "ArrowRight", "sum")
    assert page.locator("#sum-now").inner_text() == said


def test_the_known_term_and_the_norms_of_the_paper(visit: Visitor, golden: dict[str, Any]) -> None:
    page = visit().open("/en/figures/sum?d_model=6")
    painted(page, "sum", 0)
    assert "p.p' = 1.579538104" in golden["score_decomposition"]
    settled(page, "sum")
    begin, end = trace(page, "sum", "term-positions")["x"]
    assert end - begin == pytest.approx(1.579538104, abs=1e-9)
    assert "1.580" in page.locator("#sum-now").inner_text()
    page.goto(page.url.replace("d_model=6", "d_model=512"))
    painted(page, "sum", 0)
    words = page.locator("#sum-now").inner_text()
    assert "√512 = 22.627" in words
    assert "a position has 16.000" in words
    row = page.locator("#sum [data-part=norms] tr").first.locator("td").all_inner_texts()
    assert row[:2] == ["22.627", "16.000"]
    choose(page, "embedding_scale", "none")
    assert "the position is the louder one" in page.locator("#sum-now").inner_text()


def test_one_word_at_two_places_has_two_inputs(visit: Visitor, address: str) -> None:
    page = visit().open("/en/figures/sum?sum_words=same")
    painted(page, "sum", 0)
    inputs = np.array(asked(address, sentence="dog dog", positions="3,5")["inputs"])
    assert f"norm {np.linalg.norm(inputs[0] - inputs[1]):.3f}" in page.locator("#sum-now").inner_text()
    press(page, "strength", "Home", "sum")
    assert "one and the same" in page.locator("#sum-now").inner_text()


def test_the_sentence_of_the_page_gives_the_words(visit: Visitor, address: str) -> None:
    page = visit().open("/en/figures/sum?sentence=ships+sail+far+away")
    slider(page, "sum_first", "sum").scroll_into_view_if_needed()
    painted(page, "sum", 0)
    shows(page, address, "ships away", "3,5")
    assert page.locator("#sum [data-part=norms] th").all_inner_texts() == [
        "ships + position 3",
        "away + position 5",
    ]


def test_hover_tells_values_terms_and_angles(visit: Visitor, address: str) -> None:
    page = visit().open("/en/figures/sum?d_model=6")
    settled(page, "sum")
    box = page.locator("#sum .plot-box").bounding_box()
    assert box
    tip = page.locator("#sum .tooltip")
    pair = asked(address, sentence="dog man", positions="3,5", d_model=6)
    # The top strip of three, in the first of six columns.
    page.mouse.move(box["x"] + 140, box["y"] + 25)
    tip.wait_for()
    assert tip.inner_text() == f"dog, column 0: {pair['word_vectors'][0][0]:.3f}".replace("-", "−")
    page.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + 0.735 * box["height"])
    assert tip.inner_text() == f"position · word: {pair['terms']['position_word'][0][1]:.3f}".replace(
        "-", "−"
    )
    page.mouse.move(box["x"] + 0.85 * box["width"], box["y"] + 0.75 * box["height"])
    assert "144 angles" in tip.inner_text()
