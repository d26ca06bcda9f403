"""Which positions are encoded: a length and a start, or single ones."""

from typing import Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema

from app.encodings.params.parameter import FARTHEST, Parameter, split_numbers
from app.i18n import msg

LENGTHS = (8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)
SeqLen = Annotated[
    int,
    Field(ge=1, le=FARTHEST, examples=[64], description="Number of positions (rows)."),
    Parameter(
        label=msg("Length"),
        help=msg("How many positions, counted from 0, are encoded."),
        unit=msg("positions"),
        stops=(*LENGTHS, 640),
    ),
]
Start = Annotated[
    int,
    Field(ge=-FARTHEST, le=FARTHEST, examples=[0], description="First position."),
    Parameter(
        label=msg("First position"),
        help=msg("The position of the first row; the formula also holds for negative positions."),
        unit=msg("positions"),
    ),
]
Position = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST, allow_inf_nan=False)]
Positions = Annotated[
    Annotated[tuple[Position, ...], Field(min_length=1, max_length=65_536)] | None,
    BeforeValidator(split_numbers),
    WithJsonSchema(
        {"type": "string", "pattern": r"^[^,]+(,[^,]+)*$", "examples": ["50,-50,2.5"]}, mode="validation"
    ),
    Field(
        description="Single positions instead of a length, separated by commas; also negative or fractional.",
    ),
    Parameter(
        label=msg("Positions"),
        help=msg("Single positions instead of a length; they may be negative or fractional."),
        unit=msg("positions"),
    ),
]
PositionOfOne = Annotated[
    float,
    Field(ge=-FARTHEST, le=FARTHEST, allow_inf_nan=False, examples=[3], description="Where the vector is."),
    Parameter(
        label=msg("Position"),
        help=msg("Where the vector stands, counted from 0; it may be negative or fractional."),
        unit=msg("positions"),
    ),
]
Shift = Annotated[
    float,
    Field(ge=-FARTHEST, le=FARTHEST, allow_inf_nan=False, examples=[7], description="Positions to move by."),
    Parameter(
        label=msg("Shift"),
        help=msg("By how many positions every row is moved; it may be negative or fractional."),
        unit=msg("positions"),
    ),
]
LONGEST_WINDOW = 131_072
Window = Annotated[
    int,
    Field(
        ge=2, le=LONGEST_WINDOW, examples=[4096], description="Positions that are compared with each other."
    ),
    Parameter(
        label=msg("Context window"),
        help=msg("How many positions a text may have."),
        unit=msg("positions"),
        stops=tuple(2**power for power in range(6, 18)),
    ),
]
