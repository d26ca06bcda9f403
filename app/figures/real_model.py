"""A pretrained transformer's word order: differences, and the cosine by layer and by strength."""

from typing import Annotated, Any, Literal

import plotly.graph_objects as go

from app.encodings.params import Parameter
from app.figures.figure import Figure
from app.figures.parts import assemble, axis, band, dots, heading, line
from app.i18n import Translate, msg

DIFFERENCES = (-7.0, 1.0)
"""Powers of ten: rounding leaves some 1e-6, another order some 0.5; both are seen on one axis."""
ROUNDING = 1e-5
"""Up to here the model's differences count as rounding."""
NINES = (-7.0, 0.0)
"""Powers of ten of 1 − cosine: 0.9, 0.99, 0.999 lie a step apart, the nearest to 1 on top."""

ModelPositions = Annotated[
    Literal["on", "off", "shuffled"],
    Parameter(
        label=msg("Learned positions"),
        help=msg("Each place gets its own learned row, none at all, or the row of another place."),
        choices={"on": msg("on"), "off": msg("off"), "shuffled": msg("shuffled")},
    ),
]


def figure(translate: Translate) -> go.Figure:
    """Build three pictures without data, on two logarithmic axes.

    Traces: ``rounding``, a strip; of every token, of their mean and of the places, the largest difference
    as a dot (``tokens``, ``pooled``, ``places``) at the end of a stem; the cosine at the input and after
    every layer (``layers``) and at every strength (``strengths``) with the chosen one (``strength-line``,
    ``strength-now``). The axes of cosines hold 1 − cosine.
    """
    layers, strengths = ("x2", "y2"), ("x3", "y3")
    traces = [
        band("rounding", "muted", fill_opacity=0.16),
        *(
            trace
            for name, color in (("tokens", "token"), ("pooled", "position"), ("places", "muted"))
            for trace in (line(f"{name}-stems", color, width=2), dots(name, color, size=9, cliponaxis=False))
        ),
        line("layers", "position", layers, width=2),
        dots("layer-dots", "position", layers, size=9, cliponaxis=False),
        line("strength-line", "muted", strengths, width=1.5, dash="dot"),
        line("strengths", "position", strengths, width=2),
        dots("strength-now", "position", strengths, size=11, cliponaxis=False),
    ]
    headings = [
        translate(msg("largest difference")),
        translate(msg("cosine, layer by layer")),
        translate(msg("cosine, by strength")),
    ]
    powers: dict[str, Any] = {
        "type": "log",
        "tickvals": [1e-7, ROUNDING, 1e-3, 0.1, 10],
        "ticktext": ["10⁻⁷", "10⁻⁵", "10⁻³", "10⁻¹", "10"],
    }
    return assemble(
        traces,
        margin={"l": 84, "r": 14, "t": 30, "b": 50},
        xaxis=_axis([0.0, 0.38], "y", translate(msg("difference")), showgrid=True, **powers),
        yaxis=_axis([0.0, 1.0], "x", ""),
        xaxis2=_axis([0.51, 0.74], "y2", translate(msg("after layer (0: the input)"))),
        yaxis2=_axis([0.0, 1.0], "x2", "", showgrid=True, type="log"),
        xaxis3=_axis([0.79, 1.0], "y3", translate(msg("strength"))),
        yaxis3=_axis([0.0, 1.0], "x3", "", showgrid=True, type="log", showticklabels=False),
        annotations=[heading(text, x, 1.0) for text, x in zip(headings, (0.19, 0.625, 0.895), strict=True)],
        # One below the other where there is no room.
        narrow={
            "xaxis": {"domain": [0.0, 1.0]},
            "yaxis": {"domain": [0.66, 1.0]},
            "xaxis2": {"domain": [0.0, 1.0]},
            "yaxis2": {"domain": [0.33, 0.54]},
            "xaxis3": {"domain": [0.0, 1.0]},
            "yaxis3": {"domain": [0.0, 0.21], "showticklabels": True},
            "annotations": [
                heading(text, 0.5, y) for text, y in zip(headings, (1.0, 0.54, 0.21), strict=True)
            ],
        },
    )


def _axis(domain: list[float], anchor: str, title: str, **more: Any) -> dict[str, Any]:
    return axis(domain, anchor, title, standoff=8, tickmode="array", ticks="", ticklen=None, **more)


FIGURE = Figure(
    id="real-model",
    title=msg("The same switch on a pretrained transformer"),
    build=figure,
    parameters={"model_positions": (ModelPositions, "on")},
    words={
        "real-model.own": msg("a sentence of your own"),
        "real-model.computed": msg("Computed on this server by {model}."),
        "real-model.committed": msg(
            "The model is not installed on this server. What you see are kept results of {model}, for ten "
            "pairs of sentences at five strengths."
        ),
        "real-model.none": msg(
            "There is no kept result for this sentence in this order. Choose one of the ten pairs."
        ),
        "real-model.bag": msg(
            "Without positions, every token keeps its vector up to rounding. To this model, too, both "
            "sentences are one and the same bag of words."
        ),
        "real-model.zero": msg(
            "At strength 0 the positions are gone: every token keeps its vector up to rounding, and both "
            "sentences are one bag of words."
        ),
        "real-model.differ": msg(
            "The cosine of the two sentences is {cosine}. The model is sensitive to order; whether it "
            "understands who does what, this does not show."
        ),
        "real-model.shuffled": msg(
            "Every place has the row of another place. Places still differ, so the model stays sensitive to "
            "order (cosine {cosine}), but it reads an order that is not there."
        ),
        "real-model.nearest": msg("Shown is strength {strength}, the nearest that has been computed."),
        "real-model.row": msg("row {row}"),
        "real-model.pooled": msg("pooled"),
        "real-model.places": msg("place by place"),
        "real-model.difference": msg("{name}: largest difference {value}"),
        "real-model.at_input": msg("Before the first layer, the cosine is {cosine}."),
        "real-model.after_layer": msg("After layer {layer}, the cosine is {cosine}."),
        "real-model.at_strength": msg("At strength {strength}, the cosine is {cosine}."),
    },
)
