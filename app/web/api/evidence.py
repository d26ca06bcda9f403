"""The route for what the project's own experiments found."""

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Response
from pydantic import Field

from app.lab.results import NEAR, Curve, Evidence, read_evidence
from app.maths.arrays import FloatArray
from app.web.api.routes import endpoint
from app.web.api.schemas import Answer
from app.web.api.wire import Wire, json_response, rounded_body

Unit = Literal["perplexity", "nats"]


class EvidenceQuery(Wire):
    """The unit of the losses."""

    unit: Annotated[
        Unit,
        Field(
            examples=["nats"],
            description="nats: mean loss a byte; perplexity: e to that power, among how many bytes it "
            "hesitates.",
        ),
    ] = "perplexity"


class SpreadAnswer(Answer):
    """Mean, lowest and highest over the seeds; null where a model has no positions left."""

    mean: list[float | None] = Field(examples=[[5.9, 5.8]])
    lowest: list[float | None] = Field(examples=[[5.8, 5.7]])
    highest: list[float | None] = Field(examples=[[6.0, 5.9]])


class CurveAnswer(SpreadAnswer):
    """How well the models of one encoding predict the next byte, by position."""

    encoding: str = Field(examples=["rope"])
    scaling: Literal["none", "linear", "ntk", "yarn"] = Field(
        description="Rule by which RoPE's frequencies were stretched, when reading only."
    )
    factor: int = Field(examples=[8], description="By how much; 1 is not at all.")
    ends: int | None = Field(description="Positions that a learned table has; null where there is no end.")
    at_lengths: SpreadAnswer = Field(description="Over the `near` positions before each of `lengths`.")


class CellAnswer(Answer):
    """How often models of one kind named who did it, on sentences that they had not seen."""

    encoding: Literal["none", "sinusoidal"]
    causal: bool
    layers: int
    accuracy: list[float] = Field(examples=[[0.5, 0.5, 0.5]], description="One for each seed.")


class OrderAnswer(Answer):
    """The experiment that asks who did it, where word order alone says so."""

    chance: float = Field(examples=[0.5], description="Accuracy of one who knows both names but no order.")
    cells: list[CellAnswer]


class ExtrapolationAnswer(Answer):
    """What the project's own experiments found."""

    unit: Literal["perplexity", "nats"]
    trained_len: int = Field(examples=[128], description="Bytes of a sequence in training.")
    read_len: int = Field(examples=[1024], description="Bytes of a reading.")
    bin_width: int = Field(examples=[16], description="Positions that are averaged.")
    seeds: list[int] = Field(examples=[[0, 1, 2]])
    positions: list[int] = Field(examples=[[0, 16]], description="First position of every bin, from 0.")
    lengths: list[int] = Field(examples=[[128, 256, 512, 1024]])
    near: int = Field(examples=[64], description="Positions before a length that are averaged.")
    curves: list[CurveAnswer]
    order: OrderAnswer
    about: dict[str, dict[str, Any]] = Field(
        description="Configuration, corpus, versions, time and hash of the code, for both experiments."
    )


def add_evidence(router: APIRouter, results: Path) -> None:
    """Add what the experiments found: the committed results, read when they are first asked for."""

    @cache
    def evidence() -> Evidence:
        return read_evidence(results)

    def answer(query: Any) -> Response:
        return json_response(
            rounded_body(_answer(evidence(), query.unit), query.precision, exact={"chance", "about"})
        )

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


def _answer(evidence: Evidence, unit: Unit) -> dict[str, Any]:
    lengths = [
        evidence.trained_len * times
        for times in (1, 2, 4, 8, 16, 32)
        if evidence.trained_len * times <= evidence.read_len
    ]
    sizes = ("trained_len", "read_len", "bin_width", "seeds", "positions")
    return {
        "unit": unit,
        **{name: getattr(evidence, name) for name in sizes},
        "lengths": lengths,
        "near": NEAR,
        "curves": [_curve_body(evidence, curve, lengths, unit) for curve in evidence.curves],
        "order": {
            "chance": evidence.chance,
            "cells": [vars(cell) | {"accuracy": np.array(cell.accuracy)} for cell in evidence.cells],
        },
        "about": evidence.about,
    }


def _curve_body(evidence: Evidence, curve: Curve, lengths: list[int], unit: Unit) -> dict[str, Any]:
    ends = evidence.trained_len if np.isnan(curve.nats).any() else None
    at_length = np.stack([evidence.near(curve, length) for length in lengths], axis=1)
    return {
        "encoding": curve.encoding,
        "scaling": curve.scaling,
        "factor": curve.factor,
        "ends": ends,
        **_spread(curve.nats, unit),
        "at_lengths": _spread(at_length, unit),
    }


def _spread(nats: FloatArray, unit: Unit) -> dict[str, Any]:
    """Return mean, lowest and highest over the seeds, which are the rows."""
    values = np.exp(nats) if unit == "perplexity" else nats
    return {"mean": values.mean(axis=0), "lowest": values.min(axis=0), "highest": values.max(axis=0)}
