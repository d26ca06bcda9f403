"""The list of figures; one line each."""

import json
from typing import Any

import plotly.graph_objects as go

from app.figures import (
    addition,
    bias,
    distance,
    explorer,
    extrapolation,
    hook,
    learned_clocks,
    listing,
    long_context,
    naive,
    patches,
    precision,
    quiz,
    real_model,
    rotary,
    shift,
    wavelengths,
    word_order,
)
from app.figures.figure import Figure
from app.i18n import Translate

FIGURES: dict[str, Figure] = {
    module.FIGURE.id: module.FIGURE
    for module in (
        hook,
        word_order,
        real_model,
        naive,
        explorer,
        addition,
        distance,
        shift,
        wavelengths,
        learned_clocks,
        rotary,
        bias,
        long_context,
        extrapolation,
        patches,
        listing,
        precision,
        quiz,
    )
}
"""In the order of the page."""


def specifications(translate: Translate) -> dict[str, dict[str, Any]]:
    """Build the specification, in plain JSON types, of every figure that Plotly draws, in one language.

    Plotly raises ValueError if its schema rejects a property.
    """
    return {figure.id: plain(figure.build(translate)) for figure in FIGURES.values() if figure.build}


def plain(figure: go.Figure) -> dict[str, Any]:
    """Turn a validated figure into plain JSON types, without plotly.py's default template."""
    specification: dict[str, Any] = json.loads(figure.to_json())
    specification["layout"].pop("template", None)
    return specification
