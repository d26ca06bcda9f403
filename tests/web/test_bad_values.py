"""What the API says about bad values: one cause each, in the language asked for, as JSON writes values."""

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.main import create_app
from app.web.errors import MOST_FAULTS, MOST_PARAMETERS, faults_of

LANGUAGES = ("en", "de")
BAD = ("", "x", "nan", "-1", "0", "1e99", "9" * 30, "1,x,1e8", "1e8", ",", "[1]", "true", "a\x01b", "1.5")
# How Python shows what JSON shows otherwise, and what pydantic says in English.
PYTHON = re.compile(r"\('|',\)|\['|\{'|'\]|'\}|: '|\bNone\b|\bTrue\b|\bFalse\b|Input should|Value error")
APP = create_app()
ROUTES = {
    path: {
        parameter["name"]: parameter["schema"] | {"required": parameter["required"]}
        for parameter in operations["get"].get("parameters", ())
    }
    for path, operations in APP.openapi()["paths"].items()
    if path.startswith("/api/")
}


def faults(client: TestClient, path: str, lang: str, **query: Any) -> list[dict[str, Any]]:
    answer = client.get(path, params={**query, "lang": lang})
    if answer.status_code != 422:
        assert answer.status_code in (200, 404)
        return []
    problem = answer.json()
    found: list[dict[str, Any]] = problem["errors"]
    for text in (problem["title"], problem["detail"], *(fault["rule"] for fault in found)):
        assert not PYTHON.search(text), text
    for fault in found:
        # What was given is told as it was typed, or as a plain value of JSON.
        got = fault["got"]
        assert got is None or isinstance(got, bool | int | float) or not PYTHON.search(got)
    assert len({(fault["parameter"], str(fault["got"]), fault["rule"]) for fault in found}) == len(found)
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", ROUTES)
def test_no_value_is_told_as_python_writes_it(client: TestClient, path: str, lang: str) -> None:
    names = [name for name in ROUTES[path] if name != "lang"]
    for value in BAD:
        rules: dict[str, set[str]] = {}
        for fault in faults(client, path, lang, **dict.fromkeys(names, value)):
            rules.setdefault(fault["parameter"], set()).add(fault["rule"])
        counts = {"en": "at least", "de": "mindestens"}[lang]
        for told in rules.values():
            # A vector with a bad entry is not too short besides.
            assert len(told) == 1 or not any(
                counts in rule and re.search(r"entries|Einträge", rule) for rule in told
            )
    faults(client, path, lang)


@given(data=st.data())
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_values_that_do_not_fit_together_are_told_as_json_writes_them(
    client: TestClient, data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from(sorted(ROUTES)))
    names = [name for name in ROUTES[path] if name != "lang"]
    chosen = data.draw(st.lists(st.sampled_from(names), unique=True, max_size=4)) if names else []
    query = {}
    for name in chosen:
        schema = ROUTES[path][name]
        usual = [str(one) for one in (*schema.get("enum", ()), *schema.get("examples", ()))]
        query[name] = data.draw(st.sampled_from([*usual, "1", "2", "3,4", "5000", "true"]))
    faults(client, path, data.draw(st.sampled_from(LANGUAGES)), **query)


@pytest.mark.parametrize(
    ("path", "query", "expected"),
    [
        ("sinusoidal/matrix", {"positions": "1e8"}, [("positions", "1e8", "must be at most 10000000")]),
        ("rope/rotate", {"x": "1,2"}, [("pos", None, "is required")]),
        ("rope/rotate", {"x": "1", "pos": "1"}, [("x", "1", "must have at least 2 entries")]),
        ("learned/matrix", {"start": "5", "seq_len": "0"}, [("seq_len", "0", "must be at least 1")]),
        (
            "sinusoidal/matrix",
            {"sep": "x"},
            [("sep", "x", r'must be one of: ",", ";", "\t", " "')],
        ),
        (
            "learned/matrix",
            {"seq_len": "513"},
            [
                (
                    "seq_len",
                    "513",
                    "the table has rows 0…511: a position beyond it was never trained and has no row",
                )
            ],
        ),
        (
            "alibi/matrix",
            {"head": "9", "causal": "perhaps"},
            [("causal", "perhaps", "must be true or false")],
        ),
    ],
)
def test_each_cause_is_told_once_and_no_consequence_of_it(
    client: TestClient, path: str, query: dict[str, str], expected: list[tuple[str, object, str]]
) -> None:
    found = faults(client, f"/api/encodings/{path}", "en", **query)
    assert [(fault["parameter"], fault["got"], fault["rule"]) for fault in found] == expected


def test_what_was_given_is_written_as_json_does(client: TestClient) -> None:
    query = "encoding=alibi&slope=0.5&head=0"
    assert client.get(f"/api/word-order?{query}&lang=en").json()["detail"] == (
        "slope (got 0.5), head (got 0): give either a slope or a head, not both"
    )
    twice = client.get("/api/encodings/rope/matrix?theta=1&theta=2").json()["errors"][0]
    assert (twice["parameter"], twice["got"]) == ("theta", "1,2")


@pytest.mark.parametrize(
    ("lang", "more", "rule"),
    [
        ("en", "and 180 more", "an address may have at most 256 parameters"),
        ("de", "und 180 weitere", "eine Adresse darf höchstens 256 Parameter haben"),
    ],
)
def test_many_unknown_names_cost_little_and_are_told_shortly(
    client: TestClient, lang: str, more: str, rule: str
) -> None:
    names = "&".join(f"x{k}=1" for k in range(200))
    problem = client.get(f"/api/word-order?{names}", headers={"Accept-Language": lang}).json()
    assert len(problem["errors"]) == MOST_FAULTS == 20
    assert problem["detail"].endswith(f"; {more}")
    names = "&".join(f"x{k}=1" for k in range(8_000))
    answer = client.get(f"/api/word-order?{names}", headers={"Accept-Language": lang})
    assert answer.status_code == 422
    assert len(answer.content) < 1_000
    assert answer.json()["errors"] == [{"parameter": None, "got": 8_000, "rule": rule}]


def test_no_route_reads_an_address_with_too_many_parameters(
    client: TestClient,
) -> None:
    within, beyond = (
        "&".join(f"x{k}" for k in range(count)) for count in (MOST_PARAMETERS, MOST_PARAMETERS + 1)
    )
    for path in ("/en/", "/de/figures/hook", "/", "/healthz", "/en/listing.ipynb"):
        answer = client.get(f"{path}?{within}", follow_redirects=False)
        assert answer.status_code in (200, 307)
        refused = client.get(f"{path}?{beyond}", follow_redirects=False)
        assert refused.status_code == 422
        assert len(refused.content) < 10_000
    told = client.get(f"/de/figures/hook?{beyond}", headers={"Accept-Language": "en"})
    assert "eine Adresse darf höchstens 256 Parameter haben" in told.text
    assert told.headers["content-type"].startswith("text/html")


def test_faults_are_found_in_one_pass() -> None:
    """Comparing each with all others made 8,000 faults take 20 seconds."""

    class Counted(str):
        compared = 0
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            Counted.compared += 1
            return str.__eq__(self, other)

    many = [
        {"type": "extra_forbidden", "loc": ("query", Counted(f"x{k}")), "msg": "", "input": "1"}
        for k in range(2_000)
    ]
    assert len(faults_of(many, None, str)) == 2_000
    assert Counted.compared <= 10 * len(many)
