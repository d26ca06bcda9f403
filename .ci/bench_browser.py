"""From a key press on a slider to the painted frame, in turn with the same figure made with Dash.

Both pages show a sinusoidal heat map of 64 × 64 and react to the base. They are pressed in turn, so that the
ratio holds on a busy machine. Each is measured as it is, and with 40 ms of network latency added. Before that
the pretrained model is asked about sentences of 5 tokens, on one thread.
"""

import os
import statistics
import sys
import time
from contextlib import ExitStack
from typing import Any, NamedTuple

from bench_server import ROOT, free_port, process, served, tell
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(ROOT))

from app.model.service import Question, RealModel
from app.settings import Settings

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-sync",
]
# What is awaited is the frame after the one in which the page's own sign changed: then it is on the screen.
WATCH = """selector => {
  const marks = () => [...document.querySelectorAll(selector)];
  const sign = () => marks().map(mark => (mark.dataset.revision ?? '') + mark.textContent).join();
  window.__waits = [];
  document.addEventListener('keydown', () => {
    const [start, before] = [performance.now(), sign()];
    const painted = () => { const after = new MessageChannel();
      after.port1.onmessage = () => window.__waits.push(performance.now() - start);
      after.port2.postMessage(0); };
    const look = () => sign() !== before ? requestAnimationFrame(painted) : setTimeout(look, 1);
    look();
  }, true);
}"""


class Step(NamedTuple):
    """A page, its slider, and what changes when it has been painted."""

    url: str
    slider: str
    sign: str


def opened(browser: Browser, step: Step, latency: int) -> Page:
    url, slider, sign = step
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(url, wait_until="networkidle")
    page.locator(sign).first.wait_for()
    if latency:
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        limits = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        wire.send("Network.emulateNetworkConditions", limits)
    page.locator(slider).first.focus()
    page.evaluate(WATCH, sign)
    return page


def pressed(browser: Browser, steps: dict[str, Step], latency: int, presses: int) -> dict[str, Any]:
    pages = {name: opened(browser, step, latency) for name, step in steps.items()}
    for _ in range(presses):
        for name, page in pages.items():
            page.bring_to_front()
            page.locator(steps[name].slider).first.focus()
            done = page.evaluate("() => window.__waits.length")
            page.keyboard.press("ArrowRight")
            page.wait_for_function("done => window.__waits.length > done", arg=done)
            page.wait_for_timeout(60)
    medians = {name: statistics.median(page.evaluate("() => window.__waits")) for name, page in pages.items()}
    for page in pages.values():
        page.close()
    return {
        **{f"{name} (ms)": round(median, 1) for name, median in medians.items()},
        "ours / dash": round(medians["ours"] / medians["dash"], 2),
    }


def real_model(questions: int) -> dict[str, float]:
    """Ask about "dog bites man" both ways, at another strength each time, so that no answer is at hand."""
    settings = Settings()
    model = RealModel(settings.model_dir, settings.model_file)
    clocks = (time.perf_counter, time.thread_time)
    took = []
    for step in range(questions + 1):
        question = Question(("dog", "bites", "man"), (2, 1, 0), "on", (step / questions,))
        start = [clock() for clock in clocks]
        model.compare(question)
        took.append([1000 * (clock() - begun) for clock, begun in zip(clocks, start, strict=True)])
    first, *later = took
    wall, processor = (round(statistics.median(each), 1) for each in zip(*later, strict=True))
    return {
        f"real model, {model.source}, first answer (ms)": round(first[0], 1),
        "5 tokens in both orders (ms)": wall,
        "of it on the processor (ms)": processor,
    }


def measure(presses: int = 25) -> list[dict[str, Any]]:
    """Return rows, in the order of the report."""
    rows: list[dict[str, Any]] = [tell("real model", {"what": "real model", **real_model(25)})]
    with ExitStack() as stack:
        ours = stack.enter_context(served())
        peer = free_port()
        dash = [sys.executable, str(ROOT / ".ci" / "bench_dash.py"), str(peer)]
        stack.enter_context(process(*dash, port=peer))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM_BIN"), args=FLAGS)
        steps = {
            "dash": Step(f"http://127.0.0.1:{peer}/", "#base [role=slider]", ".gtitle"),
            "ours": Step(f"http://127.0.0.1:{ours.port}/en/", "#explorer-base", "#explorer"),
        }
        for latency in (0, 40):
            row = {"what": f"slider to painted frame, {latency} ms of latency added"}
            rows.append(tell("slider", row | pressed(browser, steps, latency, presses)))
        browser.close()
    return rows
