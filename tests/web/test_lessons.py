"""The routes of the lessons: code line by line, mistakes on purpose, half precision, the notebook."""

import html
import json
import re
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from app.encodings.registry import standard_registry
from app.i18n import languages
from app.listings.listing import LISTINGS
from app.main import create_app
from app.maths.mistakes import MISTAKES
from app.maths.sinusoidal import sinusoidal
from app.settings import Settings


def walk(client: TestClient, **query: Any) -> dict[str, Any]:
    answer = client.get("/api/listing", params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def fault(client: TestClient, path: str, **query: Any) -> dict[str, Any]:
    answer = client.get(f"/api/{path}", params=query)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    found: dict[str, Any] = answer.json()["errors"][0]
    return found


@pytest.mark.parametrize("name", LISTINGS)
def test_every_step_is_answered(client: TestClient, name: str) -> None:
    found = walk(client, name=name, seq_len=12, d_model=8, base=100)
    listing = LISTINGS[name]
    assert [step["line"] for step in found["steps"]] == list(listing.first_lines)
    assert [step["code"] for step in found["steps"]] == [step.code for step in listing.steps]
    assert found["parameters"] == {
        "name": name, "seq_len": 12, "d_model": 8, "base": 100.0, "max_len": 1000,
    }  # fmt: skip
    for step in found["steps"]:
        for held in step["values"]:
            assert len(held["columns"]) == len(held["values"][0])


def test_of_an_array_the_first_columns_and_the_last_are_sent(client: TestClient) -> None:
    found = walk(client, name="torch", seq_len=20, d_model=7)
    held = {step["code"]: step["values"] for step in found["steps"]}
    pe = held["pe[:, 1::2]"][0]
    assert (pe["name"], pe["shape"], pe["number_format"]) == ("pe", [1000, 7], "float64")
    assert pe["columns"] == [0, 1, 2, 3, 6]
    # The rows of the text, not of the whole table.
    assert len(pe["values"]) == 20
    expected = sinusoidal(np.arange(20.0), 7)[:, [0, 1, 2, 3, 6]]
    np.testing.assert_allclose(pe["values"], expected, atol=1e-12)
    batch = held["x = x + self.pe"][1]
    assert (batch["shape"], len(batch["values"])) == ([1, 20, 7], 20)
    assert held["seq_len = "][0] == {
        "name": "seq_len", "shape": [], "number_format": "int64", "columns": [0], "values": [[20.0]],
    }  # fmt: skip


def test_a_longer_text_gets_a_longer_table_unless_it_is_named(client: TestClient) -> None:
    assert walk(client, name="numpy", seq_len=1500, d_model=2)["parameters"]["max_len"] == 1500
    found = fault(client, "listing", name="numpy", seq_len=9, max_len=8)
    assert found == {"parameter": "seq_len", "got": 9, "rule": found["rule"]}
    assert "at most 8" in found["rule"]


def test_sizes_are_refused_before_memory_is_taken(client: TestClient) -> None:
    assert "length × width" in fault(client, "listing", name="numpy", seq_len=9_000_000)["rule"]
    # Scores are tokens × tokens.
    assert "length × width" in fault(client, "listing", name="rope", seq_len=5_000, d_model=2)["rule"]
    assert "length × width" in fault(client, "mistakes/slow_first/matrix", seq_len=9_000_000)["rule"]
    small = TestClient(create_app(registry=standard_registry(Settings().tables_dir, max_cells=1024)))
    assert fault(small, "precision", count=4096)["parameter"] == "count"


def test_rope_needs_an_even_width(client: TestClient) -> None:
    assert fault(client, "listing", name="rope", d_model=7)["parameter"] == "d_model"
    for query in ("name=torch;import+os", "name=torch&base=nan", "name=torch&x=1", ""):
        assert client.get(f"/api/listing?{query}").status_code == 422


def test_mistakes_are_listed_and_drawn(client: TestClient) -> None:
    assert client.get("/api/mistakes").json() == {"mistakes": list(MISTAKES)}
    for name, mistake in MISTAKES.items():
        answer = client.get(f"/api/mistakes/{name}/matrix", params={"seq_len": 9, "d_model": 5}).json()
        assert (answer["mistake"], answer["shape"], answer["dims"]) == (name, [9, 5], ["pos", "dim"])
        np.testing.assert_array_equal(answer["values"], mistake(np.arange(9.0), 5, 10_000.0))
    csv = client.get("/api/mistakes/sine_twice/matrix", params={"seq_len": 2, "format": "csv"})
    assert csv.text.startswith("0.0,0.0,")
    assert client.get("/api/mistakes/none_at_all/matrix").status_code == 404
    described = client.get("/openapi.json").json()["paths"]["/api/mistakes/slow_first/matrix"]["get"]
    assert described["summary"].startswith("Wrong on purpose")


def test_half_precision(client: TestClient, golden: dict[str, Any]) -> None:
    found = client.get("/api/precision", params={"first": 255, "count": 5, "d_model": 8}).json()
    assert found["positions"] == [255, 256, 257, 258, 259]
    known = golden["bf16_positions"]
    assert [found["held"][k] for k in (0, 1, 2, 4)] == [known[name] for name in ("255", "256", "257", "259")]
    assert found["distinct"] == 4
    np.testing.assert_allclose(found["exact"], np.sin([255, 256, 257, 258, 259]), atol=1e-12)
    # 257 and 256 have become one position.
    assert found["half"][1] == found["half"][2]
    assert len(found["largest_error"]) == 4
    table = client.get("/api/precision", params={"first": 255, "count": 5, "rounded": "values"}).json()
    assert table["held"] == table["positions"]
    assert max(table["largest_error"]) <= 2**-9
    assert fault(client, "precision", first=60_001)["parameter"] == "first"


@pytest.mark.parametrize("lang", languages())
def test_the_notebook_is_downloaded_with_the_readers_values(client: TestClient, lang: str) -> None:
    answer = client.get(f"/{lang}/listing.ipynb", params={"d_model": 7, "seq_len": 12, "base": 100})
    assert answer.headers["content-type"] == "application/x-ipynb+json"
    assert answer.headers["content-disposition"] == 'attachment; filename="positional-encoding.ipynb"'
    cells = answer.json()["cells"]
    text = "".join(cells[3]["source"])
    assert "seq_len, d_model, base = 12, 7, 100.0" in text
    words = "".join(cells[0]["source"])
    assert ("Sinusförmige" in words) == (lang == "de")
    for name in LISTINGS:
        assert any("".join(cell["source"]) == LISTINGS[name].text.strip("\n") for cell in cells)


@pytest.mark.parametrize("lang", languages())
def test_the_page_shows_the_code_character_by_character(client: TestClient, lang: str) -> None:
    page = client.get(f"/{lang}/").text
    for name, listing in LISTINGS.items():
        box = re.search(rf'data-listing="{name}".*?>(.*?)</div>\s*</div>', page, re.DOTALL)
        assert box
        text = html.unescape(re.sub(r"<[^>]*>", "", box[1]))
        assert text.rstrip("\n") == listing.text.rstrip("\n")


def test_every_pitfall_has_a_link_to_a_figure_that_is_there(client: TestClient) -> None:
    page = client.get("/en/").text
    section = page[page.index('id="watch-out-section"') :]
    cards = re.findall(r'<article class="pitfall" id="(watch-[a-z-]+)".*?</article>', section, re.DOTALL)
    assert len(cards) >= 13
    assert len(set(cards)) == len(cards)
    state = json.loads(re.search(r'id="page-data">(.*?)</script>', page, re.DOTALL)[1])["state"]  # type: ignore[index]
    links = re.findall(r'<a href="#([a-z-]+)" data-preset="([^"]*)"', section)
    assert len(links) == len(cards)
    for figure, preset in links:
        assert f'data-figure="{figure}"' in page
        chosen = json.loads(html.unescape(preset))
        assert chosen.keys() <= state.keys()
        answer = client.get(f"/en/figures/{figure}", params={"dim": 0, **chosen})
        assert 'id="notices"' not in answer.text
