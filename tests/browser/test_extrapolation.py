"""Small models beyond their trained length: every control, the curves, both tables."""

from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visitor
from tests.browser.figures import output, painted, press, revision, settled, trace

FIGURE = "extrapolation"
NAMES = {
    "en": {"none": "no positions", "learned": "learned", "rope": "RoPE", "none_left": "no row"},
    "de": {"none": "keine Positionen", "learned": "gelernt", "rope": "RoPE", "none_left": "keine Zeile"},
}


@pytest.fixture
def found(address: str) -> Any:
    answer = httpx2.get(f"{address}/api/extrapolation")
    assert answer.status_code == 200, answer.text
    return answer.json()


def written(value: float, lang: str, digits: int = 2) -> str:
    return f"{value:.{digits}f}".replace(".", "," if lang == "de" else ".")


def shows(page: Page, found: Any, kind: str, lang: str, read_pos: int) -> None:
    """Curves, bands, dots and table are the API's; curves that were not chosen are gone."""
    settled(page, FIGURE)
    at = read_pos // 16
    drawn = set()
    rows = page.locator(f"#{FIGURE} [data-part=numbers] tbody tr")
    for curve in found["curves"]:
        scaling = curve["scaling"]
        if scaling != kind and not (scaling == "none" and (kind == "plain" or curve["encoding"] == "rope")):
            continue
        name = curve["encoding"] if scaling == "none" else f"x{curve['factor']}"
        drawn.add(name)
        mean, low, high = (
            [value for value in curve[key] if value is not None] for key in ("mean", "lowest", "highest")
        )
        line, band = trace(page, FIGURE, name), trace(page, FIGURE, f"{name}-band")
        assert line["x"] == [position + 7.5 for position in found["positions"][: len(mean)]]
        assert line["y"] == pytest.approx(mean, abs=6e-5)
        assert band["x"] == line["x"] + line["x"][::-1]
        assert band["y"] == pytest.approx(low + high[::-1], abs=6e-5)
        dot = [] if curve["mean"][at] is None else [curve["mean"][at]]
        assert trace(page, FIGURE, f"{name}-dot")["y"] == pytest.approx(dot, abs=6e-5)
        cells = page.locator(f"#{FIGURE} tr[data-curve={name}] td").all_inner_texts()
        spread = curve["at_lengths"]
        for n, text in enumerate(cells):
            if spread["mean"][n] is None:
                assert text == NAMES[lang]["none_left"]
                continue
            for key in ("mean", "lowest", "highest"):
                assert written(spread[key][n], lang) in text
        assert len(cells) == len(found["lengths"]) == 4
    assert rows.count() == len(drawn)
    shown = page.evaluate(
        """() => document.querySelector('#extrapolation .plot').data
        .filter(({ meta, x }) => meta.id.endsWith('-band') && x?.length).map(({ meta }) => meta.id)"""
    )
    assert {name.removesuffix("-band") for name in shown} == drawn
    assert trace(page, FIGURE, "trained")["x"] == [128, 128]
    assert trace(page, FIGURE, "here")["x"] == [16 * at + 7.5] * 2


def test_every_control_selects_from_the_results(
    visit: Visitor, found: Any, lang: str, view: dict[str, Any]
) -> None:
    page = visit(**view).open(f"/{lang}/figures/{FIGURE}")
    painted(page, FIGURE, 0)
    shows(page, found, "plain", lang, 256)
    for kind in ("linear", "ntk", "yarn", "plain"):
        before = revision(page, FIGURE)
        page.locator(f"#{FIGURE} input[value={kind}]").focus()
        page.locator(f"#{FIGURE} input[value={kind}]").press("Space")
        painted(page, FIGURE, before)
        shows(page, found, kind, lang, 256)
    press(page, "read_pos", "Home", FIGURE)
    shows(page, found, "plain", lang, 0)
    assert output(page, "read_pos", FIGURE) == "0"
    press(page, "read_pos", "End", FIGURE)
    shows(page, found, "plain", lang, found["read_len"] - found["bin_width"])


def test_the_sentence_names_all_curves_best_first(visit: Visitor, found: Any, lang: str) -> None:
    for position, begins in (
        (112, {"en": "within", "de": "innerhalb"}),
        (128, {"en": "beyond", "de": "jenseits"}),
    ):
        page = visit().open(f"/{lang}/figures/{FIGURE}?read_pos={position}")
        painted(page, FIGURE, 0)
        said = page.locator(f"#{FIGURE}-now").inner_text()
        assert begins[lang] in said
        values = sorted(
            curve["mean"][position // 16]
            for curve in found["curves"]
            if curve["scaling"] == "none" and curve["mean"][position // 16] is not None
        )
        places = [said.index(f": {written(value, lang, 1)}") for value in values]
        assert places == sorted(places)
        missing = f"{NAMES[lang]['learned']}: {NAMES[lang]['none_left']}"
        assert (missing in said) == (position == 128)


def test_the_learned_curve_ends_with_its_table(visit: Visitor) -> None:
    page = visit().open(f"/en/figures/{FIGURE}")
    settled(page, FIGURE)
    assert max(trace(page, FIGURE, "learned")["x"]) < 128
    assert trace(page, FIGURE, "learned-name")["x"] == [128]


def test_who_did_it(visit: Visitor, found: Any, lang: str) -> None:
    page = visit().open(f"/{lang}/figures/{FIGURE}")
    painted(page, FIGURE, 0)
    table = page.locator(f"#{FIGURE} [data-part=order]")
    assert table.locator("thead th").count() == 5
    kinds = [(False, 1), (False, 2), (True, 1), (True, 2)]
    for row, encoding in enumerate(("none", "sinusoidal")):
        cells = table.locator("tbody tr").nth(row).locator("td")
        for n, (causal, layers) in enumerate(kinds):
            cell = next(
                cell
                for cell in found["order"]["cells"]
                if (cell["encoding"], cell["causal"], cell["layers"]) == (encoding, causal, layers)
            )
            share = 100 * sum(cell["accuracy"]) / len(cell["accuracy"])
            assert cells.nth(n).inner_text().startswith(f"{share:.0f}\N{NO-BREAK SPACE}%")
            outcome = "always" if share == 100 else "chance"
            assert cells.nth(n).get_attribute("data-outcome") == outcome
    assert table.locator("[data-outcome=chance]").count() == 3


def test_a_row_and_the_pointer_let_one_curve_stand_out(visit: Visitor) -> None:
    page = visit().open(f"/en/figures/{FIGURE}")
    settled(page, FIGURE)
    bright = """() => document.querySelector('#extrapolation .plot').data
        .filter(trace => trace.opacity !== 0.16).map(trace => trace.meta.id).sort().join()"""
    page.locator(f"#{FIGURE} tr[data-curve=alibi] th").hover()
    page.wait_for_function(f"() => ({bright})() === 'alibi,alibi-band,alibi-dot,alibi-name'")
    page.locator(f"#{FIGURE} .plot-box").scroll_into_view_if_needed()
    box = page.locator(f"#{FIGURE} .plot-box").bounding_box()
    assert box
    x, y = page.evaluate(
        """() => { const div = document.querySelector('#extrapolation .plot');
        const { x, y } = div.data.find(trace => trace.meta.id === 'rope');
        const [{ _size, xaxis, yaxis }, k] = [div._fullLayout, x.length - 3];
        return [_size.l + xaxis.d2p(x[k]), _size.t + yaxis.d2p(y[k])]; }"""
    )
    page.mouse.move(box["x"] + x, box["y"] + y)
    page.locator(f"#{FIGURE} .tooltip").wait_for()
    assert page.locator(f"#{FIGURE} .tooltip").inner_text().startswith("RoPE, positions")
    page.wait_for_function(f"() => ({bright})() === 'rope,rope-band,rope-dot,rope-name'")
    page.locator(f"#{FIGURE}-now").hover()
    page.wait_for_function(f"() => ({bright})().includes('t5')")
