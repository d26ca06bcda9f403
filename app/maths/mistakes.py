"""Encodings that are wrong on purpose, so that readers can see what a mistake looks like.

Nothing of this is offered as an encoding. Each function makes one mistake that people have reported from
their own code, and is right in every other respect.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from app.maths.arrays import FloatArray
from app.maths.frequencies import angles, inverse_frequencies
from app.maths.precision import half_precision_table

Mistake = Callable[[FloatArray, int, float], FloatArray]
"""From finite positions (n,), a width of at least 1 and a base above 1 to a wrong table (n, width)."""


def exponent_per_column(positions: FloatArray, d_model: int, base: float) -> FloatArray:
    """Return the table whose exponent is 2j/d for column j: twice as large as it should be.

    Right is 2i/d, where i counts pairs. The columns slow down twice as fast, and the second half of them
    hardly moves.
    """
    return _columns(positions, base, 2.0 * np.arange(d_model) / d_model)


def own_exponent_for_cosine(positions: FloatArray, d_model: int, base: float) -> FloatArray:
    """Return the table whose exponent is j/d for column j, so that a cosine is slower than its sine.

    The sines are right. But sine and cosine of a pair no longer belong to one angle: sin² + cos² is not 1,
    and a shift is no longer a rotation.
    """
    return _columns(positions, base, np.arange(d_model) / d_model)


def slow_first(positions: FloatArray, d_model: int, base: float) -> FloatArray:
    """Return the table whose low columns are slow and whose high columns are fast."""
    return _table(positions, d_model, inverse_frequencies(d_model, base)[::-1])


def sine_twice(positions: FloatArray, d_model: int, base: float) -> FloatArray:
    """Return the table with a sine in both columns of every pair."""
    angle = angles(positions, inverse_frequencies(d_model, base))
    table: FloatArray = np.sin(np.repeat(angle, 2, axis=1)[:, :d_model])
    return table


def counted_from_one(positions: FloatArray, d_model: int, base: float) -> FloatArray:
    """Return the right table for positions that begin with 1: the row 0, 1, 0, 1 … is missing."""
    return _table(np.asarray(positions) + 1.0, d_model, inverse_frequencies(d_model, base))


def one_row_for_all(positions: FloatArray, d_model: int, base: float) -> FloatArray:
    """Return what a sentence is given when the wrong axis is counted: the same row for every token.

    A table made for (position, sentence, column) and added to (sentence, position, column) counts sentences
    instead of tokens. The first sentence of a batch gets row 0 everywhere.
    """
    return _table(np.zeros_like(positions, dtype=np.float64), d_model, inverse_frequencies(d_model, base))


def bfloat16_angles(positions: FloatArray, d_model: int, base: float) -> FloatArray:
    """Return the table whose positions and angles were rounded to bfloat16 before the sine was taken."""
    return half_precision_table(positions, d_model, base, "bfloat16", "angles")


MISTAKES: Mapping[str, Mistake] = MappingProxyType(
    {
        function.__name__: function
        for function in (
            exponent_per_column,
            own_exponent_for_cosine,
            slow_first,
            sine_twice,
            counted_from_one,
            one_row_for_all,
            bfloat16_angles,
        )
    }
)
"""By the names that links and the API use."""


def _table(positions: FloatArray, d_model: int, inv_freq: FloatArray) -> FloatArray:
    angle = angles(positions, inv_freq)
    table = np.empty((angle.shape[0], d_model), dtype=np.float64)
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle[:, : d_model // 2])
    return table


def _columns(positions: FloatArray, base: float, exponents: FloatArray) -> FloatArray:
    angle = angles(positions, np.power(float(base), -exponents))
    table = np.empty_like(angle)
    table[:, 0::2] = np.sin(angle[:, 0::2])
    table[:, 1::2] = np.cos(angle[:, 1::2])
    return table
