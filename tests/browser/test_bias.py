from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visitor
from tests.browser.figures import output, painted, press, revision, settled, slider, trace

API = "/api/encodings"


def number(text: str) -> float:
    return float(text.replace(",", ".").replace("−", "-"))


def check(page: Page, name: str) -> float:
    text = page.locator(f"#bias [data-check='bias.{name}']").evaluate("box => box.firstChild.textContent")
    return number(text)


def choose(page: Page, parameter: str, value: str) -> None:
    before = revision(page, "bias")
    page.locator(f"#bias [data-parameter={parameter}] input[value='{value}'] + span").click()
    painted(page, "bias", before)


def opened(visit: Visitor, lang: str, query: str = "") -> Page:
    page = visit().open(f"/{lang}/figures/bias{query}")
    painted(page, "bias", 0)
    return page


def asked(address: str, path: str, **query: Any) -> Any:
    return httpx2.get(f"{address}{API}/{path}", params=query).json()


def shows_alibi(
    page: Page, address: str, head: int, heads: int = 8, seq_len: int = 6, reach: int = 32, **options: Any
) -> None:
    settled(page, "bias")
    causal = options.get("causal", "true")
    matrix = asked(address, "alibi/matrix", n_heads=heads, seq_len=seq_len, precision=6, **options)
    assert trace(page, "bias", "cells")["z"] == matrix["values"][head]
    profile = asked(address, "alibi/profile", n_heads=heads, reach=reach, causal=causal, precision=6)
    assert trace(page, "bias", "curve")["y"] == profile["bias"][head]
    assert trace(page, "bias", "weights") | {"z": None, "color": None} == {
        "x": profile["relative"], "y": profile["weights"][head], "z": None, "color": None
    }  # fmt: skip
    slopes = asked(address, "alibi/slopes", n_heads=heads)["slopes"]
    assert trace(page, "bias", "slopes")["y"] == slopes
    assert trace(page, "bias", "slope")["y"] == [slopes[head]]


def shows_t5(page: Page, address: str, head: int, reach: int = 32) -> Any:
    settled(page, "bias")
    profile = asked(address, "t5/profile", reach=reach, precision=6)
    assert trace(page, "bias", "curve")["y"] == profile["bias"][head]
    assert trace(page, "bias", "weights")["y"] == profile["weights"][head]
    matrix = asked(address, "t5/matrix", seq_len=6, precision=4)
    assert trace(page, "bias", "cells")["z"] == matrix["values"][head]
    return profile


def test_alibi_shows_what_the_server_computes(
    visit: Visitor, address: str, golden: dict[str, Any], lang: str
) -> None:
    page = opened(visit, lang)
    shows_alibi(page, address, 0)
    press(page, "bias_head", "End", "bias")
    assert output(page, "bias_head", "bias") == "7"
    shows_alibi(page, address, 7)
    press(page, "bias_heads", "ArrowRight", "bias")
    assert trace(page, "bias", "slope")["y"]
    settled(page, "bias")
    assert trace(page, "bias", "slopes")["y"] == pytest.approx(golden["alibi_slopes"]["12"], abs=1e-8)
    press(page, "bias_head", "End", "bias")
    assert output(page, "bias_head", "bias") == "11"
    shows_alibi(page, address, 11, heads=12)
    # Fewer heads: the nearest there is; more again: the wish comes back.
    press(page, "bias_heads", "Home", "bias")
    assert (output(page, "bias_head", "bias"), slider(page, "bias_head", "bias").input_value()) == ("0", "0")
    shows_alibi(page, address, 0, heads=1)
    press(page, "bias_len", "ArrowRight", "bias")
    press(page, "bias_reach", "ArrowLeft", "bias")
    shows_alibi(page, address, 0, heads=1, seq_len=8, reach=16)


def test_without_a_mask_the_mirror_image_goes_unnoticed(
    visit: Visitor, address: str, golden: dict[str, Any], lang: str
) -> None:
    page = opened(visit, lang)
    assert check(page, "mirror") > 0.1
    assert check(page, "forms") == 0
    choose(page, "bias_form", "column")
    shows_alibi(page, address, 0, form="column")
    assert check(page, "forms") == 0
    choose(page, "bias_mask", "none")
    shows_alibi(page, address, 0, form="column", causal="false")
    assert check(page, "forms") > 0.1
    assert check(page, "mirror") > 0.1
    choose(page, "bias_form", "distance")
    shows_alibi(page, address, 0, causal="false")
    assert check(page, "mirror") == 0
    assert check(page, "swap") > 0.05
    cells = trace(page, "bias", "cells")["z"]
    assert cells == [list(column) for column in zip(*cells, strict=True)]


def test_t5_shows_the_real_table_and_both_kinds_of_buckets(
    visit: Visitor, address: str, golden: dict[str, Any], lang: str
) -> None:
    page = opened(visit, lang, "?bias_head=6")
    choose(page, "bias_mask", "none")
    choose(page, "bias_kind", "t5")
    profile = shows_t5(page, address, 6)
    assert page.locator("#bias [data-parameter=bias_heads]").is_hidden()
    assert page.locator("#bias [data-parameter=bias_form]").is_hidden()
    rows = page.locator("#bias [data-part=heads] tbody tr")
    assert rows.count() == 12
    found = [rows.nth(head).get_attribute("data-looks") for head in range(12)]
    assert found == [head["looks"] for head in profile["heads"]]
    assert [found[head] for head in (0, 4, 6, 8, 11)] == ["ahead", "back", "back", "both", "ahead"]
    assert check(page, "mirror") > 0.1
    for mask, name in (("none", "t5_buckets_two_way_32_128"), ("causal", "t5_buckets_causal_32_128")):
        if mask == "causal":
            choose(page, "bias_mask", mask)
            shows_t5(page, address, 6)
        buckets = trace(page, "bias", "buckets")
        known = golden[name]
        at = {relative: buckets["y"][buckets["x"].index(int(relative))] for relative in known}
        assert at == known
    assert (buckets["x"][0], buckets["x"][-1]) == (-128, 128)
    press(page, "bias_reach", "End", "bias")
    shows_t5(page, address, 6, reach=128)


def test_choosing_a_head_asks_nothing(visit: Visitor, address: str, lang: str) -> None:
    page = opened(visit, lang, "?bias_kind=t5&bias_mask=none")
    shows_t5(page, address, 0)
    asked_for: list[str] = []
    page.on("request", lambda request: asked_for.append(request.url))
    before = revision(page, "bias")
    page.locator("#bias [data-head='6']").click()
    painted(page, "bias", before)
    assert page.evaluate("() => document.activeElement.dataset.head") == "6"
    press(page, "bias_head", "ArrowRight", "bias")
    assert output(page, "bias_head", "bias") == "7"
    assert [url for url in asked_for if "/api/" in url] == []
    shows_t5(page, address, 7)


def test_presets_lead_through_the_kinds(visit: Visitor, address: str, lang: str) -> None:
    page = opened(visit, lang)
    presets = page.locator("#bias .preset")
    before = revision(page, "bias")
    presets.nth(1).click()
    painted(page, "bias", before)
    assert check(page, "mirror") == 0
    for at, head, strongest in ((2, 6, -1), (3, 11, 1)):
        before = revision(page, "bias")
        presets.nth(at).click()
        painted(page, "bias", before)
        profile = shows_t5(page, address, head)
        assert profile["heads"][head]["strongest_at"] == strongest
    before = revision(page, "bias")
    page.locator("[data-reset-figure=bias]").click()
    painted(page, "bias", before)
    shows_alibi(page, address, 0)


def test_pointing_tells_numbers(visit: Visitor) -> None:
    page = opened(visit, "en")
    settled(page, "bias")
    box = page.locator("#bias .plot-box")
    box.scroll_into_view_if_needed()
    edge = page.locator("#bias .plot .hm image").first.bounding_box()
    assert edge
    tip = page.locator("#bias .tooltip")
    # Six by six cells: the middle of query 5, key 0, then of query 0, key 5.
    page.mouse.move(edge["x"] + edge["width"] / 12, edge["y"] + edge["height"] * 11 / 12)
    tip.wait_for()
    assert tip.inner_text() == "Query 5, key 0: the score changes by −2.500."
    page.mouse.move(edge["x"] + edge["width"] * 11 / 12, edge["y"] + edge["height"] / 12)
    assert "hides what comes later" in tip.inner_text()
