"""What every name holds after every step of a listing."""

from typing import Any

import numpy as np

from app.listings import rope_numpy, sinusoidal_numpy
from app.listings.listing import LISTINGS, Listing
from app.listings.statements import Values, run

TRAINING, EVALUATION = "training", "evaluation"

_SEED = 7
DROPOUT = 0.1
"""What the module takes if it is told nothing else."""


def values_of_lines(listing: Listing, seq_len: int, d_model: int, base: float, max_len: int) -> list[Values]:
    """Run a listing and return, for every step, the names that it sets and their values.

    What cannot be run here, the PyTorch module, gets the values of its NumPy twin, in PyTorch's shapes.
    """
    # Token vectors, queries, keys and values: any numbers will do, the same ones every time.
    given = np.random.default_rng(_SEED).normal(size=(3, seq_len, d_model))
    if listing.id == "rope":
        q, k, v = given
        found, _ = run(rope_numpy, "rope", {"x": q, "positions": np.arange(seq_len), "base": base})
        attended, _ = run(rope_numpy, "attend", {"q": q, "k": k, "v": v, "base": base})
        return _by_step(listing, found | attended)
    found, pe = run(
        sinusoidal_numpy, "positional_encoding", {"max_len": max_len, "d_model": d_model, "base": base}
    )
    added, _ = run(sinusoidal_numpy, "add_positions", {"x": given[0], "pe": pe})
    by_step = _by_step(LISTINGS["numpy"], found | added)
    if listing.id == "numpy":
        return by_step
    # What the module adds has PyTorch's usual number format.
    return _as_torch(listing, by_step, given[0].astype(np.float32), pe.astype(np.float32))


def _by_step(listing: Listing, found: dict[int, Values]) -> list[Values]:
    return [found.get(line, {}) for line in listing.first_lines]


def _as_torch(listing: Listing, twins: list[Values], x: Any, pe: Any) -> list[Values]:
    """Give every line of the module the values of its NumPy twin, in PyTorch's shapes and names."""
    by_code = {step.code: values for step, values in zip(LISTINGS["numpy"].steps, twins, strict=True)}
    rows = pe[: len(x)]
    out = x + rows
    kept = np.random.default_rng(_SEED).random(out.shape) >= DROPOUT
    own: dict[str, Values] = {
        "def __init__(": by_code["def positional_encoding("] | {"dropout": DROPOUT},
        "self.register_buffer": {"self.pe": pe},
        "def forward(": {"x": x[np.newaxis]},
        "x = x + self.pe": {"self.pe[:seq_len]": rows, "x": out[np.newaxis]},
        "return self.dropout": {
            TRAINING: np.where(kept, out / (1 - DROPOUT), 0.0).astype(np.float32)[np.newaxis],
            EVALUATION: out[np.newaxis],
        },
    }
    return [own.get(step.code) or by_code.get(step.twin, {}) for step in listing.steps]
