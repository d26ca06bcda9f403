import gzip
import time
from pathlib import Path
from typing import ClassVar

import brotli  # type: ignore[import-untyped]
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.settings import Settings
from app.web.assets import Assets, build_id, build_router


@pytest.fixture
def assets(tmp_path: Path) -> Assets:
    folder = tmp_path / "static"
    (folder / "js").mkdir(parents=True)
    (folder / "js" / "main.js").write_text("// words\n" * 200, encoding="utf-8")
    for name in ("a.css", "b.svg", "c.woff2", "d.png", "e.unknown"):
        (folder / name).write_bytes(b"x")
    (tmp_path / "secret.js").write_text("secret", encoding="utf-8")

    class Elsewhere(Settings):
        static_dir: ClassVar[Path] = folder

    return Assets(Elsewhere(root_path="/pe"))


@pytest.fixture
def client(assets: Assets) -> TestClient:
    app = FastAPI()
    app.include_router(build_router(assets))
    return TestClient(app)


def own(assets: Assets, path: str) -> str:
    return assets.url(path).removeprefix("/pe")


def test_the_current_build_is_immutable(assets: Assets, client: TestClient) -> None:
    assert assets.url("js/main.js") == f"/pe/static/{assets.build_id}/js/main.js"
    answer = client.get(own(assets, "js/main.js"))
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.text.startswith("// words")


def test_a_page_of_an_older_build_gets_todays_file(client: TestClient) -> None:
    answer = client.get("/static/0123456789ab/js/main.js")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("js/main.js", "text/javascript; charset=utf-8"),
        ("a.css", "text/css; charset=utf-8"),
        ("b.svg", "image/svg+xml"),
        ("c.woff2", "font/woff2"),
        ("d.png", "image/png"),
        ("e.unknown", "application/octet-stream"),
    ],
)
def test_content_types(assets: Assets, client: TestClient, name: str, kind: str) -> None:
    assert client.get(own(assets, name)).headers["content-type"] == kind


def test_compression(assets: Assets, client: TestClient) -> None:
    path = own(assets, "js/main.js")
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    sizes = {}
    for accepted, coding in (("gzip, deflate, br", "br"), ("gzip;q=1.0, br;q=0", "gzip")):
        answer = client.get(path, headers={"Accept-Encoding": accepted})
        assert answer.headers["content-encoding"] == coding
        assert answer.content == plain.content
        assert answer.headers["etag"] != plain.headers["etag"]
        assert answer.headers["vary"] == "Accept-Encoding"
        sizes[coding] = int(answer.headers["content-length"])
    assert max(sizes.values()) < len(plain.content) / 10
    assert "content-encoding" not in client.get(own(assets, "a.css")).headers
    assert "content-encoding" not in client.get(own(assets, "c.woff2")).headers


def test_revalidation(assets: Assets, client: TestClient) -> None:
    path = own(assets, "js/main.js")
    tag = client.get(path).headers["etag"]
    again = client.get(path, headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert again.content == b""
    assert client.get(path, headers={"If-None-Match": '"x"'}).status_code == 200


def test_an_edit_is_seen_at_once(assets: Assets, client: TestClient, tmp_path: Path) -> None:
    path = own(assets, "js/main.js")
    before = client.get(path).headers["etag"]
    time.sleep(0.01)
    (tmp_path / "static" / "js" / "main.js").write_text("// new\n", encoding="utf-8")
    after = client.get(path)
    assert after.text == "// new\n"
    assert after.headers["etag"] != before


@pytest.mark.parametrize(
    "path",
    [
        "nothing.js",
        "js",
        "",
        "..%2fsecret.js",
        "js/..%2f..%2fsecret.js",
        "%00",
        "%2fetc%2fpasswd",
        "x" * 5000,
    ],
)
def test_only_files_below_static(assets: Assets, client: TestClient, path: str) -> None:
    answer = client.get(f"/static/{assets.build_id}/{path}")
    assert answer.status_code == 404
    assert "secret" not in answer.text


def test_warming_up_compresses_everything(assets: Assets) -> None:
    pool = assets.warm_up()
    pool.shutdown(wait=True)
    kept = {coding for (_, coding) in assets._compressed}
    assert kept == {"br"}


def test_build_id_depends_on_every_file(tmp_path: Path) -> None:
    first = build_id((tmp_path, tmp_path / "missing"))
    (tmp_path / "a.txt").write_text("a", encoding="utf-8")
    second = build_id((tmp_path,))
    (tmp_path / "a.txt").rename(tmp_path / "b.txt")
    third = build_id((tmp_path,))
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_bytes(b"x")
    assert len({first, second, third}) == 3
    assert build_id((tmp_path,)) == third


def test_the_page_stays_small(settings: Settings) -> None:
    bundle = next((settings.static_dir / "vendor" / "plotly").glob("plotly*cartesian*.js"), None)
    if bundle is None:
        pytest.skip("the bundle is not vendored")
    app = FastAPI()
    assets = Assets(settings)
    app.include_router(build_router(assets))
    path = bundle.relative_to(settings.static_dir).as_posix()
    answer = TestClient(app).get(assets.url(path), headers={"Accept-Encoding": "br"})
    assert int(answer.headers["content-length"]) <= 430_000


def test_the_codings_are_what_they_say(assets: Assets) -> None:
    from app.web.assets import _compress

    assert brotli.decompress(_compress(b"abc" * 500, "br")) == b"abc" * 500
    assert gzip.decompress(_compress(b"abc" * 500, "gzip")) == b"abc" * 500
