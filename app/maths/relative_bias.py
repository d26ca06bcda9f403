"""Biases that depend on the relative position alone: what attention they give, and where a head looks."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from app.maths.arrays import FloatArray, IntArray

Looks: TypeAlias = Literal["back", "ahead", "both"]

MOST = 0.75
"""A head looks back (or ahead) if this share, or more, of its attention to others is before (or after) it."""


@dataclass(frozen=True)
class HeadLook:
    """Where one head looks, by its bias alone.

    Attributes
    ----------
    strongest_at : int
        Relative position (key − query) with the largest bias; the nearest of several.
    before, after : float
        Shares of the attention that fall on keys before and after the query, from 0 to 1.
    own : float
        Bias of the query's own position.
    looks : {"back", "ahead", "both"}
        Of the attention to other tokens than the query itself, "back" if at least 3/4 is before it, "ahead"
        if at least 3/4 is after it, else "both".
    line_r2 : float
        Share of the bias' variance that a straight line in the distance explains, from 0 to 1.
    """

    strongest_at: int
    before: float
    after: float
    own: float
    looks: Looks
    line_r2: float


def bias_weights(bias: FloatArray) -> FloatArray:
    """Return the attention weights that a bias gives when all scores are equal.

    Parameters
    ----------
    bias : ndarray of float64, shape (..., keys)
        Added to the scores of one query; NaN where a key is masked. At least one key is not.

    Returns
    -------
    ndarray of float64, shape of `bias`
        Softmax over the last axis: sums to 1, NaN where masked.
    """
    # Subtracting the largest bias keeps exp() finite and changes no weight.
    raised = np.exp(bias - np.nanmax(bias, axis=-1, keepdims=True))
    weights: FloatArray = raised / np.nansum(raised, axis=-1, keepdims=True)
    return weights


def line_r2(distance: FloatArray, values: FloatArray) -> float:
    """Return the share of the values' variance that the best straight line explains.

    Parameters
    ----------
    distance, values : ndarray of float64, shape (n,)
        Points; n is at least 1.

    Returns
    -------
    float
        From 0 to 1; 1 where the values do not vary at all.
    """
    x, y = distance - distance.mean(), values - values.mean()
    total = float(y @ y)
    spread = float(x @ x)
    if total == 0.0 or spread == 0.0:
        return 1.0 if total == 0.0 else 0.0
    return min(1.0, float(x @ y) ** 2 / (spread * total))


def head_look(relative: IntArray, bias: FloatArray) -> HeadLook:
    """Say where a head looks if only its bias decides.

    Parameters
    ----------
    relative : ndarray of int, shape (n,)
        Key position minus query position; 0 is among them.
    bias : ndarray of float64, shape (n,)
        NaN where a key is masked.

    Raises
    ------
    ValueError
        If `relative` does not hold 0, or the shapes differ.
    """
    if relative.shape != bias.shape:
        raise ValueError(f"bias must have the shape of relative, {relative.shape}, got {bias.shape}")
    if not (relative == 0).any():
        raise ValueError("relative must hold 0, the query's own position")
    seen = ~np.isnan(bias)
    place, value = relative[seen], bias[seen]
    weights = bias_weights(value)
    before, after = float(weights[place < 0].sum()), float(weights[place > 0].sum())
    best = place[value == value.max()]
    return HeadLook(
        strongest_at=int(best[np.argmin(np.abs(best))]),
        before=before,
        after=after,
        own=float(value[place == 0][0]),
        looks=_looks(before, after),
        line_r2=line_r2(np.abs(place).astype(np.float64), value),
    )


def _looks(before: float, after: float) -> Looks:
    others = before + after
    if before >= MOST * others:
        return "back"
    return "ahead" if after >= MOST * others else "both"
