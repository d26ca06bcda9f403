"""The right answers, from sources that are not our kernels: golden values, papers, arithmetic."""

import math
from typing import Any

import pytest

from app.encodings.registry import Registry
from app.quiz import QUESTIONS, Question, Solution
from app.web.sections import FIGURES

BY_ID = {question.id: question for question in QUESTIONS}


def answers(golden: dict[str, Any]) -> dict[str, str | float]:
    signs = golden["sign_changes_pos1..100_d512"]
    score = golden["rope_score_q1234_k(.5,-1,2,.25)"]
    same = score["interleaved m-n=3 (5,2)"] == score["interleaved (103,100)"]
    swapped = score["interleaved m-n=-3 (2,5)"] == score["interleaved m-n=3 (5,2)"]
    return {
        "bag": "nothing" if golden["dog_bites_man"]["no_PE_full mean-pooled diff"] == 0 else "something",
        "mask": "no" if golden["dog_bites_man"]["no_PE_causal: per-word max diff"] > 0 else "yes",
        "fastest": "left" if signs["dim0"] > signs["dim510"] else "right",
        "slowest": 2 * math.pi * 10_000 ** (62 / 64),
        "rises": golden["first_offset_where_the_dot_product_rises"]["d64"],
        "base": "more",  # 2π · 100^(2i/64) ≤ 64 holds for i ≤ 16, 2π · 10000^(2i/64) ≤ 64 for i ≤ 8
        "end": 511,  # the model card: 512 positions
        "scores": "shift" if same and not swapped else "both" if same else "none",
        "slopes": golden["alibi_slopes"]["8"][0],
        "patches": golden["vit_tokens"]["224x320/16"]["with_cls"],
        "exponent": "left",  # as the question names its plots
        "cosine": "right",
    }


def test_every_right_answer_is_what_other_sources_say(golden: dict[str, Any], registry: Registry) -> None:
    expected = answers(golden)
    assert expected.keys() == BY_ID.keys()
    for name, answer in expected.items():
        right = answer if isinstance(answer, str) else pytest.approx(answer, rel=1e-9)
        assert BY_ID[name].solve(registry).answer == right, name


def test_the_numbers_of_the_explanations(golden: dict[str, Any], registry: Registry) -> None:
    numbers = {name: question.solve(registry).numbers for name, question in BY_ID.items()}
    assert numbers["mask"]["difference"][0] == pytest.approx(0.417523, abs=1e-6)
    signs = golden["sign_changes_pos1..100_d512"]
    assert (numbers["fastest"]["first"][0], numbers["fastest"]["last"][0]) == (signs["dim0"], signs["dim510"])
    # Pairs whose wavelength is at most 64: i ≤ 32 · log(64 / 2π) / log(base).
    for name, base in (("before", 10_000), ("after", 100)):
        pairs = math.floor(32 * math.log(64 / (2 * math.pi)) / math.log(base)) + 1
        assert numbers["base"][name][0] == pairs
    assert numbers["slopes"]["last"][0] == golden["alibi_slopes"]["8"][-1]
    # The right rows have the norm √(64/2); the wrong ones wander.
    assert numbers["cosine"]["least"][0] < math.sqrt(32) - 0.1
    assert numbers["cosine"]["most"][0] > math.sqrt(32) + 0.1


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_a_question_has_an_answer_among_its_options_and_a_figure(
    question: Question, registry: Registry
) -> None:
    solution = question.solve(registry)
    if question.options:
        assert solution.answer in {option.value for option in question.options}
    else:
        assert isinstance(solution.answer, (int, float))
    assert bool(question.figure) != bool(question.plots)
    assert not question.figure or question.figure in FIGURES
    assert question.explanation.format(**dict.fromkeys(solution.numbers, ""))


def test_a_number_is_right_within_its_tolerance_only() -> None:
    about = Solution(100.0, tolerance=0.01)
    assert about.accepts(99.0) and about.accepts(101.0)
    assert not about.accepts(98.9)
    assert not about.accepts("100")
    assert Solution(6).accepts(6.0)
    assert not Solution(6).accepts(7)
    assert not Solution("left").accepts("right")


def test_all_kinds_of_question_are_there() -> None:
    assert {question.kind for question in QUESTIONS} == {"use", "predict", "mistake"}
    assert len(QUESTIONS) >= 10
