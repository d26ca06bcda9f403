"""How large the state of a page may be, so that no figure asks the API for more than it computes."""

from collections.abc import Iterable, Mapping
from math import isqrt
from typing import Any

from pydantic import BaseModel

from app.encodings.params import stops_of
from app.encodings.registry import Registry
from app.figures import Figure

_WIDEST = 8192
"""The API's own bound of a width."""


class Room:
    """The largest width, and the longest text at a width, that every figure of a page can be asked for.

    ``core/questions.js`` keeps the bound of the length while sliders move; none of them goes beyond `widest`.
    `least_cells` is the smallest limit of the registry with which that holds, and every table is shown.
    """

    def __init__(self, registry: Registry, model: type[BaseModel], figures: Iterable[Figure]) -> None:
        figures = tuple(figures)
        self.cells = registry.max_cells

        def asked(width: int) -> int:
            return max((figure.cells(width) for figure in figures), default=0)

        fitting = (width for width in range(_WIDEST, 1, -1) if asked(width) <= self.cells)
        self.widest = next(fitting, 1)
        widest, longest = (
            max((int(stop) for stop in stops_of(model, name)), default=1) for name in ("d_model", "seq_len")
        )
        tables = (one.max_rows * one.width for one in registry if one.max_rows and one.width)
        self.least_cells = max(asked(widest), longest * max(longest, widest), *tables, 1)

    def longest(self, values: Mapping[str, Any]) -> int:
        """Return the longest text in a state with the width that it has, at least 1."""
        width: int = values["d_model"]
        longest = self.cells // width
        if values.get("listing") == "rope":
            # That code compares every position with every other.
            longest = min(longest, isqrt(self.cells))
        return max(1, longest)

    def check(self, setting: int) -> None:
        """Refuse a setting with which figures of the page would stay empty; ``ValueError`` names the rule."""
        if setting < self.least_cells:
            raise ValueError(
                f"max_cells (POSENC_MAX_CELLS) must be at least {self.least_cells}, what the figures of the "
                f"page ask for, got {setting}"
            )
