"""Pure ASGI middleware: sub-path, HEAD and security headers."""

from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
)


def is_machine_path(path: str) -> bool:
    """Return whether a path belongs to programs rather than to people."""
    return path in ("/api", "/openapi.json", "/healthz", "/readyz") or path.startswith(("/api/", "/static/"))


def route_path(scope: Scope) -> str:
    """Return a request's path without the sub-path."""
    path: str = scope["path"]
    prefix: str = scope.get("root_path", "")
    return path.removeprefix(prefix) or "/" if prefix and f"{path}/".startswith(f"{prefix}/") else path


class SubPath:
    """Serve under a sub-path, whether the proxy in front strips it or not."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self.app = app
        self.root_path = root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Set the root path and prepend the prefix where a proxy took it away."""
        if self.root_path and scope["type"] in ("http", "websocket"):
            path: str = scope["path"]
            inside = path == self.root_path or path.startswith(f"{self.root_path}/")
            scope = {**scope, "root_path": self.root_path, "path": path if inside else self.root_path + path}
        await self.app(scope, receive, send)


class HeadAsGet:
    """Answer HEAD like GET, with the same headers and no body: link checkers ask so."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Turn HEAD into GET and drop the body."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                if message.get("more_body", False):
                    return
                message = {"type": "http.response.body", "body": b""}
            await send(message)

        await self.app({**scope, "method": "GET"}, receive, send_head)


class SecurityHeaders:
    """Add the security headers to every answer.

    No X-Frame-Options: it cannot name the learning platforms that may show the pages in a frame.
    """

    def __init__(self, app: ASGIApp, frame_ancestors: str) -> None:
        self.app = app
        self._headers: Mapping[str, str] = {
            "Content-Security-Policy": f"{_POLICY}; frame-ancestors {frame_ancestors}",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "strict-origin-when-cross-origin",
            "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers that the answer has not set itself."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path = route_path(scope)

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if is_machine_path(path):
                    # Public numbers without cookies: notebooks and course pages on other hosts may read them.
                    headers.setdefault("Access-Control-Allow-Origin", "*")
            await send(message)

        await self.app(scope, receive, send_secured)
