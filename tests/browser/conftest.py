"""A real server, a real Chromium, and pages that report everything that a user must never meet."""

import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

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
# Playwright's own patience is half a minute; .ci/faults.py, where tests are to fail, has less.
TIMEOUT_MS = float(os.environ.get("BROWSER_TIMEOUT_MS", "30000"))

WATCH_POLICY = """window.__violations = [];
addEventListener('securitypolicyviolation',
    event => window.__violations.push(event.effectiveDirective + ' ' + event.blockedURI));"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the browser tests and put them last: the event loop that Playwright keeps is in others' way."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


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
    """One open page."""

    page: Page
    context: BrowserContext
    faults: Faults
    address: str

    def open(self, path: str) -> Page:
        self.page.goto(f"{self.address}{path}")
        return self.page


Visitor = Callable[..., Visit]


@pytest.fixture
def visit(chromium: Browser, address: str) -> Iterator[Visitor]:
    """Open pages in fresh contexts; at the end none may have spoken, called out, or broken its policy."""
    opened: list[Visit] = []

    def begin(**options: Any) -> Visit:
        context = chromium.new_context(**(DESKTOP | {"reduced_motion": "reduce"} | options))
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        # A page that opens slowly tells about the machine: it never gets less than the usual patience.
        page.set_default_navigation_timeout(max(TIMEOUT_MS, 30_000))
        faults = Faults()
        home = urlparse(address).hostname
        page.on("console", lambda message: faults.console.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: faults.console.append(f"uncaught: {error}"))

        def seen(url: str) -> None:
            host = urlparse(url).hostname
            if host and host != home:
                faults.hosts.add(host)

        page.on("request", lambda request: seen(request.url))
        page.add_init_script(WATCH_POLICY)
        one = Visit(page, context, faults, address)
        opened.append(one)
        return one

    yield begin
    for one in opened:
        violations = one.page.evaluate("window.__violations ?? []")
        one.context.close()
        assert one.faults.unexpected() == []
        assert one.faults.hosts == set()
        assert violations == []


@pytest.fixture(params=["en", "de"])
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["desktop", "phone"])
def view(request: pytest.FixtureRequest) -> dict[str, Any]:
    return VIEWS[str(request.param)]
