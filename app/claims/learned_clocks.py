"""Numbers of the section about learned positions, all from the real table."""

from functools import partial
from statistics import median

import numpy as np

from app.claims.claim import Claim
from app.encodings.learned import LearnedEncoding
from app.encodings.protocols import Clocks
from app.encodings.registry import Registry

_RESERVED = 2
"""RoBERTa sets its first two rows aside: its first token reads row 2."""


def _table(registry: Registry) -> LearnedEncoding:
    encoding = registry["learned"]
    assert isinstance(encoding, LearnedEncoding)  # noqa: S101 (the registry's own)
    return encoding


def _clocks(registry: Registry) -> Clocks:
    return _table(registry).clocks()


def _norms(registry: Registry) -> np.ndarray:
    return np.asarray(np.linalg.norm(_table(registry).table, axis=1))


def _period(plane: int, registry: Registry) -> float:
    return _clocks(registry).planes[plane - 1].period


CLAIMS = {
    "learned.rows": Claim(lambda registry: _table(registry).table.shape[0]),
    "learned.columns": Claim(lambda registry: _table(registry).table.shape[1]),
    "learned.roberta_rows": Claim(lambda registry: _table(registry).table.shape[0] + _RESERVED),
    "learned.first_norm": Claim(lambda registry: _norms(registry)[0], digits=2),
    "learned.usual_norm": Claim(lambda registry: median(_norms(registry)), digits=2),
    "learned.components_share": Claim(lambda registry: 100 * _clocks(registry).variance_share),
    "learned.flat_share": Claim(lambda registry: 100 * _clocks(registry).flat_share),
    "learned.sinusoid_share": Claim(lambda registry: 100 * _clocks(registry).sinusoid_share),
    "learned.r2_1": Claim(lambda registry: _clocks(registry).r2[1], digits=3),
    "learned.r2_10": Claim(lambda registry: _clocks(registry).r2[10], digits=2),
    "learned.random_r2": Claim(lambda registry: _clocks(registry).random_r2[1], digits=2),
    "learned.least_modulus": Claim(
        lambda registry: min(plane.modulus for plane in _clocks(registry).planes), digits=3
    ),
    "learned.most_modulus": Claim(
        lambda registry: max(plane.modulus for plane in _clocks(registry).planes), digits=3
    ),
    "learned.least_radius": Claim(
        lambda registry: 100 * min(plane.radius_variation for plane in _clocks(registry).planes)
    ),
    "learned.most_radius": Claim(
        lambda registry: 100 * max(plane.radius_variation for plane in _clocks(registry).planes)
    ),
    "learned.neighbour_share": Claim(lambda registry: 100 * _clocks(registry).neighbour_share, digits=1),
    "learned.random_neighbour_share": Claim(
        lambda registry: 100 * _clocks(registry).random_neighbour_share, digits=1
    ),
    **{
        f"learned.period_{plane}": Claim(partial(_period, plane), digits=1 if plane < 4 else 0)
        for plane in range(1, 6)
    },
}
