"""The sinusoidal position table of the Transformer paper, in both common column layouts."""

from typing import Literal, TypeAlias

import numpy as np

from app.maths.arrays import FloatArray, IntArray
from app.maths.frequencies import Variant, angles, inverse_frequencies

Layout: TypeAlias = Literal["interleaved", "blocks"]


def sine_cosine_columns(d_model: int, layout: Layout = "interleaved") -> tuple[IntArray, IntArray]:
    """Return which columns hold the sines and which the cosines, in pair order.

    Parameters
    ----------
    d_model : int
        Width in columns, at least 1; if odd, the last sine has no cosine.
    layout : {"interleaved", "blocks"}
        sin, cos, sin, cos … as in the paper, or all sines before all cosines as in tensor2tensor.

    Returns
    -------
    sines : ndarray of int, shape (ceil(d_model / 2),)
    cosines : ndarray of int, shape (floor(d_model / 2),)

    Raises
    ------
    ValueError
        If `layout` is unknown.
    """
    columns = np.arange(d_model, dtype=np.intp)
    if layout == "interleaved":
        return columns[0::2], columns[1::2]
    if layout == "blocks":
        pairs = (d_model + 1) // 2
        return columns[:pairs], columns[pairs:]
    raise ValueError(f"layout must be 'interleaved' or 'blocks', got {layout!r}")


def sinusoidal(
    positions: FloatArray,
    d_model: int,
    base: float = 10_000.0,
    *,
    layout: Layout = "interleaved",
    variant: Variant = "paper",
) -> FloatArray:
    """Return the sinusoidal encoding of every position.

    Parameters
    ----------
    positions : ndarray of float64, shape (n,)
        Any finite positions; the formula also holds for negative and fractional ones.
    d_model : int
        Width in columns, at least 1; odd widths are allowed.
    base : float
        Ratio that the wavelengths span, greater than 1.
    layout : {"interleaved", "blocks"}
        Order of the columns; a convention that changes no dot product.
    variant : {"paper", "whisper"}
        Spacing of the frequencies, see `inverse_frequencies`.

    Returns
    -------
    ndarray of float64, shape (n, d_model)
        Column 2i holds sin(pos·inv_freq[i]) and column 2i+1 its cosine (interleaved). A row depends on its
        own position only, so a longer table has bit-identical rows.

    Raises
    ------
    ValueError
        If a parameter is outside its range.

    References
    ----------
    Vaswani et al. 2017, section 3.5, arXiv:1706.03762.
    """
    angle = angles(positions, inverse_frequencies(d_model, base, variant))
    sines, cosines = sine_cosine_columns(d_model, layout)
    table = np.empty((angle.shape[0], d_model), dtype=np.float64)
    table[:, sines] = np.sin(angle)
    table[:, cosines] = np.cos(angle[:, : cosines.size])
    return table


def shift_blocks(inv_freq: FloatArray, k: float) -> FloatArray:
    """Return the rotation of every pair (sine, cosine) that moves any position by k.

    Parameters
    ----------
    inv_freq : ndarray of float64, shape (pairs,)
        Radians per position.
    k : float
        Number of positions; it may be negative or fractional.

    Returns
    -------
    ndarray of float64, shape (pairs, 2, 2)
        ``[[cos, sin], [-sin, cos]]`` of k times the pair's frequency. The position itself does not occur.

    References
    ----------
    Vaswani et al. 2017, section 3.5, arXiv:1706.03762.
    """
    angle = k * inv_freq
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.stack([np.stack([cosine, sine], axis=-1), np.stack([-sine, cosine], axis=-1)], axis=-2)


def shift_residual(
    positions: FloatArray,
    d_model: int,
    base: float,
    k: float,
    *,
    layout: Layout = "interleaved",
    variant: Variant = "paper",
) -> float:
    """Return how far the rotated rows are from the rows k positions on: rounding, and nothing else.

    Parameters
    ----------
    positions : ndarray of float64, shape (n,)
    d_model : int
        Width in columns, at least 1; a last sine without cosine cannot be rotated and is left out.
    base : float
        Ratio that the wavelengths span, greater than 1.

    Returns
    -------
    float
        Largest absolute difference; 0 if there is no pair.
    """
    sines, cosines = sine_cosine_columns(d_model, layout)
    pairs = cosines.size
    if not pairs:
        return 0.0
    blocks = shift_blocks(inverse_frequencies(d_model, base, variant)[:pairs], k)
    here, there = (
        np.stack([table[:, sines[:pairs]], table[:, cosines]], axis=-1)
        for table in (
            sinusoidal(place, d_model, base, layout=layout, variant=variant)
            for place in (positions, positions + k)
        )
    )
    return float(np.abs(np.einsum("pij,npj->npi", blocks, here) - there).max())
