"""Rotary position embedding (RoPE)."""

from dataclasses import replace

import numpy as np
from pydantic import model_validator

from app.encodings.comparison import Comparison, User
from app.encodings.context import ContextParams
from app.encodings.params import (
    Base,
    EvenWidth,
    FormulaParams,
    ParameterError,
    PositionOfOne,
    RotaryFrequencies,
    RotaryPairing,
    RotaryShare,
    SeqLen,
    Start,
    Vector,
)
from app.encodings.protocols import (
    AttentionInputs,
    Columns,
    Encoding,
    Frequencies,
    Reference,
    Score,
    Track,
    paired_columns,
)
from app.i18n import msg
from app.maths.arrays import FloatArray
from app.maths.frequencies import angles, wavelengths
from app.maths.rope import (
    pair_columns,
    pair_terms,
    partial_frequencies,
    rotate,
    rotated_width,
    unit_pairs,
    with_still_pairs,
)
from app.maths.scaling import ntk_base


class RotaryParams(ContextParams):
    """What decides how fast which columns turn."""

    base: Base = 10_000.0
    pairing: RotaryPairing = "interleaved"
    rotary_pct: RotaryShare = 1.0
    frequencies: RotaryFrequencies = "rotated"

    def rotated(self, width: int) -> int:
        """Return how many of a head's columns are rotated.

        Raises
        ------
        ParameterError
            If the number is odd or 0.
        """
        try:
            return rotated_width(width, self.rotary_pct)
        except ValueError as error:
            raise ParameterError(
                {"rotary_pct": self.rotary_pct},
                msg("must leave an even number of rotated columns, at least 2, of the {width} there are"),
                width=width,
            ) from error

    def pairs(self, width: int, seq_len: float) -> Frequencies:
        """Return how fast the pairs of a head turn; dynamic NTK asks for the length of the text at hand.

        Where the frequencies follow from the whole head, that is every pair, and those that stand still have
        frequency 0; else those that turn. A context extension slows those that turn: NTK-aware scaling
        divides the last of them by s.
        """
        rotated = self.rotated(width)
        turning = partial_frequencies(width, rotated, self.base, self.frequencies)
        found = self.extended(turning, seq_len)
        whole = self.frequencies == "head"
        inv_freq = with_still_pairs(found.inv_freq, width // 2) if whole else found.inv_freq
        return replace(
            found,
            inv_freq=inv_freq,
            wavelength=wavelengths(inv_freq),
            effective_base=self._effective_base(width if whole else rotated, turning.size, seq_len),
        )

    def _effective_base(self, width: int, turning: int, seq_len: float) -> float | None:
        if self.scaling == "none":
            return self.base
        # A single pair turns with frequency 1, whatever the base is.
        if self.scaling in ("ntk", "dynamic_ntk"):
            extension = self.extension()
            return ntk_base(self.base, width, extension, seq_len, turning) if turning > 1 else self.base
        return None


class RopeParams(RotaryParams, FormulaParams):
    """Parameters of RoPE; d_model is the width of one head."""

    d_model: EvenWidth = 64

    @model_validator(mode="after")
    def _whole_pairs(self) -> "RopeParams":
        self.rotated(self.d_model)
        return self


class RotateParams(RotaryParams):
    """One vector to rotate."""

    x: Vector
    pos: PositionOfOne

    @model_validator(mode="after")
    def _whole_pairs(self) -> "RotateParams":
        _check_pairs(self, "x")
        return self


class TrackParams(RotaryParams):
    """One vector to rotate for every position of a text."""

    x: Vector
    seq_len: SeqLen = 64
    start: Start = 0

    @model_validator(mode="after")
    def _whole_pairs(self) -> "TrackParams":
        _check_pairs(self, "x")
        return self


class ScoreParams(RotaryParams):
    """A query and a key, each at its position."""

    q: Vector
    k: Vector
    q_pos: PositionOfOne
    k_pos: PositionOfOne

    @model_validator(mode="after")
    def _whole_pairs(self) -> "ScoreParams":
        _check_pairs(self, "q")
        if len(self.k) != len(self.q):
            raise ParameterError(
                {"k": ",".join(map(str, self.k))},
                msg("must have as many numbers as q, {width}"),
                width=len(self.q),
            )
        return self


def _check_pairs(params: RotaryParams, name: str) -> None:
    vector = getattr(params, name)
    if len(vector) % 2:
        raise ParameterError(
            {name: ",".join(map(str, vector))},
            msg("must have an even number of numbers, has {width}"),
            width=len(vector),
        )
    params.rotated(len(vector))


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
        Reference(
            authors="Chen et al.",
            year=2023,
            title="Extending Context Window of Large Language Models via Positional Interpolation",
            url="https://arxiv.org/abs/2306.15595",
            arxiv="2306.15595",
        ),
        Reference(
            authors="Peng et al.",
            year=2023,
            title="YaRN: Efficient Context Window Extension of Large Language Models",
            url="https://arxiv.org/abs/2309.00071",
            arxiv="2309.00071",
        ),
        Reference(
            authors="Grattafiori et al.",
            year=2024,
            title="The Llama 3 Herd of Models",
            url="https://arxiv.org/abs/2407.21783",
            arxiv="2407.21783",
        ),
    )
    comparison = Comparison(
        msg("relative in the score: distance and direction"),
        msg("turns queries and keys, in every layer; values stay"),
        msg("The formula goes on, but slow pairs meet angles that were never trained. Slowing them helps."),
        evidence=(("chen2023", "§2.2"), ("peng2023", "§3")),
        users=(
            User("RoFormer", "su2021"),
            User("GPT-J", "wang2021", "", msg("a part of each head")),
            User("GPT-NeoX-20B", "black2022", "", msg("a quarter of each head")),
            User("LLaMA", "touvron2023", "§2.2"),
            User("Llama 3", "grattafiori2024", "§3.2"),
        ),
    )
    params_model = RopeParams
    frequencies_model = RopeParams
    rotate_model = RotateParams
    score_model = ScoreParams
    track_model = TrackParams
    value_limit = 1.0
    applies = "rotated"

    def matrix(self, params: RopeParams) -> FloatArray:
        """Compute the vector (1, 0) of every pair, rotated.

        Pairs beyond the rotated share stay (1, 0). The attention factor is not in it.
        """
        inv_freq = self.frequencies(params).inv_freq
        paired = 2 * inv_freq.size
        hands = unit_pairs(params.seq_len, paired, params.pairing)
        if paired < params.d_model:
            rest = unit_pairs(params.seq_len, params.d_model - paired, params.pairing)
            hands = np.hstack([hands, rest])
        return rotate(hands, params.position_array(), inv_freq, params.pairing)

    def columns(self, params: RopeParams) -> Columns:  # noqa: D102 (documented in the protocol)
        wavelength = self.frequencies(params).wavelength
        first, second = pair_columns(2 * wavelength.size, params.pairing)
        paired = paired_columns(first, second, ("cos", "sin"), wavelength)
        return paired.joined(Columns.unpaired(params.d_model - 2 * wavelength.size))

    def frequencies(self, params: RopeParams) -> Frequencies:  # noqa: D102
        return params.pairs(params.d_model, params.text_len())

    def rotate(self, params: RotateParams) -> FloatArray:
        """Rotate one vector; the attention factor is not in it."""
        return self._turned(params, params.x, params.pos, params.pos + 1.0)

    def score(self, params: ScoreParams) -> Score:
        """Return the score of a query and a key, times the square of the attention factor as in attention."""
        text_len = max(params.q_pos, params.k_pos) + 1.0
        found = params.pairs(len(params.q), text_len)
        factor = found.attention_factor**2
        q = self._turned(params, params.q, params.q_pos, text_len)
        k = self._turned(params, params.k, params.k_pos, text_len)
        terms, rest = pair_terms(q, k, found.inv_freq.size, params.pairing)
        q_angles, k_angles = angles(np.array([params.q_pos, params.k_pos]), found.inv_freq)
        return Score(
            score=factor * float(q @ k),
            unrotated=float(np.dot(params.q, params.k)),
            terms=factor * terms,
            rest=factor * rest,
            q_angles=q_angles,
            k_angles=k_angles,
        )

    def track(self, params: TrackParams) -> Track:
        """Rotate one vector for every position of a text; the attention factor is not in it."""
        places = params.start + np.arange(params.seq_len, dtype=np.float64)
        inv_freq = params.pairs(len(params.x), float(places[-1]) + 1.0).inv_freq
        first, second = pair_columns(2 * inv_freq.size, params.pairing)
        return Track(
            values=rotate(np.tile(params.x, (params.seq_len, 1)), places, inv_freq, params.pairing),
            angles=angles(places, inv_freq),
            inv_freq=inv_freq,
            pairs=tuple(zip(first.tolist(), second.tolist(), strict=True)),
        )

    def attention_inputs(self, x: FloatArray, params: RopeParams, strength: float) -> AttentionInputs:
        """Rotate queries and keys by `strength` times their angle."""
        # The angle is position × frequency, so scaling the positions scales every angle.
        place = strength * params.position_array()
        found = self.frequencies(params)
        turned = rotate(x, place, found.inv_freq, params.pairing)
        turned *= 1.0 + strength * (found.attention_factor - 1.0)
        return AttentionInputs(turned, turned, x)

    @staticmethod
    def _turned(params: RotaryParams, x: tuple[float, ...], pos: float, text_len: float) -> FloatArray:
        inv_freq = params.pairs(len(x), text_len).inv_freq
        row: FloatArray = rotate(np.array([x]), np.array([pos]), inv_freq, params.pairing)[0]
        return row
