"""The list of figures; one line each."""

import json
from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go

from app.figures import explorer, word_order

FIGURES: dict[str, Callable[[Callable[[str], str]], go.Figure]] = {
    "explorer": explorer.figure,
    "word-order": word_order.figure,
}


def specifications(translate: Callable[[str], str]) -> dict[str, dict[str, Any]]:
    """Build the specification of every figure with titles in one language.

    Parameters
    ----------
    translate : callable
        Maps a source string to the reader's language.

    Returns
    -------
    dict
        Figure id to ``{"data": [...], "layout": {...}}``, plain JSON types only.

    Raises
    ------
    ValueError
        If Plotly's schema rejects a property (raised by ``plotly.graph_objects``).
    """
    return {name: plain(build(translate)) for name, build in FIGURES.items()}


def plain(figure: go.Figure) -> dict[str, Any]:
    """Turn a validated figure into plain JSON types, without plotly.py's default template."""
    specification: dict[str, Any] = json.loads(figure.to_json())
    specification["layout"].pop("template", None)
    return specification
