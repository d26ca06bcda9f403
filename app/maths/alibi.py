"""ALiBi: attention scores lowered in proportion to the distance, with another slope in every head."""

from typing import Literal, TypeAlias

import numpy as np

from app.maths.arrays import FloatArray, IntArray

Form: TypeAlias = Literal["distance", "column"]


def alibi_slopes(n_heads: int) -> FloatArray:
    """Return the slope of every head, in head order.

    Parameters
    ----------
    n_heads : int
        Number of heads, at least 1; any number, not only powers of two.

    Returns
    -------
    ndarray of float64, shape (n_heads,)
        For a power of two n the geometric series from ``2^(-8/n)`` down to ``2^-8``. Otherwise the series of
        the power of two below, then every other slope of the series of twice that many heads.

    Raises
    ------
    ValueError
        If `n_heads` is below 1.

    References
    ----------
    Press et al. 2021, section 3 and the authors' code, arXiv:2108.12409.
    """
    if n_heads < 1:
        raise ValueError(f"n_heads must be at least 1, got {n_heads}")
    power = 1 << (n_heads.bit_length() - 1)
    between = _series(2 * power)[0::2][: n_heads - power]
    return np.concatenate([_series(power), between])


def alibi_bias(
    slopes: FloatArray, seq_len: int, *, causal: bool = True, form: Form = "distance"
) -> FloatArray:
    """Return what ALiBi adds to the scaled scores.

    Parameters
    ----------
    slopes : ndarray of float64, shape (n_heads,)
    form : {"distance", "column"}
        ``-slope·|query - key|``, or ``slope·key``, which differs from it by a constant a row and so gives the
        same attention, but only under a causal mask.

    Returns
    -------
    ndarray of float64, shape (n_heads, seq_len, seq_len)
        Head, query, key; NaN where masked.

    Raises
    ------
    ValueError
        If `form` is unknown.
    """
    place = np.arange(seq_len, dtype=np.float64)
    if form == "distance":
        relative = -np.abs(place[None, :] - place[:, None])
    elif form == "column":
        relative = np.repeat(place[None, :], seq_len, axis=0)
    else:
        raise ValueError(f"form must be 'distance' or 'column', got {form!r}")
    if causal:
        relative[np.triu_indices(seq_len, 1)] = np.nan
    # Adding 0.0 turns the -0.0 of the diagonal into 0.0.
    return np.multiply.outer(slopes, relative) + 0.0


def alibi_profile(slopes: FloatArray, relative: IntArray, *, causal: bool = True) -> FloatArray:
    """Return ALiBi's bias by relative position, for one query.

    Parameters
    ----------
    slopes : ndarray of float64, shape (n_heads,)
    relative : ndarray of int, shape (n,)
        Key position minus query position.

    Returns
    -------
    ndarray of float64, shape (n_heads, n)
        ``-slope·|relative|``; NaN where masked.
    """
    lowered = -np.abs(relative).astype(np.float64)
    if causal:
        lowered[relative > 0] = np.nan
    # Adding 0.0 turns the -0.0 of the own position into 0.0.
    return np.multiply.outer(slopes, lowered) + 0.0


def _series(heads: int) -> FloatArray:
    return np.exp2(-8.0 / heads * np.arange(1, heads + 1, dtype=np.float64))
