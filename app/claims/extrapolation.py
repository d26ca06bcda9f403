"""Numbers of our own experiments, from their committed results."""

from functools import cache, partial
from pathlib import Path

import numpy as np

from app.claims.claim import Claim
from app.encodings.registry import Registry
from app.lab.results import Evidence, read_evidence

_RESULTS = Path(__file__).resolve().parents[1] / "lab" / "extrapolation" / "results"

_STATED = {
    "none_trained": ("none", "none", 1, 1, 2),
    "none_far": ("none", "none", 1, 8, 2),
    "sinusoidal_trained": ("sinusoidal", "none", 1, 1, 2),
    "sinusoidal_double": ("sinusoidal", "none", 1, 2, 1),
    "sinusoidal_far": ("sinusoidal", "none", 1, 8, 1),
    "learned_trained": ("learned", "none", 1, 1, 2),
    "rope_trained": ("rope", "none", 1, 1, 2),
    "rope_double": ("rope", "none", 1, 2, 1),
    "rope_far": ("rope", "none", 1, 8, 1),
    "alibi_trained": ("alibi", "none", 1, 1, 2),
    "alibi_far": ("alibi", "none", 1, 8, 2),
    "t5_trained": ("t5", "none", 1, 1, 2),
    "t5_double": ("t5", "none", 1, 2, 2),
    "t5_far": ("t5", "none", 1, 8, 1),
    "linear_2_trained": ("rope", "linear", 2, 1, 1),
    "linear_2_double": ("rope", "linear", 2, 2, 1),
    "ntk_2_double": ("rope", "ntk", 2, 2, 2),
    "ntk_4_double": ("rope", "ntk", 4, 2, 2),
    "yarn_2_double": ("rope", "yarn", 2, 2, 2),
    "yarn_4_trained": ("rope", "yarn", 4, 1, 2),
    "yarn_4_quadruple": ("rope", "yarn", 4, 4, 2),
    "yarn_8_far": ("rope", "yarn", 8, 8, 1),
}
"""Perplexities: encoding, rule and factor, how many times the trained length, decimals."""


@cache
def _evidence() -> Evidence:
    return read_evidence(_RESULTS)


def _perplexity(encoding: str, scaling: str, factor: int, times: int, _: Registry) -> float:
    found = _evidence()
    near = found.near(found.curve(encoding, scaling, factor), times * found.trained_len)
    return float(np.exp(near).mean())


CLAIMS = {
    "extrapolation.trained_len": Claim(lambda _: _evidence().trained_len),
    "extrapolation.read_len": Claim(lambda _: _evidence().read_len),
    "extrapolation.steps": Claim(
        lambda _: _evidence().about["extrapolation"]["configuration"]["training"]["steps"]
    ),
    "extrapolation.alphabet": Claim(lambda _: _evidence().about["extrapolation"]["corpus"]["alphabet"]),
    **{
        f"extrapolation.{name}": Claim(partial(_perplexity, encoding, scaling, factor, times), digits=digits)
        for name, (encoding, scaling, factor, times, digits) in _STATED.items()
    },
}
