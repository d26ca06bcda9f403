"""Learned position tables: rows to look up, with an end."""

import numpy as np

from app.maths.arrays import FloatArray


def rows(table: FloatArray, start: int, seq_len: int) -> FloatArray:
    """Return consecutive rows of a learned table.

    Parameters
    ----------
    table : ndarray of float64, shape (max_len, d_model)
        One trained row a position.
    start : int
        First position, from 0.
    seq_len : int
        Number of rows, at least 1.

    Returns
    -------
    ndarray of float64, shape (seq_len, d_model)
        A view of the table.

    Raises
    ------
    ValueError
        If a position lies outside the table: a row that was never trained cannot be computed.

    References
    ----------
    Devlin et al. 2018 (BERT), arXiv:1810.04805.
    """
    last = table.shape[0] - 1
    if seq_len < 1:
        raise ValueError(f"seq_len must be at least 1, got {seq_len}")
    if start < 0 or start + seq_len - 1 > last:
        raise ValueError(
            f"start must keep every position within rows 0…{last}, got {start} with seq_len {seq_len}"
        )
    return np.asarray(table[start : start + seq_len], dtype=np.float64)
