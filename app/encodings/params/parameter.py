"""What a parameter is: bounds that validate it, stops and words for its control."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

Translate: TypeAlias = Callable[[str], str]
Stop: TypeAlias = int | float | str
FARTHEST = 10_000_000
"""Positions up to here keep angles exact in float64 to better than 1e-8 radians."""


class ParameterError(ValueError):
    """A combination of parameters that no single bound can refuse.

    `got` has the parameters at fault; `rule`, marked with `msg`, has ``{placeholders}`` for `values`.
    """

    def __init__(self, got: Mapping[str, object], rule: str, **values: object) -> None:
        self.got = dict(got)
        self.rule = rule
        self.values = values
        super().__init__(
            f"{', '.join(f'{name}: got {value!r}' for name, value in got.items())}: {self.text()}"
        )

    def text(self, translate: Translate = str) -> str:
        """Return the rule in the translator's language."""
        return translate(self.rule).format(**self.values)


@dataclass(frozen=True)
class Parameter:
    """What a control shows of a parameter; words are marked with `msg` and translated when they are shown."""

    label: str
    help: str
    unit: str = ""
    """What is counted, or "" for a pure number."""
    scale: Literal["linear", "log", "stops"] = "stops"
    """How stops lie on a track: evenly by value, by logarithm, or evenly one after the other."""
    stops: tuple[Stop, ...] = ()
    """Values that a slider offers and a sweep visits; empty for a parameter without a slider."""
    choices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    rule: str = ""
    """Replaces the general wording of a broken upper bound where the reason is worth telling; its
    placeholders are in `values`."""
    rule_below: str = ""
    """The same for the lower bound."""
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    control: bool = True
    """Whether the explorer shows a control for it; a sweep along it is possible in any case."""


def preferred_numbers(first_decade: int, last_decade: int) -> tuple[float, ...]:
    """Return ten rounded steps a decade (the R10 series), both ends included.

    Parameters
    ----------
    first_decade, last_decade : int
        Powers of ten between which the numbers run.

    References
    ----------
    ISO 3:1973, preferred numbers.
    """
    series = (1.0, 1.25, 1.6, 2.0, 2.5, 3.15, 4.0, 5.0, 6.3, 8.0)
    steps = [round(step * 10.0**decade, 3) for decade in range(first_decade, last_decade) for step in series]
    return (*steps, 10.0**last_decade)


def split_numbers(value: object) -> object:
    """Split ``"50,-50,2.5"`` into its texts, also as the one-element list that query parsing gives.

    Anything else passes unchanged.
    """
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        value = ",".join(value)
    return tuple(item.strip() for item in value.split(",")) if isinstance(value, str) else value
