"""One number that the text states."""

from collections.abc import Callable
from dataclasses import dataclass

from app.encodings.registry import Registry


@dataclass(frozen=True)
class Claim:
    """How a number in the text is computed and written.

    Attributes
    ----------
    compute : callable
        From the registry of encodings (and so the real tables) to the number.
    digits : int
        Decimals shown.

    """

    compute: Callable[[Registry], float]
    digits: int = 0


@dataclass(frozen=True)
class Computed:
    """A claim's number.

    Attributes
    ----------
    value : float
        In full.
    digits : int
        Decimals shown.

    """

    value: float
    digits: int

    @property
    def shown(self) -> float:
        """The number as the text shows it."""
        return round(self.value, self.digits)
