"""Pages that are rendered once, with holes for whatever depends on the request.

In a template, ``{% hole %}…{% endhole %}`` stands around what must be written anew for every request. There,
and only there, `now` is what the page is filled with. Elsewhere there is no such name: a template that would
keep one reader's values for the next one fails when its form is made.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jinja2 import BytecodeCache, Template, nodes
from jinja2.bccache import Bucket
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

_NOW = "now"
_MAKE = "hole"
_MARK = re.compile("\0([0-9]+)\0")
"""Where a hole is. No text holds the character: HTML forbids it, and an address cannot bring it in here."""


class Holes(Extension):
    """The tag ``hole``."""

    tags = {_MAKE}  # noqa: RUF012 (as Jinja declares it)

    def parse(self, parser: Parser) -> nodes.Node:
        """Make a call of the variable ``hole`` with the tag's body as a macro of `now`.

        The other names in the body are handed over with their values: by the time that the hole is filled,
        a loop around it is over, and its variable gone.
        """
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endhole",), drop_needle=True)
        used = {name.name for node in body for name in _names(node) if name.ctx == "load"}
        if "loop" in used:
            parser.fail("a hole cannot use loop: set a variable to what is needed of it", line)
        names = sorted(used - {_NOW})
        call = nodes.Call(
            nodes.Name(_MAKE, "load"),
            [
                nodes.Const(f"{parser.filename or parser.name}:{line}"),
                nodes.List([nodes.Name(name, "load") for name in names]),
            ],
            [],
            None,
            None,
        )
        parameters = [nodes.Name(name, "param") for name in (_NOW, *names)]
        return nodes.CallBlock(call, parameters, [], body).set_lineno(line)


def _names(node: nodes.Node) -> list[nodes.Name]:
    return [node] if isinstance(node, nodes.Name) else list(node.find_all(nodes.Name))


class CompiledOnce(BytecodeCache):
    """The code of templates, in memory: that of one language serves all others."""

    def __init__(self) -> None:
        self._codes: dict[str, Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Hand out what was compiled, if it was."""
        bucket.code = self._codes.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what has just been compiled."""
        self._codes[bucket.key] = bucket.code


@dataclass(frozen=True)
class _Hole:
    write: Callable[..., str]
    passed: Sequence[object]
    place: str  # file and line


class _Maker:
    """What ``hole`` is while a form is made: it leaves a mark in the page, and keeps what is to fill it."""

    def __init__(self) -> None:
        self.holes: list[_Hole] = []
        self.is_done = False

    def __call__(self, place: str, passed: Sequence[object], caller: Callable[..., str]) -> Markup:
        if self.is_done:
            raise ValueError(f"{place}: a hole cannot stand in another")
        self.holes.append(_Hole(caller, passed, place))
        return Markup("\0{}\0").format(len(self.holes) - 1)


class Form:
    """A page with holes: what stands between them is rendered and encoded once, here.

    Raises Jinja's ``UndefinedError`` if a template uses `now` outside of a hole, and ``ValueError`` if what a
    hole writes would not reach the page as it is.
    """

    def __init__(self, template: Template, values: Mapping[str, Any]) -> None:
        maker = _Maker()
        pieces = _MARK.split(template.render({**values, _MAKE: maker}))
        maker.is_done = True
        order = [int(number) for number in pieces[1::2]]
        lost = {hole.place for number, hole in enumerate(maker.holes) if number not in order}
        if lost:
            raise ValueError(f"{', '.join(sorted(lost))}: what a hole writes must reach the page as it is")
        self._between = [piece.encode() for piece in pieces[::2]]
        self._holes = [maker.holes[number] for number in order]

    def fill(self, now: object) -> bytes:
        """Write the page of one request."""
        parts = [b""] * (len(self._between) + len(self._holes))
        parts[::2] = self._between
        parts[1::2] = [hole.write(now, *hole.passed).encode() for hole in self._holes]
        return b"".join(parts)
