"""Sinusoidal positions in NumPy."""

import numpy as np


def positional_encoding(
    max_len: int,
    d_model: int,
    base: float = 10_000.0,
) -> np.ndarray:
    """Return max_len rows, each d_model numbers wide."""
    position = np.arange(max_len)[:, np.newaxis]
    even = np.arange(0, d_model, 2)
    div_term = np.exp(even * (-np.log(base) / d_model))
    angle = position * div_term
    pe = np.zeros((max_len, d_model))
    pe[:, 0::2] = np.sin(angle)
    pe[:, 1::2] = np.cos(angle[:, : d_model // 2])
    return pe


def add_positions(x: np.ndarray, pe: np.ndarray) -> np.ndarray:
    """Add its row to every token; x is shaped (sequence, width)."""
    seq_len = x.shape[0]
    if seq_len > len(pe):
        raise ValueError(f"{seq_len} tokens, but {len(pe)} rows")
    return x + pe[:seq_len]
