"""Routes of the questions: the list, and the judgement of one answer.

No ``from __future__ import annotations`` here: FastAPI reads the annotations of functions made in closures.
"""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field, create_model

from app.encodings.registry import Registry
from app.i18n import Translate, format_number, translator
from app.quiz import QUESTIONS, Question, Solution
from app.web.api.schemas import JudgementAnswer, QuizAnswer
from app.web.api.wire import Lang, json_response
from app.web.errors import language_of

Number = Annotated[float, Field(ge=-1e12, le=1e12, allow_inf_nan=False)]


class _QuizQuery(BaseModel, frozen=True, extra="forbid"):
    lang: Lang = None


def described(question: Question, translate: Translate) -> dict[str, Any]:
    """Describe a question in one language, without its answer.

    Parameters
    ----------
    question : Question
        Any question.
    translate : callable
        From English to the language wanted.

    Returns
    -------
    dict

    """
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
    """Add the questions.

    Parameters
    ----------
    router : fastapi.APIRouter
        Where the routes go.
    registry : Registry
        What the right answers are computed from.

    """

    def listed(request: Request, query: Annotated[_QuizQuery, Query()]) -> Response:
        lang = language_of(request)
        questions = [described(question, translator(lang)) for question in QUESTIONS]
        return json_response({"questions": questions}, headers=_in_language(lang))

    router.add_api_route(
        "/quiz",
        listed,
        response_model=QuizAnswer,
        summary="Questions to be answered with the figures",
        tags=["lessons"],
    )
    for question in QUESTIONS:
        _add_question(router, registry, question)


def _add_question(router: APIRouter, registry: Registry, question: Question) -> None:
    kind: Any = Literal[*(option.value for option in question.options)] if question.options else Number
    example = question.options[0].value if question.options else 1
    model: Any = create_model(
        f"{question.id.title()}AnswerQuery",
        __base__=_QuizQuery,
        answer=(kind, Field(examples=[example], description="What the reader answers.")),
    )

    def judge(request: Request, query: Any) -> Response:
        lang = language_of(request)
        solution = question.solve(registry)
        body = {
            "id": question.id,
            "right": solution.accepts(query.answer),
            "answer": solution.answer,
            "explanation": explained(question, solution, lang),
        }
        return json_response(body, headers=_in_language(lang))

    judge.__annotations__["query"] = Annotated[model, Query()]
    judge.query_model = model  # type: ignore[attr-defined] # where errors find a parameter's rule
    router.add_api_route(
        f"/quiz/{question.id}",
        judge,
        response_model=JudgementAnswer,
        summary=f"Judge an answer: {question.id}",
        description=question.prompt,
        name=f"quiz-{question.id}",
        tags=["lessons"],
    )


def explained(question: Question, solution: Solution, lang: str) -> str:
    """Return the explanation with the solution's numbers as a language writes them.

    Parameters
    ----------
    question : Question
        Whose explanation.
    solution : Solution
        Its numbers.
    lang : str
        Of the text and the numbers.

    Returns
    -------
    str

    """
    numbers = {
        name: format_number(value, lang, digits).replace("-", "−")
        for name, (value, digits) in solution.numbers.items()
    }
    return translator(lang)(question.explanation).format(**numbers)


def _in_language(lang: str) -> dict[str, str]:
    return {"Content-Language": lang, "Vary": "Accept-Language"}
