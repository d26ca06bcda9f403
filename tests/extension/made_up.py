"""A figure that nobody has, in a section of its own; its template and its script lie in ``files``."""

import shutil
from pathlib import Path
from typing import Annotated, ClassVar

import plotly.graph_objects as go
from fastapi import FastAPI
from pydantic import Field

from app.encodings.params import Parameter
from app.figures.figure import Figure
from app.figures.parts import assemble, axis, line
from app.i18n import Translate, msg
from app.main import create_app
from app.settings import Settings
from app.web.sections import SECTIONS, Section

FILES = Path(__file__).parent / "files"

MadeUpWidth = Annotated[
    int,
    Field(ge=2, le=64, examples=[8]),
    Parameter(
        label=msg("Made-up width"),
        help=msg("How many columns the made-up figure looks at."),
        stops=(4, 8, 16, 32),
    ),
]


def figure(translate: Translate) -> go.Figure:
    return assemble(
        [line("waves", "position", width=2)],
        margin={"l": 54, "r": 14, "t": 14, "b": 48},
        xaxis=axis([0.0, 1.0], "y", translate(msg("made-up pair"))),
        yaxis=axis([0.0, 1.0], "x", translate(msg("made-up wavelength"))),
    )


FIGURE = Figure(
    id="made-up",
    title=msg("A made-up figure"),
    build=figure,
    parameters={"made_up_width": (MadeUpWidth, 8)},
    words={"made-up.now": msg("The made-up figure shows {count} pairs.")},
)
SECTION = Section("made-up", msg("A made-up section"), (FIGURE,))
PLACE = 3
WITH_MADE_UP = (*SECTIONS[:PLACE], SECTION, *SECTIONS[PLACE:])


def settings_with_files(folder: Path) -> Settings:
    """Copy templates and static files, and add those of the made-up figure."""
    settings = Settings()
    for source in (settings.templates_dir, settings.static_dir):
        shutil.copytree(source, folder / source.name)
    shutil.copytree(FILES, folder, dirs_exist_ok=True)

    class Elsewhere(Settings):
        templates_dir: ClassVar[Path] = folder / "templates"
        static_dir: ClassVar[Path] = folder / "static"

    return Elsewhere()


def app_with_figure(folder: Path) -> FastAPI:
    """Return an application with the made-up figure, whose files it puts into a folder."""
    return create_app(settings_with_files(folder), sections=WITH_MADE_UP)
