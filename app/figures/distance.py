"""How alike two positions are: every pair of positions as a map, and one row of it against the offset."""

from typing import Annotated, Any, Literal

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import Parameter
from app.figures.figure import Figure
from app.figures.parts import assemble, axis, cells, colour_bar, dots, line
from app.i18n import Translate, msg

MOST_ROWS = 256
"""Positions that are compared; the curve goes as far in both directions."""

Compared = Annotated[
    Literal["sinusoidal", "learned"],
    Field(examples=["sinusoidal"]),
    Parameter(
        label=msg("Vectors"),
        help=msg("The rows of the formula, or those that the sentence model MiniLM has learned."),
        choices={"sinusoidal": msg("sinusoidal"), "learned": msg("learned")},
    ),
]
Likeness = Annotated[
    Literal["dot", "cosine"],
    Field(examples=["dot"]),
    Parameter(
        label=msg("Measure"),
        help=msg("The dot product of two rows, or the cosine of the angle between them."),
        choices={"dot": msg("dot product"), "cosine": msg("cosine")},
    ),
]


def figure(translate: Translate) -> go.Figure:
    """Build the map position × position and the curve over the offset, without data.

    Traces: ``cells``; ``row-halo`` and ``row``, the outline of the chosen position; ``curve``, the likeness
    for every offset; ``own``, the part of it that lies in the map's row; ``rise-back`` and ``rise``, where
    the likeness rises for the first time, on either side.
    """
    curve = ("x2", "y2")
    named: dict[str, Any] = {"mode": "markers+text", "textfont": {"size": 13}}
    traces = [
        cells("cells"),
        line("row-halo", "surface", width=4),
        line("row", "position", width=2),
        line("curve", "line", curve, width=1.4),
        line("own", "position", curve, width=2),
        dots("rise-back", "ink", curve, size=10, textposition="top left", **named),
        dots("rise", "ink", curve, size=10, textposition="top right", **named),
    ]
    place, chosen = translate(msg("position")), translate(msg("chosen position"))
    offset = translate(msg("offset from the chosen position"))
    return assemble(
        traces,
        margin={"l": 50, "r": 12, "t": 12, "b": 48},
        coloraxis={"colorbar": colour_bar(0.45, 0.5, 1.0)},
        xaxis=axis([0.0, 0.43], "y", place),
        yaxis=axis([0.0, 1.0], "x", chosen),
        xaxis2=axis([0.6, 1.0], "y2", offset, showgrid=True, zeroline=True),
        yaxis2=axis([0.0, 1.0], "x2", "", showgrid=True, zeroline=True),
        narrow={
            "xaxis": {"domain": [0.0, 0.84]},
            "yaxis": {"domain": [0.5, 1.0]},
            "xaxis2": {"domain": [0.0, 1.0]},
            "yaxis2": {"domain": [0.0, 0.38]},
            "coloraxis": {"colorbar": colour_bar(0.87, 0.75, 0.5)},
        },
    )


FIGURE = Figure(
    id="distance",
    title=msg("Distance"),
    build=figure,
    parameters={"compared": (Compared, "sinusoidal"), "likeness": (Likeness, "dot")},
    cells=lambda width: (2 * MOST_ROWS - 1) * width,
    words={
        "distance.dot": msg("dot product"),
        "distance.cosine": msg("cosine"),
        "distance.pair": msg("Positions {pos} and {other}, offset {offset}: {measure} {value}."),
        "distance.offset": msg("Offset {offset}: {measure} {value}."),
        "distance.rises": msg(
            "Position {pos} with itself: {measure} {self}. Going away, it falls at first, but at offset "
            "{rise} it rises again, from {before} to {after}. Among the offsets 1 to {last} it rises {count} "
            "times."
        ),
        "distance.falls": msg(
            "Position {pos} with itself: {measure} {self}. Going away, it falls all the way to offset {last}."
        ),
        "distance.same": msg("Forwards and backwards are the same: at +{rise} and −{rise} stands {after}."),
        "distance.learned": msg(
            "Row {pos} of the trained table with itself: {measure} {self}. One step ahead {ahead}, one step "
            "back {back}: close, but not the same."
        ),
        "distance.learned_edge": msg("Row {pos} of the trained table with itself: {measure} {self}."),
        "distance.table": msg("Base and width have no effect on it."),
        "distance.odd": msg(
            "With an odd width the last sine has no cosine. Then the place counts too, not the offset alone."
        ),
        "distance.first": msg("The first {rows} positions are compared."),
    },
)
