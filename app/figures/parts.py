"""What figures are made of: traces, axes and layout, without data.

Every trace is called by its name (``meta.id``) when the browser fills it with data, and takes its colour by
the name that it has in `app.figures.theme`. Plotly neither answers the pointer nor zooms: both are the
business of the figure's script.

`at` is a pair of axes, as in ``("x2", "y2")``. Sizes and margins are in pixels, places in fractions of the
whole picture. Properties in `more` go to Plotly and win over those set here.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go


def line(
    name: str,
    color: str,
    at: tuple[str, str] = ("x", "y"),
    *,
    width: float,
    dash: str = "solid",
    legend: str = "",
    **more: Any,
) -> go.Scatter:
    """Make a line; without words in `legend` it is not there."""
    own = {"mode": "lines", "line": {"width": width, "dash": dash}}
    return go.Scatter(_trace(name, color, at) | _listed(legend) | own | more)


def band(name: str, color: str, at: tuple[str, str] = ("x", "y"), *, fill_opacity: float) -> go.Scatter:
    """Make a closed area without an outline; `fill_opacity` runs from 0 to 1."""
    own = {"mode": "lines", "line": {"width": 0}, "fill": "toself"}
    return go.Scatter(_trace(name, color, at, fill_opacity=fill_opacity) | _listed("") | own)


def dots(
    name: str,
    color: str,
    at: tuple[str, str] = ("x", "y"),
    *,
    size: float,
    outline_width: float | None = None,
    legend: str = "",
    **more: Any,
) -> go.Scatter:
    """Make dots; `outline_width` sets one off from what is below it, 0 for none, None for the usual one."""
    trace = (
        _trace(name, color, at)
        if outline_width is None
        else _trace(name, color, at, outline_width=outline_width)
    )
    return go.Scatter(trace | _listed(legend) | {"mode": "markers", "marker": {"size": size}} | more)


def text(
    name: str,
    color: str,
    at: tuple[str, str] = ("x", "y"),
    *,
    where: str,
    size: float = 13,
    **more: Any,
) -> go.Scatter:
    """Make words that stand at points of the picture, on the side `where`, as in ``"middle right"``."""
    own = {"mode": "text", "textposition": where, "textfont": {"size": size}}
    return go.Scatter(_trace(name, color, at) | _listed("") | own | more)


def bars(name: str, color: str, at: tuple[str, str] = ("x", "y"), *, width: float, **more: Any) -> go.Bar:
    """Make bars; `width` is in units of the axis that they stand on."""
    return go.Bar(_trace(name, color, at) | _listed("") | {"width": width} | more)


def cells(
    name: str,
    at: tuple[str, str] = ("x", "y"),
    *,
    gaps: bool = True,
    numbers_up_to: int | None = None,
    **more: Any,
) -> go.Heatmap:
    """Make a heat map; all heat maps of a figure share its colour scale.

    With `gaps` a cell may be empty. Up to `numbers_up_to` rows, the cells show their numbers, too.
    """
    meta: dict[str, Any] = {"id": name}
    if numbers_up_to is not None:
        meta["numbers_up_to"] = numbers_up_to
    return go.Heatmap(
        meta=meta,
        coloraxis="coloraxis",
        xaxis=at[0],
        yaxis=at[1],
        hoverinfo="none",
        hoverongaps=not gaps,
        **more,
    )


def axis(
    domain: Sequence[float], anchor: str, title: str | None = None, *, standoff: float = 6, **more: Any
) -> dict[str, Any]:
    """Describe an axis: ticks outside, no lines across, a range that only the script sets.

    A title of ``""`` keeps its place for the script, None does not.
    """
    described: dict[str, Any] = {
        "domain": list(domain),
        "anchor": anchor,
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "autorange": False,
        "automargin": False,
        "ticks": "outside",
        "ticklen": 4,
    }
    if title is not None:
        described["title"] = {"text": title, "standoff": standoff}
    return described | more


def heading(text: str, x: float, y: float, *, xanchor: str = "center", yshift: float = 4) -> dict[str, Any]:
    """Describe a heading above the point (x, y) of a figure, to be listed in ``annotations``."""
    return {
        "text": text,
        "x": x,
        "y": y,
        "xref": "paper",
        "yref": "paper",
        "xanchor": xanchor,
        "yanchor": "bottom",
        "yshift": yshift,
        "showarrow": False,
    }


def legend_row(y: float = 1.0, **more: Any) -> dict[str, Any]:
    """Describe a legend in one line, from the left edge on; `y` is its lower edge. A click does nothing."""
    return {
        "x": 0.0,
        "y": y,
        "yanchor": "bottom",
        "orientation": "h",
        "itemclick": False,
        "itemdoubleclick": False,
    } | more


def colour_bar(x: float, y: float, length: float, **more: Any) -> dict[str, Any]:
    """Describe the bar that says what the colours of `cells` mean; `x` is its left edge, `y` its middle."""
    return {
        "x": x,
        "xanchor": "left",
        "y": y,
        "len": length,
        "thickness": 12,
        "outlinewidth": 0,
        "xpad": 0,
        "ypad": 0,
    } | more


def assemble(
    traces: Sequence[Any],
    *,
    margin: Mapping[str, float],
    narrow: Mapping[str, Any] | None = None,
    legend: Mapping[str, Any] | None = None,
    **layout: Any,
) -> go.Figure:
    """Put a figure together; it cannot be dragged, and its margins stay whatever the labels are.

    `narrow` is what is different in the layout where there is little room, as on a phone.
    """
    if legend is not None:
        layout["legend"] = legend
    if narrow is not None:
        layout["meta"] = {"narrow": narrow}
    return go.Figure(
        data=traces,
        layout={
            "showlegend": legend is not None,
            "dragmode": False,
            "hovermode": "closest",
            "margin": {**margin, "autoexpand": False},
            **layout,
        },
    )


def _trace(name: str, color: str, at: tuple[str, str], **meta: float) -> dict[str, Any]:
    return {"meta": {"id": name, "color": color, **meta}, "xaxis": at[0], "yaxis": at[1], "hoverinfo": "skip"}


def _listed(legend: str) -> dict[str, Any]:
    return {"name": legend or None, "showlegend": bool(legend)}
