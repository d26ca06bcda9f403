"""What the numbers are is tested in tests/model; here: what is asked, refused, and said."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.main import create_app
from app.model.gate import Gate
from app.model.service import RealModel
from app.settings import Settings
from app.web.api.schemas import ModelAnswer, ModelPairsAnswer, ModelSweepAnswer

PATH = "/api/real-model"
MINILM: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "golden" / "minilm.json").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def without() -> Iterator[TestClient]:
    """A server without the model: the same that a missing extra makes, see tests/model/test_service.py."""
    with TestClient(create_app(Settings(real_model=False)), raise_server_exceptions=False) as client:
        yield client


def got(client: TestClient, path: str = "", **query: Any) -> Any:
    answer = client.get(PATH + path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def rule(client: TestClient, parameter: str, path: str = "", **query: Any) -> str:
    answer = client.get(PATH + path, params=query)
    assert answer.status_code == 422, answer.text
    error = answer.json()["errors"][0]
    assert error["parameter"] == parameter
    return str(error["rule"])


def test_dog_bites_man(client: TestClient) -> None:
    on = got(client)
    ModelAnswer.model_validate(on)
    assert on["source"] == "computed"
    assert on["model"] == "all-MiniLM-L6-v2"
    assert on["parameters"] == {
        "sentence": "dog bites man", "order": [2, 1, 0], "positions": "on", "strength": 1.0,
    }  # fmt: skip
    assert on["tokens"] == ["[CLS]", "dog", "bites", "man", "[SEP]"]
    assert on["permuted_tokens"] == ["[CLS]", "man", "bites", "dog", "[SEP]"]
    assert on["position_rows"] == [0, 1, 2, 3, 4]
    assert on["cosine"] == pytest.approx(0.9035, abs=0.002)
    assert on["per_layer_cosine"] == pytest.approx(MINILM["per_layer_cosine"]["values"], abs=0.005)
    assert on["per_layer_cosine"][-1] == on["cosine"]
    assert on["verdict"]["equivariant"] is on["verdict"]["invariant"] is False
    assert max(on["per_token"]) == on["verdict"]["per_word_max_abs"]
    off = got(client, positions="off")
    assert off["cosine"] == pytest.approx(1, abs=1e-6)
    assert off["verdict"]["per_word_max_abs"] <= 1e-5
    assert off["verdict"]["equivariant"] is off["verdict"]["invariant"] is True
    assert off["position_rows"] is None
    shuffled = got(client, positions="shuffled")
    assert sorted(shuffled["position_rows"]) == [0, 1, 2, 3, 4]
    assert shuffled["cosine_to_trained"] < 0.9 < on["cosine_to_trained"]


def test_pieces_of_german_words_move_together(client: TestClient) -> None:
    answer = got(client, sentence="Hund  beißt Mann", order="1,2,0")
    assert answer["parameters"]["sentence"] == "Hund beißt Mann"
    assert answer["tokens"] == ["[CLS]", "hu", "##nd", "bei", "##ß", "##t", "mann", "[SEP]"]
    assert answer["token_words"] == [None, 0, 0, 1, 1, 1, 2, None]
    assert answer["permuted_tokens"] == ["[CLS]", "bei", "##ß", "##t", "mann", "hu", "##nd", "[SEP]"]
    assert answer["permuted_token_words"] == [None, 1, 1, 1, 2, 0, 0, None]
    assert len(answer["per_token"]) == 8
    assert answer["position_rows"] == list(range(8))


def test_the_sweep_has_a_frame_for_every_strength(client: TestClient) -> None:
    known = MINILM["strengths"]
    swept = got(client, "/sweep", sentence="dog bites man", stops=",".join(map(str, known["stops"])))
    ModelSweepAnswer.model_validate(swept)
    assert swept["axis"] == "strength"
    assert swept["stops"] == known["stops"]
    assert [frame["cosine"] for frame in swept["frames"]] == pytest.approx(known["cosine"], abs=0.005)
    assert "strength" not in swept["parameters"]
    few = got(client, "/sweep", stops="1,0.5", precision=3)
    assert few["stops"] == [1.0, 0.5]
    single = got(client, strength=0.5, precision=3)
    assert {name: single[name] for name in few["frames"][1]} == few["frames"][1]
    off = got(client, "/sweep", positions="off", stops="0,1")
    assert [frame["verdict"]["equivariant"] for frame in off["frames"]] == [True, True]


@pytest.mark.parametrize(("tokens", "steps"), [(3, 20), (9, 20), (10, 10), (17, 10), (18, 4), (32, 4)])
def test_a_sweep_is_as_fine_as_is_computed_fast(
    client: TestClient, without: TestClient, tokens: int, steps: int
) -> None:
    query = {"sentence": " ".join(["dog"] * (tokens - 2))}
    assert got(client, "/sweep", **query)["stops"] == [step / steps for step in range(steps + 1)]
    assert got(without, "/sweep")["stops"] == [0, 0.25, 0.5, 0.75, 1]


def test_precision_rounds_every_number(client: TestClient) -> None:
    answer = got(client, precision=2)
    numbers = [
        answer["cosine"],
        answer["cosine_to_trained"],
        *answer["per_layer_cosine"],
        *answer["per_token"],
    ]
    numbers += [
        answer["verdict"][name] for name in ("per_word_max_abs", "pooled_max_abs", "row_by_row_max_abs")
    ]
    assert all(number == round(number, 2) for number in numbers)


def test_limits_are_counted_in_the_models_tokens(client: TestClient) -> None:
    assert len(got(client, sentence=" ".join(["dog"] * 30))["tokens"]) == 32
    assert rule(client, "sentence", sentence=" ".join(["dog"] * 31)) == "must have 1 to 30 words, has 31"
    assert "[CLS]" not in rule(client, "sentence", sentence=" ")
    # 12 words, yet too many pieces.
    german = " ".join(["Donaudampfschifffahrt"] * 12)
    reason = rule(client, "sentence", sentence=german)
    assert reason.startswith(
        "may have at most 32 tokens as the model cuts it, [CLS] and [SEP] included; has "
    )
    assert int(reason.rpartition(" ")[2]) > 100
    assert "at most 40 characters" in rule(client, "sentence", sentence="x" * 41)
    assert "höchstens 32 Token" in rule(client, "sentence", sentence=german, lang="de")


def test_a_sweep_is_bounded_as_a_whole(client: TestClient) -> None:
    sentence = " ".join(["dog"] * 30)
    twelve, thirteen = (",".join(str(step / 20) for step in range(count)) for count in (12, 13))
    assert len(got(client, "/sweep", sentence=sentence, stops=twelve)["frames"]) == 12
    reason = rule(client, "stops", "/sweep", sentence=sentence, stops=thirteen)
    assert reason == "stops × tokens may be at most 384, asked for 416"
    assert "at most 21 entries" in rule(client, "stops", "/sweep", stops=",".join(["0"] * 22))
    assert len(got(client, "/sweep", stops=",".join(str(step / 20) for step in range(21)))["frames"]) == 21


@pytest.mark.parametrize(
    ("parameter", "query", "reason"),
    [
        ("positions", {"positions": "yes"}, "must be one of: on, off, shuffled"),
        ("order", {"order": "0,1"}, "must name each of the places 0…2 once"),
        ("order", {"order": "a"}, "must be a whole number"),
        ("strength", {"strength": 1.5}, "must be at most 1"),
        ("strength", {"strength": "NaN"}, "must be finite: NaN and Infinity are refused"),
        ("mask", {"mask": "causal"}, "there is no such parameter here"),
    ],
)
def test_refusals(client: TestClient, parameter: str, query: dict[str, Any], reason: str) -> None:
    assert rule(client, parameter, **query) == reason


def test_refusals_of_stops(client: TestClient) -> None:
    assert rule(client, "stops", "/sweep", stops="0,2") == "must be at most 1"
    assert rule(client, "stops", "/sweep", stops="0,x") == "must be a number"
    assert rule(client, "x", "/pairs", x="1") == "there is no such parameter here"


def test_strange_words_are_no_fault(client: TestClient) -> None:
    answer = got(client, sentence="\u200b 🙂 [SEP] [MASK]")
    assert answer["tokens"] == ["[CLS]", "[UNK]", "[", "sep", "]", "[", "mask", "]", "[SEP]"]
    assert answer["token_words"] == [None, 1, 2, 2, 2, 3, 3, 3, None]
    nothing = got(client, sentence="\u200b")
    assert nothing["tokens"] == ["[CLS]", "[SEP]"]
    assert nothing["verdict"]["invariant"] is True


@pytest.mark.parametrize(
    ("lang", "title", "detail"),
    [
        ("en", "The model is busy", "Ask again in 2 seconds."),
        ("de", "Das Modell ist beschäftigt", "Bitte in 2 Sekunden noch einmal fragen."),
    ],
)
def test_a_busy_model_says_when_to_ask_again(settings: Settings, lang: str, title: str, detail: str) -> None:
    gate = Gate(waiting=0, timeout=3600)
    model = RealModel(settings.model_dir, settings.model_file, gate)
    with TestClient(create_app(settings, model=model)) as client:
        with gate.turn():
            answer = client.get(PATH, params={"lang": lang})
            # Others are served as ever.
            assert client.get("/api/word-order").status_code == client.get(f"{PATH}/pairs").status_code == 200
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "2"
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["cache-control"] == "no-store"
        assert "etag" not in answer.headers
        problem = answer.json()
        assert problem["type"] == "urn:posenc:model-busy"
        assert problem["title"] == title
        assert problem["detail"].endswith(detail)
        assert client.get(PATH).status_code == 200


def test_who_waits_is_served(settings: Settings) -> None:
    gate = Gate(waiting=8, timeout=60)
    model = RealModel(settings.model_dir, settings.model_file, gate)
    with TestClient(create_app(settings, model=model)) as client, ThreadPoolExecutor(4) as pool:
        with gate.turn():
            asked = [pool.submit(client.get, PATH, params={"strength": step / 4}) for step in range(4)]
        assert [answer.result().status_code for answer in asked] == [200] * 4


def test_without_the_model_ten_pairs_are_answered_from_files(without: TestClient, client: TestClient) -> None:
    listed = got(without, "/pairs")
    ModelPairsAnswer.model_validate(listed)
    assert listed["source"] == "committed"
    assert got(client, "/pairs") == {**listed, "source": "computed"}
    assert len(listed["pairs"]) == 10
    for pair in listed["pairs"]:
        query = {"sentence": pair["sentence"], "order": ",".join(map(str, pair["order"]))}
        for positions in ("on", "off", "shuffled"):
            kept = got(without, **query, positions=positions)
            ModelAnswer.model_validate(kept)
            assert kept["source"] == "committed"
            made = got(client, **query, positions=positions)
            assert kept["cosine"] == pytest.approx(made["cosine"], abs=1e-5)
            same = ("parameters", "tokens", "permuted_tokens", "token_words", "position_rows")
            assert {name: kept[name] for name in same} == {name: made[name] for name in same}
        swept = got(without, "/sweep", **query)
        ModelSweepAnswer.model_validate(swept)
        assert len(swept["frames"]) == 5


@pytest.mark.parametrize(
    ("path", "query"),
    [("", {"sentence": "man bites dog"}), ("", {"order": "0,2,1"}), ("/sweep", {"stops": "0,0.3"})],
)
@pytest.mark.parametrize(
    ("lang", "title"),
    [
        ("en", "The pretrained model is not available on this server"),
        ("de", "Das vortrainierte Modell steht auf diesem Server nicht zur Verfügung"),
    ],
)
def test_without_the_model_other_questions_say_how_to_install_it(
    without: TestClient, path: str, query: dict[str, str], lang: str, title: str
) -> None:
    answer = without.get(PATH + path, params={**query, "lang": lang})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["content-language"] == lang
    assert "retry-after" not in answer.headers
    problem = answer.json()
    assert problem["type"] == "urn:posenc:model-missing"
    assert problem["title"] == title
    assert "uv sync --extra model" in problem["detail"]
    assert "/api/real-model/pairs" in problem["detail"]


def test_limits_hold_without_the_model_too(without: TestClient) -> None:
    assert "at most 32 tokens" in rule(without, "sentence", sentence=" ".join(["Donaudampfschifffahrt"] * 12))
    assert rule(without, "order", order="0,0,1") == "must name each of the places 0…2 once"


def test_installing_the_model_makes_cached_answers_stale(without: TestClient, client: TestClient) -> None:
    tag = without.get(PATH).headers["etag"]
    assert without.get(PATH, headers={"If-None-Match": tag}).status_code == 304
    assert client.get(PATH, headers={"If-None-Match": tag}).status_code == 200


def test_every_problem_is_described(client: TestClient) -> None:
    described = client.get("/openapi.json").json()["paths"]
    for path in (PATH, f"{PATH}/sweep"):
        assert {"200", "404", "422", "503"} <= described[path]["get"]["responses"].keys()
    assert client.head(PATH).status_code == 200
