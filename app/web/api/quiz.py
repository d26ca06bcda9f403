"""Routes of the questions: the list, and the judgement of one answer."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import Field, create_model

from app.encodings.registry import Registry
from app.i18n import Translate, format_number, translator
from app.quiz import QUESTIONS, Question, Solution
from app.web.api.routes import localised
from app.web.api.schemas import JudgementAnswer, QuizAnswer
from app.web.api.wire import LangQuery

Number = Annotated[float, Field(ge=-1e12, le=1e12, allow_inf_nan=False)]


def described(question: Question, translate: Translate) -> dict[str, Any]:
    """Describe a question in one language, without its answer."""
    return {
        "id": question.id,
        "kind": question.kind,
        "prompt": translate(question.prompt),
        "options": [{"value": option.value, "label": translate(option.label)} for option in question.options],
        "unit": translate(question.unit),
        "figure": question.figure,
        "setting": dict(question.setting),
        "plots": list(question.plots),
    }


def add_quiz(router: APIRouter, registry: Registry) -> None:
    """Add the questions."""

    def listed(_: Any, lang: str) -> dict[str, Any]:
        return {"questions": [described(question, translator(lang)) for question in QUESTIONS]}

    router.add_api_route(
        "/quiz",
        localised(LangQuery, listed),
        response_model=QuizAnswer,
        summary="Questions to be answered with the figures",
        name="listed",
        tags=["lessons"],
    )
    for question in QUESTIONS:
        _add_question(router, registry, question)


def _add_question(router: APIRouter, registry: Registry, question: Question) -> None:
    kind: Any = Literal[*(option.value for option in question.options)] if question.options else Number
    example = question.options[0].value if question.options else 1
    model = create_model(
        f"{question.id.title()}AnswerQuery",
        __base__=LangQuery,
        answer=(kind, Field(examples=[example], description="What the reader answers.")),
    )

    def judged(query: Any, lang: str) -> dict[str, Any]:
        solution = question.solve(registry)
        return {
            "id": question.id,
            "right": solution.accepts(query.answer),
            "answer": solution.answer,
            "explanation": explained(question, solution, lang),
        }

    router.add_api_route(
        f"/quiz/{question.id}",
        localised(model, judged),
        response_model=JudgementAnswer,
        summary=f"Judge an answer: {question.id}",
        description=question.prompt,
        name=f"quiz-{question.id}",
        tags=["lessons"],
    )


def explained(question: Question, solution: Solution, lang: str) -> str:
    """Return the explanation with the solution's numbers as a language writes them."""
    numbers = {
        name: format_number(value, lang, digits).replace("-", "−")
        for name, (value, digits) in solution.numbers.items()
    }
    return translator(lang)(question.explanation).format(**numbers)
