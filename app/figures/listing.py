"""The walk through the code, drawn with HTML alone: a listing, the current line, what it computes."""

from typing import Annotated, Literal

from pydantic import Field

from app.encodings.params import Parameter
from app.figures.figure import Figure
from app.i18n import msg

USUAL_TABLE = 1_000
"""Rows of the table in the listings, unless the text is longer."""

ListingChoice = Annotated[
    Literal["torch", "numpy", "rope"],
    Parameter(
        label=msg("Code"),
        help=msg("The same table in PyTorch and in NumPy, and RoPE in NumPy."),
        choices={"torch": msg("PyTorch"), "numpy": msg("NumPy"), "rope": msg("RoPE")},
    ),
]
ChosenLine = Annotated[
    int,
    Field(ge=1, le=99),
    Parameter(label=msg("Line"), help=msg("The line of the code that is explained, counted from 1.")),
]

FIGURE = Figure(
    id="listing",
    title=msg("In code"),
    parameters={"listing": (ListingChoice, "torch"), "line": (ChosenLine, 25)},
    cells=lambda width: USUAL_TABLE * width,
    words={
        "listing.now": msg("Line {line}. {values}"),
        "listing.nothing": msg("This line computes no numbers."),
        "listing.array": msg("{name} has the shape {shape}."),
        "listing.number": msg("{name} is {value}."),
        "listing.step": msg("Step {step} of {steps}"),
        "listing.row": msg("row {row}"),
        "listing.column": msg("column {column}"),
        "listing.table": msg("{name}: shape {shape}, {number_format}"),
        "listing.result": msg("the result"),
        "listing.training": msg("in training, one draw"),
        "listing.evaluation": msg("after eval()"),
        "listing.copied": msg("The code has been copied."),
        "listing.selected": msg("The code is selected: copy it with the keyboard or the menu."),
    },
)
