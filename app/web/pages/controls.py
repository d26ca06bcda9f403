"""The controls of a page in one language: what each is, and how it stands for some values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from app.i18n import format_number, translator
from app.web.pages.state import control

_ROWS_AND_COLUMNS = {"pos": "seq_len", "dim": "d_model"}
"""Controls that end where another value says."""


@dataclass(frozen=True)
class Shown:
    """How a control stands: a slider's stop, of so many, and the value in words."""

    index: int
    last: int
    text: str
    is_default: bool


class Controls:
    """All controls of the page's state; `described` holds what of them is always the same, by name."""

    def __init__(self, model: type[BaseModel], lang: str) -> None:
        translate = translator(lang)
        self._lang = lang
        self.defaults: Mapping[str, Any] = model().model_dump()
        self.described = {
            name: _with_options(control(model, name, translate))
            for name in self.defaults
            if name not in ("sentence", "order")
        }
        self._standard = {name: self._shown(name, self.defaults) for name in self.described}

    def shown(self, values: Mapping[str, Any]) -> dict[str, Shown]:
        """Say how every control stands for the values of a state."""
        moved = {name for name in self.described if values[name] != self.defaults[name]}
        return self._standard | {name: self._shown(name, values) for name in moved | _ROWS_AND_COLUMNS.keys()}

    def _shown(self, name: str, values: Mapping[str, Any]) -> Shown:
        described, value = self.described[name], values[name]
        stops, names = described["stops"], described["names"]
        if stops is None:
            index = value
            most = _ROWS_AND_COLUMNS.get(name)
            last = values[most] - 1 if most else described["maximum"]
        else:
            index = stops.index(value) if names else _nearest(stops, value)
            last = len(stops) - 1
        text = names[index] if names else format_number(value, self._lang)
        return Shown(index, last, text, value == described["default"])


def _with_options(described: dict[str, Any]) -> dict[str, Any]:
    named = zip(described["stops"] or (), described["names"] or (), strict=False)
    return described | {"options": [{"value": stop, "label": label} for stop, label in named]}


def _nearest(stops: Sequence[float], value: float) -> int:
    return min(range(len(stops)), key=lambda at: abs(stops[at] - value))
