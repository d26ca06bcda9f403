"""The least that a Starlette application can do: routes that return bytes.

The environment variable BENCH_ANSWERS names a JSON file of {path: [status, headers, file of the body]}.
"""

import json
import os
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route


def create_app() -> Starlette:
    answers = json.loads(Path(os.environ["BENCH_ANSWERS"]).read_text(encoding="utf-8"))
    return Starlette(routes=[_route(path, *answer) for path, answer in answers.items()])


def _route(path: str, status: int, headers: dict[str, str], file: str) -> Route:
    body = Path(file).read_bytes()

    async def bare(_: Request) -> Response:
        return Response(body, status, headers)

    return Route(path, bare)
