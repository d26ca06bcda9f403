"""How alike two positions are."""

from typing import Literal, TypeAlias

import numpy as np

from app.maths.arrays import FloatArray

Metric: TypeAlias = Literal["dot", "cosine"]


def similarity(rows: FloatArray, others: FloatArray, metric: Metric = "dot") -> FloatArray:
    """Compare every row with every other row.

    Parameters
    ----------
    rows : ndarray of float64, shape (n, d)
    others : ndarray of float64, shape (m, d)
    metric : {"dot", "cosine"}
        The dot product, or the cosine of the angle between the two.

    Returns
    -------
    ndarray of float64, shape (n, m)
        NaN for the cosine of a vector of length 0: it has no direction.

    Raises
    ------
    ValueError
        If `metric` is unknown.
    """
    if metric == "dot":
        return np.asarray(rows @ others.T, dtype=np.float64)
    if metric != "cosine":
        raise ValueError(f"metric must be 'dot' or 'cosine', got {metric!r}")
    return np.asarray(_directions(rows) @ _directions(others).T, dtype=np.float64)


def _directions(rows: FloatArray) -> FloatArray:
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    directions: FloatArray = np.divide(rows, length, out=np.full_like(rows, np.nan), where=length > 0)
    return directions
