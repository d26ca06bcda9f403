"""Static files under an address that names the build, compressed once.

The build id stands in the path, not in a query, so that modules that import each other by relative address
always come from one generation. A page of an older build that is still open gets today's file, uncached,
instead of a 404. A folder of style sheets in ``css/`` is served as one sheet: ``css/figures.css`` is all of
``css/figures/``, so that a figure's sheet is one more file and not one more request.
"""

import gzip
import hashlib
import mimetypes
import os
import sys
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, get_native_id

import brotli  # type: ignore[import-untyped]
from fastapi import APIRouter, HTTPException, Request, Response

from app.settings import Settings
from app.web.codings import SMALLEST, wanted_coding
from app.web.conditional import matches

_CONTENT_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
    ".webp": "image/webp",
}
_COMPRESSIBLE = frozenset({".js", ".mjs", ".css", ".json", ".svg", ".txt", ".html", ".xml"})
# Measured on plotly-cartesian.min.js (1500 kB): quality 9 gives 444 kB, 10 gives 417 kB in 1.9 s,
# 11 gives 410 kB in 4.2 s. Small files can afford 11.
_LARGE = 200_000
_FOREVER = "public, max-age=31536000, immutable"


def build_id(folders: Iterable[Path]) -> str:
    """Return a short hash over all files in some folders; any change gives another."""
    digest = hashlib.sha256()
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                content = file.read_bytes()
                digest.update(f"{file.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
                digest.update(content)
    return digest.hexdigest()[:12]


@dataclass(frozen=True)
class _File:
    content: bytes
    media_type: str
    etag: str


class Assets:
    """The static files of one build."""

    def __init__(self, settings: Settings) -> None:
        self._root = settings.static_dir.resolve()
        self._prefix = settings.root_path
        self.build_id = build_id(
            (settings.app_dir, settings.catalogs_dir, settings.templates_dir, settings.static_dir)
        )
        self._files: dict[tuple[tuple[Path, int], ...], _File] = {}
        self._compressed: dict[tuple[str, str], Future[bytes]] = {}
        self._lock = Lock()
        self._sent: dict[str, tuple[Path, ...]] = {}

    def url(self, path: str) -> str:
        """Return the address of a static file."""
        return f"{self._prefix}/static/{self.build_id}/{path}"

    def warm_up(self) -> ThreadPoolExecutor:
        """Compress every file in the background, those of the first page first; shut the pool down."""
        pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="compress", initializer=_give_way)
        files = [file for file in self._root.rglob("*") if file.is_file() and file.suffix in _COMPRESSIBLE]
        files += [folder.with_suffix(".css") for folder in (self._root / "css").glob("*/")]

        def size(file: Path) -> int:
            return sum(part.stat().st_size for part in self._parts(file))

        # Documentation is read last, if at all.
        for file in sorted(files, key=lambda file: ("swagger-ui" in file.parts, -size(file))):
            pool.submit(self._prepare, file)
        return pool

    def stamp(self, path: str) -> object:
        """Return what changes with every edit of a file of this build; None if it has not been sent yet."""
        build, _, name = path.removeprefix("/static/").partition("/")
        sent = self._sent.get(name) if build == self.build_id else None
        try:
            return sent and tuple(part.stat().st_mtime_ns for part in sent)
        except OSError:
            return None

    def respond(self, request: Request, build: str, path: str) -> Response:
        """Answer with a static file: immutable for the current build, to be revalidated for any other."""
        file = self._find(path)
        loaded = self._load(file)
        # A sheet that joins or leaves a folder changes the folder.
        folder = () if file.is_file() else (file.with_suffix(""),)
        self._sent[path] = (*self._parts(file), *folder)
        coding = self._coding(", ".join(request.headers.getlist("accept-encoding")), loaded, file.suffix)
        tag = f'"{loaded.etag}-{coding}"' if coding else f'"{loaded.etag}"'
        headers = {
            "ETag": tag,
            "Cache-Control": _FOREVER if build == self.build_id else "no-cache",
            "Access-Control-Allow-Origin": "*",
            "Vary": "Accept-Encoding",
        }
        if matches(request.headers.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=headers)
        if coding:
            headers["Content-Encoding"] = coding
        # Content-Type is set by hand: Starlette would add a charset to text types only, and twice to ours.
        return Response(
            self._body(loaded, file.suffix, coding), headers=headers | {"Content-Type": loaded.media_type}
        )

    def _prepare(self, file: Path) -> None:
        self._body(self._load(file), file.suffix, "br")

    def _find(self, path: str) -> Path:
        try:
            file = (self._root / path).resolve()
            if file.is_relative_to(self._root) and self._parts(file):
                return file
        except (OSError, ValueError):
            # A name that no file system takes: too long, or with a null byte.
            pass
        raise HTTPException(404)

    def _parts(self, file: Path) -> list[Path]:
        """Return what a file is made of: itself, or the sheets of its folder by name, or nothing."""
        if file.is_file():
            return [file]
        is_sheet = file.suffix == ".css" and file.parent == self._root / "css"
        return sorted(file.with_suffix("").glob("*.css")) if is_sheet else []

    def _load(self, file: Path) -> _File:
        # The time of change is part of the key, so that a developer sees an edit without a restart.
        parts = self._parts(file)
        key = tuple((part, part.stat().st_mtime_ns) for part in parts)
        if key not in self._files:
            content = b"".join(part.read_bytes() for part in parts)
            media_type = _CONTENT_TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
            self._files[key] = _File(
                content, media_type or "application/octet-stream", hashlib.sha256(content).hexdigest()[:16]
            )
        return self._files[key]

    @staticmethod
    def _coding(accepted: str, loaded: _File, suffix: str) -> str:
        is_worth_it = suffix in _COMPRESSIBLE and len(loaded.content) >= SMALLEST
        return wanted_coding(accepted) if is_worth_it else ""

    def _body(self, loaded: _File, suffix: str, coding: str) -> bytes:
        if not coding or not self._coding(coding, loaded, suffix):
            return loaded.content
        key = (loaded.etag, coding)
        with self._lock:
            waiting = self._compressed.get(key)
            if waiting is None:
                mine: Future[bytes] = Future()
                self._compressed[key] = mine
        if waiting is not None:
            return waiting.result()
        mine.set_result(_compress(loaded.content, coding))
        return mine.result()


def _give_way() -> None:
    """Let this thread work when nothing else wants the processor: the first pages, above all."""
    # Only on Linux has every thread a priority of its own.
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, get_native_id(), 19)


def _compress(content: bytes, coding: str) -> bytes:
    if coding == "gzip":
        return gzip.compress(content, compresslevel=9, mtime=0)
    return bytes(brotli.compress(content, quality=10 if len(content) > _LARGE else 11))


def build_router(assets: Assets) -> APIRouter:
    """Return the route of the static files."""
    router = APIRouter()

    def static_file(request: Request, path: str) -> Response:
        build, _, file = path.partition("/")
        return assets.respond(request, build, file)

    # One parameter for both: what names no build is missing, and Starlette would redirect it first.
    router.add_api_route("/static/{path:path}", static_file, include_in_schema=False, response_class=Response)
    return router
