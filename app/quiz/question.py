"""What a question is, and how an answer is judged."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from app.encodings.registry import Registry


@dataclass(frozen=True)
class Option:
    """One of the answers to choose from: its name in the address, and its label, marked with `msg`."""

    value: str
    label: str


@dataclass(frozen=True)
class Solution:
    """The right answer, computed: the value of an option, or a number.

    `tolerance` is the largest relative error that is still right, 0 for counts; `numbers` fill the braces of
    the explanation, with value and decimals.
    """

    answer: str | float
    tolerance: float = 0.0
    numbers: Mapping[str, tuple[float, int]] = field(default_factory=lambda: MappingProxyType({}))

    def accepts(self, given: str | float) -> bool:
        """Return whether an answer is right."""
        if isinstance(self.answer, str) or isinstance(given, str):
            return self.answer == given
        # A reader writes rounded numbers: half a unit of rounding is no mistake.
        return abs(given - self.answer) <= self.tolerance * abs(self.answer) + 1e-9


@dataclass(frozen=True)
class Question:
    """One question: answered by using a figure, guessed and then looked at, or which of two plots is wrong.

    `id` is its name in the address. The solution's numbers fill the braces of `explanation`. `figure` is ""
    for plots that stand in the question itself, else it is opened with `setting`. Without `options` a number
    in `unit` is asked for. `plots` are the API's paths to the left and the right plot.
    """

    id: str
    kind: Literal["use", "predict", "mistake"]
    prompt: str
    explanation: str
    solve: Callable[[Registry], Solution]
    figure: str = ""
    setting: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    options: tuple[Option, ...] = ()
    unit: str = ""
    plots: tuple[str, ...] = ()
