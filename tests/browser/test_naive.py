"""The three naive ideas: every control, and every curve against the API's numbers."""

from typing import Any

import httpx2
import numpy as np
import pytest
from playwright.sync_api import Page

from app.maths.arrays import FloatArray
from tests.browser.conftest import Visitor
from tests.browser.figures import output, painted, press, revision, settled, slider, trace

WIDTH = 16


def rows(address: str, encoding: str, seq_len: int, **query: Any) -> FloatArray:
    answer = httpx2.get(
        f"{address}/api/encodings/{encoding}/matrix",
        params=query | {"seq_len": seq_len, "d_model": WIDTH},
    )
    assert answer.status_code == 200, answer.text
    return np.array(answer.json()["values"])


def table_of(address: str, idea: str, seq_len: int) -> FloatArray:
    if idea == "binary":
        return rows(address, "binary", seq_len)
    return rows(address, "index", seq_len, scale="length" if idea == "length" else "none")


def choose(page: Page, value: str) -> None:
    before = revision(page, "naive")
    page.locator(f"#naive [data-parameter=naive_idea] input[value={value}] + span").click()
    painted(page, "naive", before)


def steps(table: FloatArray) -> FloatArray:
    return np.asarray(np.linalg.norm(np.diff(table, axis=0), axis=1))


def shows(page: Page, address: str, idea: str, pos: int, count: int, base: float = 10_000) -> None:
    settled(page, "naive")
    own, longer = table_of(address, idea, count), table_of(address, idea, 2 * count)
    answer = rows(address, "sinusoidal", count, base=base)
    np.testing.assert_allclose(trace(page, "naive", "idea")["z"], own, atol=1e-6)
    np.testing.assert_allclose(trace(page, "naive", "answer")["z"], answer, atol=1e-6)
    for name, table in (("idea", own), ("longer", longer[:count]), ("answer", answer)):
        norms = np.linalg.norm(table, axis=1) / np.sqrt(WIDTH)
        np.testing.assert_allclose(trace(page, "naive", f"norm-{name}")["x"], norms, atol=1e-5)
        np.testing.assert_allclose(trace(page, "naive", f"step-{name}")["x"], steps(table), atol=1e-5)
    for name in ("norm-dot", "step-dot", "norm-answer-dot", "step-answer-dot"):
        assert trace(page, "naive", name)["y"] == [pos]
    assert trace(page, "naive", "norm-dot")["x"][0] == pytest.approx(
        np.linalg.norm(own[pos]) / np.sqrt(WIDTH), abs=1e-5
    )
    assert trace(page, "naive", "word")["x"] == [1, 1]
    ring = trace(page, "naive", "idea-row")["y"]
    assert (min(ring), max(ring)) == (pos - 0.5, pos + 0.5)


def cell(page: Page, name: str) -> float:
    text = page.locator(f"#naive td [data-part={name}], #naive td[data-part={name}]").inner_text()
    return float(text.replace("%", "").replace(",", ".").strip())


def test_every_control_shows_the_apis_numbers(
    visit: Visitor, address: str, lang: str, view: dict[str, Any]
) -> None:
    page = visit(**view).open(f"/{lang}/figures/naive")
    slider(page, "pos", "naive").scroll_into_view_if_needed()
    painted(page, "naive", 0)
    shows(page, address, "index", 10, 64)
    press(page, "pos", "ArrowRight", "naive")
    assert output(page, "pos", "naive") == "11"
    shows(page, address, "index", 11, 64)
    choose(page, "length")
    shows(page, address, "length", 11, 64)
    press(page, "seq_len", "ArrowLeft", "naive")
    assert output(page, "seq_len", "naive") == "48"
    shows(page, address, "length", 11, 48)
    choose(page, "binary")
    shows(page, address, "binary", 11, 48)
    page.wait_for_function("() => location.search.includes('naive_idea=binary')")


def test_the_index_drowns_the_word_and_the_waves_do_not(visit: Visitor, lang: str) -> None:
    page = visit().open(f"/{lang}/figures/naive")
    painted(page, "naive", 0)
    # A row of 16 tens is ten times as long as a word of norm 4: 1/101 of the squared norm is left to it.
    assert cell(page, "norm-idea") == 10
    assert cell(page, "share-idea") == pytest.approx(100 / 101, abs=0.005)
    assert cell(page, "share-answer") == 67
    assert {"en": "0.99%", "de": "0,99\u00a0%"}[lang] in page.locator("#naive-now").inner_text()
    assert cell(page, "step-idea") == cell(page, "longer-idea") == 4
    press(page, "pos", "Home", "naive")
    assert cell(page, "norm-idea") == 0
    assert cell(page, "share-idea") == 100


def test_divided_by_the_length_the_step_halves_when_the_text_doubles(visit: Visitor) -> None:
    page = visit().open("/en/figures/naive?naive_idea=length")
    painted(page, "naive", 0)
    assert cell(page, "step-idea") == pytest.approx(4 / 64, abs=1e-4)
    assert cell(page, "longer-idea") == pytest.approx(4 / 128, abs=1e-4)
    assert cell(page, "step-answer") == cell(page, "longer-answer")
    words = page.locator("#naive-now").inner_text()
    assert "0.0625" in words
    assert "128" in words


@pytest.mark.parametrize(
    ("pos", "digits", "flips"), [(15, "0001111 to 0010000", 5), (31, "0011111 to 0100000", 6)]
)
def test_binary_digits_jump(visit: Visitor, pos: int, digits: str, flips: int) -> None:
    page = visit().open(f"/en/figures/naive?naive_idea=binary&pos={pos}")
    painted(page, "naive", 0)
    words = page.locator("#naive-now").inner_text()
    assert digits in words
    assert f"{flips} change, a jump of {np.sqrt(flips):.3f}" in words
    assert cell(page, "step-idea") == pytest.approx(np.sqrt(flips), abs=1e-4)


def test_the_last_position_has_no_next_step(visit: Visitor) -> None:
    page = visit().open("/en/figures/naive?naive_idea=binary&pos=63")
    painted(page, "naive", 0)
    assert page.locator("#naive [data-part=step-idea]").inner_text() == "none"
    assert "is the last one" in page.locator("#naive-now").inner_text()


def test_the_shared_base_moves_the_answer_and_a_click_chooses_a_position(
    visit: Visitor, address: str
) -> None:
    page = visit().open("/en/figures/naive?base=100")
    painted(page, "naive", 0)
    shows(page, address, "index", 10, 64, base=100)
    box = page.locator("#naive .plot-box").bounding_box()
    assert box
    before = revision(page, "naive")
    page.mouse.click(box["x"] + 0.2 * box["width"], box["y"] + 0.5 * box["height"])
    painted(page, "naive", before)
    chosen = int(output(page, "pos", "naive"))
    assert 20 < chosen < 44
    page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + 0.52 * box["height"])
    assert "Position" in page.locator("#naive .tooltip").inner_text()
    page.mouse.move(box["x"] + 0.6 * box["width"], box["y"] + 0.5 * box["height"])
    assert "for the sinusoidal row" in page.locator("#naive .tooltip").inner_text()
