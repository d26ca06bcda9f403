"""What was answered before is answered again: the same, to nobody else, and never more than fits."""

import asyncio
import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest
from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import example, given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.i18n import languages, negotiate
from app.main import THREADS, create_app
from app.model.service import WAITING
from app.settings import Settings
from app.web.answers import LARGEST, Answer, Answers, Kept
from app.web.assets import Assets, build_router
from app.web.conditional import ConditionalGet, edition, matches
from app.web.pages.rendering import Pages

MATRIX = "/api/encodings/sinusoidal/matrix"
MEGABYTE = 2**20


@dataclass
class Got:
    """What left the application."""

    status: int
    headers: dict[str, str]
    body: bytes
    messages: int


def scope_of(
    path: str, query: str = "", headers: Sequence[tuple[str, str]] = (), **others: object
) -> dict[str, Any]:
    return {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "server": ("127.0.0.1", 80),
        "root_path": "",
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in headers],
        **others,
    }


async def got(app: ASGIApp, scope: Scope) -> Got:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    await app(scope, receive, send)
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Got(sent[0]["status"], headers, b"".join(one["body"] for one in sent[1:]), len(sent))


class Told:
    """An application that says all that an answer may depend on, and counts how often it is asked."""

    def __init__(self, **response: Any) -> None:
        self.asked = 0
        self.response = response
        self.wait: asyncio.Event | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.asked += 1
        if self.wait:
            await self.wait.wait()
        request = Request(scope)
        if scope["path"].startswith("/api/"):
            # As the routes of the API do: the later of two values counts, and the order of names does not.
            told: object = [dict(request.query_params), negotiate(request.headers.get("accept-language"))]
        else:
            told = [request.query_params.multi_items(), str(HTTPConnection(scope).base_url)]
        body = json.dumps([scope["path"], told, "padding" * 99], sort_keys=True)
        await Response(body, media_type="application/json", **self.response)(scope, receive, send)


def kept(inner: ASGIApp, most: int = MEGABYTE) -> Answers:
    return Answers(ConditionalGet(inner, "edition"), languages(), most, lambda _: None)


# --------------------------------------------------------------------------------------------------- the key


def up_to_twice(*values: str) -> st.SearchStrategy[list[str]]:
    """A header may be missing, or be there twice."""
    return st.lists(st.sampled_from(values), max_size=2)


PLAIN: dict[str, Any] = {
    "path": "/en/",
    "query": "",
    "scheme": "http",
    "root_path": "",
    "server": ("127.0.0.1", 80),
    "host": [],
    "accept-language": [],
    "accept-encoding": [],
}
CHANGES = st.one_of(
    [
        st.tuples(st.just(name), values)
        for name, values in {
            "path": st.sampled_from(["/en/", "/de/", "/api/encodings", MATRIX]),
            "query": st.sampled_from(["", "a=1&b=2", "b=2&a=1", "a=1&a=2", "a=2&a=1", "a=", "a", "%C3%A4=1"]),
            "scheme": st.sampled_from(["http", "https"]),
            "root_path": st.sampled_from(["", "/pe"]),
            "server": st.sampled_from([("127.0.0.1", 80), ("127.0.0.2", 80)]),
            "host": up_to_twice("a.example", "b.example", "a.example:8000", "not a host", ""),
            "accept-language": up_to_twice("de", "en", "xx", "de;q=0.1,en", ""),
            "accept-encoding": up_to_twice("br", "gzip", "gzip, br;q=0.1", "identity"),
        }.items()
    ]
)


def walk(changes: list[tuple[str, Any]]) -> list[dict[str, Any]]:
    """Return questions each of which differs from the one before in one respect."""
    parts, scopes = dict(PLAIN), []
    for name, value in changes:
        parts[name] = value
        headers = [
            (header, value)
            for header in ("host", "accept-language", "accept-encoding")
            for value in parts[header]
        ]
        others = {one: parts[one] for one in ("scheme", "root_path", "server")}
        scopes.append(scope_of(parts["path"], parts["query"], headers, **others))
    return scopes


def uncompressed(answer: Got) -> bytes:
    match answer.headers.get("content-encoding"):
        case "br":
            return bytes(brotli.decompress(answer.body))
        case "gzip":
            return gzip.decompress(answer.body)
    return answer.body


@given(st.lists(CHANGES, min_size=2, max_size=20))
@example([("host", ["a.example"]), ("host", ["b.example"])])
@example(
    [("path", "/api/x"), ("accept-language", ["de", "xx"]), ("accept-language", ["xx", "de"])],
)
def test_whatever_was_asked_before_everyone_gets_their_own_answer(changes: list[tuple[str, Any]]) -> None:
    async def all_of_them() -> None:
        answers, direct = kept(Told()), Told()
        tags: dict[str, bytes] = {}
        for scope in walk(changes):
            answer = await got(answers, dict(scope))
            body = uncompressed(answer)
            assert body == (await got(direct, dict(scope))).body
            # One validator never stands for two answers.
            assert tags.setdefault(answer.headers["etag"], body) == body

    asyncio.run(all_of_them())


@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [
        (scope_of("/en/"), scope_of("/en/"), 1),
        (scope_of("/en/"), scope_of("/en/", "a=1"), 2),
        (scope_of("/en/"), scope_of("/en/", headers=[("host", "b.example")]), 2),
        (scope_of("/en/"), scope_of("/en/", scheme="https"), 2),
        (scope_of("/en/"), scope_of("/en/", root_path="/pe"), 2),
        (scope_of("/en/"), scope_of("/en/", headers=[("accept-encoding", "br")]), 2),
        # A page's language stands in its address, and an API's answers say nothing of their own address.
        (scope_of("/en/"), scope_of("/en/", headers=[("accept-language", "de")]), 1),
        (scope_of("/api/x"), scope_of("/api/x", headers=[("accept-language", "de")]), 2),
        (scope_of("/api/x"), scope_of("/api/x", headers=[("accept-language", "fr, en-GB;q=0.5")]), 1),
        (scope_of("/api/x"), scope_of("/api/x", headers=[("host", "b.example")]), 1),
        (scope_of("/api/x"), scope_of("/api/x", headers=[("origin", "https://b.example")]), 1),
        (scope_of("/api/x"), scope_of("/api/x", headers=[("accept-encoding", "zstd")]), 1),
    ],
)
def test_what_is_another_question(first: dict[str, Any], second: dict[str, Any], asked: int) -> None:
    inner = Told()
    answers = kept(inner)
    asyncio.run(got(answers, first))
    asyncio.run(got(answers, second))
    assert inner.asked == asked


@pytest.fixture(scope="module")
def fresh() -> TestClient:
    return TestClient(create_app(Settings(answer_cache_mb=0)))


@pytest.mark.parametrize(
    "path",
    [
        "/en/",
        "/de/?base=500&pos=3",
        "/en/figures/rotary?base=500000",
        "/de/api",
        "/en/licences",
        "/en/listing.ipynb?d_model=8",
        "/docs",
        "/openapi.json",
        MATRIX,
        f"{MATRIX}?format=csv&decimal=,",
        f"{MATRIX}?format=npy",
        "/api/encodings",
        "/api/quiz",
        "/api/patches/picture?format=png",
        "/api/real-model/pairs",
    ],
)
def test_an_answer_given_again_is_the_one_that_would_be_made(
    client: TestClient, fresh: TestClient, path: str
) -> None:
    for host in ("http://a.example", "http://b.example"):
        for lang in ("en", "de"):
            for coding in ("br", "gzip", "identity"):
                headers = {"Accept-Language": lang, "Accept-Encoding": coding}
                made = fresh.get(f"{host}{path}", headers=headers)
                for _ in range(2):
                    again = client.get(f"{host}{path}", headers=headers)
                    assert (again.status_code, again.content) == (made.status_code, made.content)
                    # The build and the settings are the same but for the memory, which the tag includes.
                    assert {**again.headers, "etag": ""} == {**made.headers, "etag": ""}
                assert client.head(f"{host}{path}", headers=headers).headers == again.headers


def test_every_setting_and_the_models_source_change_the_validators() -> None:
    editions = {
        edition("build", Settings(), "computed"),
        edition("other", Settings(), "computed"),
        edition("build", Settings(max_cells=2048), "computed"),
        edition("build", Settings(), "committed"),
    }
    assert len(editions) == 4
    assert all("plotly-" in one and "numpy-" in one for one in editions)


# ------------------------------------------------------------------------------------------------- the bound


def an_answer(size: int) -> Answer:
    return Answer(200, [], bytes(size), '"x"')


def test_what_is_kept_is_bounded_and_the_least_asked_for_goes_first() -> None:
    most = 1_000_000
    memory = Kept(most)
    for number in range(100):
        memory.put((f"{number}",), an_answer(40_000))
        assert memory.get(("0",)) is not None
        assert memory.size <= most
    assert memory.size == sum(
        answer.size + len(number)
        for number in map(str, range(100))
        if (answer := memory.get((number,))) is not None
    )
    assert 20 <= len(memory) <= 25
    assert memory.get(("98",)) is not None
    assert memory.get(("1",)) is None
    memory.put(("99",), an_answer(40_000))
    assert memory.size <= most


@pytest.mark.parametrize("size", [MEGABYTE // LARGEST, 10 * MEGABYTE])
def test_a_large_answer_puts_out_no_other(size: int) -> None:
    memory = Kept(MEGABYTE)
    memory.put(("small",), an_answer(1))
    memory.put(("large",), an_answer(size))
    assert len(memory) == 1
    assert memory.get(("small",)) is not None


def test_a_long_address_counts() -> None:
    memory = Kept(MEGABYTE)
    memory.put((b"x" * MEGABYTE,), an_answer(1))
    assert len(memory) == 0


def test_nothing_is_kept_in_no_memory() -> None:
    inner = Told()
    answers = kept(inner, most=0)
    asyncio.run(got(answers, scope_of("/en/")))
    asyncio.run(got(answers, scope_of("/en/")))
    assert inner.asked == 2
    assert len(answers.kept) == 0


# ------------------------------------------------------------------------------------- what must not be kept


@pytest.mark.parametrize(
    "response",
    [
        {"status_code": 404},
        {"status_code": 422},
        {"status_code": 503},
        {"status_code": 307},
        {"headers": {"Cache-Control": "no-store"}},
        {"headers": {"Vary": "Cookie"}},
        {"headers": {"Vary": "Accept-Language, Origin"}},
    ],
)
def test_errors_and_what_depends_on_more_are_never_kept(response: dict[str, Any]) -> None:
    inner = Told(**response)
    answers = kept(inner)
    for _ in range(2):
        answer = asyncio.run(got(answers, scope_of("/api/x")))
        assert "etag" not in answer.headers
    assert inner.asked == 2
    assert len(answers.kept) == 0


@pytest.mark.parametrize("path", ["/readyz", "/healthz", f"{MATRIX}?base=0", "/en/nothing", "/"])
def test_health_and_errors_are_always_new(app: FastAPI, path: str) -> None:
    answer = TestClient(app).get(path, headers={"If-None-Match": "*"}, follow_redirects=False)
    assert answer.status_code != 304
    assert "etag" not in answer.headers


def test_other_methods_and_the_life_of_the_server_pass_through() -> None:
    seen: list[Scope] = []

    async def note(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope)

    async def nothing(*_: Any) -> Any:
        return None

    answers = kept(note)
    asyncio.run(answers({"type": "lifespan"}, nothing, nothing))
    asyncio.run(answers(scope_of("/en/", method="POST"), nothing, nothing))
    asyncio.run(answers(scope_of("/static/x/y.js"), nothing, nothing))
    assert len(seen) == 3


# --------------------------------------------------------------------------------- many ask the same at once


def test_more_are_computed_at_once_than_may_wait_for_the_pretrained_model(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        assert client.portal is not None
        threads = client.portal.call(lambda: current_default_thread_limiter().total_tokens)
    assert threads == THREADS >= WAITING + 1 + 4


async def at_once(answers: Answers, inner: Told, scopes: Sequence[dict[str, Any]]) -> list[Got]:
    inner.wait = asyncio.Event()
    asking = [asyncio.create_task(got(answers, scope)) for scope in scopes]
    for _ in range(5):
        await asyncio.sleep(0)
    inner.wait.set()
    return await asyncio.gather(*asking)


def test_a_whole_class_waits_for_one_computation() -> None:
    inner = Told()
    seen = asyncio.run(at_once(kept(inner), inner, [scope_of("/en/")] * 9))
    assert inner.asked == 1
    assert len({answer.body for answer in seen}) == 1


def test_even_what_is_too_large_to_be_kept_is_computed_once() -> None:
    inner = Told()
    asyncio.run(at_once(kept(inner, most=0), inner, [scope_of("/en/")] * 9))
    assert inner.asked == 1


def test_an_error_is_not_shared() -> None:
    inner = Told(status_code=503)
    seen = asyncio.run(at_once(kept(inner), inner, [scope_of("/api/x")] * 9))
    assert inner.asked == 9
    assert {answer.status for answer in seen} == {503}


def test_who_has_the_answer_already_does_not_make_the_others_compute() -> None:
    inner = Told()
    tag = asyncio.run(got(kept(inner), scope_of("/en/"))).headers["etag"]
    first = scope_of("/en/", headers=[("if-none-match", tag)])
    seen = asyncio.run(at_once(kept(inner), inner, [first, *[scope_of("/en/")] * 8]))
    assert inner.asked == 2
    assert [answer.status for answer in seen] == [304] + [200] * 8


def test_who_waits_for_what_fails_asks_again() -> None:
    inner = Told()
    broken = True

    async def at_first(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal broken
        if broken:
            broken = False
            await asyncio.sleep(0)
            raise RuntimeError("once")
        await inner(scope, receive, send)

    async def both() -> None:
        answers = kept(at_first)
        one, two = await asyncio.gather(
            *(got(answers, scope_of("/en/")) for _ in range(2)), return_exceptions=True
        )
        assert isinstance(one, RuntimeError)
        assert isinstance(two, Got)
        assert two.status == 200

    asyncio.run(both())


# -------------------------------------------------------------------------------------- conditional requests


@pytest.mark.parametrize(
    ("header", "tag", "found"),
    [
        ("*", '"a"', True),
        (" * ", 'W/"a"', True),
        ('"a"', '"a"', True),
        ('W/"a"', '"a"', True),
        ('"a"', 'W/"a"', True),
        ('"b", W/"a" ,"c"', 'W/"a"', True),
        ('"b,a"', '"a"', False),
        ('"b"', '"a"', False),
        ("a", '"a"', False),
        ("", '"a"', False),
        ('"A"', '"a"', False),
        ('"*"', '"a"', False),
    ],
)
def test_if_none_match(header: str, tag: str, found: bool) -> None:
    assert matches(header, tag) is found


@pytest.fixture(scope="module")
def twin(settings: Settings) -> TestClient:
    """Another application of the same edition as `client`'s, that has answered other questions."""
    return TestClient(create_app(settings))


NUMBERS = count(77)


@pytest.mark.parametrize(
    ("path", "cache", "vary"),
    [
        ("/en/?base={number}", "no-cache", "Accept-Encoding"),
        (f"{MATRIX}?base={{number}}", "public, max-age=300", "Accept-Encoding, Accept-Language"),
        ("/static/{build}/js/main.js?{number}", "public, max-age=31536000, immutable", "Accept-Encoding"),
        ("/static/older/js/main.js?{number}", "no-cache", "Accept-Encoding"),
    ],
)
@pytest.mark.parametrize("condition", ["*", '"other", {tag}', "{weak}"])
@pytest.mark.parametrize("before", [0, 1, 2])
def test_what_the_reader_has_is_not_sent_again(
    settings: Settings,
    client: TestClient,
    twin: TestClient,
    path: str,
    cache: str,
    vary: str,
    condition: str,
    before: int,
) -> None:
    address = path.format(build=Assets(settings).build_id, number=next(NUMBERS))
    tag = client.get(address).headers["etag"]
    for _ in range(before):
        twin.get(address)
    weak = tag if tag.startswith("W/") else f"W/{tag}"
    answer = twin.get(address, headers={"If-None-Match": condition.format(tag=tag, weak=weak)})
    assert answer.status_code == 304
    assert answer.content == b""
    assert answer.headers["etag"] == tag
    assert answer.headers["cache-control"] == cache
    assert answer.headers["vary"] == vary
    assert "content-security-policy" in answer.headers
    assert "content-type" not in answer.headers
    assert "content-length" not in answer.headers


def test_a_304_renders_nothing_and_a_page_asked_for_again_neither(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = 0
    explainer = Pages.explainer

    def counted(self: Pages, request: Request, lang: str) -> Response:
        nonlocal rendered
        rendered += 1
        return explainer(self, request, lang)

    monkeypatch.setattr(Pages, "explainer", counted)
    tag = TestClient(create_app(settings)).get("/en/?base=77").headers["etag"]
    assert rendered == 1
    client = TestClient(create_app(settings))
    assert client.get("/en/?base=77", headers={"If-None-Match": tag}).status_code == 304
    assert rendered == 1
    assert client.get("/en/?base=77").headers["etag"] == tag
    for _ in range(3):
        assert client.get("/en/?base=77").status_code == client.head("/en/?base=77").status_code == 200
        assert client.get("/en/?base=77", headers={"If-None-Match": tag}).status_code == 304
    assert rendered == 2


def test_the_order_of_a_query_matters_to_a_page_whose_links_hold_it_and_not_to_numbers(
    client: TestClient,
) -> None:
    def tags(path: str) -> set[str]:
        return {client.get(f"{path}?{query}").headers["etag"] for query in ("a=1&base=5", "base=5&a=1")}

    assert len(tags("/en/")) == 2
    one, two = (client.get(f"{MATRIX}?{q}").headers["etag"] for q in ("seq_len=2&base=5", "base=5&seq_len=2"))
    assert one == two


# --------------------------------------------------------------------------------------------------- sending


def test_a_large_answer_leaves_in_pieces() -> None:
    body = bytes(range(256)) * 4000

    async def large(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body[:100], "more_body": True})
        await send({"type": "http.response.body", "body": body[100:]})

    answer = asyncio.run(got(kept(large), scope_of("/api/x")))
    assert answer.body == body
    assert answer.messages == 1 + 4


@pytest.mark.parametrize(
    ("kind", "length", "coding"),
    [
        ("text/html; charset=utf-8", 600, "br"),
        ("text/csv; charset=utf-8", 600, "br"),
        ("application/json", 600, "br"),
        ("application/problem+json", 600, "br"),
        ("application/json", 60_000, "br"),
        ("application/json", 400, None),
        ("application/x-npy", 600, None),
        ("image/png", 600, None),
    ],
)
def test_text_is_compressed_and_the_rest_is_not(kind: str, length: int, coding: str | None) -> None:
    async def plain(scope: Scope, receive: Receive, send: Send) -> None:
        await Response(b"x" * length, headers={"Content-Type": kind})(scope, receive, send)

    scope = scope_of("/api/x", headers=[("accept-encoding", "gzip"), ("accept-encoding", "br")])
    answer = asyncio.run(got(kept(plain), scope))
    assert answer.headers.get("content-encoding") == coding
    assert int(answer.headers["content-length"]) == len(answer.body)
    assert uncompressed(answer) == b"x" * length


# ---------------------------------------------------------------------------------------------- static files


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in {
        "js/main.js": "// words\n" * 99,
        "css/figures/a.css": "a{}\n",
        "icon.svg": "<svg/>" * 99,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(Settings, "static_dir", tmp_path)
    return tmp_path


def test_files_are_kept_until_they_are_edited(files: Path) -> None:
    settings = Settings()
    assets = Assets(settings)
    app = FastAPI()
    app.include_router(build_router(assets))
    app.add_middleware(Answers, spoken=languages(), most_bytes=MEGABYTE, stamp=assets.stamp)
    client = TestClient(app)

    def read(name: str, **headers: str) -> str:
        answer = client.get(assets.url(name), headers=headers)
        assert answer.status_code == 200
        return answer.text

    main, sheet = assets.url("js/main.js"), "css/figures.css"
    assert assets.stamp(main) is None
    for _ in range(3):
        assert read("js/main.js").startswith("// words")
        assert read(sheet) == "a{}\n"
    assert assets.stamp(main) is not None
    assert assets.stamp("/static/older/js/main.js") is None
    (files / "js" / "main.js").write_text("// new\n", encoding="utf-8")
    (files / "css" / "figures" / "b.css").write_text("b{}\n", encoding="utf-8")
    for _ in range(3):
        assert read("js/main.js") == "// new\n"
        assert read(sheet) == "a{}\nb{}\n"
    (files / "js" / "main.js").unlink()
    assert assets.stamp(main) is None
    assert client.get(main).status_code == 404


def test_a_file_asked_for_again_is_not_looked_up(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = TestClient(create_app(Settings()))
    build = Assets(Settings()).build_id
    path = f"/static/{build}/icon.svg"
    answers = [client.get(path, headers={"Accept-Encoding": "gzip, br"}) for _ in range(2)]
    monkeypatch.setattr(Assets, "respond", None)
    answers.append(client.get(path, headers={"Accept-Encoding": "gzip, br"}))
    assert {answer.headers["content-encoding"] for answer in answers} == {"br"}
    assert {answer.text for answer in answers} == {"<svg/>" * 99}
    assert answers[0].headers == answers[1].headers == answers[2].headers


@pytest.mark.parametrize("path", ["/static/x", "/static/x.js", "/static/main.js?a=1", "/static/"])
def test_what_names_no_build_is_missing_at_once(client: TestClient, path: str) -> None:
    answer = client.get(path, follow_redirects=False)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
