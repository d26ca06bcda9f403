"""How wide an encoding is, and what its columns hold."""

from typing import Annotated, Literal

from pydantic import Field

from app.encodings.params.parameter import Parameter, preferred_numbers
from app.i18n import msg
from app.maths.frequencies import Variant
from app.maths.index import IndexScale
from app.maths.sinusoidal import Layout

_WIDTHS = (4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)
Width = Annotated[
    int,
    Field(ge=1, le=8192, examples=[64], description="Width of the encoding (columns)."),
    Parameter(
        label=msg("Width"),
        help=msg("How many columns the encoding has. In an odd width the last sine has no cosine."),
        unit=msg("dimensions"),
        stops=_WIDTHS,
    ),
]
EvenWidth = Annotated[
    int,
    Field(ge=2, le=8192, multiple_of=2, examples=[64], description="Width of one head (columns), even."),
    Parameter(
        label=msg("Width"),
        help=msg("Width of one attention head. Its columns are rotated in pairs, so the width is even."),
        unit=msg("dimensions"),
        stops=tuple(width for width in _WIDTHS if width % 2 == 0),
    ),
]
Base = Annotated[
    float,
    Field(
        gt=1, le=1e8, allow_inf_nan=False, examples=[10000], description="Ratio that the wavelengths span."
    ),
    Parameter(
        label=msg("Base"),
        help=msg("Sets the longest wavelength: the larger the base, the slower the last pairs turn."),
        scale="log",
        stops=preferred_numbers(1, 7),
    ),
]
EmbeddingScale = Annotated[
    Literal["sqrt_d", "none"],
    Field(
        examples=["sqrt_d"],
        description="sqrt_d: word vectors of length 1, times √d_model as in the paper; none: as they are.",
    ),
    Parameter(
        label=msg("Word vectors"),
        help=msg("The paper multiplies the embedding of a word by √d before it adds the position."),
        choices={"sqrt_d": msg("times √d"), "none": msg("as they are")},
    ),
]
ColumnLayout = Annotated[
    Layout,
    Field(examples=["interleaved"], description="Order of the sine and cosine columns."),
    Parameter(
        label=msg("Layout"),
        help=msg("The order of the columns: a convention that changes no dot product."),
        choices={"interleaved": msg("sine and cosine in turn"), "blocks": msg("all sines, then all cosines")},
    ),
]
FrequencyVariant = Annotated[
    Variant,
    Field(examples=["paper"], description="Denominator of the exponent: d/2 (paper) or d/2 − 1 (Whisper)."),
    Parameter(
        label=msg("Spacing of the frequencies"),
        help=msg(
            "The speech model Whisper divides by d/2 − 1: its last wavelength is exactly 2π times the base."
        ),
        choices={"paper": msg("as in the paper"), "whisper": msg("as in Whisper")},
    ),
]
IndexDivisor = Annotated[
    IndexScale,
    Field(
        examples=["none"],
        description="The position as it is, or divided by the length of the text (last position + 1).",
    ),
    Parameter(
        label=msg("Scale"),
        help=msg("Divided by the length of the text, the number stays below 1, but its steps depend on it."),
        choices={"none": msg("as it is"), "length": msg("divided by the length")},
        control=False,
    ),
]
QuarterWidth = Annotated[
    int,
    Field(ge=4, le=8192, multiple_of=4, examples=[64], description="Width (columns), a multiple of 4."),
    Parameter(
        label=msg("Width"),
        help=msg("How many columns the encoding has: one half for x and one for y, each in pairs."),
        unit=msg("dimensions"),
        stops=tuple(width for width in _WIDTHS if width % 4 == 0),
    ),
]
