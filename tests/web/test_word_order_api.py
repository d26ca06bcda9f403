from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

PATH = "/api/word-order"


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


@pytest.mark.parametrize("sentence", ["dog bites man", "Hund beißt Mann"])
def test_dog_bites_man(client: TestClient, golden: dict[str, Any], sentence: str) -> None:
    known = golden["dog_bites_man"]
    bag = got(client, sentence=sentence, order="2,1,0", encoding="none", mask="none", strength=1)
    assert bag["tokens"] == sentence.split()
    assert bag["permuted_tokens"] == sentence.split()[::-1]
    assert bag["verdict"]["equivariant"] is bag["verdict"]["invariant"] is True
    assert bag["verdict"]["per_word_max_abs"] == pytest.approx(0, abs=1e-12)
    assert bag["verdict"]["row_by_row_max_abs"] == pytest.approx(
        known["no_PE_full: row-by-row max diff"], abs=1e-6
    )
    causal = got(client, sentence=sentence, mask="causal")
    assert causal["verdict"]["per_word_max_abs"] == pytest.approx(
        known["no_PE_causal: per-word max diff"], abs=1e-6
    )
    placed = got(client, sentence=sentence, encoding="sinusoidal")
    assert placed["verdict"]["per_word_max_abs"] == pytest.approx(
        known["PE_full: per-word max diff"], abs=1e-6
    )
    assert placed["verdict"]["pooled_max_abs"] == pytest.approx(
        known["PE_full mean-pooled max diff"], abs=1e-6
    )
    assert placed["verdict"]["equivariant"] is placed["verdict"]["invariant"] is False
    assert max(placed["per_word"]) == placed["verdict"]["per_word_max_abs"]
    assert placed["parameters"]["base"] == 10_000


def test_masked_cells_are_null_in_both_orders(client: TestClient) -> None:
    answer = got(client, mask="causal", precision=3)
    for name in ("attention", "permuted_attention"):
        for i, row in enumerate(answer[name]):
            assert [cell is None for cell in row] == [j > i for j in range(3)]
            assert sum(cell or 0 for cell in row) == pytest.approx(1, abs=2e-3)


def test_the_order_says_which_word_stands_where(client: TestClient) -> None:
    answer = got(client, sentence="a b c", order="1,2,0")
    assert answer["permuted_tokens"] == ["b", "c", "a"]
    np.testing.assert_allclose(answer["permuted_outputs"], np.array(answer["outputs"])[[1, 2, 0]])


def test_repeated_words_keep_their_own_rows(client: TestClient) -> None:
    answer = got(client, sentence="the dog the dog", encoding="sinusoidal", order="2,3,0,1")
    assert answer["tokens"] == ["the", "dog", "the", "dog"]
    assert len(answer["attention"]) == 4
    assert answer["outputs"][0] != answer["outputs"][2]
    # Swapping equal words is no change at all.
    assert answer["verdict"]["row_by_row_max_abs"] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("encoding", ["index", "binary", "sinusoidal", "rope", "alibi", "t5"])
def test_strength_zero_brings_the_failure_back(client: TestClient, encoding: str) -> None:
    # Not the reverse order: it keeps every distance, so ALiBi without a mask cannot see it.
    off = got(client, encoding=encoding, order="1,0,2", strength=0)["verdict"]
    on = got(client, encoding=encoding, order="1,0,2", strength=1)["verdict"]
    assert off["equivariant"] is True
    assert on["equivariant"] is False


def test_options_of_the_encoding_count(client: TestClient) -> None:
    query: dict[str, Any] = {"encoding": "rope", "sentence": "one two three four"}
    seen = [
        got(client, **query, **option)["verdict"]["per_word_max_abs"]
        for option in ({}, {"base": 50}, {"pairing": "half"})
    ]
    assert len(set(seen)) == 3
    # Scores depend on distances only, so where the sentence starts changes nothing for RoPE …
    assert got(client, **query, start=1000)["verdict"]["per_word_max_abs"] == pytest.approx(seen[0], abs=1e-9)
    # … but it does for what is added.
    query["encoding"] = "sinusoidal"
    moved = got(client, **query, start=2)["verdict"]["per_word_max_abs"]
    assert abs(moved - got(client, **query)["verdict"]["per_word_max_abs"]) > 1e-3


def test_the_real_table_needs_wide_vectors(client: TestClient) -> None:
    assert "384" in rule(client, "embeddings", encoding="learned")
    answer = got(client, encoding="learned", embeddings="wide")
    assert len(answer["outputs"][0]) == 384
    assert answer["verdict"]["equivariant"] is False
    assert "0…511" in rule(client, "start", encoding="learned", embeddings="wide", start=512)
    assert "0…511" in rule(client, "seq_len", encoding="learned", embeddings="wide", start=511)


def test_one_word(client: TestClient) -> None:
    answer = got(client, sentence="dog")
    assert answer["attention"] == [[1.0]]
    assert answer["verdict"]["invariant"] is True


def test_limits_of_the_sentence(client: TestClient) -> None:
    assert got(client, sentence=" ".join(["word"] * 12))["order"] == list(range(11, -1, -1))
    assert "1 to 12 words, has 13" in rule(client, "sentence", sentence=" ".join(["w"] * 13))
    assert "has 0" in rule(client, "sentence", sentence=" ")
    assert got(client, sentence="x" * 40)["tokens"] == ["x" * 40]
    assert "at most 40 characters" in rule(client, "sentence", sentence="x" * 41)
    assert "at most 984 characters" in rule(client, "sentence", sentence="x " * 600)


@pytest.mark.parametrize("order", ["0,0,1", "0,1", "0,1,2,3", "1,2,3", "-1,0,1"])
def test_an_order_is_a_permutation(client: TestClient, order: str) -> None:
    assert rule(client, "order", order=order) == "must name each of the places 0…2 once"


def test_other_refusals(client: TestClient) -> None:
    assert rule(client, "order", order="a,b,c") == "must be a whole number"
    assert rule(client, "base", base=5) == "the encoding none has no such parameter"
    assert "none, index, binary, sinusoidal" in rule(client, "encoding", encoding="quantum")
    assert rule(client, "strength", strength="NaN").startswith("must be finite")
    assert rule(client, "strength", strength=1.5) == "must be at most 1"
    assert rule(client, "base", encoding="rope", base=1) == "must be greater than 1"
    assert rule(client, "pairing", encoding="rope", pairing="x") == "must be one of: interleaved, half"
    assert rule(client, "seq_len", seq_len=3) == "there is no such parameter here"


@pytest.mark.parametrize("encoding", ["sincos2d", "patches_learned"])
def test_an_image_is_not_a_sentence(client: TestClient, encoding: str) -> None:
    reason = rule(client, "encoding", encoding=encoding)
    assert reason.startswith(f"{encoding} does not encode the places of a sentence but patch × dim")
    assert reason.endswith("none, index, binary, sinusoidal, learned, rope, alibi, t5")


def test_biases_enter_the_scores(client: TestClient) -> None:
    plain = np.array(got(client)["attention"])
    gentle = np.array(got(client, encoding="alibi", slope=0.1)["attention"])
    steep = np.array(got(client, encoding="alibi", slope=4)["attention"])
    # A steep price on distance leaves each word with little but itself.
    assert (np.diag(plain) < np.diag(gentle)).all()
    assert (np.diag(gentle) < np.diag(steep)).all()
    heads = [got(client, encoding="t5", head=head)["attention"] for head in range(12)]
    assert len({str(weights) for weights in heads}) == 12
    # Head 6 of the real bias looks at the previous word.
    assert np.argmax(np.array(heads[6])[1:], axis=1).tolist() == [0, 1]
    assert rule(client, "head", encoding="t5", head=12) == "must be at most 11"
    assert rule(client, "head", encoding="alibi", head=8) == "must be at most 7: there are 8 heads"
    assert "not both" in rule(client, "slope", encoding="alibi", head=0, slope=1)


def test_alibi_without_a_mask_is_blind_to_reversal(client: TestClient) -> None:
    assert got(client, encoding="alibi", order="2,1,0")["verdict"]["equivariant"] is True
    assert got(client, encoding="alibi", order="2,1,0", mask="causal")["verdict"]["equivariant"] is False


def test_the_two_forms_of_alibi_agree_only_under_a_causal_mask(client: TestClient) -> None:
    def weights(form: str, mask: str) -> Any:
        return got(client, encoding="alibi", slope=0.5, form=form, mask=mask, precision=12)["attention"]

    assert weights("distance", "causal") == weights("column", "causal")
    assert weights("distance", "none") != weights("column", "none")
