"""The pretrained model's figure: what it shows is what the API answers, and it asks no more than it must."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, Route

from app.figures import real_model
from app.main import create_app
from app.settings import Settings
from tests.browser.conftest import Visit, Visitor, served
from tests.browser.figures import painted, revision, settled, slider, status, trace, until

MINILM: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "golden" / "minilm.json").read_text(encoding="utf-8")
)
FIGURE = "real-model"
SENTENCE = {"en": "dog bites man", "de": "Hund beißt Mann"}
LEAST = 10 ** real_model.DIFFERENCES[0]
BATCH = 3e-6
"""What rounding in single precision may differ by when other sentences are computed along."""
PIECES = {
    "en": (["[CLS]", "dog", "bites", "man", "[SEP]"], ["[CLS]", "man", "bites", "dog", "[SEP]"]),
    "de": (
        ["[CLS]", "hu ##nd", "bei ##ß ##t", "mann", "[SEP]"],
        ["[CLS]", "mann", "bei ##ß ##t", "hu ##nd", "[SEP]"],
    ),
}


@pytest.fixture(scope="module")
def without() -> Iterator[str]:
    """A server on which the model is not installed."""
    with served(create_app(Settings(real_model=False))) as at:
        yield at


def opened(one: Visit, lang: str, query: str = "") -> Page:
    page = one.open(f"/{lang}/figures/{FIGURE}{query}")
    painted(page, FIGURE, 0)
    settled(page, FIGURE)
    return page


def answered(address: str, path: str = "", **query: str | float) -> Any:
    answer = httpx2.get(f"{address}/api/real-model{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def shown(page: Page, part: str) -> float:
    text = page.locator(f"#{FIGURE} [data-part={part}]").inner_text().replace(",", ".")
    mantissa, _, exponent = text.partition(" · 10")
    power = int(exponent.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or 0)
    return float(f"{mantissa}e{power}")


def said(page: Page) -> str:
    return page.locator(f"#{FIGURE}-now").inner_text()


def pieces(page: Page, part: str) -> list[str]:
    """Return the pieces of every word, without the rows of their places."""
    found: list[str] = page.evaluate(
        """([id, part]) => [...document.querySelectorAll(`#${id} [data-part=${part}] li`)].map(word =>
        [...word.querySelectorAll("span")].map(piece => piece.firstChild.textContent).join(" "))""",
        [FIGURE, part],
    )
    return found


def choose(page: Page, positions: str) -> None:
    before = revision(page, FIGURE)
    page.locator(f"#{FIGURE} [data-parameter=model_positions] input[value={positions}] + span").click()
    painted(page, FIGURE, before)
    settled(page, FIGURE)


def holds(page: Page, frame: dict[str, Any]) -> None:
    """Compare everything that is shown at one strength with an answer, up to another batch's rounding."""
    verdict = frame["verdict"]
    assert shown(page, "cosine") == pytest.approx(frame["cosine"], abs=5.1e-5)
    assert shown(page, "trained") == pytest.approx(frame["cosine_to_trained"], abs=5.1e-5)
    for name in ("per_word", "pooled", "row_by_row"):
        assert shown(page, name) == pytest.approx(verdict[f"{name}_max_abs"], rel=0.05, abs=BATCH)
    drawn = {
        "tokens": frame["per_token"],
        "pooled": [verdict["pooled_max_abs"]],
        "places": [verdict["row_by_row_max_abs"]],
    }
    row = 0
    for name, values in drawn.items():
        dots, stems = trace(page, FIGURE, name), trace(page, FIGURE, f"{name}-stems")
        assert dots["x"] == pytest.approx([max(LEAST, value) for value in values], rel=1e-3, abs=BATCH)
        assert dots["y"] == list(range(row, row + len(values)))
        assert stems["x"][1::3] == dots["x"]
        row += len(values)
    layers = trace(page, FIGURE, "layers")
    assert layers["x"] == list(range(7))
    falling = [max(LEAST, 1 - cosine) for cosine in frame["per_layer_cosine"]]
    assert layers["y"] == pytest.approx(falling, rel=1e-3, abs=BATCH)
    assert trace(page, FIGURE, "strength-now")["y"] == pytest.approx(falling[-1:], rel=1e-3, abs=BATCH)


def test_it_shows_what_the_model_makes_of_both_sentences(
    visit: Visitor, address: str, lang: str, view: dict[str, Any]
) -> None:
    page = opened(visit(**view), lang)
    swept = answered(address, "/sweep", sentence=SENTENCE[lang])
    holds(page, swept["frames"][-1])
    known = next(pair for pair in MINILM["pairs"] if pair["sentence"] == SENTENCE[lang])
    assert shown(page, "cosine") == pytest.approx(known["cosine"], abs=0.005)
    strengths = trace(page, FIGURE, "strengths")
    assert strengths["x"] == swept["stops"] == [step / 20 for step in range(21)]
    assert strengths["y"] == [max(LEAST, 1 - frame["cosine"]) for frame in swept["frames"]]
    assert trace(page, FIGURE, "strength-line")["x"] == [1, 1]
    assert (pieces(page, "pieces"), pieces(page, "permuted-pieces")) == PIECES[lang]
    rows = page.locator(f"#{FIGURE} [data-part=pieces] small").all_inner_texts()
    assert [int(row.split()[1]) for row in rows] == swept["position_rows"]
    assert {"en": "sensitive to order", "de": "reagiert auf die Reihenfolge"}[lang] in said(page)
    assert {"en": "Computed on this server", "de": "Auf diesem Server gerechnet"}[lang] in page.locator(
        f"#{FIGURE} [data-part=source]"
    ).inner_text()


def test_both_kinds_of_differences_are_seen_on_one_axis(visit: Visitor) -> None:
    page = opened(visit(), "en")
    axis = page.evaluate(f"() => document.querySelector('#{FIGURE} .plot').layout.xaxis")
    assert axis["type"] == "log"
    assert min(trace(page, FIGURE, "tokens")["x"]) > 0.1
    choose(page, "off")
    assert max(trace(page, FIGURE, "tokens")["x"] + trace(page, FIGURE, "pooled")["x"]) <= 1e-5
    assert max(trace(page, FIGURE, "rounding")["x"]) == 1e-5
    assert trace(page, FIGURE, "places")["x"][0] > 0.1
    assert 10 ** axis["range"][0] <= 1e-6 < 3 < 10 ** axis["range"][1]
    cosines = page.evaluate(f"() => document.querySelector('#{FIGURE} .plot').layout.yaxis2")
    assert cosines["type"] == "log"
    assert cosines["ticktext"][:4] == ["0", "0.9", "0.99", "0.999"]
    assert cosines["tickvals"][:4] == [1, 0.1, 0.01, 0.001]


def test_positions_are_switched(visit: Visitor, address: str, lang: str) -> None:
    page = opened(visit(), lang)
    assert slider(page, "strength", FIGURE).is_enabled()
    choose(page, "off")
    holds(page, answered(address, sentence=SENTENCE[lang], positions="off"))
    off = answered(address, "/sweep", sentence=SENTENCE[lang], positions="off", stops="0,1")["frames"][1]
    assert trace(page, FIGURE, "tokens")["x"] == [max(LEAST, value) for value in off["per_token"]]
    cosine = page.locator(f"#{FIGURE} [data-part=cosine]").inner_text()
    assert cosine == {"en": "1.0000", "de": "1,0000"}[lang]
    assert {"en": "bag of words", "de": "Beutel voller Wörter"}[lang] in said(page)
    assert slider(page, "strength", FIGURE).is_disabled()
    assert set(page.locator(f"#{FIGURE} .pieces small").all_inner_texts()) == {""}
    page.wait_for_function("() => location.search.includes('model_positions=off')")

    choose(page, "shuffled")
    shuffled = answered(address, sentence=SENTENCE[lang], positions="shuffled")
    holds(page, shuffled)
    rows = page.locator(f"#{FIGURE} [data-part=pieces] small").all_inner_texts()
    assert [int(row.split()[1]) for row in rows] == shuffled["position_rows"] != sorted(rows)
    assert {"en": "not there", "de": "nicht dasteht"}[lang] in said(page)
    assert slider(page, "strength", FIGURE).is_enabled()
    choose(page, "on")
    page.wait_for_function("() => !location.search.includes('model_positions')")


def test_the_strength_is_a_choice_among_answers_in_hand(visit: Visitor, address: str, lang: str) -> None:
    one = visit()
    page = opened(one, lang)
    swept = answered(address, "/sweep", sentence=SENTENCE[lang])
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    strength = slider(page, "strength", FIGURE)
    strength.focus()
    for key, at in (("ArrowLeft", 19), ("ArrowLeft", 18), ("Home", 0), ("ArrowRight", 1), ("PageUp", None)):
        before = revision(page, FIGURE)
        strength.press(key)
        painted(page, FIGURE, before)
        at = int(strength.input_value()) if at is None else at
        settled(page, FIGURE)
        holds(page, swept["frames"][at])
        assert trace(page, FIGURE, "strength-line")["x"] == [at / 20, at / 20]
        if at == 0:
            assert {"en": "bag of words", "de": "Beutel voller Wörter"}[lang] in said(page)
    assert [url for url in asked if "real-model" in url] == []
    assert page.locator(f"#{FIGURE} [data-part=nearest]").inner_text() == ""


def test_a_strength_between_those_computed_is_named(visit: Visitor, address: str) -> None:
    page = opened(visit(), "en", "?strength=0.33")
    holds(page, answered(address, strength=0.35))
    assert "strength 0.35," in page.locator(f"#{FIGURE} [data-part=nearest]").inner_text()


def test_one_of_ten_pairs_is_chosen(visit: Visitor, address: str, lang: str) -> None:
    page = opened(visit(), lang)
    pairs = answered(address, "/pairs")["pairs"]
    pair = page.locator(f"#{FIGURE}-pair")
    assert pair.locator("optgroup").count() == 2
    assert pair.locator("optgroup option").all_inner_texts() == [
        f"{one['sentence']} / {one['permuted']}" for one in pairs
    ]
    assert pairs[int(pair.input_value())]["sentence"] == SENTENCE[lang]
    for k in (9, 3, 5 if lang == "en" else 0):
        before = revision(page, FIGURE)
        pair.select_option(str(k))
        painted(page, FIGURE, before)
        settled(page, FIGURE)
        query = {"sentence": pairs[k]["sentence"], "order": ",".join(map(str, pairs[k]["order"]))}
        holds(page, answered(address, **query))
        assert page.locator(f"#{FIGURE}-sentence").input_value() == pairs[k]["sentence"]
        assert " ".join(page.locator(f"#{FIGURE} .token-chip").all_inner_texts()) == pairs[k]["permuted"]
    before = revision(page, FIGURE)
    page.locator(f"[data-reset-figure={FIGURE}]").click()
    painted(page, FIGURE, before)
    page.wait_for_function("() => !location.search")
    assert pairs[int(pair.input_value())]["sentence"] == SENTENCE[lang]


def test_an_own_sentence_and_another_order(visit: Visitor, address: str, lang: str) -> None:
    page = opened(visit(), lang)
    before = revision(page, FIGURE)
    page.locator(f"#{FIGURE}-sentence").fill("unaffable dogs sleep")
    painted(page, FIGURE, before)
    settled(page, FIGURE)
    holds(page, answered(address, sentence="unaffable dogs sleep"))
    assert pieces(page, "pieces") == ["[CLS]", "una ##ffa ##ble", "dogs", "sleep", "[SEP]"]
    assert page.locator(f"#{FIGURE}-pair").input_value() == "-1"
    before = revision(page, FIGURE)
    page.locator(f"#{FIGURE} .token-chip").first.press("ArrowRight")
    painted(page, FIGURE, before)
    settled(page, FIGURE)
    holds(page, answered(address, sentence="unaffable dogs sleep", order="1,2,0"))
    before = revision(page, FIGURE)
    page.locator(f"#{FIGURE} [data-shuffle=identity]").click()
    painted(page, FIGURE, before)
    assert {"en": "Both sentences read the same", "de": "Beide Sätze lauten gleich"}[lang] in said(page)
    page.locator(f"#{FIGURE} [data-shuffle=reverse]").click()
    page.wait_for_function("() => !location.search.includes('order')")
    before = revision(page, FIGURE)
    page.locator(f"#{FIGURE} [data-reset=sentence]").click()
    painted(page, FIGURE, before)
    assert page.locator(f"#{FIGURE}-sentence").input_value() == SENTENCE[lang]


def test_a_long_sentence_has_a_coarser_curve(visit: Visitor, address: str) -> None:
    words = "the old man and the young dog ran home again"
    page = opened(visit(), "en", f"?sentence={words.replace(' ', '+')}&strength=0.54")
    strengths = trace(page, FIGURE, "strengths")
    assert strengths["x"] == [step / 10 for step in range(11)]
    holds(page, answered(address, sentence=words, strength=0.5))
    assert "strength 0.5," in page.locator(f"#{FIGURE} [data-part=nearest]").inner_text()


def test_too_many_tokens_are_refused_once_in_the_servers_words(visit: Visitor, lang: str) -> None:
    one = visit()
    one.faults.expected.append("422 (Unprocessable")
    page = opened(one, lang)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator(f"#{FIGURE}-sentence").fill(" ".join(["Donaudampfschifffahrt"] * 12))
    page.locator(f"#{FIGURE}[data-failed]").wait_for()
    assert {"en": "at most 32 tokens", "de": "höchstens 32 Token"}[lang] in status(page, FIGURE)
    for _ in range(3):
        slider(page, "strength", FIGURE).press("ArrowLeft")
    page.wait_for_function("() => location.search.includes('strength')")
    assert len([url for url in asked if "/api/real-model/" in url]) == 1
    before = revision(page, FIGURE)
    page.locator(f"#{FIGURE}-sentence").fill("dogs sleep")
    painted(page, FIGURE, before)
    assert page.locator(f"#{FIGURE}[data-failed]").count() == 0


def busy(route: Route, seconds: int, words: str) -> None:
    problem = {"type": "urn:posenc:model-busy", "title": "busy", "status": 503, "detail": words}
    route.fulfill(
        status=503,
        headers={"Retry-After": str(seconds), "Content-Type": "application/problem+json"},
        body=json.dumps(problem),
    )


def test_a_busy_model_is_asked_once_more_when_it_wants_to_be(visit: Visitor, address: str, lang: str) -> None:
    one = visit()
    one.faults.expected.append("503 (Service Unavailable)")
    held: list[Route] = []
    asked = 0

    def answer(route: Route) -> None:
        nonlocal asked
        asked += 1
        if asked == 1:
            busy(route, 1, "Too many are waiting.")
        else:
            # Not before the refusal has been seen.
            held.append(route)

    one.page.route("**/api/real-model/sweep*", answer)
    page = one.open(f"/{lang}/figures/{FIGURE}")
    page.locator(f"#{FIGURE}[data-failed]").wait_for()
    assert {"en": "The server is busy.", "de": "Der Server ist ausgelastet."}[lang] in status(page, FIGURE)
    until(page, lambda: held)
    held[0].continue_()
    painted(page, FIGURE, 0)
    settled(page, FIGURE)
    holds(page, answered(address, sentence=SENTENCE[lang]))
    assert asked == 2
    assert page.locator(f"#{FIGURE}[data-failed]").count() == 0


def test_a_model_that_stays_busy_is_not_hammered(visit: Visitor) -> None:
    one = visit()
    one.faults.expected.append("503 (Service Unavailable)")
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        busy(route, 1 if len(asked) == 1 else 3600, "Too many are waiting.")

    one.page.route("**/api/real-model/sweep*", answer)
    page = one.open(f"/en/figures/{FIGURE}")
    for refusals in (1, 2):
        until(page, lambda: len(asked) == refusals)  # noqa: B023 (called at once)
        page.locator(f"#{FIGURE}[data-failed=busy]").wait_for()
        for key in ("Home", "ArrowRight", "End", "ArrowLeft"):
            slider(page, "strength", FIGURE).press(key)
    page.wait_for_function("() => location.search.includes('strength=0.95')")
    assert len(asked) == 2
    # Another question is another matter.
    page.locator(f"#{FIGURE} [data-shuffle=identity]").click()
    until(page, lambda: len(asked) == 3)


def test_without_the_model_the_page_says_so_and_shows_what_is_kept(
    visit: Visitor, without: str, lang: str, view: dict[str, Any]
) -> None:
    one = visit(**view)
    one.address = without
    page = opened(one, lang, "?strength=0.7")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    source = page.locator(f"#{FIGURE} [data-part=source]").inner_text()
    assert {"en": "not installed on this server", "de": "auf diesem Server nicht installiert"}[lang] in source
    holds(page, answered(without, sentence=SENTENCE[lang], strength=0.75))
    assert trace(page, FIGURE, "strengths")["x"] == [0, 0.25, 0.5, 0.75, 1]
    assert {"en": "0.75,", "de": "0,75,"}[lang] in page.locator(f"#{FIGURE} [data-part=nearest]").inner_text()
    for positions in ("off", "shuffled"):
        choose(page, positions)
        holds(page, answered(without, sentence=SENTENCE[lang], strength=0.75, positions=positions))

    asked.clear()
    before = revision(page, FIGURE)
    page.locator(f"#{FIGURE}-sentence").fill("cats sleep")
    painted(page, FIGURE, before)
    assert {"en": "no kept result", "de": "kein Ergebnis hinterlegt"}[lang] in said(page)
    assert page.locator(f"#{FIGURE}[data-empty]").count() == 1
    settled(page, FIGURE)
    assert trace(page, FIGURE, "tokens")["x"] == []
    assert [url for url in asked if "/api/real-model" in url] == []

    before = revision(page, FIGURE)
    page.locator(f"#{FIGURE}-pair").select_option("7")
    painted(page, FIGURE, before)
    settled(page, FIGURE)
    holds(
        page,
        answered(
            without,
            sentence="Die Lehrerin lobte die Schülerin",
            order="0,4,2,3,1",
            strength=0.75,
            positions="shuffled",
        ),
    )
    assert page.locator(f"#{FIGURE}[data-empty]").count() == 0


def test_the_model_computes_only_for_who_looks(visit: Visitor, address: str) -> None:
    one = visit()
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    page = one.open("/en/")
    # The last figure is drawn unseen, when the browser is idle; this one has been passed over then.
    painted(page, "explorer", 0)
    assert [url for url in asked if "/api/real-model" in url] == []
    page.locator(f"#{FIGURE}").scroll_into_view_if_needed()
    painted(page, FIGURE, 0)
    assert len([url for url in asked if "/api/real-model/sweep" in url]) == 1
    # One sentence for both figures.
    before = revision(page, FIGURE)
    page.locator("#word-order [data-shuffle=identity]").click()
    page.locator(f"#{FIGURE}").scroll_into_view_if_needed()
    painted(page, FIGURE, before)
    assert page.locator(f"#{FIGURE} .token-chip").all_inner_texts() == ["dog", "bites", "man"]
    assert "read the same" in said(page)


def test_hover_tells_the_numbers(visit: Visitor, address: str) -> None:
    page = opened(visit(), "en")
    page.locator(f"#{FIGURE} .plot-box").scroll_into_view_if_needed()
    frame = answered(address)
    tip = page.locator(f"#{FIGURE} .tooltip")
    found = []
    for panel in ("xy", "x2y2", "x3y3"):
        box = page.evaluate(
            """([id, panel]) => { const { _fullLayout: full } = document.querySelector(`#${id} .plot`);
            const { xaxis, yaxis } = full._plots[panel];
            const edge = document.querySelector(`#${id} .plot-box`).getBoundingClientRect();
            return [edge.x + xaxis._offset, edge.y + yaxis._offset, xaxis._length, yaxis._length]; }""",
            [FIGURE, panel],
        )
        page.mouse.move(box[0] + box[2] - 3, box[1] + 4)
        tip.wait_for()
        found.append(tip.inner_text())
    assert found == [
        f"[CLS]: largest difference {frame['per_token'][0]:.3f}",
        f"After layer 6, the cosine is {frame['cosine']:.5f}.",
        f"At strength 1, the cosine is {frame['cosine']:.5f}.",
    ]
