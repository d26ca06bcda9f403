"""Naive ideas for a position, each beside the sinusoidal rows: their values, their norms, their steps."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import Parameter
from app.figures.figure import Figure
from app.i18n import msg

Idea = Annotated[
    Literal["index", "length", "binary"],
    Field(description="Which naive idea is drawn beside the sinusoidal rows."),
    Parameter(
        label=msg("Idea"),
        help=msg("Three ways to write a position as numbers, before waves."),
        choices={
            "index": msg("plain index"),
            "length": msg("index ÷ length"),
            "binary": msg("binary digits"),
        },
    ),
]


def figure(translate: Callable[[str], str]) -> go.Figure:
    """Build two maps (pos, dim) and two curves over positions, all with the position downwards, without data.

    Traces: ``idea`` and ``answer``, the maps, with ``idea-row`` and ``answer-row`` around the chosen
    position, each on a halo; the norm of the rows as ``norm-…`` and the step to the next row as
    ``step-…``, each for the idea, for the same idea in a text twice as long (``longer``) and for the
    sinusoidal rows (``answer``); ``word``, the norm of a word; dots at the chosen position.

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
            _map("idea", "x", "y"),
            _map("answer", "x2", "y2"),
            _line("idea-halo", "surface", "x", "y", width=5),
            _line("answer-halo", "surface", "x2", "y2", width=5),
            _line("idea-row", "position", "x", "y", width=2),
            _line("answer-row", "position", "x2", "y2", width=2),
            _line("word", "token", "x3", "y3", width=2.5),
            _line("norm-longer", "position", "x3", "y3", width=1.4, dash="dash"),
            _line("norm-answer", "sine", "x3", "y3", width=2.2),
            _line("norm-idea", "position", "x3", "y3", width=2.2),
            _line("step-longer", "position", "x4", "y4", width=1.4, dash="dash"),
            _line("step-answer", "sine", "x4", "y4", width=2.2),
            _line("step-idea", "position", "x4", "y4", width=1.6),
            _dot("norm-answer-dot", "sine", "x3", "y3"),
            _dot("norm-dot", "position", "x3", "y3"),
            _dot("step-answer-dot", "sine", "x4", "y4"),
            _dot("step-dot", "position", "x4", "y4"),
        ]
    )
    norm, step = translate(msg("norm ÷ norm of a word")), translate(msg("step to the next"))
    built.update_layout(
        showlegend=False,
        dragmode=False,
        hovermode="closest",
        margin={"l": 50, "r": 14, "t": 44, "b": 14, "autoexpand": False},
        coloraxis={"cmin": -1, "cmax": 1, "showscale": False},
        xaxis=_axis([0.0, 0.2], "y", title=translate(msg("the idea"))),
        yaxis=_axis([0.0, 1.0], "x", title=translate(msg("position"))),
        xaxis2=_axis([0.225, 0.425], "y2", title=translate(msg("sinusoidal"))),
        yaxis2=_axis([0.0, 1.0], "x2", labels=False),
        xaxis3=_axis([0.475, 0.72], "y3", title=norm, grid=True),
        yaxis3=_axis([0.0, 1.0], "x3", labels=False, grid=True),
        xaxis4=_axis([0.755, 1.0], "y4", title=step, grid=True) | {"type": "log", "tickangle": 0},
        yaxis4=_axis([0.0, 1.0], "x4", labels=False, grid=True),
        # The maps above, the curves below, where there is no room for four side by side.
        meta={
            "narrow": {
                "xaxis": {"domain": [0.0, 0.47]},
                "yaxis": {"domain": [0.57, 1.0]},
                "xaxis2": {"domain": [0.53, 1.0]},
                "yaxis2": {"domain": [0.57, 1.0]},
                "xaxis3": {"domain": [0.0, 0.47], "title": {"text": translate(msg("norm"))}},
                "yaxis3": {"domain": [0.0, 0.43], "showticklabels": True},
                "xaxis4": {"domain": [0.53, 1.0], "title": {"text": translate(msg("step"))}},
                "yaxis4": {"domain": [0.0, 0.43]},
            }
        },
    )
    return built


def _map(name: str, xaxis: str, yaxis: str) -> go.Heatmap:
    return go.Heatmap(
        meta={"id": name},
        coloraxis="coloraxis",
        xaxis=xaxis,
        yaxis=yaxis,
        hoverinfo="none",
        hoverongaps=False,
    )


def _line(name: str, ink: str, xaxis: str, yaxis: str, *, width: float, dash: str = "solid") -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink},
        mode="lines",
        xaxis=xaxis,
        yaxis=yaxis,
        line={"width": width, "dash": dash},
        hoverinfo="skip",
    )


def _dot(name: str, ink: str, xaxis: str, yaxis: str) -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink},
        mode="markers",
        xaxis=xaxis,
        yaxis=yaxis,
        marker={"size": 9},
        hoverinfo="skip",
    )


def _axis(
    domain: list[float], anchor: str, *, title: str = "", grid: bool = False, labels: bool = True
) -> dict[str, Any]:
    axis: dict[str, Any] = {
        "domain": domain,
        "anchor": anchor,
        "showgrid": grid,
        "zeroline": False,
        "fixedrange": True,
        "autorange": False,
        "automargin": False,
        "ticks": "outside" if labels else "",
        "ticklen": 4,
        "showticklabels": labels,
    }
    if title:
        axis["title"] = {"text": title, "standoff": 6}
    if anchor.startswith("y"):
        axis["side"] = "top"
    return axis


FIGURE = Figure(
    id="naive",
    title=msg("Three naive ideas"),
    build=figure,
    parameters={"naive_idea": (Idea, "index")},
    words={
        "naive.index": msg(
            "At position {pos} every one of the {width} numbers is {pos}. So the position is "
            "{ratio} times as long as a word, and only {share} of their sum is still word. With "
            "sinusoidal rows it is {answer} everywhere."
        ),
        "naive.start": msg(
            "At position 0 every number is 0, so nothing is added. Move on: each step adds another {step}."
        ),
        "naive.length": msg(
            "All numbers stay below 1. But position {pos} is {value} in this text of {count} "
            "words and {longer} in one of {twice}. One and the same step is {step} long here and "
            "{longer_step} there."
        ),
        "naive.binary": msg(
            "From {pos} to {next} the digits go from {from} to {to}: {bits} change, a jump of "
            "{step}. The sinusoidal step is {answer}, here and everywhere."
        ),
        "naive.last": msg("Position {pos} is the last one of this text: there is no next step."),
        "naive.cell": msg("Position {pos}, column {dim}: {value}."),
        "naive.curve": msg("Position {pos}: {idea} for the idea, {answer} for the sinusoidal row."),
        "naive.none": msg("none"),
        "naive.percent": msg("{share}%"),
    },
)
