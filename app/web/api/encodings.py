"""What every encoding has: one route per encoding and verb, each with its own parameters."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Response
from pydantic import BeforeValidator, Field, WithJsonSchema

from app.encodings.params import ParameterError, Params, Stop, describe, split_numbers, stops_of
from app.encodings.protocols import Encoding
from app.encodings.registry import Registry
from app.i18n import msg, translator
from app.web.api.abilities import add_abilities
from app.web.api.routes import MATRIX_FORMATS, add_of_encoding, head, joined, localised, own_params
from app.web.api.schemas import EncodingsAnswer, MatrixAnswer, SweepAnswer
from app.web.api.similarity import add_similarity
from app.web.api.wire import LangQuery, MatrixWire, Wire, json_response, matrix_response, rounded
from app.web.errors import InvalidParametersError, kernel_rules

MOST_STOPS = 256
SWEEP_CELLS = 4
"""A sweep may have this many times the cells of the largest matrix."""


def add_encodings(router: APIRouter, registry: Registry) -> None:
    """Add the list of the encodings, and of each its matrix, its sweeps and what else it can do."""
    _add_list(router, registry)
    for encoding in registry:
        _add_matrix(router, registry, encoding)
        _add_sweep(router, registry, encoding)
        if len(encoding.dims) == 2:
            add_similarity(router, registry, encoding)
        add_abilities(router, registry, encoding)


def _add_list(router: APIRouter, registry: Registry) -> None:
    properties = ("applies", "dims", "value_limit", "max_rows", "width")

    def listed(_: Any, lang: str) -> dict[str, Any]:
        translate = translator(lang)
        return {
            "encodings": [
                {
                    "id": encoding.id,
                    "family": encoding.family,
                    "title": translate(encoding.title),
                    "summary": translate(encoding.summary),
                    **{name: getattr(encoding, name) for name in properties},
                    "parameters": describe(encoding.params_model, translate),
                    "references": [asdict(reference) for reference in encoding.references],
                }
                for encoding in registry
            ]
        }

    router.add_api_route(
        "/encodings",
        localised(LangQuery, listed),
        response_model=EncodingsAnswer,
        summary="All encodings and their parameters",
        name="encodings",
        tags=["encodings"],
    )


def _add_matrix(router: APIRouter, registry: Registry, encoding: Encoding[Any]) -> None:

    def answer(query: Any) -> Response:
        params = own_params(encoding.params_model, query)
        with kernel_rules():
            values = registry.matrix(encoding, params)
            columns = encoding.columns(params)
        body = {**head(encoding, params), "dims": encoding.dims, "columns": asdict(columns)}
        return matrix_response(body, values, query)

    add_of_encoding(
        router,
        encoding,
        "matrix",
        joined("MatrixQuery", encoding.params_model, MatrixWire),
        answer,
        "the matrix",
        response_model=MatrixAnswer,
        responses=MATRIX_FORMATS,
        description=encoding.summary,
    )


def _add_sweep(router: APIRouter, registry: Registry, encoding: Encoding[Any]) -> None:
    axes = tuple(name for name in encoding.params_model.model_fields if stops_of(encoding.params_model, name))
    if not axes:
        return
    example = ",".join(map(str, stops_of(encoding.params_model, axes[0])[:2]))
    fields: dict[str, Any] = {
        "axis": (
            Annotated[
                Literal[axes],
                Field(examples=[axes[0]], description="The parameter that changes from frame to frame."),
            ],
            ...,
        ),
        "stops": (
            Annotated[
                Annotated[tuple[str, ...], Field(max_length=MOST_STOPS)] | None,
                BeforeValidator(split_numbers),
                WithJsonSchema({"type": "string", "examples": [example]}, mode="validation"),
                Field(description="Values of the axis, separated by commas; by default all its stops."),
            ],
            None,
        ),
    }

    def answer(query: Any) -> Response:
        frames = _sweep_params(registry, encoding, query)
        with kernel_rules():
            values = [rounded(registry.matrix(encoding, params), query.precision) for params in frames]
            columns = [asdict(encoding.columns(params)) for params in frames]
        body = {
            **head(encoding, own_params(encoding.params_model, query)),
            "axis": query.axis,
            "stops": [getattr(params, query.axis) for params in frames],
            "frames": values,
            "columns": columns,
        }
        return json_response(body)

    add_of_encoding(
        router,
        encoding,
        "sweep",
        joined("SweepQuery", encoding.params_model, Wire, **fields),
        answer,
        "the matrices along one parameter",
        response_model=SweepAnswer,
        description="The frames of every stop; standard stops whose frame cannot be had are left out.",
    )


def _sweep_params(registry: Registry, encoding: Encoding[Any], query: Any) -> list[Params]:
    """Return the parameters of every frame, and refuse too many cells before memory is taken."""
    axis = query.axis
    # Single positions would contradict a swept length.
    rest = {"positions": None} if axis == "seq_len" and hasattr(query, "positions") else {}
    frames: list[Params] = []
    cells = 0
    stops: Sequence[Stop] = query.stops or stops_of(encoding.params_model, axis)
    for stop in stops:
        try:
            params = own_params(encoding.params_model, query, **{**rest, axis: stop})
            size = registry.cells(encoding, params)
        except (InvalidParametersError, ParameterError):
            if query.stops:
                raise
            continue
        frames.append(params)
        cells += size
    if cells > SWEEP_CELLS * registry.max_cells:
        raise ParameterError(
            {name: getattr(query, name) for name in encoding.size_parameters} | {"stops": len(frames)},
            msg("the frames of a sweep may have {limit} cells together, asked for {asked}: take fewer stops"),
            limit=SWEEP_CELLS * registry.max_cells,
            asked=cells,
        )
    if not frames:
        # No standard stop fits: say why by the frame that was asked for itself.
        registry.cells(encoding, own_params(encoding.params_model, query))
    return frames
