"""Images: their grid of patches, and the learned table of patch positions."""

from typing import Annotated, Literal

from pydantic import Field

from app.encodings.params.parameter import Parameter
from app.i18n import msg
from app.maths.patches import AxisOrder

PATCH_ROWS = 37 * 37
"""Rows of the learned table of patches: its vision transformer was trained on 37 × 37 of them."""
GridSide = Annotated[
    int,
    Field(ge=1, le=1024, examples=[8], description="Patches on this side of the grid."),
    Parameter(
        label=msg("Patches"),
        help=msg("How many patches this side of the grid has; the grid need not be square."),
        unit=msg("patches"),
        stops=(1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 32),
    ),
]
GridOrder = Annotated[
    AxisOrder,
    Field(examples=["xy"], description="Which axis has the first half of the columns."),
    Parameter(
        label=msg("First axis"),
        help=msg("Which axis has the first half of the columns: a convention that differs between models."),
        choices={"xy": msg("x first (MAE)"), "yx": msg("y first (DETR)")},
    ),
]
_PATCH_RULE = msg("the table has patches 0…{last}: one beyond was never trained and has no row")
PatchLen = Annotated[
    int,
    Field(ge=1, le=PATCH_ROWS, examples=[37], description="Number of patches (rows); the table has 1369."),
    Parameter(
        label=msg("Patches"),
        help=msg("How many rows of the trained table are read, row by row of the 37 × 37 grid."),
        unit=msg("patches"),
        stops=tuple(37 * rows for rows in (1, 2, 4, 8, 16, 24, 32, 37)),
        rule=_PATCH_RULE,
        values={"last": PATCH_ROWS - 1},
    ),
]
PatchStart = Annotated[
    int,
    Field(ge=0, le=PATCH_ROWS - 1, examples=[0], description="First patch, a row of the table."),
    Parameter(
        label=msg("First patch"),
        help=msg("The first patch that is read: number y·37 + x, counted from 0 in the upper left."),
        unit=msg("patches"),
        rule=_PATCH_RULE,
        rule_below=_PATCH_RULE,
        values={"last": PATCH_ROWS - 1},
    ),
]
ImageSide = Annotated[
    int,
    Field(ge=1, le=100_000, examples=[224], description="Side of the image in pixels."),
    Parameter(
        label=msg("Image side"), help=msg("Side of the image, a multiple of the patch."), unit=msg("pixels")
    ),
]
PatchSide = Annotated[
    int,
    Field(ge=1, le=100_000, examples=[16], description="Side of a patch in pixels."),
    Parameter(label=msg("Patch side"), help=msg("Side of one square patch."), unit=msg("pixels")),
]
ClassToken = Annotated[
    bool,
    Field(examples=[True], description="Whether a class token stands before the patches, at index 0."),
    Parameter(
        label=msg("Class token"), help=msg("Whether a class token stands before the patches, at index 0.")
    ),
]
PatchPositions = Annotated[
    Literal["none", "sincos2d"],
    Field(examples=["none"], description="What is added to the patches: nothing, or the 2-D sine."),
    Parameter(
        label=msg("Positions"),
        help=msg("What is added to the patch vectors before attention."),
        choices={"none": msg("none"), "sincos2d": msg("2-D sine")},
    ),
]
ShuffleSeed = Annotated[
    int,
    Field(ge=0, le=1_000_000, examples=[1], description="Each number gives another order of the patches."),
    Parameter(
        label=msg("Shuffle"),
        help=msg("Each number gives another order of the patches."),
        stops=(1, 2, 3, 4, 5, 6, 7, 8),
    ),
]
