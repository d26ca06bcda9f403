"""The naive encoding: the position number itself."""

import numpy as np

from app.maths.arrays import FloatArray


def index_table(positions: FloatArray, d_model: int) -> FloatArray:
    """Return a table whose every column holds the position number.

    Parameters
    ----------
    positions : ndarray of float64, shape (n,)
        Any finite positions.
    d_model : int
        Width in columns, at least 1.

    Returns
    -------
    ndarray of float64, shape (n, d_model)
        Grows without bound, which is what is wrong with it.

    Raises
    ------
    ValueError
        If `d_model` is below 1.

    """
    if d_model < 1:
        raise ValueError(f"d_model must be at least 1, got {d_model}")
    return np.repeat(np.asarray(positions, dtype=np.float64)[:, None], d_model, axis=1)
