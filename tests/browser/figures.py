"""What the tests ask of a figure on a page: waiting for states, never for time."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import Visitor


def revision(page: Page, figure: str) -> int:
    return int(page.locator(f"#{figure}").get_attribute("data-revision") or 0)


GO_THERE = """const root = document.getElementById(id); if (!Number(root?.dataset.revision))
        root?.scrollIntoView({ block: 'center', behavior: 'instant' });"""
"""Figures far away are made when the reader comes near: so the reader goes there."""


def painted(page: Page, figure: str, after: int) -> None:
    """Wait until a figure has painted a picture newer than one seen before."""
    page.wait_for_function(
        f"""([id, before]) => {{ {GO_THERE}
        return Number(root?.dataset.revision) > before; }}""",
        arg=[figure, after],
    )


def settled(page: Page, figure: str) -> None:
    """Wait until Plotly has drawn what is shown."""
    page.wait_for_function(
        f"""id => {{ {GO_THERE}
        const box = root?.querySelector('.plot-box');
        return box?.dataset.settled && !box.classList.contains('is-live'); }}""",
        arg=figure,
    )


def until(page: Page, holds: Callable[[], object]) -> None:
    """Wait, frame by frame, until something holds that happens outside of the page."""
    for _ in range(1800):
        if holds():
            return
        page.evaluate("() => new Promise(requestAnimationFrame)")
    raise AssertionError("it does not hold")


def status(page: Page, figure: str) -> str:
    """Return what a figure says while it does not show what the controls say."""
    return page.locator(f"#{figure} .figure-status").inner_text().strip()


def is_plotted(page: Page, figure: str) -> bool:
    """Return whether Plotly draws a figure, as the page's data say."""
    found: bool = page.evaluate(
        "id => id in JSON.parse(document.getElementById('page-data').textContent).figures", figure
    )
    return found


def trace(page: Page, figure: str, name: str) -> dict[str, Any]:
    """Return the data of one trace as Plotly has it."""
    found: dict[str, Any] = page.evaluate(
        """([id, name]) => { const { x, y, z, line } =
        document.querySelector(`#${id} .plot`).data.find(trace => trace.meta.id === name);
        return { x, y, z, color: line?.color }; }""",
        [figure, name],
    )
    return found


def slider(page: Page, name: str, figure: str = "explorer") -> Any:
    return page.locator(f"#{figure}-{name}")


def output(page: Page, name: str, figure: str = "explorer") -> str:
    return page.locator(f"output[for={figure}-{name}]").inner_text()


def press(page: Page, name: str, key: str, figure: str = "explorer") -> None:
    """Press a key on a slider and wait for the picture."""
    before = revision(page, figure)
    slider(page, name, figure).press(key)
    painted(page, figure, before)


def canvas_pixel(page: Page, figure: str, x: float, y: float) -> list[int]:
    """Return the colour (red, green, blue, alpha) of the live canvas, x and y as fractions of the box."""
    found: list[int] = page.evaluate(
        """([id, x, y]) => { const canvas = document.querySelector(`#${id} canvas.live`);
        const pen = canvas.getContext('2d');
        return [...pen.getImageData(x * canvas.width, y * canvas.height, 1, 1).data]; }""",
        [figure, x, y],
    )
    return found


# The browser's dialogue would wait for a hand. What has been drawn is noted at the moment when it would open.
INSTEAD_OF_THE_DIALOGUE = """window.print = () => {
    const figures = [...document.querySelectorAll('[data-revision]')];
    const boxes = [...document.querySelectorAll('.plot-box')];
    window.__printed = [
        figures.filter(one => !Number(one.dataset.revision)).map(one => one.id),
        boxes.filter(one => !one.dataset.settled).length];
};"""


def opened_for_printing(visit: Visitor, lang: str) -> Page:
    """Open the whole page, with its first figures drawn and the browser's dialogue replaced."""
    one = visit()
    one.before_scripts(INSTEAD_OF_THE_DIALOGUE)
    page = one.open(f"/{lang}/")
    settled(page, "explorer")
    return page


def draw_all(page: Page, way: str = "button") -> None:
    """Have every figure of a page drawn, seen or not, as for printing."""
    if way == "button":
        page.locator("[data-print]").evaluate("button => button.click()")
    else:
        page.keyboard.press("Control+p")
    page.wait_for_function("() => window.__printed", timeout=90_000)
    printed = page.evaluate("() => window.__printed")
    assert printed == [[], 0], printed
