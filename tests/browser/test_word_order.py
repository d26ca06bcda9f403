from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, Visitor
from tests.browser.figures import painted, press, revision, settled, trace

SENTENCE = {"en": ["dog", "bites", "man"], "de": ["Hund", "beißt", "Mann"]}


def order(page: Page) -> list[str]:
    return page.locator("#word-order .token-chip").all_inner_texts()


def verdict(page: Page, name: str) -> float:
    text = page.locator(f"#word-order [data-verdict={name}] output").inner_text()
    return float(text.replace(",", ".").replace("−", "-"))


def choose(page: Page, parameter: str, value: str) -> None:
    before = revision(page, "word-order")
    page.locator(f"#word-order [data-parameter={parameter}] input[value={value}] + span").click()
    painted(page, "word-order", before)


def test_the_verdicts_are_the_known_numbers(
    visit: Visitor, golden: dict[str, Any], lang: str, view: dict[str, Any]
) -> None:
    known = golden["dog_bites_man"]
    page = visit(**view).open(f"/{lang}/figures/word-order")
    painted(page, "word-order", 0)
    assert order(page) == SENTENCE[lang][::-1]
    assert verdict(page, "per_word") == 0
    assert verdict(page, "pooled") == 0
    assert verdict(page, "row_by_row") == pytest.approx(known["no_PE_full: row-by-row max diff"], abs=1e-6)
    assert page.locator("#word-order [data-badge=equivariant]").get_attribute("data-holds") == "true"

    choose(page, "mask", "causal")
    assert verdict(page, "per_word") == pytest.approx(known["no_PE_causal: per-word max diff"], abs=1e-6)
    assert page.locator("#word-order [data-badge=equivariant]").get_attribute("data-holds") == "false"

    choose(page, "mask", "none")
    choose(page, "word_encoding", "sinusoidal")
    assert verdict(page, "per_word") == pytest.approx(known["PE_full: per-word max diff"], abs=1e-6)
    assert verdict(page, "pooled") == pytest.approx(known["PE_full mean-pooled max diff"], abs=1e-6)

    press(page, "strength", "Home", "word-order")
    assert verdict(page, "per_word") == 0
    assert verdict(page, "pooled") == 0


@pytest.mark.parametrize("encoding", ["none", "index", "sinusoidal", "learned", "rope", "alibi", "t5"])
@pytest.mark.parametrize("mask", ["none", "causal"])
def test_the_figure_shows_what_the_server_computed(
    visit: Visitor, address: str, encoding: str, mask: str
) -> None:
    page = visit().open(
        f"/en/figures/word-order?word_encoding={encoding}&mask={mask}&strength=0.5&order=1,0,2"
    )
    painted(page, "word-order", 0)
    settled(page, "word-order")
    query: dict[str, str | float] = {"encoding": encoding, "mask": mask, "strength": 0.5, "order": "1,0,2"}
    if encoding == "learned":
        query["embeddings"] = "wide"
    answer = httpx2.get(f"{address}/api/word-order", params=query).json()
    assert trace(page, "word-order", "attention")["z"] == answer["attention"]
    assert trace(page, "word-order", "permuted")["z"] == answer["permuted_attention"]
    for name in ("per_word", "pooled", "row_by_row"):
        assert verdict(page, name) == pytest.approx(answer["verdict"][f"{name}_max_abs"], abs=5e-7)
    if encoding == "learned":
        assert "384" in page.locator("#word-order [data-part=wide]").inner_text()


def test_a_bias_on_distance_does_not_see_a_sentence_turned_round(visit: Visitor, lang: str) -> None:
    """ALiBi knows no direction: whatever its slope, the mirror image has the same distances."""
    page = visit().open(f"/{lang}/figures/word-order?word_encoding=alibi")
    painted(page, "word-order", 0)
    assert verdict(page, "per_word") == 0
    choose(page, "mask", "causal")
    assert verdict(page, "per_word") > 0.01
    choose(page, "mask", "none")
    choose(page, "word_encoding", "t5")
    assert verdict(page, "per_word") > 0.01


def test_words_are_moved_by_keyboard_and_the_move_is_announced(visit: Visitor, lang: str) -> None:
    page = visit().open(f"/{lang}/figures/word-order")
    painted(page, "word-order", 0)
    first, second, third = SENTENCE[lang]
    page.locator("#word-order").get_by_role("button", name=f"{third},").focus()
    before = revision(page, "word-order")
    page.keyboard.press("ArrowRight")
    painted(page, "word-order", before)
    assert order(page) == [second, third, first]
    assert third in page.locator("#announcer").inner_text()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert order(page) == [second, first, third]
    assert page.evaluate("() => document.activeElement.textContent") == third
    page.wait_for_function("() => location.search.includes('order=1,0,2')")


def test_words_are_dragged_by_mouse(visit: Visitor, lang: str) -> None:
    page = visit().open(f"/{lang}/figures/word-order")
    painted(page, "word-order", 0)
    first, second, third = SENTENCE[lang]
    chips = page.locator("#word-order .token-chip")
    chips.nth(0).scroll_into_view_if_needed()
    start, end = chips.nth(0).bounding_box(), chips.nth(2).bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] + 20, end["y"] + 10, steps=8)
    assert order(page) == [second, first, third]
    page.mouse.up()
    assert page.locator(".dragged").count() == 0
    assert order(page) == [second, first, third]


def test_words_are_dragged_by_finger(visit: Visitor) -> None:
    one = visit(**PHONE)
    page = one.open("/en/figures/word-order")
    painted(page, "word-order", 0)
    chips = page.locator("#word-order .token-chip")
    chips.nth(2).scroll_into_view_if_needed()
    start, end = chips.nth(2).bounding_box(), chips.nth(0).bounding_box()
    assert start
    assert end
    fingers = one.context.new_cdp_session(page)
    y, x, far = start["y"] + 15, start["x"] + start["width"] / 2, end["x"]
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        point = {"x": x + (far - x) * step / 8, "y": y}
        fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("() => document.querySelector('#word-order .token-chip').textContent === 'dog'")
    assert order(page) == ["dog", "man", "bites"]


def test_an_own_sentence_and_words_that_come_twice(visit: Visitor, lang: str) -> None:
    page = visit().open(f"/{lang}/figures/word-order")
    painted(page, "word-order", 0)
    before = revision(page, "word-order")
    page.locator("#word-order-sentence").fill("ein Hund und ein Mann und ein Hund")
    painted(page, "word-order", before)
    settled(page, "word-order")
    assert order(page) == ["ein", "Hund", "und", "ein", "Mann", "und", "ein", "Hund"][::-1]
    assert len(trace(page, "word-order", "attention")["z"]) == 8
    assert page.locator("#word-order .plot .ytick").count() == 8
    rows = page.locator("#word-order [data-part=per-word] tbody tr")
    assert rows.count() == 8
    assert rows.locator("th").all_inner_texts().count("Hund") == 2


def test_a_sentence_that_is_too_long_is_refused_in_words_and_nothing_is_lost(
    visit: Visitor, lang: str
) -> None:
    page = visit().open(f"/{lang}/figures/word-order")
    painted(page, "word-order", 0)
    field = page.locator("#word-order-sentence")
    field.fill("a b c d e f g h i j k l m")
    page.wait_for_function("() => document.getElementById('word-order-sentence').ariaInvalid === 'true'")
    assert "12" in page.locator("#word-order-sentence-help").inner_text()
    assert field.input_value() == "a b c d e f g h i j k l m"
    assert order(page) == SENTENCE[lang][::-1]
    field.fill("a b c d e f g h i j k l")
    page.wait_for_function("() => document.querySelectorAll('#word-order .token-chip').length === 12")


def test_presets_lead_through_the_lesson(visit: Visitor, golden: dict[str, Any]) -> None:
    page = visit().open("/en/figures/word-order")
    painted(page, "word-order", 0)
    known = golden["dog_bites_man"]
    for name, number in (
        ("only a causal mask", known["no_PE_causal: per-word max diff"]),
        ("sinusoidal positions", known["PE_full: per-word max diff"]),
        ("no positions, no mask", 0),
    ):
        before = revision(page, "word-order")
        page.locator("#word-order").get_by_role("button", name=name).click()
        painted(page, "word-order", before)
        assert verdict(page, "per_word") == pytest.approx(number, abs=1e-6)


def test_the_hook_computes_what_its_switch_claims(visit: Visitor, golden: dict[str, Any], lang: str) -> None:
    page = visit().open(f"/{lang}/")
    painted(page, "hook", 0)
    difference = page.locator("#hook [data-part=difference]")
    assert difference.inner_text() == {"en": "0.000000", "de": "0,000000"}[lang]
    assert page.locator(".hook-sign").inner_text() == "="
    before = revision(page, "hook")
    page.locator("#hook-positions").press("Space")
    painted(page, "hook", before)
    shown = float(difference.inner_text().replace(",", "."))
    assert shown == pytest.approx(golden["dog_bites_man"]["PE_full mean-pooled max diff"], abs=1e-6)
    assert page.locator(".hook-sign").inner_text() == "≠"
    assert page.locator("#word-order input[value=sinusoidal]").is_checked()


def test_hover_tells_who_looks_at_whom(visit: Visitor, address: str) -> None:
    page = visit().open("/en/figures/word-order?mask=causal")
    settled(page, "word-order")
    page.locator("#word-order .plot-box").scroll_into_view_if_needed()
    cells = page.locator("#word-order .plot .hm image").first.bounding_box()
    assert cells
    page.mouse.move(cells["x"] + cells["width"] / 6, cells["y"] + cells["height"] * 5 / 6)
    tip = page.locator("#word-order .tooltip")
    tip.wait_for()
    answer = httpx2.get(f"{address}/api/word-order", params={"mask": "causal"}).json()
    assert tip.inner_text() == f"man looks at dog with weight {answer['attention'][2][0]:.3f}."
    page.mouse.move(cells["x"] + cells["width"] * 5 / 6, cells["y"] + cells["height"] / 6)
    assert "cannot see" in tip.inner_text()


@pytest.mark.parametrize("query", ["?order=0,1,2", "?sentence=anna+sees+anna", "?sentence=dog+dog"])
def test_sentences_that_read_the_same_are_not_judged(visit: Visitor, query: str) -> None:
    page = visit().open(f"/en/figures/word-order{query}&word_encoding=sinusoidal")
    painted(page, "word-order", 0)
    assert "Both sentences read the same" in page.locator("#word-order-now").inner_text()
    assert page.locator("#word-order [data-badge=equivariant]").is_hidden()
    assert page.locator("#word-order [data-badge=invariant]").is_hidden()


def test_the_strength_is_off_while_there_are_no_positions(visit: Visitor) -> None:
    page = visit().open("/en/figures/word-order")
    painted(page, "word-order", 0)
    assert page.locator("#word-order-strength").is_disabled()
    assert page.locator("#word-order-strength-help").inner_text() == "Choose positions first."
    choose(page, "word_encoding", "rope")
    assert page.locator("#word-order-strength").is_enabled()


def test_the_table_starts_from_the_words_own_vectors(visit: Visitor, address: str) -> None:
    """Input, weights and outputs are all there, so that the figure can be checked by hand."""
    page = visit().open("/en/figures/word-order")
    painted(page, "word-order", 0)
    strips = page.locator("#word-order [data-part=per-word] tbody tr").first.locator(".strip")
    assert strips.nth(0).get_attribute("aria-label") == "1.000; 0.000; 0.500; 0.000"
    answer = httpx2.get(f"{address}/api/word-order").json()
    assert strips.nth(1).get_attribute("aria-label") == "; ".join(
        f"{value:.3f}" for value in answer["outputs"][0]
    )
