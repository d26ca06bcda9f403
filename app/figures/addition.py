"""Word plus position: two tokens as strips, the four terms of their score, and what angles there are."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import EmbeddingScale, Parameter
from app.figures.figure import Figure
from app.i18n import msg
from app.maths.word_vectors import SAMPLE_WORDS

FARTHEST_SHOWN = 63


def _place(label: str, text: str) -> Any:
    """Return the type of one token's position."""
    return Annotated[
        int,
        Field(ge=0, le=FARTHEST_SHOWN),
        Parameter(label=label, help=text, stops=tuple(range(FARTHEST_SHOWN + 1))),
    ]


Words = Annotated[
    Literal["two", "same"],
    Field(description="The first and the last word of the sentence, or the first word twice."),
    Parameter(
        label=msg("Tokens"),
        help=msg("The first and the last word of the sentence above, or its first word twice."),
        choices={"two": msg("two words"), "same": msg("one word twice")},
    ),
]


def figure(translate: Callable[[str], str]) -> go.Figure:
    """Build the strips of two tokens, the four terms of their score and the angles, without data.

    Traces: ``first`` and ``second``, three rows each (word, position, input); the terms of the score as
    thick lines, each beginning where the last one ended (``term-words``, ``term-mixed``,
    ``term-positions``), ``score`` from 0, ``joins`` between them and ``values`` beside them;
    ``right-angle``, ``angles`` of every word with every position, ``own-angles`` of the two tokens.

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
            _strip("first", "x", "y"),
            _strip("second", "x2", "y2"),
            _line("zero", "line", "x3", "y3", width=1),
            _line("joins", "line", "x3", "y3", width=1, dash="dot"),
            _line("term-words", "token", "x3", "y3", width=17),
            _line("term-mixed", "line", "x3", "y3", width=17),
            _line("term-positions", "position", "x3", "y3", width=17),
            _line("score", "ink", "x3", "y3", width=17),
            go.Scatter(
                meta={"id": "values", "ink": "ink"},
                mode="text",
                textposition="middle right",
                textfont={"size": 13},
                cliponaxis=False,
                xaxis="x3",
                yaxis="y3",
                hoverinfo="skip",
            ),
            _line("right-angle", "line", "x4", "y4", width=1.5, dash="dash"),
            _dots("angles", "muted", size=4, rim=0),
            _dots("own-angles", "position", size=10, rim=1.5),
        ]
    )
    terms, angle = translate(msg("the score, term by term")), translate(msg("angle word – position"))
    built.update_layout(
        showlegend=False,
        dragmode=False,
        hovermode="closest",
        margin={"l": 118, "r": 22, "t": 10, "b": 46, "autoexpand": False},
        coloraxis={"cmin": -2, "cmax": 2, "showscale": False},
        xaxis=_axis([0.0, 1.0], "y", labels=False),
        yaxis=_axis([0.80, 1.0], "x"),
        xaxis2=_axis([0.0, 1.0], "y2", title=translate(msg("dimension j"))),
        yaxis2=_axis([0.56, 0.76], "x2"),
        xaxis3=_axis([0.0, 0.62], "y3", title=terms, grid=True),
        yaxis3=_axis([0.0, 0.41], "x3"),
        xaxis4=_axis([0.72, 1.0], "y4", title=angle, grid=True),
        yaxis4=_axis([0.0, 0.41], "x4", labels=False),
        meta={
            "narrow": {
                "yaxis": {"domain": [0.87, 1.0]},
                "yaxis2": {"domain": [0.71, 0.84]},
                "xaxis3": {"domain": [0.0, 1.0], "title": {"text": ""}},
                "yaxis3": {"domain": [0.31, 0.6]},
                "xaxis4": {"domain": [0.0, 1.0]},
                "yaxis4": {"domain": [0.0, 0.2]},
            }
        },
    )
    return built


def _strip(name: str, xaxis: str, yaxis: str) -> go.Heatmap:
    return go.Heatmap(
        meta={"id": name}, coloraxis="coloraxis", xaxis=xaxis, yaxis=yaxis, hoverinfo="none", ygap=3
    )


def _line(name: str, ink: str, xaxis: str, yaxis: str, *, width: float, dash: str = "solid") -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink},
        mode="lines",
        xaxis=xaxis,
        yaxis=yaxis,
        line={"width": width, "dash": dash},
        hoverinfo="skip",
    )


def _dots(name: str, ink: str, *, size: int, rim: float) -> go.Scatter:
    return go.Scatter(
        meta={"id": name, "ink": ink, "rim": rim},
        mode="markers",
        xaxis="x4",
        yaxis="y4",
        marker={"size": size},
        hoverinfo="skip",
    )


def _axis(
    domain: list[float], anchor: str, *, title: str = "", grid: bool = False, labels: bool = True
) -> dict[str, Any]:
    axis: dict[str, Any] = {
        "domain": domain,
        "anchor": anchor,
        "showgrid": grid,
        "zeroline": False,
        "fixedrange": True,
        "autorange": False,
        "automargin": False,
        "ticks": "outside" if grid else "",
        "ticklen": 4,
        "showticklabels": labels,
    }
    if title:
        axis["title"] = {"text": title, "standoff": 6}
    return axis


FIGURE = Figure(
    id="sum",
    title=msg("Word plus position"),
    build=figure,
    parameters={
        "sum_words": (Words, "two"),
        "sum_first": (
            _place(msg("Position of the first"), msg("Where the first token stands: it is the query.")),
            3,
        ),
        "sum_second": (
            _place(msg("Position of the second"), msg("Where the second token stands: it is the key.")),
            5,
        ),
        "embedding_scale": (EmbeddingScale, "sqrt_d"),
    },
    words={
        # No reader sees them, and both languages show the same numbers: so they are not translated.
        "sum.sample": SAMPLE_WORDS,
        "sum.row": msg("position {pos}"),
        "sum.input": msg("input"),
        "sum.word_word": msg("word · word"),
        "sum.word_position": msg("word · position"),
        "sum.position_word": msg("position · word"),
        "sum.position_position": msg("position · position"),
        "sum.score": msg("score"),
        "sum.now": msg(
            "{terms} = {score}. The product of the two inputs is {direct}: the terms leave nothing out."
        ),
        "sum.off": msg(
            "Strength 0: three terms are 0, only word · word is left, {score}. It is the same at "
            "any two positions. Order is gone, and the sentence is a bag of words again."
        ),
        "sum.twins": msg("One word, two positions: the inputs differ by a vector of norm {difference}."),
        "sum.equal": msg("One word, no positions: the two inputs are one and the same."),
        "sum.scaled": msg(
            "√{width} = {root}: the factor lifts the words to norm {word}; a position has {position}."
        ),
        "sum.unscaled": msg(
            "Without the factor √{width} = {root} a word has norm {word}, a position {position}: "
            "the position is the louder one."
        ),
        "sum.read": msg("{right} of {of}"),
        "sum.apart": msg("{width} numbers, score {score}"),
        "sum.degrees": msg("{angle}°"),
        "sum.no_angle": msg("–"),
        "sum.cell": msg("{name}, column {dim}: {value}"),
        "sum.term": msg("{name}: {value}"),
        "sum.angle": msg("Each dot is one of {of} angles between {count} words and {count} positions."),
    },
)
