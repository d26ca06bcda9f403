"""A page that another test has had is as good as new."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import PHONE, OpenPages

LEFT = """() => ({
    storage: [localStorage.length, sessionStorage.length], cookies: document.cookie,
    mark: window.__mark ?? null,
    size: [innerWidth, innerHeight], dark: matchMedia('(prefers-color-scheme: dark)').matches,
    print: matchMedia('print').matches, still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    query: location.search, theme: document.documentElement.dataset.theme ?? null })"""


def left(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(LEFT)
    return found


def test_nothing_is_left_of_the_test_before(open_pages: OpenPages) -> None:
    first = open_pages.take({})
    page = first.open("/en/figures/hook")
    before = left(page)
    assert before["size"] == [1440, 900]
    page.evaluate("""() => { localStorage.setItem('theme', 'dark'); sessionStorage.setItem('a', '1');
        document.cookie = 'a=1'; window.__mark = 1; }""")
    first.context.grant_permissions(["clipboard-read"])
    page.route("**/*", lambda route: route.abort())
    page.emulate_media(color_scheme="dark", media="print", reduced_motion="no-preference")
    page.set_viewport_size({"width": 360, "height": 740})
    first.faults.expected.append("ERR_FAILED")
    page.evaluate("() => { console.error('left'); history.replaceState(null, '', '?base=2'); }")
    first.context.new_page()
    open_pages.give_back(first, passed=True)

    again = open_pages.take({})
    assert again.page is page
    assert left(again.open("/en/figures/hook")) == before
    assert again.faults.unexpected() == []
    assert again.faults.expected == []
    assert again.context.pages == [page]
    state = again.page.evaluate(
        "async () => (await navigator.permissions.query({ name: 'clipboard-read' })).state"
    )
    assert state != "granted"
    open_pages.give_back(again, passed=True)


def test_a_page_is_kept_for_its_own_kind_of_test_only(open_pages: OpenPages) -> None:
    prepared = open_pages.take({})
    prepared.before_scripts("window.__prepared = true")
    prepared.open("/en/licences")
    failed, own = open_pages.take({}), open_pages.take({"locale": "de-CH"})
    pages = {prepared.page, failed.page, own.page}
    open_pages.give_back(prepared, passed=True)
    open_pages.give_back(failed, passed=False)
    open_pages.give_back(own, passed=True)
    assert all(page.is_closed() for page in pages)
    desktop = open_pages.take({})
    desktop.open("/en/licences")
    open_pages.give_back(desktop, passed=True)
    phone = open_pages.take(PHONE)
    assert phone.page is not desktop.page
    open_pages.give_back(phone, passed=True)
