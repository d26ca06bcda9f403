from typing import Any

import httpx2
import numpy as np
import pytest

from app.encodings.protocols import Encoding
from app.encodings.registry import Registry
from app.i18n import translator
from app.web.pages.state import explorable
from tests.browser.conftest import PHONE, Visitor
from tests.browser.figures import (
    canvas_pixel,
    output,
    painted,
    press,
    revision,
    settled,
    slider,
    status,
    trace,
)

NUMBERS = {"en": {"base": "12,500", "wave": "−0.021"}, "de": {"base": "12.500", "wave": "−0,021"}}


def matrix(address: str, encoding: str = "sinusoidal", **query: Any) -> Any:
    answer = httpx2.get(f"{address}/api/encodings/{encoding}/matrix", params=query | {"precision": 4})
    assert answer.status_code == 200, answer.text
    return answer.json()


def known_to(encoding: Encoding[Any], chosen: dict[str, Any]) -> dict[str, Any]:
    """Of the page's parameters, return those that an encoding has."""
    return {name: value for name, value in chosen.items() if name in encoding.params_model.model_fields}


def choose(page: Any, encoding: Encoding[Any], lang: str) -> None:
    """Go to an encoding's stop with the keyboard, from the first stop."""
    press(page, "encoding", "Home")
    while output(page, "encoding") != translator(lang)(encoding.title):
        press(page, "encoding", "ArrowRight")


def shows(page: Any, values: Any, pos: int, dim: int) -> None:
    """The map is the API's matrix, the wave is its column, the profile its row, each dot the chosen cell."""
    settled(page, "explorer")
    rows = len(values)
    assert trace(page, "explorer", "cells")["z"][:rows] == values
    wave = trace(page, "explorer", "wave")
    assert wave["x"][:rows] == [row[dim] for row in values]
    assert wave["y"] == list(range(len(wave["x"])))
    curves = [trace(page, "explorer", name) for name in ("profile-sine", "profile-cosine", "profile")]
    drawn = {x: y for curve in curves for x, y in zip(curve["x"], curve["y"], strict=True)}
    assert [drawn[j] for j in range(len(values[0]))] == values[pos]
    assert trace(page, "explorer", "wave-dot")["x"] == [values[pos][dim]]
    assert trace(page, "explorer", "profile-dot")["y"] == [values[pos][dim]]


def test_every_slider_moves_by_keyboard_and_shows_the_apis_numbers(
    visit: Visitor, address: str, registry: Registry, lang: str, view: dict[str, Any]
) -> None:
    page = visit(**view).open(f"/{lang}/figures/explorer")
    painted(page, "explorer", 0)
    shows(page, matrix(address)["values"], 10, 8)

    press(page, "pos", "ArrowRight")
    assert output(page, "pos") == "11"
    shows(page, matrix(address)["values"], 11, 8)

    press(page, "dim", "ArrowRight")
    assert output(page, "dim") == "9"
    shows(page, matrix(address)["values"], 11, 9)

    press(page, "base", "ArrowRight")
    assert output(page, "base") == NUMBERS[lang]["base"]
    assert slider(page, "base").get_attribute("aria-valuetext") == NUMBERS[lang]["base"]
    shows(page, matrix(address, base=12500)["values"], 11, 9)

    press(page, "seq_len", "ArrowRight")
    assert output(page, "seq_len") == "96"
    shows(page, matrix(address, base=12500, seq_len=96)["values"], 11, 9)

    press(page, "d_model", "ArrowLeft")
    assert output(page, "d_model") == "48"
    shows(page, matrix(address, base=12500, seq_len=96, d_model=48)["values"], 11, 9)

    chosen = {"base": 12500, "seq_len": 96, "d_model": 48}
    stops = explorable(registry)
    at = registry.ids.index("sinusoidal")
    for encoding in (one for one in stops if registry.ids.index(one.id) > at):
        press(page, "encoding", "ArrowRight")
        assert output(page, "encoding") == translator(lang)(encoding.title)
        shows(page, matrix(address, encoding.id, **known_to(encoding, chosen))["values"], 11, 9)

    press(page, "encoding", "Home")
    shows(page, matrix(address, stops[0].id, **known_to(stops[0], chosen))["values"], 11, 9)
    press(page, "encoding", "ArrowRight")
    shows(page, matrix(address, stops[1].id, **known_to(stops[1], chosen))["values"], 11, 9)

    page.wait_for_function("id => location.search.includes(`encoding=${id}`)", arg=stops[1].id)
    assert "base=12500" in page.url
    assert "seq_len=96" in page.url


def test_every_slider_moves_by_mouse(visit: Visitor, lang: str, view: dict[str, Any]) -> None:
    page = visit(**(view | {"has_touch": False, "is_mobile": False})).open(f"/{lang}/figures/explorer")
    painted(page, "explorer", 0)
    for name in ("pos", "dim", "base", "seq_len", "d_model", "encoding"):
        # As with the keyboard: the focus brings the slider into sight, clear of the sticky picture.
        slider(page, name).focus()
        box = slider(page, name).bounding_box()
        before, said = revision(page, "explorer"), output(page, name)
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2, steps=5)
        page.mouse.up()
        painted(page, "explorer", before)
        page.wait_for_function(
            "([name, said]) => document.querySelector(`output[for=explorer-${name}]`).textContent !== said",
            arg=[name, said],
        )


def test_a_finger_on_a_slider_moves_it_and_a_swipe_across_scrolls_the_page(visit: Visitor) -> None:
    one = visit(**PHONE)
    page = one.open("/en/figures/explorer")
    painted(page, "explorer", 0)
    slider(page, "pos").focus()
    box = slider(page, "pos").bounding_box()
    fingers = one.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": px, "y": py} for px, py in points]},
        )

    before = revision(page, "explorer")
    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x + 10 * step, y))
    touch("touchEnd")
    painted(page, "explorer", before)
    assert int(slider(page, "pos").input_value()) > 31

    scrolled, chosen = page.evaluate("scrollY"), slider(page, "dim").input_value()
    box = slider(page, "dim").bounding_box()
    x, y = box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2
    touch("touchStart", (x, y))
    for step in range(1, 9):
        touch("touchMove", (x, y - 25 * step))
    touch("touchEnd")
    page.wait_for_function("before => scrollY > before + 50", arg=scrolled)
    assert slider(page, "dim").input_value() == chosen


@pytest.mark.parametrize(
    "query", ["", "?encoding=rope&pairing=half&pos=37", "?layout=blocks&d_model=7&base=100"]
)
def test_the_hands_are_the_cells_of_the_chosen_row(visit: Visitor, address: str, query: str) -> None:
    page = visit().open(f"/en/figures/explorer{query}")
    painted(page, "explorer", 0)
    given = {
        name: value
        for name, _, value in (part.partition("=") for part in query.lstrip("?").split("&"))
        if name
    }
    encoding, pos = given.pop("encoding", "sinusoidal"), int(given.pop("pos", 10))
    answer = matrix(address, encoding, **given)
    row, columns = answer["values"][pos], answer["columns"]
    faces = page.locator(".clock")
    pairs = sorted(set(columns["pair"]))
    assert faces.count() == min(12, len(pairs))
    for k in range(faces.count()):
        pair = int(faces.nth(k).locator(".clock-name").inner_text().removeprefix("i = "))
        parts = {columns["part"][j]: row[j] for j, own in enumerate(columns["pair"]) if own == pair}
        hand = faces.nth(k).locator(".clock-hand")
        assert float(hand.get_attribute("x2") or 0) == pytest.approx(40 * parts["sin"], abs=0.01)
        assert float(hand.get_attribute("y2") or 0) == pytest.approx(-40 * parts.get("cos", 0), abs=0.01)
    faces.nth(1).click()
    assert faces.nth(1).get_attribute("aria-pressed") == "true"


def test_hover_tells_the_cell_and_a_click_chooses_it(visit: Visitor, address: str, lang: str) -> None:
    page = visit().open(f"/{lang}/figures/explorer")
    settled(page, "explorer")
    plot = page.locator("#explorer .plot-box")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box
    cells = page.locator(
        "#explorer .plot .heatmaplayer image, #explorer .plot .hm image"
    ).first.bounding_box()
    assert cells
    x = cells["x"] + cells["width"] * (8 + 0.5) / 64
    y = cells["y"] + cells["height"] * (10 + 0.5) / 64
    page.mouse.move(x, y)
    tip = page.locator("#explorer .tooltip")
    tip.wait_for()
    words = tip.inner_text()
    wavelength = matrix(address)["columns"]["wavelength"][8]
    assert NUMBERS[lang]["wave"] in words
    assert {"en": "sine of pair i = 4", "de": "Sinus von Paar i = 4"}[lang] in words
    assert f"{wavelength:.2f}".replace(".", {"en": ".", "de": ","}[lang]) in words

    before = revision(page, "explorer")
    page.mouse.click(cells["x"] + cells["width"] * 20.5 / 64, cells["y"] + cells["height"] * 30.5 / 64)
    painted(page, "explorer", before)
    assert (output(page, "pos"), output(page, "dim")) == ("30", "20")


def test_the_learned_table_ends_and_the_page_says_so(visit: Visitor, address: str, lang: str) -> None:
    page = visit().open(f"/{lang}/figures/explorer?encoding=learned&seq_len=640&pos=600")
    painted(page, "explorer", 0)
    words = page.locator("#explorer-now").inner_text()
    assert "511" in words
    assert "512" in words
    settled(page, "explorer")
    cells = trace(page, "explorer", "cells")["z"]
    assert len(cells) == 640
    assert cells[512] == [None] * 384
    assert cells[:512] == matrix(address, "learned", seq_len=512)["values"]
    assert len(trace(page, "explorer", "void")["x"]) > 0
    refused = httpx2.get(f"{address}/api/encodings/learned/matrix", params={"seq_len": 513, "lang": lang})
    assert refused.status_code == 422
    assert "511" in refused.json()["detail"]


def test_what_an_encoding_does_not_have_is_off_and_says_why(
    visit: Visitor, registry: Registry, lang: str
) -> None:
    page = visit().open(f"/{lang}/figures/explorer?encoding=learned")
    painted(page, "explorer", 0)
    assert slider(page, "base").is_disabled()
    assert slider(page, "d_model").is_disabled()
    words = {"en": "Has no effect on “Learned”.", "de": "Bei „Gelernt“ ohne Wirkung."}[lang]
    assert page.locator("#explorer-base-help").text_content() == words
    assert output(page, "d_model") == "384"
    choose(page, registry["sinusoidal"], lang)
    assert slider(page, "base").is_enabled()
    assert page.locator("#explorer [data-parameter=layout]").is_visible()
    assert page.locator("#explorer [data-parameter=pairing]").is_hidden()


def test_rope_in_an_odd_width_shows_the_even_one_below(visit: Visitor, address: str) -> None:
    page = visit().open("/en/figures/explorer?encoding=rope&d_model=7")
    painted(page, "explorer", 0)
    shows(page, matrix(address, "rope", d_model=6)["values"], 10, 5)
    assert "6 columns" in page.locator("#explorer-now").inner_text()
    assert output(page, "d_model") == "7"


def test_a_value_between_the_stops_stays_exact(visit: Visitor, address: str) -> None:
    page = visit().open("/en/figures/explorer?base=12345")
    painted(page, "explorer", 0)
    assert output(page, "base") == "12,345"
    shows(page, matrix(address, base=12345)["values"], 10, 8)
    press(page, "pos", "ArrowRight")
    page.wait_for_function("() => location.search.includes('pos=11')")
    assert "base=12345" in page.url


def test_an_older_answer_never_draws_over_a_newer_one(visit: Visitor, address: str) -> None:
    """The answer for d_model=48 is held back until the one for d_model=96 has been drawn."""
    one = visit()
    page = one.open("/en/figures/explorer")
    one.faults.expected.append("Failed to load resource")  # the sweep that this test refuses
    settled(page, "explorer")
    held: list[Any] = []
    page.route("**/api/encodings/*/sweep*", lambda route: route.abort())
    page.route("**/matrix*d_model=48*", lambda route: held.append(route))
    slider(page, "d_model").press("ArrowLeft")
    page.wait_for_function(
        "() => document.querySelector('output[for=explorer-d_model]').textContent === '48'"
    )
    before = revision(page, "explorer")
    # What nobody wants any more is given up.
    with page.expect_event("requestfailed", lambda request: "d_model=48" in request.url):
        slider(page, "d_model").press("ArrowRight")
        slider(page, "d_model").press("ArrowRight")
    painted(page, "explorer", before)
    page.wait_for_function("() => document.querySelector('#explorer .plot-box.is-live') === null")
    shows(page, matrix(address, d_model=96)["values"], 10, 8)
    assert held
    press(page, "pos", "ArrowRight")
    shows(page, matrix(address, d_model=96)["values"], 11, 8)


def test_no_frame_is_blank_while_a_slider_moves(visit: Visitor) -> None:
    one = visit()
    page = one.open("/en/figures/explorer")
    # The test reads the canvas, which the page itself never does.
    one.faults.expected.append("Canvas2D: Multiple readback operations")
    settled(page, "explorer")
    slider(page, "base").focus()
    for key in ("ArrowRight", "PageUp", "ArrowLeft", "End", "Home"):
        press(page, "base", key)
        assert canvas_pixel(page, "explorer", 0.5, 0.4)[3] == 255


PICTURE_CHANGES = """id => new Promise(done => {
    const root = document.getElementById(id), canvas = root.querySelector('canvas.live');
    const [before, slider] = [canvas.toDataURL(), document.getElementById(`${id}-base`)];
    new MutationObserver(() => done(canvas.toDataURL() !== before))
        .observe(root, { attributeFilter: ['data-revision'] });
    slider.stepUp();
    slider.dispatchEvent(new Event('input', { bubbles: true })); })"""
"""Whether the canvas shows something else at the moment when the figure says that it has been painted."""


def test_the_canvas_follows_the_slider_before_plotly_draws(visit: Visitor) -> None:
    one = visit()
    page = one.open("/en/figures/explorer")
    one.faults.expected.append("Canvas2D: Multiple readback operations")
    settled(page, "explorer")
    for _ in range(3):
        assert page.evaluate(PICTURE_CHANGES, "explorer")


def test_the_sweep_comes_before_the_hand_needs_it(visit: Visitor) -> None:
    """After the focus, a step needs no question to the server."""
    page = visit().open("/en/figures/explorer")
    settled(page, "explorer")
    with page.expect_response("**/sweep*axis=base*") as answer:
        slider(page, "base").focus()
    answer.value.finished()
    # The page has taken the answer in when it is idle again.
    page.evaluate("() => new Promise(done => requestIdleCallback(done))")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(3):
        press(page, "base", "ArrowRight")
    assert [url for url in asked if "/matrix" in url] == []


def test_the_colour_scale_is_fixed_and_symmetric(visit: Visitor) -> None:
    page = visit().open("/en/figures/explorer")
    for name, key in (("base", "Home"), ("seq_len", "End"), ("d_model", "Home")):
        press(page, name, key)
        settled(page, "explorer")
        scale = page.evaluate("document.querySelector('#explorer .plot').layout.coloraxis")
        assert (scale["cmin"], scale["cmax"]) == (-1, 1)


def test_position_0_is_at_the_top(visit: Visitor) -> None:
    page = visit().open("/en/figures/explorer")
    settled(page, "explorer")
    low, high = page.evaluate("document.querySelector('#explorer .plot').layout.yaxis.range")
    assert (low, high) == (63.5, -0.5)


def test_numbers_on_the_axes_are_written_in_the_readers_language(visit: Visitor) -> None:
    page = visit().open("/de/figures/explorer?encoding=learned")
    settled(page, "explorer")
    ticks = [text for text in page.locator("#explorer .plot .x2tick").all_text_contents() if text]
    assert ticks == ["−0,08", "0", "0,08"]
    # The ends are open: the table's first row lies far beyond them.
    assert page.locator("#explorer .plot .cbaxis text").all_text_contents() == ["≤ −0,08", "0", "≥ 0,08"]


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_figure_can_be_taken_along(visit: Visitor, kind: str) -> None:
    page = visit().open("/en/figures/explorer")
    settled(page, "explorer")
    with page.expect_download() as waiting:
        page.locator(f"[data-download={kind}][data-of=explorer]").click()
    saved = waiting.value
    assert saved.suggested_filename == f"explorer-sinusoidal.{kind}"
    content = saved.path().read_bytes()
    assert content.startswith(b"\x89PNG" if kind == "png" else b"<svg")
    assert len(content) > 5_000


def test_plotly_shows_no_button_that_sends_data_away(visit: Visitor) -> None:
    page = visit().open("/en/figures/explorer")
    settled(page, "explorer")
    settings = page.evaluate(
        """() => { const { showSendToCloud, plotlyServerURL, displaylogo, displayModeBar } =
        document.querySelector('#explorer .plot')._context;
        return { showSendToCloud, plotlyServerURL, displaylogo, displayModeBar }; }"""
    )
    assert settings == {
        "showSendToCloud": False,
        "plotlyServerURL": "",
        "displaylogo": False,
        "displayModeBar": False,
    }
    page.locator("#explorer .plot-box").hover()
    assert page.locator(".modebar").count() == 0


def test_the_reset_brings_back_the_standard(visit: Visitor) -> None:
    page = visit().open("/en/figures/explorer?base=100&pos=3")
    painted(page, "explorer", 0)
    page.locator("#explorer").get_by_role("button", name="Reset Base").click()
    assert output(page, "base") == "10,000"
    assert output(page, "pos") == "3"
    page.locator("[data-reset-figure=explorer]").click()
    assert output(page, "pos") == "10"
    page.wait_for_function("() => location.search === ''")


def test_the_numbers_in_the_text_are_computed(address: str) -> None:
    """Section 3 says: 6.28 and 47,117 positions per turn at base 10,000, and 58.5 at base 10, at width 64."""
    wavelengths = matrix(address)["columns"]["wavelength"]
    exact = httpx2.get(f"{address}/api/encodings/sinusoidal/frequencies").json()["wavelength"]
    assert np.round(exact[0], 2) == 6.28
    assert round(exact[-1]) == 47_117
    assert wavelengths[-1] == pytest.approx(exact[-1], rel=1e-6)
    small = httpx2.get(f"{address}/api/encodings/sinusoidal/frequencies", params={"base": 10}).json()[
        "wavelength"
    ]
    assert np.round(small[-1], 1) == 58.5


def test_a_wish_that_does_not_fit_comes_back_when_there_is_room(visit: Visitor) -> None:
    page = visit().open("/en/figures/explorer?dim=30")
    painted(page, "explorer", 0)
    press(page, "d_model", "Home")
    assert output(page, "dim") == "3"
    press(page, "d_model", "End")
    assert output(page, "dim") == "30"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", "The vector of every row has the same norm, √(d/2) = 5.657."),
        ("?encoding=rope", "RoPE adds nothing to the words."),
        ("?encoding=index", "The colours end at ±1"),
        ("?encoding=learned&pos=0", "Some values of this row leave the axes"),
        ("?encoding=learned&seq_len=640", "Row 512 does not exist"),
    ],
)
def test_the_figure_says_what_is_special_about_what_it_shows(visit: Visitor, query: str, words: str) -> None:
    page = visit().open(f"/en/figures/explorer{query}")
    painted(page, "explorer", 0)
    assert words in page.locator("#explorer-now").inner_text()


def test_a_picture_is_counted_only_when_it_shows_what_was_asked_for(visit: Visitor, address: str) -> None:
    """While a matrix is on its way, the last picture stays and nothing counts as painted."""
    one = visit()
    page = one.open("/en/figures/explorer")
    one.faults.expected.append("Failed to load resource")
    settled(page, "explorer")
    held: list[Any] = []
    page.route("**/matrix*d_model=48*", lambda route: held.append(route))
    page.route("**/sweep*", lambda route: route.fulfill(status=503, json={"detail": "busy"}))
    before = revision(page, "explorer")
    slider(page, "d_model").press("ArrowLeft")
    page.wait_for_function("() => document.querySelector('#explorer[data-stale]')")
    assert revision(page, "explorer") == before
    held[0].continue_()
    painted(page, "explorer", before)
    shows(page, matrix(address, d_model=48)["values"], 10, 8)


def test_a_refused_matrix_is_told_and_the_page_goes_on(visit: Visitor, address: str) -> None:
    one = visit()
    page = one.open("/en/figures/explorer")
    one.faults.expected.append("Failed to load resource")
    settled(page, "explorer")
    page.route("**/sweep*", lambda route: route.fulfill(status=503, json={"detail": "The server is busy."}))
    page.route("**/matrix*", lambda route: route.fulfill(status=503, json={"detail": "The server is busy."}))
    slider(page, "d_model").press("ArrowLeft")
    page.locator("#explorer[data-failed=busy][data-stale]").wait_for()
    assert status(page, "explorer").startswith(
        "What you see belongs to the earlier input. The server is busy."
    )
    page.unroute("**/matrix*")
    press(page, "d_model", "ArrowRight")
    press(page, "d_model", "ArrowRight")
    shows(page, matrix(address, d_model=96)["values"], 10, 8)
