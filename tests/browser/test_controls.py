"""No control without an effect: every slider and choice of every figure changes what it shows."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page

from app.web.sections import FIGURES
from tests.browser.conftest import Visitor
from tests.browser.figures import is_plotted, painted, revision, settled

# A control that waits for another one's value is driven where it has something to do.
STATES: dict[str, tuple[str, ...]] = {
    "explorer": ("?encoding=sinusoidal", "?encoding=rope"),
    "bias": ("?bias_kind=alibi", "?bias_mask=none"),
    "long-context": ("?scaling=yarn", "?scaling=dynamic_ntk"),
}
# The lock changes how the next position moves, which tests/browser/test_rotary.py looks at.
ELSEWHERE = {"rotary_lock=kept", "rotary_lock=free"}

SHOWN = """id => {
    const root = document.getElementById(id);
    const words = root.cloneNode(true);
    words.removeAttribute('data-revision');
    const drawn = [...root.querySelectorAll('canvas:not(.live)')].map(canvas => canvas.toDataURL());
    for (const part of words.querySelectorAll('.plot-box, .control, .preset, .reset, a')) part.remove();
    const plots = [...root.querySelectorAll('.plot')].map(({ data, layout }) => [
        data.map(({ x, y, z, text, line, marker }) => [x, y, z, text, line?.color, marker?.color]),
        Object.entries(layout).filter(([name]) => /axis/.test(name))
            .map(([name, axis]) => [name, axis.range, axis.ticktext])]);
    return JSON.stringify([words.innerHTML, drawn, plots]); }"""


def shown(page: Page, figure: str) -> str:
    """Return all that the figure shows beside its controls."""
    if is_plotted(page, figure):
        settled(page, figure)
    text: str = page.evaluate(SHOWN, figure)
    return text


def controls(page: Page, figure: str) -> Iterator[tuple[str, Locator]]:
    """Give every control that can be used now, by its parameter's name (and value)."""
    for control in page.locator(f"#{figure} [data-parameter]:is(.slider, .choice)").all():
        name = control.get_attribute("data-parameter") or ""
        for one in control.locator("input").all():
            value = one.get_attribute("value") if one.get_attribute("type") == "radio" else None
            yield (f"{name}={value}" if value else name), one


def usable(one: Locator) -> bool:
    return one.is_enabled() and one.locator("xpath=..").is_visible()


def move(page: Page, figure: str, one: Locator) -> bool:
    """Move a control with the keyboard; say whether the figure shows something else then."""
    before, seen = shown(page, figure), revision(page, figure)
    if one.get_attribute("type") == "radio":
        one.press("Space")
    else:
        one.press("ArrowLeft" if one.input_value() == one.get_attribute("max") else "ArrowRight")
        value = one.locator("xpath=..").locator("output").inner_text()
        unit = one.get_attribute("aria-valuetext")
        assert unit is not None and unit.startswith(value)
    painted(page, figure, seen)
    return shown(page, figure) != before


@pytest.mark.parametrize("figure", [name for name in FIGURES if name not in ("hook", "quiz")])
def test_every_control_changes_what_its_figure_shows(visit: Visitor, lang: str, figure: str) -> None:
    move_every_control(visit, lang, figure)


def move_every_control(visit: Visitor, lang: str, figure: str) -> None:
    known: set[str] = set()
    driven = ELSEWHERE.copy()
    for query in ("", *STATES.get(figure, ())):
        page = visit().open(f"/{lang}/figures/{figure}{query}")
        painted(page, figure, 0)
        here = list(controls(page, figure))
        known |= {name for name, _ in here}
        # What is chosen already is chosen again after the others.
        chosen = {name for name, one in here if "=" in name and one.is_checked()}
        for name, one in sorted(here, key=lambda pair: pair[0] in chosen):
            free = name not in driven and usable(one) and not ("=" in name and one.is_checked())
            if free and move(page, figure, one):
                driven.add(name)
        for button in page.locator(f"#{figure} button[data-preset]").all():
            button.press("Enter")
            page.wait_for_function("button => button.ariaPressed === 'true'", arg=button.element_handle())
        page.locator(f"[data-reset-figure={figure}]").press("Enter")
        page.wait_for_function("() => !location.search")
        assert page.locator(f"#{figure} .control .reset:visible").count() == 0
    assert known - driven == set()
    assert len(known) > 0
