"""The naive encodings: the position number itself, and the same divided by the length of the text."""

from typing import Literal, TypeAlias

import numpy as np

from app.maths.arrays import FloatArray

IndexScale: TypeAlias = Literal["none", "length"]


def index_table(
    positions: FloatArray, d_model: int, scale: IndexScale = "none", text_len: float = 1.0
) -> FloatArray:
    """Return a table whose every column holds the position number.

    Parameters
    ----------
    positions : ndarray of float64, shape (n,)
        Any finite positions.
    d_model : int
        Width in columns, at least 1.
    text_len : float
        Positions that the text has, greater than 0; used by "length" only.

    Returns
    -------
    ndarray of float64, shape (n, d_model)
        Without a scale it grows without bound, which is what is wrong with it. Divided, it stays below 1, but
        the same step has another size in every length, which is what is wrong with that.

    Raises
    ------
    ValueError
        If `d_model` is below 1, `scale` is unknown, or `text_len` is not greater than 0.
    """
    if d_model < 1:
        raise ValueError(f"d_model must be at least 1, got {d_model}")
    if scale not in ("none", "length"):
        raise ValueError(f"scale must be 'none' or 'length', got {scale!r}")
    values = np.asarray(positions, dtype=np.float64)
    if scale == "length":
        if not text_len > 0:
            raise ValueError(f"text_len must be greater than 0, got {text_len}")
        values = values / text_len
    return np.repeat(values[:, None], d_model, axis=1)
