"""Slopes by powers of two, attention by hand, and the real table read with the formula of T5's authors."""

from math import exp, log
from pathlib import Path

import numpy as np

FILE = "mpnet_relative_attention_bias_32x12_f32.npy"
TABLE = np.load(Path(__file__).parents[2] / "app" / "data" / "tables" / FILE).astype(float)
WORDS = [[1, 0, 0.5, 0], [0, 1, 0, 0.5], [0.5, 0.5, 1, 0]]
"""dog, bites, man."""


def bucket(relative: int) -> int:
    """As the authors' code has it: two-way, 32 buckets, farthest distance 128."""
    distance = abs(relative)
    if distance >= 8:
        distance = min(15, 8 + int(log(distance / 8) / log(128 / 8) * 8 + 1e-9))
    return distance + (16 if relative > 0 else 0)


def head(number: int, reach: int) -> list[float]:
    return [float(TABLE[bucket(relative), number]) for relative in range(-reach, reach + 1)]


def percent(number: int, relative: int, reach: int = 32) -> float:
    raised = [exp(value) for value in head(number, reach)]
    return 100 * raised[reach + relative] / sum(raised)


def line(number: int, reach: int) -> float:
    """Square of the correlation of distance and bias."""
    distance = np.abs(np.arange(-reach, reach + 1))
    return float(np.corrcoef(distance, head(number, reach))[0, 1] ** 2)


def outputs(order: list[int]) -> dict[int, list[float]]:
    """Output of every word, head of slope 1/2, Q = K = V = X, no mask."""
    found = {}
    for place, word in enumerate(order):
        raised = [
            exp(sum(a * b for a, b in zip(WORDS[word], WORDS[other], strict=True)) / 2 - abs(place - at) / 2)
            for at, other in enumerate(order)
        ]
        found[word] = [
            sum(raised[at] * WORDS[other][column] for at, other in enumerate(order)) / sum(raised)
            for column in range(4)
        ]
    return found


def difference(order: list[int]) -> float:
    first, second = outputs([0, 1, 2]), outputs(order)
    return max(abs(a - b) for word in first for a, b in zip(first[word], second[word], strict=True))


EXPECTED = {
    "bias.last_slope_part": 2**8,
    "bias.between_slope": 2 ** (-8 / 16),
    "bias.mirror": difference([2, 1, 0]),
    "bias.swap": difference([1, 0, 2]),
    "bias.buckets": 32,  # Raffel et al., section 2.1
    "bias.last_bucket": min(distance for distance in range(200) if bucket(-distance) == bucket(-10_000)),
    "bias.heads": TABLE.shape[1],
    "bias.own_least": -max(TABLE[0]),
    "bias.own_most": -min(TABLE[0]),
    "bias.line": 100 * max(line(number, 64) for number in range(12)),
    "bias.line_reach": 64,
    "bias.head_6_one_back": percent(6, -1),
    "bias.head_11_one_ahead": percent(11, 1),
}
