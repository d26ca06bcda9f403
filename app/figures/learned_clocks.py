"""The planes in which a trained table turns: rows as a ring, periods, forecast, neighbours."""

from collections.abc import Callable
from typing import Annotated, Any

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import Parameter
from app.figures.figure import Figure
from app.figures.parts import assemble, axis, dots, heading, line, text
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
    ladder, forecast, neighbours = ("x2", "y2"), ("x3", "y3"), ("x4", "y4")
    named: dict[str, Any] = {"mode": "markers+text", "textfont": {"size": 12}, "cliponaxis": False}
    traces = [
        dots("rows", "line", size=4, outline_width=0, cliponaxis=False),
        line("trail", "position", width=1.4),
        line("expected", "ink", width=2, dash="dash"),
        line("hand", "position", width=3.5),
        dots("next", "ink", size=9, cliponaxis=False),
        dots("row", "position", size=12, cliponaxis=False),
        dots("learned", "position", ladder, size=9, textposition="top center", **named),
        dots("formula", "sine", ladder, size=9, textposition="bottom center", **named),
        dots("chosen", "position", ladder, size=15, cliponaxis=False),
        line("random", "line", forecast, width=1.8, dash="dash"),
        line("r2", "position", forecast, width=2),
        dots("r2-now", "position", forecast, size=10, cliponaxis=False),
        text("names", "muted", forecast, where="bottom right", size=12),
        line("alike", "ink", neighbours, width=1.5),
        dots("nearest", "ink", neighbours, size=8, cliponaxis=False),
        dots("alike-now", "position", neighbours, size=10, cliponaxis=False),
    ]
    heads = [
        translate(msg("the rows in this plane")),
        translate(msg("rows per turn")),
        translate(msg("how well k steps are predicted (R²)")),
        translate(msg("cosine of this row with every row")),
    ]
    wide = ((0.0, 1.0), (0.56, 1.0), (0.56, 0.62), (0.0, 0.235))
    narrow = ((0.0, 1.0), (0.0, 0.55), (0.0, 0.355), (0.0, 0.155))
    cross: dict[str, Any] = {"ticks": "", "showticklabels": False, "zeroline": True}
    return assemble(
        traces,
        margin={"l": 62, "r": 14, "t": 30, "b": 44},
        xaxis=axis([0.0, 0.47], "y", **cross),
        yaxis=axis([0.4, 1.0], "x", **cross),
        xaxis2=axis([0.56, 1.0], "y2", type="log", showgrid=True),
        yaxis2=axis([0.76, 1.0], "x2", ticks=""),
        xaxis3=axis([0.56, 1.0], "y3", translate(msg("steps k")), standoff=4, type="log"),
        yaxis3=axis([0.42, 0.62], "x3", showgrid=True),
        xaxis4=axis([0.0, 1.0], "y4", translate(msg("row")), standoff=4),
        yaxis4=axis([0.0, 0.235], "x4", showgrid=True),
        annotations=_headings(heads, wide),
        narrow={
            "xaxis": {"domain": [0.0, 1.0]},
            "yaxis": {"domain": [0.635, 1.0]},
            "xaxis2": {"domain": [0.0, 1.0]},
            "yaxis2": {"domain": [0.455, 0.55]},
            "xaxis3": {"domain": [0.0, 1.0], "title": {"text": ""}},
            "yaxis3": {"domain": [0.26, 0.355]},
            "yaxis4": {"domain": [0.0, 0.155]},
            "annotations": _headings(heads, narrow),
        },
    )


def _headings(texts: list[str], places: tuple[tuple[float, float], ...]) -> list[dict[str, Any]]:
    return [
        heading(f"<b>{words}</b>", x, y, xanchor="left", yshift=6)
        for words, (x, y) in zip(texts, places, strict=True)
    ]


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
                    help=msg("How many rows ahead the turn is to predict."),
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
