"""Arithmetic, `numbers.json`, and the reading of words and positions from their sums in plain Python."""

from hashlib import shake_256
from math import acos, cos, degrees, hypot, sin, sqrt

WIDTH = 512
WORDS = ["dog", "cat", "house", "tree", "river", "book", "night", "hand", "road", "stone", "window", "bread"]


def word(spelling: str) -> list[float]:
    """A direction that follows from the spelling: 32 bits a number, from -1 to 1, then length 1."""
    digest = shake_256(spelling.encode()).digest(4 * WIDTH)
    row = [2 * int.from_bytes(digest[4 * j : 4 * j + 4], "little") / 2**32 - 1 for j in range(WIDTH)]
    return [value / hypot(*row) for value in row]


def position(pos: int) -> list[float]:
    angles = (pos / 10_000 ** (2 * i / WIDTH) for i in range(WIDTH // 2))
    return [value for angle in angles for value in (sin(angle), cos(angle))]


def dot(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def read(scale: float) -> tuple[int, int]:
    """Count the sums whose best word, and whose best position, is the right one."""
    words = [[scale * value for value in word(spelling)] for spelling in WORDS]
    places = [position(pos) for pos in range(len(WORDS))]
    cross = [[dot(one, place) for place in places] for one in words]
    alike = [[dot(one, other) for other in words] for one in words]
    near = [[dot(one, other) for other in places] for one in places]
    every = range(len(WORDS))
    # (x + p) · y = x · y + p · y
    right_words = sum(max(every, key=lambda k: alike[i][k] + cross[k][j]) == i for i in every for j in every)
    right_places = sum(max(every, key=lambda k: cross[i][k] + near[j][k]) == j for i in every for j in every)
    return right_words, right_places


def angles() -> list[float]:
    """Of every word with every position; a position's norm is √(d/2)."""
    places = [position(pos) for pos in range(len(WORDS))]
    return [degrees(acos(dot(word(one), place) / sqrt(WIDTH / 2))) for one in WORDS for place in places]


SCALED, UNSCALED = read(sqrt(WIDTH)), read(1.0)

EXPECTED = {
    "sum.width": 512,  # d_model of the base model, Vaswani et al. 2017, table 3
    "sum.root": 22.627417,
    "sum.position_norm": 16.0,  # numbers.json
    "sum.twice_width": 1024,
    "sum.weights": 262_144,
    "sum.weights_concatenated": 524_288,
    "sum.position_position": 1.579538104,  # numbers.json
    "sum.least_angle": min(angles()),
    "sum.greatest_angle": max(angles()),
    "sum.read_positions": SCALED[1],
    "sum.read_words": SCALED[0],
    "sum.read_words_unscaled": UNSCALED[0],
    "sum.of": 12 * 12,
}
