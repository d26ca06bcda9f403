"""Attention with linear biases (ALiBi)."""

import numpy as np
from pydantic import model_validator

from app.encodings.comparison import ADDED_TO_SCORES, Comparison, User
from app.encodings.params import (
    BiasForm,
    BiasSeqLen,
    Causal,
    Head,
    Heads,
    ParameterError,
    Params,
    Reach,
    Slope,
)
from app.encodings.protocols import AttentionInputs, BiasEncoding, Reference
from app.i18n import msg
from app.maths.alibi import alibi_bias, alibi_profile, alibi_slopes
from app.maths.arrays import FloatArray, IntArray


class SlopesParams(Params):
    """How many heads share the slopes."""

    n_heads: Heads = 8


class AlibiParams(SlopesParams):
    """Parameters of ALiBi."""

    seq_len: BiasSeqLen = 16
    causal: Causal = True
    slope: Slope = None
    head: Head = None
    form: BiasForm = "distance"

    @model_validator(mode="after")
    def _one_head(self) -> "AlibiParams":
        if self.head is None:
            return self
        if self.slope is not None:
            raise ParameterError(
                {"slope": self.slope, "head": self.head}, msg("give either a slope or a head, not both")
            )
        if self.head >= self.n_heads:
            raise ParameterError(
                {"head": self.head}, msg("must be at most {last}: there are {count} heads"),
                last=self.n_heads - 1, count=self.n_heads,
            )  # fmt: skip
        return self

    def slopes(self) -> FloatArray:
        """Return the slopes asked for, shape (heads,): of one head, if a slope or a head was given."""
        if self.slope is not None:
            return np.array([self.slope])
        slopes = alibi_slopes(self.n_heads)
        return slopes if self.head is None else slopes[[self.head]]


class AlibiProfileParams(SlopesParams):
    """One query in the middle of a text."""

    reach: Reach = 32
    causal: Causal = True


class AlibiEncoding(BiasEncoding[AlibiParams]):
    """Every step of distance costs; each head has its own price."""

    id = "alibi"
    title = msg("ALiBi")
    summary = msg("Lowers a score in proportion to the distance, steeply in some heads and gently in others.")
    references = (
        Reference(
            authors="Press et al.",
            year=2021,
            title=("Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation"),
            url="https://arxiv.org/abs/2108.12409",
            arxiv="2108.12409",
        ),
    )
    comparison = Comparison(
        msg("relative: distance only"),
        ADDED_TO_SCORES,
        msg("The penalty goes on growing in a straight line. Made for training short and testing long."),
        evidence=(("press2021", "§4"),),
        users=(
            User("BLOOM", "lescao2022", "§3.2"),
            User("MPT-7B", "mosaicml2023"),
        ),
    )
    params_model = AlibiParams
    slopes_model = SlopesParams
    profile_model = AlibiProfileParams
    value_limit = 8.0
    size_parameters = ("n_heads", "seq_len", "seq_len")

    def shape(self, params: AlibiParams) -> tuple[int, ...]:  # noqa: D102 (documented in the protocol)
        single = params.slope is not None or params.head is not None
        return (1 if single else params.n_heads, params.seq_len, params.seq_len)

    def matrix(self, params: AlibiParams) -> FloatArray:  # noqa: D102
        return alibi_bias(params.slopes(), params.seq_len, causal=params.causal, form=params.form)

    def attention_inputs(self, x: FloatArray, params: AlibiParams, strength: float) -> AttentionInputs:
        """Add the bias of one head: the one asked for, else head 0.

        Whether later words are masked is for the attention to say.
        """
        bias = alibi_bias(params.slopes()[:1], params.seq_len, causal=False, form=params.form)
        return AttentionInputs(x, x, x, strength * bias[0])

    def slopes(self, params: SlopesParams) -> FloatArray:  # noqa: D102 (documented in the protocol)
        return alibi_slopes(params.n_heads)

    def profile_heads(self, params: AlibiProfileParams) -> int:  # noqa: D102
        return params.n_heads

    def profile(self, params: AlibiProfileParams, relative: IntArray) -> FloatArray:  # noqa: D102
        return alibi_profile(alibi_slopes(params.n_heads), relative, causal=params.causal)
