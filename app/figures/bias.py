"""Biases: what ALiBi and T5 add to the scores, head by head, and the attention that this alone would give."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import Parameter
from app.figures.figure import Figure
from app.figures.parts import assemble, axis, bars, cells, dots, line, text
from app.i18n import msg

MOST_HEADS = 32


def figure(translate: Callable[[str], str]) -> go.Figure:
    """Build the specification without data.

    Four pictures: the matrix query × key; beside it the slopes of all heads or, for T5, the buckets; below
    the bias by relative position, and the weights that it gives. Slopes and buckets share a place: one of
    them is shown.
    """
    traces = [
        cells("cells", numbers_up_to=6),
        dots("buckets", "ink", ("x2", "y2"), size=4, outline_width=0),
        dots("slopes", "line", ("x4", "y4"), size=8, outline_width=0),
        dots("slope", "position", ("x4", "y4"), size=12, outline_width=0),
        line("others", "line", ("x3", "y3"), width=1, opacity=0.5),
        line("curve", "position", ("x3", "y3"), width=2.5),
        text("hidden", "muted", ("x3", "y3"), where="middle center"),
        bars("weights", "position", ("x3", "y5"), width=0.8),
    ]
    relative = translate(msg("relative position: key − query"))
    return assemble(
        traces,
        bargap=0,
        margin={"l": 58, "r": 14, "t": 12, "b": 50},
        coloraxis={"cmin": -8, "cmax": 8, "showscale": False},
        xaxis=axis([0.0, 0.42], "y", translate(msg("key: who is looked at"))),
        yaxis=axis([0.6, 1.0], "x", translate(msg("query: who looks"))),
        xaxis2=axis([0.56, 1.0], "y2", relative, showgrid=True, zeroline=True),
        yaxis2=axis([0.6, 1.0], "x2", translate(msg("bucket")), showgrid=True),
        xaxis3=axis([0.0, 1.0], "y5", relative, showgrid=True, zeroline=True),
        yaxis3=axis([0.25, 0.47], "x3", translate(msg("bias")), showgrid=True, zeroline=True),
        xaxis4=axis([0.56, 1.0], "y4", translate(msg("head"))),
        yaxis4=axis([0.6, 1.0], "x4", translate(msg("slope")), type="log", showgrid=True),
        yaxis5=axis([0.0, 0.2], "x3", translate(msg("weight")), showgrid=True),
        # One below the other where there is no room side by side.
        narrow={
            "xaxis": {"domain": [0.0, 1.0]},
            "yaxis": {"domain": [0.72, 1.0]},
            "xaxis2": {"domain": [0.0, 1.0]},
            "yaxis2": {"domain": [0.46, 0.63]},
            "xaxis4": {"domain": [0.0, 1.0]},
            "yaxis4": {"domain": [0.46, 0.63]},
            "yaxis3": {"domain": [0.2, 0.36]},
            "yaxis5": {"domain": [0.0, 0.16]},
        },
    )


_PARAMETERS: dict[str, tuple[Any, Any]] = {
    "bias_kind": (
        Annotated[
            Literal["alibi", "t5"],
            Parameter(
                label=msg("Kind of bias"),
                help=msg("ALiBi is a rule; the T5 bias was trained, here in the sentence model MPNet."),
                choices={"alibi": msg("ALiBi"), "t5": msg("T5")},
            ),
        ],
        "alibi",
    ),
    "bias_head": (
        Annotated[
            int,
            Field(ge=0, le=MOST_HEADS - 1),
            Parameter(label=msg("Head"), help=msg("The attention head that you look at, counted from 0.")),
        ],
        0,
    ),
    "bias_heads": (
        Annotated[
            int,
            Field(ge=1, le=MOST_HEADS),
            Parameter(
                label=msg("Heads"),
                help=msg("How many attention heads there are, each with a slope of its own."),
                unit=msg("heads"),
                stops=(1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32),
            ),
        ],
        8,
    ),
    "bias_mask": (
        Annotated[
            Literal["causal", "none"],
            Parameter(
                label=msg("Mask"),
                help=msg("With a causal mask, a token sees itself and the tokens before it."),
                choices={"causal": msg("causal"), "none": msg("no mask")},
            ),
        ],
        "causal",
    ),
    "bias_form": (
        Annotated[
            Literal["distance", "column"],
            Parameter(
                label=msg("Form"),
                help=msg(
                    "The column form adds slope × key. Under a causal mask a whole row differs by one "
                    "number, and softmax ignores it."
                ),
                choices={"distance": msg("by distance"), "column": msg("by column")},
            ),
        ],
        "distance",
    ),
    "bias_len": (
        Annotated[
            int,
            Field(ge=2, le=24),
            Parameter(
                label=msg("Length"),
                help=msg("How many positions look at how many: the matrix is square."),
                unit=msg("positions"),
                stops=(4, 6, 8, 12, 16, 24),
            ),
        ],
        6,
    ),
    "bias_reach": (
        Annotated[
            int,
            Field(ge=1, le=128),
            Parameter(
                label=msg("Neighbours"),
                help=msg("How many tokens there are on either side of the one that looks."),
                unit=msg("tokens"),
                stops=(8, 16, 32, 64, 128),
            ),
        ],
        32,
    ),
}

_WORDS = {
    "bias.cell": msg("Query {query}, key {key}: the score changes by {value}."),
    "bias.masked": msg("Query {query} cannot see key {key}: the mask hides what comes later."),
    "bias.slope": msg("Head {head}: slope {slope}."),
    "bias.bucket": msg("Key − query = {relative}: bucket {bucket}."),
    "bias.point": msg("Key − query = {relative}: bias {bias}, weight {weight}."),
    "bias.point_masked": msg("Key − query = {relative}: hidden by the mask."),
    "bias.now_alibi": msg(
        "ALiBi, head {head} of {count}: slope {slope}. A key {far} positions away loses {loss}. If all "
        "scores were equal, the query would keep {own} of its attention for itself and give {next} to "
        "the token before it."
    ),
    "bias.now_trained": msg(
        "MPNet, head {head}: the bias is largest at key − query = {strongest}, {bias}. The own position "
        "gets {own}. If all scores were equal, {before} of the attention would go to earlier tokens and "
        "{after} to later ones."
    ),
    "bias.trained_causal": msg(
        "With the causal mask the buckets are those of a decoder: all go to earlier tokens, the later "
        "ones share bucket 0. MPNet itself is an encoder; its bias below stays two-way."
    ),
    "bias.hidden": msg("masked: later tokens"),
    "bias.mirror": msg("mirror test: the sentence read backwards, largest difference per word"),
    "bias.swap": msg("the first two words swapped, largest difference per word"),
    "bias.forms": msg("largest difference between the weights of the two forms"),
    "bias.mirror_same": msg("The mirror image goes unnoticed."),
    "bias.mirror_seen": msg("The mirror image is noticed."),
    "bias.scale": msg(
        "Blue lowers a score, red raises it; the colours end at ±{limit}. Empty cells are masked."
    ),
    "bias.back": msg("back"),
    "bias.ahead": msg("ahead"),
    "bias.both": msg("both sides"),
    "bias.column_head": msg("head"),
    "bias.column_looks": msg("looks"),
    "bias.column_shares": msg("before / after"),
    "bias.column_strongest": msg("largest at"),
    "bias.column_own": msg("own position"),
    "bias.column_line": msg("line explains"),
    "bias.percent": msg("{value}%"),
}

FIGURE = Figure(
    id="bias",
    title=msg("Biases: a price on distance"),
    build=figure,
    parameters=_PARAMETERS,
    words=_WORDS,
)
