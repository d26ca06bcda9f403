"""Longer than trained: how far every pair turns within the trained length, and within a longer one."""

from typing import Annotated

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import FARTHEST, DynamicForm, Parameter, YarnRamp
from app.figures.figure import Figure
from app.figures.parts import assemble, axis, dots, legend_row, line, text
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
    """
    below = ("x", "y2")
    traces = [
        line("one", "line", width=1.2),
        line("plain", "muted", width=1.5, dash="dot", legend=translate(msg("without a rule"))),
        line("fresh", "position", width=2.5, legend=translate(msg("never trained"))),
        line("asked", "position", width=2, legend=translate(msg("asked"))),
        line("trained", "ink", width=2.5, legend=translate(msg("trained"))),
        text("turn", "muted", where="top right", size=12),
        line("ratio", "line", below, width=1.2),
        dots("kept", "ink", below, size=6, outline_width=0, legend=translate(msg("kept"))),
        dots("between", "sine", below, size=6, outline_width=0, legend=translate(msg("between"))),
        dots(
            "stretched", "token", below, size=6, outline_width=0, legend=translate(msg("stretched in full"))
        ),
    ]
    turns = translate(msg("turns within the length"))
    margin = {"l": 64, "r": 12, "t": 62, "b": 46, "autoexpand": False}
    above = legend_row(1.01, entrywidthmode="fraction")
    return assemble(
        traces,
        # Two columns of words on a phone, four where there is room.
        legend=above | {"entrywidth": 0.24},
        narrow={
            "legend": above | {"entrywidth": 0.48, "font": {"size": 11}},
            "margin": margin | {"t": 96},
        },
        margin=margin,
        xaxis=axis([0.0, 1.0], "y2", translate(msg("fast ← pair i → slow"))),
        yaxis=axis([0.36, 1.0], "x", turns, type="log", showgrid=True),
        yaxis2=axis([0.0, 0.26], "x", translate(msg("speed left")), type="log", showgrid=True),
    )


FIGURE = Figure(
    id="long-context",
    title=msg("Longer than trained"),
    build=figure,
    parameters={
        "scaling": (ChosenScaling, "none"),
        "ramp": (YarnRamp, "pairs"),
        "dynamic": (DynamicForm, "code"),
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
