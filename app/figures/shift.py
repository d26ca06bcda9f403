"""A step of k positions as one rotation of every pair, and why the sine alone cannot be stepped on."""

from typing import Annotated, Literal

from pydantic import Field

from app.encodings.params import Parameter
from app.figures.figure import Figure
from app.i18n import msg

FARTHEST_STEP = 512
BLOCK = 64
"""Positions that are fetched at once, and on both sides the way that the longest step goes."""

_STEPS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 32)

Step = Annotated[
    int,
    Field(ge=-FARTHEST_STEP, le=FARTHEST_STEP, examples=[7]),
    Parameter(
        label=msg("Step k"),
        help=msg("By how many positions you go on; a negative step goes back."),
        unit=msg("positions"),
        stops=(*(-step for step in reversed(_STEPS)), 0, *_STEPS),
    ),
]
Parts = Annotated[
    Literal["pairs", "sine"],
    Field(examples=["pairs"]),
    Parameter(
        label=msg("What there is of each wave"),
        help=msg("With pairs a step is a rotation. With the sine alone there is no rule at all."),
        choices={"pairs": msg("sine and cosine"), "sine": msg("sine only")},
    ),
]

FIGURE = Figure(
    id="shift",
    title=msg("A step is a rotation"),
    parameters={"k": (Step, 7), "parts": (Parts, "pairs")},
    cells=lambda width: (BLOCK + 2 * FARTHEST_STEP) * width,
    words={
        "shift.angle": msg("{angle}°"),
        "shift.alone": msg("sine only"),
        "shift.now": msg(
            "A step of {k}: pair {i} turns by {angle}°, at every position. Over {rows} positions and all "
            "pairs, the rotated rows differ from the true ones by {residual} at the most: rounding, no more."
        ),
        "shift.exact": msg(
            "A step of {k}: pair {i} turns by {angle}°, at every position. Over {rows} positions and all "
            "pairs, the rotated rows are exactly the true ones."
        ),
        "shift.no_pair": msg(
            "The last sine has no cosine here, so nothing can be rotated: see another pair."
        ),
        "shift.collide": msg(
            "Positions 1 and 2 of this wave have the same sine, {sine}. A step of {k} leads from one to "
            "{one} and from the other to {other}. No rule that knows only the sine can do both."
        ),
        "shift.luck": msg(
            "Positions 1 and 2 have the same sine, {sine}. A step of {k} is made of half turns, so both lead "
            "to {one}. This is luck: try another step."
        ),
        "shift.later": msg("sine after a step of {k}"),
        "shift.heading": msg("Pair {i}: the same rotation for every position"),
        "shift.rest": msg("true vector of position {there}: {vector}"),
    },
)
