"""Servers to be measured: each one uvicorn worker in a process of its own."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Server:
    port: int
    pid: int
    started: float  # time.perf_counter() when its process was started

    def peak_mb(self) -> float:
        """The most memory that the process has held so far, as Linux counts it."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return round(int(line.split()[1]) / 1024, 1)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def process(*command: str, port: int, folder: Path = ROOT, ready: str = "/") -> Iterator[Server]:
    started = time.perf_counter()
    # As `make run` and the container have it.
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
    child = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}{ready}", timeout=30).close()
                break
            except (urllib.error.URLError, OSError):
                if child.poll() is not None or time.perf_counter() - started > 60:
                    raise RuntimeError(f"nothing answers on port {port}") from None
                time.sleep(0.02)
        yield Server(port, child.pid, started)
    finally:
        child.terminate()
        child.wait(10)


@contextmanager
def served(app: str = "app.main:create_app", folder: Path = ROOT, ready: str = "/readyz") -> Iterator[Server]:
    """Serve an application as `make run` does, but for the log of requests."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "--factory", app, "--port", str(port)]
    with process(*command, "--log-level", "warning", port=port, folder=folder, ready=ready) as server:
        yield server


def tell(name: str, values: dict[str, object]) -> dict[str, object]:
    """Print one measurement as a line of JSON."""
    print(json.dumps({"measured": name, **values}), flush=True)
    return values
