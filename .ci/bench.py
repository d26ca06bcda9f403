"""Measure from a key press on a slider to the painted frame, in turn with the same figure made with Dash.

usage: bench.py [--presses N]

Both pages show a sinusoidal heat map of 64 × 64 and react to the base. They are pressed in turn, so that the
ratio holds on a busy machine. Each is measured as it is, and with 40 ms of network latency added. Before that
the pretrained model is asked about sentences of 5 tokens, on one thread.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.model.service import Question, RealModel  # noqa: E402
from app.settings import Settings  # noqa: E402

OURS, PEER = 8791, 8792
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-sync",
]
STEPS = {
    "dash": (f"http://127.0.0.1:{PEER}/", "#base [role=slider]", ".gtitle"),
    "ours": (f"http://127.0.0.1:{OURS}/en/", "#explorer-base", "#explorer"),
}
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


@contextmanager
def process(*command: str, port: int) -> Iterator[None]:
    started = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1)
                break
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        else:
            raise RuntimeError(f"nothing answers on port {port}")
        yield
    finally:
        started.terminate()
        started.wait(10)


def opened(browser: Browser, name: str, latency: int) -> Page:
    url, slider, sign = STEPS[name]
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


def measure(browser: Browser, latency: int, presses: int) -> dict[str, Any]:
    pages = {name: opened(browser, name, latency) for name in STEPS}
    for _ in range(presses):
        for name, page in pages.items():
            page.bring_to_front()
            page.locator(STEPS[name][1]).first.focus()
            done = page.evaluate("() => window.__waits.length")
            page.keyboard.press("ArrowRight")
            page.wait_for_function("done => window.__waits.length > done", arg=done)
            page.wait_for_timeout(60)
    medians = {name: statistics.median(page.evaluate("() => window.__waits")) for name, page in pages.items()}
    for page in pages.values():
        page.close()
    return {
        "added latency (ms)": latency,
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


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--presses", type=int, default=25)
    given = arguments.parse_args()
    print(json.dumps(real_model(25)))
    serve = [
        "-m",
        "uvicorn",
        "--factory",
        "app.main:create_app",
        "--port",
        str(OURS),
        "--log-level",
        "warning",
    ]
    with ExitStack() as stack:
        stack.enter_context(process(sys.executable, *serve, port=OURS))
        stack.enter_context(process(sys.executable, ".ci/bench_dash.py", str(PEER), port=PEER))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM_BIN"), args=FLAGS)
        for latency in (0, 40):
            print(json.dumps(measure(browser, latency, given.presses)))
        browser.close()


if __name__ == "__main__":
    main()
