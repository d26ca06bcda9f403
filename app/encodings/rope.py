"""Rotary position embedding (RoPE)."""

from app.encodings.params import Base, EvenWidth, FormulaParams, RotaryPairing
from app.encodings.protocols import (
    AttentionInputs,
    Columns,
    Encoding,
    Frequencies,
    Reference,
    paired_columns,
)
from app.i18n import msg
from app.maths.arrays import FloatArray
from app.maths.frequencies import inverse_frequencies, wavelengths
from app.maths.rope import pair_columns, rotate, unit_pairs


class RopeParams(FormulaParams):
    """Parameters of RoPE; d_model is the width of one head."""

    d_model: EvenWidth = 64
    base: Base = 10_000.0
    pairing: RotaryPairing = "interleaved"


class RopeEncoding(Encoding[RopeParams]):
    """Queries and keys are rotated pair by pair; values are not."""

    id = "rope"
    family = "rotary"
    title = msg("RoPE")
    summary = msg("Rotates queries and keys pair by pair: scores then depend on distance and direction.")
    references = (
        Reference(
            authors="Su et al.",
            year=2021,
            title="RoFormer: Enhanced Transformer with Rotary Position Embedding",
            url="https://arxiv.org/abs/2104.09864",
            arxiv="2104.09864",
        ),
    )
    params_model = RopeParams
    value_limit = 1.0
    applies = "rotated"

    def matrix(self, params: RopeParams) -> FloatArray:
        """Compute the vector (1, 0) of every pair, rotated.

        Parameters
        ----------
        params : RopeParams
            The encoding's own parameters.

        Returns
        -------
        ndarray of float64, shape (seq_len, d_model)

        """
        hands = unit_pairs(params.seq_len, params.d_model, params.pairing)
        return rotate(hands, params.position_array(), self.frequencies(params).inv_freq, params.pairing)

    def columns(self, params: RopeParams) -> Columns:  # noqa: D102 (documented in the protocol)
        first, second = pair_columns(params.d_model, params.pairing)
        return paired_columns(first, second, ("cos", "sin"), self.frequencies(params).wavelength)

    def frequencies(self, params: RopeParams) -> Frequencies:  # noqa: D102
        inv_freq = inverse_frequencies(params.d_model, params.base)
        return Frequencies(inv_freq, wavelengths(inv_freq))

    def attention_inputs(self, x: FloatArray, params: RopeParams, strength: float) -> AttentionInputs:
        """Rotate queries and keys by `strength` times their angle.

        Parameters
        ----------
        x : ndarray of float64, shape (n, d_model)
            One vector a word, in sentence order.
        params : RopeParams
            The encoding's own parameters, with n positions.
        strength : float
            From 0, no rotation, to 1.

        Returns
        -------
        AttentionInputs

        """
        # The angle is position × frequency, so scaling the positions scales every angle.
        place = strength * params.position_array()
        turned = rotate(x, place, self.frequencies(params).inv_freq, params.pairing)
        return AttentionInputs(turned, turned, x)
