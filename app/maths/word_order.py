"""What a reordering of the words did to the outputs: per word, pooled, and row by row."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.maths.arrays import FloatArray

ROUNDING = 1e-9
"""Differences up to this are rounding, not sensitivity to order (float64 sums give about 1e-16)."""


@dataclass(frozen=True)
class Verdict:
    """Largest absolute differences between the outputs of two orders of the same words."""

    per_word: tuple[float, ...]
    """For every word of the first order, its output against its own output in the second order."""
    per_word_max_abs: float
    """Largest of `per_word`: 0 if words keep their vectors and only move along."""
    pooled_max_abs: float
    """Difference of the mean over all words."""
    row_by_row_max_abs: float
    """Difference of the two output tables as they stand, place by place."""
    rounding: float = ROUNDING

    @property
    def equivariant(self) -> bool:
        """Whether every word kept its output vector and only moved along with its word."""
        return self.per_word_max_abs <= self.rounding

    @property
    def invariant(self) -> bool:
        """Whether the mean-pooled vector stayed the same."""
        return self.pooled_max_abs <= self.rounding


def compare_orders(
    outputs: FloatArray, permuted_outputs: FloatArray, order: Sequence[int], rounding: float = ROUNDING
) -> Verdict:
    """Compare the outputs of a sentence with those of its reordering.

    Parameters
    ----------
    outputs : ndarray of float64, shape (n, d)
    permuted_outputs : ndarray of float64, shape (n, d)
        Outputs in the second order; its row i belongs to word ``order[i]``.
    order : sequence of int, length n
        A permutation of 0 … n-1.

    Raises
    ------
    ValueError
        If `order` is not a permutation or the shapes differ.
    """
    if sorted(order) != list(range(outputs.shape[0])):
        raise ValueError(f"order must be a permutation of 0…{outputs.shape[0] - 1}, got {list(order)}")
    if outputs.shape != permuted_outputs.shape:
        raise ValueError(f"permuted_outputs must have shape {outputs.shape}, got {permuted_outputs.shape}")
    realigned = np.empty_like(permuted_outputs)
    realigned[list(order)] = permuted_outputs
    per_word = np.abs(outputs - realigned).max(axis=1)
    return Verdict(
        per_word=tuple(per_word.tolist()),
        per_word_max_abs=float(per_word.max()),
        pooled_max_abs=float(np.abs(outputs.mean(axis=0) - permuted_outputs.mean(axis=0)).max()),
        row_by_row_max_abs=float(np.abs(outputs - permuted_outputs).max()),
        rounding=rounding,
    )
