"""Wavelengths and distances from the golden numbers; look-alikes by 30-digit arithmetic, offset by offset.

Bases: Vaswani et al. 2017, section 3.5; Touvron et al. 2023 (Llama 2), which keeps Llama's; Grattafiori et
al. 2024 (Llama 3), table 3; Rozière et al. 2023 (Code Llama), section 2.4; Yang et al. 2024 (Qwen2), section
3.2; the published configuration of Command R.
"""

import json
from pathlib import Path

from mpmath import cos, mp, mpf, sqrt

_GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "numbers.json").read_text(encoding="utf-8"))
_WAVES = _GOLDEN["wavelengths"]
_UNIQUE = _GOLDEN["uniqueness"]


def _distances() -> dict[int, float]:
    with mp.workdps(30):
        frequencies = [mpf(10) ** (-mpf(2 * i) / 8) for i in range(4)]
        return {
            offset: float(sqrt(sum(2 - 2 * cos(offset * frequency) for frequency in frequencies)))
            for offset in range(1, 4096)
        }


_DISTANCES = _distances()
_NEAREST = min(_DISTANCES, key=lambda offset: _DISTANCES[offset])

EXPECTED = {
    "wavelengths.base_transformer": 1e4,
    "wavelengths.base_llama_2": 1e4,
    "wavelengths.base_llama_3": 5e5,
    "wavelengths.base_code_llama": 1e6,
    "wavelengths.base_qwen2": 1e6,
    "wavelengths.base_command_r": 8e6,
    "wavelengths.slowest_d6": _WAVES["d6_first_last"][1],
    "wavelengths.slowest_d512": _WAVES["d512_first_last"][1],
    "wavelengths.limit": _WAVES["limit_2pi_x_10000"],
    "wavelengths.far_distance": _UNIQUE["||PE(1)-PE(10001)||_d512"],
    "wavelengths.near_distance": _UNIQUE["||PE(0)-PE(1)||_d512"],
    "wavelengths.alike_offset": _NEAREST,
    "wavelengths.alike_distance": _DISTANCES[_NEAREST],
    "wavelengths.alike_neighbour": _DISTANCES[1],
}
