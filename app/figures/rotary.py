"""RoPE: query and key as arrows in the plane of each pair, turned by their positions."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import Parameter
from app.figures.figure import Figure
from app.figures.parts import assemble, axis, bars, line, text
from app.i18n import msg

LAST_POSITION = 127
MOST_PADDING = 32


def figure(translate: Callable[[str], str]) -> go.Figure:
    """Build the specification without data.

    One pair of axes holds the planes of all pairs beside each other: the script chooses ranges of equal scale
    that keep circles round. The other holds what each pair gives to the score, and the sum.
    """
    score = ("x2", "y2")
    traces = [
        line("cross", "hair", width=1),
        line("q-circle", "query", width=1, opacity=0.45),
        line("k-circle", "key", width=1, opacity=0.45),
        line("q-raw", "query", width=1.5, dash="dot", opacity=0.75),
        line("k-raw", "key", width=1.5, dash="dot", opacity=0.75),
        line("q", "query", width=3),
        line("k", "key", width=3),
        text("pair-names", "ink", where="middle center"),
        text("q-turns", "query", where="middle center", size=12),
        text("k-turns", "key", where="middle center", size=12),
        bars("terms", "ink", score, width=0.5, orientation="h"),
        bars("total", "position", score, width=0.5, orientation="h"),
        text("values", "ink", score, where="middle center"),
    ]
    share = translate(msg("share of the score"))
    return assemble(
        traces,
        margin={"l": 8, "r": 14, "t": 8, "b": 46},
        xaxis=_plane([0.0, 0.62], "y"),
        yaxis=_plane([0.0, 1.0], "x"),
        xaxis2=axis([0.73, 1.0], "y2", share, ticks="", ticklen=None, showgrid=True, zeroline=True),
        yaxis2=axis([0.04, 1.0], "x2", "", ticks="", ticklen=None, tickmode="array"),
        narrow={
            "xaxis": {"domain": [0.0, 1.0]},
            "yaxis": {"domain": [0.36, 1.0]},
            "xaxis2": {"domain": [0.2, 1.0]},
            "yaxis2": {"domain": [0.0, 0.3]},
        },
    )


def _plane(domain: list[float], anchor: str) -> dict[str, Any]:
    return {
        "domain": domain,
        "anchor": anchor,
        "visible": False,
        "fixedrange": True,
        "autorange": False,
    }


_PARAMETERS: dict[str, tuple[Any, Any]] = {
    "q_pos": (
        Annotated[
            int,
            Field(ge=0, le=LAST_POSITION),
            Parameter(
                label=msg("Position of the query"),
                help=msg("Where the token stands that looks, counted from 0."),
            ),
        ],
        5,
    ),
    "k_pos": (
        Annotated[
            int,
            Field(ge=0, le=LAST_POSITION),
            Parameter(
                label=msg("Position of the key"),
                help=msg("Where the token stands that is looked at, counted from 0."),
            ),
        ],
        2,
    ),
    "rotary_lock": (
        Annotated[
            Literal["kept", "free"],
            Parameter(
                label=msg("Distance"),
                help=msg(
                    "Kept: one position takes the other along, in the same direction by the same amount."
                ),
                choices={"kept": msg("kept"), "free": msg("free")},
            ),
        ],
        "kept",
    ),
    "padding": (
        Annotated[
            int,
            Field(ge=0, le=MOST_PADDING),
            Parameter(
                label=msg("Padding on the left"),
                help=msg("So many filler tokens stand before the text: every real token moves by as much."),
                unit=msg("tokens"),
            ),
        ],
        0,
    ),
    "rotary_pct": (
        Annotated[
            float,
            Field(gt=0, le=1, allow_inf_nan=False),
            Parameter(
                label=msg("Rotated share"),
                help=msg(
                    "Only this share of the columns is rotated; the frequencies follow from the rotated "
                    "width."
                ),
                stops=(0.25, 0.5, 0.75, 1.0),
            ),
        ],
        1.0,
    ),
    "rotary_width": (
        Annotated[
            Literal["4", "8"],
            Parameter(
                label=msg("Columns of the head"), help=msg("How many numbers query and key have here.")
            ),
        ],
        "4",
    ),
}

_WORDS = {
    "rotary.pair": msg("pair {pair}: columns {first}, {second}"),
    "rotary.pair_short": msg("pair {pair}"),
    "rotary.turn": msg("{vector} ↺ {angle} rad"),
    "rotary.rest": msg("not rotated"),
    "rotary.total": msg("score"),
    "rotary.rope": msg("RoPE: query and key rotated"),
    "rotary.added": msg("sine and cosine added once to both"),
    "rotary.none": msg("no positions"),
    "rotary.at": msg("query at {query}, key at {key}"),
    "rotary.here": msg("without padding"),
    "rotary.padded": msg("{padding} tokens of padding"),
    "rotary.swapped": msg("swapped"),
    "rotary.vector": msg("vector"),
    "rotary.column": msg("column {column}"),
    "rotary.q": msg("query, as it comes"),
    "rotary.q_turned": msg("query at position {pos}"),
    "rotary.k": msg("key, as it comes"),
    "rotary.k_turned": msg("key at position {pos}"),
    "rotary.v": msg("value at position {pos}: not rotated"),
    "rotary.now": msg(
        "The query stands at position {query}, the key at position {key}; key − query is {offset}. The "
        "score is {score}. With the two positions swapped it would be {swapped}."
    ),
    "rotary.now_padded": msg(
        "Padding has moved both by {padding}, to {query} and {key}. The score is still {score}. With the "
        "sines and cosines added instead, it has gone from {before} to {after}."
    ),
    "rotary.pairs": msg(
        "Only whole pairs can be rotated: with {width} columns the share {wanted} becomes {share}."
    ),
    "rotary.partial": msg(
        "Rotated: {rotated} of {width} columns. The others pass as they are, and their share of the score "
        "knows nothing of positions."
    ),
    "rotary.hover": msg(
        "Pair {pair}, columns {first} and {second}: {angle} radians per position. The query is turned by "
        "{query}, the key by {key}, counter-clockwise. Its share of the score: {term}."
    ),
}

FIGURE = Figure(
    id="rotary",
    title=msg("RoPE: turn query and key"),
    build=figure,
    parameters=_PARAMETERS,
    words=_WORDS,
)
