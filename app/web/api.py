"""The API's routes, built from the registry: one per encoding and verb, each with its own parameters.

No ``from __future__ import annotations`` here: FastAPI reads the annotations of functions made in closures.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema

from app.encodings.params import ParameterError, Params, Stop, describe, split_numbers, stops_of
from app.encodings.protocols import (
    Encoding,
    HasBuckets,
    HasClocks,
    HasFrequencies,
    HasNearestPositions,
    HasProfile,
    HasShift,
    HasSlopes,
    Rotates,
)
from app.encodings.registry import Registry
from app.i18n import msg, translator
from app.web import abilities, addition, images, quiz, teaching, word_order
from app.web.errors import InvalidParametersError, kernel_rules, language_of
from app.web.routes import (
    INVALID_ANSWER,
    MATRIX_FORMATS,
    endpoint,
    head,
    joined,
    model_name,
    own_params,
)
from app.web.schemas import EncodingsAnswer, MatrixAnswer, SweepAnswer, WordOrderAnswer
from app.web.wire import Lang, MatrixWire, Wire, json_response, matrix_response, rounded

MOST_STOPS = 256
SWEEP_CELLS = 4
"""A sweep may have this many times the cells of the largest matrix."""


_ABILITIES: tuple[tuple[type, Callable[[APIRouter, Registry, Any], None]], ...] = (
    (HasFrequencies, abilities.add_frequencies),
    (HasShift, abilities.add_shift),
    (HasNearestPositions, abilities.add_lookalikes),
    (Rotates, abilities.add_rotate),
    (Rotates, abilities.add_score),
    (Rotates, abilities.add_track),
    (HasSlopes, abilities.add_slopes),
    (HasProfile, abilities.add_profile),
    (HasBuckets, abilities.add_buckets),
    (HasClocks, abilities.add_clocks),
)
"""What only some encodings can do, and the route that it gives them."""


class _EncodingsQuery(BaseModel, frozen=True, extra="forbid"):
    lang: Lang = None


def build_router(registry: Registry) -> APIRouter:
    """Return the routes below ``/api``.

    Parameters
    ----------
    registry : Registry
        The encodings to offer.

    Returns
    -------
    fastapi.APIRouter

    """
    router = APIRouter(prefix="/api", responses={**INVALID_ANSWER})
    _add_encodings(router, registry)
    for encoding in registry:
        _add_matrix(router, registry, encoding)
        _add_sweep(router, registry, encoding)
        if len(encoding.dims) == 2:
            abilities.add_similarity(router, registry, encoding)
        for ability, add in _ABILITIES:
            if isinstance(encoding, ability):
                add(router, registry, encoding)
    abilities.add_patches(router)
    images.add_images(router)
    _add_word_order(router, registry)
    addition.add_sum(router, registry)
    for add_lesson in (teaching.add_listing, teaching.add_mistakes, teaching.add_precision):
        add_lesson(router, registry)
    quiz.add_quiz(router, registry)
    return router


def _add_encodings(router: APIRouter, registry: Registry) -> None:
    def encodings(request: Request, query: Annotated[_EncodingsQuery, Query()]) -> Response:
        lang = language_of(request)
        translate = translator(lang)
        listed = [
            {
                "id": encoding.id,
                "family": encoding.family,
                "title": translate(encoding.title),
                "summary": translate(encoding.summary),
                "applies": encoding.applies,
                "dims": encoding.dims,
                "value_limit": encoding.value_limit,
                "max_rows": encoding.max_rows,
                "width": encoding.width,
                "parameters": describe(encoding.params_model, translate),
                "references": [asdict(reference) for reference in encoding.references],
            }
            for encoding in registry
        ]
        headers = {"Content-Language": lang, "Vary": "Accept-Language"}
        return json_response({"encodings": listed}, headers=headers)

    router.add_api_route(
        "/encodings",
        encodings,
        response_model=EncodingsAnswer,
        summary="All encodings and their parameters",
        tags=["encodings"],
    )


def _add_matrix(router: APIRouter, registry: Registry, encoding: Encoding[Any]) -> None:
    model = joined(f"{model_name(encoding)}MatrixQuery", encoding.params_model, MatrixWire)

    def answer(query: Any) -> Response:
        params = own_params(encoding.params_model, query)
        with kernel_rules():
            values = registry.matrix(encoding, params)
            columns = encoding.columns(params)
        body = {**head(encoding, params), "dims": encoding.dims, "columns": asdict(columns)}
        return matrix_response(body, values, query)

    router.add_api_route(
        f"/encodings/{encoding.id}/matrix",
        endpoint(model, answer),
        response_model=MatrixAnswer,
        responses=MATRIX_FORMATS,
        summary=f"{encoding.title}: the matrix",
        description=encoding.summary,
        name=f"{encoding.id}-matrix",
        tags=["encodings"],
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
    model = joined(f"{model_name(encoding)}SweepQuery", encoding.params_model, Wire, **fields)

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

    router.add_api_route(
        f"/encodings/{encoding.id}/sweep",
        endpoint(model, answer),
        response_model=SweepAnswer,
        summary=f"{encoding.title}: the matrices along one parameter",
        description="The frames of every stop; standard stops whose frame cannot be had are left out.",
        name=f"{encoding.id}-sweep",
        tags=["encodings"],
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


def _add_word_order(router: APIRouter, registry: Registry) -> None:
    model = word_order.query_model(registry)

    def answer(query: Any) -> Response:
        return json_response(word_order.answer(registry, query))

    router.add_api_route(
        "/word-order",
        endpoint(model, answer),
        response_model=WordOrderAnswer,
        summary="Attention over a sentence and over the same words in another order",
        description=(
            "One attention head with Q = K = V = X, where X holds a fixed vector for every word. The verdict "
            "compares the outputs per word (each with itself), pooled (mean over all words) and row by row."
        ),
        name="word-order",
        tags=["attention"],
    )
