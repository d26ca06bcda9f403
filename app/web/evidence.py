"""The route for what the project's own experiments found.

No ``from __future__ import annotations`` here: FastAPI reads the annotations of functions made in closures.
"""

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Response
from pydantic import Field

from app.lab.results import NEAR, Curve, Evidence, read_evidence
from app.maths.arrays import FloatArray
from app.web.routes import endpoint
from app.web.schemas import ExtrapolationAnswer
from app.web.wire import Wire, json_response, rounded

Unit = Literal["perplexity", "nats"]


class EvidenceQuery(Wire):
    """How the losses are told."""

    unit: Annotated[
        Unit,
        Field(
            examples=["nats"],
            description="nats: mean loss a byte; perplexity: e to that power, among how many bytes it "
            "hesitates.",
        ),
    ] = "perplexity"


def add_extrapolation(router: APIRouter, results: Path) -> None:
    """Add the results of the experiments.

    Parameters
    ----------
    router : fastapi.APIRouter
        Where the route goes.
    results : Path
        Folder of the committed results; they are read when they are first asked for.

    """

    @cache
    def evidence() -> Evidence:
        return read_evidence(results)

    def answer(query: Any) -> Response:
        return json_response(_answer(evidence(), query.unit, query.precision))

    router.add_api_route(
        "/extrapolation",
        endpoint(EvidenceQuery, answer),
        response_model=ExtrapolationAnswer,
        summary="Small models that we trained, reading beyond the length they learned",
        description=(
            "Small decoders, alike but for the encoding, trained on sequences of `trained_len` bytes of the "
            "King James Version and read at `read_len`: the loss at every position, mean, lowest and highest "
            "over the seeds. RoPE's stretches change the reading only. `order` tells how often a model named "
            "who did it, where word order alone says so."
        ),
        name="extrapolation",
        tags=["experiments"],
    )


def _answer(evidence: Evidence, unit: Unit, precision: int | None) -> dict[str, Any]:
    lengths = [
        evidence.trained_len * times
        for times in (1, 2, 4, 8, 16, 32)
        if evidence.trained_len * times <= evidence.read_len
    ]
    return {
        "unit": unit,
        "trained_len": evidence.trained_len,
        "read_len": evidence.read_len,
        "bin_width": evidence.bin_width,
        "seeds": evidence.seeds,
        "positions": evidence.positions,
        "lengths": lengths,
        "near": NEAR,
        "curves": [_told(evidence, curve, lengths, unit, precision) for curve in evidence.curves],
        "order": {
            "chance": evidence.chance,
            "cells": [
                {
                    "encoding": cell.encoding,
                    "causal": cell.causal,
                    "layers": cell.layers,
                    "accuracy": rounded(np.array(cell.accuracy), precision),
                }
                for cell in evidence.cells
            ],
        },
        "about": evidence.about,
    }


def _told(
    evidence: Evidence, curve: Curve, lengths: list[int], unit: Unit, precision: int | None
) -> dict[str, Any]:
    ends = evidence.trained_len if np.isnan(curve.nats).any() else None
    at_length = np.stack([evidence.near(curve, length) for length in lengths], axis=1)
    return {
        "encoding": curve.encoding,
        "scaling": curve.scaling,
        "factor": curve.factor,
        "ends": ends,
        **_spread(curve.nats, unit, precision),
        "at_lengths": _spread(at_length, unit, precision),
    }


def _spread(nats: FloatArray, unit: Unit, precision: int | None) -> dict[str, Any]:
    """Return mean, lowest and highest over the seeds, which are the rows."""
    values = np.exp(nats) if unit == "perplexity" else nats
    return {
        "mean": rounded(values.mean(axis=0), precision),
        "lowest": rounded(values.min(axis=0), precision),
        "highest": rounded(values.max(axis=0), precision),
    }
