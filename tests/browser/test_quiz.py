from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.quiz import QUESTIONS
from tests.browser.conftest import Visitor
from tests.browser.figures import painted

PAGE = "/{lang}/figures/quiz"


def give(page: Page, lang: str, question: Any, answer: str | float) -> None:
    box = page.locator(f"[data-question={question.id}]")
    if question.options:
        box.locator(f"input[value={answer}] + span").click()
    else:
        text = f"{answer:,}" if lang == "en" else f"{answer:,}".translate(str.maketrans(",.", ".,"))
        box.locator("input[type=text]").fill(text)
    box.get_by_role("button").first.click()


def test_every_question_can_be_answered_rightly(visit: Visitor, registry: Any, lang: str) -> None:
    page = visit().open(PAGE.format(lang=lang))
    painted(page, "quiz", 0)
    for question in QUESTIONS:
        give(page, lang, question, question.solve(registry).answer)
        box = page.locator(f"[data-question={question.id}]")
        expect(box).to_have_attribute("data-right", "true")
        expect(box.locator("[data-part=result]")).to_contain_text({"en": "Right.", "de": "Richtig."}[lang])
    expect(page.locator("#quiz-now")).to_contain_text(f"{len(QUESTIONS)} ")
    page.locator("[data-part=restart]").click()
    expect(page.locator("[data-right]")).to_have_count(0)


def test_a_wrong_answer_gets_a_second_look_and_then_the_answer(visit: Visitor) -> None:
    page = visit().open(PAGE.format(lang="en"))
    painted(page, "quiz", 0)
    box = page.locator("[data-question=rises]")
    box.get_by_role("button", name="Check").click()
    expect(box.locator("[data-part=result]")).to_have_text("Write a number, please.")
    box.locator("input").fill("5")
    box.get_by_role("button", name="Check").click()
    expect(box.locator("[data-part=result]")).to_contain_text("Not yet.")
    box.get_by_role("button", name="Show the answer").click()
    expect(box.locator("[data-part=result]")).to_contain_text("At offset 6")
    guess = page.locator("[data-question=mask]")
    guess.get_by_role("button", name="Check").click()
    expect(guess.locator("[data-part=result]")).to_have_text("Choose an answer first.")
    guess.locator("input[value=yes] + span").click()
    guess.get_by_role("button", name="Check").click()
    expect(guess.locator("[data-part=result]")).to_contain_text("0.417523")


def test_the_plots_are_what_the_api_sends(visit: Visitor, address: str) -> None:
    page = visit().open(PAGE.format(lang="en"))
    painted(page, "quiz", 0)
    boxes = page.locator("[data-plot]")
    assert boxes.count() == 4
    for k in range(boxes.count()):
        path = boxes.nth(k).get_attribute("data-plot")
        page.wait_for_function(
            "k => document.querySelectorAll('[data-plot]')[k].dataset.settled !== undefined", arg=k
        )
        shown = page.evaluate("k => document.querySelectorAll('[data-plot] .plot')[k].data[0].z", k)
        query: dict[str, str | float | bool] = {"seq_len": 64, "d_model": 64, "precision": 4}
        assert shown == page.request.get(f"{address}/api{path}", params=query).json()["values"]


def test_progress_is_kept_only_if_asked_for(visit: Visitor) -> None:
    page = visit().open(PAGE.format(lang="en"))
    painted(page, "quiz", 0)
    box = page.locator("[data-question=bag]")
    box.locator("input[value=nothing] + span").click()
    box.get_by_role("button", name="Check").click()
    expect(box).to_have_attribute("data-right", "true")
    assert page.evaluate("() => localStorage.getItem('quiz')") is None
    page.reload()
    painted(page, "quiz", 0)
    expect(page.locator("[data-right]")).to_have_count(0)

    page.locator("[data-part=keep]").check()
    box.locator("input[value=nothing] + span").click()
    box.get_by_role("button", name="Check").click()
    expect(box).to_have_attribute("data-right", "true")
    page.reload()
    expect(page.locator("[data-question=bag]")).to_have_attribute("data-right", "true")
    page.locator("[data-part=keep]").uncheck()
    assert page.evaluate("() => localStorage.getItem('quiz')") is None


@pytest.mark.parametrize("question", [q for q in QUESTIONS if q.setting], ids=lambda q: q.id)
def test_a_question_opens_its_figure_in_the_right_state(visit: Visitor, question: Any) -> None:
    page = visit().open("/en/")
    painted(page, "quiz", 0)
    page.locator(f"[data-question={question.id}] [data-set]").click()
    assert page.url.endswith(f"#{question.figure}")
    for name, value in question.setting.items():
        page.wait_for_function(
            "([name, value]) => new URLSearchParams(location.search).get(name) === value"
            ' || document.querySelector(`#page-data`).textContent.includes(`"${name}":"${value}"`)',
            arg=[name, value],
        )
