"""An image in patches: cut and shuffled (in HTML), and how alike the positions of patches are."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import GridOrder, Parameter, PatchPositions, ShuffleSeed
from app.figures.figure import Figure
from app.figures.parts import assemble, axis, cells, colour_bar, dots, heading
from app.i18n import msg

_SIDES = (128, 160, 192, 224, 256, 288, 320)
"""Multiples of both patch sides."""
_LAST = 36
"""Last row and column of the learned table's grid of 37 × 37."""


def figure(translate: Callable[[str], str]) -> go.Figure:
    """Build two maps (row, column) of similarity to the chosen patch, without data.

    ``learned`` has the grid of a trained table, ``sine`` that of the picture; ``learned-here`` and
    ``sine-here`` mark the chosen patch.
    """
    maps = {"learned": ("x", "y"), "sine": ("x2", "y2")}
    traces = [
        *(cells(name, at, gaps=False) for name, at in maps.items()),
        *(dots(f"{name}-here", "ink", at, size=11, outline_width=2.5) for name, at in maps.items()),
    ]
    learned, sine = translate(msg("a learned table")), translate(msg("2-D sine"))
    column, row = translate(msg("column x")), translate(msg("row y"))
    bare: dict[str, Any] = {"standoff": 4, "ticks": "", "ticklen": None}
    return assemble(
        traces,
        margin={"l": 48, "r": 54, "t": 28, "b": 44},
        coloraxis={"cmin": -1, "cmax": 1, "colorbar": colour_bar(1.02, 0.5, 0.8)},
        xaxis=axis([0.0, 0.46], "y", column, **bare),
        yaxis=axis([0.0, 1.0], "x", row, **bare),
        xaxis2=axis([0.54, 1.0], "y2", column, **bare),
        yaxis2=axis([0.0, 1.0], "x2", "", **bare),
        annotations=[_head(learned, 0.23, 1.0), _head(sine, 0.77, 1.0)],
        # One above the other where there is no room beside each other.
        narrow={
            "xaxis": {"domain": [0.0, 1.0]},
            "yaxis": {"domain": [0.57, 1.0]},
            "xaxis2": {"domain": [0.0, 1.0]},
            "yaxis2": {"domain": [0.0, 0.4], "title": {"text": row, "standoff": 4}},
            "annotations": [_head(learned, 0.5, 1.0), _head(sine, 0.5, 0.4)],
        },
    )


def _head(text: str, x: float, y: float) -> dict[str, Any]:
    return heading(f"<b>{text}</b>", x, y)


def _side(label: str, default: int) -> tuple[Any, int]:
    return (
        Annotated[
            int,
            Field(ge=_SIDES[0], le=_SIDES[-1], multiple_of=32),
            Parameter(
                label=label,
                help=msg("A side of the picture. It need not be square."),
                unit=msg("pixels"),
                stops=_SIDES,
            ),
        ],
        default,
    )


def _place(label: str, help_: str) -> tuple[Any, int]:
    return (
        Annotated[
            int,
            Field(ge=0, le=_LAST),
            Parameter(label=label, help=help_, stops=tuple(range(_LAST + 1))),
        ],
        9,
    )


FIGURE = Figure(
    id="patches",
    title=msg("A picture as a row of patches"),
    build=figure,
    parameters={
        "image_height": _side(msg("Image height"), 224),
        "image_width": _side(msg("Image width"), 320),
        "patch_side": (
            Annotated[
                int,
                Field(ge=16, le=32, multiple_of=16),
                Parameter(
                    label=msg("Patch side"),
                    help=msg("Side of one square patch."),
                    unit=msg("pixels"),
                    stops=(16, 32),
                ),
            ],
            16,
        ),
        "class_token": (
            Annotated[
                Literal["with", "without"],
                Parameter(
                    label=msg("Class token"),
                    help=msg("One more row before all patches, which gathers what the picture shows."),
                    choices={"with": msg("with"), "without": msg("without")},
                ),
            ],
            "with",
        ),
        "patch_seed": (ShuffleSeed, 1),
        "patch_positions": (PatchPositions, "none"),
        "grid_order": (GridOrder, "xy"),
        "patch_y": _place(msg("Row of the patch"), msg("Counted from 0, from the top.")),
        "patch_x": _place(msg("Column of the patch"), msg("Counted from 0, from the left.")),
    },
    words={
        "patches.counted": msg(
            "{height} × {width} pixels in patches of {side}: {rows} × {columns} = {patches} patches"
        ),
        "patches.rows_with": msg("{counted}. With the class token at place 0 the model reads {rows} rows."),
        "patches.rows_without": msg("{counted}. The model reads {rows} rows."),
        "patches.same": msg(
            "Each patch keeps its output and only takes it along. To this model, both pictures are the same "
            "bag of patches."
        ),
        "patches.differ": msg(
            "The same patch gets another output in another place: the model is sensitive to order."
        ),
        "patches.no_token": msg("no class token"),
        "patches.class": msg("class"),
        "patches.now": msg(
            "Patch in row {y}, column {x}. In the learned table the patch most like it is in row {other_y}, "
            "column {other_x} (cosine {cosine})."
        ),
        "patches.nearest_edge": msg("The picture’s grid is smaller; there, row {y}, column {x} is shown."),
        "patches.cell": msg("Row {y}, column {x}: cosine {cosine}."),
        "patches.first_half": msg("{axis}: first half"),
        "patches.second_half": msg("{axis}: second half"),
    },
)
