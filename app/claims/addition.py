"""Numbers of the section about adding positions to words."""

import numpy as np

from app.claims.claim import Claim
from app.maths.addition import ReadBack, angles_between, read_back, score_terms
from app.maths.arrays import FloatArray
from app.maths.sinusoidal import sinusoidal
from app.maths.word_vectors import SAMPLE_WORDS, wide_vectors

_WIDTH = 512
"""Width of the base model in the paper."""
_NARROW = 6


def _read(scale: float) -> ReadBack:
    words = SAMPLE_WORDS.split()
    return read_back(scale * wide_vectors(words, _WIDTH), sinusoidal(np.arange(float(len(words))), _WIDTH))


def _angles() -> FloatArray:
    words = SAMPLE_WORDS.split()
    return angles_between(wide_vectors(words, _WIDTH), sinusoidal(np.arange(float(len(words))), _WIDTH))


def _positions_3_and_5() -> float:
    rows = sinusoidal(np.array([3.0, 5.0]), _NARROW)
    return float(score_terms(np.zeros_like(rows), rows).position_position[0, 1])


CLAIMS = {
    "sum.width": Claim(lambda _: _WIDTH),
    "sum.root": Claim(lambda _: np.sqrt(_WIDTH), digits=3),
    "sum.position_norm": Claim(lambda _: float(np.linalg.norm(sinusoidal(np.array([3.0]), _WIDTH)))),
    "sum.twice_width": Claim(lambda _: 2 * _WIDTH),
    "sum.weights": Claim(lambda _: _WIDTH * _WIDTH),
    "sum.weights_concatenated": Claim(lambda _: 2 * _WIDTH * _WIDTH),
    "sum.position_position": Claim(lambda _: _positions_3_and_5(), digits=3),
    "sum.least_angle": Claim(lambda _: _angles().min(), digits=1),
    "sum.greatest_angle": Claim(lambda _: _angles().max(), digits=1),
    "sum.read_positions": Claim(lambda _: _read(np.sqrt(_WIDTH)).positions),
    "sum.read_words": Claim(lambda _: _read(np.sqrt(_WIDTH)).words),
    "sum.read_words_unscaled": Claim(lambda _: _read(1.0).words),
    "sum.of": Claim(lambda _: _read(1.0).of),
}
