"""The explorer: heat map position × dimension, with the chosen column and row drawn along its edges.

The column's wave shares the position axis and the row's profile shares the dimension axis, so a feature
of the picture and the curve that explains it stand in the same line.
"""

from collections.abc import Callable

import plotly.graph_objects as go

from app.figures.figure import Figure
from app.i18n import msg


def figure(translate: Callable[[str], str]) -> go.Figure:
    """Build the explorer's specification without data.

    Traces, in drawing order: ``cells`` (pos, dim); ``void``, a hatching where a table has no rows; ``row``
    and ``column``, the outlines of the selection, each on a halo that sets it off from any colour; ``wave``,
    the values of the column over positions; the values of the row over dimensions, as ``profile-sine`` and
    ``profile-cosine`` or, without pairs, as ``profile``; and a dot on each curve at the chosen cell. ``meta``
    names each trace and the ink it is drawn with.

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
            _line("void", "line", "x", "y", width=1),
            _line("row-halo", "surface", "x", "y", width=4),
            _line("column-halo", "surface", "x", "y", width=4),
            _line("row", "position", "x", "y", width=2),
            _line("column", "ink", "x", "y", width=2),
            _line("wave", "ink", "x2", "y", width=1.8),
            _line("profile-sine", "sine", "x", "y2", width=1.6, legend=translate(msg("sine"))),
            _line("profile-cosine", "cosine", "x", "y2", width=1.6, legend=translate(msg("cosine"))),
            _line("profile", "ink", "x", "y2", width=1.6),
            _dot("wave-dot", "position", "x2", "y"),
            _dot("profile-dot", "position", "x", "y2"),
        ]
    )
    built.update_layout(
        # The strip is too narrow for a title on a phone.
        meta={"narrow": {"xaxis2": {"title": {"text": ""}}}},
        showlegend=True,
        legend={
            "x": 0.0,
            "y": 0.255,
            "yanchor": "middle",
            "orientation": "h",
            "itemclick": False,
            "itemdoubleclick": False,
            "entrywidth": 60,
        },
        dragmode=False,
        hovermode="closest",
        margin={"l": 54, "r": 14, "t": 56, "b": 14, "autoexpand": False},
        coloraxis={
            "cmin": -1,
            "cmax": 1,
            "colorbar": {
                "x": 0.83,
                "xanchor": "left",
                "y": 0.0,
                "yanchor": "bottom",
                "len": 0.22,
                "thickness": 12,
                "outlinewidth": 0,
                "xpad": 0,
                "ypad": 4,
            },
        },
        xaxis=_axis([0.0, 0.76], "y", title=translate(msg("dimension j")), side="top"),
        yaxis=_axis([0.29, 1.0], "x", title=translate(msg("position"))),
        xaxis2=_axis([0.80, 0.99], "y", title=translate(msg("down the column")), side="top", showgrid=True),
        yaxis2=_axis([0.0, 0.22], "x", title=translate(msg("along the row")), showgrid=True),
    )
    return built


def _line(name: str, ink: str, xaxis: str, yaxis: str, *, width: float, legend: str = "") -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink},
        name=legend,
        showlegend=bool(legend),
        mode="lines",
        xaxis=xaxis,
        yaxis=yaxis,
        line={"width": width},
        hoverinfo="skip",
    )


def _dot(name: str, ink: str, xaxis: str, yaxis: str) -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink},
        showlegend=False,
        mode="markers",
        xaxis=xaxis,
        yaxis=yaxis,
        marker={"size": 9},
        hoverinfo="skip",
    )


def _axis(
    domain: list[float],
    anchor: str,
    *,
    title: str,
    side: str | None = None,
    showgrid: bool = False,
) -> dict[str, object]:
    axis: dict[str, object] = {
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
    if side:
        axis["side"] = side
    return axis


FIGURE = Figure(id="explorer", title=msg("A fingerprint for every position"), build=figure)
