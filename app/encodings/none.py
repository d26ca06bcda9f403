"""Baseline without positional information."""

import numpy as np

from app.encodings.comparison import Comparison, User
from app.encodings.params import FormulaParams, Width
from app.encodings.protocols import AttentionInputs, Encoding, Reference
from app.i18n import msg
from app.maths.arrays import FloatArray


class NoneParams(FormulaParams):
    """Parameters of no encoding: the size of a table of zeros."""

    d_model: Width = 64


class NoEncoding(Encoding[NoneParams]):
    """Zeros: attention sees a bag of words."""

    id = "none"
    family = "absolute"
    title = msg("None")
    summary = msg("No position at all: without a mask, attention treats the sentence as a bag of words.")
    references = (
        Reference(
            authors="Kazemnejad et al.",
            year=2023,
            title="The Impact of Positional Encoding on Length Generalization in Transformers",
            url="https://arxiv.org/abs/2305.19466",
            arxiv="2305.19466",
        ),
    )
    comparison = Comparison(
        msg("neither"),
        msg("nowhere"),
        msg(
            "No row is missing. Under a causal mask such small models generalised to longer tasks better "
            "than others in one study."
        ),
        evidence=(("kazemnejad2023", ""),),
        users=(User(msg("models for study, with a causal mask"), "kazemnejad2023"),),
    )
    params_model = NoneParams
    value_limit = 1.0
    applies = "nothing"

    def matrix(self, params: NoneParams) -> FloatArray:  # noqa: D102 (documented in the protocol)
        return np.zeros(self.shape(params), dtype=np.float64)

    def attention_inputs(  # noqa: D102
        self, x: FloatArray, params: NoneParams, strength: float
    ) -> AttentionInputs:
        return AttentionInputs(x, x, x)
