"""What the experiments found, read from the committed files; no PyTorch is needed here."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from app.maths.arrays import FloatArray

NEAR = 64
"""A loss "at a length" is the mean over so many positions before it: one bin alone is noisy."""


@dataclass(frozen=True)
class Curve:
    """The loss along the text, for one way to read.

    `scaling` is the rule by which RoPE's frequencies were stretched for reading only, `factor` says by how
    much. `nats`, shape (seeds, bins), is the mean loss a byte, NaN where a model has no positions left.
    """

    encoding: str
    scaling: str
    factor: int
    nats: FloatArray


@dataclass(frozen=True)
class Cell:
    """How often the doer of a held-out sentence was named, for one kind of model and every seed."""

    encoding: str
    causal: bool
    layers: int
    accuracy: tuple[float, ...]


@dataclass(frozen=True)
class Evidence:
    """Both experiments; lengths are in bytes.

    `curves` are in the order of training, RoPE's stretches after RoPE. `cells` are of the second experiment,
    `chance` is its accuracy without a clue to the order. `about` has for each experiment, by the name of its
    file, configuration, corpus, versions, time and hash of the code.
    """

    trained_len: int
    read_len: int
    bin_width: int
    seeds: tuple[int, ...]
    curves: tuple[Curve, ...]
    cells: tuple[Cell, ...]
    chance: float
    about: dict[str, dict[str, Any]]

    @property
    def positions(self) -> list[int]:
        """The first position of every bin."""
        return list(range(0, self.read_len, self.bin_width))

    def curve(self, encoding: str, scaling: str = "none", factor: int = 1) -> Curve:
        """Return one curve; ValueError if it was not measured."""
        for curve in self.curves:
            if (curve.encoding, curve.scaling, curve.factor) == (encoding, scaling, factor):
                return curve
        raise ValueError(f"encoding must be one that was measured, got {encoding} {scaling} {factor}")

    def near(self, curve: Curve, length: int) -> FloatArray:
        """Return every seed's mean loss over the 64 positions before a length; NaN where there are none.

        Raises ValueError unless the length is a multiple of the bin's width, from 64 to `read_len`.
        """
        if length % self.bin_width or not NEAR <= length <= self.read_len:
            raise ValueError(
                f"length must be a multiple of {self.bin_width} from {NEAR} to {self.read_len}, got {length}"
            )
        end = length // self.bin_width
        return np.asarray(curve.nats[:, end - NEAR // self.bin_width : end].mean(axis=1), dtype=np.float64)


def read_evidence(folder: Path) -> Evidence:
    """Read the results of both experiments."""
    about: dict[str, dict[str, Any]] = {
        name: json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("extrapolation", "order")
    }
    runs, told = (about[name].pop("runs") for name in ("extrapolation", "order"))
    plan = about["extrapolation"]["configuration"]
    return Evidence(
        trained_len=plan["trained_len"],
        read_len=plan["read_len"],
        bin_width=plan["bin_width"],
        seeds=tuple(plan["seeds"]),
        curves=_curves(runs),
        cells=_cells(told),
        chance=about["order"]["chance"]["one_of_two"],
        about=about,
    )


def _curves(runs: Sequence[dict[str, Any]]) -> tuple[Curve, ...]:
    found: dict[tuple[str, str, int], list[list[float | None]]] = {}
    for run in runs:
        for reading in run["readings"]:
            key = (run["encoding"], reading["scaling"], reading["factor"])
            found.setdefault(key, []).append(reading["nats"])
    return tuple(Curve(*key, np.array(rows, dtype=np.float64)) for key, rows in found.items())


def _cells(runs: Sequence[dict[str, Any]]) -> tuple[Cell, ...]:
    found: dict[tuple[str, bool, int], list[float]] = {}
    for run in runs:
        key = (run["encoding"], run["causal"], run["layers"])
        found.setdefault(key, []).append(run["held_out_accuracy"])
    return tuple(Cell(*key, tuple(accuracy)) for key, accuracy in found.items())
