"""What makes the whole page as quick as one figure: only what is seen works, and nothing piles up."""

from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visitor
from tests.browser.figures import (
    draw_all,
    opened_for_printing,
    painted,
    press,
    revision,
    settled,
    slider,
    until,
)

MODULE = "import(document.querySelector('script[type=module]').src)"
CORE = "new URL('core/NAME.js', document.querySelector('script[type=module]').src).href"

DRAWN = """() => {
    window.__drawn = [];
    const react = Plotly.react;
    Plotly.react = (div, ...rest) => {
        const { top, bottom } = div.getBoundingClientRect();
        window.__drawn.push([div.closest('[data-figure]').id, bottom > 0 && top < innerHeight]);
        return react(div, ...rest);
    };
}"""
REVISIONS = """() => Object.fromEntries([...document.querySelectorAll('[data-revision]')].map(one => {
    const { top, bottom } = one.getBoundingClientRect();
    return [one.id, { count: Number(one.dataset.revision), seen: bottom > 0 && top < innerHeight,
                      stale: 'stale' in one.dataset }];
}))"""


def activity(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(f"async () => (await {MODULE}).activity()")
    return found


def at_rest(page: Page) -> None:
    """Wait until all has been done that is done while nobody moves anything."""
    until(page, lambda: activity(page)["atRest"])


def nothing_underway(page: Page) -> None:
    until(page, lambda: activity(page)["underway"] == 0)


def whole_page(visit: Visitor, lang: str = "en") -> Page:
    """Open the page, have every figure made, and go back to the explorer."""
    page = opened_for_printing(visit, lang)
    draw_all(page)
    page.locator("#explorer-base").scroll_into_view_if_needed()
    slider(page, "base").focus()
    settled(page, "explorer")
    return page


def test_only_figures_on_the_screen_draw_while_somebody_works(visit: Visitor) -> None:
    page = whole_page(visit)
    before = page.evaluate(REVISIONS)
    page.evaluate(DRAWN)
    for _ in range(6):
        press(page, "base", "ArrowRight")
    settled(page, "explorer")
    after = page.evaluate(REVISIONS)
    moved = {name for name in after if after[name]["count"] > before[name]["count"]}
    assert "explorer" in moved
    assert moved <= {name for name in after if after[name]["seen"]}
    # What has not followed says so.
    assert {"distance", "wavelengths", "rotary"} <= {name for name in after if after[name]["stale"]}
    drawn = page.evaluate("() => window.__drawn")
    assert drawn
    assert all(seen for _, seen in drawn)
    # Plotly draws when the hand rests: never twice for one move.
    assert len([name for name, _ in drawn if name == "explorer"]) <= 6


@pytest.mark.parametrize("figure", ["distance", "wavelengths", "rotary"])
def test_a_figure_follows_when_the_reader_comes(visit: Visitor, figure: str) -> None:
    """What was off the screen shows the state of today within two frames, and is never blank."""
    page = whole_page(visit)
    press(page, "base", "ArrowRight")
    # The answers are fetched while the hand rests; nothing is drawn.
    at_rest(page)
    count = revision(page, figure)
    frames = page.evaluate(
        """async id => {
        const root = document.getElementById(id);
        const frame = () => new Promise(requestAnimationFrame);
        root.scrollIntoView({ block: 'start', behavior: 'instant' });
        let frames = 0;
        while ('stale' in root.dataset && frames < 600) { await frame(); frames++; }
        const canvas = root.querySelector('canvas.live');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return { frames, blank: !data.some(value => value !== 0) };
    }""",
        figure,
    )
    assert revision(page, figure) > count
    assert not frames["blank"]
    # The answers of the first figures may still be on their way, one by one.
    assert frames["frames"] <= 3


def test_a_paint_reads_no_layout(visit: Visitor) -> None:
    """Between a key press and its picture, no script forces the browser to compute styles or layout."""
    page = whole_page(visit)
    press(page, "base", "ArrowRight")
    settled(page, "explorer")
    events: list[dict[str, Any]] = []
    ended: list[bool] = []
    wire = page.context.new_cdp_session(page)
    wire.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    wire.on("Tracing.tracingComplete", lambda _: ended.append(True))
    wire.send(
        "Tracing.start",
        {"transferMode": "ReportEvents", "categories": "devtools.timeline,blink,blink.user_timing"},
    )
    # In the page, so that the driver's own reading is not taken for the page's.
    page.evaluate("""() => new Promise(done => {
        const [root, input] = [document.querySelector('#explorer'), document.querySelector('#explorer-base')];
        performance.mark('move');
        new MutationObserver((_, watch) => {
            performance.mark('painted'); watch.disconnect(); done();
        }).observe(root, { attributeFilter: ['data-revision'] });
        input.stepUp();
        input.dispatchEvent(new Event('input', { bubbles: true }));
    })""")
    wire.send("Tracing.end")
    page.wait_for_function("() => true")
    while not ended:
        page.evaluate("() => new Promise(requestAnimationFrame)")
    at = {event["name"]: event["ts"] for event in events if event["name"] in ("move", "painted")}
    forced = [
        event["name"]
        for event in events
        if at["move"] < event["ts"] < at["painted"]
        and event["name"] in ("Layout", "UpdateLayoutTree", "Blink.ForcedStyleAndLayout.UpdateTime")
    ]
    assert forced == []


def test_a_page_that_has_been_seen_stays_light(visit: Visitor, lang: str) -> None:
    page = opened_for_printing(visit, lang)
    height = page.evaluate("() => document.documentElement.scrollHeight")
    for top in range(0, height, 700):
        page.evaluate("top => scrollTo(0, top)", top)
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    figures = page.evaluate("() => [...document.querySelectorAll('[data-revision][id]')].map(one => one.id)")
    for figure in figures:
        painted(page, figure, 0)
    page.evaluate("() => scrollTo(0, 0)")
    # Those far away have let Plotly's drawing go; their canvas keeps the picture.
    page.wait_for_function("() => document.querySelectorAll('.plot .main-svg').length <= 12")
    assert page.evaluate("() => document.querySelectorAll('*').length") <= 8000
    page.wait_for_function("""() => [...document.querySelectorAll('.plot-box')].every(
        box => box.dataset.settled || box.classList.contains('is-live'))""")
    # And it is there again when the reader comes back.
    page.locator("#extrapolation").scroll_into_view_if_needed()
    settled(page, "extrapolation")
    assert page.locator("#extrapolation .plot .main-svg").count() > 0


def test_two_thousand_changes_pile_nothing_up(visit: Visitor) -> None:
    page = visit().open("/en/figures/explorer")
    settled(page, "explorer")
    moves = """async times => {
        const { activity } = await MODULE;
        const [base, pos] = ['base', 'pos'].map(name => document.getElementById(`explorer-${name}`));
        const frame = () => new Promise(requestAnimationFrame);
        for (let k = 0; k < times; k++) {
            const input = k % 2 ? base : pos;
            input.valueAsNumber = (input.valueAsNumber + 1) % (Number(input.max) + 1);
            input.dispatchEvent(new Event('input', { bubbles: true }));
            if (k % 50 === 0) await frame();
        }
        while (activity().underway) await frame();
        return activity();
    }""".replace("MODULE", MODULE)
    wire = page.context.new_cdp_session(page)
    wire.send("Performance.enable")

    def counted() -> dict[str, float]:
        wire.send("HeapProfiler.collectGarbage")
        metrics = {one["name"]: one["value"] for one in wire.send("Performance.getMetrics")["metrics"]}
        return {name: metrics[name] for name in ("JSHeapUsedSize", "JSEventListeners", "Nodes")}

    # All that the slider can reach is asked for once, and kept.
    slider(page, "base").focus()
    nothing_underway(page)
    page.evaluate(moves, 400)
    settled(page, "explorer")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    first, before = page.evaluate(moves, 400), counted()
    last = page.evaluate(moves, 2000)
    settled(page, "explorer")
    after = counted()
    assert last == first
    assert [url for url in asked if "/api/" in url] == []
    assert after["JSEventListeners"] <= before["JSEventListeners"] + 5
    assert after["Nodes"] <= before["Nodes"] + 200
    assert after["JSHeapUsedSize"] <= before["JSHeapUsedSize"] + 4e6


def test_one_request_a_question(visit: Visitor) -> None:
    """A slider's sweep and the picture that needs one of its matrices do not both ask for it."""
    page = visit().open("/en/figures/explorer")
    settled(page, "explorer")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    slider(page, "base").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "PageUp", "Home", "End"):
        press(page, "base", key)
    nothing_underway(page)
    bases: list[float] = []
    for url in asked:
        query = parse_qs(urlparse(url).query)
        if "/matrix" in url or "/sweep" in url:
            stops = query["stops"][0].split(",") if "stops" in query else query["base"]
            bases += [float(stop) for stop in stops]
    assert len(bases) > 10
    assert len(bases) == len(set(bases))


def test_what_is_kept_is_bounded_and_never_what_is_on_show(visit: Visitor) -> None:
    page = visit().open("/en/figures/explorer")
    kept = page.evaluate(f"""async () => {{
        const {{ Answers }} = await import({CORE.replace("NAME", "answers")});
        const answers = new Answers(100);
        const sizes = [];
        answers.set('shown', 'the picture', 30);
        answers.hold('figure', ['shown']);
        answers.set('used', 'looked at', 30);
        for (let k = 0; k < 50; k++) {{
            answers.get('used');
            answers.set(`ahead ${{k}}`, k, 20);
            sizes.push(answers.size);
        }}
        const during = ['shown', 'used', 'ahead 0', 'ahead 49'].map(name => answers.has(name));
        answers.hold('figure', []);
        answers.set('large', '', 90);
        const later = ['shown', 'used', 'large'].map(name => answers.has(name));
        return {{ most: Math.max(...sizes), during, later }};
    }}""")
    assert kept == {"most": 100, "during": [True, True, False, True], "later": [False, False, True]}


@pytest.mark.parametrize("place", ["rotary", "extrapolation", "quiz-title"])
def test_an_address_leads_to_the_place_that_it_names(
    visit: Visitor, lang: str, view: dict[str, Any], place: str
) -> None:
    """Figures above it grow when they are drawn: the place stays where it is."""
    page = visit(**view).open(f"/{lang}/#{place}")
    landed = """place => { const { top } = document.getElementById(place).getBoundingClientRect();
        return top >= 0 && top < 150; }"""
    page.wait_for_function("() => document.querySelector('.skips-unseen')")
    figure = page.locator("[data-revision]", has=page.locator(f"[id={place}]")).or_(page.locator(f"#{place}"))
    assert figure.count() == 1
    at_rest(page)
    assert page.evaluate(landed, place)
