"""When something fails, the page says what is so, marks what is old, and recovers without a touch."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Page, Route

from tests.browser.conftest import Visit, Visitor
from tests.browser.figures import painted, press, revision, settled, slider, status, until

SLIDERS = {
    "explorer": "base",
    "rotary": "base",
    "distance": "base",
    "bias": "bias_heads",
    "wavelengths": "base",
}
"""A slider of each figure whose every stop is a question of its own."""

STALE = {
    "en": "What you see belongs to the earlier input.",
    "de": "Zu sehen ist noch das Ergebnis der vorigen Eingabe.",
}
AGAIN = {"en": "The page tries again by itself.", "de": "Die Seite versucht es von selbst noch einmal."}
TOLD = {
    "offline": {
        "en": "This device is offline. As soon as the connection is back, the page asks again by itself.",
        "de": "Dieses Gerät ist offline. Sobald die Verbindung wieder steht, "
        "fragt die Seite von selbst noch einmal.",
    },
    "unreachable": {"en": "The server cannot be reached.", "de": "Der Server ist nicht erreichbar."},
    "timeout": {
        "en": "The server has not answered within 20 seconds.",
        "de": "Der Server hat innerhalb von 20 Sekunden nicht geantwortet.",
    },
    "foreign": {
        "en": "Something other than the server has answered",
        "de": "Statt des Servers hat etwas anderes",
    },
    "fault": {
        "en": "The server reports a fault of its own.",
        "de": "Der Server meldet einen eigenen Fehler.",
    },
    "busy": {"en": "The server is busy.", "de": "Der Server ist ausgelastet."},
    "refused": {
        "en": "This input is refused: too bold. Change",
        "de": "Diese Eingabe wird abgelehnt: too bold. Nach",
    },
    "drawing": {"en": "The axes and labels are missing", "de": "Achsen und Beschriftungen fehlen"},
}
RAW = ("Failed to fetch", "NetworkError", "Unexpected token", "Bad Gateway", "<", "undefined", "TypeError")
"""What a browser or a proxy would say."""

LOGIN = "<!doctype html><title>Log in</title><form><input name=password></form>"
HTML = "text/html; charset=utf-8"


def refuse(route: Route) -> None:
    route.fulfill(status=422, json={"detail": "unprocessable", "errors": [{"rule": "too bold."}]})


ANSWERS: dict[str, Callable[[Route], None]] = {
    "unreachable": lambda route: route.abort("connectionrefused"),
    "foreign": lambda route: route.fulfill(status=200, content_type=HTML, body=LOGIN),
    "fault": lambda route: route.fulfill(status=502, content_type=HTML, body="<h1>Bad Gateway</h1>"),
    "busy": lambda route: route.fulfill(
        status=503, json={"detail": "Too many."}, headers={"Retry-After": "2"}
    ),
    "refused": refuse,
}


def opened(one: Visit, lang: str, figure: str) -> Page:
    one.faults.expected += ["Failed to load resource"]
    page = one.open(f"/{lang}/figures/{figure}")
    settled(page, figure)
    return page


def move(page: Page, figure: str) -> None:
    # A value that nobody has asked for yet.
    slider(page, SLIDERS[figure], figure).press("ArrowRight")


def tells(page: Page, figure: str, lang: str, kind: str, caption: str, count: int) -> None:
    """Check that a figure says what is so, and that what is seen is as it was."""
    page.locator(f"#{figure}[data-failed={kind}][data-stale]").wait_for()
    said = status(page, figure)
    assert said.startswith(f"{STALE[lang]} {TOLD[kind][lang]}"), said
    assert kind in ("offline", "refused") or said.endswith(AGAIN[lang])
    assert not [raw for raw in RAW if raw in said]
    assert page.locator(f"#{figure} .figure-status > p").is_visible()
    assert page.locator("#announcer").inner_text() == said
    # Dimmed once the transition is over.
    page.wait_for_function(
        "id => getComputedStyle(document.querySelector(`#${id} .plot-box`)).opacity < 0.5", arg=figure
    )
    assert page.locator(f"#{figure}-now").inner_text() == caption
    assert revision(page, figure) == count


def recovers(page: Page, figure: str, count: int) -> None:
    """Check that a figure comes back by itself, and says nothing more."""
    painted(page, figure, count)
    settled(page, figure)
    assert page.locator(f"#{figure}:not([data-failed]):not([data-stale])").count() == 1
    assert not page.locator(f"#{figure} .figure-status > p").is_visible()
    assert page.locator(f"#{figure} .figure-status").inner_text() == ""


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(("kind", "figure"), [
    ("unreachable", "explorer"), ("foreign", "rotary"), ("fault", "distance"), ("busy", "bias"),
    ("unreachable", "wavelengths"), ("foreign", "explorer"), ("fault", "rotary"), ("busy", "distance"),
])  # fmt: skip
def test_a_failed_question_is_told_and_asked_again(visit: Visitor, lang: str, kind: str, figure: str) -> None:
    page = opened(visit(), lang, figure)
    caption, count = page.locator(f"#{figure}-now").inner_text(), revision(page, figure)
    page.route("**/api/**", ANSWERS[kind])
    move(page, figure)
    tells(page, figure, lang, kind, caption, count)
    page.unroute("**/api/**")
    recovers(page, figure, count)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("figure", ["explorer", "bias"])
def test_a_refused_input_is_told_in_the_servers_words_and_not_repeated(
    visit: Visitor, lang: str, figure: str
) -> None:
    page = opened(visit(), lang, figure)
    caption, count = page.locator(f"#{figure}-now").inner_text(), revision(page, figure)
    page.route("**/api/**", ANSWERS["refused"])
    move(page, figure)
    tells(page, figure, lang, "refused", caption, count)
    page.unroute("**/api/**")
    slider(page, SLIDERS[figure], figure).press("ArrowLeft")
    recovers(page, figure, count)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("figure", ["explorer", "rotary", "distance", "bias"])
def test_without_a_network_the_page_waits_for_it(visit: Visitor, lang: str, figure: str) -> None:
    one = visit()
    page = opened(one, lang, figure)
    caption, count = page.locator(f"#{figure}-now").inner_text(), revision(page, figure)
    one.context.set_offline(True)
    move(page, figure)
    tells(page, figure, lang, "offline", caption, count)
    one.context.set_offline(False)
    recovers(page, figure, count)


def test_an_answer_that_never_comes_is_given_up_and_asked_for_again(visit: Visitor, lang: str) -> None:
    one = visit()
    one.reusable = False
    one.page.clock.install()
    page = opened(one, lang, "distance")
    caption, count = page.locator("#distance-now").inner_text(), revision(page, "distance")
    held: list[Route] = []
    page.route("**/api/**", lambda route: held.append(route))
    move(page, "distance")
    until(page, lambda: held)
    assert page.locator("#distance[data-failed]").count() == 0
    page.clock.fast_forward(21_000)
    tells(page, "distance", lang, "timeout", caption, count)
    page.unroute("**/api/**")
    page.clock.fast_forward(2_000)
    recovers(page, "distance", count)


def test_one_answer_tells_all_that_the_server_is_back(visit: Visitor) -> None:
    """What waits for the connection does not wait for the end of its own pause."""
    one = visit()
    one.reusable = False
    one.page.clock.install()
    page = opened(one, "en", "explorer")
    count = revision(page, "explorer")
    page.route("**/api/**", ANSWERS["unreachable"])
    asked: list[str] = []
    page.on("requestfailed", lambda request: asked.append(request.url))
    move(page, "explorer")
    page.locator("#explorer[data-failed]").wait_for()
    # After some tries the pauses are long.
    for pause in (2_000, 3_000, 6_000):
        before = len(asked)
        page.clock.fast_forward(pause)
        until(page, lambda: len(asked) > before)  # noqa: B023 (called at once)
    page.unroute("**/api/**")
    page.clock.fast_forward(1_100)
    slider(page, "encoding").press("ArrowRight")
    painted(page, "explorer", count)
    page.locator("[data-figure=clocks]:not([data-failed])").wait_for(state="attached")


@contextmanager
def serving(app: FastAPI, port: int) -> Iterator[None]:
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.02)
        assert thread.is_alive(), "the server did not start"
    yield
    server.should_exit = True
    thread.join(10)


def test_a_restarted_server_is_found_again(visit: Visitor, app: FastAPI, lang: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    one = visit()
    one.address = f"http://127.0.0.1:{port}"
    with serving(app, port):
        page = opened(one, lang, "distance")
        caption, count = page.locator("#distance-now").inner_text(), revision(page, "distance")
    move(page, "distance")
    tells(page, "distance", lang, "unreachable", caption, count)
    with serving(app, port):
        recovers(page, "distance", count)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("figure", ["explorer", "rotary"])
def test_without_plotly_the_picture_says_what_it_lacks(visit: Visitor, lang: str, figure: str) -> None:
    one = visit()
    one.faults.expected += ["Failed to load resource"]
    one.page.route("**/plotly-cartesian.min.js", lambda route: route.abort())
    page = one.open(f"/{lang}/figures/{figure}")
    page.locator(f"#{figure}[data-failed=drawing]").wait_for()
    said = status(page, figure)
    assert said.startswith(TOLD["drawing"][lang])
    assert said.endswith(AGAIN[lang])
    # The picture itself is of the current state.
    press(page, SLIDERS[figure], "ArrowRight", figure)
    assert page.locator(f"#{figure}[data-stale]").count() == 0
    page.unroute("**/plotly-cartesian.min.js")
    settled(page, figure)
    page.locator(f"#{figure}:not([data-failed])").wait_for()


def test_a_judgement_that_cannot_be_had_is_fetched_later(visit: Visitor, lang: str) -> None:
    one = visit()
    one.faults.expected += ["Failed to load resource"]
    page = one.open(f"/{lang}/figures/quiz")
    painted(page, "quiz", 0)
    page.route("**/api/quiz/**", ANSWERS["fault"])
    question = page.locator("#quiz [data-question]:has(input[type=radio])").first
    question.locator("input[type=radio]").first.check(force=True)
    question.locator("form button[type=submit], form button:not([type])").first.click()
    page.locator("#quiz[data-failed=fault]").wait_for()
    assert status(page, "quiz") == f"{TOLD['fault'][lang]} {AGAIN[lang]}"
    page.unroute("**/api/quiz/**")
    page.wait_for_function("() => document.querySelector('#quiz [data-question][data-right]')")
    assert page.locator("#quiz[data-failed]").count() == 0
