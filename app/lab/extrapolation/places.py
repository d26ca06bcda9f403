"""What a model is told about positions: the kernels' numbers as tensors, as each encoding needs them."""

from dataclasses import dataclass

import numpy as np
import torch

from app.lab.extrapolation.settings import Reading
from app.maths.alibi import alibi_bias, alibi_slopes
from app.maths.frequencies import angles, inverse_frequencies
from app.maths.scaling import Extension, attention_factor, extended_frequencies
from app.maths.sinusoidal import sinusoidal
from app.maths.t5 import relative_positions, t5_buckets

BASE = 10_000.0
T5_BUCKETS, T5_MAX_DISTANCE = 32, 128


@dataclass(frozen=True)
class Places:
    """Positions 0 … seq_len-1, as one encoding shows them.

    `added`, shape (seq_len, d_model), goes to the token vectors. `cosine` and `sine`, shape (seq_len, pairs),
    turn queries and keys, times YaRN's factor on both. `bias`, shape (n_heads, seq_len, seq_len), is added to
    the scores, -inf where masked. `buckets`, shape (seq_len, seq_len), are rows of T5's trained table, whose
    entries are added to the scores.
    """

    added: torch.Tensor | None = None
    cosine: torch.Tensor | None = None
    sine: torch.Tensor | None = None
    bias: torch.Tensor | None = None
    buckets: torch.Tensor | None = None


def places(
    reading: Reading, seq_len: int, *, d_model: int, n_heads: int, trained_len: int, causal: bool = True
) -> Places:
    """Return what an encoding says about the first positions; ValueError if it is unknown.

    That is nothing for "none", and for "learned", whose table is a part of the model.
    """
    place = np.arange(seq_len, dtype=np.float64)
    if reading.encoding in ("none", "learned"):
        return Places()
    if reading.encoding == "sinusoidal":
        return Places(added=_tensor(sinusoidal(place, d_model, BASE)))
    if reading.encoding == "rope":
        extension = Extension(reading.scaling, float(reading.factor), trained_len)  # type: ignore[arg-type]
        trained = inverse_frequencies(d_model // n_heads, BASE)
        angle = angles(place, extended_frequencies(trained, extension, seq_len))
        factor = attention_factor(extension)
        return Places(cosine=_tensor(factor * np.cos(angle)), sine=_tensor(factor * np.sin(angle)))
    if reading.encoding == "alibi":
        bias = alibi_bias(alibi_slopes(n_heads), seq_len, causal=causal)
        return Places(bias=_tensor(np.nan_to_num(bias, nan=-np.inf)))
    if reading.encoding == "t5":
        relative = relative_positions(seq_len, seq_len)
        buckets = t5_buckets(
            relative, num_buckets=T5_BUCKETS, max_distance=T5_MAX_DISTANCE, bidirectional=not causal
        )
        return Places(buckets=torch.from_numpy(buckets))
    raise ValueError(f"encoding must be one of the known ones, got {reading.encoding!r}")


def _tensor(array: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> torch.Tensor:
    """Return the numbers in the precision of the models; angles were made in float64."""
    return torch.from_numpy(array.astype(np.float32))
