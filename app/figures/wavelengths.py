"""Every pair's wavelength against the context window, and what is left of likeness at every distance."""

from typing import Any

import plotly.graph_objects as go

from app.encodings.params import Window
from app.figures.figure import Figure
from app.i18n import Translate, msg


def figure(translate: Translate) -> go.Figure:
    """Build the wavelengths above the likeness, on one logarithmic axis of positions, without data.

    Traces: ``whole``, ``part`` and ``still``, the pairs that make a turn, a part of one and hardly any within
    the window; ``window`` and ``window-below``, the window's end in both halves; ``quarter``, four windows;
    ``likeness``, the cosine of two positions at every offset; ``nearest``, the most similar two;
    ``window-name`` and ``quarter-name``, the words beside the lines.

    Parameters
    ----------
    translate : callable
        Maps a source string to the reader's language.

    Returns
    -------
    plotly.graph_objects.Figure

    """
    built = go.Figure(
        data=[
            _line("window", "token", "y", 2, "solid"),
            _line("quarter", "line", "y", 1.5, "dot"),
            _line("window-below", "token", "y2", 2, "solid"),
            _line("likeness", "ink", "y2", 1.4, "solid"),
            _points("whole", "position", "y", 8, translate(msg("a whole turn or more"))),
            _points("part", "ink", "y", 8, translate(msg("a part of a turn"))),
            _points("still", "line", "y", 8, translate(msg("less than a quarter"))),
            _points("nearest", "position", "y2", 10),
            _name("window-name", "token"),
            _name("quarter-name", "muted"),
        ]
    )
    built.update_layout(
        showlegend=True,
        legend={
            "x": 0.0,
            "y": 1.0,
            "yanchor": "bottom",
            "orientation": "h",
            "itemclick": False,
            "itemdoubleclick": False,
        },
        dragmode=False,
        hovermode="closest",
        margin={"l": 62, "r": 16, "t": 34, "b": 48, "autoexpand": False},
        xaxis=_axis([0.0, 1.0], "y2", translate(msg("positions")), type="log"),
        yaxis=_axis([0.37, 1.0], "x", translate(msg("slow ← pair i → fast"))),
        yaxis2=_axis([0.0, 0.29], "x", translate(msg("cosine"))),
        meta={"narrow": {"margin": {"l": 62, "r": 16, "t": 72, "b": 48, "autoexpand": False}}},
    )
    return built


def _line(name: str, ink: str, yaxis: str, width: float, dash: str) -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink},
        mode="lines",
        showlegend=False,
        xaxis="x",
        yaxis=yaxis,
        line={"width": width, "dash": dash},
        hoverinfo="skip",
    )


def _points(name: str, ink: str, yaxis: str, size: float, legend: str = "") -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink, "rim": 0 if legend else 1.5},
        name=legend,
        showlegend=bool(legend),
        mode="markers",
        xaxis="x",
        yaxis=yaxis,
        marker={"size": size},
        hoverinfo="skip",
    )


def _name(name: str, ink: str) -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink},
        mode="text",
        showlegend=False,
        xaxis="x",
        yaxis="y",
        textposition="middle right",
        textfont={"size": 13},
        hoverinfo="skip",
    )


def _axis(domain: list[float], anchor: str, title: str, **more: Any) -> dict[str, Any]:
    return {
        "domain": domain,
        "anchor": anchor,
        "title": {"text": title, "standoff": 6},
        "showgrid": True,
        "zeroline": False,
        "fixedrange": True,
        "autorange": False,
        "automargin": False,
        "ticks": "outside",
        "ticklen": 4,
        **more,
    }


FIGURE = Figure(
    id="wavelengths",
    title=msg("What the base does"),
    build=figure,
    parameters={"window": (Window, 4096)},
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
