"""Numbers of the section about the base."""

import numpy as np

from app.claims.claim import Claim
from app.maths.frequencies import inverse_frequencies, wavelengths
from app.maths.nearest_positions import NearestPositions, nearest_positions
from app.maths.sinusoidal import sinusoidal


def _slowest(d_model: int) -> float:
    return float(wavelengths(inverse_frequencies(d_model))[-1])


def _apart(one: float, other: float) -> float:
    rows = sinusoidal(np.array([one, other]), 512)
    return float(np.linalg.norm(rows[1] - rows[0]))


def _narrow() -> NearestPositions:
    return nearest_positions(inverse_frequencies(8, 10.0), 4096)


CLAIMS = {
    # From the papers and published configurations that the page names.
    "wavelengths.base_transformer": Claim(lambda _: 10_000),
    "wavelengths.base_llama_2": Claim(lambda _: 10_000),
    "wavelengths.base_llama_3": Claim(lambda _: 500_000),
    "wavelengths.base_code_llama": Claim(lambda _: 1_000_000),
    "wavelengths.base_qwen2": Claim(lambda _: 1_000_000),
    "wavelengths.base_command_r": Claim(lambda _: 8_000_000),
    "wavelengths.slowest_d6": Claim(lambda _: _slowest(6)),
    "wavelengths.slowest_d512": Claim(lambda _: _slowest(512)),
    # With Whisper's spacing the last wavelength is the limit itself.
    "wavelengths.limit": Claim(
        lambda _: wavelengths(inverse_frequencies(4, variant="whisper"))[-1], digits=2
    ),
    "wavelengths.far_distance": Claim(lambda _: _apart(1, 10_001), digits=2),
    "wavelengths.near_distance": Claim(lambda _: _apart(0, 1), digits=2),
    "wavelengths.alike_offset": Claim(lambda _: _narrow().offset),
    "wavelengths.alike_distance": Claim(lambda _: _narrow().distance, digits=2),
    "wavelengths.alike_neighbour": Claim(lambda _: _narrow().neighbour, digits=2),
}
