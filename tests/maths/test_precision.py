from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.maths.precision import half_precision_table, round_to
from app.maths.sinusoidal import sinusoidal


def test_known_positions(golden: dict[str, Any]) -> None:
    for position, held in golden["bf16_positions"].items():
        assert round_to(np.array([float(position)]), "bfloat16")[0] == held
    # float16 has 11 significant bits: from 2048 on only every second whole number.
    np.testing.assert_array_equal(round_to(np.array([2048.0, 2049.0, 2051.0]), "float16"), [2048, 2048, 2052])


def nearest_bfloat16(value: float) -> float:
    """By search among the neighbours, with exact arithmetic: no bits."""
    if value == 0:
        return 0.0
    exponent = max(int(np.floor(np.log2(abs(value)))), -126)
    step = 2.0 ** (exponent - 7)
    below = np.floor(value / step)
    low, high = below * step, (below + 1) * step
    if value - low == high - value:
        return float(low if below % 2 == 0 else high)
    return float(low if value - low < high - value else high)


@given(st.floats(-1e30, 1e30, allow_subnormal=True))
def test_bfloat16_is_the_nearest_number(value: float) -> None:
    assert round_to(np.array([value]), "bfloat16")[0] == nearest_bfloat16(value)


def test_bfloat16_at_its_edges() -> None:
    largest = (2 - 2**-7) * 2.0**127
    found = round_to(np.array([largest, 3.4e38, 1e300, -1e300, 2.0**-133, 2.0**-135, -0.0]), "bfloat16")
    np.testing.assert_array_equal(found, [largest, np.inf, np.inf, -np.inf, 2.0**-133, 0, 0])
    # One rounding, not two: by way of float32 this would become 1.
    just_above_the_middle = 1 + 2.0**-8 + 2.0**-40
    assert round_to(np.array([just_above_the_middle]), "bfloat16")[0] == 1 + 2.0**-7
    assert round_to(np.array([[1.0, 257.0]]), "bfloat16").shape == (1, 2)


@pytest.mark.parametrize(("number_format", "digits"), [("bfloat16", 2.0**-9), ("float16", 2.0**-12)])
def test_a_rounded_table_is_harmless_and_rounded_angles_are_not(number_format: Any, digits: float) -> None:
    positions = 4096 + np.arange(64.0)
    exact = sinusoidal(positions, 32)
    table = half_precision_table(positions, 32, 10_000.0, number_format, "values")
    assert np.abs(table - exact).max() <= digits
    ruined = half_precision_table(positions, 32, 10_000.0, number_format, "angles")
    assert np.abs(ruined - exact).max() > 0.5
    assert np.unique(table, axis=0).shape[0] == 64
    assert np.unique(ruined, axis=0).shape[0] < 64


def test_rules() -> None:
    unknown: Any = "int8"
    with pytest.raises(ValueError, match="number_format must be 'bfloat16' or 'float16', got 'int8'"):
        round_to(np.array([1.0]), unknown)
    with pytest.raises(ValueError, match="stage must be 'angles' or 'values', got 'int8'"):
        half_precision_table(np.array([1.0]), 4, 10_000.0, "bfloat16", unknown)
