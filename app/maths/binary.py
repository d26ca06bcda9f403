"""The position as a binary number: the clock hands before they were smooth."""

import numpy as np

from app.maths.arrays import FloatArray

_SIGN_BIT = 64
"""From here on every bit of a position within float64's whole numbers repeats the sign."""


def binary_table(positions: FloatArray, d_model: int) -> FloatArray:
    """Return the bits of every position, the lowest (fastest) first.

    Parameters
    ----------
    positions : ndarray of float64, shape (n,)
        Any finite positions; a fraction is dropped downwards, a negative number is in two's complement.
    d_model : int
        Number of bits, at least 1.

    Returns
    -------
    ndarray of float64, shape (n, d_model)
        Column j holds bit j, 0 or 1: ``floor(pos / 2^j) mod 2``.

    Raises
    ------
    ValueError
        If `d_model` is below 1.
    """
    if d_model < 1:
        raise ValueError(f"d_model must be at least 1, got {d_model}")
    bit = np.minimum(np.arange(d_model), _SIGN_BIT)
    place = np.floor(np.asarray(positions, dtype=np.float64))
    return np.asarray(np.floor(np.ldexp(place[:, None], -bit)) % 2.0, dtype=np.float64)
