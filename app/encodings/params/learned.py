"""Rows of the learned table, and the planes in which they turn."""

from typing import Annotated

from pydantic import Field, WithJsonSchema

from app.encodings.params.parameter import Parameter
from app.encodings.params.positions import LENGTHS
from app.i18n import msg

TABLE_ROWS = 512
"""Rows of the learned table: MiniLM was trained on 512 positions."""
_TABLE_RULE = msg("the table has rows 0…{last}: a position beyond it was never trained and has no row")
TableSeqLen = Annotated[
    int,
    Field(ge=1, le=TABLE_ROWS, examples=[64], description="Number of positions (rows); the table has 512."),
    Parameter(
        label=msg("Length"),
        help=msg("How many rows of the trained table are read. It ends with row 511."),
        unit=msg("positions"),
        stops=LENGTHS,
        rule=_TABLE_RULE,
        values={"last": TABLE_ROWS - 1},
    ),
]
ClockSteps = Annotated[
    int,
    Field(ge=1, le=100, examples=[1], description="Rows that one step leads on."),
    Parameter(
        label=msg("Steps"),
        help=msg("How many rows ahead to predict."),
        unit=msg("rows"),
    ),
]
ClockPlane = Annotated[
    int | None,
    WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 5, "examples": [1]}, mode="validation"),
    Field(ge=1, le=5, description="Points of this plane only, from 1, the fastest; by default of all five."),
    Parameter(
        label=msg("Plane"), help=msg("One of the five planes in which the rows turn; 1 is the fastest.")
    ),
]
TableStart = Annotated[
    int,
    Field(ge=0, le=TABLE_ROWS - 1, examples=[0], description="First position, a row of the table."),
    Parameter(
        label=msg("First position"),
        help=msg("The first row of the trained table that is read."),
        unit=msg("positions"),
        rule=_TABLE_RULE,
        rule_below=_TABLE_RULE,
        values={"last": TABLE_ROWS - 1},
    ),
]
