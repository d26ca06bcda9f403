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

    Attributes
    ----------
    id : str
        Its name in links, never changed: anchor of the figure, name of ``templates/figures/{id}.html`` and of
        ``static/js/figures/{id}.js``.
    title : str
        Heading of the figure's own page, marked with `msg`.
    build : callable or None
        From a translator to the Plotly specification without data; None for a figure drawn with HTML alone.
    parameters : mapping of str to (type, default)
        Parameters of the page's state that no encoding of the explorer has: name in the address to the
        ``Annotated`` type with its bounds and its `Parameter` (stops, words), and the standard value.
    words : mapping of str to str
        Sentences that its script says, by keys ``{figure}.{what}``, marked with `msg`; the browser fills in
        the braces.

    """

    id: str
    title: str
    build: Build | None = None
    parameters: Mapping[str, tuple[Any, Any]] = field(default_factory=lambda: MappingProxyType({}))
    words: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
