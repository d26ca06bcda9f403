"""Which learned row every place of a sentence gets."""

import hashlib
from typing import Literal, TypeAlias, get_args

import numpy as np

from app.maths.arrays import SingleArray

Positions: TypeAlias = Literal["on", "off", "shuffled"]
POSITIONS: tuple[Positions, ...] = get_args(Positions)


def row_numbers(positions: Positions, n: int) -> tuple[int, ...] | None:
    """Return which row of the learned table every place gets, or None if no row is added.

    "on": place i gets row i, as in training; "shuffled": the same rows, dealt out by `shuffled`.
    """
    if positions == "off":
        return None
    if positions == "on":
        return tuple(range(n))
    if positions == "shuffled":
        return shuffled(n)
    raise ValueError(f"positions must be 'on', 'off' or 'shuffled', got {positions!r}")


def shuffled(n: int) -> tuple[int, ...]:
    """Return the numbers 0 … n-1 in an order that is mixed, yet the same on every machine.

    It is one cycle through all of them: with two or more, none stays at its place. Sattolo 1986, "An
    algorithm to generate a random cyclic permutation", Inf. Process. Lett. 22(6).
    """
    # Numbers from a hash: a generator of random numbers may change with the version of its library.
    drawn = np.frombuffer(hashlib.shake_256(b"positions").digest(4 * n), dtype="<u4").tolist()
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        other = drawn[last] % last
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def position_rows(table: SingleArray, positions: Positions, n: int, strength: float) -> SingleArray:
    """Return what is added to n tokens: rows of the learned table, times a strength from 0 to 1."""
    numbers = row_numbers(positions, n)
    if numbers is None:
        return np.zeros((n, table.shape[1]), dtype=np.float32)
    return table[list(numbers)] * np.float32(strength)
