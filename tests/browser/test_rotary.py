from math import cos, hypot, sin
from typing import Any

import httpx2
import numpy as np
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visitor
from tests.browser.figures import output, painted, press, revision, settled, slider, trace

Q, K = "1,2,3,4", "0.5,-1,2,0.25"
Q8, K8 = "1,2,3,4,-1,0.5,2,-2", "0.5,-1,2,0.25,1.5,1,-0.5,2"


def number(text: str) -> float:
    return float(text.replace(",", ".").replace("−", "-"))


def score(page: Page, name: str) -> float:
    return number(page.locator(f"#rotary [data-score={name}]").inner_text())


def same(page: Page, name: str) -> str | None:
    return page.locator(f"#rotary [data-score={name}]").get_attribute("data-same")


def choose(page: Page, parameter: str, value: str) -> None:
    before = revision(page, "rotary")
    page.locator(f"#rotary [data-parameter={parameter}] input[value='{value}'] + span").click()
    painted(page, "rotary", before)


def asked(address: str, path: str, **query: Any) -> Any:
    return httpx2.get(f"{address}/api/encodings/rope/{path}", params=query).json()


def opened(visit: Visitor, lang: str, query: str = "") -> Page:
    page = visit().open(f"/{lang}/figures/rotary{query}")
    painted(page, "rotary", 0)
    settled(page, "rotary")
    return page


def shows(page: Page, address: str, q: str, k: str, q_pos: int, k_pos: int, **options: Any) -> None:
    """The picture holds what the API says: arrows, each pair's term, the sum."""
    settled(page, "rotary")
    found = asked(address, "score", q=q, k=k, q_pos=q_pos, k_pos=k_pos, **options)
    bars = trace(page, "rotary", "terms")["x"]
    pairs = len(found["terms"])
    assert bars[:pairs] == pytest.approx(found["terms"], abs=1e-6)
    assert sum(bars) == pytest.approx(found["score"], abs=1e-6)
    assert trace(page, "rotary", "total")["x"] == [pytest.approx(found["score"], abs=1e-6)]
    assert score(page, "rope-1") == pytest.approx(found["score"], abs=1e-6)
    raw = {"q": np.array(q.split(","), dtype=float), "k": np.array(k.split(","), dtype=float)}
    track = asked(address, "track", x=q, seq_len=1, **options)["pairs"]
    for name, pos in (("q", q_pos), ("k", k_pos)):
        turned = np.array(asked(address, "rotate", x=q if name == "q" else k, pos=pos, **options)["values"])
        drawn = trace(page, "rotary", name)
        for pair, columns in enumerate(track):
            # Seven points an arrow: centre, tip, gap, three of the head, gap.
            centre, tip = ((drawn["x"][7 * pair + at], drawn["y"][7 * pair + at]) for at in (0, 1))
            longest = max(hypot(*raw[one][columns]) for one in raw)
            assert np.subtract(tip, centre) * longest == pytest.approx(turned[columns], abs=1e-6)


def test_scores_are_the_known_numbers(visit: Visitor, golden: dict[str, Any], lang: str) -> None:
    known = golden["rope_score_q1234_k(.5,-1,2,.25)"]
    page = opened(visit, lang)
    assert score(page, "rope-0") == pytest.approx(known["interleaved m-n=3 (5,2)"], abs=1e-6)
    assert score(page, "rope-2") == pytest.approx(known["interleaved m-n=-3 (2,5)"], abs=1e-6)
    assert [score(page, f"none-{at}") for at in range(3)] == [known["unrotated"]] * 3
    before = revision(page, "rotary")
    page.get_by_role("button", name="103, 100").click()
    painted(page, "rotary", before)
    assert score(page, "rope-0") == pytest.approx(known["interleaved (103,100)"], abs=1e-6)
    assert (output(page, "q_pos", "rotary"), output(page, "k_pos", "rotary")) == ("103", "100")
    choose(page, "pairing", "half")
    assert score(page, "rope-0") == pytest.approx(known["half_split (5,2)"], abs=1e-6)


def test_a_kept_distance_moves_both_and_keeps_the_score(visit: Visitor, address: str, lang: str) -> None:
    page = opened(visit, lang)
    first = page.locator("#rotary [data-score=rope-0]").inner_text()
    press(page, "q_pos", "ArrowRight", "rotary")
    assert (output(page, "q_pos", "rotary"), output(page, "k_pos", "rotary")) == ("6", "3")
    assert page.locator("#rotary [data-score=rope-0]").inner_text() == first
    shows(page, address, Q, K, 6, 3)
    press(page, "k_pos", "End", "rotary")
    # The query is at the end first, and both stop.
    assert (output(page, "q_pos", "rotary"), output(page, "k_pos", "rotary")) == ("127", "124")
    assert slider(page, "k_pos", "rotary").input_value() == "124"
    assert page.locator("#rotary [data-score=rope-0]").inner_text() == first
    press(page, "q_pos", "Home", "rotary")
    assert (output(page, "q_pos", "rotary"), output(page, "k_pos", "rotary")) == ("3", "0")
    page.wait_for_function("() => location.search.includes('q_pos=3') && location.search.includes('k_pos=0')")


def test_free_positions_change_the_score_and_swapping_too(visit: Visitor, address: str, lang: str) -> None:
    page = opened(visit, lang)
    page.locator("#rotary [data-parameter=rotary_lock] input[value=free] + span").click()
    press(page, "q_pos", "ArrowRight", "rotary")
    assert (output(page, "q_pos", "rotary"), output(page, "k_pos", "rotary")) == ("6", "2")
    shows(page, address, Q, K, 6, 2)
    press(page, "k_pos", "ArrowLeft", "rotary")
    shows(page, address, Q, K, 6, 1)
    assert same(page, "rope-2") == "false"
    swapped = score(page, "rope-2")
    before = revision(page, "rotary")
    page.locator("#rotary [data-part=swap]").click()
    painted(page, "rotary", before)
    assert (output(page, "q_pos", "rotary"), output(page, "k_pos", "rotary")) == ("1", "6")
    assert score(page, "rope-0") == swapped
    shows(page, address, Q, K, 1, 6)


def test_padding_leaves_rotary_scores_and_changes_added_ones(visit: Visitor, address: str, lang: str) -> None:
    def added(m: int, n: int) -> float:
        rows = [np.array([sin(pos), cos(pos), sin(pos / 100), cos(pos / 100)]) for pos in (m, n)]
        return float((np.array([1, 2, 3, 4]) + rows[0]) @ (np.array([0.5, -1, 2, 0.25]) + rows[1]))

    page = opened(visit, lang)
    press(page, "padding", "ArrowRight", "rotary")
    press(page, "padding", "ArrowRight", "rotary")
    assert (same(page, "rope-1"), same(page, "added-1"), same(page, "none-1")) == ("true", "false", "true")
    for at, (m, n) in enumerate(((5, 2), (7, 4), (2, 5))):
        assert score(page, f"added-{at}") == pytest.approx(added(m, n), abs=1e-6)
    shows(page, address, Q, K, 7, 4)
    said = page.locator("#rotary-now").inner_text()
    assert page.locator("#rotary [data-score=added-1]").inner_text() in said


def test_every_other_control_shows_what_the_server_computes(visit: Visitor, address: str, lang: str) -> None:
    page = opened(visit, lang)
    choose(page, "rotary_width", "8")
    shows(page, address, Q8, K8, 5, 2)
    press(page, "rotary_pct", "ArrowLeft", "rotary")
    press(page, "rotary_pct", "ArrowLeft", "rotary")
    shows(page, address, Q8, K8, 5, 2, rotary_pct=0.5)
    choose(page, "pairing", "half")
    shows(page, address, Q8, K8, 5, 2, rotary_pct=0.5, pairing="half")
    assert len(trace(page, "rotary", "terms")["x"]) == 3
    press(page, "base", "Home", "rotary")
    shows(page, address, Q8, K8, 5, 2, rotary_pct=0.5, pairing="half", base=10)
    # A quarter of four columns would be half a pair: one whole pair is shown, and said.
    choose(page, "rotary_width", "4")
    press(page, "rotary_pct", "Home", "rotary")
    shows(page, address, Q, K, 5, 2, rotary_pct=0.5, pairing="half", base=10)
    cells = page.locator("#rotary [data-part=vectors] tbody tr").last.locator("td").all_inner_texts()
    assert [number(cell) for cell in cells] == [2, -1, 1, 3]
    before = revision(page, "rotary")
    page.locator("[data-reset-figure=rotary]").click()
    painted(page, "rotary", before)
    shows(page, address, Q, K, 5, 2)


def test_pointing_at_a_pair_tells_how_far_it_is_turned(visit: Visitor) -> None:
    page = opened(visit, "en")
    box = page.locator("#rotary .plot-box")
    box.scroll_into_view_if_needed()
    edge = box.bounding_box()
    assert edge
    page.mouse.move(edge["x"] + 0.16 * edge["width"], edge["y"] + 0.45 * edge["height"])
    tip = page.locator("#rotary .tooltip")
    tip.wait_for()
    assert "turned by 5.00, the key by 2.00" in tip.inner_text()
