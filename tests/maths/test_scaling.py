from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.maths.frequencies import angles, inverse_frequencies
from app.maths.scaling import Extension, Scaling, attention_factor, extended_frequencies, ntk_base

RULES: tuple[Scaling, ...] = ("none", "linear", "ntk", "dynamic_ntk", "yarn", "llama3")


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
)
def test_every_rule_only_slows_down(
    rule: Scaling, pairs: int, base: float, factor: float, trained_len: int, seq_len: int
) -> None:
    trained = inverse_frequencies(2 * pairs, base)
    found = extended_frequencies(trained, Extension(rule, factor, trained_len), seq_len)
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
    ):
        with pytest.raises(ValueError, match=words):
            extended_frequencies(trained, extension, 1)
    with pytest.raises(ValueError, match="scaling must be 'ntk' or 'dynamic_ntk', got 'yarn'"):
        ntk_base(10_000.0, 8, Extension("yarn"))
    with pytest.raises(ValueError, match="d_model must be at least 4, got 2"):
        ntk_base(10_000.0, 2, Extension("ntk"))
