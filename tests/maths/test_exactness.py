"""Float64 against 50 digits."""

import mpmath
import numpy as np
import pytest

from app.maths.frequencies import inverse_frequencies
from app.maths.rope import rotate, unit_pairs
from app.maths.sinusoidal import sinusoidal

WIDTH = 128


def exact_table(position: int, base: int) -> tuple[list[float], list[float]]:
    with mpmath.workdps(50):
        angles = [position * mpmath.power(base, mpmath.mpf(-2 * i) / WIDTH) for i in range(WIDTH // 2)]
        return [float(mpmath.sin(angle)) for angle in angles], [float(mpmath.cos(angle)) for angle in angles]


@pytest.mark.parametrize("base", [10_000, 500_000, 8_000_000])
@pytest.mark.parametrize("position", [1, 4_097, 999_983, 1_000_000, -1_000_000])
def test_error_stays_below_a_billionth_up_to_a_million(position: int, base: int) -> None:
    sines, cosines = exact_table(position, base)
    place = np.array([float(position)])
    table = sinusoidal(place, WIDTH, float(base))[0]
    hands = rotate(unit_pairs(1, WIDTH), place, inverse_frequencies(WIDTH, float(base)))[0]
    for found in ((table[0::2], table[1::2]), (hands[1::2], hands[0::2])):
        assert np.abs(found[0] - sines).max() < 1e-9
        assert np.abs(found[1] - cosines).max() < 1e-9
