"""Scaled dot-product attention of one head, small enough to read."""

from typing import Literal, TypeAlias

import numpy as np

from app.maths.arrays import FloatArray

Mask: TypeAlias = Literal["none", "causal"]


def attention(
    q: FloatArray, k: FloatArray, v: FloatArray, mask: Mask = "none", bias: FloatArray | None = None
) -> tuple[FloatArray, FloatArray]:
    """Return the attention weights and the outputs.

    Parameters
    ----------
    q, k : ndarray of float64, shape (n, d)
        Queries and keys; scores are divided by √d.
    v : ndarray of float64, shape (n, d_value)
        Values.
    mask : {"none", "causal"}
        With "causal" a query sees itself and earlier keys only.
    bias : ndarray of float64, shape (n, n), optional
        Added to the scaled scores (query, key), as ALiBi and T5 do.

    Returns
    -------
    weights : ndarray of float64, shape (n, n)
        Rows sum to 1; masked entries are NaN, for they are not weights of 0 that the head has chosen.
    outputs : ndarray of float64, shape (n, d_value)

    Raises
    ------
    ValueError
        If `mask` is unknown.

    References
    ----------
    Vaswani et al. 2017, section 3.2.1, arXiv:1706.03762.

    """
    if mask not in ("none", "causal"):
        raise ValueError(f"mask must be 'none' or 'causal', got {mask!r}")
    scores = q @ k.T / np.sqrt(q.shape[1])
    if bias is not None:
        scores = scores + bias
    hidden = np.triu(np.ones(scores.shape, dtype=np.bool_), 1) if mask == "causal" else None
    if hidden is not None:
        scores[hidden] = -np.inf
    # Subtracting the row's maximum keeps exp() finite and changes no weight.
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    outputs = weights @ v
    if hidden is not None:
        weights[hidden] = np.nan
    return weights, outputs
