from typing import Any

import numpy as np
import pytest

from app.maths.frequencies import angles, inverse_frequencies, wavelengths


def test_wavelengths_of_the_paper(golden: dict[str, Any]) -> None:
    for width in (6, 512):
        found = wavelengths(inverse_frequencies(width))[[0, -1]]
        np.testing.assert_allclose(found, golden["wavelengths"][f"d{width}_first_last"], rtol=1e-6)


def test_rope_frequencies_of_llama(golden: dict[str, Any]) -> None:
    known = golden["rope_inv_freq_d128"]["500000"]
    found = inverse_frequencies(128, 500_000.0)
    np.testing.assert_allclose(found[[0, 1, 32, 63]], known["i=0,1,32,63"], rtol=1e-8)
    assert wavelengths(found)[-1] == pytest.approx(known["longest_wavelength"], rel=1e-6)


def test_the_rotated_width_and_the_heads_give_other_frequencies(golden: dict[str, Any]) -> None:
    known = golden["partial_rotary"]
    np.testing.assert_allclose(inverse_frequencies(4), known["inv_freq_right(dim=rotary_dim=4)"])
    np.testing.assert_allclose(inverse_frequencies(8)[:2], known["inv_freq_wrong(dim=head_dim=8)"])


def test_whisper_ends_at_the_limit(golden: dict[str, Any]) -> None:
    longest = wavelengths(inverse_frequencies(64, variant="whisper"))[-1]
    assert longest == pytest.approx(golden["wavelengths"]["limit_2pi_x_10000"], abs=1e-3)


@pytest.mark.parametrize("width", [1, 2])
def test_whisper_with_a_single_pair_turns_once_a_radian(width: int) -> None:
    np.testing.assert_array_equal(inverse_frequencies(width, variant="whisper"), [1.0])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"d_model": 0}, "d_model must be at least 1, got 0"),
        ({"d_model": 4, "base": 1.0}, "base must be a finite number greater than 1, got 1.0"),
        ({"d_model": 4, "base": float("nan")}, "base must be a finite"),
        ({"d_model": 4, "variant": "own"}, "variant must be 'paper' or 'whisper', got 'own'"),
    ],
)
def test_refusals_name_parameter_value_and_rule(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        inverse_frequencies(**arguments)


@pytest.mark.parametrize("positions", [np.array([[1.0]]), np.array([np.inf]), np.array([0.0, np.nan])])
def test_positions_must_be_a_finite_row(positions: np.ndarray) -> None:
    with pytest.raises(ValueError, match="positions must"):
        angles(positions, np.ones(1))
