"""Half precision: what is left of positions and angles in bfloat16 and float16."""

from typing import Literal, TypeAlias

import numpy as np

from app.maths.arrays import FloatArray
from app.maths.frequencies import angles, inverse_frequencies

HalfFormat: TypeAlias = Literal["bfloat16", "float16"]
Stage: TypeAlias = Literal["angles", "values"]

_DROPPED_BITS = 45
"""A float64 stores 52 bits behind the leading one, a bfloat16 stores 7."""
_SMALLEST_NORMAL, _SMALLEST = 2.0**-126, 2.0**-133
_LARGEST = (2.0 - 2.0**-7) * 2.0**127


def round_to(values: FloatArray, number_format: HalfFormat) -> FloatArray:
    """Round numbers to the nearest one that a half-precision format can hold, ties to even.

    Parameters
    ----------
    values : ndarray of float64, any shape
        Finite numbers.
    number_format : {"bfloat16", "float16"}
        8 bits of exponent and 7 stored bits of fraction, or 5 and 10.

    Returns
    -------
    ndarray of float64, same shape
        The rounded numbers, exactly; infinite where the format has no number that large.

    Raises
    ------
    ValueError
        If the format is unknown.

    References
    ----------
    IEEE 754-2019, section 4.3.1 (roundTiesToEven) and section 3.6 (binary16).
    """
    exact = np.asarray(values, dtype=np.float64)
    if number_format == "float16":
        with np.errstate(over="ignore"):
            return exact.astype(np.float16).astype(np.float64)
    if number_format != "bfloat16":
        raise ValueError(f"number_format must be 'bfloat16' or 'float16', got {number_format!r}")
    bits = np.ascontiguousarray(exact).view(np.uint64)
    # Straight from 64 bits: a detour over float32 would round twice.
    one, dropped = np.uint64(1), np.uint64(_DROPPED_BITS)
    half = np.uint64((1 << (_DROPPED_BITS - 1)) - 1)
    kept = ((bits + half + (bits >> dropped & one)) >> dropped) << dropped
    rounded = kept.view(np.float64).reshape(exact.shape)
    tiny = np.abs(exact) < _SMALLEST_NORMAL
    # Below the normal numbers, the gaps no longer shrink.
    rounded = np.where(tiny, np.rint(np.where(tiny, exact, 0.0) / _SMALLEST) * _SMALLEST, rounded)
    return np.where(np.abs(rounded) > _LARGEST, np.copysign(np.inf, exact), rounded)


def half_precision_table(
    positions: FloatArray, d_model: int, base: float, number_format: HalfFormat, stage: Stage
) -> FloatArray:
    """Return the sinusoidal encoding as a model in half precision holds it.

    Parameters
    ----------
    positions : ndarray of float64, shape (n,)
        Finite positions, small enough for the format (float16: below 65520).
    d_model : int
        Width in columns, at least 1.
    base : float
        Ratio that the wavelengths span, greater than 1.
    stage : {"angles", "values"}
        "angles" is the fault: position, frequency and their product are each rounded before the sine is
        taken. "values" is the remedy: everything in float64, and only the finished table is rounded.

    Returns
    -------
    ndarray of float64, shape (n, d_model)
        Columns in turn sine and cosine.

    Raises
    ------
    ValueError
        If a parameter is outside its range.
    """
    inv_freq = inverse_frequencies(d_model, base)
    if stage == "angles":
        place = round_to(positions, number_format)
        angle = round_to(angles(place, round_to(inv_freq, number_format)), number_format)
    elif stage == "values":
        angle = angles(positions, inv_freq)
    else:
        raise ValueError(f"stage must be 'angles' or 'values', got {stage!r}")
    table = np.empty((angle.shape[0], d_model), dtype=np.float64)
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle[:, : d_model // 2])
    return round_to(table, number_format)
