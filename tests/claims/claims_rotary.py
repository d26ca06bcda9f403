"""Scores from `tests/golden`; with sines and cosines added, by arithmetic with the formula of the paper."""

import json
from math import cos, sin
from pathlib import Path

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "numbers.json").read_text(encoding="utf-8"))
SCORES = GOLDEN["rope_score_q1234_k(.5,-1,2,.25)"]


def added(query: int, key: int) -> float:
    """(q + PE(query)) · (k + PE(key)) with four columns and base 10000."""

    def row(pos: int) -> list[float]:
        return [sin(pos), cos(pos), sin(pos / 100), cos(pos / 100)]

    q, k = [1, 2, 3, 4], [0.5, -1, 2, 0.25]
    return sum((a + p) * (b + r) for a, p, b, r in zip(q, row(query), k, row(key), strict=True))


EXPECTED = {
    "rotary.score": SCORES["interleaved (103,100)"],
    "rotary.score_swapped": SCORES["interleaved m-n=-3 (2,5)"],
    "rotary.score_half": SCORES["half_split (5,2)"],
    "rotary.added": added(5, 2),
    "rotary.added_padded": added(12, 9),
}
