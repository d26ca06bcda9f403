from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.maths.alibi import alibi_bias, alibi_slopes
from app.maths.attention import attention
from app.maths.t5 import relative_positions, t5_bias, t5_buckets


def test_slopes_of_any_number_of_heads(golden: dict[str, Any]) -> None:
    for heads, slopes in golden["alibi_slopes"].items():
        np.testing.assert_allclose(alibi_slopes(int(heads)), slopes, rtol=1e-8)


def test_bias_grows_with_distance_below_the_diagonal(golden: dict[str, Any]) -> None:
    known = [
        [np.nan if cell is None else cell for cell in row] for row in golden["alibi_bias_causal_n4_slope0.5"]
    ]
    np.testing.assert_array_equal(alibi_bias(np.array([0.5]), 4)[0], known)


@given(heads=st.integers(1, 200))
def test_slopes_fall_in_both_series(heads: int) -> None:
    slopes = alibi_slopes(heads)
    power = 1 << (heads.bit_length() - 1)
    assert slopes.size == heads
    assert (slopes > 0).all()
    assert (slopes < 1).all()
    assert (np.diff(slopes[:power]) < 0).all()
    assert (np.diff(slopes[power:]) < 0).all()
    assert np.unique(slopes).size == heads
    assert slopes[power - 1] == 2.0**-8


@given(seq_len=st.integers(1, 20), slope=st.floats(0.001, 2), seed=st.integers(0, 1000))
def test_forms_agree_only_under_a_causal_mask(seq_len: int, slope: float, seed: int) -> None:
    x = np.random.default_rng(seed).normal(size=(seq_len, 4))
    distance, column = (
        alibi_bias(np.array([slope]), seq_len, causal=False, form=form)[0] for form in ("distance", "column")
    )
    np.testing.assert_allclose(
        attention(x, x, x, "causal", distance)[1], attention(x, x, x, "causal", column)[1], atol=1e-9
    )
    if seq_len > 2:
        open_weights = [attention(x, x, x, "none", bias)[0] for bias in (distance, column)]
        assert np.abs(open_weights[0] - open_weights[1]).max() > 1e-5


def test_buckets_of_both_modes(golden: dict[str, Any]) -> None:
    assert golden["t5_relative_is_key_minus_query"] is True
    for name, bidirectional in (("t5_buckets_two_way_32_128", True), ("t5_buckets_causal_32_128", False)):
        known = golden[name]
        relative = np.array([int(text) for text in known])
        found = t5_buckets(relative, bidirectional=bidirectional)
        assert found.tolist() == list(known.values())
    assert relative_positions(2, 3).tolist() == [[0, 1, 2], [-1, 0, 1]]


@given(buckets=st.integers(2, 100), reach=st.integers(1, 10**6), two_way=st.booleans())
def test_buckets_grow_with_distance_and_are_all_used(buckets: int, reach: int, two_way: bool) -> None:
    one_way = buckets // 2 if two_way else buckets
    if one_way < 2:
        return
    farthest = one_way // 2 + reach
    options: dict[str, Any] = {"num_buckets": buckets, "max_distance": farthest, "bidirectional": two_way}
    before = t5_buckets(-np.arange(5000), **options)
    assert (np.diff(before) >= 0).all()
    assert before[0] == 0
    assert before.max() <= one_way - 1
    assert t5_buckets(np.array([-farthest, -(10**7)]), **options).tolist() == [one_way - 1] * 2
    exact = one_way // 2
    np.testing.assert_array_equal(before[:exact], np.arange(exact))
    after = t5_buckets(np.arange(1, 5000), **options)
    np.testing.assert_array_equal(after, before[1:] + one_way if two_way else np.zeros(4999))


def test_bias_is_looked_up_by_bucket() -> None:
    table = np.arange(8.0).reshape(4, 2)
    bias = t5_bias(table, 3, max_distance=8)
    # Two buckets a direction: itself and before in 0 and 1, after in 3.
    assert bias[0].tolist() == [[0.0, 6.0, 6.0], [2.0, 0.0, 6.0], [2.0, 2.0, 0.0]]
    np.testing.assert_array_equal(bias[1], bias[0] + 1)


def test_refusals() -> None:
    with pytest.raises(ValueError, match="n_heads must be at least 1, got 0"):
        alibi_slopes(0)
    with pytest.raises(ValueError, match="form must be 'distance' or 'column', got 'own'"):
        alibi_bias(np.ones(1), 2, form="own")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="num_buckets must be at least 4, got 3"):
        t5_buckets(np.arange(3), num_buckets=3)
    with pytest.raises(ValueError, match="max_distance must be greater than 8, got 8"):
        t5_buckets(np.arange(3), max_distance=8)
