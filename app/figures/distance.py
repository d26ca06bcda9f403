"""How alike two positions are: every pair of positions as a map, and one row of it against the offset."""

from typing import Annotated, Any, Literal

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import Parameter
from app.figures.figure import Figure
from app.i18n import Translate, msg

Compared = Annotated[
    Literal["sinusoidal", "learned"],
    Field(examples=["sinusoidal"]),
    Parameter(
        label=msg("Vectors"),
        help=msg("The rows of the formula, or those that a real model has learned."),
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

_COLOURS = {"thickness": 12, "outlinewidth": 0, "xpad": 0, "ypad": 0}


def figure(translate: Translate) -> go.Figure:
    """Build the map position × position and the curve over the offset, without data.

    Traces: ``cells``; ``row-halo`` and ``row``, the outline of the chosen position; ``curve``, the likeness
    for every offset; ``own``, the part of it that lies in the map's row; ``rise-back`` and ``rise``, where
    the likeness rises for the first time, on either side.

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
            go.Heatmap(
                meta={"id": "cells"},
                coloraxis="coloraxis",
                xaxis="x",
                yaxis="y",
                hoverinfo="none",
                hoverongaps=False,
            ),
            _line("row-halo", "surface", "x", "y", 4),
            _line("row", "position", "x", "y", 2),
            _line("curve", "line", "x2", "y2", 1.4),
            _line("own", "position", "x2", "y2", 2),
            _mark("rise-back", "top left"),
            _mark("rise", "top right"),
        ]
    )
    built.update_layout(
        showlegend=False,
        dragmode=False,
        hovermode="closest",
        margin={"l": 50, "r": 12, "t": 12, "b": 48, "autoexpand": False},
        coloraxis={"colorbar": {**_COLOURS, "x": 0.45, "xanchor": "left", "y": 0.5, "len": 1.0}},
        xaxis=_axis([0.0, 0.43], "y", translate(msg("position")), showgrid=False),
        yaxis=_axis([0.0, 1.0], "x", translate(msg("chosen position")), showgrid=False),
        xaxis2=_axis([0.6, 1.0], "y2", translate(msg("offset from the chosen position"))),
        yaxis2=_axis([0.0, 1.0], "x2", ""),
        meta={
            "narrow": {
                "xaxis": {"domain": [0.0, 0.84]},
                "yaxis": {"domain": [0.5, 1.0]},
                "xaxis2": {"domain": [0.0, 1.0]},
                "yaxis2": {"domain": [0.0, 0.38]},
                "coloraxis": {"colorbar": {**_COLOURS, "x": 0.87, "xanchor": "left", "y": 0.75, "len": 0.5}},
            }
        },
    )
    return built


def _line(name: str, ink: str, xaxis: str, yaxis: str, width: float) -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink},
        mode="lines",
        xaxis=xaxis,
        yaxis=yaxis,
        line={"width": width},
        hoverinfo="skip",
    )


def _mark(name: str, textposition: str) -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": "ink"},
        mode="markers+text",
        xaxis="x2",
        yaxis="y2",
        marker={"size": 10},
        textposition=textposition,
        textfont={"size": 13},
        hoverinfo="skip",
    )


def _axis(domain: list[float], anchor: str, title: str, *, showgrid: bool = True) -> dict[str, Any]:
    return {
        "domain": domain,
        "anchor": anchor,
        "title": {"text": title, "standoff": 6},
        "showgrid": showgrid,
        "zeroline": showgrid,
        "fixedrange": True,
        "autorange": False,
        "automargin": False,
        "ticks": "outside",
        "ticklen": 4,
    }


FIGURE = Figure(
    id="distance",
    title=msg("Distance"),
    build=figure,
    parameters={"compared": (Compared, "sinusoidal"), "likeness": (Likeness, "dot")},
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
