"""The sinusoidal encoding of the Transformer paper."""

from app.encodings.comparison import ADDED, Comparison, User
from app.encodings.context import ContextParams
from app.encodings.params import (
    Base,
    ColumnLayout,
    EvenWidth,
    FormulaParams,
    FrequencyVariant,
    Params,
    Shift,
    Width,
    Window,
)
from app.encodings.protocols import Columns, Encoding, Frequencies, Reference, paired_columns
from app.i18n import msg
from app.maths.arrays import FloatArray
from app.maths.frequencies import inverse_frequencies, wavelengths
from app.maths.nearest_positions import NearestPositions, nearest_positions, table_cells
from app.maths.sinusoidal import shift_blocks, shift_residual, sine_cosine_columns, sinusoidal


class SinusoidalParams(FormulaParams):
    """Parameters of the sinusoidal encoding."""

    d_model: Width = 64
    base: Base = 10_000.0
    layout: ColumnLayout = "interleaved"
    variant: FrequencyVariant = "paper"


class SinusoidalFrequenciesParams(ContextParams, SinusoidalParams):
    """Parameters of the frequencies: what a context extension would do to these waves."""


class ShiftParams(SinusoidalParams):
    """Parameters of the shift; the residual is taken over the positions asked for."""

    k: Shift


class NearestPositionsParams(Params):
    """A window of positions; the width is even, so that every pair has both its parts."""

    window: Window = 4096
    d_model: EvenWidth = 64
    base: Base = 10_000.0
    variant: FrequencyVariant = "paper"


class SinusoidalEncoding(Encoding[SinusoidalParams]):
    """Pairs of sine and cosine, each turning slower than the one before."""

    id = "sinusoidal"
    family = "absolute"
    title = msg("Sinusoidal")
    summary = msg("Pairs of sine and cosine that turn ever more slowly: a fingerprint for every position.")
    references = (
        Reference(
            authors="Vaswani et al.",
            year=2017,
            title="Attention Is All You Need",
            url="https://arxiv.org/abs/1706.03762",
            arxiv="1706.03762",
        ),
    )
    comparison = Comparison(
        msg("absolute; a shift is a rotation"),
        ADDED,
        msg("The formula goes on. Its authors hoped that models would follow; measured, they hardly do."),
        evidence=(("vaswani2017", "§3.5"), ("press2021", "§2.2")),
        users=(
            User("Transformer", "vaswani2017", "§3.5"),
            User("Whisper", "radford2022", "§2.2", msg("encoder")),
        ),
    )
    params_model = SinusoidalParams
    frequencies_model = SinusoidalFrequenciesParams
    shift_model = ShiftParams
    nearest_positions_model = NearestPositionsParams
    value_limit = 1.0
    applies = "added"

    def matrix(self, params: SinusoidalParams) -> FloatArray:  # noqa: D102 (documented in the protocol)
        return sinusoidal(
            params.position_array(), params.d_model, params.base, layout=params.layout, variant=params.variant
        )

    def columns(self, params: SinusoidalParams) -> Columns:  # noqa: D102
        sines, cosines = sine_cosine_columns(params.d_model, params.layout)
        return paired_columns(sines, cosines, ("sin", "cos"), self.frequencies(params).wavelength)

    def frequencies(self, params: SinusoidalParams) -> Frequencies:  # noqa: D102
        inv_freq = inverse_frequencies(params.d_model, params.base, params.variant)
        if isinstance(params, SinusoidalFrequenciesParams):
            return params.extended(inv_freq, params.text_len())
        return Frequencies(inv_freq, wavelengths(inv_freq))

    def shift(self, params: ShiftParams) -> tuple[FloatArray, float]:
        """Return the rotation of every pair that moves any row by k, and how exact it is.

        Returns
        -------
        blocks : ndarray of float64, shape (floor(d_model / 2), 2, 2)
            A last sine without cosine has none.
        residual : float
            Largest difference between rotated rows and the rows k positions on.
        """
        inv_freq = inverse_frequencies(params.d_model, params.base, params.variant)
        residual = shift_residual(
            params.position_array(),
            params.d_model,
            params.base,
            params.k,
            layout=params.layout,
            variant=params.variant,
        )
        return shift_blocks(inv_freq[: params.d_model // 2], params.k), residual

    def nearest_positions_cells(self, params: NearestPositionsParams) -> int:
        """Return how many numbers the comparison of a window keeps at once."""
        return params.window + table_cells(params.window, params.d_model // 2)

    def nearest_positions(self, params: NearestPositionsParams) -> NearestPositions:
        """Find the positions of a window that are the most alike."""
        return nearest_positions(
            inverse_frequencies(params.d_model, params.base, params.variant), params.window
        )
