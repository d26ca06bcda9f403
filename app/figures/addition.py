"""Word plus position: two tokens as strips, the four terms of their score, and what angles there are."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import plotly.graph_objects as go
from pydantic import Field

from app.encodings.params import EmbeddingScale, Parameter
from app.figures.figure import Figure
from app.figures.parts import assemble, axis, cells, dots, line, text
from app.i18n import msg
from app.maths.word_vectors import SAMPLE_WORDS

FARTHEST_SHOWN = 63


def _place(label: str, help_: str) -> Any:
    """Return the type of one token's position."""
    return Annotated[
        int,
        Field(ge=0, le=FARTHEST_SHOWN),
        Parameter(label=label, help=help_, stops=tuple(range(FARTHEST_SHOWN + 1))),
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
    """
    score, angles = ("x3", "y3"), ("x4", "y4")
    traces = [
        cells("first", gaps=False, ygap=3),
        cells("second", ("x2", "y2"), gaps=False, ygap=3),
        line("zero", "line", score, width=1),
        line("joins", "line", score, width=1, dash="dot"),
        line("term-words", "token", score, width=17),
        line("term-mixed", "line", score, width=17),
        line("term-positions", "position", score, width=17),
        line("score", "ink", score, width=17),
        text("values", "ink", score, where="middle right", cliponaxis=False),
        line("right-angle", "line", angles, width=1.5, dash="dash"),
        dots("angles", "muted", angles, size=4, outline_width=0),
        dots("own-angles", "position", angles, size=10, outline_width=1.5),
    ]
    terms, angle = translate(msg("the score, term by term")), translate(msg("angle word – position"))
    return assemble(
        traces,
        margin={"l": 118, "r": 22, "t": 10, "b": 46},
        coloraxis={"cmin": -2, "cmax": 2, "showscale": False},
        xaxis=axis([0.0, 1.0], "y", ticks="", showticklabels=False),
        yaxis=axis([0.80, 1.0], "x", ticks=""),
        xaxis2=axis([0.0, 1.0], "y2", translate(msg("dimension j")), ticks=""),
        yaxis2=axis([0.56, 0.76], "x2", ticks=""),
        xaxis3=axis([0.0, 0.62], "y3", terms, showgrid=True),
        yaxis3=axis([0.0, 0.41], "x3", ticks=""),
        xaxis4=axis([0.72, 1.0], "y4", angle, showgrid=True),
        yaxis4=axis([0.0, 0.41], "x4", ticks="", showticklabels=False),
        narrow={
            "yaxis": {"domain": [0.87, 1.0]},
            "yaxis2": {"domain": [0.71, 0.84]},
            "xaxis3": {"domain": [0.0, 1.0], "title": {"text": ""}},
            "yaxis3": {"domain": [0.31, 0.6]},
            "xaxis4": {"domain": [0.0, 1.0]},
            "yaxis4": {"domain": [0.0, 0.2]},
        },
    )


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
