"""Every pair's wavelength against the context window, and what is left of likeness at every distance."""

import plotly.graph_objects as go

from app.encodings.params import LONGEST_WINDOW, Window
from app.figures.figure import Figure
from app.figures.parts import assemble, axis, dots, legend_row, line, text
from app.i18n import Translate, msg
from app.maths.nearest_positions import table_cells


def figure(translate: Translate) -> go.Figure:
    """Build the wavelengths above the likeness, on one logarithmic axis of positions, without data.

    Traces: ``whole``, ``part`` and ``still``, the pairs that make a turn, a part of one and hardly any within
    the window; ``window`` and ``window-below``, the window's end in both halves; ``quarter``, four windows;
    ``likeness``, the cosine of two positions at every offset; ``nearest``, the most similar two;
    ``window-name`` and ``quarter-name``, the words beside the lines.
    """
    below = ("x", "y2")
    traces = [
        line("window", "token", width=2),
        line("quarter", "line", width=1.5, dash="dot"),
        line("window-below", "token", below, width=2),
        line("likeness", "ink", below, width=1.4),
        dots("whole", "position", size=8, outline_width=0, legend=translate(msg("a whole turn or more"))),
        dots("part", "ink", size=8, outline_width=0, legend=translate(msg("a part of a turn"))),
        dots("still", "line", size=8, outline_width=0, legend=translate(msg("less than a quarter"))),
        dots("nearest", "position", below, size=10, outline_width=1.5),
        text("window-name", "token", where="middle right"),
        text("quarter-name", "muted", where="middle right"),
    ]
    return assemble(
        traces,
        legend=legend_row(),
        margin={"l": 62, "r": 16, "t": 34, "b": 48},
        xaxis=axis([0.0, 1.0], "y2", translate(msg("positions")), showgrid=True, type="log"),
        yaxis=axis([0.37, 1.0], "x", translate(msg("slow ← pair i → fast")), showgrid=True),
        yaxis2=axis([0.0, 0.29], "x", translate(msg("cosine")), showgrid=True),
        narrow={"margin": {"l": 62, "r": 16, "t": 72, "b": 48, "autoexpand": False}},
    )


FIGURE = Figure(
    id="wavelengths",
    title=msg("What the base does"),
    build=figure,
    parameters={"window": (Window, 4096)},
    cells=lambda width: LONGEST_WINDOW + table_cells(LONGEST_WINDOW, width // 2),
    words={
        "wavelengths.pair": msg(
            "Pair {i}: one turn takes {wavelength} positions. In this window it makes {turns} turns."
        ),
        "wavelengths.likeness": msg("Positions {offset} apart: cosine {value}."),
        "wavelengths.of": msg("{count} of {all}"),
        "wavelengths.apart": msg("{offset} apart"),
        "wavelengths.window": msg("window"),
        "wavelengths.four": msg("4 windows"),
        "wavelengths.never": msg("none"),
        "wavelengths.now": msg(
            "Base {base}, width {width}, window {window}: {whole} of {all} pairs complete at least one turn, "
            "{still} make less than a quarter of one. The slowest takes {slowest} positions for a turn."
        ),
        "wavelengths.alike": msg(
            "Two positions {offset} apart are more alike than two neighbours: their vectors are {distance} "
            "apart, those of neighbours {neighbour}."
        ),
        "wavelengths.small": msg(
            "From offset {offset} on there are positions less alike than two vectors without any relation: "
            "the dot product falls below 0."
        ),
        "wavelengths.enough": msg("In the whole window no dot product falls below 0."),
        "wavelengths.even": msg("Pairs need an even width, so {width} columns are counted."),
    },
)
