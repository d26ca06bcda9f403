"""The word-order demo: attention weights of a sentence and of the same words in another order."""

from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go

from app.figures.figure import Figure
from app.i18n import msg


def figure(translate: Callable[[str], str]) -> go.Figure:
    """Build the two attention matrices (query, key) side by side, without data.

    Axes are numeric with the words as tick texts: repeated words keep rows of their own.
    """
    built = go.Figure(
        data=[
            go.Heatmap(
                meta={"id": name, "numbers_up_to": 6},
                coloraxis="coloraxis",
                xaxis=xaxis,
                yaxis=yaxis,
                hoverinfo="none",
                hoverongaps=False,
            )
            for name, xaxis, yaxis in (("attention", "x", "y"), ("permuted", "x2", "y2"))
        ]
    )
    first, second = translate(msg("sentence 1")), translate(msg("sentence 2"))
    query, key = translate(msg("query: who looks")), translate(msg("key: who is looked at"))
    built.update_layout(
        showlegend=False,
        dragmode=False,
        hovermode="closest",
        margin={"l": 74, "r": 12, "t": 26, "b": 70, "autoexpand": False},
        coloraxis={"cmin": 0, "cmax": 1, "showscale": False},
        xaxis=_words([0.0, 0.44], "y", key),
        yaxis=_words([0.0, 1.0], "x", query),
        xaxis2=_words([0.56, 1.0], "y2", key),
        yaxis2=_words([0.0, 1.0], "x2", None),
        annotations=[
            _heading(first, 0.22, 1.0),
            _heading(second, 0.78, 1.0),
        ],
        # Side by side where there is room, one above the other where there is not.
        meta={
            "narrow": {
                "xaxis": {"domain": [0.0, 1.0], "title": None},
                "yaxis": {"domain": [0.56, 1.0]},
                "xaxis2": {"domain": [0.0, 1.0]},
                "yaxis2": {"domain": [0.0, 0.44]},
                "annotations": [_heading(first, 0.5, 1.0), _heading(second, 0.5, 0.44)],
            }
        },
    )
    return built


def _words(domain: list[float], anchor: str, title: str | None) -> dict[str, Any]:
    axis: dict[str, Any] = {
        "domain": domain,
        "anchor": anchor,
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "autorange": False,
        "automargin": False,
        "tickmode": "array",
        "ticks": "",
    }
    if title:
        axis["title"] = {"text": title, "standoff": 8}
    return axis


def _heading(text: str, x: float, y: float) -> dict[str, Any]:
    return {
        "text": text,
        "x": x,
        "y": y,
        "xref": "paper",
        "yref": "paper",
        "xanchor": "center",
        "yanchor": "bottom",
        "showarrow": False,
    }


FIGURE = Figure(id="word-order", title=msg("Attention sees a bag of words"), build=figure)
