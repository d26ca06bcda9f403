"""What figures are made of: traces, axes and layout, without data.

Every trace is called by its name (``meta.id``) when the browser fills it with data, and takes its colour by
the name that it has in `app.figures.theme`. Plotly neither answers the pointer nor zooms: both are the
business of the figure's script.
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
    """Make a line.

    Parameters
    ----------
    name : str
        Name of the trace, unique in its figure.
    color : str
        Name of its colour, in `app.figures.theme`.
    at : (str, str)
        Its pair of axes, as in ``("x2", "y2")``.
    width : float
        In pixels.
    dash : {"solid", "dot", "dash", "dashdot"}
        How the line is broken, so that lines can be told apart without colours.
    legend : str
        Its words in the legend; without words it is not there.
    **more
        Further properties of ``plotly.graph_objects.Scatter``; they win over those set here.

    Returns
    -------
    plotly.graph_objects.Scatter

    """
    own = {"mode": "lines", "line": {"width": width, "dash": dash}}
    return go.Scatter(_trace(name, color, at) | _listed(legend) | own | more)


def band(name: str, color: str, at: tuple[str, str] = ("x", "y"), *, fill_opacity: float) -> go.Scatter:
    """Make a closed area without an outline.

    Parameters
    ----------
    name, color, at
        As in `line`.
    fill_opacity : float
        How much of its colour covers what is below, from 0 to 1.

    Returns
    -------
    plotly.graph_objects.Scatter

    """
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
    """Make dots.

    Parameters
    ----------
    name, color, at, legend, **more
        As in `line`.
    size : float
        Diameter in pixels.
    outline_width : float or None
        Width in pixels of the outline that sets a dot off from what is below it; 0 for none, None for the
        usual one.

    Returns
    -------
    plotly.graph_objects.Scatter

    """
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
    """Make words that stand at points of the picture.

    Parameters
    ----------
    name, color, at, **more
        As in `line`.
    where : str
        On which side of its point a word stands, as in ``"middle right"``.
    size : float
        Of the letters, in pixels.

    Returns
    -------
    plotly.graph_objects.Scatter

    """
    own = {"mode": "text", "textposition": where, "textfont": {"size": size}}
    return go.Scatter(_trace(name, color, at) | _listed("") | own | more)


def bars(name: str, color: str, at: tuple[str, str] = ("x", "y"), *, width: float, **more: Any) -> go.Bar:
    """Make bars.

    Parameters
    ----------
    name, color, at
        As in `line`.
    width : float
        Of a bar, in units of the axis that it stands on.
    **more
        Further properties of ``plotly.graph_objects.Bar``.

    Returns
    -------
    plotly.graph_objects.Bar

    """
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

    Parameters
    ----------
    name, at
        As in `line`.
    gaps : bool
        Whether a cell may be empty.
    numbers_up_to : int or None
        Up to so many rows, the cells show their numbers, too; None for never.
    **more
        Further properties of ``plotly.graph_objects.Heatmap``.

    Returns
    -------
    plotly.graph_objects.Heatmap

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

    Parameters
    ----------
    domain : sequence of two floats
        From where to where it goes, as fractions of the picture.
    anchor : str
        The axis that it stands on, as in ``"y2"``.
    title : str or None
        Words along the axis; ``""`` keeps their place for the script, None does not.
    standoff : float
        Pixels between title and tick labels.
    **more
        Further properties of an axis, ``showgrid=True`` for one; they win over those set here.

    Returns
    -------
    dict

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
    """Describe a heading above one of a figure's pictures, to be listed in ``annotations``.

    Parameters
    ----------
    text : str
        Its words.
    x, y : float
        Where it stands, as fractions of the whole picture; the words are above this point.
    xanchor : {"left", "center", "right"}
        Which point of the words is at `x`.
    yshift : float
        Pixels between the point and the words.

    Returns
    -------
    dict

    """
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
    """Describe a legend in one line, from the left edge on. A click on it does nothing.

    Parameters
    ----------
    y : float
        Its lower edge, as a fraction of the picture.
    **more
        Further properties of a legend; they win over those set here.

    Returns
    -------
    dict

    """
    return {
        "x": 0.0,
        "y": y,
        "yanchor": "bottom",
        "orientation": "h",
        "itemclick": False,
        "itemdoubleclick": False,
    } | more


def colour_bar(x: float, y: float, length: float, **more: Any) -> dict[str, Any]:
    """Describe the bar that says what the colours of `cells` mean.

    Parameters
    ----------
    x, y : float
        Its left edge and its middle, as fractions of the picture.
    length : float
        Its height, as a fraction of the picture's.
    **more
        Further properties of a colour bar; they win over those set here.

    Returns
    -------
    dict

    """
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
    """Put a figure together. It cannot be dragged, and its margins stay whatever the labels are.

    Parameters
    ----------
    traces : sequence of Plotly traces
        In the order in which they are drawn.
    margin : mapping of {"l", "r", "t", "b"} to float
        Pixels around the picture, left, right, above, below.
    narrow : mapping of str to Any, or None
        What is different in the layout where there is little room, as on a phone.
    legend : mapping of str to Any, or None
        As `legend_row` describes it; None for no legend.
    **layout
        Axes and all other properties of the layout.

    Returns
    -------
    plotly.graph_objects.Figure

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
