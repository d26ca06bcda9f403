"""Rotary positions (RoPE) in NumPy, with neighbouring columns as pairs."""

import numpy as np


def rope(
    x: np.ndarray,
    positions: np.ndarray,
    base: float = 10_000.0,
) -> np.ndarray:
    """Turn the pairs of every row by its position's angles."""
    d_head = x.shape[1]
    inv_freq = base ** (-np.arange(0, d_head, 2) / d_head)
    angle = positions[:, np.newaxis] * inv_freq
    cosine, sine = np.cos(angle), np.sin(angle)
    first, second = x[:, 0::2], x[:, 1::2]
    turned = np.zeros(x.shape)
    turned[:, 0::2] = first * cosine - second * sine
    turned[:, 1::2] = first * sine + second * cosine
    return turned


def attend(
    q: np.ndarray,
    k: np.ndarray,
    v: np.ndarray,
    base: float = 10_000.0,
) -> np.ndarray:
    """Let one head look: queries and keys are turned, values are not."""
    positions = np.arange(len(q))
    q, k = rope(q, positions, base), rope(k, positions, base)
    scores = q @ k.T / np.sqrt(q.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ v
