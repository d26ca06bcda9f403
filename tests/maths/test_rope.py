from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.maths.arrays import FloatArray
from app.maths.frequencies import inverse_frequencies
from app.maths.rope import (
    Pairing,
    pair_columns,
    pair_terms,
    partial_frequencies,
    rotate,
    unit_pairs,
    with_still_pairs,
)

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


def test_proportional_rotary_takes_the_frequencies_of_the_whole_head(golden_second: dict[str, Any]) -> None:
    known = golden_second["rope_proportional_head512_base1e6_share0.25 (Gemma 4, global layers)"]
    head = with_still_pairs(partial_frequencies(512, 128, 1e6, "head"), 256)
    np.testing.assert_allclose(head[[0, 1, 63, 64]], known["inv_freq_pairs_0_1_63_64"], rtol=1e-12)
    assert head.size == 256
    assert not head[64:].any()
    own = partial_frequencies(512, 128, 1e6)
    assert own[1] == pytest.approx(known["of the rotated width alone (GPT-NeoX rule) pair 1"], rel=1e-12)
    # "half: column i with column i+256": the columns that turn are two blocks, not one.
    assert known["pairing"] == "half: column i with column i+256"
    x = np.random.default_rng(0).normal(size=(1, 512))
    moved = np.flatnonzero(rotate(x, np.array([7.0]), head, "half")[0] != x[0])
    assert set(moved) == {*range(64), *range(256, 320)}


@given(
    pairing=st.sampled_from(PAIRINGS),
    pairs=st.integers(1, 16),
    turning=st.integers(1, 16),
    position=st.floats(-1e4, 1e4),
    seed=st.integers(0, 2**32 - 1),
)
def test_what_is_beyond_the_rotated_share_stays(
    pairing: Pairing, pairs: int, turning: int, position: float, seed: int
) -> None:
    turning, width = min(turning, pairs), 2 * pairs
    x = np.random.default_rng(seed).normal(size=(1, width))
    place = np.array([position])
    own = rotate(x, place, partial_frequencies(width, 2 * turning, 500.0), pairing)
    np.testing.assert_array_equal(own[:, 2 * turning :], x[:, 2 * turning :])
    head = with_still_pairs(partial_frequencies(width, 2 * turning, 500.0, "head"), pairs)
    found = rotate(x, place, head, pairing)
    still = np.concatenate([columns[turning:] for columns in pair_columns(width, pairing)])
    np.testing.assert_array_equal(found[:, still], x[:, still])
    # The pairs that turn do so as in a head that turns as a whole.
    whole = rotate(x, place, inverse_frequencies(width, 500.0), pairing)
    moving = np.concatenate([columns[:turning] for columns in pair_columns(width, pairing)])
    np.testing.assert_array_equal(found[:, moving], whole[:, moving])
    if turning == pairs:
        np.testing.assert_array_equal(own, whole)


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
    for rotated in (0, 3, 10):
        with pytest.raises(ValueError, match=f"rotated must be even, .* at most 8, got {rotated}"):
            partial_frequencies(8, rotated)
    with pytest.raises(ValueError, match="frequencies must be 'rotated' or 'head', got 'own'"):
        partial_frequencies(8, 4, frequencies="own")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="pairs must be at least 2, as many as turn, got 1"):
        with_still_pairs(np.ones(2), 1)
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
