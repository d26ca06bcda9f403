"""Half precision: the fastest wave as it should be and as it comes out, and the error of every pair."""

from typing import Annotated, Any, Literal

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import Parameter
from app.figures.figure import Figure
from app.figures.parts import assemble, axis, bars, legend_row, line
from app.i18n import Translate, msg

HalfChoice = Annotated[
    Literal["bfloat16", "float16"],
    Parameter(
        label=msg("Number format"),
        help=msg("Both have 16 bits. bfloat16 spends more of them on size, float16 more on precision."),
        choices={"bfloat16": "bfloat16", "float16": "float16"},
    ),
]
RoundedChoice = Annotated[
    Literal["angles", "values"],
    Parameter(
        label=msg("What is rounded"),
        help=msg(
            "Angles: position, frequency and angle, before the sine is taken. Or only the finished table."
        ),
        choices={"angles": msg("the angles"), "values": msg("the finished table")},
    ),
]
FirstShown = Annotated[
    int,
    Field(ge=0, le=60_000),
    Parameter(
        label=msg("From position"),
        help=msg(
            "The first of the 32 positions that are shown. Far from 0, the gaps between the numbers grow."
        ),
        scale="log",
        stops=(0, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768),
    ),
]


def figure(translate: Translate) -> go.Figure:
    """Build the figure without data: traces ``exact``, ``half`` (a line with dots) and ``error`` (bars)."""
    dotted = {"mode": "lines+markers", "marker": {"size": 6}}
    traces = [
        _curve("exact", "sine", translate(msg("right"))),
        _curve("half", "position", translate(msg("half precision")), **dotted),
        bars("error", "position", ("x2", "y2"), width=0.8, marker={"line": {"width": 0}}),
    ]
    return assemble(
        traces,
        legend=legend_row(),
        bargap=0,
        margin={"l": 54, "r": 14, "t": 34, "b": 48},
        xaxis=axis([0.0, 0.6], "y", translate(msg("position")), showgrid=True, zeroline=True),
        yaxis=axis([0.0, 1.0], "x", translate(msg("sine of pair 0")), showgrid=True, zeroline=True),
        xaxis2=axis([0.7, 1.0], "y2", translate(msg("pair i")), showgrid=True, zeroline=True),
        yaxis2=axis([0.0, 1.0], "x2", translate(msg("largest error")), showgrid=True, zeroline=True),
        # Side by side where there is room, one above the other where there is not.
        narrow={
            "xaxis": {"domain": [0.0, 1.0]},
            "yaxis": {"domain": [0.58, 1.0]},
            "xaxis2": {"domain": [0.0, 1.0]},
            "yaxis2": {"domain": [0.0, 0.36]},
        },
    )


def _curve(name: str, color: str, legend: str, **more: Any) -> go.Scatter:
    """Make a curve of this figure; dots on it have no outline."""
    return line(
        name, color, width=1.6, legend=legend, meta={"id": name, "color": color, "outline_width": 0}, **more
    )


FIGURE = Figure(
    id="precision",
    title=msg("Half precision ruins angles"),
    build=figure,
    parameters={
        "number_format": (HalfChoice, "bfloat16"),
        "rounded": (RoundedChoice, "angles"),
        "from_pos": (FirstShown, 256),
    },
    words={
        "precision.now": msg(
            "Positions {first} to {last} in {number_format}. Of {count} positions, {distinct} still have a "
            "row of their own. The sine of pair 0 is off by up to {error}."
        ),
        "precision.held": msg("For example, position {position} has become {held}."),
        "precision.under": msg("Position {position}: {half} instead of {exact}."),
        "precision.pair": msg("Pair {pair}: off by up to {error}."),
    },
)
