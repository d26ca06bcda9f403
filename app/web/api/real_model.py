"""The same switch on a pretrained transformer: ``/api/real-model``."""

from math import ceil
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Response
from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from app.encodings.params import ParameterError, split_numbers
from app.i18n import msg
from app.model.committed import PAIRS, STRENGTHS, NotCommittedError
from app.model.experiment import Comparison
from app.model.gate import BusyError
from app.model.positions import Positions, row_numbers
from app.model.service import MOST_STEPS, MOST_TOKENS, NAME, TIMEOUT_S, WEIGHTS, Question, RealModel
from app.model.tokenizer import CLOSING, OPENING, Cut
from app.web.api.routes import endpoint, refuse_above
from app.web.api.schemas import ModelAnswer, ModelPairsAnswer, ModelSweepAnswer
from app.web.api.wire import LangQuery, Wire, json_response, rounded
from app.web.api.word_order import Order, Strength, order_of, verdict_body
from app.web.errors import PROBLEM_SCHEMA, ProblemError
from app.web.sentences import LONGEST_WORD, words_of

MOST_WORDS = MOST_TOKENS - 2
"""A word is a token or more; two tokens are the model's own."""
MOST_STOPS = 21
FAST_STEPS = 192
"""Strengths × tokens that a sweep computes unasked: half of what may be asked for."""
FAST_STOPS = (*(tuple(step / last for step in range(last + 1)) for last in (20, 10)), STRENGTHS)
"""What it chooses from, the finest first; the last always fits."""

_RETRY = ceil(TIMEOUT_S)

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    404: {
        "description": "The model is not installed here, and there is no committed result for this question.",
        "content": {"application/problem+json": {"schema": PROBLEM_SCHEMA}},
    },
    503: {
        "description": "Too many are waiting for the model; Retry-After says when to ask again.",
        "content": {"application/problem+json": {"schema": PROBLEM_SCHEMA}},
    },
}
_DESCRIPTION = f"""A sentence and the same words in another order go through {NAME}. The verdict compares the
vectors of the tokens after the last layer: each with itself, their mean, and place by place. Differences up
to 1e-5 count as rounding, for the model computes in float32. Pieces move with their word; the opening and the
closing token stay.

The learned rows of the places are added to the tokens (on), left out (off), or dealt out to other places,
always in the same way (shuffled). The model was trained on English in lower case; it cuts words of other
languages into many pieces.

Where it is not installed, ten pairs of sentences are answered from committed results; `source` says which."""


def _checked_sentence(sentence: str) -> str:
    words_of(sentence, MOST_WORDS)
    return sentence


ModelSentence = Annotated[
    str,
    Field(
        max_length=MOST_WORDS * (LONGEST_WORD + 1),
        examples=["dog bites man"],
        description=f"Split at white space; at most {MOST_TOKENS} tokens as the model cuts it.",
    ),
    AfterValidator(_checked_sentence),
]
PositionsChoice = Annotated[
    Positions,
    Field(examples=["off"], description="Which learned row every place gets: its own, none, or another's."),
]
Stops = Annotated[
    Annotated[tuple[Strength, ...], Field(min_length=1, max_length=MOST_STOPS)] | None,
    BeforeValidator(split_numbers),
    WithJsonSchema(
        {"type": "string", "pattern": r"^[^,]+(,[^,]+)*$", "examples": ["0,0.5,1"]}, mode="validation"
    ),
    Field(
        description="Strengths from 0 to 1, separated by commas. By default evenly from 0 to 1, as many as "
        "are computed fast: 21 for up to 9 tokens, 11 for up to 17, else 5; also 5 without the model."
    ),
]


class SentenceQuery(Wire):
    """What the model is asked, whatever the strength."""

    sentence: ModelSentence = "dog bites man"
    order: Order = None
    positions: PositionsChoice = "on"


class ModelSweepQuery(SentenceQuery):
    """What the model is asked, at several strengths."""

    stops: Stops = None


class ModelQuery(SentenceQuery):
    """What the model is asked, at one strength."""

    strength: Strength = 1.0


def add_real_model(router: APIRouter, model: RealModel) -> None:
    """Add the questions to the model, and the list of those that are answered without it."""

    def single(query: ModelQuery) -> Response:
        cut, question = _question(model, query, (query.strength,))
        found = _compare(model, question)[0]
        head = _head(model, cut, question, strength=query.strength)
        return json_response({**head, **_frame(found, query.precision)})

    def sweep(query: ModelSweepQuery) -> Response:
        cut, question = _question(model, query, query.stops)
        frames = [_frame(found, query.precision) for found in _compare(model, question)]
        body = {"axis": "strength", "stops": list(question.strengths), "frames": frames}
        return json_response({**_head(model, cut, question), **body})

    def pairs(_: LangQuery) -> Response:
        listed = [
            {
                "lang": pair.lang,
                "sentence": pair.sentence,
                "order": pair.order,
                "permuted": " ".join(pair.words[word] for word in pair.order),
            }
            for pair in PAIRS
        ]
        return json_response({**_source(model), "strengths": STRENGTHS, "pairs": listed})

    router.add_api_route(
        "/real-model",
        endpoint(ModelQuery, single),
        response_model=ModelAnswer,
        responses=_PROBLEMS,
        summary="The same switch on a pretrained transformer",
        description=_DESCRIPTION,
        name="real-model",
        tags=["attention"],
    )
    router.add_api_route(
        "/real-model/sweep",
        endpoint(ModelSweepQuery, sweep),
        response_model=ModelSweepAnswer,
        responses=_PROBLEMS,
        summary="The same at several strengths of the positions",
        description=f"One frame a strength. Strengths × tokens may be at most {MOST_STEPS}.",
        name="real-model-sweep",
        tags=["attention"],
    )
    router.add_api_route(
        "/real-model/pairs",
        endpoint(LangQuery, pairs),
        response_model=ModelPairsAnswer,
        summary="The pairs of sentences that are answered without the model, too",
        name="real-model-pairs",
        tags=["attention"],
    )


def _question(
    model: RealModel, query: SentenceQuery, strengths: tuple[float, ...] | None
) -> tuple[Cut, Question]:
    """Check what single bounds cannot: how the model cuts the words, and how much work that makes."""
    words = tuple(words_of(query.sentence, MOST_WORDS))
    order = order_of(query.order, len(words))
    cut = model.cut(words)
    if len(cut) > MOST_TOKENS:
        raise ParameterError(
            {"sentence": query.sentence},
            msg(
                "may have at most {most} tokens as the model cuts it, {opening} and {closing} included; "
                "has {tokens}"
            ),
            most=MOST_TOKENS,
            opening=OPENING,
            closing=CLOSING,
            tokens=len(cut),
        )
    strengths = strengths or _fast_stops(model, len(cut))
    refuse_above(MOST_STEPS, len(strengths) * len(cut), "stops × tokens", {"stops": len(strengths)})
    return cut, Question(words, order, query.positions, strengths)


def _fast_stops(model: RealModel, tokens: int) -> tuple[float, ...]:
    if model.source == "committed":
        return STRENGTHS
    return next(stops for stops in FAST_STOPS if len(stops) * tokens <= FAST_STEPS)


def _compare(model: RealModel, question: Question) -> tuple[Comparison, ...]:
    try:
        return model.compare(question)
    except BusyError as error:
        raise ProblemError(
            503,
            "urn:posenc:model-busy",
            msg("The model is busy"),
            msg(
                "It computes one answer at a time, and too many are waiting. Ask again in {seconds} seconds."
            ),
            {"seconds": _RETRY},
            headers={"Retry-After": str(_RETRY)},
        ) from error
    except NotCommittedError as error:
        raise ProblemError(
            404,
            "urn:posenc:model-missing",
            msg("The pretrained model is not available on this server"),
            msg(
                "Only the results for {pairs} pairs of sentences at the strengths {strengths} are kept here; "
                "{path} lists them. With the extra “model” installed ({command}), any sentence can be tried."
            ),
            {
                "pairs": len(PAIRS),
                "strengths": ", ".join(f"{strength:g}" for strength in STRENGTHS),
                "path": "/api/real-model/pairs",
                "command": "uv sync --extra model",
            },
        ) from error


def _head(model: RealModel, cut: Cut, question: Question, **parameters: float) -> dict[str, Any]:
    moved = cut.reordered(question.order)
    return {
        **_source(model),
        "parameters": {
            "sentence": " ".join(question.words),
            "order": question.order,
            "positions": question.positions,
            **parameters,
        },
        "tokens": cut.tokens,
        "permuted_tokens": [cut.tokens[token] for token in moved],
        "token_words": cut.words,
        "permuted_token_words": [cut.words[token] for token in moved],
        "position_rows": row_numbers(question.positions, len(cut)),
    }


def _source(model: RealModel) -> dict[str, Any]:
    return {"model": NAME, "weights": WEIGHTS, "source": model.source}


def _frame(found: Comparison, precision: int | None) -> dict[str, Any]:
    def short(*values: float) -> Any:
        return rounded(np.array(values), precision).tolist()

    return {
        "cosine": short(found.cosine)[0],
        "per_layer_cosine": short(*found.per_layer_cosine),
        "cosine_to_trained": short(found.cosine_to_trained)[0],
        "per_token": short(*found.verdict.per_word),
        "verdict": verdict_body(found.verdict, precision),
    }
