"""An encoding is added by its own file and the registry: everything else follows."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract_from_file
from fastapi.testclient import TestClient

from app.encodings.registry import Registry
from app.i18n import languages
from app.main import create_app
from app.settings import Settings
from tests.encodings.test_laws import LAWS, broken_laws
from tests.extension import triangle
from tests.extension.triangle import TriangleEncoding, UnlawfulEncoding, registry_with
from tests.i18n.test_i18n import TRANSLATED, catalog

each_language = pytest.mark.parametrize("lang", languages())


@pytest.fixture(scope="module")
def registry() -> Registry:
    return registry_with(TriangleEncoding())


@pytest.fixture(scope="module")
def client(settings: Settings, registry: Registry) -> TestClient:
    return TestClient(create_app(settings, registry))


def got(client: TestClient, path: str, **query: Any) -> Any:
    answer = client.get(f"/api/encodings{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_api_lists_and_computes_it(client: TestClient, registry: Registry) -> None:
    listed = got(client, "")["encodings"]
    assert [item["id"] for item in listed] == list(registry.ids)
    assert listed[-1]["title"] == "Made-up triangle"
    own = {entry["name"]: entry for entry in listed[-1]["parameters"]}["made_up_period"]
    assert own["label"] == "Made-up period"
    assert own["stops"] == [4, 8, 16, 32]

    asked = {"seq_len": 5, "d_model": 2, "made_up_period": 4}
    values = got(client, "/made_up/matrix", **asked)["values"]
    assert values == [[-1, -1], [0, -0.5], [1, 0], [0, 0.5], [-1, 1]]
    sweep = got(client, "/made_up/sweep", axis="made_up_period", seq_len=5, d_model=2)
    assert sweep["stops"] == [4, 8, 16, 32]
    similarity = got(client, "/made_up/similarity", **asked)["values"]
    assert similarity[0] == [2, 0.5, -1, -0.5, 0]
    refused = client.get("/api/encodings/made_up/matrix?made_up_period=0")
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["parameter"] == "made_up_period"


def test_openapi_describes_it(client: TestClient) -> None:
    described = client.get("/openapi.json").json()["paths"]
    for route in ("matrix", "sweep", "similarity"):
        parameters = described[f"/api/encodings/made_up/{route}"]["get"]["parameters"]
        period = next(one for one in parameters if one["name"] == "made_up_period")
        assert "Positions until the first column repeats." in period["description"]
    assert client.get("/docs").status_code == 200


@each_language
def test_the_page_has_its_stop_its_sliders_and_its_row(
    client: TestClient, registry: Registry, lang: str
) -> None:
    page = client.get(f"/{lang}/?encoding=made_up&made_up_period=8").text
    data = json.loads(re.findall(r'id="page-data">(.*?)</script>', page, re.DOTALL)[0])
    assert data["state"]["encoding"] == "made_up"
    assert data["state"]["made_up_period"] == 8
    assert data["parameters"]["encoding"]["names"][-1] == "Made-up triangle"
    shown = next(encoding for encoding in data["encodings"] if encoding["id"] == "made_up")
    assert shown["parameters"].keys() == {"seq_len", "d_model", "made_up_period"}
    assert 'id="explorer-made_up_period"' in page
    rows = re.findall(r'<tr data-family="\w+" data-encoding="(\w+)">', page)
    assert rows == list(registry.ids)
    assert "The made-up triangles go on." in page


def test_it_is_held_to_the_laws() -> None:
    assert broken_laws(TriangleEncoding()) == []
    assert sum(law.concerns(TriangleEncoding()) for law in LAWS) >= 8


def test_a_law_that_it_breaks_is_found() -> None:
    broken = broken_laws(UnlawfulEncoding())
    assert {"shape_is_known_before_the_matrix", "a_row_depends_on_its_position_alone"} <= set(broken)


@pytest.mark.parametrize("lang", TRANSLATED)
def test_words_without_a_translation_stay_english_and_are_named(client: TestClient, lang: str) -> None:
    own = {
        str(found[1])
        for found in extract_from_file("python", Path(triangle.__file__), keywords={"msg": None})
    }
    missing = {text for text in own if text not in catalog(Settings().catalogs_dir / f"{lang}.po")}
    assert missing == {
        "Made-up period",
        "After how many positions the first made-up triangle repeats.",
        "Made-up triangle",
        "Straight lines up and down, made up for a test.",
        "The made-up triangles go on.",
    }
    page = client.get(f"/{lang}/").text
    assert [text for text in missing if text not in page] == []
