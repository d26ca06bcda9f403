"""Numbers of the section about RoPE."""

import numpy as np

from app.claims.claim import Claim
from app.encodings.rope import RopeEncoding, ScoreParams
from app.maths.rope import Pairing
from app.maths.sinusoidal import sinusoidal

_Q = (1.0, 2.0, 3.0, 4.0)
_K = (0.5, -1.0, 2.0, 0.25)


def _score(q_pos: int, k_pos: int, pairing: Pairing = "interleaved") -> float:
    return RopeEncoding().score(ScoreParams(q=_Q, k=_K, q_pos=q_pos, k_pos=k_pos, pairing=pairing)).score


def _added(q_pos: int, k_pos: int) -> float:
    rows = sinusoidal(np.array([q_pos, k_pos], dtype=np.float64), len(_Q))
    return float((np.array(_Q) + rows[0]) @ (np.array(_K) + rows[1]))


CLAIMS = {
    "rotary.score": Claim(lambda _: _score(5, 2), digits=6),
    "rotary.score_swapped": Claim(lambda _: _score(2, 5), digits=6),
    "rotary.score_half": Claim(lambda _: _score(5, 2, "half"), digits=6),
    "rotary.added": Claim(lambda _: _added(5, 2), digits=6),
    "rotary.added_padded": Claim(lambda _: _added(5 + 7, 2 + 7), digits=6),
}
