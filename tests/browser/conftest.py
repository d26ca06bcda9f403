"""A real server, a real Chromium, and pages that report everything that a user must never meet."""

import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlparse
from zlib import crc32

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

LANGUAGES = ("en", "de")
"""Those whose words the tests know."""
ROOT = Path(__file__).resolve().parent.parent.parent
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
VIEWS = {"desktop": DESKTOP, "phone": PHONE}
# How long to wait for a state. A run that expects failures (`make faults`) does not want to wait that long.
TIMEOUT_MS = float(os.environ.get("BROWSER_TIMEOUT_MS", "30000"))
PASSED = pytest.StashKey[bool]()

WATCH_POLICY = """window.__violations = [];
addEventListener('securitypolicyviolation',
    event => window.__violations.push(event.effectiveDirective + ' ' + event.blockedURI));"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--languages",
        choices=["one", "other", "all"],
        default="one",
        help="Drive what depends on the language in one (the default), in those left out, or in all of them.",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the browser tests and put them last: the event loop that Playwright keeps is in others' way.

    A test that asks for `lang` runs in one language unless the option says otherwise: which one alternates
    from test to test, from figure to figure, and from desktop to phone. A test that names its languages
    itself keeps them all.
    """
    own = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in own:
        item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
    which = config.getoption("--languages")
    if which == "all":
        return
    left_out = {item for item in own if _is_turn(item) != (which == "one")}
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=list(left_out))


def _is_turn(item: pytest.Item) -> bool:
    callspec = getattr(item, "callspec", None)
    if callspec is None or "lang" not in callspec.params or _names_its_languages(item):
        return True
    others = sorted(
        (name, str(value)) for name, value in callspec.params.items() if name not in ("lang", "view")
    )
    turn = crc32(repr((item.location[0], item.location[2].partition("[")[0], others)).encode())
    turn += callspec.params.get("view") == "phone"
    return bool(callspec.params["lang"] == LANGUAGES[turn % len(LANGUAGES)])


def _names_its_languages(item: pytest.Item) -> bool:
    return any("lang" in str(mark.args[0]) for mark in item.iter_markers("parametrize"))


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """Serve an application on a free port of this machine; give its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.02)
        assert thread.is_alive(), "the server did not start"
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="session")
def address(app: FastAPI) -> Iterator[str]:
    with served(app) as at:
        yield at


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM_BIN") or shutil.which("chromium")
    if not path:
        path = subprocess.run(
            [ROOT / ".ci" / "browser"], check=True, capture_output=True, text=True
        ).stdout.strip()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Faults:
    """What a page did that it must not do."""

    console: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)
    expected: list[str] = field(default_factory=list)

    def unexpected(self) -> list[str]:
        return [text for text in self.console if not any(part in text for part in self.expected)]


@dataclass
class Visit:
    """One open page, and what it did wrong."""

    page: Page
    context: BrowserContext
    address: str
    faults: Faults = field(default_factory=Faults)
    reusable: bool = True

    def open(self, path: str) -> Page:
        self.page.goto(f"{self.address}{path}")
        return self.page

    def before_scripts(self, script: str) -> None:
        """Run a script before the page's own ones. Nothing takes that back: no other test gets the page."""
        self.page.add_init_script(script)
        self.reusable = False


Visitor = Callable[..., Visit]

# What can be set anew on an open page. A page with any other option is for one test alone.
SETTABLE = {"viewport", "color_scheme"}
KIND = {"is_mobile", "has_touch", "device_scale_factor"}


class OpenPages:
    """Pages that wait, blank, for the next test.

    A tab that has run the scripts before loads a page in half the time: the browser keeps them compiled.
    What a test leaves behind is taken away when its page is given back: storage, cookies, permissions,
    routes, media, size.
    """

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._waiting: dict[tuple[tuple[str, Any], ...], list[Visit]] = {}
        self._kinds: dict[Page, tuple[tuple[str, Any], ...]] = {}

    def take(self, options: dict[str, Any]) -> Visit:
        everything = DESKTOP | {"color_scheme": "light", "reduced_motion": "reduce"} | options
        kind = tuple(sorted((name, everything[name]) for name in KIND & everything.keys()))
        alone = not options.keys() <= SETTABLE | KIND
        if alone or not self._waiting.get(kind):
            return self._new(everything, None if alone else kind)
        visit = self._waiting[kind].pop()
        visit.faults, visit.address = Faults(), self._address
        visit.page.set_viewport_size(everything["viewport"])
        visit.page.emulate_media(
            media="null", color_scheme=everything["color_scheme"], reduced_motion="reduce"
        )
        return visit

    def give_back(self, visit: Visit, passed: bool) -> None:
        kind = self._kinds.pop(visit.page, None)
        at_home = not visit.page.is_closed() and visit.page.url.startswith(self._address)
        # Away from home nobody can look into the storage that may have been filled.
        if kind is None or not (at_home and visit.reusable and passed):
            visit.context.close()
            return
        for other in visit.context.pages:
            if other is not visit.page:
                other.close()
        visit.page.unroute_all(behavior="ignoreErrors")
        visit.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        visit.context.clear_cookies()
        visit.context.clear_permissions()
        visit.page.goto("about:blank")
        self._kinds[visit.page] = kind
        self._waiting.setdefault(kind, []).append(visit)

    def close(self) -> None:
        for visit in (visit for waiting in self._waiting.values() for visit in waiting):
            visit.context.close()

    def _new(self, options: dict[str, Any], kind: tuple[tuple[str, Any], ...] | None) -> Visit:
        context = self._browser.new_context(**options)
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        # A page that opens slowly tells about the machine: it never gets less than the usual patience.
        page.set_default_navigation_timeout(max(TIMEOUT_MS, 30_000))
        visit = Visit(page, context, self._address)
        if kind is not None:
            self._kinds[page] = kind
        home = urlparse(self._address).hostname

        def requested(url: str) -> None:
            host = urlparse(url).hostname
            if host and host != home:
                visit.faults.hosts.add(host)

        page.on("console", lambda message: visit.faults.console.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: visit.faults.console.append(f"uncaught: {error}"))
        page.on("request", lambda request: requested(request.url))
        page.add_init_script(WATCH_POLICY)
        return visit


@pytest.fixture(scope="session")
def open_pages(chromium: Browser, address: str) -> Iterator[OpenPages]:
    pages = OpenPages(chromium, address)
    yield pages
    pages.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "call":
        item.stash[PASSED] = report.passed
    return report


@pytest.fixture
def visit(open_pages: OpenPages, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Open pages as good as new; at the end none may have spoken, called out, or broken its policy."""
    opened: list[Visit] = []

    def begin(**options: Any) -> Visit:
        opened.append(open_pages.take(options))
        return opened[-1]

    yield begin
    found = [(one.faults, one.page.evaluate("window.__violations ?? []")) for one in opened]
    for one in opened:
        open_pages.give_back(one, request.node.stash.get(PASSED, False))
    for faults, violations in found:
        assert faults.unexpected() == []
        assert faults.hosts == set()
        assert violations == []


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["desktop", "phone"])
def view(request: pytest.FixtureRequest) -> dict[str, Any]:
    return VIEWS[str(request.param)]
