"""Distance and shift: what the pictures show is what the API computes, and what the golden numbers say."""

import re
from itertools import pairwise
from typing import Any

import httpx2
import numpy as np
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visitor
from tests.browser.figures import output, painted, press, revision, settled, slider, trace


def asked(address: str, path: str, **query: Any) -> Any:
    answer = httpx2.get(f"{address}/api/encodings/{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", "."))


def choose(page: Page, figure: str, parameter: str, value: str) -> None:
    before = revision(page, figure)
    page.locator(f"#{figure} [data-parameter={parameter}] input[value={value}] + span").click()
    painted(page, figure, before)


def shows(page: Page, address: str, pos: int, **query: Any) -> None:
    """The map is the API's matrix, the curve its row around offset 0, the marks the first rises."""
    settled(page, "distance")
    rows = int(query.pop("seq_len", 64))
    encoding = query.pop("encoding", "sinusoidal")
    table = asked(address, f"{encoding}/similarity", seq_len=rows, **query)["values"]
    np.testing.assert_allclose(trace(page, "distance", "cells")["z"], table, atol=1e-4)
    own = trace(page, "distance", "own")
    assert own["x"] == [other - pos for other in range(rows)]
    np.testing.assert_allclose(own["y"], table[pos], atol=1e-4)
    if encoding == "learned":
        assert not trace(page, "distance", "curve")["x"]
        assert not trace(page, "distance", "rise")["x"]
        return
    reach = max(64, rows - 1)
    curve = asked(address, "sinusoidal/similarity", start=-reach, seq_len=2 * reach + 1, row=reach, **query)
    shown = trace(page, "distance", "curve")
    assert shown["x"] == list(range(-reach, reach + 1))
    np.testing.assert_allclose(shown["y"], curve["values"][0], atol=1e-8)
    ahead = curve["values"][0][reach:]
    rise = next(k for k, (near, far) in enumerate(pairwise(ahead), 1) if far > near)
    assert trace(page, "distance", "rise")["x"] == [rise]
    assert trace(page, "distance", "rise-back")["x"] == [-rise]


def test_every_control_of_the_distance_shows_the_apis_numbers(
    visit: Visitor, address: str, lang: str, view: dict[str, Any]
) -> None:
    page = visit(**view).open(f"/{lang}/figures/distance")
    page.locator("#distance").scroll_into_view_if_needed()
    painted(page, "distance", 0)
    shows(page, address, 10)
    press(page, "pos", "ArrowRight", "distance")
    shows(page, address, 11)
    press(page, "d_model", "ArrowLeft", "distance")
    shows(page, address, 11, d_model=48)
    press(page, "base", "ArrowRight", "distance")
    shows(page, address, 11, d_model=48, base=12500)
    press(page, "seq_len", "ArrowRight", "distance")
    shows(page, address, 11, d_model=48, base=12500, seq_len=96)
    choose(page, "distance", "likeness", "cosine")
    shows(page, address, 11, d_model=48, base=12500, seq_len=96, metric="cosine")
    choose(page, "distance", "compared", "learned")
    shows(page, address, 11, encoding="learned", seq_len=96, metric="cosine")
    assert slider(page, "base", "distance").is_hidden()
    assert slider(page, "pos", "distance").is_visible()
    page.wait_for_function("() => location.search.includes('compared=learned')")


@pytest.mark.parametrize("width", [8, 64, 512])
def test_the_first_rise_is_marked_where_it_is_known_to_be(
    visit: Visitor, golden: dict[str, Any], lang: str, width: int
) -> None:
    page = visit().open(f"/{lang}/figures/distance?d_model={width}")
    settled(page, "distance")
    rise = golden["first_offset_where_the_dot_product_rises"][f"d{width}"]
    assert trace(page, "distance", "rise")["x"] == [rise]
    assert trace(page, "distance", "rise-back")["x"] == [-rise]
    said = page.locator("#distance-now").inner_text()
    assert {"en": f"at offset {rise} it rises", "de": f"bei {rise} steigt"}[lang] in said
    if width == 8:
        known = golden["dot_product_by_offset_d8"]
        curve = trace(page, "distance", "curve")
        centre = curve["x"].index(0)
        np.testing.assert_allclose(curve["y"][centre : centre + 11], known["k0..10"], atol=1e-6)
        ahead = curve["y"][centre : centre + 60]
        assert sum(far > near for near, far in pairwise(ahead)) == known["how_many_rises_in_1..59"]


def test_hover_reads_a_pair_of_positions_and_a_click_chooses_the_row(visit: Visitor, address: str) -> None:
    page = visit().open("/en/figures/distance")
    settled(page, "distance")
    cells = page.locator("#distance .plot .hm image").first.bounding_box()
    assert cells
    place = (cells["x"] + cells["width"] * 24.5 / 64, cells["y"] + cells["height"] * 20.5 / 64)
    page.mouse.move(*place)
    tip = page.locator("#distance .tooltip")
    tip.wait_for()
    value = asked(address, "sinusoidal/similarity", seq_len=64)["values"][20][24]
    assert tip.inner_text() == f"Positions 20 and 24, offset +4: dot product {value:.3f}."
    before = revision(page, "distance")
    page.mouse.click(*place)
    painted(page, "distance", before)
    assert output(page, "pos", "distance") == "20"


def test_an_odd_width_is_explained(visit: Visitor) -> None:
    page = visit().open("/en/figures/distance?d_model=7")
    painted(page, "distance", 0)
    assert "the last sine has no cosine" in page.locator("#distance-now").inner_text()


def test_long_tables_are_compared_in_part(visit: Visitor, lang: str) -> None:
    page = visit().open(f"/{lang}/figures/distance?seq_len=640&pos=600")
    settled(page, "distance")
    assert len(trace(page, "distance", "cells")["z"]) == 256
    assert "256" in page.locator("#distance-now").inner_text()


def numbers(page: Page, name: str) -> list[float]:
    return [number(text) for text in page.locator(f"#shift [data-part={name}] span").all_inner_texts()]


def rotates(page: Page, address: str, pos: int, k: int, pair: int, **query: Any) -> list[float]:
    """The matrix is the API's block, its product the true row, and the hands stand at both rows."""
    shift = asked(address, "sinusoidal/shift", k=k, seq_len=64, **query)
    block = np.array(shift["blocks"][pair])
    rows = asked(address, "sinusoidal/matrix", positions=f"{pos},{pos + k}", **query)["values"]
    here, there = (row[2 * pair : 2 * pair + 2] for row in rows)
    np.testing.assert_allclose(numbers(page, "block"), block.ravel(), atol=1e-6)
    np.testing.assert_allclose(numbers(page, "here"), here, atol=1e-6)
    np.testing.assert_allclose(numbers(page, "product"), there, atol=1e-6)
    face = page.locator(f"#shift .clock[data-pair='{pair}']")
    assert face.get_attribute("aria-pressed") == "true"
    for hand, (sine, cosine) in (("clock-hand", here), ("shift-there", there)):
        end = (face.locator(f".{hand}").get_attribute("d") or "").split("L")[1].split(" ")
        assert [float(part) for part in end] == pytest.approx([40 * sine, -40 * cosine], abs=0.01)
    wavelength = asked(address, "sinusoidal/frequencies", **query)["wavelength"][pair]
    label = face.locator(".clock-label").inner_text().rstrip("°")
    # Whole degrees of a thousand and more are grouped.
    shown = number(re.sub(r"[.,](?=\d{3}$)", "", label) if abs(k / wavelength) > 1 else label)
    assert shown == pytest.approx(360 * k / wavelength, rel=5e-3)
    return numbers(page, "block")


def test_every_control_of_the_shift_shows_the_apis_numbers(
    visit: Visitor, address: str, lang: str, view: dict[str, Any]
) -> None:
    page = visit(**view).open(f"/{lang}/figures/shift")
    page.locator("#shift").scroll_into_view_if_needed()
    painted(page, "shift", 0)
    first = rotates(page, address, 10, 7, 4, d_model=64)
    press(page, "pos", "ArrowRight", "shift")
    # The same matrix for another position: the point of the figure.
    assert rotates(page, address, 11, 7, 4, d_model=64) == first
    press(page, "k", "ArrowRight", "shift")
    assert rotates(page, address, 11, 8, 4, d_model=64) != first
    press(page, "base", "ArrowRight", "shift")
    rotates(page, address, 11, 8, 4, d_model=64, base=12500)
    press(page, "d_model", "ArrowLeft", "shift")
    rotates(page, address, 11, 8, 4, d_model=48, base=12500)
    press(page, "k", "Home", "shift")
    assert output(page, "k", "shift") == "−32"
    rotates(page, address, 11, -32, 4, d_model=48, base=12500)
    before = revision(page, "shift")
    page.locator("#shift .clock").first.click()
    painted(page, "shift", before)
    rotates(page, address, 11, -32, 0, d_model=48, base=12500)
    assert page.evaluate("() => document.activeElement.dataset.pair") == "0"


def test_the_rotation_and_its_residual_are_the_known_ones(visit: Visitor, golden: dict[str, Any]) -> None:
    page = visit().open("/en/figures/shift?k=7&d_model=6&dim=0&pos=50")
    painted(page, "shift", 0)
    np.testing.assert_allclose(numbers(page, "block"), np.ravel(golden["shift_k7_d6_block0"]), atol=5e-7)
    moved = golden["shift_maps"]["PE(50)->PE(57)_d6"]
    np.testing.assert_allclose(numbers(page, "product"), moved[:2], atol=5e-7)
    residual = page.locator("#shift [data-part=residual]").inner_text()
    assert residual.endswith(("10⁻¹⁵", "10⁻¹⁶"))
    assert residual in page.locator("#shift-now").inner_text()


def test_a_sine_alone_has_no_rule(visit: Visitor, golden: dict[str, Any], lang: str) -> None:
    page = visit().open(f"/{lang}/figures/shift")
    painted(page, "shift", 0)
    choose(page, "shift", "parts", "sine")
    known = golden["uniqueness"]["sin_only_d2_collision"]

    def row(place: int) -> list[float]:
        cells = page.locator("[data-part=collision] tr").nth(place).locator("td")
        return [number(text) for text in cells.all_inner_texts()]

    # Seven steps on a wave of six positions are one step: 1 goes to 2, 2 to 3.
    assert row(0) == pytest.approx([known["sin(pi/3)"], known["sin(2pi/3)"], known["cos"][0]], abs=1e-6)
    assert row(1) == pytest.approx([known["sin(2pi/3)"], 0, known["cos"][1]], abs=1e-6)
    told = page.locator("#shift-now").inner_text()
    assert {"en": "No rule", "de": "Keine Regel"}[lang] in told
    starts = page.locator("#shift .shift-start")
    assert starts.nth(0).get_attribute("cy") == starts.nth(1).get_attribute("cy")
    # Half a turn: both lead to the same value, and the figure does not claim otherwise.
    for _ in range(3):
        press(page, "k", "ArrowLeft", "shift")
    press(page, "k", "ArrowLeft", "shift")
    assert output(page, "k", "shift") == "3"
    assert row(0)[1] == row(1)[1] == pytest.approx(-known["sin(pi/3)"], abs=1e-6)
    assert {"en": "luck", "de": "Zufall"}[lang] in page.locator("#shift-now").inner_text()
    assert slider(page, "base", "shift").is_hidden()
    choose(page, "shift", "parts", "pairs")
    assert slider(page, "base", "shift").is_visible()
    assert page.locator("#shift [data-part=sine]").is_hidden()


def test_a_last_sine_without_cosine_cannot_be_rotated(visit: Visitor, lang: str) -> None:
    page = visit().open(f"/{lang}/figures/shift?d_model=7&dim=6")
    painted(page, "shift", 0)
    assert page.locator("#shift [data-part=equation]").is_hidden()
    alone = page.locator("#shift .clock[data-pair='3'] .clock-label")
    assert alone.inner_text() == {"en": "sine only", "de": "nur Sinus"}[lang]
    before = revision(page, "shift")
    page.locator("#shift .clock[data-pair='1']").click()
    painted(page, "shift", before)
    assert page.locator("#shift [data-part=equation]").is_visible()


def test_a_dragged_position_needs_no_new_answer(visit: Visitor) -> None:
    page = visit().open("/en/figures/shift")
    painted(page, "shift", 0)
    settled_requests: list[str] = []
    page.on("request", lambda request: settled_requests.append(request.url))
    for _ in range(5):
        press(page, "pos", "ArrowRight", "shift")
    assert slider(page, "pos", "shift").input_value() == "15"
    assert not [url for url in settled_requests if "/sinusoidal/" in url and "/sweep" not in url]
