"""A pretrained transformer's word order: differences, and the cosine by layer and by strength."""

from typing import Annotated, Any, Literal

import plotly.graph_objects as go

from app.encodings.params import Parameter
from app.figures.figure import Figure
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

    Parameters
    ----------
    translate : callable
        Maps a source string to the reader's language.

    Returns
    -------
    plotly.graph_objects.Figure

    """
    strip = go.Scatter(
        meta={"id": "rounding", "ink": "muted", "wash": 0.16},
        mode="lines",
        fill="toself",
        line={"width": 0},
        xaxis="x",
        yaxis="y",
        hoverinfo="skip",
    )
    built = go.Figure(
        data=[
            strip,
            *(
                trace
                for name, ink in (("tokens", "token"), ("pooled", "position"), ("places", "muted"))
                for trace in (_line(f"{name}-stems", ink, "x", "y", 2), _dots(name, ink, "x", "y"))
            ),
            _line("layers", "position", "x2", "y2", 2),
            _dots("layer-dots", "position", "x2", "y2"),
            _line("strength-line", "muted", "x3", "y3", 1.5, dash="dot"),
            _line("strengths", "position", "x3", "y3", 2),
            _dots("strength-now", "position", "x3", "y3", size=11),
        ]
    )
    headings = [
        translate(msg("largest difference")),
        translate(msg("cosine, layer by layer")),
        translate(msg("cosine, by strength")),
    ]
    built.update_layout(
        showlegend=False,
        dragmode=False,
        hovermode="closest",
        margin={"l": 84, "r": 14, "t": 30, "b": 50, "autoexpand": False},
        xaxis=_axis([0.0, 0.38], "y", translate(msg("difference"))) | _powers(),
        yaxis=_axis([0.0, 1.0], "x", "") | {"showgrid": False},
        xaxis2=_axis([0.51, 0.74], "y2", translate(msg("after layer (0: the input)"))) | {"showgrid": False},
        yaxis2=_axis([0.0, 1.0], "x2", "") | {"type": "log"},
        xaxis3=_axis([0.79, 1.0], "y3", translate(msg("strength"))) | {"showgrid": False},
        yaxis3=_axis([0.0, 1.0], "x3", "") | {"type": "log", "showticklabels": False},
        annotations=[_heading(text, x, 1.0) for text, x in zip(headings, (0.19, 0.625, 0.895), strict=True)],
        # One below the other where there is no room.
        meta={
            "narrow": {
                "xaxis": {"domain": [0.0, 1.0]},
                "yaxis": {"domain": [0.66, 1.0]},
                "xaxis2": {"domain": [0.0, 1.0]},
                "yaxis2": {"domain": [0.33, 0.54]},
                "xaxis3": {"domain": [0.0, 1.0]},
                "yaxis3": {"domain": [0.0, 0.21], "showticklabels": True},
                "annotations": [
                    _heading(text, 0.5, y) for text, y in zip(headings, (1.0, 0.54, 0.21), strict=True)
                ],
            }
        },
    )
    return built


def _axis(domain: list[float], anchor: str, title: str) -> dict[str, Any]:
    return {
        "domain": domain,
        "anchor": anchor,
        "title": {"text": title, "standoff": 8},
        "showgrid": True,
        "zeroline": False,
        "fixedrange": True,
        "autorange": False,
        "automargin": False,
        "tickmode": "array",
        "ticks": "",
    }


def _powers() -> dict[str, Any]:
    return {
        "type": "log",
        "tickvals": [1e-7, ROUNDING, 1e-3, 0.1, 10],
        "ticktext": ["10⁻⁷", "10⁻⁵", "10⁻³", "10⁻¹", "10"],
    }


def _line(name: str, ink: str, xaxis: str, yaxis: str, width: float, dash: str | None = None) -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink},
        mode="lines",
        xaxis=xaxis,
        yaxis=yaxis,
        line={"width": width} | ({"dash": dash} if dash else {}),
        hoverinfo="skip",
    )


def _dots(name: str, ink: str, xaxis: str, yaxis: str, size: float = 9) -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink},
        mode="markers",
        xaxis=xaxis,
        yaxis=yaxis,
        marker={"size": size},
        hoverinfo="skip",
        cliponaxis=False,
    )


def _heading(text: str, x: float, y: float) -> dict[str, Any]:
    return {
        "text": text,
        "x": x,
        "y": y,
        "xref": "paper",
        "yref": "paper",
        "xanchor": "center",
        "yanchor": "bottom",
        "yshift": 4,
        "showarrow": False,
    }


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
