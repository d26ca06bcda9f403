import json
import math
from statistics import fmean
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.settings import Settings

PATH = "/api/extrapolation"


def got(client: TestClient, **query: Any) -> Any:
    answer = client.get(PATH, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def stored(name: str) -> Any:
    return json.loads((Settings().results_dir / f"{name}.json").read_text("utf-8"))


def losses(encoding: str, scaling: str, factor: int) -> list[list[float | None]]:
    return [
        reading["nats"]
        for run in stored("extrapolation")["runs"]
        if run["encoding"] == encoding
        for reading in run["readings"]
        if (reading["scaling"], reading["factor"]) == (scaling, factor)
    ]


def test_curves_are_mean_and_spread_over_the_seeds(client: TestClient) -> None:
    nats, perplexity = got(client, unit="nats"), got(client)
    assert nats["positions"] == list(range(0, 1024, 16))
    assert (nats["trained_len"], nats["read_len"], nats["seeds"]) == (128, 1024, [0, 1, 2])
    for curve, other in zip(nats["curves"], perplexity["curves"], strict=True):
        rows = losses(curve["encoding"], curve["scaling"], curve["factor"])
        assert len(rows) == 3
        for n, values in enumerate(zip(*rows, strict=True)):
            known = [value for value in values if value is not None]
            if not known:
                assert curve["mean"][n] is curve["lowest"][n] is other["highest"][n] is None
                continue
            assert curve["mean"][n] == pytest.approx(fmean(known))
            assert (curve["lowest"][n], curve["highest"][n]) == (min(known), max(known))
            assert other["mean"][n] == pytest.approx(fmean(map(math.exp, known)))
            assert other["highest"][n] == pytest.approx(math.exp(max(known)))


def test_a_learned_table_ends_and_nothing_else_does(client: TestClient) -> None:
    curves = got(client)["curves"]
    assert {curve["encoding"]: curve["ends"] for curve in curves if curve["ends"]} == {"learned": 128}
    learned = next(curve for curve in curves if curve["encoding"] == "learned")
    assert [value is None for value in learned["at_lengths"]["mean"]] == [False, True, True, True]


def test_values_at_lengths(client: TestClient) -> None:
    answer = got(client, unit="nats")
    assert answer["lengths"] == [128, 256, 512, 1024]
    assert answer["near"] == 64
    for curve in answer["curves"]:
        rows = losses(curve["encoding"], curve["scaling"], curve["factor"])
        for length, told in zip(answer["lengths"], curve["at_lengths"]["mean"], strict=True):
            bins = [value for row in rows for value in row[length // 16 - 4 : length // 16]]
            assert told == (None if None in bins else pytest.approx(fmean(map(float, filter(None, bins)))))


def test_every_encoding_and_every_stretch_of_rope(client: TestClient) -> None:
    curves = got(client)["curves"]
    stretches = [("rope", rule, factor) for rule in ("linear", "ntk", "yarn") for factor in (2, 4, 8)]
    plain = [(name, "none", 1) for name in ("none", "sinusoidal", "learned", "rope", "alibi", "t5")]
    assert sorted((c["encoding"], c["scaling"], c["factor"]) for c in curves) == sorted(plain + stretches)


def test_order_says_how_often_the_doer_was_named(client: TestClient) -> None:
    order = got(client)["order"]
    assert order["chance"] == 0.5
    assert len(order["cells"]) == 8
    for cell in order["cells"]:
        runs = [
            run["held_out_accuracy"]
            for run in stored("order")["runs"]
            if (run["encoding"], run["causal"], run["layers"])
            == (cell["encoding"], cell["causal"], cell["layers"])
        ]
        assert cell["accuracy"] == runs


def test_it_says_what_it_was_made_of(client: TestClient) -> None:
    about = got(client)["about"]
    assert about["extrapolation"]["corpus"]["package"] == "bible-kjv-text"
    for name in ("extrapolation", "order"):
        assert about[name] == {key: value for key, value in stored(name).items() if key != "runs"}


def test_precision_and_bad_questions(client: TestClient) -> None:
    curve = got(client, precision=2)["curves"][0]
    assert all(value == round(value, 2) for value in curve["mean"])
    for query in ({"unit": "bits"}, {"encoding": "rope"}, {"precision": 18}):
        refused = client.get(PATH, params=query)
        assert refused.status_code == 422
        assert refused.json()["errors"][0]["parameter"] == next(iter(query))


def test_an_unchanged_answer_is_not_sent_again(client: TestClient) -> None:
    tag = client.get(PATH).headers["etag"]
    assert client.get(PATH, headers={"If-None-Match": tag}).status_code == 304
    assert client.get(PATH, params={"unit": "nats"}).headers["etag"] != tag
