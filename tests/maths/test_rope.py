from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.maths.arrays import FloatArray
from app.maths.frequencies import inverse_frequencies
from app.maths.rope import Pairing, pair_columns, pair_terms, rotate, unit_pairs

PAIRINGS: tuple[Pairing, ...] = ("interleaved", "half")


def turned(x: list[float], position: float, pairing: Pairing, pairs: int | None = None) -> FloatArray:
    width = 2 * pairs if pairs else len(x)
    turned_rows = rotate(np.array([x]), np.array([float(position)]), inverse_frequencies(width), pairing)
    found: FloatArray = turned_rows[0]
    return found


def test_both_pairings(golden: dict[str, Any]) -> None:
    known = golden["rope_x1234_pos3_d4"]
    np.testing.assert_allclose(turned([1, 2, 3, 4], 3, "interleaved"), known["interleaved_GPTJ_Meta"])
    np.testing.assert_allclose(turned([1, 2, 3, 4], 3, "half"), known["half_split_NeoX_HF"])
    wrong = known["transposed_sign(nanochat: R(-theta)) interleaved"]
    assert np.abs(turned([1, 2, 3, 4], 3, "interleaved") - wrong).max() > 0.1


def test_partial_rotary_leaves_the_rest(golden: dict[str, Any]) -> None:
    x = [1.0, 2, 3, 4, 5, 6, 7, 8]
    known = golden["partial_rotary"]
    np.testing.assert_allclose(turned(x, 3, "half", 2), known["half_split_x=1..8"])
    np.testing.assert_allclose(turned(x, 3, "interleaved", 2), known["interleaved_x=1..8"])


def test_scores_depend_on_distance_and_direction(golden: dict[str, Any]) -> None:
    known = golden["rope_score_q1234_k(.5,-1,2,.25)"]
    q, k = [1.0, 2, 3, 4], [0.5, -1, 2, 0.25]

    def score(m: int, n: int, pairing: Pairing) -> float:
        return float(turned(q, m, pairing) @ turned(k, n, pairing))

    assert score(5, 2, "interleaved") == pytest.approx(known["interleaved m-n=3 (5,2)"])
    assert score(103, 100, "interleaved") == pytest.approx(known["interleaved (103,100)"])
    assert score(5, 2, "half") == pytest.approx(known["half_split (5,2)"])
    assert score(2, 5, "interleaved") == pytest.approx(known["interleaved m-n=-3 (2,5)"])
    assert score(0, 0, "half") == known["unrotated"]


@given(
    pairing=st.sampled_from(PAIRINGS),
    pairs=st.integers(1, 16),
    position=st.floats(-1e5, 1e5),
    seed=st.integers(0, 2**32 - 1),
)
def test_rotation_keeps_norms(pairing: Pairing, pairs: int, position: float, seed: int) -> None:
    x = np.random.default_rng(seed).normal(size=2 * pairs)
    assert np.linalg.norm(turned(x.tolist(), position, pairing)) == pytest.approx(np.linalg.norm(x))


@given(
    pairing=st.sampled_from(PAIRINGS),
    m=st.integers(-1000, 1000),
    n=st.integers(-1000, 1000),
    shift=st.integers(-1000, 1000),
    seed=st.integers(0, 2**32 - 1),
)
def test_a_common_shift_changes_no_score(pairing: Pairing, m: int, n: int, shift: int, seed: int) -> None:
    q, k = np.random.default_rng(seed).normal(size=(2, 8)).tolist()
    here = turned(q, m, pairing) @ turned(k, n, pairing)
    there = turned(q, m + shift, pairing) @ turned(k, n + shift, pairing)
    assert there == pytest.approx(here, abs=1e-9)


def test_input_is_not_changed() -> None:
    x = unit_pairs(3, 4, "half")
    kept = x.copy()
    rotate(x, np.arange(3.0), inverse_frequencies(4), "half")
    np.testing.assert_array_equal(x, kept)
    np.testing.assert_array_equal(x[0], [1, 1, 0, 0])


def test_refusals() -> None:
    for width in (0, 3):
        with pytest.raises(ValueError, match=f"d_rotated must be even and at least 2, got {width}"):
            pair_columns(width)
    with pytest.raises(ValueError, match="pairing must be"):
        pair_columns(4, "own")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="x must have one row a position"):
        rotate(np.ones((2, 4)), np.arange(3.0), np.ones(2))
    with pytest.raises(ValueError, match="inv_freq must have at most 2 pairs"):
        rotate(np.ones((3, 4)), np.arange(3.0), np.ones(3))


@given(pairs=st.integers(1, 8), rest=st.integers(0, 5), seed=st.integers(0, 1000))
@pytest.mark.parametrize("pairing", ["interleaved", "half"])
def test_what_the_pairs_give_adds_up_to_the_score(pairing: Pairing, pairs: int, rest: int, seed: int) -> None:
    q, k = np.random.default_rng(seed).normal(size=(2, 2 * pairs + rest))
    terms, left = pair_terms(q, k, pairs, pairing)
    assert terms.sum() + left == pytest.approx(q @ k)
    assert terms.size == pairs
    assert left == pytest.approx(q[2 * pairs :] @ k[2 * pairs :])
    one = np.zeros_like(q)
    one[pair_columns(2 * pairs, pairing)[0][0]] = 1.0
    assert pair_terms(one, one, pairs, pairing)[0].tolist() == [1.0] + [0.0] * (pairs - 1)
