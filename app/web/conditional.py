"""Conditional requests (RFC 9110, section 13): whether the reader already has what would be sent."""

import hashlib
import re
import sysconfig
from pathlib import Path
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.i18n import negotiate
from app.settings import Settings
from app.web.headers import route_path

API_CACHE = "public, max-age=300"
"""Pages are asked for again each time, and mostly answered with 304."""

# Inside of an entity tag; whether it is weak does not matter to If-None-Match.
_TAG = re.compile(r'"([^"]*)"')


def names(if_none_match: str, tag: str) -> bool:
    """Return whether an If-None-Match header names an entity tag."""
    return tag.removeprefix("W/")[1:-1] in _TAG.findall(if_none_match)


def matches(if_none_match: str, tag: str) -> bool:
    """Return whether a reader has what exists and has this tag; ``*`` means anything that exists."""
    return if_none_match.strip() == "*" or names(if_none_match, tag)


def is_api(path: str) -> bool:
    """Return whether an answer depends on Accept-Language, and neither on Host nor on the query's order."""
    return path.startswith("/api/")


def edition(build_id: str, settings: Settings, model_source: str) -> str:
    """Return what all answers of one application depend on.

    Another setting, another Plotly, or installing the model changes answers, but no file of the build.
    """
    packages = sorted(folder.name for folder in Path(sysconfig.get_path("purelib")).glob("*.dist-info"))
    parts = (build_id, settings.model_dump_json(), model_source, *packages)
    return "\n".join(parts)


class ConditionalGet:
    """Give every pure answer a validator, and answer 304 without computing.

    An answer follows from the edition, the address and the language alone, so its validator needs no answer.
    Only answers with status 200 ever carry one, and only those that may be kept.
    """

    def __init__(self, app: ASGIApp, edition: str) -> None:
        self.app = app
        self.edition = edition

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Compare the validators; else add them to the answer."""
        path = route_path(scope) if scope["type"] == "http" else ""
        # Static files have validators of their own: a developer's edit changes them.
        if not path or scope["method"] != "GET" or path.startswith("/static/"):
            await self.app(scope, receive, send)
            return
        api = is_api(path)
        tag = self._tag(scope, path)
        vary = ("Accept-Encoding", "Accept-Language") if api else ("Accept-Encoding",)
        caching = {
            "ETag": tag,
            "Cache-Control": API_CACHE if api else "no-cache",
            "Vary": ", ".join(vary),
        }
        if names(Headers(scope=scope).get("if-none-match", ""), tag):
            headers = [(name.lower().encode(), value.encode()) for name, value in caching.items()]
            await send({"type": "http.response.start", "status": 304, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return

        async def send_tagged(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                headers = MutableHeaders(scope=message)
                others = {name.strip() for name in headers.get("vary", "").split(",")} - {"", *vary}
                # What depends on more than its validator does must not have one.
                if "no-store" not in headers.get("cache-control", "") and not others:
                    headers.setdefault("Cache-Control", caching["Cache-Control"])
                    headers["ETag"], headers["Vary"] = tag, caching["Vary"]
            await send(message)

        await self.app(scope, receive, send_tagged)

    def _tag(self, scope: Scope, path: str) -> str:
        query = scope["query_string"].decode("latin-1")
        if is_api(path):
            # By name only: of two values of one name the later counts, so their order matters.
            items = sorted(parse_qsl(query, keep_blank_values=True), key=lambda item: item[0])
            own = (repr(items), negotiate(Headers(scope=scope).get("accept-language")))
        else:
            # A page says its own address, and hands the query on as it is.
            own = (query, str(HTTPConnection(scope).base_url))
        text = "\n".join((self.edition, path, *own))
        # Weak: the same answer may leave compressed or not.
        return f'W/"{hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]}"'
