"""The planes in which a trained table turns: rows as a ring, periods, forecast, neighbours."""

from collections.abc import Callable
from typing import Annotated, Any

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import Parameter
from app.figures.figure import Figure
from app.i18n import msg

_BEYOND = 531
"""The slider goes a little further than the table, so that its end can be met."""


def figure(translate: Callable[[str], str]) -> go.Figure:
    """Build four pictures without data.

    Ring: ``rows``, all rows in one plane; ``trail``, the last turn before the chosen one; ``hand`` and
    ``row``, the chosen row; ``expected`` and ``next``, where the row k on should be and where it is.
    Ladder: ``learned`` and ``formula``, periods on a logarithmic axis; ``chosen``, the plane shown.
    Forecast: ``r2`` and ``random`` with their ``names``, and ``r2-now``.
    Neighbours: ``alike``, the cosine of the chosen row with all; ``alike-now`` and ``nearest``.
    """
    built = go.Figure(
        data=[
            _points("rows", "line", "x", "y", size=4, rim=0),
            _line("trail", "position", "x", "y", width=1.4),
            _line("expected", "ink", "x", "y", width=2, dash="dash"),
            _line("hand", "position", "x", "y", width=3.5),
            _points("next", "ink", "x", "y", size=9),
            _points("row", "position", "x", "y", size=12),
            _points("learned", "position", "x2", "y2", size=9, text="top center"),
            _points("formula", "sine", "x2", "y2", size=9, text="bottom center"),
            _points("chosen", "position", "x2", "y2", size=15),
            _line("random", "line", "x3", "y3", width=1.8, dash="dash"),
            _line("r2", "position", "x3", "y3", width=2),
            _points("r2-now", "position", "x3", "y3", size=10),
            _words("names", "muted", "x3", "y3"),
            _line("alike", "ink", "x4", "y4", width=1.5),
            _points("nearest", "ink", "x4", "y4", size=8),
            _points("alike-now", "position", "x4", "y4", size=10),
        ]
    )
    heads = [
        translate(msg("the rows in this plane")),
        translate(msg("rows per turn")),
        translate(msg("how well k steps are foretold (R²)")),
        translate(msg("cosine of this row with every row")),
    ]
    wide = ((0.0, 1.0), (0.56, 1.0), (0.56, 0.62), (0.0, 0.235))
    narrow = ((0.0, 1.0), (0.0, 0.55), (0.0, 0.355), (0.0, 0.155))
    built.update_layout(
        showlegend=False,
        dragmode=False,
        hovermode="closest",
        margin={"l": 62, "r": 14, "t": 30, "b": 44, "autoexpand": False},
        xaxis=_bare([0.0, 0.47], "y"),
        yaxis=_bare([0.4, 1.0], "x"),
        xaxis2=_axis([0.56, 1.0], "y2", type="log", showgrid=True),
        yaxis2=_axis([0.76, 1.0], "x2", ticks=""),
        xaxis3=_axis([0.56, 1.0], "y3", title=translate(msg("steps k")), type="log"),
        yaxis3=_axis([0.42, 0.62], "x3", showgrid=True),
        xaxis4=_axis([0.0, 1.0], "y4", title=translate(msg("row"))),
        yaxis4=_axis([0.0, 0.235], "x4", showgrid=True),
        annotations=[_head(text, *place) for text, place in zip(heads, wide, strict=True)],
        meta={
            "narrow": {
                "xaxis": {"domain": [0.0, 1.0]},
                "yaxis": {"domain": [0.635, 1.0]},
                "xaxis2": {"domain": [0.0, 1.0]},
                "yaxis2": {"domain": [0.455, 0.55]},
                "xaxis3": {"domain": [0.0, 1.0], "title": {"text": ""}},
                "yaxis3": {"domain": [0.26, 0.355]},
                "yaxis4": {"domain": [0.0, 0.155]},
                "annotations": [_head(text, *place) for text, place in zip(heads, narrow, strict=True)],
            }
        },
    )
    return built


def _line(
    name: str, ink: str, xaxis: str, yaxis: str, *, width: float, dash: str | None = None
) -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink},
        mode="lines",
        xaxis=xaxis,
        yaxis=yaxis,
        line={"width": width, "dash": dash},
        hoverinfo="skip",
    )


def _points(
    name: str, ink: str, xaxis: str, yaxis: str, *, size: int, rim: float | None = None, text: str = ""
) -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink} | ({} if rim is None else {"rim": rim}),
        mode="markers+text" if text else "markers",
        xaxis=xaxis,
        yaxis=yaxis,
        marker={"size": size},
        textposition=text or None,
        textfont={"size": 12} if text else None,
        cliponaxis=False,
        hoverinfo="skip",
    )


def _words(name: str, ink: str, xaxis: str, yaxis: str) -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink},
        mode="text",
        xaxis=xaxis,
        yaxis=yaxis,
        textposition="bottom right",
        textfont={"size": 12},
        hoverinfo="skip",
    )


def _axis(domain: list[float], anchor: str, *, title: str = "", **more: Any) -> dict[str, Any]:
    axis: dict[str, Any] = {
        "domain": domain,
        "anchor": anchor,
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "autorange": False,
        "automargin": False,
        "ticks": "outside",
        "ticklen": 4,
    }
    if title:
        axis["title"] = {"text": title, "standoff": 4}
    return axis | more


def _bare(domain: list[float], anchor: str) -> dict[str, Any]:
    return _axis(domain, anchor, ticks="", showticklabels=False, zeroline=True)


def _head(text: str, x: float, y: float) -> dict[str, Any]:
    return {
        "text": f"<b>{text}</b>",
        "x": x,
        "y": y,
        "xref": "paper",
        "yref": "paper",
        "xanchor": "left",
        "yanchor": "bottom",
        "yshift": 6,
        "showarrow": False,
    }


FIGURE = Figure(
    id="learned-clocks",
    title=msg("Clocks in a trained table"),
    build=figure,
    parameters={
        "table_row": (
            Annotated[
                int,
                Field(ge=0, le=_BEYOND),
                Parameter(
                    label=msg("Row"),
                    help=msg("The row of the trained table: one for each position, counted from 0."),
                ),
            ],
            200,
        ),
        "plane": (
            Annotated[
                int,
                Field(ge=1, le=5),
                Parameter(
                    label=msg("Plane"),
                    help=msg("One of the five planes in which the rows turn; plane 1 turns fastest."),
                    stops=(1, 2, 3, 4, 5),
                ),
            ],
            2,
        ),
        "table_step": (
            Annotated[
                int,
                Field(ge=1, le=100),
                Parameter(
                    label=msg("Steps k"),
                    help=msg("How many rows further the turn is to foretell a row."),
                    unit=msg("rows"),
                    stops=(1, 2, 5, 10, 20, 50),
                ),
            ],
            2,
        ),
    },
    words={
        "learned-clocks.learned": msg("learned"),
        "learned-clocks.formula": msg("formula"),
        "learned-clocks.random": msg("random rows"),
        "learned-clocks.now": msg(
            "Row {row} as a hand in plane {plane}: one turn takes {period} rows, so {k} rows on it should "
            "have turned by {degrees}° (dashed). The smaller dot is where row {next} really is."
        ),
        "learned-clocks.last": msg(
            "Row {row} as a hand in plane {plane}: one turn takes {period} rows. {k} rows on the table has "
            "already ended."
        ),
        "learned-clocks.first": msg(
            "Row 0 belongs to the token [CLS], which opens every text. It is far longer than the other rows "
            "and was left out when the planes were sought. The curve below still compares it with all rows."
        ),
        "learned-clocks.nearest": msg("The row most like it is row {nearest}, with a cosine of {cosine}."),
        "learned-clocks.end": msg(
            "Row {row} does not exist. The table has {rows} rows, 0 to {last}. Row {row} was never trained: "
            "there is nothing to look up and nothing to compute it from. A formula would simply go on."
        ),
        "learned-clocks.point": msg("row {row}"),
        "learned-clocks.cosine": msg("Row {row}: cosine {cosine} with row {chosen}."),
        "learned-clocks.period": msg("{who}: one turn takes {period} rows."),
        "learned-clocks.forecast": msg("{k} steps: R² = {r2}; random rows: {random}."),
        "learned-clocks.none": msg("none"),
    },
)
