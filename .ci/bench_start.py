"""How long a server takes until it can answer, and until the first reader has the page."""

import statistics
import subprocess
import sys
import time
import urllib.request
from typing import Any

from bench_server import ROOT, served, tell


def _imports() -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import app.main"], cwd=ROOT, check=True)
    return time.perf_counter() - started


def measure(times: int = 5) -> list[dict[str, Any]]:
    seconds: dict[str, list[float]] = {"imports alone": [], "until /readyz": [], "until /en/ is complete": []}
    _imports()
    for _ in range(times):
        seconds["imports alone"].append(_imports())
        with served() as server:
            seconds["until /readyz"].append(time.perf_counter() - server.started)
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/en/", timeout=60) as answer:
                answer.read()
            seconds["until /en/ is complete"].append(time.perf_counter() - server.started)
    row = {"what": "start", **{f"{n} (s)": round(statistics.median(s), 2) for n, s in seconds.items()}}
    return [tell("start", row)]
