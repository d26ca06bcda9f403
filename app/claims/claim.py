"""One number that the text states."""

from collections.abc import Callable
from dataclasses import dataclass

from app.encodings.registry import Registry


@dataclass(frozen=True)
class Claim:
    """How a number in the text is computed from the registry of encodings, and the decimals shown of it."""

    compute: Callable[[Registry], float]
    digits: int = 0


@dataclass(frozen=True)
class Computed:
    """A claim's number in full, and the decimals shown of it."""

    value: float
    digits: int

    @property
    def shown(self) -> float:
        """The number as the text shows it."""
        return round(self.value, self.digits)
