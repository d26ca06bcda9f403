"""Word vectors without a model: the toy world's fixed rows, and reproducible vectors for every other word."""

import hashlib
import unicodedata
from collections.abc import Sequence

import numpy as np

from app.maths.arrays import FloatArray

TOY_WIDTH = 4
WIDE_WIDTH = 384

SAMPLE_WORDS = "dog cat house tree river book night hand road stone window bread"
"""Twelve words that stand for any: their vectors follow from the spelling alone."""

_TOY_ROWS = {
    "dog": (1.0, 0.0, 0.5, 0.0),
    "bites": (0.0, 1.0, 0.0, 0.5),
    "man": (0.5, 0.5, 1.0, 0.0),
}


def word_key(word: str) -> str:
    """Return what decides a word's vector: its letters, without case and without punctuation around it.

    Parameters
    ----------
    word : str
        A word as it was typed.

    Returns
    -------
    str
        "Dog," and "dog" give the same key; pure punctuation is its own key.

    """
    folded = unicodedata.normalize("NFKC", word).casefold()
    letters = folded
    while letters and not letters[0].isalnum():
        letters = letters[1:]
    while letters and not letters[-1].isalnum():
        letters = letters[:-1]
    return letters or folded


def toy_vectors(words: Sequence[str]) -> FloatArray:
    """Return the 4-wide vectors of the toy world.

    Parameters
    ----------
    words : sequence of str, length n
        Words as typed; equal words have equal vectors.

    Returns
    -------
    ndarray of float64, shape (n, 4)
        Fixed rows for dog, bites, man; any other word has four values between 0 and 1 that depend on the
        word alone.

    """
    keys = [word_key(word) for word in words]
    rows = [_TOY_ROWS[key] if key in _TOY_ROWS else _uniform(key, TOY_WIDTH).round(2) for key in keys]
    return np.array(rows, dtype=np.float64).reshape(len(words), TOY_WIDTH)


def wide_vectors(words: Sequence[str], width: int = WIDE_WIDTH) -> FloatArray:
    """Return vectors of length 1 that depend on the word alone.

    Parameters
    ----------
    words : sequence of str, length n
        Words as typed; equal words have equal vectors.
    width : int
        Numbers a vector has, at least 1.

    Returns
    -------
    ndarray of float64, shape (n, width)
        Random directions, so in many columns different words are nearly orthogonal; they carry no meaning.

    Raises
    ------
    ValueError
        If `width` is below 1.

    """
    if width < 1:
        raise ValueError(f"width must be at least 1, got {width}")
    rows = np.array([2.0 * _uniform(word_key(word), width) - 1.0 for word in words])
    rows = rows.reshape(len(words), width)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float64)


def _uniform(key: str, width: int) -> FloatArray:
    """Return `width` numbers in [0, 1) that any machine and any NumPy version derives alike from `key`."""
    digest = hashlib.shake_256(key.encode("utf-8", "surrogatepass")).digest(4 * width)
    return np.frombuffer(digest, dtype="<u4").astype(np.float64) / 2.0**32
