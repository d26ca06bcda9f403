"""What the columns of a matrix stand for."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from app.maths.arrays import FloatArray

Part: TypeAlias = Literal["sin", "cos"]


@dataclass(frozen=True)
class Columns:
    """What every column of a matrix stands for; None where the encoding has no pairs."""

    pair: tuple[int | None, ...]
    """Pair index i; length d_model."""
    part: tuple[Part | None, ...]
    """Which half of the pair the column holds."""
    wavelength: tuple[float | None, ...]
    """Positions that one full turn takes."""

    @classmethod
    def unpaired(cls, width: int) -> "Columns":
        """Return the columns of an encoding without pairs."""
        return cls((None,) * width, (None,) * width, (None,) * width)

    def joined(self, more: "Columns") -> "Columns":
        """Return these columns with others after them."""
        return Columns(self.pair + more.pair, self.part + more.part, self.wavelength + more.wavelength)


def paired_columns(
    first: np.ndarray, second: np.ndarray, parts: tuple[Part, Part], wavelength: FloatArray
) -> Columns:
    """Return the columns of an encoding with pairs.

    Parameters
    ----------
    first, second : ndarray of int, shape (pairs,)
        Columns of the first and of the second half of every pair; `second` may be one shorter.
    parts : tuple of two of "sin", "cos"
        What the halves hold.
    wavelength : ndarray of float64, shape (pairs,)
        Positions per full turn. Columns of a pair that stands still, infinite here, count as unpaired.
    """
    width = first.size + second.size
    pair = np.empty(width, dtype=np.intp)
    pair[first] = np.arange(first.size)
    pair[second] = np.arange(second.size)
    is_first = np.zeros(width, dtype=np.bool_)
    is_first[first] = True
    turns = np.isfinite(wavelength)[pair]
    of_pairs = [pair, np.where(is_first, *parts), wavelength[pair]]
    pairs, names, lengths = (
        tuple(value if turning else None for value, turning in zip(values.tolist(), turns, strict=True))
        for values in of_pairs
    )
    return Columns(pairs, names, lengths)
