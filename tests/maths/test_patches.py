from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.maths.binary import binary_table
from app.maths.patches import grid_positions, patch_grid, sincos2d
from app.maths.similarity import similarity
from app.maths.sinusoidal import sinusoidal


def test_two_axes_on_a_square_and_on_a_wide_grid(golden: dict[str, Any]) -> None:
    np.testing.assert_allclose(sincos2d(2, 2, 8), golden["sincos2d_2x2_D8_x_first"], atol=1e-9)
    wide = sincos2d(2, 3, 8)
    for name, row in golden["sincos2d_2x3_D8_x_first_flat"].items():
        np.testing.assert_allclose(wide[int(name.split("_")[0])], row, atol=1e-9)


@given(height=st.integers(1, 9), width=st.integers(1, 9), quarter=st.integers(1, 8))
def test_order_of_the_axes_swaps_the_halves(height: int, width: int, quarter: int) -> None:
    half = 2 * quarter
    x_first = sincos2d(height, width, 2 * half)
    y_first = sincos2d(height, width, 2 * half, order="yx")
    np.testing.assert_array_equal(x_first, np.roll(y_first, half, axis=1))
    x, y = grid_positions(height, width)
    np.testing.assert_array_equal(y * width + x, np.arange(height * width))
    np.testing.assert_array_equal(x_first[:, :half], sinusoidal(x, half, layout="blocks"))


def test_patches_of_an_image(golden: dict[str, Any]) -> None:
    for name, known in golden["vit_tokens"].items():
        image, patch = name.split("/")
        height, width = (int(side) for side in (image.split("x") * 2)[:2])
        rows, columns = patch_grid(height, width, int(patch))
        assert [rows, columns] == known["grid"]
        assert rows * columns == known["patches"]
        assert rows * columns + 1 == known["with_cls"]


def test_bits() -> None:
    assert binary_table(np.array([0.0, 1.0, 6.0, 6.5, -1.0]), 4).tolist() == [
        [0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 1, 0], [0, 1, 1, 0], [1, 1, 1, 1],
    ]  # fmt: skip
    np.testing.assert_array_equal(binary_table(np.array([-1.0, 1e7]), 8192)[:, -1], [1, 0])


@given(position=st.integers(-(10**7), 10**7), bits=st.integers(1, 70))
def test_bits_are_those_of_the_whole_number(position: int, bits: int) -> None:
    assert binary_table(np.array([float(position)]), bits)[0].tolist() == [
        position >> j & 1 for j in range(bits)
    ]


def test_cosine_of_a_zero_row_is_undefined() -> None:
    rows = np.array([[0.0, 0.0], [3.0, 4.0], [-3.0, -4.0]])
    np.testing.assert_array_equal(similarity(rows, rows)[1], [0, 25, -25])
    cosine = similarity(rows, rows, "cosine")
    assert np.isnan(cosine[0]).all()
    assert np.isnan(cosine[:, 0]).all()
    np.testing.assert_allclose(cosine[1:, 1:], [[1, -1], [-1, 1]])


def test_refusals() -> None:
    with pytest.raises(ValueError, match="patch must be at least 1, got 0"):
        patch_grid(8, 8, 0)
    with pytest.raises(ValueError, match="image_width must be a multiple of patch 16, got 100"):
        patch_grid(224, 100, 16)
    with pytest.raises(ValueError, match="d_model must be a multiple of 4, got 6"):
        sincos2d(2, 2, 6)
    with pytest.raises(ValueError, match="height and width must be at least 1, got 0 and 2"):
        sincos2d(0, 2, 4)
    with pytest.raises(ValueError, match="order must be 'xy' or 'yx', got 'zz'"):
        sincos2d(2, 2, 4, order="zz")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="d_model must be at least 1, got 0"):
        binary_table(np.arange(2.0), 0)
    with pytest.raises(ValueError, match="metric must be 'dot' or 'cosine', got 'own'"):
        similarity(np.ones((1, 1)), np.ones((1, 1)), "own")  # type: ignore[arg-type]
