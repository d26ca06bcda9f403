"""The state of a page as its address holds it: what is fitted, what is told, and what fits afterwards."""

import html
import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from app.encodings.registry import Registry
from app.settings import Settings
from app.web.pages.room import Room
from app.web.pages.state import read_state, state_model
from app.web.sections import FIGURES

ENGLISH = "dog bites man"


def told(client: TestClient, query: str, lang: str = "en") -> list[str]:
    """Return the notices of a figure's page, as they can be read."""
    text = client.get(f"/{lang}/figures/hook?{query}").text
    _, found, after = text.partition('id="notices"')
    items = re.findall(r"<li>(.*?)</li>", after.partition("</ul>")[0], re.S) if found else []
    return [html.unescape(re.sub(r"<[^>]+>", "", item)) for item in items]


def state_of(client: TestClient, query: str) -> dict[str, Any]:
    text = client.get(f"/en/figures/hook?{query}").text
    data = text.partition('id="page-data">')[2].partition("</script>")[0]
    state: dict[str, Any] = json.loads(data)["state"]
    return state


@pytest.mark.parametrize(
    ("query", "english", "german"),
    [
        (
            "dim=5000",
            "dim = 5000: the last of the 64 columns is 63; 63 is shown instead",
            "dim = 5000: die letzte der 64 Spalten ist 63; gezeigt wird stattdessen 63",
        ),
        (
            "seq_len=8&pos=40",
            "pos = 40: the last of the 8 rows is 7; 7 is shown instead",
            "pos = 40: die letzte der 8 Zeilen ist 7; gezeigt wird stattdessen 7",
        ),
        (
            "base=0.5",
            "base = 0.5: must be greater than 1; 10,000 is shown instead",
            "base = 0.5: muss größer als 1 sein; gezeigt wird stattdessen 10.000",
        ),
        (
            "bias_heads=4&bias_head=7",
            "bias_head = 7: the last of the 4 heads is 3; 3 is shown instead",
            "bias_head = 7: der letzte der 4 Köpfe ist 3; gezeigt wird stattdessen 3",
        ),
        (
            "encoding=rope&d_model=65&dim=64",
            "dim = 64: the last of the 64 columns is 63; 63 is shown instead",
            "dim = 64: die letzte der 64 Spalten ist 63; gezeigt wird stattdessen 63",
        ),
        (
            "mask=iron",
            "mask = iron: must be one of: none, causal; “no mask” is shown instead",
            "mask = iron: muss einer dieser Werte sein: none, causal; gezeigt wird stattdessen „keine Maske“",
        ),
        (
            "sentence=a%01b+c",
            "sentence = a\ufffdb c: may not contain control characters; has U+0001; "
            "“dog bites man” is shown instead",
            "sentence = a\ufffdb c: darf keine Steuerzeichen enthalten, enthält U+0001; "
            "gezeigt wird stattdessen „Hund beißt Mann“",
        ),
        (
            "order=0,1",
            "order = 0,1: must name each of the places 0…2 once; the reverse order is shown instead",
            "order = 0,1: muss jeden der Plätze 0…2 genau einmal nennen; "
            "gezeigt wird stattdessen die umgekehrte Reihenfolge",
        ),
        # One value, one notice: what is wrong with it, and what is shown at last.
        (
            "seq_len=8&pos=x",
            "pos = x: must be a whole number; 7 is shown instead",
            "pos = x: muss eine ganze Zahl sein; gezeigt wird stattdessen 7",
        ),
        (
            "position=40",
            "position = 40: there is no such parameter here; perhaps pos is meant",
            "position = 40: diesen Parameter gibt es hier nicht; gemeint ist vielleicht pos",
        ),
        (
            "Bsae=5",
            "Bsae = 5: there is no such parameter here; perhaps base is meant",
            "Bsae = 5: diesen Parameter gibt es hier nicht; gemeint ist vielleicht base",
        ),
        (
            "xyzzy=1",
            "xyzzy = 1: there is no such parameter here",
            "xyzzy = 1: diesen Parameter gibt es hier nicht",
        ),
    ],
)
def test_a_notice_says_what_was_done(client: TestClient, query: str, english: str, german: str) -> None:
    assert told(client, query) == [english]
    assert told(client, query, "de") == [german]


@pytest.mark.parametrize(
    ("query", "fitted"),
    [
        ("seq_len=8", {"pos": 7}),
        ("d_model=4", {"dim": 3}),
        ("bias_heads=1", {"bias_head": 0}),
        ("encoding=index&d_model=2", {"dim": 1}),
        ("sentence=to+be+or+not", {"order": None}),
        (
            "utm_source=x&UTM_Medium=y&fbclid=1&gclid=2&lang=de&theme=dark&embed=1&present=1&path=a&depth=2",
            {},
        ),
    ],
)
def test_what_the_address_did_not_name_is_fitted_silently(
    client: TestClient, query: str, fitted: dict[str, object]
) -> None:
    assert told(client, query) == []
    state = state_of(client, query)
    assert state | fitted == state


def test_few_notices_are_told_and_the_others_counted(client: TestClient) -> None:
    found = told(client, "base=0&" + "&".join(f"x{k}=1" for k in range(100)))
    assert len(found) == 11
    assert found[0].startswith("base = 0: ")
    assert found[-1] == "and 91 more"
    assert len(told(client, f"{'n' * 3_000}={'v' * 3_000}")[0]) < 500


def test_the_words_of_a_sentence_have_single_spaces_between_them(client: TestClient) -> None:
    odd = urlencode({"sentence": "\u2003 to\tbe\u00a0or \u3000 not  "})
    assert state_of(client, odd)["sentence"] == "to be or not"


def test_the_front_page_honours_a_language_and_drops_it_from_the_address(client: TestClient) -> None:
    def goes_to(query: str) -> str:
        answer = client.get(f"/{query}", headers={"Accept-Language": "en"}, follow_redirects=False)
        assert answer.status_code == 307
        return str(answer.headers["location"])

    assert goes_to("?lang=de") == "/de/"
    assert goes_to("?base=100&lang=de&order=2,1,0") == "/de/?base=100&order=2,1,0"
    assert goes_to("?lang=xx&base=100") == "/en/?base=100"
    assert goes_to("?language=de") == "/en/?language=de"


# --- Laws ---------------------------------------------------------------------------------------------

WHOLE = st.integers(-5, 20_000_000)
VALUES = {
    "sentence": st.text(max_size=60),
    "order": st.lists(st.integers(-1, 5), max_size=5).map(lambda order: ",".join(map(str, order))),
}


@pytest.fixture(scope="module")
def page(registry: Registry) -> tuple[Any, Registry, Room]:
    model = state_model(registry, FIGURES.values())
    return model, registry, Room(registry, model, FIGURES.values())


def addresses() -> st.SearchStrategy[dict[str, str]]:
    names = (
        "seq_len",
        "d_model",
        "pos",
        "dim",
        "encoding",
        "base",
        "listing",
        "bias_kind",
        "bias_heads",
        "bias_head",
    )
    choices = st.sampled_from(
        ["rope", "learned", "index", "sinusoidal", "torch", "numpy", "t5", "alibi", "magic"]
    )
    value = st.one_of(
        WHOLE.map(str), st.integers(0, 600).map(str), choices, st.text(max_size=5), st.floats().map(str)
    )
    drawn = dict.fromkeys(names, value) | VALUES
    return st.fixed_dictionaries({}, optional={**drawn, "unknown": st.just("1")})


@given(query=addresses())
def test_every_state_fits_and_notices_name_what_the_address_names(
    page: tuple[Any, Registry, Room], query: dict[str, str]
) -> None:
    model, registry, room = page
    read = read_state(model, registry, room, query, ENGLISH, "en")
    state = read.values
    assert {notice.parameter for notice in read.notices.told} <= query.keys()
    assert state["seq_len"] * state["d_model"] <= registry.max_cells
    assert state["pos"] < state["seq_len"]
    assert state["dim"] < (registry[state["encoding"]].width or state["d_model"])
    # The address that the page writes then is one that it can use as it stands.
    written = {
        name: ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
        for name, value in state.items()
        if value is not None
    }
    again = read_state(model, registry, room, written, ENGLISH, "de")
    assert again.values == state
    assert again.notices.told == ()


def test_the_room_is_what_the_figures_need(page: tuple[Any, Registry, Room]) -> None:
    _, registry, room = page
    for figure in FIGURES.values():
        assert figure.cells(room.widest) <= registry.max_cells
    assert any(figure.cells(room.widest + 1) > registry.max_cells for figure in FIGURES.values())
    # What a table needs, and the widest sliders with the longest.
    assert room.least_cells >= max(1369 * 384, 512 * 512)
    assert room.least_cells <= Settings().max_cells
    assert room.longest({"d_model": 1, "listing": "rope"}) ** 2 <= registry.max_cells
