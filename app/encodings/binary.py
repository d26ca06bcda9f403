"""The position as a binary number."""

from app.encodings.comparison import ABSOLUTE, ADDED, Comparison
from app.encodings.params import FormulaParams, Width
from app.encodings.protocols import Encoding, Reference
from app.i18n import msg
from app.maths.arrays import FloatArray
from app.maths.binary import binary_table


class BinaryParams(FormulaParams):
    """Parameters of the binary number; d_model is the number of bits."""

    d_model: Width = 64


class BinaryEncoding(Encoding[BinaryParams]):
    """Bits: bounded and distinct, but neighbours may differ in every column."""

    id = "binary"
    family = "absolute"
    title = msg("Binary")
    summary = msg("The position in bits, the lowest first: bounded and distinct, but it moves in jumps.")
    references: tuple[Reference, ...] = ()
    comparison = Comparison(
        ABSOLUTE,
        ADDED,
        msg("Bits turn on that were always off in training."),
    )
    params_model = BinaryParams
    value_limit = 1.0
    applies = "added"

    def matrix(self, params: BinaryParams) -> FloatArray:  # noqa: D102 (documented in the protocol)
        return binary_table(params.position_array(), params.d_model)
