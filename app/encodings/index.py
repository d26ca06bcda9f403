"""The plain position number in every column."""

from app.encodings.params import FormulaParams, Width
from app.encodings.protocols import Encoding, Reference
from app.i18n import msg
from app.maths.arrays import FloatArray
from app.maths.index import index_table


class IndexParams(FormulaParams):
    """Parameters of the plain index."""

    d_model: Width = 64


class IndexEncoding(Encoding[IndexParams]):
    """The naive idea: just count. Values grow without bound and drown the word."""

    id = "index"
    family = "absolute"
    title = msg("Index")
    summary = msg("The position number itself in every column: it grows without bound and drowns the word.")
    references: tuple[Reference, ...] = ()
    params_model = IndexParams
    # The colour saturates from position 1 on: so "grows without bound" looks beside the others.
    value_limit = 1.0
    applies = "added"

    def matrix(self, params: IndexParams) -> FloatArray:  # noqa: D102 (documented in the protocol)
        return index_table(params.position_array(), params.d_model)
