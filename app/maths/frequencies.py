"""Inverse frequencies and wavelengths of the pairs that sinusoidal encodings and RoPE share."""

from typing import Literal, TypeAlias

import numpy as np

from app.maths.arrays import FloatArray

Variant: TypeAlias = Literal["paper", "whisper"]


def inverse_frequencies(d_model: int, base: float = 10_000.0, variant: Variant = "paper") -> FloatArray:
    """Return the angular frequency of every pair, fastest first.

    Parameters
    ----------
    d_model : int
        Width in columns, at least 1. An odd width has a last pair whose cosine has no column.
    base : float
        Ratio that the wavelengths span, greater than 1; 10000 in the paper.
    variant : {"paper", "whisper"}
        Denominator of the exponent: ``d_model / 2`` (paper) or ``pairs - 1`` (tensor2tensor, Whisper), so
        that the last wavelength is exactly ``2π·base``.

    Returns
    -------
    ndarray of float64, shape (ceil(d_model / 2),)
        Radians per position; the first entry is 1.

    Raises
    ------
    ValueError
        If `d_model` is below 1, `base` is not a finite number above 1, or `variant` is unknown.

    References
    ----------
    Vaswani et al. 2017, section 3.5, arXiv:1706.03762; Radford et al. 2022 (Whisper), arXiv:2212.04356.
    """
    if d_model < 1:
        raise ValueError(f"d_model must be at least 1, got {d_model}")
    if not (np.isfinite(base) and base > 1):
        raise ValueError(f"base must be a finite number greater than 1, got {base}")
    pairs = (d_model + 1) // 2
    i = np.arange(pairs, dtype=np.float64)
    if variant == "paper":
        exponent = 2.0 * i / d_model
    elif variant == "whisper":
        exponent = i / max(pairs - 1, 1)
    else:
        raise ValueError(f"variant must be 'paper' or 'whisper', got {variant!r}")
    return np.power(float(base), -exponent)


def wavelengths(inv_freq: FloatArray) -> FloatArray:
    """Return how many positions one full turn of every pair takes.

    Parameters
    ----------
    inv_freq : ndarray of float64, shape (pairs,)
        Radians per position, not negative.

    Returns
    -------
    ndarray of float64, shape (pairs,)
        ``2π / inv_freq``, in positions; infinite for a pair that stands still.
    """
    with np.errstate(divide="ignore"):
        return np.asarray(2.0 * np.pi / inv_freq, dtype=np.float64)


def angles(positions: FloatArray, inv_freq: FloatArray) -> FloatArray:
    """Return the angle of every pair at every position.

    Parameters
    ----------
    positions : ndarray of float64, shape (n,)
        Any finite positions: negative and fractional ones too.
    inv_freq : ndarray of float64, shape (pairs,)
        Radians per position.

    Returns
    -------
    ndarray of float64, shape (n, pairs)
        Radians. Always float64: float16 and bfloat16 cannot hold whole positions beyond 2048 and 256.

    Raises
    ------
    ValueError
        If `positions` is not one-dimensional or holds a value that is not finite.
    """
    place = np.asarray(positions, dtype=np.float64)
    if place.ndim != 1:
        raise ValueError(f"positions must have one axis, got shape {place.shape}")
    if not np.isfinite(place).all():
        raise ValueError(f"positions must all be finite, got {place[~np.isfinite(place)][0]}")
    return np.multiply.outer(place, inv_freq)
