"""Longer than trained: how far every pair turns within the trained length, and within a longer one."""

from typing import Annotated, Any

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import FARTHEST, Parameter
from app.figures.figure import Figure
from app.i18n import Translate, msg
from app.maths.scaling import Scaling

ChosenScaling = Annotated[
    Scaling,
    Field(description="How the context is extended beyond the trained length."),
    Parameter(
        label=msg("Context extension"),
        help=msg("How the pairs are slowed down, so that a longer text than in training fits."),
        choices={
            "none": msg("none"),
            "linear": msg("linear"),
            "ntk": msg("NTK-aware"),
            "dynamic_ntk": msg("dynamic NTK"),
            "yarn": msg("YaRN"),
            "llama3": msg("Llama 3"),
        },
    ),
]
ChosenFactor = Annotated[
    float,
    Field(ge=1, le=10_000, allow_inf_nan=False),
    Parameter(
        label=msg("Extension factor"),
        help=msg("How many times longer than in training the context becomes."),
        stops=(1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64),
    ),
]
_LENGTHS = tuple(2**power for power in range(8, 21))
TrainedLength = Annotated[
    int,
    Field(ge=1, le=FARTHEST),
    Parameter(
        label=msg("Trained length"),
        help=msg("How many positions the model saw in training, before any extension."),
        unit=msg("positions"),
        stops=_LENGTHS[:9],
    ),
]
AskedLength = Annotated[
    int,
    Field(ge=1, le=FARTHEST),
    Parameter(
        label=msg("Asked length"),
        help=msg("How many positions the text has that the model is to read now."),
        unit=msg("positions"),
        stops=_LENGTHS,
    ),
]
HeadWidth = Annotated[
    int,
    Field(ge=4, le=512, multiple_of=2),
    Parameter(
        label=msg("Head width"),
        help=msg("Columns of one attention head; two of them make a pair."),
        unit=msg("dimensions"),
        stops=(16, 32, 64, 80, 96, 128, 192, 256),
    ),
]


def figure(translate: Translate) -> go.Figure:
    """Build the two panels without data: turns of every pair on a logarithmic axis, and what slowed it.

    Above, over the pairs: ``one``, the line of one full turn, named by ``turn``; ``trained``, the turns
    within the trained length; ``plain``, those within the asked length without a rule; ``asked``, with it;
    ``fresh``, stems over the part of a turn that training never showed. Below: ``ratio``, how fast the pair
    still is, with points by what the rule does, ``kept``, ``between`` and ``stretched``.

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
            _line("one", "line", "y", width=1.2),
            _line("plain", "muted", "y", width=1.5, dash="dot", name=translate(msg("without a rule"))),
            _line("fresh", "position", "y", width=2.5, name=translate(msg("never trained"))),
            _line("asked", "position", "y", width=2, name=translate(msg("asked"))),
            _line("trained", "ink", "y", width=2.5, name=translate(msg("trained"))),
            go.Scatter(
                meta={"id": "turn", "ink": "muted"},
                showlegend=False,
                mode="text",
                textposition="top right",
                xaxis="x",
                yaxis="y",
                textfont={"size": 12},
                hoverinfo="skip",
            ),
            _line("ratio", "line", "y2", width=1.2),
            _points("kept", "ink", translate(msg("kept"))),
            _points("between", "sine", translate(msg("between"))),
            _points("stretched", "token", translate(msg("stretched in full"))),
        ]
    )
    turns = translate(msg("turns within the length"))
    margin = {"l": 64, "r": 12, "t": 62, "b": 46, "autoexpand": False}
    legend = {
        "x": 0.0,
        "y": 1.01,
        "yanchor": "bottom",
        "orientation": "h",
        "itemclick": False,
        "itemdoubleclick": False,
        "entrywidthmode": "fraction",
    }
    built.update_layout(
        # Two columns of words on a phone, four where there is room.
        meta={
            "narrow": {
                "legend": legend | {"entrywidth": 0.48, "font": {"size": 11}},
                "margin": margin | {"t": 96},
            }
        },
        showlegend=True,
        legend=legend | {"entrywidth": 0.24},
        dragmode=False,
        hovermode="closest",
        margin=margin,
        xaxis=_axis([0.0, 1.0], "y2", translate(msg("fast ← pair i → slow"))),
        yaxis=_axis([0.36, 1.0], "x", turns) | {"type": "log"},
        yaxis2=_axis([0.0, 0.26], "x", translate(msg("speed left"))) | {"type": "log"},
    )
    return built


def _line(
    trace: str, ink: str, yaxis: str, *, width: float, dash: str = "solid", name: str = ""
) -> go.Scatter:
    return go.Scatter(
        meta={"id": trace, "ink": ink},
        name=name,
        showlegend=bool(name),
        mode="lines",
        xaxis="x",
        yaxis=yaxis,
        line={"width": width, "dash": dash},
        hoverinfo="skip",
    )


def _points(trace: str, ink: str, name: str) -> go.Scatter:
    return go.Scatter(
        meta={"id": trace, "ink": ink, "rim": 0},
        name=name,
        mode="markers",
        xaxis="x",
        yaxis="y2",
        marker={"size": 6},
        hoverinfo="skip",
    )


def _axis(domain: list[float], anchor: str, title: str) -> dict[str, Any]:
    return {
        "domain": domain,
        "anchor": anchor,
        "title": {"text": title, "standoff": 6},
        "showgrid": anchor == "x",
        "zeroline": False,
        "fixedrange": True,
        "autorange": False,
        "automargin": False,
        "ticks": "outside",
        "ticklen": 4,
    }


FIGURE = Figure(
    id="long-context",
    title=msg("Longer than trained"),
    build=figure,
    parameters={
        "scaling": (ChosenScaling, "none"),
        "factor": (ChosenFactor, 4.0),
        "original_max_len": (TrainedLength, 4096),
        "asked_len": (AskedLength, 16_384),
        "d_head": (HeadWidth, 128),
    },
    words={
        "long-context.fresh": msg(
            "{count} of {pairs} pairs ({which}) meet angles within {asked} positions that they never "
            "showed within {trained}."
        ),
        "long-context.no_fresh": msg(
            "No pair meets an angle within {asked} positions that it has not shown within {trained}."
        ),
        "long-context.turn": msg("one full turn"),
        "long-context.none": msg("No rule slows any pair."),
        "long-context.linear": msg(
            "Every pair is divided by {factor}. Even in the fastest pair, neighbours are only {step} of "
            "their trained step apart."
        ),
        "long-context.ntk": msg(
            "The fastest pair stays, the slowest is divided by {factor}: the same as a base of {base}."
        ),
        "long-context.dynamic": msg(
            "At this length, the rule is the same as a base of {base}. It divides the slowest pair "
            "by {slowest}."
        ),
        "long-context.dynamic_idle": msg(
            "Up to the trained length, the rule does nothing: the base stays {base}."
        ),
        "long-context.bands": msg(
            "Pairs that turn often are kept ({kept}), pairs that turn rarely are divided by {factor} "
            "({stretched}), with a slope between ({between})."
        ),
        "long-context.attention": msg(
            "Queries and keys are multiplied by {value} each, so scores by its square."
        ),
        "long-context.pair": msg("Pair i = {i}: {trained} turns within the trained length, {asked} asked."),
        "long-context.pair_fresh": msg("The part of the turn from {from} to {to} was never trained."),
        "long-context.pair_speed": msg("Speed left: {ratio}."),
        "long-context.dials": msg(
            "What part of its turn a pair has shown in training, and what is new ({shown} of {all} pairs)"
        ),
        "long-context.dial_turns": msg("{asked} turns"),
        "long-context.empty": msg("none of them"),
    },
)
