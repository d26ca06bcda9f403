"""Routes for what only some encodings can do, and for counting patches.

No ``from __future__ import annotations`` here: FastAPI reads the annotations of functions made in closures.
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Response
from pydantic import BaseModel, Field, WithJsonSchema, model_validator

from app.encodings.params import (
    ClassToken,
    ImageSide,
    Parameter,
    ParameterError,
    Params,
    PatchSide,
)
from app.encodings.protocols import Encoding
from app.encodings.registry import Registry
from app.i18n import msg
from app.maths.patches import patch_grid
from app.maths.relative_bias import bias_weights, head_look
from app.maths.similarity import Metric, similarity
from app.web.errors import kernel_rules
from app.web.routes import MATRIX_FORMATS, endpoint, head, joined, model_name, own_params
from app.web.schemas import (
    BucketsAnswer,
    ClocksAnswer,
    FrequenciesAnswer,
    LookalikesAnswer,
    PatchesAnswer,
    ProfileAnswer,
    RotateAnswer,
    ScoreAnswer,
    ShiftAnswer,
    SimilarityAnswer,
    SlopesAnswer,
    TrackAnswer,
)
from app.web.wire import MatrixWire, Wire, json_response, matrix_response, rounded

MetricChoice = Annotated[
    Metric,
    Field(
        examples=["cosine"], description="dot: the dot product; cosine: of the angle, null for a zero row."
    ),
    Parameter(
        label=msg("Similarity"),
        help=msg("The dot product of two rows, or the cosine of the angle between them."),
        choices={"dot": msg("dot product"), "cosine": msg("cosine")},
    ),
]
Row = Annotated[
    int | None,
    WithJsonSchema({"type": "integer", "minimum": 0, "examples": [0]}, mode="validation"),
    Field(
        ge=0,
        description="Compare only this row of the matrix, counted from 0, with all; by default every row.",
    ),
]


SIMILARITY_CELLS = 2
"""A comparison may have this many times the cells of the largest matrix: every real table fits."""


class SimilarityQuery(MatrixWire):
    """What the comparison of rows understands besides the encoding's own parameters."""

    metric: MetricChoice = "dot"
    row: Row = None


class PatchesParams(Params):
    """An image, cut into patches."""

    image_height: ImageSide = 224
    image_width: ImageSide = 224
    patch: PatchSide = 16
    class_token: ClassToken = True

    @model_validator(mode="after")
    def _whole_patches(self) -> "PatchesParams":
        sides = {"image_height": self.image_height, "image_width": self.image_width}
        cut = {name: size for name, size in sides.items() if size % self.patch}
        if cut:
            raise ParameterError(
                cut,
                msg("must be a multiple of the patch side {patch}: patches are not cut"),
                patch=self.patch,
            )
        return self


def add_similarity(router: APIRouter, registry: Registry, encoding: Encoding[Any]) -> None:
    """Add the comparison of an encoding's rows.

    Parameters
    ----------
    router : fastapi.APIRouter
        Where the route goes.
    registry : Registry
        Whose matrices are compared.
    encoding : Encoding
        With a matrix of two axes.

    """
    model = joined(f"{model_name(encoding)}SimilarityQuery", encoding.params_model, SimilarityQuery)

    def answer(query: Any) -> Response:
        params = own_params(encoding.params_model, query)
        _check_rows(registry, encoding, params, query.row)
        with kernel_rules():
            matrix = registry.matrix(encoding, params)
            rows = matrix if query.row is None else matrix[[query.row]]
            values = similarity(rows, matrix, query.metric)
        place = encoding.dims[0]
        body = {**head(encoding, params), "metric": query.metric, "dims": [place, place]}
        if query.row is not None:
            body["row"] = query.row
        return matrix_response(body, values, query)

    router.add_api_route(
        f"/encodings/{encoding.id}/similarity",
        endpoint(model, answer),
        response_model=SimilarityAnswer,
        responses=MATRIX_FORMATS,
        summary=f"{encoding.title}: how alike the rows are",
        name=f"{encoding.id}-similarity",
        tags=["encodings"],
    )


def _check_rows(registry: Registry, encoding: Encoding[Any], params: Params, row: int | None) -> None:
    count = encoding.shape(params)[0]
    if row is not None:
        if row >= count:
            raise ParameterError(
                {"row": row},
                msg("must be at most {last}: the matrix has {count} rows"),
                last=count - 1,
                count=count,
            )
        return
    limit = SIMILARITY_CELLS * registry.max_cells
    if count * count > limit:
        deciding = [name for name in encoding.size_parameters if name != "d_model"]
        raise ParameterError(
            {name: getattr(params, name) for name in deciding},
            msg("rows × rows may be at most {limit}, asked for {asked}: give a row"),
            limit=limit,
            asked=count * count,
        )


def add_frequencies(router: APIRouter, registry: Registry, encoding: Any) -> None:
    """Add the frequencies of an encoding's pairs; parameters as for `add_similarity`."""

    def answer(params: Any, precision: int | None) -> dict[str, Any]:
        found = encoding.frequencies(params)
        return {
            "inv_freq": rounded(found.inv_freq, precision),
            "wavelength": rounded(found.wavelength, precision),
            "attention_factor": found.attention_factor,
            "effective_base": found.effective_base,
        }

    _add(
        router, encoding, "frequencies", encoding.frequencies_model, answer, FrequenciesAnswer,
        "the frequency of every pair",
    )  # fmt: skip


def add_shift(router: APIRouter, registry: Registry, encoding: Any) -> None:
    """Add the rotations that shift a row; parameters as for `add_similarity`."""

    def answer(params: Any, precision: int | None) -> dict[str, Any]:
        registry.cells(encoding, own_params(encoding.params_model, params))
        blocks, residual = encoding.shift(params)
        return {"k": params.k, "blocks": rounded(blocks, precision), "residual": residual}

    _add(
        router, encoding, "shift", encoding.shift_model, answer, ShiftAnswer,
        "the rotation that shifts any row by k positions",
    )  # fmt: skip


def add_lookalikes(router: APIRouter, registry: Registry, encoding: Any) -> None:
    """Add the most similar positions of a window; parameters as for `add_similarity`."""

    def answer(params: Any, precision: int | None) -> dict[str, Any]:
        cells = encoding.nearest_positions_cells(params)
        if cells > registry.max_cells:
            raise ParameterError(
                {"window": params.window, "d_model": params.d_model},
                msg("the comparison would need {asked} numbers at once, at most {limit} are allowed"),
                asked=cells,
                limit=registry.max_cells,
            )
        found = asdict(encoding.nearest_positions(params))
        if precision is None:
            return found
        return {
            name: round(value, precision) if isinstance(value, float) else value
            for name, value in found.items()
        }

    _add(
        router, encoding, "lookalikes", encoding.nearest_positions_model, answer, LookalikesAnswer,
        "the most similar positions of a window",
    )  # fmt: skip


def add_rotate(router: APIRouter, registry: Registry, encoding: Any) -> None:
    """Add the rotation of one vector; parameters as for `add_similarity`."""

    def answer(params: Any, precision: int | None) -> dict[str, Any]:
        return {"values": rounded(encoding.rotate(params), precision)}

    _add(
        router, encoding, "rotate", encoding.rotate_model, answer, RotateAnswer, "one vector, rotated"
    )  # fmt: skip


def add_score(router: APIRouter, registry: Registry, encoding: Any) -> None:
    """Add the score of one query and one key; parameters as for `add_similarity`."""

    def answer(params: Any, precision: int | None) -> dict[str, Any]:
        return {
            name: rounded(value, precision) if isinstance(value, np.ndarray) else _rounded(value, precision)
            for name, value in asdict(encoding.score(params)).items()
        }

    _add(
        router, encoding, "score", encoding.score_model, answer, ScoreAnswer,
        "the score of one query and one key",
    )  # fmt: skip


def add_track(router: APIRouter, registry: Registry, encoding: Any) -> None:
    """Add the rotation of one vector for every position; parameters as for `add_similarity`."""

    def answer(params: Any, precision: int | None) -> dict[str, Any]:
        cells = params.seq_len * len(params.x)
        if cells > registry.max_cells:
            raise ParameterError(
                {"seq_len": params.seq_len},
                msg("{product} may be at most {limit}, asked for {asked}"),
                product="seq_len × x",
                limit=registry.max_cells,
                asked=cells,
            )
        found = encoding.track(params)
        return {
            "dims": ["pos", "dim"],
            "shape": list(found.values.shape),
            "values": rounded(found.values, precision),
            "angles": rounded(found.angles, precision),
            "inv_freq": rounded(found.inv_freq, precision),
            "pairs": found.pairs,
        }

    _add(
        router, encoding, "track", encoding.track_model, answer, TrackAnswer,
        "one vector, rotated for every position",
    )  # fmt: skip


def add_profile(router: APIRouter, registry: Registry, encoding: Any) -> None:
    """Add the bias by relative position; parameters as for `add_similarity`."""

    def answer(params: Any, precision: int | None) -> dict[str, Any]:
        relative = np.arange(-params.reach, params.reach + 1, dtype=np.intp)
        cells = encoding.profile_heads(params) * relative.size
        if cells > registry.max_cells:
            raise ParameterError(
                {name: getattr(params, name) for name in ("n_heads", "reach") if hasattr(params, name)},
                msg("{product} may be at most {limit}, asked for {asked}"),
                product="n_heads × (2·reach + 1)",
                limit=registry.max_cells,
                asked=cells,
            )
        bias = encoding.profile(params, relative)
        return {
            "relative": relative.tolist(),
            "bias": rounded(bias, precision),
            "weights": rounded(bias_weights(bias), precision),
            "heads": [
                {name: _rounded(value, precision) for name, value in asdict(head_look(relative, row)).items()}
                for row in bias
            ],
        }

    _add(
        router, encoding, "profile", encoding.profile_model, answer, ProfileAnswer,
        "the bias by relative position, and where each head looks",
    )  # fmt: skip


def _rounded(value: Any, precision: int | None) -> Any:
    return round(value, precision) if precision is not None and isinstance(value, float) else value


def add_slopes(router: APIRouter, registry: Registry, encoding: Any) -> None:
    """Add the slope of every head; parameters as for `add_similarity`."""

    def answer(params: Any, precision: int | None) -> dict[str, Any]:
        return {"slopes": rounded(encoding.slopes(params), precision)}

    _add(router, encoding, "slopes", encoding.slopes_model, answer, SlopesAnswer, "the slope of every head")


def add_buckets(router: APIRouter, registry: Registry, encoding: Any) -> None:
    """Add the bucket of every query and key; parameters as for `add_similarity`."""

    def answer(params: Any, precision: int | None) -> dict[str, Any]:
        cells = params.query_len * params.key_len
        if cells > registry.max_cells:
            raise ParameterError(
                {"query_len": params.query_len, "key_len": params.key_len},
                msg("{product} may be at most {limit}, asked for {asked}"),
                product="query_len × key_len",
                limit=registry.max_cells,
                asked=cells,
            )
        buckets = encoding.buckets(params)
        return {"dims": ["query", "key"], "shape": list(buckets.shape), "values": buckets.tolist()}

    _add(
        router, encoding, "buckets", encoding.buckets_model, answer, BucketsAnswer,
        "the bucket of every query and key",
    )  # fmt: skip


def add_clocks(router: APIRouter, registry: Registry, encoding: Any) -> None:
    """Add the planes in which trained rows turn; parameters as for `add_similarity`."""

    def answer(params: Any, precision: int | None) -> dict[str, Any]:
        found = encoding.clocks()

        def number(value: float) -> float:
            return value if precision is None else round(value, precision)

        shown = found.planes if params.plane is None else found.planes[params.plane - 1 : params.plane]
        shares = ("variance_share", "flat_share", "sinusoid_share", "neighbour_share")
        return {
            "first_row": found.first_row,
            **{name: number(getattr(found, name)) for name in (*shares, "random_neighbour_share")},
            "steps": [
                {"k": k, "r2": number(r2), "random_r2": number(found.random_r2[k])}
                for k, r2 in found.r2.items()
            ],
            "planes": [
                {
                    "period": number(plane.period),
                    "modulus": number(plane.modulus),
                    "variance_share": number(plane.variance_share),
                    "radius_variation": number(plane.radius_variation),
                    "turn": rounded(plane.turn(params.k), precision),
                }
                for plane in found.planes
            ],
            "points": [rounded(plane.points, precision) for plane in shown],
        }

    _add(
        router, encoding, "clocks", encoding.clocks_model, answer, ClocksAnswer,
        "the planes in which its rows turn",
    )  # fmt: skip


def add_patches(router: APIRouter) -> None:
    """Add the counting of patches.

    Parameters
    ----------
    router : fastapi.APIRouter
        Where the route goes.

    """
    model = joined("PatchesQuery", PatchesParams, Wire)

    def answer(query: Any) -> Response:
        params = own_params(PatchesParams, query)
        rows, columns = patch_grid(query.image_height, query.image_width, query.patch)
        patches = rows * columns
        counted = {
            "grid": [rows, columns],
            "n_patches": patches,
            "seq_len": patches + query.class_token,
            "class_token_index": 0 if query.class_token else None,
        }
        return json_response({"parameters": params.model_dump(), **counted})

    router.add_api_route(
        "/patches",
        endpoint(model, answer),
        response_model=PatchesAnswer,
        summary="How many patches an image has",
        description="Patches are counted row by row; the class token, if there is one, stands before them.",
        name="patches",
        tags=["images"],
    )


def _add(
    router: APIRouter,
    encoding: Encoding[Any],
    verb: str,
    params_model: type[Params],
    answer: Callable[[Any, int | None], dict[str, Any]],
    answer_model: type[BaseModel],
    summary: str,
) -> None:
    model = joined(f"{model_name(encoding)}{verb.title()}Query", params_model, Wire)

    def respond(query: Any) -> Response:
        params = own_params(params_model, query)
        with kernel_rules():
            body = answer(params, query.precision)
        return json_response({**head(encoding, params), **body})

    router.add_api_route(
        f"/encodings/{encoding.id}/{verb}",
        endpoint(model, respond),
        response_model=answer_model,
        summary=f"{encoding.title}: {summary}",
        name=f"{encoding.id}-{verb}",
        tags=["encodings"],
    )
