"""Rotary position embedding: pairs of columns turned by an angle that grows with the position."""

from typing import Literal, TypeAlias

import numpy as np

from app.maths.arrays import FloatArray, IntArray
from app.maths.frequencies import angles, inverse_frequencies

Pairing: TypeAlias = Literal["interleaved", "half"]
FrequencyWidth: TypeAlias = Literal["rotated", "head"]


def pair_columns(d_rotated: int, pairing: Pairing = "interleaved") -> tuple[IntArray, IntArray]:
    """Return the first and the second column of every pair.

    Parameters
    ----------
    d_rotated : int
        Rotated width in columns: even, at least 2.
    pairing : {"interleaved", "half"}
        Neighbours (2i, 2i+1) as in GPT-J and Meta's Llama, or (i, i + d/2) as in GPT-NeoX and in Hugging
        Face's Llama.

    Returns
    -------
    first, second : ndarray of int, shape (d_rotated / 2,)

    Raises
    ------
    ValueError
        If `d_rotated` is odd or below 2, or `pairing` is unknown.
    """
    if d_rotated < 2 or d_rotated % 2:
        raise ValueError(f"d_rotated must be even and at least 2, got {d_rotated}")
    columns = np.arange(d_rotated, dtype=np.intp)
    if pairing == "interleaved":
        return columns[0::2], columns[1::2]
    if pairing == "half":
        return columns[: d_rotated // 2], columns[d_rotated // 2 :]
    raise ValueError(f"pairing must be 'interleaved' or 'half', got {pairing!r}")


def rotated_width(width: int, rotary_pct: float) -> int:
    """Return how many columns of a head are rotated (partial rotary).

    Parameters
    ----------
    rotary_pct : float
        Share of the columns, above 0 and at most 1.

    Returns
    -------
    int
        ``width * rotary_pct``, rounded down. Which width the frequencies follow from is another question:
        see `partial_frequencies`.

    Raises
    ------
    ValueError
        If the share is outside its range, or leaves an odd number of columns or none.

    References
    ----------
    Black et al. 2022 (GPT-NeoX), section 2.1, arXiv:2204.06745.
    """
    if not 0 < rotary_pct <= 1:
        raise ValueError(f"rotary_pct must be above 0 and at most 1, got {rotary_pct}")
    # The sliver keeps a product such as 100 × 0.29 = 28.999… from losing a column to rounding.
    rotated = int(width * rotary_pct + 1e-9)
    if rotated < 2 or rotated % 2:
        raise ValueError(f"rotary_pct must leave an even number of columns, at least 2, got {rotated}")
    return rotated


def partial_frequencies(
    width: int, rotated: int, base: float = 10_000.0, frequencies: FrequencyWidth = "rotated"
) -> FloatArray:
    """Return the frequency of every pair that turns, where only a share of a head does (partial rotary).

    Parameters
    ----------
    width : int
        Width of the head in columns, at least 2.
    rotated : int
        How many of its columns turn: even, from 2 to `width`.
    base : float
        Ratio that the wavelengths of the whole width span, greater than 1.
    frequencies : {"rotated", "head"}
        Width that the exponents are shares of. GPT-NeoX and GPT-J take the rotated width, so that the base is
        spanned however few columns turn. Gemma 4's global layers ("proportional") take the head's: the pairs
        that turn are its fastest ones, just as fast as if all of them turned.

    Returns
    -------
    ndarray of float64, shape (rotated / 2,)
        Radians per position; the first entry is 1.

    Raises
    ------
    ValueError
        If `rotated` is odd or outside its range, or `frequencies` is unknown.

    See Also
    --------
    with_still_pairs : the pairs of the whole head, for the second rule.

    References
    ----------
    Black et al. 2022 (GPT-NeoX), section 2.1, arXiv:2204.06745; Hugging Face transformers,
    ``_compute_proportional_rope_parameters`` in ``modeling_rope_utils.py`` (Gemma 4).
    """
    if not 2 <= rotated <= width or rotated % 2:
        raise ValueError(f"rotated must be even, at least 2 and at most {width}, got {rotated}")
    if frequencies == "rotated":
        return inverse_frequencies(rotated, base)
    if frequencies == "head":
        return inverse_frequencies(width, base)[: rotated // 2]
    raise ValueError(f"frequencies must be 'rotated' or 'head', got {frequencies!r}")


def with_still_pairs(inv_freq: FloatArray, pairs: int) -> FloatArray:
    """Return the frequencies of a whole head of which only the first pairs turn.

    Parameters
    ----------
    inv_freq : ndarray of float64, shape (turning,)
        Radians per position.
    pairs : int
        Pairs of the head, at least as many as turn. They decide which columns make a pair: where halves are
        paired, (i, i + pairs), so that the columns that turn are not one block.

    Returns
    -------
    ndarray of float64, shape (pairs,)
        0 for every pair that stands still.

    Raises
    ------
    ValueError
        If there are fewer pairs than turn.
    """
    if pairs < inv_freq.size:
        raise ValueError(f"pairs must be at least {inv_freq.size}, as many as turn, got {pairs}")
    return np.append(inv_freq, np.zeros(pairs - inv_freq.size))


def rotate(
    x: FloatArray, positions: FloatArray, inv_freq: FloatArray, pairing: Pairing = "interleaved"
) -> FloatArray:
    """Rotate every pair of every row by its position's angle, counter-clockwise as in the paper.

    Parameters
    ----------
    x : ndarray of float64, shape (n, d)
        Queries or keys; never the values. Columns beyond the rotated width pass unchanged (partial rotary).
    positions : ndarray of float64, shape (n,)
        Any finite positions.
    inv_freq : ndarray of float64, shape (pairs,)
        Radians per position, 0 for a pair that stands still. The paired width is ``2·pairs``, at most ``d``.

    Returns
    -------
    ndarray of float64, shape (n, d)
        A new array; the norm of every row is kept.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    References
    ----------
    Su et al. 2021, section 3.2, arXiv:2104.09864.
    """
    d_rotated = 2 * inv_freq.size
    if x.ndim != 2 or x.shape[0] != np.size(positions):
        raise ValueError(f"x must have one row a position ({np.size(positions)}), got shape {x.shape}")
    if d_rotated > x.shape[1]:
        raise ValueError(
            f"inv_freq must have at most {x.shape[1] // 2} pairs for this x, got {inv_freq.size}"
        )
    first, second = pair_columns(d_rotated, pairing)
    angle = angles(positions, inv_freq)
    cosine, sine = np.cos(angle), np.sin(angle)
    a, b = x[:, first], x[:, second]
    rotated = np.array(x, dtype=np.float64)
    rotated[:, first] = a * cosine - b * sine
    rotated[:, second] = a * sine + b * cosine
    return rotated


def pair_terms(
    q: FloatArray, k: FloatArray, pairs: int, pairing: Pairing = "interleaved"
) -> tuple[FloatArray, float]:
    """Split the dot product of a query and a key into what each pair gives.

    Parameters
    ----------
    q, k : ndarray of float64, shape (d,)
        Query and key, rotated or not.
    pairs : int
        Number of rotated pairs, at least 1; at most d / 2.

    Returns
    -------
    terms : ndarray of float64, shape (pairs,)
        Dot product of each pair.
    rest : float
        Dot product of the columns beyond the pairs. Terms and rest add up to ``q @ k``.
    """
    first, second = pair_columns(2 * pairs, pairing)
    products = q * k
    return products[first] + products[second], float(products[2 * pairs :].sum())


def unit_pairs(n: int, d_rotated: int, pairing: Pairing = "interleaved") -> FloatArray:
    """Return `n` rows in which every pair is the vector (1, 0): the hands of the clocks before they turn.

    Parameters
    ----------
    d_rotated : int
        Width in columns: even, at least 2.

    Returns
    -------
    ndarray of float64, shape (n, d_rotated)

    Raises
    ------
    ValueError
        If `d_rotated` is odd or below 2, or `pairing` is unknown.
    """
    first, _ = pair_columns(d_rotated, pairing)
    rows = np.zeros((n, d_rotated), dtype=np.float64)
    rows[:, first] = 1.0
    return rows
