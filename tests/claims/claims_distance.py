"""Offsets at which the dot product rises, and the wave of six positions a turn, from the golden numbers."""

import json
from pathlib import Path

_GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "numbers.json").read_text(encoding="utf-8"))
_RISE = _GOLDEN["first_offset_where_the_dot_product_rises"]
_WAVE = _GOLDEN["uniqueness"]["sin_only_d2_collision"]

EXPECTED = {
    "distance.rise_d8": _RISE["d8"],
    "distance.rise_d64": _RISE["d64"],
    "distance.rise_d512": _RISE["d512"],
    "distance.rises_d8": _GOLDEN["dot_product_by_offset_d8"]["how_many_rises_in_1..59"],
    "distance.steps_d8": 59,
    "shift.sine": _WAVE["sin(2pi/3)"],
    "shift.cosine_1": _WAVE["cos"][0],
    "shift.cosine_2": _WAVE["cos"][1],
}
