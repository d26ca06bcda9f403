from math import exp
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.maths.alibi import alibi_bias, alibi_profile, alibi_slopes
from app.maths.relative_bias import HeadLook, bias_weights, head_look, line_r2
from app.maths.t5 import t5_bias, t5_buckets

TABLE = Path(__file__).parents[2] / "app" / "data" / "tables" / "mpnet_relative_attention_bias_32x12_f32.npy"


def looks_of_mpnet(reach: int) -> list[HeadLook]:
    relative = np.arange(-reach, reach + 1)
    table = np.load(TABLE).astype(np.float64)
    return [head_look(relative, table[t5_buckets(relative), head]) for head in range(12)]


def test_weights_are_the_softmax_of_the_bias_and_masked_keys_have_none() -> None:
    weights = bias_weights(np.array([[0.0, -1.0, np.nan], [1000.0, 1000.0, -1000.0]]))
    known = 1 / (1 + exp(-1))
    np.testing.assert_allclose(weights, [[known, 1 - known, np.nan], [0.5, 0.5, 0.0]])


@given(seed=st.integers(0, 1000), lift=st.floats(-50, 50))
def test_a_constant_added_to_a_row_changes_no_weight(seed: int, lift: float) -> None:
    bias = np.random.default_rng(seed).normal(size=9)
    np.testing.assert_allclose(bias_weights(bias + lift), bias_weights(bias), atol=1e-12)


@given(slope=st.floats(0.001, 2), far=st.integers(2, 40))
def test_a_line_explains_alibi_and_nothing_of_what_rises_and_falls_alike(slope: float, far: int) -> None:
    distance = np.arange(far + 1.0)
    assert line_r2(distance, -slope * distance) == pytest.approx(1)
    assert line_r2(distance, np.minimum(distance, far - distance)) == pytest.approx(0, abs=1e-12)
    assert line_r2(distance, np.ones(far + 1)) == 1.0
    assert line_r2(np.ones(far), np.arange(float(far))) == 0.0


@given(seed=st.integers(0, 1000), reach=st.integers(2, 40))
def test_the_fit_is_that_of_least_squares(seed: int, reach: int) -> None:
    relative = np.arange(-reach, reach + 1)
    bias = np.random.default_rng(seed).normal(size=relative.size)
    correlation = np.corrcoef(np.abs(relative), bias)[0, 1]
    assert line_r2(np.abs(relative).astype(float), bias) == pytest.approx(correlation**2, abs=1e-12)


@given(seed=st.integers(0, 1000), reach=st.integers(1, 40))
def test_a_mirrored_head_looks_the_other_way(seed: int, reach: int) -> None:
    relative = np.arange(-reach, reach + 1)
    bias = np.random.default_rng(seed).normal(scale=3, size=relative.size)
    look, mirrored = head_look(relative, bias), head_look(relative, bias[::-1].copy())
    assert mirrored.strongest_at == -look.strongest_at
    assert mirrored.before == pytest.approx(look.after)
    assert {look.looks, mirrored.looks} in ({"both"}, {"back", "ahead"})
    assert mirrored.own == look.own
    assert 0 <= look.before + look.after <= 1 + 1e-12


def test_a_causal_head_looks_back_and_a_symmetric_one_both_ways() -> None:
    relative = np.arange(-5, 6)
    causal, open_ = (alibi_profile(np.array([0.5]), relative, causal=causal)[0] for causal in (True, False))
    assert head_look(relative, causal).looks == "back"
    assert head_look(relative, causal).after == 0
    assert head_look(relative, open_).looks == "both"
    assert head_look(relative, open_).strongest_at == 0


def test_the_real_heads_are_those_of_the_tables_provenance() -> None:
    """app/data/tables/README.md and what was measured when the table was cut out."""
    looks = looks_of_mpnet(32)
    assert [looks[head].strongest_at for head in (6, 0, 11)] == [-1, 1, 1]
    assert {head for head, look in enumerate(looks) if look.looks == "ahead"} == {0, 11}
    assert {4, 6} <= {head for head, look in enumerate(looks) if look.looks == "back"}
    assert looks[8].looks == "both"
    own = [look.own for look in looks]
    assert max(own) == pytest.approx(-4.1, abs=0.05)
    assert min(own) == pytest.approx(-11.3, abs=0.05)
    assert max(look.line_r2 for look in looks_of_mpnet(64)) == pytest.approx(0.43, abs=0.005)


@given(heads=st.integers(1, 20), reach=st.integers(1, 12), causal=st.booleans())
def test_a_profile_is_the_middle_row_of_the_matrix(heads: int, reach: int, causal: bool) -> None:
    slopes, relative = alibi_slopes(heads), np.arange(-reach, reach + 1)
    whole = alibi_bias(slopes, 2 * reach + 1, causal=causal)
    np.testing.assert_array_equal(alibi_profile(slopes, relative, causal=causal), whole[:, reach])
    table = np.load(TABLE).astype(np.float64)
    np.testing.assert_array_equal(table[t5_buckets(relative)].T, t5_bias(table, 2 * reach + 1)[:, reach])


def test_refusals() -> None:
    with pytest.raises(ValueError, match="relative must hold 0"):
        head_look(np.array([1, 2]), np.zeros(2))
    with pytest.raises(ValueError, match=r"bias must have the shape of relative, \(2,\), got \(3,\)"):
        head_look(np.array([0, 1]), np.zeros(3))
