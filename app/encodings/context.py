"""The parameters of context extension, which every encoding with turning pairs can have."""

from pydantic import model_validator

from app.encodings.params import (
    AttentionFactor,
    BetaFast,
    BetaSlow,
    ContextFactor,
    ContextScaling,
    DynamicForm,
    HighFreqFactor,
    LowFreqFactor,
    ParameterError,
    Params,
    RampTruncate,
    TrainedLen,
    YarnRamp,
)
from app.encodings.protocols import Frequencies
from app.i18n import msg
from app.maths.arrays import FloatArray
from app.maths.frequencies import wavelengths
from app.maths.scaling import Extension, attention_factor, extended_frequencies


class ContextParams(Params):
    """Parameters of context extension; each rule uses those that it needs."""

    scaling: ContextScaling = "none"
    factor: ContextFactor = 4.0
    original_max_len: TrainedLen = 4096
    low_freq_factor: LowFreqFactor = 1.0
    high_freq_factor: HighFreqFactor = 4.0
    beta_fast: BetaFast = 32.0
    beta_slow: BetaSlow = 1.0
    ramp: YarnRamp = "pairs"
    truncate: RampTruncate = True
    attention_factor: AttentionFactor = None
    dynamic: DynamicForm = "code"

    @model_validator(mode="after")
    def _fast_above_slow(self) -> "ContextParams":
        ends = {"llama3": ("low_freq_factor", "high_freq_factor"), "yarn": ("beta_slow", "beta_fast")}
        slow, fast = ends.get(self.scaling, ("", ""))
        if slow and getattr(self, slow) >= getattr(self, fast):
            raise ParameterError(
                {name: getattr(self, name) for name in (slow, fast)},
                msg("{slow} must be less than {fast}"),
                slow=slow,
                fast=fast,
            )
        return self

    def extension(self) -> Extension:
        """Return the rule and its numbers as the kernels take them."""
        return Extension(**{name: getattr(self, name) for name in ContextParams.model_fields})

    def extended(self, inv_freq: FloatArray, seq_len: float) -> Frequencies:
        """Return the frequencies under the extension asked for.

        Parameters
        ----------
        inv_freq : ndarray of float64, shape (pairs,)
            Radians per position of the trained model.
        seq_len : float
            Length of the text at hand, for dynamic NTK.
        """
        extension = self.extension()
        found = extended_frequencies(inv_freq, extension, seq_len)
        return Frequencies(found, wavelengths(found), attention_factor(extension))
