"""Naive ideas for a position, each beside the sinusoidal rows: their values, their norms, their steps."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import Parameter
from app.figures.figure import Figure
from app.figures.parts import assemble, axis, cells, dots, line
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
    """
    answer, norms, steps = ("x2", "y2"), ("x3", "y3"), ("x4", "y4")
    traces = [
        cells("idea"),
        cells("answer", answer),
        line("idea-halo", "surface", width=5),
        line("answer-halo", "surface", answer, width=5),
        line("idea-row", "position", width=2),
        line("answer-row", "position", answer, width=2),
        line("word", "token", norms, width=2.5),
        line("norm-longer", "position", norms, width=1.4, dash="dash"),
        line("norm-answer", "sine", norms, width=2.2),
        line("norm-idea", "position", norms, width=2.2),
        line("step-longer", "position", steps, width=1.4, dash="dash"),
        line("step-answer", "sine", steps, width=2.2),
        line("step-idea", "position", steps, width=1.6),
        dots("norm-answer-dot", "sine", norms, size=9),
        dots("norm-dot", "position", norms, size=9),
        dots("step-answer-dot", "sine", steps, size=9),
        dots("step-dot", "position", steps, size=9),
    ]
    norm, step = translate(msg("norm ÷ norm of a word")), translate(msg("step to the next"))
    bare: dict[str, Any] = {"ticks": "", "showticklabels": False}
    return assemble(
        traces,
        margin={"l": 50, "r": 14, "t": 44, "b": 14},
        coloraxis={"cmin": -1, "cmax": 1, "showscale": False},
        xaxis=axis([0.0, 0.2], "y", translate(msg("the idea")), side="top"),
        yaxis=axis([0.0, 1.0], "x", translate(msg("position"))),
        xaxis2=axis([0.225, 0.425], "y2", translate(msg("sinusoidal")), side="top"),
        yaxis2=axis([0.0, 1.0], "x2", **bare),
        xaxis3=axis([0.475, 0.72], "y3", norm, showgrid=True, side="top"),
        yaxis3=axis([0.0, 1.0], "x3", showgrid=True, **bare),
        xaxis4=axis([0.755, 1.0], "y4", step, showgrid=True, type="log", tickangle=0, side="top"),
        yaxis4=axis([0.0, 1.0], "x4", showgrid=True, **bare),
        # The maps above, the curves below, where there is no room for four side by side.
        narrow={
            "xaxis": {"domain": [0.0, 0.47]},
            "yaxis": {"domain": [0.57, 1.0]},
            "xaxis2": {"domain": [0.53, 1.0]},
            "yaxis2": {"domain": [0.57, 1.0]},
            "xaxis3": {"domain": [0.0, 0.47], "title": {"text": translate(msg("norm"))}},
            "yaxis3": {"domain": [0.0, 0.43], "showticklabels": True},
            "xaxis4": {"domain": [0.53, 1.0], "title": {"text": translate(msg("step"))}},
            "yaxis4": {"domain": [0.0, 0.43]},
        },
    )


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
