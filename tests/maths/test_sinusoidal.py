from decimal import Decimal, localcontext
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.maths.arrays import FloatArray
from app.maths.sinusoidal import sine_cosine_columns, sinusoidal

WIDTHS = st.integers(1, 65)
POSITIONS = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=6)
BASES = st.floats(1.5, 1e8)


def row(position: float, width: int, **options: Any) -> FloatArray:
    found: FloatArray = sinusoidal(np.array([position]), width, **options)[0]
    return found


@pytest.mark.parametrize(
    ("case", "position", "width", "base"),
    [
        ("pos50_d6", 50, 6, 10_000),
        ("pos0_d6", 0, 6, 10_000),
        ("pos3_d5_odd", 3, 5, 10_000),
        ("pos-50_d6", -50, 6, 10_000),
        ("pos2.5_d4", 2.5, 4, 10_000),
        ("pos1_d4_base100", 1, 4, 100),
    ],
)
def test_known_rows(golden: dict[str, Any], case: str, position: float, width: int, base: float) -> None:
    np.testing.assert_allclose(row(position, width, base=base), golden["sinusoidal"][case], atol=1e-9)


def test_the_two_wrong_exponents_are_not_produced(golden: dict[str, Any]) -> None:
    for wrong in golden["sinusoidal_wrong_do_not_produce"].values():
        assert np.abs(row(50, 6) - wrong).max() > 0.1


def test_layouts_and_variant(golden: dict[str, Any]) -> None:
    known = golden["layouts_pos50_d6"]
    np.testing.assert_allclose(row(50, 6), known["interleaved_paper"], atol=1e-9)
    np.testing.assert_allclose(
        row(50, 6, layout="blocks"), known["concat_sin_then_cos_same_freqs"], atol=1e-9
    )
    np.testing.assert_allclose(
        row(50, 6, layout="blocks", variant="whisper"), known["tensor2tensor_and_whisper_(d/2-1)"], atol=1e-9
    )


def test_row_zero_is_exact() -> None:
    np.testing.assert_array_equal(row(0, 6), [0, 1, 0, 1, 0, 1])


def test_norms(golden: dict[str, Any]) -> None:
    assert np.linalg.norm(row(7, 512)) == pytest.approx(golden["norms"]["||PE||_d512"])
    assert np.linalg.norm(row(7, 6)) == pytest.approx(golden["norms"]["||PE||_d6"])
    assert row(3, 5) @ row(3, 5) == pytest.approx(golden["norms"]["odd_d5_pos3_norm_sq"])


def test_dot_product_tends_to_fall_but_rises_again(golden: dict[str, Any]) -> None:
    known = golden["dot_product_by_offset_d8"]
    table = sinusoidal(np.arange(60.0), 8)
    np.testing.assert_allclose((table @ table[0])[:11], known["k0..10"], atol=1e-6)
    for width, first in golden["first_offset_where_the_dot_product_rises"].items():
        table = sinusoidal(np.arange(100.0), int(width[1:]))
        dots = table @ table[0]
        assert np.flatnonzero(np.diff(dots) > 0)[0] + 1 == first


def test_positions_1_and_10001_differ(golden: dict[str, Any]) -> None:
    known = golden["uniqueness"]
    assert np.linalg.norm(row(1, 512) - row(10_001, 512)) == pytest.approx(
        known["||PE(1)-PE(10001)||_d512"], abs=1e-6
    )
    assert np.linalg.norm(row(0, 512) - row(1, 512)) == pytest.approx(known["||PE(0)-PE(1)||_d512"], abs=1e-6)


def test_low_columns_are_fast(golden: dict[str, Any]) -> None:
    table = sinusoidal(np.arange(1.0, 101.0), 512)
    for name, count in golden["sign_changes_pos1..100_d512"].items():
        column = np.sign(table[:, int(name[3:])])
        assert np.count_nonzero(np.diff(column)) == count


def test_shifted_row(golden: dict[str, Any]) -> None:
    np.testing.assert_allclose(row(57, 6), golden["shift_maps"]["PE(50)->PE(57)_d6"], atol=1e-9)
    assert row(3, 6) @ row(5, 6) == pytest.approx(1.579538104)


def exact_sine(angle: Decimal) -> float:
    """Sum the series after a reduction with π to 60 digits."""
    pi = Decimal("3.14159265358979323846264338327950288419716939937510582097494")
    angle = angle % (2 * pi)
    term = total = angle
    for n in range(1, 60):
        term = -term * angle * angle / ((2 * n) * (2 * n + 1))
        total += term
    return float(total)


@pytest.mark.parametrize("position", [1_000_003, 9_999_991, 10_000_000])
def test_angles_hold_far_out(position: int) -> None:
    width, base = 16, 10_000
    found = row(position, width)[0::2]
    with localcontext() as context:
        context.prec = 60
        for i in range(width // 2):
            angle = Decimal(position) * (Decimal(base) ** (Decimal(-2 * i) / width))
            # Half a unit in the last place of 10 million radians is 9e-10.
            assert found[i] == pytest.approx(exact_sine(angle), abs=2e-9 if position > 5_000_000 else 1e-9)


@given(positions=POSITIONS, width=WIDTHS, base=BASES)
def test_every_pair_lies_on_the_unit_circle(positions: list[float], width: int, base: float) -> None:
    table = sinusoidal(np.array(positions), width, base)
    sines, cosines = sine_cosine_columns(width)
    pairs = table[:, sines[: cosines.size]] ** 2 + table[:, cosines] ** 2
    np.testing.assert_allclose(pairs, 1.0, atol=1e-12)


@given(positions=POSITIONS, width=WIDTHS, base=BASES)
def test_layout_is_only_an_order_of_columns(positions: list[float], width: int, base: float) -> None:
    turn = sinusoidal(np.array(positions), width, base)
    blocks = sinusoidal(np.array(positions), width, base, layout="blocks")
    np.testing.assert_allclose(turn @ turn.T, blocks @ blocks.T, atol=1e-12)
    sines, cosines = sine_cosine_columns(width, "blocks")
    np.testing.assert_array_equal(turn[:, 0::2], blocks[:, sines])
    np.testing.assert_array_equal(turn[:, 1::2], blocks[:, cosines])


@given(length=st.integers(1, 70), longer=st.integers(1, 70), width=WIDTHS)
def test_rows_do_not_depend_on_the_table_length(length: int, longer: int, width: int) -> None:
    long = sinusoidal(np.arange(float(length + longer)), width)
    np.testing.assert_array_equal(sinusoidal(np.arange(float(length)), width), long[:length])
    np.testing.assert_array_equal(row(length, width), long[length])


@given(position=st.integers(0, 5000), k=st.integers(-500, 500), pairs=st.integers(1, 32))
def test_a_shift_is_one_rotation_a_pair(position: int, k: int, pairs: int) -> None:
    width = 2 * pairs
    before, after, step = row(position, width), row(position + k, width), row(k, width)
    sine, cosine, dsine, dcosine = before[0::2], before[1::2], step[0::2], step[1::2]
    np.testing.assert_allclose(after[0::2], sine * dcosine + cosine * dsine, atol=1e-11)
    np.testing.assert_allclose(after[1::2], cosine * dcosine - sine * dsine, atol=1e-11)


def test_unknown_layout_is_refused() -> None:
    with pytest.raises(ValueError, match="layout must be 'interleaved' or 'blocks', got 'mixed'"):
        sine_cosine_columns(4, "mixed")  # type: ignore[arg-type]
