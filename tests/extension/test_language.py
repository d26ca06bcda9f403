"""A made-up language appears everywhere, though only its catalog has been written."""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import unquote

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.encodings.registry import Registry
from app.i18n import format_number, languages
from app.main import create_app
from app.settings import Settings
from app.web.sections import FIGURES
from tests.extension.made_up_language import CODE, TOY_WORDS, add_language, bracketed
from tests.i18n.test_i18n import complete, kept, up_to_date

NARROW = "\u202f"
"""Stands between thousands in Esperanto; the decimal sign is a comma."""


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return add_language(tmp_path_factory.mktemp("language"))


OFFERED = ["en", *sorted({*languages(), CODE} - {"en"})]


@pytest.fixture(scope="module")
def app(spoken: Settings) -> FastAPI:
    return create_app(spoken)


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app) as client:
        yield client


def english(text: str) -> str:
    """Take the brackets away, and put the English sentence back."""
    for word, translation in TOY_WORDS.items():
        text = text.replace(translation, word)
    return re.sub("[⟦⟧]", "", text)


def page_data(client: TestClient, path: str) -> dict[str, Any]:
    found = re.search(r'id="page-data">(.*?)</script>', client.get(path).text, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_only_the_application_that_has_its_catalog_speaks_it(client: TestClient) -> None:
    assert client.get(f"/{CODE}/").status_code == 200
    assert CODE not in languages()
    assert TestClient(create_app(Settings())).get(f"/{CODE}/").status_code == 404


PATHS = ("", "api", "licences", *(f"figures/{name}" for name in FIGURES))


@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_there_in_its_language(client: TestClient, path: str) -> None:
    answer = client.get(f"/{CODE}/{path}")
    assert answer.status_code == 200
    assert f'<html lang="{CODE}"' in answer.text
    title = re.search(r"<title>(.*?)</title>", answer.text, re.DOTALL)
    assert title is not None
    assert "⟦" in title[1]
    # Plotly's words for it do not exist; those for German do.
    assert "plotly-locale" not in answer.text
    assert ("plotly-locale-de" in client.get(f"/de/{path}").text) == (path not in ("api", "licences"))


@pytest.mark.parametrize("path", [path for path in PATHS if path != "licences"])
@pytest.mark.parametrize("lang", ["en", "de", CODE])
def test_every_page_links_to_it(client: TestClient, lang: str, path: str) -> None:
    text = client.get(f"/{lang}/{path}?base=500").text
    assert re.search(
        rf'<link rel="alternate" hreflang="{CODE}" href="http://testserver/{CODE}/{path}">', text
    )
    links = re.findall(r'<a href="([^"]+)" hreflang="(\w+)" lang="\w+"[^>]*>(\w+)</a>', text)
    assert {("en", "English"), ("de", "Deutsch"), (CODE, "Esperanto")} <= {link[1:] for link in links}
    assert [(unescape(address), code) for address, code, _ in links] == [
        (f"/{code}/{path}?base=500", code) for code in OFFERED
    ]


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("eo", CODE),
        ("eo-001,de;q=0.9", CODE),
        ("eo;q=0.5,de;q=0.9", "de"),
        ("xx,eo;q=0.1", CODE),
        ("xx", "en"),
    ],
)
def test_it_is_negotiated(client: TestClient, header: str, lang: str) -> None:
    answer = client.get("/", headers={"Accept-Language": header}, follow_redirects=False)
    assert answer.headers["location"] == f"/{lang}/"
    assert (
        client.get("/api/encodings", headers={"Accept-Language": header}).headers["content-language"] == lang
    )


def test_errors_are_in_it(client: TestClient) -> None:
    path = "/api/encodings/sinusoidal/matrix"
    answer = client.get(path, params={"base": "0", "lang": CODE})
    assert answer.headers["content-language"] == CODE
    assert answer.json()["errors"][0]["rule"] == "⟦must be greater than 1⟧"
    assert answer.json()["title"] == "⟦The parameters are not valid⟧"
    unknown = client.get(path, params={"lang": "xx"}, headers={"Accept-Language": CODE}).json()
    assert unknown["errors"][0]["rule"] == f"⟦must be one of: {', '.join(OFFERED)}⟧"
    page = client.get(f"/{CODE}/nenio")
    assert page.status_code == 404
    assert "⟦There is nothing at this address⟧" in page.text


def test_the_documentation_offers_it(client: TestClient) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    parameters = paths["/api/encodings"]["get"]["parameters"]
    assert next(one for one in parameters if one["name"] == "lang")["schema"]["enum"] == OFFERED


def test_the_encodings_are_described_in_it(client: TestClient, registry: Registry) -> None:
    listed = client.get("/api/encodings", params={"lang": CODE}).json()["encodings"]
    for described in listed:
        encoding = registry[described["id"]]
        assert described["title"] == bracketed(encoding.title)
        assert described["summary"] == bracketed(encoding.summary)


def test_the_page_data_are_the_english_ones_in_its_words(client: TestClient) -> None:
    own, source = page_data(client, f"/{CODE}/"), page_data(client, "/en/")
    assert own["lang"] == CODE
    assert own["separators"] == f",{NARROW}"
    assert own["sentences"] == source["sentences"] | {CODE: "hundo mordas viron"}
    assert own["figures"] != source["figures"]
    for name in ("figures", "words", "encodings", "parameters"):
        text = json.dumps(own[name], ensure_ascii=False)
        assert json.loads(english(text)) == source[name]
    # What a reader may type is no text of the page.
    assert [name for name, text in own["words"].items() if not text.startswith("⟦")] == ["sum.sample"]


def test_its_numbers_are_written_its_way(client: TestClient) -> None:
    assert format_number(2323.45, CODE) == f"2{NARROW}323,45"
    text = client.get(f"/{CODE}/?base=500000").text
    assert f"500{NARROW}000" in text
    claims = re.findall(r'<data class="claim" data-claim="[^"]+" value="[^"]+"[^>]*>([^<]+)</data>', text)
    assert any("," in claim for claim in claims)
    assert not any("." in claim for claim in claims)


def test_the_comparison_has_its_words_and_numbers(client: TestClient, registry: Registry) -> None:
    own, source = (
        re.findall(
            r'<tr data-family="\w+" data-encoding="(\w+)">(.*?)</tr>', client.get(path).text, re.DOTALL
        )
        for path in (f"/{CODE}/", "/en/")
    )
    assert [encoding for encoding, _ in own] == list(registry.ids)
    for (encoding, cells), (_, english_cells) in zip(own, source, strict=True):
        assert bracketed(registry[encoding].title) in unescape(cells)
        assert cells.count("<td") == english_cells.count("<td")


def test_the_quiz_asks_in_it(client: TestClient) -> None:
    asked = client.get("/api/quiz", params={"lang": CODE})
    assert asked.headers["content-language"] == CODE
    own, source = asked.json(), client.get("/api/quiz", params={"lang": "en"}).json()
    assert json.loads(english(json.dumps(own, ensure_ascii=False))) == source
    judged = client.get("/api/quiz/mask", params={"answer": "no", "lang": CODE}).json()
    assert judged["right"] is True
    assert "0,417523" in judged["explanation"]


def test_its_toy_sentence_has_the_same_vectors(client: TestClient) -> None:
    def inputs(asked: TestClient, sentence: str) -> Any:
        return asked.get("/api/word-order", params={"sentence": sentence}).json()["inputs"]

    known = inputs(client, "dog bites man")
    assert inputs(client, "hundo mordas viron") == inputs(client, "Hund beißt Mann") == known
    # Where nobody speaks it, these are any other words.
    assert inputs(TestClient(create_app(Settings())), "hundo mordas viron") != known


def test_the_notebook_can_be_taken_along_whatever_its_name(client: TestClient) -> None:
    answer = client.get(f"/{CODE}/listing.ipynb")
    assert answer.status_code == 200
    assert "⟦positional-encoding.ipynb⟧" in unquote(answer.headers["content-disposition"])
    assert "⟦" in answer.text


def test_the_server_is_ready(client: TestClient) -> None:
    assert client.get("/readyz").status_code == 200


def test_its_catalog_keeps_the_laws_of_every_catalog(spoken: Settings) -> None:
    file = spoken.catalogs_dir / f"{CODE}.po"
    complete(file)
    kept(file)
    up_to_date(file)
