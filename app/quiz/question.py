"""What a question is, and how an answer is judged."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from app.encodings.registry import Registry


@dataclass(frozen=True)
class Option:
    """One of the answers to choose from.

    Attributes
    ----------
    value : str
        Name in the address.
    label : str
        Marked with `msg`.

    """

    value: str
    label: str


@dataclass(frozen=True)
class Solution:
    """The right answer, computed.

    Attributes
    ----------
    answer : str or float
        The value of an option, or a number.
    tolerance : float
        Largest relative error of a number that is still right; 0 for counts.
    numbers : mapping of str to (float, int)
        What the explanation's braces stand for: value and decimals.

    """

    answer: str | float
    tolerance: float = 0.0
    numbers: Mapping[str, tuple[float, int]] = field(default_factory=lambda: MappingProxyType({}))

    def accepts(self, given: str | float) -> bool:
        """Return whether an answer is right.

        Parameters
        ----------
        given : str or float
            Of the same kind as `answer`.

        Returns
        -------
        bool

        """
        if isinstance(self.answer, str) or isinstance(given, str):
            return self.answer == given
        # A reader writes rounded numbers: half a unit of rounding is no mistake.
        return abs(given - self.answer) <= self.tolerance * abs(self.answer) + 1e-9


@dataclass(frozen=True)
class Question:
    """One question.

    Attributes
    ----------
    id : str
        Name in the address.
    kind : {"use", "predict", "mistake"}
        Answered by using a figure; guessed first and then looked at; or one of two plots is wrong.
    prompt, explanation : str
        Marked with `msg`; the explanation's braces are filled with the solution's numbers.
    solve : callable
        From the registry of encodings to the right answer.
    figure : str
        The figure that shows it; "" for plots that stand in the question itself.
    setting : mapping of str to str
        Parameters that the figure is opened with.
    options : tuple of Option
        Answers to choose from; none where a number is asked for.
    unit : str
        Of a number, marked with `msg`.
    plots : tuple of two paths
        Of a mistake: what the API is asked for the left and the right plot.

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
