"""A page in a state that nobody has asked for before, beside the same page of an earlier commit."""

import gzip
import http.client
import io
import statistics
import subprocess
import tarfile
import tempfile
import time
from pathlib import Path
from typing import Any

from bench_server import ROOT, Server, served, tell

BEFORE = "e3d8da9"
"""The last commit before answers were kept."""


def _earlier(folder: Path) -> bool:
    """Write the files of the earlier commit into a folder, if the history goes back so far."""
    archive = ["git", "archive", BEFORE]
    done = subprocess.run(archive, cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        return False
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as files:
        files.extractall(folder, filter="data")
    return True


def _page(connection: http.client.HTTPConnection, base: int) -> float:
    started = time.perf_counter()
    connection.request("GET", f"/en/?base={base}", headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    body = gzip.decompress(answer.read())
    took = 1000 * (time.perf_counter() - started)
    if answer.status != 200 or f'"base":{base}' not in body.decode().replace(".0", ""):
        raise RuntimeError(f"no page for base {base}")
    return took


def _both(ours: Server, before: Server, pages: int) -> tuple[list[float], list[float]]:
    connections = [http.client.HTTPConnection("127.0.0.1", one.port, timeout=60) for one in (ours, before)]
    for connection in connections:
        _page(connection, 999)
    took: tuple[list[float], list[float]] = [], []
    for base in range(1001, 1001 + pages):
        for times, connection in zip(took, connections, strict=True):
            times.append(_page(connection, base))
    return took


def measure(pages: int = 40) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder, served() as ours:
        if not _earlier(Path(folder)):
            print(f"A page in a new state is not measured: git has no commit {BEFORE} (a shallow clone?).")
            return []
        try:
            with served(folder=Path(folder)) as before:
                mine, theirs = _both(ours, before, pages)
        except RuntimeError as error:
            print(f"A page in a new state is not measured: commit {BEFORE} does not run here ({error}).")
            return []
    row = {
        "what": f"page in a new state, beside commit {BEFORE}",
        "ms": round(statistics.median(mine), 1),
        "before (ms)": round(statistics.median(theirs), 1),
        "ratio": round(statistics.median(a / b for a, b in zip(mine, theirs, strict=True)), 2),
    }
    return [tell("new state", row)]
