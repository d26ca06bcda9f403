"""The explorer: heat map position × dimension, with the chosen column and row drawn along its edges.

The column's wave shares the position axis and the row's profile shares the dimension axis, so a feature
of the picture and the curve that explains it stand in the same line.
"""

from collections.abc import Callable

import plotly.graph_objects as go

from app.figures.figure import Figure
from app.figures.parts import assemble, axis, cells, colour_bar, dots, legend_row, line
from app.i18n import msg


def figure(translate: Callable[[str], str]) -> go.Figure:
    """Build the explorer's specification without data.

    Traces, in drawing order: ``cells`` (pos, dim); ``void``, a hatching where a table has no rows; ``row``
    and ``column``, the outlines of the selection, each on a halo that sets it off from any colour; ``wave``,
    the values of the column over positions; the values of the row over dimensions, as ``profile-sine`` and
    ``profile-cosine`` or, without pairs, as ``profile``; and a dot on each curve at the chosen cell. ``meta``
    names each trace and the colour it is drawn with.
    """
    wave, profile = ("x2", "y"), ("x", "y2")
    traces = [
        cells("cells"),
        line("void", "line", width=1),
        line("row-halo", "surface", width=4),
        line("column-halo", "surface", width=4),
        line("row", "position", width=2),
        line("column", "ink", width=2),
        line("wave", "ink", wave, width=1.8),
        line("profile-sine", "sine", profile, width=1.6, legend=translate(msg("sine"))),
        line("profile-cosine", "cosine", profile, width=1.6, legend=translate(msg("cosine"))),
        line("profile", "ink", profile, width=1.6),
        dots("wave-dot", "position", wave, size=9),
        dots("profile-dot", "position", profile, size=9),
    ]
    return assemble(
        traces,
        # The strip is too narrow for a title on a phone.
        narrow={"xaxis2": {"title": {"text": ""}}},
        legend=legend_row(0.255, yanchor="middle", entrywidth=60),
        margin={"l": 54, "r": 14, "t": 56, "b": 14},
        coloraxis={"cmin": -1, "cmax": 1, "colorbar": colour_bar(0.83, 0.0, 0.22, yanchor="bottom", ypad=4)},
        xaxis=axis([0.0, 0.76], "y", translate(msg("dimension j")), side="top"),
        yaxis=axis([0.29, 1.0], "x", translate(msg("position"))),
        xaxis2=axis(
            [0.80, 0.99], "y", translate(msg("down the column")), side="top", showgrid=True, zeroline=True
        ),
        yaxis2=axis([0.0, 0.22], "x", translate(msg("along the row")), showgrid=True, zeroline=True),
    )


FIGURE = Figure(id="explorer", title=msg("A fingerprint for every position"), build=figure)
