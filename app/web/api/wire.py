"""Wire formats: JSON, CSV and NPY of the same numbers, and the parameters that choose between them."""

from collections.abc import Collection, Mapping
from io import BytesIO
from typing import Annotated, Any, Literal

import numpy as np
import orjson
from fastapi import Response
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    model_validator,
)

from app.encodings.params import ParameterError
from app.i18n import languages, msg
from app.maths.arrays import FloatArray

CSV = "text/csv; charset=utf-8"
NPY = "application/x-npy"


def _known_language(value: str | None) -> str | None:
    if value is not None and value not in languages():
        raise ParameterError(
            {"lang": value}, msg("must be one of: {choices}"), choices=", ".join(languages())
        )
    return value


class _LanguageSchema:
    """The choices stand in the document of the application that is asked for it, not in every one."""

    def __get_pydantic_json_schema__(self, *_: object) -> dict[str, Any]:
        codes = list(languages())
        return {"type": "string", "enum": codes, "examples": codes[-1:]}


def _tabulator(value: object) -> object:
    return "\t" if value == "tab" else value


Lang = Annotated[
    str | None,
    AfterValidator(_known_language),
    _LanguageSchema(),
    Field(description="Language of words and error messages; by default from Accept-Language."),
]
Precision = Annotated[
    int | None,
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": 17, "examples": [3]}, mode="validation"),
    Field(
        ge=0, le=17, description="Decimals to round to; by default the shortest text that reads back equal."
    ),
]
Format = Annotated[Literal["json", "csv", "npy"], Field(examples=["json"], description="Wire format.")]
Separator = Annotated[
    Literal[",", ";", "\t", " "] | None,
    BeforeValidator(_tabulator),
    WithJsonSchema(
        {"type": "string", "enum": [",", ";", "tab", "\t", " "], "examples": [";"]}, mode="validation"
    ),
    Field(
        description="Between the cells of a CSV row: a comma, or a semicolon if the decimal sign is a comma."
    ),
]
Decimal = Annotated[Literal[".", ","], Field(examples=["."], description="Decimal sign in CSV.")]


class LangQuery(BaseModel):
    """What every answer in words understands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lang: Lang = None


class Wire(BaseModel):
    """What every numeric answer understands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    precision: Precision = None
    lang: Lang = None


class MatrixWire(Wire):
    """What a matrix understands besides."""

    format: Format = "json"
    sep: Separator = None
    decimal: Decimal = "."

    @model_validator(mode="after")
    def _distinct_signs(self) -> "MatrixWire":
        if self.sep == self.decimal:
            raise ParameterError({"sep": self.sep}, msg("must differ from the decimal sign"))
        return self

    @property
    def separator(self) -> str:
        """The sign between the cells of a CSV row."""
        return self.sep or (";" if self.decimal == "," else ",")


def rounded(values: FloatArray, precision: int | None) -> FloatArray:
    """Round for the wire; NaN stays NaN, and what is returned is contiguous."""
    # Adding 0.0 turns the -0.0 that rounding leaves into 0.0.
    return np.ascontiguousarray(values if precision is None else np.round(values, precision) + 0.0)


def rounded_body(body: Any, precision: int | None, exact: Collection[str] = ()) -> Any:
    """Round every float in an answer's body, however deep, but for the members named in `exact`."""
    if isinstance(body, np.ndarray):
        return rounded(body, precision) if body.dtype.kind == "f" else np.ascontiguousarray(body)
    if isinstance(body, float):
        return body if precision is None else round(body, precision)
    if isinstance(body, Mapping):
        return {
            name: value if name in exact else rounded_body(value, precision) for name, value in body.items()
        }
    if isinstance(body, list | tuple):
        return [rounded_body(value, precision) for value in body]
    return body


def json_response(
    body: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Answer with JSON; arrays are written with the shortest digits that read back equal, NaN as null."""
    content = orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY)
    return Response(content, status, headers, media_type="application/json")


def matrix_response(body: Mapping[str, Any], values: FloatArray, wire: MatrixWire) -> Response:
    """Answer with a matrix of two or more axes in the format asked for.

    NaN marks masked cells: null in JSON, an empty cell in CSV. CSV has one line per row and no header line;
    of more than two axes the leading ones are joined.
    """
    values = rounded(values, wire.precision)
    if wire.format == "csv":
        return Response(_csv(values, wire.separator, wire.decimal), media_type=CSV)
    if wire.format == "npy":
        file = BytesIO()
        np.save(file, values, allow_pickle=False)
        return Response(file.getvalue(), media_type=NPY)
    return json_response({**body, "shape": list(values.shape), "values": values})


def _csv(values: FloatArray, separator: str, decimal: str) -> str:
    lines = []
    for row in values.reshape(-1, values.shape[-1]).tolist():
        # Only NaN, a masked cell, differs from itself.
        cells = ["" if cell != cell else repr(cell) for cell in row]
        lines.append(
            separator.join(cells if decimal == "." else [cell.replace(".", decimal) for cell in cells])
        )
    return "\n".join(lines) + "\n"
