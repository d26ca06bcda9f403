"""What adding a position vector to a word vector does: the four terms of a score, angles, reading back."""

from dataclasses import dataclass

import numpy as np

from app.maths.arrays import FloatArray
from app.maths.similarity import similarity

ROUNDING = 1e-9
"""Scores that differ by no more are equal: two equal words, not two candidates."""


@dataclass(frozen=True)
class ScoreTerms:
    """The four parts of every score (x + p)·(x′ + p′); rows are queries, columns keys.

    Attributes
    ----------
    word_word, word_position, position_word, position_position : ndarray of float64, shape (n, n)
        x·x′, x·p′, p·x′ and p·p′.
    """

    word_word: FloatArray
    word_position: FloatArray
    position_word: FloatArray
    position_position: FloatArray


@dataclass(frozen=True)
class ReadBack:
    """How often a sum still shows what it was made of, over every word at every position.

    Attributes
    ----------
    words, positions : int
        Sums in which the right word, and the right position, has the largest dot product with the sum.
    of : int
        Sums that were tried.
    """

    words: int
    positions: int
    of: int


def score_terms(words: FloatArray, positions: FloatArray) -> ScoreTerms:
    """Return the four terms that the score of two sums consists of.

    Parameters
    ----------
    words : ndarray of float64, shape (n, d)
        One word vector x a token.
    positions : ndarray of float64, shape (n, d)
        The position vector p added to each.

    Raises
    ------
    ValueError
        If the shapes differ.

    References
    ----------
    Dai et al. 2019 (Transformer-XL), section 3.3, arXiv:1901.02860, take the same four terms apart.
    """
    if words.shape != positions.shape:
        raise ValueError(f"positions must have shape {words.shape}, got {positions.shape}")
    return ScoreTerms(words @ words.T, words @ positions.T, positions @ words.T, positions @ positions.T)


def angles_between(rows: FloatArray, others: FloatArray) -> FloatArray:
    """Return the angle between every row and every other row.

    Parameters
    ----------
    rows : ndarray of float64, shape (n, d)
        One vector a row.
    others : ndarray of float64, shape (m, d)

    Returns
    -------
    ndarray of float64, shape (n, m)
        Degrees from 0 to 180; NaN for a vector of length 0, which has no direction.
    """
    cosines = similarity(rows, others, "cosine")
    # Rounding can carry the cosine of parallel vectors past 1.
    return np.asarray(np.degrees(np.arccos(np.clip(cosines, -1.0, 1.0))), dtype=np.float64)


def read_back(words: FloatArray, positions: FloatArray, strength: float = 1.0) -> ReadBack:
    """Add every position to every word, and look up both in the sum by the largest dot product.

    Parameters
    ----------
    words : ndarray of float64, shape (n, d)
        The words there are; equal rows count as one word.
    positions : ndarray of float64, shape (m, d)
        The position vectors there are, at full strength.
    strength : float
        How much of a position vector is added; at 0 no position can be read but by chance.
    """
    sums = words[:, None, :] + strength * positions[None, :, :]
    by_word, by_position = sums @ words.T, sums @ positions.T
    own_word = np.einsum("iji->ij", by_word)
    own_position = np.einsum("ijj->ij", by_position)
    return ReadBack(
        words=int((own_word >= by_word.max(axis=2) - ROUNDING).sum()),
        positions=int((own_position >= by_position.max(axis=2) - ROUNDING).sum()),
        of=sums.shape[0] * sums.shape[1],
    )
