"""Numbers of the section about naive ideas; its figure shows vectors of 16 numbers."""

import numpy as np

from app.claims.claim import Claim
from app.maths.arrays import FloatArray
from app.maths.binary import binary_table
from app.maths.index import index_table
from app.maths.sinusoidal import sinusoidal

_WIDTH = 16
_CHOSEN = 10
_JUMP = np.array([15.0, 16.0])


def _word_share(row: FloatArray) -> float:
    """Return how many percent of the sum's squared norm are the word's, whose squared norm is the width."""
    return float(100 * _WIDTH / (_WIDTH + row @ row))


def _step(rows: FloatArray) -> float:
    return float(np.linalg.norm(rows[1] - rows[0]))


CLAIMS = {
    "naive.width": Claim(lambda _: _WIDTH),
    "naive.word_share_index": Claim(
        lambda _: _word_share(index_table(np.array([float(_CHOSEN)]), _WIDTH)[0]), digits=2
    ),
    "naive.word_share_sinusoidal": Claim(
        lambda _: _word_share(sinusoidal(np.array([float(_CHOSEN)]), _WIDTH)[0])
    ),
    "naive.flips": Claim(lambda _: np.abs(np.diff(binary_table(_JUMP, _WIDTH), axis=0)).sum()),
    "naive.jump": Claim(lambda _: _step(binary_table(_JUMP, _WIDTH)), digits=3),
    "naive.sinusoidal_step": Claim(lambda _: _step(sinusoidal(_JUMP, _WIDTH)), digits=3),
}
