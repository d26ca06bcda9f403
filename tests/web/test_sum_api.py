from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from app.encodings.registry import standard_registry
from app.main import create_app
from app.settings import Settings

PATH = "/api/sum"
TERMS = ("word_word", "word_position", "position_word", "position_position")


def got(client: TestClient, **query: Any) -> Any:
    answer = client.get(PATH, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def rule(client: TestClient, parameter: str, **query: Any) -> str:
    answer = client.get(PATH, params=query)
    assert answer.status_code == 422, answer.text
    error = answer.json()["errors"][0]
    assert error["parameter"] == parameter
    return str(error["rule"])


WORD = st.text("abcdefghijklmnopqrstuvwxyzäöüß", min_size=1, max_size=8)
CLIENT = TestClient(create_app(Settings()))


@examples(max_examples=60)
@given(
    words=st.lists(WORD, min_size=1, max_size=6),
    d_model=st.sampled_from([1, 2, 5, 6, 64]),
    strength=st.sampled_from([0.0, 0.35, 1.0]),
    scale=st.sampled_from(["sqrt_d", "none"]),
    data=st.data(),
)
def test_the_terms_sum_to_the_score(
    words: list[str], d_model: int, strength: float, scale: str, data: st.DataObject
) -> None:
    places = data.draw(st.lists(st.integers(-1000, 1000), min_size=len(words), max_size=len(words)))
    answer = got(
        CLIENT, sentence=" ".join(words), positions=",".join(map(str, places)),
        d_model=d_model, strength=strength, embedding_scale=scale,
    )  # fmt: skip
    terms = {name: np.array(answer["terms"][name]) for name in TERMS}
    np.testing.assert_allclose(sum(terms.values()), answer["score"], atol=1e-12 * max(1, d_model))
    x, p, inputs = (np.array(answer[name]) for name in ("word_vectors", "position_vectors", "inputs"))
    np.testing.assert_allclose(x + p, inputs, atol=1e-15)
    np.testing.assert_allclose(x @ p.T, terms["word_position"], atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(inputs, axis=1), answer["norms"]["input"], atol=1e-12)
    if strength == 0:
        # Order is gone: what is left does not know the positions.
        for name in TERMS[1:]:
            assert not terms[name].any()
        np.testing.assert_array_equal(terms["word_word"], answer["score"])
        assert {angle for row in answer["angle"] for angle in row} == {None}


def test_the_known_term(client: TestClient, golden: dict[str, Any]) -> None:
    assert "p.p' = 1.579538104" in golden["score_decomposition"]
    answer = got(client, sentence="dog man", positions="3,5", d_model=6)
    assert answer["terms"]["position_position"][0][1] == pytest.approx(1.579538104, abs=1e-9)
    assert answer["terms"]["position_position"][0][0] == pytest.approx(3.0)
    # Half the strength leaves a quarter of it.
    half = got(client, sentence="dog man", positions="3,5", d_model=6, strength=0.5)
    assert half["terms"]["position_position"][0][1] == pytest.approx(1.579538104 / 4, abs=1e-9)


def test_the_norms_of_the_paper(client: TestClient, golden: dict[str, Any]) -> None:
    answer = got(client, d_model=512)
    assert answer["norms"]["word"] == pytest.approx([22.627417] * 3, abs=1e-6)
    assert answer["norms"]["position"] == pytest.approx([golden["norms"]["||PE||_d512"]] * 3)
    assert got(client, d_model=512, embedding_scale="none")["norms"]["word"] == pytest.approx([1.0] * 3)


def test_defaults_and_the_echo_of_the_parameters(client: TestClient) -> None:
    answer = got(client)
    assert answer["tokens"] == ["dog", "bites", "man"]
    assert answer["parameters"]["positions"] == [0.0, 1.0, 2.0]
    assert answer["parameters"]["d_model"] == 64
    matrix = client.get("/api/encodings/sinusoidal/matrix", params={"seq_len": 3}).json()["values"]
    assert answer["position_vectors"] == matrix
    again = answer["parameters"] | {"positions": "0,1,2"}
    assert got(client, **again) == answer
    # The same word in both languages is the same vector, as in the word-order demo.
    assert got(client, sentence="Hund beißt Mann")["word_vectors"] == answer["word_vectors"]


def test_a_layout_moves_columns_and_no_dot_product(client: TestClient) -> None:
    paper, blocks = got(client), got(client, layout="blocks")
    assert paper["position_vectors"] != blocks["position_vectors"]
    np.testing.assert_allclose(
        paper["terms"]["position_position"], blocks["terms"]["position_position"], atol=1e-12
    )


def test_one_word_twice_has_two_inputs_but_one_vector(client: TestClient) -> None:
    answer = got(client, sentence="the the", positions="3,5")
    assert answer["word_vectors"][0] == answer["word_vectors"][1]
    assert answer["inputs"][0] != answer["inputs"][1]
    off = got(client, sentence="the the", positions="3,5", strength=0)
    assert off["inputs"][0] == off["inputs"][1]


def test_rounding(client: TestClient) -> None:
    answer = got(client, precision=2)
    numbers = np.concatenate(
        [np.ravel(answer["inputs"]), np.ravel(answer["score"]), np.ravel(answer["angle"])]
    )
    np.testing.assert_array_equal(numbers, np.round(numbers, 2))


def test_refusals(client: TestClient) -> None:
    assert rule(client, "positions", sentence="a b", positions="1") == "must be one for each of the 2 words"
    assert rule(client, "positions", positions="1,2,x") == "must be a number"
    assert rule(client, "positions", positions="1,2,NaN").startswith("must be finite")
    assert rule(client, "strength", strength=1.01) == "must be at most 1"
    assert rule(client, "d_model", d_model=0) == "must be at least 1"
    assert rule(client, "d_model", d_model=8193) == "must be at most 8192"
    assert rule(client, "base", base=1) == "must be greater than 1"
    assert rule(client, "embedding_scale", embedding_scale="d") == "must be one of: sqrt_d, none"
    assert "has 13" in rule(client, "sentence", sentence=" ".join("abcdefghijklm"))
    assert rule(client, "theta", theta=1) == "there is no such parameter here"
    german = client.get(PATH, params={"sentence": "a b", "positions": "1", "lang": "de"}).json()
    assert "jedes der 2 Wörter" in german["detail"]


def test_size_is_refused_before_memory_is_taken(settings: Settings) -> None:
    tight = standard_registry(settings.tables_dir, max_cells=100)
    small = TestClient(create_app(settings, tight))
    assert small.get(PATH, params={"d_model": 33}).status_code == 200
    refused = small.get(PATH, params={"d_model": 34})
    assert refused.status_code == 422
    assert "100" in refused.json()["detail"]


def test_an_index_divided_by_the_length(client: TestClient) -> None:
    path = "/api/encodings/index/matrix"
    answer = client.get(path, params={"seq_len": 4, "d_model": 2, "scale": "length"}).json()
    assert answer["values"] == [[0, 0], [0.25, 0.25], [0.5, 0.5], [0.75, 0.75]]
    assert answer["parameters"]["scale"] == "length"
    later = client.get(path, params={"seq_len": 1, "start": 3, "d_model": 1, "scale": "length"}).json()
    # The text is as long as its last position says, however few rows of it are asked for.
    assert later["values"] == [[0.75]]
    for query in ({"start": -4, "seq_len": 3}, {"positions": "-1"}):
        refused = client.get(path, params={"scale": "length", **query})
        assert refused.status_code == 422
        assert refused.json()["errors"][0]["parameter"] == "scale"
    sweep = client.get("/api/encodings/index/sweep", params={"axis": "scale", "seq_len": 2, "d_model": 1})
    assert sweep.json()["frames"] == [[[0.0], [1.0]], [[0.0], [0.5]]]
