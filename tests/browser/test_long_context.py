"""Longer than trained, the table of all encodings, and the sources, in a real browser."""

import math
import re
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page

from app.encodings.registry import Registry
from tests.browser.conftest import PHONE, Visitor
from tests.browser.figures import output, painted, press, revision, settled, trace

FIGURE = "long-context"
RULES = ("none", "linear", "ntk", "dynamic_ntk", "yarn", "llama3")


def said(page: Page) -> str:
    return page.locator(f"#{FIGURE}-now").inner_text().replace("\u00a0", " ")


def choose(page: Page, value: str, parameter: str = "scaling") -> None:
    before = revision(page, FIGURE)
    page.locator(f"#{FIGURE} [data-parameter={parameter}] input[value={value}] + span").click()
    painted(page, FIGURE, before)


def arrays(page: Page) -> dict[str, dict[str, Any]]:
    settled(page, FIGURE)
    names = ("trained", "plain", "asked", "ratio", "kept", "between", "stretched", "fresh")
    return {name: trace(page, FIGURE, name) for name in names}


def waves(base: float, d_head: int) -> list[float]:
    """Positions per turn, by arithmetic."""
    return [2 * math.pi * base ** (2 * i / d_head) for i in range(d_head // 2)]


@pytest.mark.parametrize("scaling", RULES)
def test_the_figure_shows_the_turns_of_every_pair(
    visit: Visitor, address: str, lang: str, scaling: str
) -> None:
    page = visit().open(f"/{lang}/figures/{FIGURE}?base=20000&factor=8&original_max_len=2048&asked_len=16384")
    painted(page, FIGURE, 0)
    if scaling != "none":
        choose(page, scaling)
    shown = arrays(page)
    wavelength = waves(20_000, 128)
    assert shown["trained"]["y"] == pytest.approx([2048 / wave for wave in wavelength])
    assert shown["plain"]["y"] == pytest.approx([16_384 / wave for wave in wavelength])
    rule: dict[str, str | float] = {"scaling": scaling, "factor": 8, "original_max_len": 2048}
    query = rule | {"seq_len": 16_384, "base": 20_000, "d_model": 128}
    found = httpx2.get(f"{address}/api/encodings/rope/frequencies", params=query).json()
    assert shown["asked"]["y"] == pytest.approx([16_384 / wave for wave in found["wavelength"]])
    ratio = [speed * wave / (2 * math.pi) for speed, wave in zip(found["inv_freq"], wavelength, strict=True)]
    assert shown["ratio"]["y"] == pytest.approx(ratio)
    # Every pair is one of the three, and each kind is where it belongs.
    kinds = [shown[name]["x"] for name in ("kept", "between", "stretched")]
    assert sorted(i for kind in kinds for i in kind) == list(range(64))
    assert kinds[0] == [i for i, left in enumerate(ratio) if left > 1 - 1e-9]
    if scaling in ("linear", "yarn", "llama3"):
        assert kinds[2] == [i for i, left in enumerate(ratio) if left < 1 / 8 + 1e-9]


def test_the_problem_and_its_remedies(visit: Visitor, lang: str) -> None:
    """Which pairs meet new angles, by the definition: no full turn in training, and a larger angle now."""
    page = visit().open(f"/{lang}/figures/{FIGURE}")
    painted(page, FIGURE, 0)
    slow = [i for i, wave in enumerate(waves(10_000, 128)) if wave > 4096]
    assert arrays(page)["fresh"]["x"][::3] == slow
    assert re.search(rf"{len(slow)}\b.*\b64\b.*\({slow[0]}–{slow[-1]}\)", said(page))
    choose(page, "linear")
    assert arrays(page)["fresh"]["x"] == []
    assert {"en": "0.25", "de": "0,25"}[lang] in said(page)
    choose(page, "ntk")
    # Only the slowest pair is back on known ground exactly.
    assert arrays(page)["fresh"]["x"][::3] == slow[:-1]
    assert {"en": "40,889.9", "de": "40.889,9"}[lang] in said(page)
    for rule in ("yarn", "llama3"):
        choose(page, rule)
        assert arrays(page)["fresh"]["x"] == []


def test_a_stem_covers_the_part_of_the_turn_that_was_never_trained(visit: Visitor) -> None:
    page = visit().open(f"/en/figures/{FIGURE}?asked_len=65536")
    painted(page, FIGURE, 0)
    shown = arrays(page)
    pairs = shown["fresh"]["x"][::3]
    for k, i in enumerate(pairs):
        low, high = shown["fresh"]["y"][3 * k : 3 * k + 2]
        assert low == pytest.approx(4096 / waves(10_000, 128)[i])
        assert high == pytest.approx(min(1.0, 16 * low))
    dials = page.locator(f"#{FIGURE} .dial")
    assert dials.count() == 12
    assert dials.first.get_attribute("data-fresh") == "false"
    assert dials.last.get_attribute("data-fresh") == "true"
    seen = dials.last.locator(".dial-seen").get_attribute("stroke-dasharray") or ""
    assert float(seen.split()[0]) == pytest.approx(4096 / waves(10_000, 128)[-1])


def test_real_models_have_the_known_numbers(visit: Visitor, golden: dict[str, Any], lang: str) -> None:
    page = visit().open(f"/{lang}/figures/{FIGURE}")
    painted(page, FIGURE, 0)

    def preset(name: str) -> str:
        before = revision(page, FIGURE)
        page.get_by_role("button", name=name, exact=True).click()
        painted(page, FIGURE, before)
        return said(page)

    llama = golden["llama3_1_d128_base5e5_factor8_low1_high4_original8192"]
    keep, mid, divide = ([llama[name][0], llama[name][-1]] for name in ("keep", "mid", "divide"))
    text = preset("Llama 3.1")
    for first, last in (keep, mid, divide):
        assert f"({first}–{last})" in text
    yarn = golden["yarn_d128_base1e4_s16_L4096"]
    text = preset("Llama 2, YaRN")
    assert f"(0–{yarn['low']})" in text
    assert f"({yarn['high']}–63)" in text
    factor = f"{yarn['attention_factor']:.4f}"
    assert (factor if lang == "en" else factor.replace(".", ",")) in text
    assert arrays(page)["fresh"]["x"] == []
    assert page.locator(f"#{FIGURE} [aria-pressed=true]").count() == 1


def test_dynamic_ntk_waits_until_the_text_is_longer(
    visit: Visitor, golden: dict[str, Any], lang: str
) -> None:
    known = golden["dynamic_ntk_base_d128_L0_4096_factor2"]
    page = visit().open(f"/{lang}/figures/{FIGURE}?scaling=dynamic_ntk&factor=2&asked_len=2048")
    for length, point in ((2048, 0), (4096, 0), (8192, 1)):
        if length > 2048:
            press(page, "asked_len", "ArrowRight", FIGURE)
        painted(page, FIGURE, 0)
        base = f"{known[str(length)]:,.{point}f}"
        text = base if lang == "en" else base.translate(str.maketrans(",.", ".,"))
        assert text in said(page)
        shown = arrays(page)
        assert (shown["asked"]["y"] == shown["plain"]["y"]) == (length <= 4096)


def test_both_forms_of_yarn_and_of_dynamic_ntk(
    visit: Visitor, golden_second: dict[str, Any], lang: str
) -> None:
    """A switch beside each rule that is one thing in its paper and another in its authors' code."""
    page = visit().open(f"/{lang}/figures/{FIGURE}?factor=16&asked_len=8192")
    painted(page, FIGURE, 0)
    switches = {name: page.locator(f"#{FIGURE} [data-parameter={name}]") for name in ("ramp", "dynamic")}
    assert not any(switch.is_visible() for switch in switches.values())
    choose(page, "yarn")
    assert [switch.is_visible() for switch in switches.values()] == [True, False]
    known = golden_second["yarn_paper_against_code_d128_base1e4_s16_L4096"]
    for ramp, key in (
        ("pairs", "ramp_over_pairs (authors' code, transformers)"),
        ("turns", "ramp_over_turns (paper)"),
    ):
        if ramp == "turns":
            choose(page, ramp, "ramp")
        ratio = arrays(page)["ratio"]["y"]
        speeds = [ratio[i] * 10_000 ** (-2 * i / 128) for i in known["pair"]]
        assert speeds == pytest.approx(known[key], rel=1e-9)
    page.wait_for_function("() => new URLSearchParams(location.search).get('ramp') === 'turns'")
    choose(page, "dynamic_ntk")
    assert [switch.is_visible() for switch in switches.values()] == [False, True]
    page = visit().open(f"/{lang}/figures/{FIGURE}?scaling=dynamic_ntk&factor=2&asked_len=8192")
    painted(page, FIGURE, 0)
    for form, base in (("code", "30,527.7"), ("paper", "20,221.3")):
        if form == "paper":
            choose(page, form, "dynamic")
        assert (base if lang == "en" else base.translate(str.maketrans(",.", ".,"))) in said(page)
    assert page.locator(f"#{FIGURE} [data-parameter=dynamic]").is_visible()
    # A real model brings its own form along, whatever was switched to before.
    page = visit().open(f"/{lang}/figures/{FIGURE}?scaling=yarn&ramp=turns")
    painted(page, FIGURE, 0)
    before = revision(page, FIGURE)
    page.get_by_role("button", name="Llama 2, YaRN", exact=True).click()
    painted(page, FIGURE, before)
    assert page.locator(f"#{FIGURE} [data-parameter=ramp] input:checked").input_value() == "pairs"


@pytest.mark.parametrize("name", ["factor", "original_max_len", "asked_len", "base", "d_head"])
def test_every_slider_changes_the_picture_and_the_address(visit: Visitor, lang: str, name: str) -> None:
    page = visit().open(f"/{lang}/figures/{FIGURE}?scaling=yarn")
    painted(page, FIGURE, 0)
    before, words = arrays(page), output(page, name, FIGURE)
    press(page, name, "ArrowRight", FIGURE)
    assert output(page, name, FIGURE) != words
    after = arrays(page)
    assert after != before
    if name == "d_head":
        assert len(after["trained"]["y"]) == 96
    page.wait_for_function("name => new URLSearchParams(location.search).has(name)", arg=name)
    count = revision(page, FIGURE)
    page.locator(f"[data-reset-figure={FIGURE}]").click()
    painted(page, FIGURE, count)
    assert output(page, name, FIGURE) == words


def test_hover_tells_what_a_pair_has_seen(visit: Visitor) -> None:
    page = visit().open(f"/en/figures/{FIGURE}")
    painted(page, FIGURE, 0)
    settled(page, FIGURE)
    box = page.locator(f"#{FIGURE} .plot-box")
    box.scroll_into_view_if_needed()
    place = box.bounding_box()
    assert place
    page.mouse.move(place["x"] + place["width"] - 18, place["y"] + place["height"] / 2)
    tip = page.locator(f"#{FIGURE} .tooltip")
    tip.wait_for()
    assert tip.inner_text().startswith("Pair i = 63: 0.0753 turns within the trained length, 0.301 asked.")
    assert "from 0.0753 to 0.301" in tip.inner_text()


def test_the_other_figures_do_not_ask_with_these_parameters(visit: Visitor) -> None:
    one = visit()
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    page = one.open("/en/?encoding=rope&scaling=yarn&factor=16&asked_len=65536")
    painted(page, "explorer", 0)
    matrices = [url for url in asked if "/rope/matrix" in url]
    assert matrices
    assert not any("scaling" in url or "asked_len" in url for url in matrices)


def test_the_table_is_filtered_by_family(
    visit: Visitor, registry: Registry, lang: str, view: dict[str, Any]
) -> None:
    page = visit(**view).open(f"/{lang}/")
    rows = page.locator(".comparison-table tbody tr")
    assert rows.count() == len(registry)
    for family in ("rotary", "bias", "absolute"):
        page.locator(f"input[name=comparison-family][value={family}] + span").click()
        visible = [row.get_attribute("data-family") for row in rows.all() if row.is_visible()]
        assert set(visible) == {family}
    page.locator("input[name=comparison-family][value=all] + span").click()
    assert all(row.is_visible() for row in rows.all())


def test_on_a_phone_every_cell_has_its_heading(visit: Visitor) -> None:
    page = visit(**PHONE).open("/en/")
    table = page.locator(".comparison-table")
    assert not table.locator("thead").is_visible()
    cell = table.locator("td").first
    content = cell.evaluate("cell => getComputedStyle(cell, '::before').content")
    assert content == '"what it tells"'
    width = cell.evaluate("cell => cell.getBoundingClientRect().right")
    assert width <= 360


def test_on_paper_the_table_is_whole(visit: Visitor) -> None:
    page = visit().open("/en/")
    page.locator("input[name=comparison-family][value=bias] + span").click()
    page.emulate_media(media="print")
    rows = page.locator(".comparison-table tbody tr")
    assert all(row.is_visible() for row in rows.all())
    assert not page.locator(".comparison-filter").is_visible()


def test_a_mark_in_the_text_leads_to_its_source(visit: Visitor, lang: str) -> None:
    page = visit().open(f"/{lang}/?base=20000")
    painted(page, "explorer", 0)
    page.locator("#long-context-section .ref").first.click()
    page.wait_for_function("() => location.hash.startsWith('#source-')")
    # The state stays.
    assert "base=20000" in page.url
    target = page.locator("li:target")
    assert "2306.15595" in target.inner_text()
    assert target.is_visible()
