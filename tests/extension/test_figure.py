"""A figure is added by its own three files and its place in a section: everything else follows."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.encodings.registry import Registry
from app.i18n import languages
from app.main import create_app
from app.settings import Settings
from app.web.sections import SECTIONS, Outline
from tests.extension.made_up import FIGURE, SECTION, WITH_MADE_UP, app_with_figure, settings_with_files
from tests.figures import test_specifications

each_language = pytest.mark.parametrize("lang", languages())


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    return TestClient(app_with_figure(tmp_path_factory.mktemp("made-up")))


def page_data(page: str) -> Any:
    return json.loads(re.findall(r'id="page-data">(.*?)</script>', page, re.DOTALL)[0])


@each_language
def test_it_has_a_page_of_its_own(client: TestClient, lang: str) -> None:
    page = client.get(f"/{lang}/figures/made-up").text
    assert '<h1 id="made-up-title">A made-up figure</h1>' in page
    assert f'href="/{lang}/#made-up-section"' in page
    assert 'id="made-up" data-figure="made-up"' in page
    assert re.search(r'rel="modulepreload" href="/static/\w+/js/figures/made-up.js"', page)
    data = page_data(page)
    assert data["figures"].keys() == {"made-up"}
    assert data["words"]["made-up.now"] == "The made-up figure shows {count} pairs."
    script = re.findall(r'href="(/static/\w+/js/figures/made-up.js)"', page)[0]
    assert "class MadeUp" in client.get(script).text


@each_language
def test_it_stands_in_its_place_on_the_whole_page(client: TestClient, lang: str) -> None:
    page = client.get(f"/{lang}/").text
    own = [section.anchor for section in WITH_MADE_UP]
    assert [found for found in re.findall(r' id="([^"]+)"', page) if found in own] == own
    assert '<li><a href="#made-up-section">A made-up section</a></li>' in page
    figures = list(Outline(WITH_MADE_UP).figures)
    assert list(page_data(page)["figures"]) == [one for one in figures if one in page_data(page)["figures"]]
    assert "made-up" in page_data(page)["figures"]
    assert re.findall(r'data-figure="(made-up)"', page) == ["made-up"]


@each_language
def test_its_parameters_are_part_of_the_address(client: TestClient, lang: str) -> None:
    page = client.get(f"/{lang}/figures/made-up?made_up_width=16").text
    assert page_data(page)["state"]["made_up_width"] == 16
    assert page_data(page)["defaults"]["made_up_width"] == 8
    assert re.search(r'id="made-up-made_up_width"[^>]* value="2"', page)
    refused = client.get(f"/{lang}/figures/made-up?made_up_width=1").text
    assert "made_up_width = 1" in refused
    assert page_data(refused)["state"]["made_up_width"] == 8


def test_only_the_application_that_was_given_it_has_it(client: TestClient) -> None:
    assert client.get("/en/figures/made-up").status_code == 200
    assert TestClient(create_app()).get("/en/figures/made-up").status_code == 404


@each_language
def test_its_specification_is_held_to_what_holds_for_all(lang: str) -> None:
    test_specifications.test_specifications_are_valid_plotly_with_words_in_the_language(lang, FIGURE)
    test_specifications.test_every_word_of_a_specification_is_translated(FIGURE)
    test_specifications.test_a_specification_has_named_traces_fixed_ranges_and_no_data(FIGURE)


def test_its_files_are_looked_for(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> None:
    there = settings_with_files(tmp_path_factory.mktemp("files"))
    test_specifications.test_a_figure_has_a_template_a_script_and_words_of_its_own(there, FIGURE)
    with pytest.raises(FileNotFoundError):
        test_specifications.test_a_figure_has_a_template_a_script_and_words_of_its_own(settings, FIGURE)


def test_a_figure_stands_in_one_section_only() -> None:
    with pytest.raises(ValueError, match="a figure's id must be unique, got 'made-up' twice"):
        Outline((*SECTIONS, SECTION, SECTION))


def test_a_parameter_needs_a_name_of_its_own(registry: Registry) -> None:
    taken = replace(FIGURE, id="other", parameters={"base": FIGURE.parameters["made_up_width"]})
    with pytest.raises(ValueError, match="other: a parameter must have a name of its own, got \\['base'\\]"):
        create_app(registry=registry, sections=(*SECTIONS, replace(SECTION, figures=(taken,))))
