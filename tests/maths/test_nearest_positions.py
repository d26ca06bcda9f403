from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import cos, mp, mpf

from app.maths.frequencies import inverse_frequencies
from app.maths.nearest_positions import dot_products_by_offset, nearest_positions, table_cells
from app.maths.sinusoidal import sinusoidal


def test_dot_products_of_eight_columns(golden: dict[str, object]) -> None:
    known = golden["dot_product_by_offset_d8"]
    assert isinstance(known, dict)
    dots = dot_products_by_offset(inverse_frequencies(8), 60)
    np.testing.assert_allclose(dots[:11], known["k0..10"], atol=1e-6)
    assert (np.diff(dots) > 0).sum() == known["how_many_rises_in_1..59"]


@given(
    window=st.integers(1, 200),
    pairs=st.integers(1, 16),
    base=st.floats(2, 1e7),
    start=st.integers(-1000, 1000),
)
def test_every_offset_has_its_rows_dot_product(window: int, pairs: int, base: float, start: int) -> None:
    dots = dot_products_by_offset(inverse_frequencies(2 * pairs, base), window)
    rows = sinusoidal(start + np.arange(window, dtype=np.float64), 2 * pairs, base)
    np.testing.assert_allclose(dots, rows[0] @ rows.T, atol=1e-9)


def test_far_offsets_keep_their_digits() -> None:
    dots = dot_products_by_offset(inverse_frequencies(128, 5e5), 131_072)
    with mp.workdps(40):
        frequencies = [mpf(500_000) ** (-mpf(2 * i) / 128) for i in range(64)]
        for offset in (1, 4095, 99_991, 131_071):
            right = float(sum(cos(offset * frequency) for frequency in frequencies))
            assert dots[offset] == pytest.approx(right, abs=1e-9)


def test_the_most_similar_two_and_their_numbers() -> None:
    # One pair with six positions a turn: positions 0 and 6 coincide, 2 is the first beyond a right angle.
    found = nearest_positions(np.array([np.pi / 3]), 7)
    assert (found.offset, found.first_negative) == (6, 2)
    assert found.distance == pytest.approx(0, abs=1e-7)
    assert found.cosine == pytest.approx(1)
    assert found.neighbour == pytest.approx(1)
    # A window of two knows neighbours only.
    found = nearest_positions(np.array([np.pi / 2]), 2)
    assert (found.offset, found.first_negative) == (1, None)
    assert found.distance == found.neighbour == pytest.approx(sqrt(2))


@pytest.mark.parametrize(
    ("window", "too_small", "enough"), [(1024, 3.9e3, 4.3e3), (2048, 1.4e4, 1.6e4), (65_536, 1.9e6, 2.1e6)]
)
def test_the_smallest_base_for_a_window_is_the_published_one(
    window: int, too_small: float, enough: float
) -> None:
    """Men et al. 2024, arXiv:2405.14591, figure 1: lower bounds for heads of 128 columns, in two digits."""
    assert nearest_positions(inverse_frequencies(128, enough), window).first_negative is None
    assert nearest_positions(inverse_frequencies(128, too_small), window).first_negative is not None


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="window must be at least 1, got 0"):
        dot_products_by_offset(np.ones(1), 0)
    with pytest.raises(ValueError, match="window must be at least 2, got 1"):
        nearest_positions(np.ones(1), 1)


def test_the_cells_counted_are_the_cells_taken() -> None:
    # 10 000 offsets: 100 fine and 100 coarse steps, a sine and a cosine of each, for three pairs.
    assert table_cells(10_000, 3) == 4 * 100 * 3
    assert table_cells(10_001, 3) == 4 * 101 * 3
