"""How alike the rows of an encoding are: for every matrix of two axes."""

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import Field, WithJsonSchema

from app.encodings.params import Parameter, ParameterError, Params
from app.encodings.protocols import Encoding
from app.encodings.registry import Registry
from app.i18n import msg
from app.maths.similarity import Metric, similarity
from app.web.api.routes import MATRIX_FORMATS, add_of_encoding, head, joined, own_params
from app.web.api.schemas import SimilarityAnswer
from app.web.api.wire import MatrixWire, matrix_response
from app.web.errors import kernel_rules

SIMILARITY_CELLS = 2
"""A comparison may have this many times the cells of the largest matrix: every real table fits."""

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


class SimilarityQuery(MatrixWire):
    """What the comparison of rows understands besides the encoding's own parameters."""

    metric: MetricChoice = "dot"
    row: Row = None


def add_similarity(router: APIRouter, registry: Registry, encoding: Encoding[Any]) -> None:
    """Add the comparison of an encoding's rows."""

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

    add_of_encoding(
        router,
        encoding,
        "similarity",
        joined("SimilarityQuery", encoding.params_model, SimilarityQuery),
        answer,
        "how alike the rows are",
        response_model=SimilarityAnswer,
        responses=MATRIX_FORMATS,
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
