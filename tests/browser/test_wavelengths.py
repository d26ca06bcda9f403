"""Wavelengths against the window: every control, the counts, the real models, the look-alikes."""

from itertools import pairwise
from math import log10
from typing import Any

import httpx2
import numpy as np
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visitor
from tests.browser.figures import output, painted, press, revision, settled, trace

PATH = "/api/encodings/sinusoidal"


def asked(address: str, ability: str, **query: Any) -> Any:
    answer = httpx2.get(f"{address}{PATH}/{ability}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def read(page: Page, name: str) -> str:
    return page.locator(f"#wavelengths [data-part={name}]").inner_text()


def written(value: float, lang: str, digits: int) -> str:
    text = f"{value:,.{digits}f}"
    return text.translate(str.maketrans(",.", ".,")) if lang == "de" else text


def shows(page: Page, address: str, lang: str, window: int, **query: Any) -> None:
    """Every pair stands at its wavelength among its kind; the curve and the readings are the API's."""
    settled(page, "wavelengths")
    wavelength = asked(address, "frequencies", **query)["wavelength"]
    kinds: dict[str, list[int]] = {"whole": [], "part": [], "still": []}
    for i, length in enumerate(wavelength):
        turns = window / length
        kinds["whole" if turns >= 1 else "part" if turns >= 0.25 else "still"].append(i)
    for name, pairs in kinds.items():
        shown = trace(page, "wavelengths", name)
        assert shown["y"] == pairs
        assert shown["x"] == [wavelength[i] for i in pairs]
    assert trace(page, "wavelengths", "window")["x"] == [window, window]
    assert trace(page, "wavelengths", "quarter")["x"] == [4 * window, 4 * window]
    of = {"en": "of", "de": "von"}[lang]
    assert read(page, "whole") == f"{len(kinds['whole'])} {of} {len(wavelength)}"
    assert read(page, "still") == f"{len(kinds['still'])} {of} {len(wavelength)}"

    curve = trace(page, "wavelengths", "likeness")
    offsets = curve["x"]
    assert offsets[0] == 1
    assert offsets[-1] == 131_072
    assert max(log10(b / a) for a, b in pairwise(offsets[16:])) < 0.03
    positions = ",".join(map(str, [0, *offsets]))
    right = asked(address, "similarity", positions=positions, row=0, metric="cosine", **query)["values"][0]
    np.testing.assert_allclose(curve["y"], right[1:], atol=1e-5)

    alike = asked(address, "lookalikes", window=window, **query)
    assert trace(page, "wavelengths", "nearest")["x"] == [alike["offset"]]
    assert read(page, "distance") == written(alike["distance"], lang, 3)
    assert read(page, "neighbour") == written(alike["neighbour"], lang, 3)
    assert written(alike["offset"], lang, 0) in read(page, "nearest")
    none = {"en": "none", "de": "keine"}[lang]
    negative = alike["first_negative"]
    assert read(page, "negative") == (none if negative is None else written(negative, lang, 0))


def test_every_control_shows_the_apis_numbers(
    visit: Visitor, address: str, lang: str, view: dict[str, Any]
) -> None:
    page = visit(**view).open(f"/{lang}/figures/wavelengths")
    page.locator("#wavelengths").scroll_into_view_if_needed()
    painted(page, "wavelengths", 0)
    shows(page, address, lang, 4096, d_model=64)
    press(page, "base", "ArrowRight", "wavelengths")
    shows(page, address, lang, 4096, d_model=64, base=12500)
    press(page, "window", "ArrowLeft", "wavelengths")
    assert output(page, "window", "wavelengths") == written(2048, lang, 0)
    shows(page, address, lang, 2048, d_model=64, base=12500)
    press(page, "d_model", "ArrowLeft", "wavelengths")
    shows(page, address, lang, 2048, d_model=48, base=12500)
    press(page, "window", "End", "wavelengths")
    shows(page, address, lang, 131_072, d_model=48, base=12500)
    page.wait_for_function("() => location.search.includes('window=131072')")


@pytest.mark.parametrize(
    ("model", "base", "width", "window", "whole"),
    [
        ("Transformer", 1e4, 512, 4096, 181),
        ("Llama 2", 1e4, 128, 4096, 46),
        ("Llama 3", 5e5, 128, 8192, 35),
        ("Code Llama", 1e6, 128, 16_384, 37),
        ("Qwen2", 1e6, 128, 32_768, 40),
        ("Command R", 8e6, 128, 131_072, 41),
    ],
)
def test_real_models(
    visit: Visitor, address: str, model: str, base: float, width: int, window: int, whole: int
) -> None:
    # Pair i turns once in 2π·base^(2i/d) positions: i < d/2 · log(window/2π)/log(base), rounded up.
    assert whole == int(np.ceil(width / 2 * np.log(window / (2 * np.pi)) / np.log(base)))
    page = visit().open("/en/figures/wavelengths?base=100")
    painted(page, "wavelengths", 0)
    button = page.get_by_role("button", name=f"{model}: {base:,.0f}")
    before = revision(page, "wavelengths")
    button.click()
    painted(page, "wavelengths", before)
    assert button.get_attribute("aria-pressed") == "true"
    assert read(page, "whole") == f"{whole} of {width // 2}"
    shows(page, address, "en", window, d_model=width, base=base)


def test_the_slowest_wave_is_the_known_one(visit: Visitor, golden: dict[str, Any], lang: str) -> None:
    for width in (6, 512):
        page = visit().open(f"/{lang}/figures/wavelengths?d_model={width}")
        painted(page, "wavelengths", 0)
        slowest = golden["wavelengths"][f"d{width}_first_last"][1]
        assert read(page, "slowest") == written(slowest, lang, 0)


def test_a_narrow_encoding_with_a_small_base_looks_alike_again(visit: Visitor, lang: str) -> None:
    page = visit().open(f"/{lang}/figures/wavelengths?d_model=8&base=10")
    painted(page, "wavelengths", 0)
    said = page.locator("#wavelengths-now").inner_text()
    assert {"en": "more alike than two neighbours", "de": "ähnlicher als zwei Nachbarn"}[lang] in said
    assert written(3676, lang, 0) in said


def test_an_odd_width_is_counted_in_whole_pairs(visit: Visitor) -> None:
    page = visit().open("/en/figures/wavelengths?d_model=7")
    painted(page, "wavelengths", 0)
    assert read(page, "whole").endswith("of 3")
    assert "6 columns are counted" in page.locator("#wavelengths-now").inner_text()


def test_hover_reads_a_pair_and_an_offset(visit: Visitor, address: str) -> None:
    page = visit().open("/en/figures/wavelengths")
    settled(page, "wavelengths")
    box = page.locator("#wavelengths .plot-box").bounding_box()
    assert box
    tip = page.locator("#wavelengths .tooltip")
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 40)
    tip.wait_for()
    length = asked(address, "frequencies", d_model=64)["wavelength"][0]
    assert tip.inner_text() == (
        f"Pair 0: one turn takes {length:.2f} positions. In this window it makes {4096 / length:.0f} turns."
    )
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.85)
    assert "apart: cosine 0." in tip.inner_text()
