"""Small models read beyond their trained length: perplexity against position, one curve an encoding."""

from typing import Annotated, Any, Literal

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import Parameter
from app.figures.figure import Figure
from app.i18n import Translate, msg

_READ_LEN, _BIN = 1024, 16
"""As in the results; a test compares the slider's end with them."""

_STYLES = {
    "none": ("muted", "dot", 2.5),
    "sinusoidal": ("sine", "solid", 2),
    "learned": ("token", "solid", 3.5),
    "t5": ("query", "dashdot", 2),
    "alibi": ("cosine", "dash", 2.5),
    "rope": ("ink", "solid", 2.5),
    "x2": ("key", "dot", 2.5),
    "x4": ("position", "dash", 2),
    "x8": ("token", "dashdot", 2),
}
"""Ink, dash and width of every curve: told apart without colours, too."""


def figure(translate: Translate) -> go.Figure:
    """Build the curves without data.

    Traces, for every encoding and for the stretches ``x2``, ``x4`` and ``x8`` of RoPE: ``{id}`` the mean over
    the seeds, ``{id}-band`` from the lowest to the highest, ``{id}-name`` at the curve's end, ``{id}-dot`` at
    the chosen position. ``trained`` and ``guess`` are the two marks, with ``trained-name`` and ``guess-name``;
    ``here`` is the chosen position.

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
            _line("here", "position", "solid", 1.5),
            _line("trained", "ink", "dash", 1.5),
            _line("guess", "line", "dot", 1.5),
            *(_band(name, ink) for name, (ink, _, _) in _STYLES.items()),
            *(_line(name, *style) for name, style in _STYLES.items()),
            *(_dot(name, ink) for name, (ink, _, _) in _STYLES.items()),
            *(_words(f"{name}-name", ink, "middle right") for name, (ink, _, _) in _STYLES.items()),
            _words("trained-name", "ink", "middle left"),
            _words("guess-name", "muted", "top right"),
        ]
    )
    built.update_layout(
        showlegend=False,
        dragmode=False,
        hovermode="closest",
        margin={"l": 56, "r": 104, "t": 12, "b": 48, "autoexpand": False},
        xaxis=_axis("y", translate(msg("position in the text"))),
        yaxis=_axis("x", translate(msg("perplexity"))),
        meta={"narrow": {"margin": {"l": 50, "r": 92, "t": 12, "b": 48, "autoexpand": False}}},
    )
    return built


def _line(name: str, ink: str, dash: str, width: float) -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink},
        mode="lines",
        xaxis="x",
        yaxis="y",
        line={"width": width, "dash": dash},
        hoverinfo="skip",
    )


def _band(name: str, ink: str) -> go.Scatter:
    return go.Scatter(
        meta={"id": f"{name}-band", "ink": ink, "wash": 0.14},
        mode="lines",
        xaxis="x",
        yaxis="y",
        fill="toself",
        line={"width": 0},
        hoverinfo="skip",
    )


def _dot(name: str, ink: str) -> go.Scatter:
    return go.Scatter(
        meta={"id": f"{name}-dot", "ink": ink},
        mode="markers",
        xaxis="x",
        yaxis="y",
        marker={"size": 9},
        hoverinfo="skip",
    )


def _words(name: str, ink: str, where: str) -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink},
        mode="text",
        xaxis="x",
        yaxis="y",
        textposition=where,
        textfont={"size": 13},
        cliponaxis=False,
        hoverinfo="skip",
    )


def _axis(anchor: str, title: str) -> dict[str, Any]:
    return {
        "type": "log",
        "domain": [0.0, 1.0],
        "anchor": anchor,
        "title": {"text": title, "standoff": 6},
        "showgrid": True,
        "zeroline": False,
        "fixedrange": True,
        "autorange": False,
        "automargin": False,
        "ticks": "outside",
        "ticklen": 4,
    }


FIGURE = Figure(
    id="extrapolation",
    title=msg("Measured: small models read on"),
    build=figure,
    parameters={
        "curves": (
            Annotated[
                Literal["plain", "linear", "ntk", "yarn"],
                Parameter(
                    label=msg("Curves"),
                    help=msg(
                        "All encodings as they were trained, or RoPE stretched for reading by one rule."
                    ),
                    choices={
                        "plain": msg("all encodings"),
                        "linear": msg("RoPE, linear"),
                        "ntk": msg("RoPE, NTK-aware"),
                        "yarn": msg("RoPE, YaRN"),
                    },
                ),
            ],
            "plain",
        ),
        "read_pos": (
            Annotated[
                int,
                Field(ge=0, lt=_READ_LEN),
                Parameter(
                    label=msg("Place in the text"),
                    help=msg("Where the sentence below reads the curves."),
                    stops=tuple(range(0, _READ_LEN, _BIN)),
                ),
            ],
            256,
        ),
    },
    words={
        "extrapolation.none": msg("no positions"),
        "extrapolation.sinusoidal": msg("sinusoidal"),
        "extrapolation.learned": msg("learned"),
        "extrapolation.rope": msg("RoPE"),
        "extrapolation.alibi": msg("ALiBi"),
        "extrapolation.t5": msg("T5 biases"),
        "extrapolation.stretched": msg("RoPE × {factor}"),
        "extrapolation.ends": msg("learned: ends"),
        "extrapolation.trained": msg("trained length"),
        "extrapolation.guess": msg("blind guess"),
        "extrapolation.one": msg("{name}: {value}"),
        "extrapolation.missing": msg("{name}: no row"),
        "extrapolation.inside": msg(
            "Positions {from} to {to}, within the trained length. Perplexity, best first: {all}."
        ),
        "extrapolation.beyond": msg(
            "Positions {from} to {to}, beyond the trained length. Perplexity, best first: {all}."
        ),
        "extrapolation.point": msg(
            "{name}, positions {from} to {to}: perplexity {mean}; "
            "the models lie between {lowest} and {highest}."
        ),
        "extrapolation.encoding": msg("encoding"),
        "extrapolation.at_trained": msg("trained length: {length}"),
        "extrapolation.at_times": msg("{times}×: {length}"),
        "extrapolation.range": msg("{lowest} to {highest}"),
        "extrapolation.no_row": msg("no row"),
        "extrapolation.layers_1": msg("one layer"),
        "extrapolation.layers_2": msg("two layers"),
        "extrapolation.unmasked": msg("no mask"),
        "extrapolation.masked": msg("causal mask"),
        "extrapolation.share": msg("{share} %"),
        "extrapolation.chance": msg("as if guessing"),
        "extrapolation.always": msg("always right"),
        "extrapolation.partly": msg("{lowest} to {highest} %"),
    },
)
