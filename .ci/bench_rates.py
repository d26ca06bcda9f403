"""What was answered before, asked again: answers a second, and those of a bare route with the same bytes."""

import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE
from typing import Any

from bench_server import Server, served, tell

MATRIX = "/api/encodings/sinusoidal/matrix"
BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd", "Accept-Language": "en-GB,en;q=0.9,de;q=0.5"}
QUESTIONS: dict[str, tuple[str, dict[str, str]]] = {
    "matrix 64×64": (MATRIX, BROWSER),
    "matrix 64×64, uncompressed": (MATRIX, {}),
    "page /en/": ("/en/", BROWSER),
    "page in another state": ("/en/?encoding=rope&base=500000&pos=40", BROWSER),
    "page /en/, 304": ("/en/", BROWSER),
}


def _asked(server: Server, path: str, headers: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.putrequest("GET", path, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    # The server adds these by itself.
    own = {k: v for k, v in answer.getheaders() if k.lower() not in ("date", "server", "content-length")}
    return answer.status, own, body


def _request(port: int, path: str, headers: dict[str, str]) -> str:
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUser-Agent: bench\r\nAccept: */*\r\n{lines}\r\n"


def _rates(questions: dict[str, tuple[int, str]], **options: float) -> dict[str, list[float]]:
    given = json.dumps({"questions": questions, **options})
    client = [sys.executable, str(Path(__file__).with_name("bench_client.py"))]
    done = subprocess.run(client, input=f"{given}\n", capture_output=True, text=True, check=True)
    rates: dict[str, list[float]] = json.loads(done.stdout)
    return rates


def _two_clients(question: tuple[int, str], **options: float) -> float:
    """Answers a second to two clients at once: not many more if one client was fast enough."""
    given = json.dumps({"questions": {"bare": question}, **options}) + "\n"
    client = [sys.executable, str(Path(__file__).with_name("bench_client.py"))]
    both = [subprocess.Popen(client, stdin=PIPE, stdout=PIPE, text=True) for _ in range(2)]
    with ThreadPoolExecutor() as pool:
        done = pool.map(lambda one: one.communicate(given)[0], both)
        return sum(statistics.median(json.loads(printed)["bare"]) for printed in done)


def measure(rounds: int = 7, seconds: float = 0.7, connections: int = 8) -> list[dict[str, Any]]:
    options = {"rounds": rounds, "seconds": seconds, "connections": connections}
    with tempfile.TemporaryDirectory() as folder, served() as ours:
        answers, asked = {}, {}
        for number, (name, (path, headers)) in enumerate(QUESTIONS.items()):
            if name.endswith("304"):
                headers = {**headers, "If-None-Match": _asked(ours, path, headers)[1]["etag"]}
            _asked(ours, path, headers)
            status, own, body = _asked(ours, path, headers)
            file = Path(folder, str(number))
            file.write_bytes(body)
            answers[f"/{number}"] = (status, own, str(file))
            asked[name] = (number, path, headers)
        listed = Path(folder, "answers.json")
        listed.write_text(json.dumps(answers), encoding="utf-8")
        os.environ["BENCH_ANSWERS"] = str(listed)
        with served("bench_bare:create_app", folder=Path(__file__).parent, ready="/0") as bare:
            questions: dict[str, tuple[int, str]] = {}
            for name, (number, path, headers) in asked.items():
                questions[f"{name}, ours"] = (ours.port, _request(ours.port, path, headers))
                # Asked with as many bytes, so that reading the request costs the same.
                questions[f"{name}, bare"] = (bare.port, _request(bare.port, f"/{number}", headers))
            rates = _rates(questions, **options)
            one = statistics.median(rates["matrix 64×64, bare"])
            two = _two_clients(questions["matrix 64×64, bare"], **options)
        rows = []
        for name, (number, _, _) in asked.items():
            mine, theirs = rates[f"{name}, ours"], rates[f"{name}, bare"]
            row = {
                "what": name,
                "bytes": Path(folder, str(number)).stat().st_size,
                "answers/s": round(statistics.median(mine)),
                "bare route/s": round(statistics.median(theirs)),
                "ratio": round(statistics.median(a / b for a, b in zip(mine, theirs, strict=True)), 2),
            }
            tell("asked again", row)
            rows.append(row)
    tell("check of the client", {"bare route/s": round(one), "with two clients": round(two)})
    return rows
