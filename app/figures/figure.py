"""What a figure brings besides its template and its script: specification, own parameters, own words."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import plotly.graph_objects as go

from app.i18n import Translate

Build = Callable[[Translate], go.Figure]

_MARK = re.compile(r"\\u0000([0-9]+)\\u0000")
"""Where a translation belongs in a specification as JSON: no text of ours holds this character."""


@dataclass(frozen=True)
class Figure:
    """One figure of the page, as the server knows it.

    `id` never changes: it is the anchor, and names ``templates/figures/{id}.html`` and
    ``static/js/figures/{id}.js``. `build` makes the Plotly specification without data; None for a figure
    drawn with HTML alone. `parameters` are those of the page's state that no encoding has: name in the
    address to the ``Annotated`` type, with its `Parameter`, and the default. `words` are the sentences of its
    script, by keys ``{figure}.{what}``; the browser fills in the braces. `cells` tells how many numbers its
    largest question asks for at a width (`d_model`), whatever else is set but the length.
    """

    id: str
    title: str
    build: Build | None = None
    parameters: Mapping[str, tuple[Any, Any]] = field(default_factory=lambda: MappingProxyType({}))
    words: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    cells: Callable[[int], int] = lambda _: 0


class Specifications:
    """The specifications of the figures that Plotly draws: built and validated once, for all languages.

    Raises ``ValueError`` if Plotly's schema rejects a property.
    """

    def __init__(self, figures: Iterable[Figure]) -> None:
        self._texts: list[str] = []
        # As text, with the place of every translation marked.
        self._built = {
            figure.id: json.dumps(plain(figure.build(self._marked))) for figure in figures if figure.build
        }

    def worded(self, translate: Translate) -> dict[str, dict[str, Any]]:
        """Return the specification of every figure, by id, with titles in one language."""

        def word(mark: re.Match[str]) -> str:
            return json.dumps(translate(self._texts[int(mark[1])]))[1:-1]

        return {name: json.loads(_MARK.sub(word, built)) for name, built in self._built.items()}

    def _marked(self, text: str) -> str:
        self._texts.append(text)
        return f"\0{len(self._texts) - 1}\0"


def plain(figure: go.Figure) -> dict[str, Any]:
    """Turn a validated figure into plain JSON types, without plotly.py's default template."""
    specification: dict[str, Any] = json.loads(figure.to_json())
    specification["layout"].pop("template", None)
    return specification
