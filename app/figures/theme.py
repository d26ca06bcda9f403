"""Colours of the figures in the light and the dark theme.

The names are the page's: `static/css/tokens.css` defines the same colours as custom properties, and a test
holds the two together. A name stands for a meaning, never for a hue.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import plotly.graph_objects as go

COLOUR_MAPS = Path(__file__).resolve().parent.parent / "data" / "colour_maps"
FONT = "'IBM Plex Sans Variable', 'IBM Plex Sans', system-ui, sans-serif"


@dataclass(frozen=True)
class Theme:
    """One theme: colours by meaning, and the two colour scales.

    `diverging` is for signed values, symmetric about 0; `sequential` for weights from 0 to 1. Both are
    lists of ``[fraction, "#rrggbb"]``.
    """

    name: str
    colors: dict[str, str]
    diverging: list[list[Any]]
    sequential: list[list[Any]]


def _crameri(name: str, *, reverse: bool = False) -> list[list[Any]]:
    stops: list[str] = json.loads((COLOUR_MAPS / f"{name}.json").read_text(encoding="utf-8"))["stops"]
    if reverse:
        stops = stops[::-1]
    return [[round(k / (len(stops) - 1), 6), colour] for k, colour in enumerate(stops)]


LIGHT = Theme(
    name="light",
    colors={
        "ink": "#1d2026",
        "muted": "#5d636e",
        "hair": "#dedcd6",
        "line": "#8b8f98",
        "surface": "#ffffff",
        "sine": "#7a2fb5",
        "cosine": "#00766e",
        "position": "#b1470b",
        "token": "#1c5fa6",
        "query": "#a8206a",
        "key": "#596700",
    },
    diverging=_crameri("vik"),
    sequential=[[0.0, "#ffffff"], [0.25, "#c9dcef"], [0.5, "#84b0dc"], [0.75, "#3f7fc0"], [1.0, "#0b3f7a"]],
)

# managua runs from warm to cool; reversed, so that blue is negative and warm is positive as in vik.
DARK = Theme(
    name="dark",
    colors={
        "ink": "#eceae4",
        "muted": "#a6abb6",
        "hair": "#3a3f49",
        "line": "#7d838f",
        "surface": "#1c1f26",
        "sine": "#cfa2f5",
        "cosine": "#5fd3c6",
        "position": "#ffab6b",
        "token": "#86bdf7",
        "query": "#f792c8",
        "key": "#c3d257",
    },
    diverging=_crameri("managua", reverse=True),
    sequential=[[0.0, "#1c1f26"], [0.25, "#23405f"], [0.5, "#2f6aa5"], [0.75, "#5aa0e6"], [1.0, "#cfe6ff"]],
)

THEMES: tuple[Theme, ...] = (LIGHT, DARK)


def template(theme: Theme) -> go.layout.Template:
    """Build the Plotly template of a theme: transparent paper, quiet axes, one typeface for numbers."""
    axis = {
        "gridcolor": theme.colors["hair"],
        "linecolor": theme.colors["hair"],
        "tickcolor": theme.colors["hair"],
        "zerolinecolor": theme.colors["hair"],
        "tickfont": {"color": theme.colors["muted"], "size": 12},
        "title": {"font": {"color": theme.colors["ink"], "size": 13}},
    }
    return go.layout.Template(
        layout={
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "font": {"family": FONT, "color": theme.colors["ink"], "size": 13},
            "xaxis": axis,
            "yaxis": axis,
        }
    )


def templates() -> dict[str, Any]:
    """Give every theme to the browser: template, colours and colour scales as plain JSON types."""
    return {
        theme.name: {
            "template": template(theme).to_plotly_json(),
            "colors": theme.colors,
            "diverging": theme.diverging,
            "sequential": theme.sequential,
        }
        for theme in THEMES
    }
