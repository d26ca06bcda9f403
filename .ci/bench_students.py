"""A class at work: everybody opens the page with its files, then moves sliders and waits for each answer.

The lecturer has opened it before, in both languages: the start of a server is measured elsewhere.
"""

import asyncio
import json
import random
import re
import resource
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlencode

import brotli
import uvloop
from bench_server import served, tell

PREPARED = 15.0
"""Seconds between the lecturer's visit and the class: what the server does in the background is done."""
ARRIVING = 10.0
"""Seconds in which all of them open the page."""
THINKING = (0.3, 1.0)
"""Seconds between an answer and the next movement."""
NEAR = 3
"""Stops from its default to which a slider is moved."""
SWEEPS = 0.2
"""This part of the questions asks for what the hand may reach, the others for what it has reached."""
FIRST_CELLS, CHUNK_CELLS = 40_000, 260_000
"""So many numbers does the page ask for at once, see static/js/core/frames.js."""
_FILE = re.compile(r'(?:href|src)="(/static/[^"]+\.(?:css|js|mjs))"')
LANGUAGES = ("en", "de")
_ENCODINGS = ("sinusoidal", "sinusoidal", "sinusoidal", "rope", "binary")


Axes: TypeAlias = dict[str, dict[str, list[Any]]]


@dataclass
class Class:
    """What all students together have seen."""

    pages: list[float] = field(default_factory=list)
    complete: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Student:
    """One browser: one connection, one question at a time."""

    def __init__(self, number: int, port: int, seen: Class, axes: Axes, lang: str = "") -> None:
        self.chance = random.Random(number)  # noqa: S311 (no secret: every run draws the same)
        self.lang = lang or self.chance.choice(LANGUAGES)
        self.port = port
        self.seen = seen
        self.axes = axes
        self.states: dict[str, dict[str, Any]] = {}

    async def work(self, seconds: float) -> None:
        try:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
            await self._open()
            end = time.perf_counter() + seconds
            while time.perf_counter() < end:
                await asyncio.sleep(self.chance.uniform(*THINKING))
                started = time.perf_counter()
                await self._get(self._question())
                self.seen.answers.append(time.perf_counter() - started)
            self.writer.close()
        except (OSError, asyncio.IncompleteReadError, RuntimeError) as error:
            self.seen.errors.append(f"{type(error).__name__}: {error}")

    async def _open(self) -> None:
        started = time.perf_counter()
        page = brotli.decompress(await self._get(f"/{self.lang}/")).decode()
        self.seen.pages.append(time.perf_counter() - started)
        for path in dict.fromkeys(_FILE.findall(page)):
            await self._get(path)
        self.seen.complete.append(time.perf_counter() - started)

    def _question(self) -> str:
        """Move one slider and ask like the page: for the frame that it reaches, or for some along an axis."""
        encoding = self.chance.choice(_ENCODINGS)
        axes = self.axes[encoding]
        state = self.states.setdefault(encoding, {name: stops[0] for name, stops in axes.items()})
        moved, axis = self.chance.choice(list(axes)), self.chance.choice(list(axes))
        stops = sorted(axes[moved])
        at = stops.index(axes[moved][0]) + self.chance.randint(-NEAR, NEAR)
        state[moved] = stops[min(max(at, 0), len(stops) - 1)]
        if self.chance.random() < SWEEPS:
            most = self.chance.choice((FIRST_CELLS, FIRST_CELLS, CHUNK_CELLS))
            near, cells = [], 0
            for stop in sorted(axes[axis], key=lambda stop: abs(stop - state[axis])):
                frame = {**state, axis: stop}
                cells += frame["seq_len"] * frame["d_model"]
                if near and cells > most:
                    break
                near.append(str(stop))
            others = {name: value for name, value in state.items() if name != axis}
            asked = {**others, "axis": axis, "stops": ",".join(near), "precision": 4}
            return f"/api/encodings/{encoding}/sweep?{urlencode(asked, safe=',')}"
        return f"/api/encodings/{encoding}/matrix?{urlencode({**state, 'precision': 4})}"

    async def _get(self, path: str) -> bytes:
        self.writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept: */*\r\n"
            f"Accept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: {self.lang}\r\n\r\n".encode()
        )
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = re.search(r"\r\ncontent-length: (\d+)", head)
        body = await self.reader.readexactly(int(length[1]) if length else 0)
        if not head.startswith("http/1.1 200 "):
            raise RuntimeError(f"{head.splitlines()[0]} at {path}")
        return body


async def _axes(port: int) -> Axes:
    """Return the stops of every slider that changes the numbers of a matrix."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    writer.write(b"GET /api/encodings HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    body = (await reader.read(-1)).partition(b"\r\n\r\n")[2]
    writer.close()
    return {
        encoding["id"]: {
            # The default first: there all sliders stand when the page opens.
            parameter["name"]: sorted(parameter["stops"], key=lambda stop: stop != parameter["default"])
            for parameter in encoding["parameters"]
            if parameter["name"] in ("base", "d_model", "seq_len")
        }
        for encoding in json.loads(body)["encodings"]
        if encoding["id"] in _ENCODINGS
    }


async def _class(port: int, students: int, seconds: float) -> Class:
    seen = Class()
    axes = await _axes(port)
    for lang in LANGUAGES:
        await Student(0, port, Class(), axes, lang).work(0)
    await asyncio.sleep(PREPARED)

    async def arrive(student: Student) -> None:
        await asyncio.sleep(student.chance.uniform(0, ARRIVING))
        await student.work(seconds)

    await asyncio.gather(*(arrive(Student(number, port, seen, axes)) for number in range(students)))
    return seen


def _row(name: str, seconds: list[float]) -> dict[str, Any]:
    ordered = sorted(seconds)

    def percentile(part: float) -> float:
        return round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1)

    shown = {f"p{part} (ms)": percentile(part / 100) for part in (50, 95, 99)} if ordered else {}
    return {"what": name, "count": len(ordered), **shown}


def measure(students: int = 300, seconds: float = 60) -> list[dict[str, Any]]:
    with served() as server:
        # In a process of its own: who measures must not slow down who is measured.
        given = json.dumps({"port": server.port, "students": students, "seconds": seconds})
        done = subprocess.run(
            [sys.executable, str(Path(__file__))], input=given, stdout=subprocess.PIPE, text=True, check=True
        )
        peak = server.peak_mb()
    seen = json.loads(done.stdout)
    rows = [
        _row(f"{students} students: page", seen["pages"]),
        _row(f"{students} students: page with its files", seen["complete"]),
        _row(f"{students} students: answer", seen["answers"]),
    ]
    for row in rows:
        tell("students", row)
    errors = {"errors": len(seen["errors"]), "examples": sorted(set(seen["errors"]))[:3]}
    tell("students", {**errors, "peak memory of the server (MB)": peak})
    return [
        *rows,
        {"what": f"{students} students: errors", "count": len(seen["errors"])},
        {"what": "peak memory of the server", "MB": peak},
    ]


def main() -> None:
    given = json.load(sys.stdin)
    # Every student has a connection.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    seen = uvloop.run(_class(given["port"], given["students"], given["seconds"]))
    print(json.dumps(vars(seen)))


if __name__ == "__main__":
    main()
