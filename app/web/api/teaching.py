"""Routes that serve the lessons: code line by line, mistakes on purpose, half precision."""

from functools import partial
from typing import Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Response
from pydantic import Field, WithJsonSchema, model_validator

from app.encodings.params import FARTHEST, Base, ParameterError, Params, SeqLen, Width
from app.encodings.registry import Registry
from app.figures.listing import USUAL_TABLE
from app.i18n import msg
from app.listings.listing import LISTINGS
from app.listings.walk import values_of_lines
from app.maths.frequencies import angles, inverse_frequencies
from app.maths.mistakes import MISTAKES
from app.maths.precision import HalfFormat, Stage, half_precision_table, round_to
from app.maths.sinusoidal import sinusoidal
from app.web.api.routes import MATRIX_FORMATS, add_numbers, endpoint, joined, own_params
from app.web.api.schemas import ListingAnswer, MistakeMatrixAnswer, MistakesAnswer, PrecisionAnswer
from app.web.api.wire import MatrixWire, json_response, matrix_response

SHOWN_ROWS = 512
"""Of an array, the rows of the text's positions are sent, so many at most."""
FIRST_COLUMNS = 4
"""These and the last one are sent."""
MOST_POSITIONS = 4_096

ListingName = Annotated[
    Literal["torch", "numpy", "rope"], Field(examples=["torch"], description="Which code is walked through.")
]
TableLength = Annotated[
    int | None,
    WithJsonSchema(
        {"type": "integer", "minimum": 1, "maximum": FARTHEST, "examples": [1000]}, mode="validation"
    ),
    Field(ge=1, le=FARTHEST, description="Rows of the table; by default 1000, or more for a longer text."),
]
NumberFormat = Annotated[
    HalfFormat,
    Field(examples=["bfloat16"], description="The half-precision format that numbers are rounded to."),
]
RoundedStage = Annotated[
    Stage,
    Field(
        examples=["angles"],
        description=(
            "angles: position, frequency and angle are rounded before the sine; values: only the table is."
        ),
    ),
]
# Beyond 65504, float16 has no numbers.
FirstPosition = Annotated[
    int, Field(ge=0, le=60_000, examples=[480], description="The first of the positions, at most 60000.")
]
PositionCount = Annotated[
    int, Field(ge=1, le=MOST_POSITIONS, examples=[32], description="How many positions follow each other.")
]


class ListingParams(Params):
    """A listing, and what its functions are called with."""

    name: ListingName
    seq_len: SeqLen = 64
    d_model: Width = 64
    base: Base = 10_000.0
    max_len: TableLength = None

    @model_validator(mode="after")
    def _fits(self) -> "ListingParams":
        if self.name == "rope" and self.d_model % 2:
            raise ParameterError({"d_model": self.d_model}, msg("must be even: RoPE turns columns in pairs"))
        if self.seq_len > self.rows:
            raise ParameterError(
                {"seq_len": self.seq_len},
                msg("may be at most {rows}, the rows of the table: a longer text finds no row"),
                rows=self.rows,
            )
        return self

    @property
    def rows(self) -> int:
        """How many rows the table has."""
        return self.max_len or max(USUAL_TABLE, self.seq_len)


class MistakeParams(Params):
    """How large the wrong matrix is."""

    seq_len: SeqLen = 64
    d_model: Width = 64
    base: Base = 10_000.0


class PrecisionParams(Params):
    """Where and how half precision is looked at."""

    number_format: NumberFormat = "bfloat16"
    rounded: RoundedStage = "angles"
    first: FirstPosition = 0
    count: PositionCount = 32
    d_model: Width = 64
    base: Base = 10_000.0


def add_lessons(router: APIRouter, registry: Registry) -> None:
    """Add the code line by line, the mistakes, and half precision."""
    add_numbers(
        router,
        "/listing",
        ListingParams,
        partial(_listing, registry),
        exact={"parameters"},
        response_model=ListingAnswer,
        summary="Code, line by line: what every line computes",
        description=(
            "The NumPy listings are run statement by statement with these parameters; the PyTorch module "
            "has the values of its NumPy twin. Of an array, the rows of the text's positions, up to 512, "
            "and the first four columns and the last are sent."
        ),
        tags=["lessons"],
    )
    _add_mistakes(router, registry)
    add_numbers(
        router,
        "/precision",
        PrecisionParams,
        partial(_precision, registry),
        exact={"positions", "held"},
        response_model=PrecisionAnswer,
        summary="What half precision leaves of positions and angles",
        description=(
            "exact and half are the sine of the first pair; largest_error is that of every pair's sine; "
            "held are the positions as they reach the sine, and distinct counts the different rows of the "
            "half-precision table."
        ),
        tags=["lessons"],
    )


def _listing(registry: Registry, params: ListingParams) -> dict[str, Any]:
    own = {"rope": params.seq_len}.get(params.name, params.rows)
    _check_size(registry, params, own * max(params.d_model, params.seq_len if params.name == "rope" else 1))
    listing = LISTINGS[params.name]
    values = values_of_lines(listing, params.seq_len, params.d_model, params.base, params.rows)
    steps = [
        {
            "line": line,
            "lines": step.lines,
            "code": step.code,
            "values": [
                _described(name, value, min(params.seq_len, SHOWN_ROWS)) for name, value in found.items()
            ],
        }
        for line, step, found in zip(listing.first_lines, listing.steps, values, strict=True)
    ]
    return {"parameters": {**params.model_dump(), "max_len": params.rows}, "steps": steps}


def _precision(registry: Registry, params: PrecisionParams) -> dict[str, Any]:
    _check_size(registry, params, params.count * params.d_model)
    positions = params.first + np.arange(params.count, dtype=np.float64)
    exact = sinusoidal(positions, params.d_model, params.base)
    half = half_precision_table(positions, params.d_model, params.base, params.number_format, params.rounded)
    inv_freq = inverse_frequencies(params.d_model, params.base)
    return {
        "positions": positions,
        "held": round_to(positions, params.number_format) if params.rounded == "angles" else positions,
        "distinct": np.unique(half, axis=0).shape[0],
        "exact": np.sin(angles(positions, inv_freq[:1])[:, 0]),
        "half": half[:, 0],
        "largest_error": np.abs(half - exact)[:, 0::2].max(axis=0),
    }


def _add_mistakes(router: APIRouter, registry: Registry) -> None:
    def listed(_: Any) -> Response:
        return json_response({"mistakes": list(MISTAKES)})

    router.add_api_route(
        "/mistakes",
        endpoint(joined("MistakesQuery", Params), listed),
        response_model=MistakesAnswer,
        summary="Mistakes that are made on purpose",
        name="mistakes",
        tags=["lessons"],
    )
    for name, mistake in MISTAKES.items():
        _add_mistake(router, registry, name, mistake)


def _add_mistake(router: APIRouter, registry: Registry, name: str, mistake: Any) -> None:
    model = joined(f"{name.title().replace('_', '')}MistakeQuery", MistakeParams, MatrixWire)

    def answer(query: Any) -> Response:
        params = own_params(MistakeParams, query)
        _check_size(registry, params, params.seq_len * params.d_model)
        values = mistake(np.arange(params.seq_len, dtype=np.float64), params.d_model, params.base)
        body = {"mistake": name, "parameters": params.model_dump(), "dims": ["pos", "dim"]}
        return matrix_response(body, values, query)

    router.add_api_route(
        f"/mistakes/{name}/matrix",
        endpoint(model, answer),
        response_model=MistakeMatrixAnswer,
        responses=MATRIX_FORMATS,
        summary=f"Wrong on purpose: {name.replace('_', ' ')}",
        description=(mistake.__doc__ or "").partition("\n")[0],
        name=f"mistake-{name}",
        tags=["lessons"],
    )


def _check_size(registry: Registry, params: Any, cells: int) -> None:
    if cells <= registry.max_cells:
        return
    given = {
        name: value
        for name, value in params.model_dump(exclude_none=True).items()
        if name in ("seq_len", "d_model", "max_len", "count")
    }
    raise ParameterError(
        given,
        msg("length × width may be at most {limit}, asked for {asked}"),
        limit=registry.max_cells,
        asked=cells,
    )


def _described(name: str, value: Any, rows: int) -> dict[str, Any]:
    """Describe what a name holds: shape, number format, and a part of the numbers."""
    array = np.asarray(value)
    table = array[0] if array.ndim == 3 else np.atleast_2d(array)
    width = table.shape[1]
    columns = [*range(min(width, FIRST_COLUMNS)), *([width - 1] if width > FIRST_COLUMNS else [])]
    part = table[:rows, columns].astype(np.float64)
    return {
        "name": name,
        # A plain number, an array of one, two or three axes.
        "shape": list(array.shape),
        "number_format": array.dtype.name,
        "columns": columns,
        "values": part,
    }
