"""The word-order demo: attention weights of a sentence and of the same words in another order."""

from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go

from app.figures.figure import Figure
from app.figures.parts import assemble, axis, cells, heading
from app.i18n import msg


def figure(translate: Callable[[str], str]) -> go.Figure:
    """Build the two attention matrices (query, key) side by side, without data.

    Axes are numeric with the words as tick texts: repeated words keep rows of their own.
    """
    traces = [
        cells("attention", numbers_up_to=6),
        cells("permuted", ("x2", "y2"), numbers_up_to=6),
    ]
    first, second = translate(msg("sentence 1")), translate(msg("sentence 2"))
    query, key = translate(msg("query: who looks")), translate(msg("key: who is looked at"))
    words: dict[str, Any] = {"standoff": 8, "tickmode": "array", "ticks": "", "ticklen": None}
    return assemble(
        traces,
        margin={"l": 74, "r": 12, "t": 26, "b": 70},
        coloraxis={"cmin": 0, "cmax": 1, "showscale": False},
        xaxis=axis([0.0, 0.44], "y", key, **words),
        yaxis=axis([0.0, 1.0], "x", query, **words),
        xaxis2=axis([0.56, 1.0], "y2", key, **words),
        yaxis2=axis([0.0, 1.0], "x2", **words),
        annotations=[heading(first, 0.22, 1.0, yshift=0), heading(second, 0.78, 1.0, yshift=0)],
        # Side by side where there is room, one above the other where there is not.
        narrow={
            "xaxis": {"domain": [0.0, 1.0], "title": None},
            "yaxis": {"domain": [0.56, 1.0]},
            "xaxis2": {"domain": [0.0, 1.0]},
            "yaxis2": {"domain": [0.0, 0.44]},
            "annotations": [heading(first, 0.5, 1.0, yshift=0), heading(second, 0.5, 0.44, yshift=0)],
        },
    )


FIGURE = Figure(id="word-order", title=msg("Attention sees a bag of words"), build=figure)
