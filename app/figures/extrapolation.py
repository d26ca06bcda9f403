"""Small models read beyond their trained length: perplexity against position, one curve an encoding."""

from typing import Annotated, Literal

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import Parameter
from app.figures.figure import Figure
from app.figures.parts import assemble, axis, band, dots, line, text
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
    the chosen position. ``trained`` and ``guess`` are the two marks, with ``trained-name`` and
    ``guess-name``; ``here`` is the chosen position.
    """
    colors = {name: color for name, (color, _, _) in _STYLES.items()}
    traces = [
        line("here", "position", width=1.5),
        line("trained", "ink", width=1.5, dash="dash"),
        line("guess", "line", width=1.5, dash="dot"),
        *(band(f"{name}-band", color, fill_opacity=0.14) for name, color in colors.items()),
        *(line(name, color, width=width, dash=dash) for name, (color, dash, width) in _STYLES.items()),
        *(dots(f"{name}-dot", color, size=9) for name, color in colors.items()),
        *(
            text(f"{name}-name", color, where="middle right", cliponaxis=False)
            for name, color in colors.items()
        ),
        text("trained-name", "ink", where="middle left", cliponaxis=False),
        text("guess-name", "muted", where="top right", cliponaxis=False),
    ]
    return assemble(
        traces,
        margin={"l": 56, "r": 104, "t": 12, "b": 48},
        xaxis=axis([0.0, 1.0], "y", translate(msg("position in the text")), type="log", showgrid=True),
        yaxis=axis([0.0, 1.0], "x", translate(msg("perplexity")), type="log", showgrid=True),
        narrow={"margin": {"l": 50, "r": 104, "t": 12, "b": 48, "autoexpand": False}},
    )


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
        "extrapolation.layers_one": msg("one layer"),
        "extrapolation.layers_two": msg("two layers"),
        "extrapolation.unmasked": msg("no mask"),
        "extrapolation.masked": msg("causal mask"),
        "extrapolation.share": msg("{share} %"),
        "extrapolation.chance": msg("as if guessing"),
        "extrapolation.always": msg("always right"),
        "extrapolation.partly": msg("{lowest} to {highest} %"),
    },
)
