"""Numbers of the section about the distance of two positions and about steps."""

import numpy as np

from app.claims.claim import Claim
from app.maths.frequencies import inverse_frequencies
from app.maths.nearest_positions import dot_products_by_offset
from app.maths.sinusoidal import sinusoidal

_STEPS = 59
_PER_TURN = 6


def _rises(d_model: int, window: int = _STEPS + 1) -> list[int]:
    dots = dot_products_by_offset(inverse_frequencies(d_model), window)
    return [int(step) + 1 for step in np.flatnonzero(np.diff(dots) > 0)]


def _sixth_of_a_turn(steps: int) -> list[float]:
    # The only pair of two columns turns by one radian a position.
    place = np.array([steps * 2 * np.pi / _PER_TURN])
    pair: list[float] = sinusoidal(place, 2)[0].tolist()
    return pair


CLAIMS = {
    "distance.rise_d8": Claim(lambda _: _rises(8)[0]),
    "distance.rise_d64": Claim(lambda _: _rises(64)[0]),
    "distance.rise_d512": Claim(lambda _: _rises(512)[0]),
    "distance.rises_d8": Claim(lambda _: len(_rises(8))),
    "distance.steps_d8": Claim(lambda _: _STEPS),
    "shift.sine": Claim(lambda _: _sixth_of_a_turn(1)[0], digits=3),
    "shift.cosine_1": Claim(lambda _: _sixth_of_a_turn(1)[1], digits=1),
    "shift.cosine_2": Claim(lambda _: _sixth_of_a_turn(2)[1], digits=1),
}
