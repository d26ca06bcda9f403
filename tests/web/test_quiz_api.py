import pytest
from fastapi.testclient import TestClient

from app.quiz import QUESTIONS


def test_the_list_holds_no_answers(client: TestClient) -> None:
    answer = client.get("/api/quiz", params={"lang": "de"})
    assert answer.headers["content-language"] == "de"
    questions = answer.json()["questions"]
    assert [question["id"] for question in questions] == [question.id for question in QUESTIONS]
    assert all({"answer", "explanation"}.isdisjoint(question) for question in questions)
    assert questions[0]["prompt"].startswith("Keine Positionen")


def test_plots_of_mistakes_can_be_asked_for(client: TestClient) -> None:
    paths = [path for question in QUESTIONS for path in question.plots]
    assert len(paths) == 4
    for path in paths:
        assert client.get(f"/api{path}", params={"seq_len": 4, "d_model": 4}).json()["shape"] == [4, 4]


@pytest.mark.parametrize(("lang", "number"), [("en", "0.417523"), ("de", "0,417523")])
def test_an_answer_is_judged_and_explained_in_the_readers_format(
    client: TestClient, lang: str, number: str
) -> None:
    right = client.get("/api/quiz/mask", params={"answer": "no", "lang": lang}).json()
    assert right["right"] is True
    assert number in right["explanation"]
    wrong = client.get("/api/quiz/mask", params={"answer": "yes", "lang": lang}).json()
    assert wrong["right"] is False
    assert wrong["answer"] == "no"
    assert wrong["explanation"] == right["explanation"]


@pytest.mark.parametrize(
    ("path", "answer"), [("mask", "perhaps"), ("rises", "six"), ("rises", "nan"), ("rises", "1e13")]
)
def test_what_is_no_answer_is_refused(client: TestClient, path: str, answer: str) -> None:
    refused = client.get(f"/api/quiz/{path}", params={"answer": answer})
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["parameter"] == "answer"
    assert client.get(f"/api/quiz/{path}").status_code == 422
    assert client.get("/api/quiz/nothing", params={"answer": "1"}).status_code == 404


def test_a_number_is_judged(client: TestClient) -> None:
    assert client.get("/api/quiz/rises", params={"answer": 6}).json()["right"] is True
    assert client.get("/api/quiz/rises", params={"answer": 5}).json()["right"] is False
    assert client.get("/api/quiz/slowest", params={"answer": 47_000}).json()["right"] is True
