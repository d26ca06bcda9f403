"""Which positions of a window an encoding of sines and cosines confuses most easily."""

from dataclasses import dataclass
from math import isqrt

import numpy as np

from app.maths.arrays import FloatArray
from app.maths.frequencies import angles


@dataclass(frozen=True)
class NearestPositions:
    """How alike the positions of one window are."""

    offset: int
    """How far apart the two positions are that are the most alike."""
    distance: float
    """Between their vectors."""
    cosine: float
    """Of the angle between their vectors."""
    neighbour: float
    """Distance between the vectors of two neighbours, positions p and p + 1."""
    first_negative: int | None
    """The smallest offset with a negative dot product: two positions that are less alike than two vectors
    without any relation. None if the window has no such offset."""


def table_cells(window: int, pairs: int) -> int:
    """Return how many numbers `dot_products_by_offset` keeps at once, apart from its answer."""
    step = isqrt(window - 1) + 1
    return 4 * step * pairs


def dot_products_by_offset(inv_freq: FloatArray, window: int) -> FloatArray:
    """Return the dot product of two positions for every distance between them.

    With sine and cosine in every pair it is the sum of ``cos(offset · inv_freq)``, whatever the positions.

    Parameters
    ----------
    inv_freq : ndarray of float64, shape (pairs,)
        Radians per position.
    window : int
        Number of offsets, at least 1.

    Returns
    -------
    ndarray of float64, shape (window,)
        For the offsets 0 … window − 1.

    Raises
    ------
    ValueError
        If `window` is below 1.

    References
    ----------
    Vaswani et al. 2017, section 3.5, arXiv:1706.03762.
    """
    if window < 1:
        raise ValueError(f"window must be at least 1, got {window}")
    # offset = coarse + fine, and cos(a + b) = cos a cos b − sin a sin b: two matrix products instead of a
    # cosine for every offset and pair.
    step = isqrt(window - 1) + 1
    fine = angles(np.arange(step, dtype=np.float64), inv_freq)
    coarse = angles(np.arange(0, window, step, dtype=np.float64), inv_freq)
    dots = np.cos(coarse) @ np.cos(fine).T - np.sin(coarse) @ np.sin(fine).T
    return np.asarray(dots.ravel()[:window], dtype=np.float64)


def nearest_positions(inv_freq: FloatArray, window: int) -> NearestPositions:
    """Find the two most similar positions of a window.

    Parameters
    ----------
    inv_freq : ndarray of float64, shape (pairs,)
        Radians per position; every pair has its sine and its cosine.
    window : int
        Number of positions, at least 2.

    Raises
    ------
    ValueError
        If `window` is below 2: one position has nothing to be compared with.

    References
    ----------
    Men et al. 2024, arXiv:2405.14591, ask of a base that no dot product in the window be negative.
    """
    if window < 2:
        raise ValueError(f"window must be at least 2, got {window}")
    pairs = inv_freq.size
    dots = dot_products_by_offset(inv_freq, window)
    # All vectors have the same squared length, the number of pairs.
    distances = np.sqrt(np.maximum(2.0 * (pairs - dots[1:]), 0.0))
    nearest = int(distances.argmin()) + 1
    negative = np.flatnonzero(dots < 0)
    return NearestPositions(
        offset=nearest,
        distance=float(distances[nearest - 1]),
        cosine=float(dots[nearest] / pairs),
        neighbour=float(distances[0]),
        first_negative=int(negative[0]) if negative.size else None,
    )
