"""The picture in patches: every control, what is drawn and what is said, against the API and the tables."""

from typing import Any

import numpy as np
from fastapi.testclient import TestClient
from playwright.sync_api import Page

from app.encodings.registry import Registry
from tests.browser.conftest import Visitor
from tests.browser.figures import output, painted, press, revision, settled, slider, trace

FIGURE = "patches"


def opened(visit: Visitor, lang: str, query: str = "") -> Page:
    page = visit().open(f"/{lang}/figures/{FIGURE}{query}")
    painted(page, FIGURE, 0)
    pictured(page)
    settled(page, FIGURE)
    return page


def pictured(page: Page, key: str = "") -> None:
    """Wait until the picture has been cut, for a state whose key holds this text."""
    page.wait_for_function(
        "([id, key]) => document.getElementById(id).dataset.picture?.includes(key)", arg=[FIGURE, key]
    )


def chosen(page: Page, name: str, value: str) -> None:
    before = revision(page, FIGURE)
    page.locator(f"label:has(input[name={FIGURE}-{name}][value={value}])").click()
    painted(page, FIGURE, before)
    settled(page, FIGURE)


def text(page: Page, part: str) -> str:
    return page.locator(f"#{FIGURE} [data-part={part}]").inner_text()


def places(page: Page, part: str) -> list[str]:
    return [item.split()[-1] for item in page.locator(f"#{FIGURE} [data-part={part}] li").all_inner_texts()]


def cosines(table: np.ndarray, row: int) -> np.ndarray:
    return np.asarray(table @ table[row] / np.linalg.norm(table, axis=1) / np.linalg.norm(table[row]))


def test_the_row_counts_from_the_class_token(visit: Visitor, lang: str) -> None:
    page = opened(visit, lang)
    assert "14 × 20 = 280" in text(page, "counted")
    assert "281" in text(page, "counted")
    assert [places(page, "row")[0], places(page, "row")[-1]] == ["0", "280"]
    assert page.locator(f"#{FIGURE} [data-part=row] .class-token").count() == 1
    chosen(page, "class_token", "without")
    assert "281" not in text(page, "counted")
    assert [places(page, "row")[0], places(page, "row")[-1]] == ["0", "279"]
    assert page.locator(f"#{FIGURE} .class-token").count() == 0
    unused = page.locator(f"#{FIGURE} [data-verdict=class_token] output").inner_text()
    assert unused == {"en": "no class token", "de": "kein Klassen-Token"}[lang]


def test_other_sizes_cut_other_grids(visit: Visitor, lang: str) -> None:
    page = opened(visit, lang)
    for name, key, grid, picture in (
        ("image_width", "Home", "14 × 8 = 112", "image_height=224&image_width=128,16,"),
        ("image_height", "End", "20 × 8 = 160", "image_height=320&image_width=128,16,"),
        ("patch_side", "End", "10 × 4 = 40", "image_height=320&image_width=128,32,"),
    ):
        slider(page, name, FIGURE).press(key)
        # The picture comes last, after the answers.
        pictured(page, picture)
        settled(page, FIGURE)
        assert grid in text(page, "counted")
    shape = page.evaluate(
        """() => { const { width, height } = document.querySelector('[data-part=cut]');
        return [height, width]; }"""
    )
    # Ten rows and four columns of 32 pixels, with gaps of 3.
    assert shape == [10 * 35 + 3, 4 * 35 + 3]
    assert np.array(trace(page, FIGURE, "sine")["z"]).shape == (10, 4)
    assert np.array(trace(page, FIGURE, "learned")["z"]).shape == (37, 37)


PIXELS = """part => { const canvas = document.querySelector(`#patches [data-part=${part}]`);
    const { width, height } = canvas;
    return [height, width, [...canvas.getContext('2d').getImageData(0, 0, width, height).data]]; }"""


def patches(page: Page, part: str) -> np.ndarray:
    """Return the patches of 16 pixels as they are drawn, with gaps of 3 between them."""
    height, width, data = page.evaluate(PIXELS, part)
    drawn = np.array(data, dtype=np.uint8).reshape(height, width, 4)[3:, 3:]
    return np.asarray(drawn.reshape(height // 19, 19, width // 19, 19, 4)[:, :16, :, :16].swapaxes(1, 2))


def test_the_shuffled_picture_holds_the_same_patches_in_the_order_told(
    visit: Visitor, client: TestClient, lang: str
) -> None:
    page = opened(visit, lang)
    press(page, "patch_seed", "ArrowRight", FIGURE)
    pictured(page, ",16,2,")
    order = client.get("/api/patches/attention", params={"seed": 2}).json()["order"]
    cut, shuffled = (patches(page, part).reshape(280, 16, 16, 4) for part in ("cut", "shuffled"))
    # The outline of the chosen patch covers a gap, no patch.
    np.testing.assert_array_equal(shuffled, cut[order])
    assert len(np.unique(cut.reshape(280, -1), axis=0)) > 100


def test_the_verdict_is_that_of_the_server(visit: Visitor, client: TestClient, lang: str) -> None:
    page = opened(visit, lang)
    value = f"#{FIGURE} [data-verdict={{}}] output"
    for name in ("per_patch", "class_token", "pooled"):
        assert page.locator(value.format(name)).inner_text() == {"en": "0.000000", "de": "0,000000"}[lang]
    same = text(page, "verdict")
    chosen(page, "patch_positions", "sincos2d")
    verdict = client.get("/api/patches/attention", params={"positions": "sincos2d"}).json()["verdict"]
    for name in ("per_patch", "class_token", "pooled", "row_by_row"):
        known = f"{verdict[f'{name}_max_abs']:.6f}".replace(".", "," if lang == "de" else ".")
        assert page.locator(value.format(name)).inner_text() == known
    assert text(page, "verdict") != same


def test_the_maps_show_the_cosines_of_the_chosen_patch(visit: Visitor, registry: Registry, lang: str) -> None:
    page = opened(visit, lang, "?patch_y=5&patch_x=11&base=100")
    press(page, "patch_y", "ArrowRight", FIGURE)
    press(page, "patch_x", "ArrowLeft", FIGURE)
    settled(page, FIGURE)
    learned = cosines(registry["patches_learned"].table, 6 * 37 + 10)  # type: ignore[attr-defined]
    np.testing.assert_allclose(trace(page, FIGURE, "learned")["z"], learned.reshape(37, 37), atol=5.1e-4)
    # cos of the angle between two rows of the 2-D sine: the mean over both axes of cos(k / base^(2i/192)).
    frequencies = 100.0 ** (-np.arange(96) / 96)
    down, across = np.meshgrid(np.arange(14) - 6, np.arange(20) - 10, indexing="ij")
    known = (np.cos(down[..., None] * frequencies) + np.cos(across[..., None] * frequencies)).mean(axis=2) / 2
    np.testing.assert_allclose(trace(page, FIGURE, "sine")["z"], known, atol=5.1e-4)
    for name in ("learned-here", "sine-here"):
        here = trace(page, FIGURE, name)
        assert (here["y"], here["x"]) == ([6], [10])
    learned[6 * 37 + 10] = -1
    y, x = divmod(int(learned.argmax()), 37)
    said = page.locator(f"#{FIGURE}-now").inner_text()
    near = {"en": f"row {y}, column {x}", "de": f"Zeile {y}, Spalte {x}"}[lang]
    assert near in said


def test_a_patch_beyond_the_smaller_grid_is_said(visit: Visitor, lang: str) -> None:
    page = opened(visit, lang, "?patch_y=30&patch_x=36")
    here = trace(page, FIGURE, "sine-here")
    assert (here["y"], here["x"]) == ([13], [19])
    said = page.locator(f"#{FIGURE}-now").inner_text()
    assert {"en": "row 13, column 19", "de": "Zeile 13, Spalte 19"}[lang] in said


def test_the_order_of_the_axes_swaps_the_halves_and_no_cosine(visit: Visitor, lang: str) -> None:
    page = opened(visit, lang, "?patch_y=2&patch_x=7&base=100")

    def halves() -> list[Any]:
        return [half.split() for half in page.locator(f"#{FIGURE} [data-part=code] .strip").all_inner_texts()]

    x_first, map_before = halves(), trace(page, FIGURE, "sine")["z"]
    comma = "," if lang == "de" else "."
    # Two frequencies an axis, 1 and 1/√base: sines before cosines.
    known = [np.sin(7), np.sin(0.7), np.cos(7), np.cos(0.7)]
    assert x_first[0] == [f"{value:.3f}".replace("-", "−").replace(".", comma) for value in known]
    chosen(page, "grid_order", "yx")
    assert halves() == x_first[::-1]
    assert trace(page, FIGURE, "sine")["z"] == map_before


def test_base_sharpens_the_map_of_the_sine_alone(visit: Visitor, lang: str) -> None:
    page = opened(visit, lang)
    learned, sine = (np.array(trace(page, FIGURE, name)["z"]) for name in ("learned", "sine"))
    press(page, "base", "Home", FIGURE)
    settled(page, FIGURE)
    assert output(page, "base", FIGURE) == "10"
    assert np.array(trace(page, FIGURE, "sine")["z"]).min() < sine.min() - 0.3
    np.testing.assert_array_equal(trace(page, FIGURE, "learned")["z"], learned)


def test_a_click_chooses_a_patch_and_hover_reads_its_cosine(visit: Visitor) -> None:
    page = opened(visit, "en")
    box = page.locator(f"#{FIGURE} .plot-box")
    size = box.bounding_box()
    assert size
    before = revision(page, FIGURE)
    at: Any = {"x": 48 + 0.23 * (size["width"] - 102), "y": 28 + 0.5 * (size["height"] - 72)}
    box.click(position=at)
    painted(page, FIGURE, before)
    # The middle of the map.
    assert slider(page, "patch_y", FIGURE).input_value() == "18"
    assert slider(page, "patch_x", FIGURE).input_value() == "18"
    settled(page, FIGURE)
    box.hover(position={"x": at["x"] + 1, "y": at["y"]})
    assert "Row 18, column 18: cosine 1.000" in page.locator(f"#{FIGURE} .tooltip").inner_text()
