"""The plain position number in every column."""

from pydantic import model_validator

from app.encodings.comparison import ABSOLUTE, ADDED, Comparison
from app.encodings.params import FormulaParams, IndexDivisor, ParameterError, Width
from app.encodings.protocols import Encoding, Reference
from app.i18n import msg
from app.maths.arrays import FloatArray
from app.maths.index import index_table


class IndexParams(FormulaParams):
    """Parameters of the plain index."""

    d_model: Width = 64
    scale: IndexDivisor = "none"

    @model_validator(mode="after")
    def _text_to_divide_by(self) -> "IndexParams":
        if self.scale == "length" and self.text_len() <= 0:
            raise ParameterError(
                {"scale": self.scale}, msg("needs a text with a length: its last position must be above −1")
            )
        return self


class IndexEncoding(Encoding[IndexParams]):
    """The naive idea: just count. Values grow without bound and drown the word."""

    id = "index"
    family = "absolute"
    title = msg("Index")
    summary = msg("The position number itself in every column: it grows without bound and drowns the word.")
    references: tuple[Reference, ...] = ()
    comparison = Comparison(
        ABSOLUTE,
        ADDED,
        msg("The numbers grow beyond everything seen in training."),
    )
    params_model = IndexParams
    # The colour saturates from position 1 on: so "grows without bound" looks beside the others.
    value_limit = 1.0
    applies = "added"

    def matrix(self, params: IndexParams) -> FloatArray:  # noqa: D102 (documented in the protocol)
        return index_table(params.position_array(), params.d_model, params.scale, params.text_len())
