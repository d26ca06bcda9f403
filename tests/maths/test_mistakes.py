"""Each mistake is the one that it says it is, and right in every other respect."""

from typing import Any

import numpy as np
import pytest

from app.maths.mistakes import MISTAKES
from app.maths.sinusoidal import sinusoidal

# bfloat16 holds every whole number up to 256.
PLACES = np.arange(600.0)


def wrong(name: str, d_model: int = 6, base: float = 10_000.0) -> Any:
    return MISTAKES[name](PLACES, d_model, base)


def test_the_two_wrong_exponents_are_those_that_are_known(golden: dict[str, Any]) -> None:
    known = golden["sinusoidal_wrong_do_not_produce"]
    doubled, own = (known[name] for name in sorted(known))
    np.testing.assert_allclose(wrong("exponent_per_column")[50], doubled, atol=1e-8)
    np.testing.assert_allclose(wrong("own_exponent_for_cosine")[50], own, atol=1e-8)


@pytest.mark.parametrize("name", MISTAKES)
@pytest.mark.parametrize("d_model", [2, 5, 6, 64])
def test_every_mistake_is_one_and_has_the_right_shape(name: str, d_model: int) -> None:
    found = wrong(name, d_model)
    assert found.shape == (600, d_model)
    assert np.isfinite(found).all()
    same = np.abs(found - sinusoidal(PLACES, d_model)).max() < 0.05
    # With one pair alone there is no order of pairs, and no exponent but 0.
    assert same == (d_model == 2 and name == "slow_first")


def test_each_mistake_does_what_its_name_says() -> None:
    right = sinusoidal(PLACES, 6)
    np.testing.assert_allclose(wrong("counted_from_one")[:-1], right[1:])
    np.testing.assert_allclose(wrong("slow_first")[:, [4, 5, 2, 3, 0, 1]], right)
    np.testing.assert_allclose(wrong("sine_twice"), right[:, [0, 0, 2, 2, 4, 4]])
    np.testing.assert_array_equal(wrong("one_row_for_all"), np.tile(right[0], (600, 1)))
    np.testing.assert_allclose(wrong("own_exponent_for_cosine")[:, 0::2], right[:, 0::2])
    assert np.abs(wrong("bfloat16_angles") - right).max() > 0.5
