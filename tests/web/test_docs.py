from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.encodings.registry import Registry
from app.web.api.word_order import option_names, word_order_encodings


@pytest.fixture(scope="module")
def described(app: FastAPI) -> Any:
    return app.openapi()


def test_docs_load_nothing_from_elsewhere(client: TestClient) -> None:
    page = client.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert "http://" not in page.text
    assert "https://" not in page.text
    assert "<style" not in page.text
    addresses = [part for part in page.text.split('"') if part.startswith("/static/")]
    assert len(addresses) == 4
    for address in addresses:
        assert client.get(address).status_code == 200, address


def test_every_parameter_is_documented_with_an_example(described: Any) -> None:
    for path, verbs in described["paths"].items():
        assert verbs["get"]["summary"]
        for parameter in verbs["get"].get("parameters", []):
            where = f"{path} {parameter['name']}"
            assert parameter.get("description"), where
            assert parameter["schema"].get("examples") or parameter.get("example") is not None, where


def example_of(verbs: Any, name: str) -> Any:
    return next(p for p in verbs["get"]["parameters"] if p["name"] == name)["schema"]["examples"][0]


def test_examples_are_valid(client: TestClient, described: Any, registry: Registry) -> None:
    for path, verbs in described["paths"].items():
        for parameter in verbs["get"].get("parameters", []):
            required = [p for p in verbs["get"]["parameters"] if p["required"] and p != parameter]
            query = {p["name"]: p["schema"]["examples"][0] for p in [*required, parameter]}
            if path.endswith("/sweep"):
                # The first two stops do as well as all.
                query = {"stops": example_of(verbs, "stops")} | query
            if "patches_learned" in path:
                query = {"seq_len": 37} | query
            if path == "/api/word-order":
                owners = [
                    one.id for one in registry if one.applies and parameter["name"] in option_names(one)
                ]
                everyones = len(owners) == len(word_order_encodings(registry))
                query |= {"encoding": owners[-1]} if owners and not everyones else {}
            answer = client.get(path, params=query)
            assert answer.status_code == 200, (path, query, answer.text)


def test_errors_are_described_as_problems(described: Any) -> None:
    for path, verbs in described["paths"].items():
        if path.startswith("/api/"):
            assert "application/problem+json" in verbs["get"]["responses"]["422"]["content"], path


def test_each_encoding_lists_its_own_parameters(described: Any) -> None:
    names = {
        path: {parameter["name"] for parameter in verbs["get"].get("parameters", [])}
        for path, verbs in described["paths"].items()
    }
    assert "pairing" in names["/api/encodings/rope/matrix"]
    assert "pairing" not in names["/api/encodings/sinusoidal/matrix"]
    assert names["/api/encodings/learned/matrix"] == {
        "seq_len", "start", "precision", "format", "sep", "decimal", "lang",
    }  # fmt: skip
