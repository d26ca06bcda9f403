"""What a figure brings besides its template and its script: specification, own parameters, own words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import plotly.graph_objects as go

from app.i18n import Translate

Build = Callable[[Translate], go.Figure]


@dataclass(frozen=True)
class Figure:
    """One figure of the page, as the server knows it.

    `id` never changes: it is the anchor, and names ``templates/figures/{id}.html`` and
    ``static/js/figures/{id}.js``. `build` makes the Plotly specification without data; None for a figure
    drawn with HTML alone. `parameters` are those of the page's state that no encoding has: name in the
    address to the ``Annotated`` type, with its `Parameter`, and the default. `words` are the sentences of its
    script, by keys ``{figure}.{what}``; the browser fills in the braces.
    """

    id: str
    title: str
    build: Build | None = None
    parameters: Mapping[str, tuple[Any, Any]] = field(default_factory=lambda: MappingProxyType({}))
    words: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
