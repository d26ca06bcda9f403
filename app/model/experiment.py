"""The experiment: a sentence and its words in another order go through the model, and what differs."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.maths.arrays import FloatArray
from app.maths.similarity import similarity
from app.maths.word_order import Verdict, compare_orders
from app.model.positions import Positions, position_rows
from app.model.tokenizer import Cut
from app.model.transformer import Transformer

ROUNDING = 1e-5
"""Differences up to this are rounding: float32 leaves about 2e-6 after six layers, order leaves 0.5."""


@dataclass(frozen=True)
class Comparison:
    """What the reordering did at one strength of the positions.

    `cosine` is that of the two sentences' vectors, each the mean of its tokens' vectors after the last layer,
    `per_layer_cosine` the same at the input and after every layer. `cosine_to_trained` compares the first
    sentence's vector with the one it has with positions as in training. `verdict` is on the last layer.
    """

    cosine: float
    per_layer_cosine: tuple[float, ...]
    cosine_to_trained: float
    verdict: Verdict


def compare(
    model: Transformer, cut: Cut, order: Sequence[int], positions: Positions, strengths: Sequence[float]
) -> tuple[Comparison, ...]:
    """Run a sentence and its reordering through the model, once for every strength from 0 to 1."""
    n = len(cut)
    moved = cut.reordered(order)
    first = np.array(cut.ids)
    second = first[list(moved)]
    trained = position_rows(model.positions, "on", n, 1.0)
    added = [position_rows(model.positions, positions, n, strength) for strength in strengths]
    # All in one pass, each strength twice, and last the sentence as the model was trained to read it.
    ids = np.stack([*(sentence for _ in strengths for sentence in (first, second)), first])
    rows = np.stack([*(rows for rows in added for _ in (first, second)), trained])
    hidden = model.hidden(ids, rows)
    pooled = hidden.mean(axis=2, dtype=np.float64)
    outputs = hidden[-1].astype(np.float64)
    return tuple(
        Comparison(
            cosine=_cosine(pooled[-1, at], pooled[-1, at + 1]),
            per_layer_cosine=tuple(_cosine(layer[at], layer[at + 1]) for layer in pooled),
            cosine_to_trained=_cosine(pooled[-1, at], pooled[-1, -1]),
            verdict=compare_orders(outputs[at], outputs[at + 1], moved, ROUNDING),
        )
        for at in range(0, 2 * len(strengths), 2)
    )


def nearness(model: Transformer, sentence: Cut, others: Sequence[Cut]) -> tuple[float, ...]:
    """Return the cosine of a sentence with each of the others, all with positions as in training."""

    def vector(cut: Cut) -> FloatArray:
        rows = position_rows(model.positions, "on", len(cut), 1.0)
        mean: FloatArray = model.hidden(np.array([cut.ids]), rows[None])[-1, 0].mean(axis=0, dtype=np.float64)
        return mean

    own = vector(sentence)
    return tuple(_cosine(own, vector(other)) for other in others)


def _cosine(a: FloatArray, b: FloatArray) -> float:
    # Rounding may carry the cosine of two equal vectors a hair past 1.
    return min(1.0, float(similarity(a[None], b[None], "cosine")[0, 0]))
