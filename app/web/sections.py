"""The sections of the explainer, in the order of the page."""

from collections.abc import Iterable
from dataclasses import dataclass

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
from app.i18n import msg


@dataclass(frozen=True)
class Section:
    """One section: one idea."""

    name: str
    title: str  # as the table of contents names it
    figures: tuple[Figure, ...] = ()
    headed: tuple[Figure, ...] = ()  # of its figures, those with a heading of their own: the figure's title

    @property
    def anchor(self) -> str:
        """The id that links lead to."""
        return f"{self.name}-section"

    @property
    def template(self) -> str:
        """File in ``templates/sections``."""
        return f"sections/{self.name.replace('-', '_')}.html"


SECTIONS = (
    Section("hook", msg("Order matters"), (hook.FIGURE,)),
    Section(
        "word-order",
        msg("Attention sees a bag of words"),
        (word_order.FIGURE, real_model.FIGURE),
        (real_model.FIGURE,),
    ),
    Section("naive", msg("Naive ideas and why they fail"), (naive.FIGURE,)),
    Section("explorer", msg("A fingerprint for every position"), (explorer.FIGURE,)),
    Section("sum", msg("Add it"), (addition.FIGURE,)),
    Section("distance", msg("Distance"), (distance.FIGURE, shift.FIGURE), (shift.FIGURE,)),
    Section("wavelengths", msg("What the base does"), (wavelengths.FIGURE,)),
    Section("learned-clocks", msg("Learned positions"), (learned_clocks.FIGURE,)),
    Section("rotary", msg("RoPE: turn query and key"), (rotary.FIGURE,)),
    Section("bias", msg("Biases: a price on distance"), (bias.FIGURE,)),
    Section(
        "long-context",
        msg("Longer than trained"),
        (long_context.FIGURE, extrapolation.FIGURE),
        (extrapolation.FIGURE,),
    ),
    Section("patches", msg("Images"), (patches.FIGURE,)),
    Section("listing", msg("In code"), (listing.FIGURE,)),
    Section("comparison", msg("Which one when")),
    Section("watch-out", msg("Watch out"), (precision.FIGURE,), (precision.FIGURE,)),
    Section("check-yourself", msg("Check yourself"), (quiz.FIGURE,)),
    Section("go-deeper", msg("Go deeper")),
)
"""The page; a figure is listed here and nowhere else."""


class Outline:
    """The sections in the order of the page, and the figures that stand in them.

    Raises ``ValueError`` if two figures have the same id.
    """

    def __init__(self, sections: Iterable[Section]) -> None:
        self.sections = tuple(sections)
        self.figures: dict[str, Figure] = {}
        self.section_of: dict[str, Section] = {}
        self.headings: dict[str, str] = {}
        """The heading that every figure stands under, marked with `msg`: links name it."""
        for section in self.sections:
            for figure in section.figures:
                if figure.id in self.figures:
                    raise ValueError(f"a figure's id must be unique, got {figure.id!r} twice")
                self.figures[figure.id] = figure
                self.section_of[figure.id] = section
                self.headings[figure.id] = figure.title if figure in section.headed else section.title


FIGURES = Outline(SECTIONS).figures
"""By id, in the order of the page."""
