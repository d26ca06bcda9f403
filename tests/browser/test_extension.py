"""What is made up for a test works in a real browser like everything else."""

from collections.abc import Iterator
from typing import Any

import pytest

from app.encodings.registry import Registry
from app.main import create_app
from app.settings import Settings
from tests.browser.conftest import Visit, Visitor, served
from tests.browser.figures import draw_all, opened_for_printing, painted, press, settled, slider, trace
from tests.browser.test_controls import move_every_control
from tests.browser.test_explorer import choose, matrix, shows
from tests.browser.test_figures import stand_alone
from tests.extension.made_up import app_with_figure
from tests.extension.triangle import TriangleEncoding, registry_with


def to(visit: Visitor, address: str) -> Visitor:
    """Visit another server than the usual one."""

    def begin(**options: Any) -> Visit:
        one = visit(**options)
        one.address = address
        return one

    return begin


@pytest.fixture(scope="module")
def more_encodings() -> Registry:
    return registry_with(TriangleEncoding())


@pytest.fixture(scope="module")
def with_encoding(settings: Settings, more_encodings: Registry) -> Iterator[str]:
    with served(create_app(settings, more_encodings)) as at:
        yield at


@pytest.fixture(scope="module")
def with_figure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(app_with_figure(tmp_path_factory.mktemp("made-up"))) as at:
        yield at


def test_the_explorer_reaches_a_made_up_encoding_by_keyboard(
    visit: Visitor, with_encoding: str, more_encodings: Registry, lang: str
) -> None:
    page = to(visit, with_encoding)().open(f"/{lang}/figures/explorer")
    painted(page, "explorer", 0)
    choose(page, more_encodings["made_up"], lang)
    shows(page, matrix(with_encoding, "made_up")["values"], 10, 8)
    press(page, "made_up_period", "ArrowRight")
    shows(page, matrix(with_encoding, "made_up", made_up_period=32)["values"], 10, 8)
    page.wait_for_function("() => location.search.includes('made_up_period=32')")
    assert slider(page, "base").is_disabled()


def test_the_docs_list_a_made_up_encoding(visit: Visitor, with_encoding: str) -> None:
    page = to(visit, with_encoding)().open("/docs")
    page.locator("[data-path='/api/encodings/made_up/matrix']").first.wait_for()


def test_every_control_of_a_made_up_figure_changes_what_it_shows(
    visit: Visitor, with_figure: str, lang: str
) -> None:
    move_every_control(to(visit, with_figure), lang, "made-up")


def test_a_made_up_figure_stands_on_a_page_of_its_own(visit: Visitor, with_figure: str, lang: str) -> None:
    stand_alone(to(visit, with_figure), lang, "made-up")


def test_a_made_up_figure_shows_the_apis_numbers(visit: Visitor, with_figure: str) -> None:
    page = to(visit, with_figure)().open("/en/figures/made-up?made_up_width=4&base=100")
    settled(page, "made-up")
    assert trace(page, "made-up", "waves")["y"] == pytest.approx([6.283185, 62.83185])
    assert page.locator("#made-up-now").inner_text() == "The made-up figure shows 2 pairs."


def test_a_made_up_figure_is_printed_with_the_others(visit: Visitor, with_figure: str) -> None:
    page = opened_for_printing(to(visit, with_figure), "en")
    draw_all(page)
    assert int(page.locator("#made-up").get_attribute("data-revision") or 0) > 0
