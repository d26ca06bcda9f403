from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.maths.arrays import FloatArray
from app.maths.frequencies import angles, inverse_frequencies
from app.maths.rope import partial_frequencies
from app.maths.scaling import (
    Dynamic,
    Extension,
    Ramp,
    Scaling,
    attention_factor,
    extended_frequencies,
    ntk_base,
)

RULES: tuple[Scaling, ...] = ("none", "linear", "ntk", "dynamic_ntk", "yarn", "llama3")
RAMPS: tuple[Ramp, ...] = ("pairs", "turns")
DYNAMICS: tuple[Dynamic, ...] = ("code", "paper")


def test_llama_3_1_bands(golden: dict[str, Any]) -> None:
    known = golden["llama3_1_d128_base5e5_factor8_low1_high4_original8192"]
    trained = inverse_frequencies(128, 500_000.0)
    found = extended_frequencies(trained, Extension("llama3", 8.0, 8192, 1.0, 4.0), 0)
    for i, value in known["inv_freq"].items():
        assert found[int(i)] == pytest.approx(value, rel=1e-6)
    for i, value in known["unscaled"].items():
        assert trained[int(i)] == pytest.approx(value, rel=1e-6)
    kept, divided = np.isclose(found, trained, rtol=1e-12), np.isclose(found, trained / 8, rtol=1e-12)
    first, last = known["keep"]
    assert np.flatnonzero(kept).tolist() == list(range(first, last + 1))
    assert np.flatnonzero(~kept & ~divided).tolist() == known["mid"]
    first, last = known["divide"]
    assert np.flatnonzero(divided).tolist() == list(range(first, last + 1))


def test_yarn_ramp_and_attention_factor(golden: dict[str, Any]) -> None:
    known = golden["yarn_d128_base1e4_s16_L4096"]
    trained = inverse_frequencies(128)
    extension = Extension("yarn", 16.0, 4096)
    found = extended_frequencies(trained, extension, 0)
    for i, value in known["inv_freq"].items():
        assert found[int(i)] == pytest.approx(value, rel=1e-6)
    np.testing.assert_allclose(found[: known["low"] + 1], trained[: known["low"] + 1], rtol=1e-12)
    assert found[known["low"] + 1] < trained[known["low"] + 1]
    np.testing.assert_allclose(found[known["high"] :], trained[known["high"] :] / 16, rtol=1e-12)
    assert found[known["high"] - 1] > trained[known["high"] - 1] / 16
    # The ends of the ramp before they are rounded outwards.
    turns = 4096 / (2 * np.pi * np.array([32, 1]))
    np.testing.assert_allclose(64 * np.log(turns) / np.log(10_000), known["raw"], atol=1e-4)
    assert attention_factor(extension) == pytest.approx(known["attention_factor"], abs=1e-6)
    for factor, value in golden["yarn_attention_factor"].items():
        assert attention_factor(Extension("yarn", float(factor))) == pytest.approx(value, abs=1e-6)


def kept_share(trained: FloatArray, extension: Extension) -> FloatArray:
    """Return how much of every pair YaRN keeps: 1 as it was trained, 0 divided by the factor."""
    ratio = extended_frequencies(trained, extension, 0) / trained
    share: FloatArray = (ratio - 1 / extension.factor) / (1 - 1 / extension.factor)
    return share


def test_yarn_of_the_paper_and_of_the_code(golden_second: dict[str, Any]) -> None:
    known = golden_second["yarn_paper_against_code_d128_base1e4_s16_L4096"]
    trained, pairs = inverse_frequencies(128), known["pair"]
    code = extended_frequencies(trained, Extension("yarn", 16.0, 4096), 0)
    paper = extended_frequencies(trained, Extension("yarn", 16.0, 4096, ramp="turns"), 0)
    np.testing.assert_allclose(
        code[pairs], known["ramp_over_pairs (authors' code, transformers)"], rtol=1e-12
    )
    np.testing.assert_allclose(paper[pairs], known["ramp_over_turns (paper)"], rtol=1e-12)
    # As Peng et al. write it in section 3.2: r is the number of turns, and γ its share of the way to 32.
    turns = 4096 * trained / (2 * np.pi)
    ramp = np.clip((turns - 1) / (32 - 1), 0, 1)
    np.testing.assert_allclose(paper, (1 - ramp) * trained / 16 + ramp * trained, rtol=1e-12)


def test_yarn_whose_ramp_ends_are_not_rounded(golden_second: dict[str, Any]) -> None:
    known = golden_second["yarn_truncate_false_d64_base150000_s32_L4096 (gpt-oss)"]
    trained = inverse_frequencies(64, 150_000.0)
    for truncate, ends, values in ((True, "rounded_ramp", "rounded"), (False, "ramp", "unrounded")):
        extension = Extension("yarn", 32.0, 4096, truncate=truncate)
        found = extended_frequencies(trained, extension, 0)
        np.testing.assert_allclose(found[known["pair"]], known[values], rtol=1e-12)
        # The ramp is a straight line over the pairs between its ends.
        low, high = known[ends]
        line = np.clip((high - np.arange(32)) / (high - low), 0, 1)
        np.testing.assert_allclose(kept_share(trained, extension), line, atol=1e-12)


@given(
    ramp=st.sampled_from(RAMPS),
    truncate=st.booleans(),
    pairs=st.integers(2, 80),
    base=st.floats(2, 1e8),
    factor=st.floats(1.5, 1e3),
    trained_len=st.integers(1, 10**7),
    slow=st.floats(0.01, 100),
    span=st.floats(1.1, 100),
)
def test_yarn_keeps_less_of_every_slower_pair(
    ramp: Ramp,
    truncate: bool,
    pairs: int,
    base: float,
    factor: float,
    trained_len: int,
    slow: float,
    span: float,
) -> None:
    trained = inverse_frequencies(2 * pairs, base)
    extension = Extension(
        "yarn", factor, trained_len, beta_fast=slow * span, beta_slow=slow, ramp=ramp, truncate=truncate
    )
    share = kept_share(trained, extension)
    assert (np.diff(share) <= 1e-9).all()
    assert share.min() >= -1e-9
    assert share.max() <= 1 + 1e-9


@given(
    pairs=st.integers(8, 80),
    base=st.floats(100, 1e8),
    trained_len=st.integers(100, 10**6),
    slow=st.floats(0.5, 4),
    span=st.floats(1.1, 64),
)
def test_both_ramps_of_yarn_agree_outside_and_part_between(
    pairs: int, base: float, trained_len: int, slow: float, span: float
) -> None:
    """Turns fall ever more slowly from pair to pair, so over them the paper's line lies below the code's."""
    trained = inverse_frequencies(2 * pairs, base)
    turns = trained_len * trained / (2 * np.pi)
    fast = slow * span
    assume(turns[0] > fast and turns[-1] < slow)
    code, paper = (
        kept_share(trained, Extension("yarn", 8.0, trained_len, 1, 4, fast, slow, ramp=ramp, truncate=False))
        for ramp in RAMPS
    )
    outside = (turns >= fast) | (turns <= slow)
    np.testing.assert_allclose(code[outside], paper[outside], atol=1e-9)
    np.testing.assert_allclose(code[outside], (turns >= fast)[outside], atol=1e-9)
    assert (paper <= code + 1e-9).all()


@given(pairs=st.integers(4, 40), base=st.floats(100, 1e6), low=st.integers(0, 38))
def test_ramps_of_yarn_that_begin_and_end_at_pairs_beside_each_other(
    pairs: int, base: float, low: int
) -> None:
    """Then no pair lies between: both ramps are the same step, and there is nothing to round."""
    low = min(low, pairs - 2)
    trained = inverse_frequencies(2 * pairs, base)
    turns = 10**6 * trained / (2 * np.pi)
    # A little inside, so that rounding of the ends goes out to these very pairs.
    fast, slow = turns[low] * (1 - 1e-6), turns[low + 1] * (1 + 1e-6)
    step = np.where(np.arange(pairs) <= low, 1.0, 0.0)
    for ramp, truncate in (("turns", True), ("pairs", True), ("pairs", False)):
        extension = Extension("yarn", 4.0, 10**6, 1, 4, fast, slow, ramp, truncate)  # type: ignore[arg-type]
        np.testing.assert_allclose(kept_share(trained, extension), step, atol=1e-9)


def test_the_papers_ramp_is_llama_3s() -> None:
    """The two rules are one, with other numbers of turns."""
    trained = inverse_frequencies(128, 500_000.0)
    np.testing.assert_array_equal(
        extended_frequencies(
            trained, Extension("yarn", 8.0, 8192, beta_fast=4, beta_slow=1, ramp="turns"), 0
        ),
        extended_frequencies(trained, Extension("llama3", 8.0, 8192, 1.0, 4.0), 0),
    )


@pytest.mark.parametrize("rule", RULES)
def test_an_attention_factor_that_is_given_replaces_the_rules_own(rule: Scaling) -> None:
    own = 0.1 * np.log(16.0) + 1 if rule == "yarn" else 1.0
    assert attention_factor(Extension(rule, 16.0)) == pytest.approx(own, rel=1e-15)
    given_one = Extension(rule, 16.0, attention_factor=0.75)
    assert attention_factor(given_one) == 0.75
    trained = inverse_frequencies(16)
    np.testing.assert_array_equal(
        extended_frequencies(trained, given_one, 10_000),
        extended_frequencies(trained, Extension(rule, 16.0), 10_000),
    )


def test_ntk_replaces_the_base(golden: dict[str, Any]) -> None:
    extension = Extension("ntk", 4.0)
    base = ntk_base(10_000.0, 128, extension)
    assert base == pytest.approx(golden["ntk_static_base_d128_factor4"], abs=1e-4)
    found = extended_frequencies(inverse_frequencies(128), extension, 0)
    np.testing.assert_allclose(found, inverse_frequencies(128, base), rtol=1e-12)
    assert "last inverse frequency equals" in golden["ntk_property"]
    assert found[0] == 1.0
    assert found[-1] == pytest.approx(10_000 ** (-126 / 128) / 4, rel=1e-12)


def test_dynamic_ntk_begins_at_the_trained_length(golden: dict[str, Any]) -> None:
    extension = Extension("dynamic_ntk", 2.0, 4096)
    for seq_len, base in golden["dynamic_ntk_base_d128_L0_4096_factor2"].items():
        assert ntk_base(10_000.0, 128, extension, float(seq_len)) == pytest.approx(base, abs=1e-4)
        found = extended_frequencies(inverse_frequencies(128), extension, float(seq_len))
        np.testing.assert_allclose(found, inverse_frequencies(128, base), rtol=1e-7)
    np.testing.assert_array_equal(
        extended_frequencies(inverse_frequencies(64), extension, 4096), inverse_frequencies(64)
    )


def test_dynamic_ntk_of_the_paper_and_of_the_code(golden_second: dict[str, Any]) -> None:
    known = golden_second["dynamic_ntk_d128_base1e4_factor2_twice_the_length"]
    code, paper = (Extension("dynamic_ntk", 2.0, 4096, dynamic=form) for form in DYNAMICS)
    bases = {form: ntk_base(10_000.0, 128, form, 8192) for form in (code, paper)}
    assert bases[paper] == pytest.approx(known["paper: s=max(1,l/L)=2"], rel=1e-12)
    assert bases[code] == pytest.approx(
        known["authors' code and transformers: s=factor*l/L-(factor-1)=3"], rel=1e-12
    )
    for form, base in bases.items():
        found = extended_frequencies(inverse_frequencies(128), form, 8192)
        np.testing.assert_allclose(found, inverse_frequencies(128, base), rtol=1e-12)
    # Both start at the trained length, and the paper's knows no factor.
    for form in (code, paper):
        assert ntk_base(10_000.0, 128, form, 4096) == 10_000
    assert ntk_base(10_000.0, 128, Extension("dynamic_ntk", 9.0, 4096, dynamic="paper"), 8192) == bases[paper]
    # At the factor 1 the code's is the paper's.
    assert ntk_base(10_000.0, 128, Extension("dynamic_ntk", 1.0, 4096), 8192) == bases[paper]


@given(
    width=st.integers(2, 64).map(lambda pairs: 2 * pairs),
    share=st.floats(0, 1),
    base=st.floats(2, 1e8),
    factor=st.floats(1, 1e3),
)
def test_ntk_divides_the_last_pair_that_turns(width: int, share: float, base: float, factor: float) -> None:
    """Where frequencies follow from the whole head, the same as another base of the whole head."""
    turning = 2 + int(share * (width // 2 - 2))
    trained = partial_frequencies(width, 2 * turning, base, "head")
    found = extended_frequencies(trained, Extension("ntk", factor), 0)
    assert found[0] == 1.0
    assert found[-1] == pytest.approx(trained[-1] / factor, rel=1e-9)
    other = ntk_base(base, width, Extension("ntk", factor), pairs=turning)
    np.testing.assert_allclose(found, inverse_frequencies(width, other)[:turning], rtol=1e-9)


def test_linear_squeezes_positions(golden: dict[str, Any]) -> None:
    assert golden["linear"]["factor4: angle(pos=4000) == unscaled angle(pos=1000)"] is True
    trained = inverse_frequencies(128)
    far = angles(np.array([4000.0]), extended_frequencies(trained, Extension("linear", 4.0), 0))
    np.testing.assert_array_equal(far, angles(np.array([1000.0]), trained))


@given(
    rule=st.sampled_from(RULES),
    pairs=st.integers(1, 80),
    base=st.floats(1.01, 1e8),
    factor=st.floats(1, 1e4),
    trained_len=st.integers(1, 10**7),
    seq_len=st.integers(1, 10**7),
    ramp=st.sampled_from(RAMPS),
    truncate=st.booleans(),
    dynamic=st.sampled_from(DYNAMICS),
)
def test_every_rule_only_slows_down(
    rule: Scaling,
    pairs: int,
    base: float,
    factor: float,
    trained_len: int,
    seq_len: int,
    ramp: Ramp,
    truncate: bool,
    dynamic: Dynamic,
) -> None:
    trained = inverse_frequencies(2 * pairs, base)
    extension = Extension(rule, factor, trained_len, ramp=ramp, truncate=truncate, dynamic=dynamic)
    found = extended_frequencies(trained, extension, seq_len)
    assert np.isfinite(found).all()
    assert (found > 0).all()
    assert (found <= trained * (1 + 1e-12)).all()
    if rule != "dynamic_ntk":
        assert (found >= trained / factor * (1 - 1e-12)).all()
    if factor == 1.0 and (rule != "dynamic_ntk" or seq_len <= trained_len):
        np.testing.assert_allclose(found, trained, rtol=1e-12)


def test_refusals() -> None:
    trained = inverse_frequencies(8)
    for extension, words in (
        (Extension("linear", 0.5), "factor must be a finite number of at least 1, got 0.5"),
        (Extension("linear", float("nan")), "factor must be a finite number"),
        (Extension("yarn", 2.0, 0), "original_max_len must be at least 1, got 0"),
        (Extension("yarn", 2.0, beta_fast=1.0), "beta_fast must be greater than beta_slow"),
        (Extension("llama3", 2.0, low_freq_factor=4.0), "high_freq_factor must be greater"),
        (Extension("own", 2.0), "scaling must be one of the known rules, got 'own'"),  # type: ignore[arg-type]
        (Extension("yarn", 2.0, ramp="own"), "ramp must be 'pairs' or 'turns', got 'own'"),  # type: ignore[arg-type]
        (
            Extension("dynamic_ntk", 2.0, dynamic="own"),  # type: ignore[arg-type]
            "dynamic must be 'code' or 'paper', got 'own'",
        ),
    ):
        with pytest.raises(ValueError, match=words):
            extended_frequencies(trained, extension, 1)
    for bad in (0.0, -1.0, float("inf"), float("nan")):
        with pytest.raises(ValueError, match="attention_factor must be a finite number greater than 0, got"):
            attention_factor(Extension("yarn", 2.0, attention_factor=bad))
    with pytest.raises(ValueError, match="pairs must be at least 2, got 1"):
        ntk_base(10_000.0, 8, Extension("ntk"), pairs=1)
    with pytest.raises(ValueError, match="scaling must be 'ntk' or 'dynamic_ntk', got 'yarn'"):
        ntk_base(10_000.0, 8, Extension("yarn"))
    with pytest.raises(ValueError, match="d_model must be at least 4, got 2"):
        ntk_base(10_000.0, 2, Extension("ntk"))
