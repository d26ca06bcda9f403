"""A figure that is unmounted leaves nothing behind, and works again when it is mounted anew."""

from typing import Any

import pytest
from playwright.sync_api import Page

from app.web.sections import FIGURES
from tests.browser.conftest import Visitor
from tests.browser.figures import (
    GO_THERE,
    INSTEAD_OF_THE_DIALOGUE,
    draw_all,
    painted,
    revision,
    settled,
    slider,
)

WATCH = """{
    // Listeners on the page: those of nodes that are gone, and of signals, end with these.
    const listeners = [];
    const own = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, callback, options) {
        const signal = options?.signal;
        if (callback && !(this instanceof AbortSignal) && !signal?.aborted) {
            const capture = typeof options === 'boolean' ? options : Boolean(options?.capture);
            const target = this ?? window;
            if (!listeners.some(one => one.target === target && one.type === type
                && one.callback === callback && one.capture === capture)) {
                const listener = { target, type, callback, capture };
                listeners.push(listener);
                const forget = () => {
                    const at = listeners.indexOf(listener);
                    if (at >= 0) listeners.splice(at, 1);
                };
                if (signal) own.call(signal, 'abort', forget, { once: true });
                if (options?.once) own.call(target, type, forget, { once: true, capture });
            }
        }
        return own.call(this, type, callback, options);
    };
    const remove = EventTarget.prototype.removeEventListener;
    EventTarget.prototype.removeEventListener = function (type, callback, options) {
        const capture = typeof options === 'boolean' ? options : Boolean(options?.capture);
        const at = listeners.findIndex(one => one.target === (this ?? window) && one.type === type
            && one.callback === callback && one.capture === capture);
        if (at >= 0) listeners.splice(at, 1);
        return remove.call(this, type, callback, options);
    };
    const observers = new Map();
    const served = {};
    for (const name of ['ResizeObserver', 'IntersectionObserver', 'MutationObserver']) {
        window[name] = class extends window[name] {
            observe(target, ...more) {
                // Each figure is first watched when the controls have been connected, but no figure mounted.
                if (target.dataset?.figure) served[target.id] ??= target.outerHTML;
                if (!observers.has(this)) observers.set(this, new Set());
                observers.get(this).add(target);
                super.observe(target, ...more);
            }
            unobserve(target) {
                observers.get(this)?.delete(target);
                super.unobserve(target);
            }
            disconnect() {
                observers.delete(this);
                super.disconnect();
            }
        };
    }
    window.__watched = () => ({
        listeners: listeners.filter(({ target }) => !(target instanceof Node) || target.isConnected).length,
        observed: [...observers.values()].reduce((count, targets) => count + targets.size, 0),
    });
    window.__served = served;
}"""

MODULE = "import(document.querySelector('script[type=module]').src)"
UNMOUNTED = """async ([id, times]) => {
    const { mount, unmount, connections } = await MODULE;
    const root = document.getElementById(id);
    const look = () => ({ ...connections(), ...window.__watched(), html: root.outerHTML });
    const seen = [];
    for (let time = 0; time < times; time++) {
        await unmount(id);
        seen.push(look());
        await mount(root);
        // Until Plotly has drawn it, too, so that there is something that could be left.
        await new Promise(resolve => {
            const boxes = [...root.querySelectorAll('.plot-box')];
            const ready = () => Number(root.dataset.revision) && boxes.every(box => box.dataset.settled);
            const wait = () => (ready() ? resolve() : requestAnimationFrame(wait));
            wait();
        });
    }
    return seen;
}""".replace("MODULE", MODULE)


def whole(page: Page, figure: str) -> None:
    """Wait until a figure stands, drawn by Plotly where it has a plot."""
    painted(page, figure, 0)
    if FIGURES[figure].build:
        page.wait_for_function(
            f"""id => {{ {GO_THERE}
            return [...root.querySelectorAll('.plot-box')].every(box => box.dataset.settled); }}""",
            arg=figure,
        )


def unmounted(page: Page, figure: str, times: int = 2) -> list[dict[str, Any]]:
    """Mount and unmount a figure; return what was left of it after every time."""
    seen: list[dict[str, Any]] = page.evaluate(UNMOUNTED, [figure, times])
    return seen


@pytest.mark.parametrize("figure", FIGURES)
def test_an_unmounted_figure_leaves_nothing_behind(visit: Visitor, figure: str) -> None:
    one = visit()
    one.before_scripts(WATCH)
    page = one.open(f"/en/figures/{figure}")
    whole(page, figure)
    first, *later = unmounted(page, figure)
    assert all(time == first for time in later)
    assert first["figures"] == first["scheduled"] == first["waiting"] == 0
    assert first["html"] == page.evaluate("id => window.__served[id]", figure)


def test_figures_of_the_whole_page_can_be_mounted_anew(visit: Visitor, lang: str) -> None:
    one = visit()
    one.before_scripts(WATCH)
    one.before_scripts(INSTEAD_OF_THE_DIALOGUE)
    page = one.open(f"/{lang}/")
    settled(page, "explorer")
    draw_all(page)
    before = page.evaluate("() => window.__watched()")
    for figure in ("hook", "explorer", "rotary", "quiz"):
        page.locator(f"#{figure}").scroll_into_view_if_needed()
        first, second = unmounted(page, figure)
        assert second == first, figure
        # The explorer holds the clocks as well.
        assert len(FIGURES) - first["figures"] in (0, 1)
    assert page.evaluate("() => window.__watched()") == before
    # A remounted figure follows its sliders.
    page.locator("#explorer").scroll_into_view_if_needed()
    settled(page, "explorer")
    count = revision(page, "explorer")
    slider(page, "base").press("ArrowLeft")
    painted(page, "explorer", count)


def test_a_figure_far_away_comes_back_with_the_reader(visit: Visitor) -> None:
    page = visit().open("/en/")
    whole(page, "hook")
    whole(page, "quiz")
    page.evaluate(f"() => {MODULE}.then(({{ unmount }}) => unmount('hook'))")
    assert revision(page, "hook") == 0
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert revision(page, "hook") == 0
    page.evaluate("() => scrollTo(0, 0)")
    page.wait_for_function("() => Number(document.getElementById('hook').dataset.revision) > 0")
