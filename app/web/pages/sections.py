"""The sections of the explainer, in the order of the page."""

from dataclasses import dataclass

from app.figures import FIGURES
from app.i18n import msg


@dataclass(frozen=True)
class Section:
    """One section: one idea."""

    name: str
    title: str  # as the table of contents names it
    figures: tuple[str, ...] = ()
    headed: tuple[str, ...] = ()  # of its figures, those with a heading of their own: the figure's title

    @property
    def anchor(self) -> str:
        """The id that links lead to."""
        return f"{self.name}-section"

    @property
    def template(self) -> str:
        """File in ``templates/sections``."""
        return f"sections/{self.name.replace('-', '_')}.html"


SECTIONS = (
    Section("hook", msg("Order matters"), ("hook",)),
    Section(
        "word-order", msg("Attention sees a bag of words"), ("word-order", "real-model"), ("real-model",)
    ),
    Section("naive", msg("Naive ideas and why they fail"), ("naive",)),
    Section("explorer", msg("A fingerprint for every position"), ("explorer",)),
    Section("sum", msg("Add it"), ("sum",)),
    Section("distance", msg("Distance"), ("distance", "shift"), ("shift",)),
    Section("wavelengths", msg("What the base does"), ("wavelengths",)),
    Section("learned-clocks", msg("Learned positions"), ("learned-clocks",)),
    Section("rotary", msg("RoPE: turn query and key"), ("rotary",)),
    Section("bias", msg("Biases: a price on distance"), ("bias",)),
    Section(
        "long-context", msg("Longer than trained"), ("long-context", "extrapolation"), ("extrapolation",)
    ),
    Section("patches", msg("Images"), ("patches",)),
    Section("listing", msg("In code"), ("listing",)),
    Section("comparison", msg("Which one when")),
    Section("watch-out", msg("Watch out"), ("precision",), ("precision",)),
    Section("check-yourself", msg("Check yourself"), ("quiz",)),
    Section("go-deeper", msg("Go deeper")),
)


HEADINGS = {
    figure: FIGURES[figure].title if figure in section.headed else section.title
    for section in SECTIONS
    for figure in section.figures
}
"""The heading that every figure stands under, marked with `msg`: links name it."""
