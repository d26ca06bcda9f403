"""Answers are compressed, and those that never change are kept: asked again, nothing else runs.

What is kept is bounded in bytes. A whole class that opens the same new link waits for one computation.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.i18n import Languages
from app.web.codings import SMALLEST, compressed, wanted_coding
from app.web.conditional import is_api, matches
from app.web.headers import route_path

LARGEST = 16
"""No answer may take more than such a part of the memory, so that one never puts out all others."""

_PIECE = 2**18
_SLOW = 2**14  # bytes: compressing more takes longer than handing it to a thread
_LISTS = frozenset({b"accept-encoding", b"if-none-match"})
_OVERHEAD = 1_000  # bytes of Python's own objects that an answer and its key take, about
_LONGEST_LANGUAGES = 1000  # more is not read anyway

Key: TypeAlias = tuple[object, ...]
RawHeaders: TypeAlias = list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it leaves: compressed, with all its headers."""

    status: int
    headers: RawHeaders
    body: bytes
    tag: str  # its validator; empty if it must not be kept

    @property
    def size(self) -> int:
        """Bytes of memory, without those of its key."""
        return len(self.body) + sum(len(name) + len(value) for name, value in self.headers) + _OVERHEAD


class Kept:
    """The answers that were asked for last, up to so many bytes."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._answers: OrderedDict[Key, tuple[Answer, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, key: Key) -> Answer | None:
        """Return an answer, if it is kept."""
        with self._lock:
            found = self._answers.get(key)
            if found is None:
                return None
            self._answers.move_to_end(key)
            return found[0]

    def put(self, key: Key, answer: Answer) -> None:
        """Keep an answer, unless it is too large; those that were not asked for the longest make room."""
        size = answer.size + sum(len(part) for part in key if isinstance(part, str | bytes))
        if size > self.most // LARGEST:
            return
        with self._lock:
            if key in self._answers:
                return
            self._answers[key] = answer, size
            self.size += size
            while self.size > self.most:
                self.size -= self._answers.popitem(last=False)[1][1]


class Answers:
    """Compress every answer, and answer again what `ConditionalGet` gave a validator."""

    def __init__(
        self, app: ASGIApp, spoken: Languages, most_bytes: int, stamp: Callable[[str], object]
    ) -> None:
        self.app = app
        self._stamp = stamp
        self.kept = Kept(most_bytes)
        self._making: dict[Key, asyncio.Future[Answer | None]] = {}
        self._language = lru_cache(256)(lambda header: spoken.negotiate(header.decode("latin-1")))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer from memory, or let the application answer."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self.app(scope, receive, send)
            return
        path = route_path(scope)
        is_file = path.startswith("/static/")
        stamp = self._stamp(path) if is_file else None
        if is_file and stamp is None:
            await self.app(scope, receive, send)
            return
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name not in headers:
                headers[name] = value
            elif name in _LISTS:
                # Of the others, the routes read the first.
                headers[name] += b"," + value
        coding = wanted_coding(headers.get(b"accept-encoding", b"").decode("latin-1"))
        # See `ConditionalGet`: what else an answer of the API or a page depends on.
        own: Key
        if is_file:
            own = (stamp,)
        elif is_api(path):
            own = (self._language(headers.get(b"accept-language", b"")[:_LONGEST_LANGUAGES]),)
        else:
            host = headers.get(b"host")
            own = (scope.get("scheme"), host, str(scope.get("server")), scope.get("root_path"))
        key = (scope["path"], scope["query_string"], coding, *own)
        answer = self.kept.get(key) or await self._made(key, coding, scope, receive)
        await _send(answer, headers.get(b"if-none-match", b"").decode("latin-1"), send)

    async def _made(self, key: Key, coding: str, scope: Scope, receive: Receive) -> Answer:
        loop = asyncio.get_running_loop()
        while (making := self._making.get(key)) is not None and making.get_loop() is loop:
            answer = await asyncio.shield(making)
            if answer and answer.tag:
                return answer
            if not answer or answer.status != 304:
                # An error is nobody else's: now all who waited ask for themselves, at once.
                return await self._ask(coding, scope, receive)
            # Who was waited for had the answer already.
        making = self._making[key] = loop.create_future()
        answer = None
        try:
            answer = await self._ask(coding, scope, receive)
            if answer.tag:
                self.kept.put(key, answer)
            return answer
        finally:
            self._making.pop(key, None)
            making.set_result(answer)

    async def _ask(self, coding: str, scope: Scope, receive: Receive) -> Answer:
        start: Message = {}
        pieces = []

        async def collect(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                pieces.append(message.get("body", b""))

        await self.app(scope, receive, collect)
        body = b"".join(pieces)
        headers = MutableHeaders(raw=list(start["headers"]))
        if _is_compressible(headers):
            if "accept-encoding" not in headers.get("vary", "").lower():
                headers.add_vary_header("Accept-Encoding")
            if coding and len(body) >= SMALLEST:
                if len(body) > _SLOW:
                    body = await run_in_threadpool(compressed, body, coding)
                else:
                    body = compressed(body, coding)
                headers["Content-Encoding"] = coding
                headers["Content-Length"] = str(len(body))
        tag = headers.get("etag", "") if start["status"] == 200 else ""
        return Answer(start["status"], headers.raw, body, tag)


def _is_compressible(headers: MutableHeaders) -> bool:
    kind = headers.get("content-type", "").partition(";")[0]
    # Static files come compressed, if it is worth it.
    return "content-encoding" not in headers and (kind.startswith("text/") or kind.endswith("json"))


async def _send(answer: Answer, if_none_match: str, send: Send) -> None:
    if if_none_match and answer.tag and matches(if_none_match, answer.tag):
        headers = [
            (name, value)
            for name, value in answer.headers
            if not name.startswith(b"content-") or name == b"content-security-policy"
        ]
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    # In pieces, so that a slow reader of a large answer does not take its memory twice.
    for begin in range(0, len(answer.body) or 1, _PIECE):
        end = begin + _PIECE
        more = end < len(answer.body)
        await send({"type": "http.response.body", "body": answer.body[begin:end], "more_body": more})
