import asyncio
from typing import Any

import pytest
from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse
from fastapi.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from app.i18n import languages
from app.main import create_app
from app.settings import Settings
from app.web import errors
from app.web.headers import HeadAsGet, SubPath, is_machine_path, route_path

MATRIX = "/api/encodings/sinusoidal/matrix"


def test_words_of_an_error_follow_the_language(client: TestClient) -> None:
    german = {"Accept-Language": "de"}
    by_header = client.get(MATRIX, params={"base": "0"}, headers=german)
    assert by_header.json()["title"] == "Die Parameter sind nicht gültig"
    assert by_header.json()["detail"] == "base (angegeben: 0): muss größer als 1 sein"
    assert by_header.headers["content-language"] == "de"
    assert "Accept-Language" in by_header.headers["vary"]
    by_query = client.get(MATRIX, params={"base": "0", "lang": "en"}, headers=german)
    assert by_query.json()["errors"] == [{"parameter": "base", "got": "0", "rule": "must be greater than 1"}]
    assert by_query.headers["cache-control"] == "no-store"
    unknown = client.get(MATRIX, params={"lang": "xx"}, headers=german).json()
    assert unknown["errors"][0] == {
        "parameter": "lang",
        "got": "xx",
        "rule": f"muss einer dieser Werte sein: {', '.join(languages())}",
    }


def test_all_faults_are_told_at_once(client: TestClient) -> None:
    answer = client.get(MATRIX, params={"base": "x", "seq_len": "1.5", "d_model": "0", "theta": "1"})
    assert {error["parameter"]: error["rule"] for error in answer.json()["errors"]} == {
        "base": "must be a number",
        "seq_len": "must be a whole number",
        "d_model": "must be at least 1",
        "theta": "there is no such parameter here",
    }


def test_long_and_strange_values_are_told_shortly(client: TestClient) -> None:
    got = client.get(MATRIX, params={"base": "9" * 3000 + "x"}).json()["errors"][0]["got"]
    assert len(got) == 200
    huge = client.get(MATRIX, params={"seq_len": "9" * 5000})
    assert huge.status_code == 422
    assert client.get(f"{MATRIX}?base=%ff%00%ed%a0%80").status_code == 422


def test_404_and_405(client: TestClient) -> None:
    missing = client.get("/api/nothing", headers={"Accept-Language": "de"})
    assert missing.status_code == 404
    assert missing.headers["content-type"] == "application/problem+json"
    assert missing.json()["title"] == "Unter dieser Adresse gibt es nichts"
    assert missing.json()["type"] == "about:blank"
    wrong = client.post(MATRIX)
    assert wrong.status_code == 405
    assert wrong.headers["allow"] == "GET, HEAD"
    assert wrong.json()["detail"] == "Every path can be read with GET and HEAD only."


def small_app(html: bool) -> TestClient:
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)

    def page(request: Request, problem: errors.Problem) -> Response:
        return HTMLResponse(f"<h1 lang={problem.lang}>{problem.title}</h1>", problem.status)

    def teapot() -> None:
        raise HTTPException(418, "short and stout", {"X-Tea": "yes"})

    def broken() -> None:
        raise RuntimeError("secret")

    app.add_api_route("/teapot", teapot)
    app.add_api_route("/broken", broken)
    errors.install(app, html_error=page if html else None)
    return TestClient(app, raise_server_exceptions=False)


def test_pages_answer_errors_as_html_and_the_api_does_not() -> None:
    client = small_app(html=True)
    answer = client.get("/nothing?lang=de")
    assert answer.status_code == 404
    assert answer.text == "<h1 lang=de>Unter dieser Adresse gibt es nichts</h1>"
    assert client.get("/broken").text == "<h1 lang=en>Something went wrong on the server</h1>"
    assert client.get("/api/nothing").headers["content-type"] == "application/problem+json"
    assert client.get("/teapot").headers["x-tea"] == "yes"


def test_an_error_page_that_fails_does_not_hide_the_error(caplog: pytest.LogCaptureFixture) -> None:
    def page(request: Request, problem: errors.Problem) -> Response:
        raise KeyError("title")

    app = FastAPI()
    errors.install(app, html_error=page)
    answer = TestClient(app).get("/nothing")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert "the error page failed at /nothing" in caplog.text


def test_other_statuses_keep_their_own_words() -> None:
    problem = small_app(html=False).get("/teapot").json()
    assert problem["detail"] == "short and stout"
    assert problem["title"] == "I'm a Teapot"


def test_an_unexpected_error_tells_nothing_about_itself() -> None:
    answer = small_app(html=False).get("/broken")
    assert answer.status_code == 500
    assert all(word not in answer.text for word in ("secret", "Error", "Traceback", ".py"))


def test_an_answer_that_has_begun_cannot_be_replaced() -> None:
    async def half(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError("half way")

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    caught = errors.CatchAll(half, lambda request, problem: PlainTextResponse("no"))
    with pytest.raises(RuntimeError, match="half way"):
        asyncio.run(caught({"type": "http", "path": "/"}, receive, send))
    assert len(sent) == 1


def test_an_unlisted_kind_of_error_keeps_its_text() -> None:
    listed: list[dict[str, Any]] = [{"type": "new_kind", "loc": (), "msg": "Own words", "input": object()}]
    fault = errors.faults_of(listed, None, str)[0]
    assert fault.parameter is None
    assert fault.rule == "Own words"


@pytest.mark.parametrize("path", ["/healthz", "/docs", MATRIX, "/api/nothing", "/static/x/nothing.js"])
def test_security_headers_are_everywhere(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert policy.endswith("frame-ancestors *")
    assert "unsafe-eval" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert "x-frame-options" not in headers
    assert "referrer-policy" in headers


@pytest.mark.parametrize(
    "path", ["/healthz", "/readyz", "/docs", MATRIX, "/api/word-order", "/static/x/js/docs.js"]
)
def test_head_is_get_without_a_body(client: TestClient, path: str) -> None:
    head, get = client.head(path), client.get(path)
    assert head.status_code == get.status_code == 200
    assert head.content == b""
    assert head.headers == get.headers


def test_head_sends_no_body() -> None:
    """The test client drops what a server sends after HEAD: so here is what leaves the application."""

    async def in_two_pieces(scope: Scope, receive: Receive, send: Send) -> None:
        assert scope["method"] == "GET"
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"one", "more_body": True})
        await send({"type": "http.response.body", "body": b"two"})

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    asyncio.run(HeadAsGet(in_two_pieces)({"type": "http", "method": "HEAD", "path": "/"}, receive, send))
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert sent[-1]["body"] == b""
    assert not sent[-1].get("more_body")


def test_head_of_a_streamed_answer(client: TestClient) -> None:
    path = "/api/encodings/sinusoidal/sweep?axis=base"
    assert len(client.get(path).content) > 1_000_000
    head = client.head(path)
    assert head.status_code == 200
    assert head.content == b""


def test_answers_are_revalidated_without_computing(client: TestClient) -> None:
    first = client.get(f"{MATRIX}?base=100&seq_len=3")
    assert first.headers["cache-control"] == "public, max-age=300"
    tag = first.headers["etag"]
    again = client.get(f"{MATRIX}?seq_len=3&base=100", headers={"If-None-Match": f'"other", {tag}'})
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["etag"] == tag
    for other in ("?base=100&seq_len=4", "?base=100&seq_len=3&format=csv", "?base=100&seq_len=3&base=100"):
        assert client.get(MATRIX + other, headers={"If-None-Match": tag}).status_code == 200
    assert "etag" not in client.get(f"{MATRIX}?base=0").headers


def test_tags_differ_between_languages_and_between_repeated_names(client: TestClient) -> None:
    def tag(query: str, lang: str = "en") -> str:
        answer = client.get(f"/api/encodings{query}", headers={"Accept-Language": lang})
        return str(answer.headers["etag"])

    assert tag("") != tag("", "de")
    here, there = (
        client.get(f"{MATRIX}?{query}").headers["etag"] for query in ("base=5&base=6", "base=6&base=5")
    )
    assert here != there


@pytest.mark.parametrize(("accepted", "coding"), [("br, gzip", "br"), ("gzip", "gzip"), ("identity", None)])
def test_compression(client: TestClient, accepted: str, coding: str | None) -> None:
    answer = client.get(MATRIX, headers={"Accept-Encoding": accepted})
    assert answer.headers.get("content-encoding") == coding
    assert "Accept-Encoding" in answer.headers["vary"]
    assert answer.json()["shape"] == [64, 64]


def test_other_hosts_may_read_the_numbers(client: TestClient) -> None:
    assert client.get(MATRIX).headers["access-control-allow-origin"] == "*"
    assert client.get("/openapi.json").headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-origin" not in client.get("/docs").headers


@pytest.fixture(scope="module")
def sub_path_app() -> FastAPI:
    return create_app(Settings(root_path="/pe/", frame_ancestors="'self' https://moodle.example.org"))


@pytest.mark.parametrize("prefix", ["", "/pe"])
def test_sub_path_behind_both_kinds_of_proxy(sub_path_app: FastAPI, prefix: str) -> None:
    client = TestClient(sub_path_app)
    assert client.get(f"{prefix}/healthz").status_code == 200
    assert client.get(f"{prefix}{MATRIX}").headers["etag"]
    page = client.get(f"{prefix}/docs").text
    assert 'data-openapi="/pe/openapi.json"' in page
    script = next(part for part in page.split('"') if part.endswith("js/docs.js"))
    assert script.startswith("/pe/static/")
    for address in (script, script.removeprefix("/pe")):
        assert "SwaggerUIBundle" in client.get(address).text
    described = client.get(f"{prefix}/openapi.json").json()
    assert described["servers"] == [{"url": "/pe"}]
    missing = client.get(f"{prefix}/api/nothing")
    assert missing.status_code == 404
    assert missing.headers["content-type"] == "application/problem+json"
    assert missing.headers["content-security-policy"].endswith(
        "frame-ancestors 'self' https://moodle.example.org"
    )


def test_a_path_that_only_begins_alike_is_not_the_sub_path() -> None:
    seen: list[Scope] = []

    async def note(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope)

    async def nothing(*_: Any) -> Any:
        return None

    served = SubPath(note, "/pe")
    for path in ("/pears", "/pe", "/pe/x"):
        asyncio.run(served({"type": "http", "path": path}, nothing, nothing))
    asyncio.run(served({"type": "lifespan"}, nothing, nothing))
    assert [scope.get("path") for scope in seen] == ["/pe/pears", "/pe", "/pe/x", None]
    assert [route_path(scope) for scope in seen[:3]] == ["/pears", "/", "/x"]


def test_which_paths_are_the_apis() -> None:
    assert all(map(is_machine_path, ("/api", "/api/x", "/healthz", "/static/b/x.js", "/openapi.json")))
    assert not any(map(is_machine_path, ("/", "/en/", "/apiary", "/docs")))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("root_path", "/a b"),
        ("root_path", "//host"),
        ("root_path", "/x?y"),
        ("frame_ancestors", "*; script-src *"),
        ("frame_ancestors", ""),
        ("max_cells", 0),
        ("log_level", "loud"),
        ("colour", "red"),
    ],
)
def test_settings_refuse_nonsense(name: str, value: object) -> None:
    if (name, value) == ("root_path", "//host"):
        # Slashes at the ends are trimmed, so this is the plain path /host.
        assert Settings(root_path="//host").root_path == "/host"
        return
    with pytest.raises(ValueError, match=name):
        Settings.model_validate({name: value})


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POSENC_ROOT_PATH", "pe/")
    monkeypatch.setenv("POSENC_MAX_CELLS", "1000000")
    settings = Settings()
    assert settings.root_path == "/pe"
    client = TestClient(create_app(settings))
    assert client.get(f"{MATRIX}?seq_len=125000&d_model=8").status_code == 200
    assert client.get(f"{MATRIX}?seq_len=125001&d_model=8").status_code == 422


def test_a_limit_at_which_figures_would_stay_empty_is_refused_at_the_start() -> None:
    with pytest.raises(
        ValueError, match=r"max_cells \(POSENC_MAX_CELLS\) must be at least \d+, .* got 5000"
    ) as error:
        create_app(Settings(max_cells=5_000))
    least = int(str(error.value).partition("at least ")[2].partition(",")[0])
    create_app(Settings(max_cells=least))
    with pytest.raises(ValueError, match=f"got {least - 1}"):
        create_app(Settings(max_cells=least - 1))
