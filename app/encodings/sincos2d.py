"""The fixed two-dimensional encoding of image patches."""

import numpy as np

from app.encodings.comparison import ADDED_TO_PATCHES, Comparison, User
from app.encodings.params import Base, GridOrder, GridSide, Params, QuarterWidth
from app.encodings.protocols import Columns, Encoding, Reference, paired_columns
from app.i18n import msg
from app.maths.arrays import FloatArray
from app.maths.frequencies import inverse_frequencies, wavelengths
from app.maths.patches import sincos2d
from app.maths.sinusoidal import sine_cosine_columns


class Sincos2dParams(Params):
    """Parameters of the grid: rows, columns and how each patch is encoded."""

    height: GridSide = 8
    width: GridSide = 8
    d_model: QuarterWidth = 64
    base: Base = 10_000.0
    order: GridOrder = "xy"


class Sincos2dEncoding(Encoding[Sincos2dParams]):
    """Half of the columns are waves of x, half are waves of y."""

    id = "sincos2d"
    family = "absolute"
    title = msg("2-D sinusoidal")
    summary = msg("For the patches of an image: one half of the columns are waves of x, one half waves of y.")
    references = (
        Reference(
            authors="Chen et al.",
            year=2021,
            title="An Empirical Study of Training Self-Supervised Vision Transformers",
            url="https://arxiv.org/abs/2104.02057",
            arxiv="2104.02057",
        ),
        Reference(
            authors="He et al.",
            year=2021,
            title="Masked Autoencoders Are Scalable Vision Learners",
            url="https://arxiv.org/abs/2111.06377",
            arxiv="2111.06377",
        ),
    )
    comparison = Comparison(
        msg("absolute, in two directions"),
        ADDED_TO_PATCHES,
        msg("The formula covers grids of any size; the model still has to cope with them."),
        users=(
            User("MoCo v3", "chen2021"),
            User("MAE", "he2021"),
            User("DETR", "carion2020", "", msg("in every layer, with scaled coordinates")),
        ),
    )
    params_model = Sincos2dParams
    value_limit = 1.0
    # A sentence has no grid.
    applies = None
    dims = ("patch", "dim")
    size_parameters = ("height", "width", "d_model")

    def shape(self, params: Sincos2dParams) -> tuple[int, ...]:  # noqa: D102 (documented in the protocol)
        return (params.height * params.width, params.d_model)

    def matrix(self, params: Sincos2dParams) -> FloatArray:  # noqa: D102
        return sincos2d(params.height, params.width, params.d_model, params.base, order=params.order)

    def columns(self, params: Sincos2dParams) -> Columns:  # noqa: D102
        half = params.d_model // 2
        wavelength = wavelengths(inverse_frequencies(half, params.base))
        first, second = sine_cosine_columns(half, "blocks")
        return paired_columns(
            np.concatenate([first, first + half]),
            np.concatenate([second, second + half]),
            ("sin", "cos"),
            np.tile(wavelength, 2),
        )
