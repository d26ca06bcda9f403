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

    Attributes
    ----------
    encoding : str
        What the models were trained with.
    scaling : str
        Rule by which RoPE's frequencies were stretched for reading only, or "none".
    factor : int
        By how much; 1 is not at all.
    nats : ndarray of float64, shape (seeds, bins)
        Mean loss a byte of every model; NaN where it has no positions left.

    """

    encoding: str
    scaling: str
    factor: int
    nats: FloatArray


@dataclass(frozen=True)
class Cell:
    """How often the doer of a sentence was named, for one kind of model.

    Attributes
    ----------
    encoding : str
        "none" or "sinusoidal".
    causal : bool
        Whether there was a causal mask.
    layers : int
        Depth.
    accuracy : tuple of float
        On sentences that were not trained on, for every seed.

    """

    encoding: str
    causal: bool
    layers: int
    accuracy: tuple[float, ...]


@dataclass(frozen=True)
class Evidence:
    """Both experiments.

    Attributes
    ----------
    trained_len, read_len, bin_width : int
        Bytes of a training sequence and of a reading; positions that are averaged.
    seeds : tuple of int
        One model a seed and encoding.
    curves : tuple of Curve
        In the order of training; RoPE's stretches after RoPE.
    cells : tuple of Cell
        Of the second experiment.
    chance : float
        Its accuracy without a clue to the order.
    about : dict
        For each experiment, by the name of its file: configuration, corpus, versions, time, hash of the code.

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
        """Return one curve.

        Parameters
        ----------
        encoding, scaling, factor
            As of `Curve`.

        Returns
        -------
        Curve

        Raises
        ------
        ValueError
            If it was not measured.

        """
        for curve in self.curves:
            if (curve.encoding, curve.scaling, curve.factor) == (encoding, scaling, factor):
                return curve
        raise ValueError(f"encoding must be one that was measured, got {encoding} {scaling} {factor}")

    def near(self, curve: Curve, length: int) -> FloatArray:
        """Return the loss near the end of a text of some length.

        Parameters
        ----------
        curve : Curve
            One of these.
        length : int
            A multiple of the bin's width, from 64 to `read_len`.

        Returns
        -------
        ndarray of float64, shape (seeds,)
            Mean over the 64 positions before the length; NaN where there are none.

        Raises
        ------
        ValueError
            If the length does not fit.

        """
        if length % self.bin_width or not NEAR <= length <= self.read_len:
            raise ValueError(
                f"length must be a multiple of {self.bin_width} from {NEAR} to {self.read_len}, got {length}"
            )
        end = length // self.bin_width
        return np.asarray(curve.nats[:, end - NEAR // self.bin_width : end].mean(axis=1), dtype=np.float64)


def read_evidence(folder: Path) -> Evidence:
    """Read the results of both experiments.

    Parameters
    ----------
    folder : Path
        With `extrapolation.json` and `order.json`.

    Returns
    -------
    Evidence

    """
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
