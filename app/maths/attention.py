"""Scaled dot-product attention, small enough to read: of one head, or of many at once."""

from math import sqrt
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from app.maths.arrays import Real

Mask: TypeAlias = Literal["none", "causal"]


def attention(
    q: NDArray[Real],
    k: NDArray[Real],
    v: NDArray[Real],
    mask: Mask = "none",
    bias: NDArray[Real] | None = None,
) -> tuple[NDArray[Real], NDArray[Real]]:
    """Return the attention weights and the outputs.

    Parameters
    ----------
    q, k : ndarray of float64 or float32, shape (…, n, d)
        Queries and keys; scores are divided by √d. Axes before the last two (heads, sentences) stay apart.
    v : ndarray of the same type, shape (…, n, d_value)
    bias : ndarray of the same type, shape (…, n, n), optional
        Added to the scaled scores (query, key), as ALiBi and T5 do.

    Returns
    -------
    weights : ndarray of the same type, shape (…, n, n)
        Rows sum to 1; masked entries are NaN, for they are not weights of 0 that the head has chosen.
    outputs : ndarray of the same type, shape (…, n, d_value)

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
    # Python's own √ keeps single precision single.
    scores = q @ np.swapaxes(k, -1, -2) / sqrt(q.shape[-1])
    if bias is not None:
        scores = scores + bias
    hidden = np.triu(np.ones(scores.shape[-2:], dtype=np.bool_), 1) if mask == "causal" else None
    if hidden is not None:
        scores[..., hidden] = -np.inf
    # Subtracting the row's maximum keeps exp() finite and changes no weight.
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    outputs = weights @ v
    if hidden is not None:
        weights[..., hidden] = np.nan
    return weights, outputs
