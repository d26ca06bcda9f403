"""The questions: forms, and the heat maps of which one is wrong."""

import plotly.graph_objects as go

from app.figures.figure import Figure
from app.figures.parts import assemble, axis, cells
from app.i18n import Translate, msg


def figure(translate: Translate) -> go.Figure:
    """Build the heat map position × dimension that a question shows twice, once right and once wrong."""
    dimension, position = translate(msg("dimension j")), translate(msg("position"))
    return assemble(
        [cells("cells")],
        margin={"l": 48, "r": 6, "t": 44, "b": 6},
        coloraxis={"cmin": -1, "cmax": 1, "showscale": False},
        xaxis=axis([0.0, 1.0], "y", dimension, side="top"),
        yaxis=axis([0.0, 1.0], "x", position),
    )


FIGURE = Figure(
    id="quiz",
    title=msg("Check yourself"),
    build=figure,
    words={
        "quiz.right": msg("Right."),
        "quiz.wrong": msg("Not quite."),
        "quiz.again": msg("Not yet. Look at the figure once more, or have the answer shown."),
        "quiz.empty": msg("Choose an answer first."),
        "quiz.no_number": msg("Write a number, please."),
        "quiz.unreadable": msg(
            "“{text}” cannot be read as a number. Write it like {example} or 3/4, please."
        ),
        "quiz.read_thousands": msg("In “{text}”, the sign was read as one between thousands."),
        "quiz.read_decimals": msg("In “{text}”, the sign was read as the one before the decimals."),
        "quiz.score": msg("{right} of {all} answered rightly, {open} not answered yet."),
        "quiz.kept": msg("Your progress is kept on this device."),
        "quiz.not_kept": msg("This browser keeps nothing for this page, so the progress ends with it."),
    },
)
