"""The word-order demonstration: one sentence, one reordering, attention really computed for both."""

from typing import Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Response
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
    create_model,
)

from app.encodings.params import Parameter, ParameterError, Params, split_numbers
from app.encodings.protocols import Encoding
from app.encodings.registry import Registry
from app.i18n import msg
from app.maths.arrays import FloatArray
from app.maths.attention import Mask, attention
from app.maths.word_order import Verdict, compare_orders
from app.maths.word_vectors import toy_vectors, wide_vectors
from app.web.api.routes import endpoint, head
from app.web.api.schemas import WordOrderAnswer
from app.web.api.wire import Wire, json_response, rounded, rounded_body
from app.web.errors import InvalidParametersError, kernel_rules
from app.web.sentences import LONGEST_WORD, MOST_WORDS, words_of
from app.web.toy_words import in_english

_DECIDED = ("seq_len", "d_model", "positions", "causal")
"""Parameters of an encoding that the sentence, its vectors and the mask decide."""


def _checked_sentence(sentence: str) -> str:
    words_of(sentence)
    return sentence


Sentence = Annotated[
    str,
    Field(
        max_length=MOST_WORDS * (LONGEST_WORD + 1) * 2,
        examples=["dog bites man"],
        description="Up to 12 words of up to 40 characters, split at white space.",
    ),
    AfterValidator(_checked_sentence),
]
Order = Annotated[
    tuple[int, ...] | None,
    BeforeValidator(split_numbers),
    WithJsonSchema({"type": "string", "pattern": r"^\d+(,\d+)*$", "examples": ["2,1,0"]}, mode="validation"),
    Field(
        description="Which word stands at every place of the second sentence; by default the reverse order."
    ),
]

MaskChoice = Annotated[
    Mask,
    Field(examples=["causal"], description="causal: a word sees itself and earlier words only."),
    Parameter(
        label=msg("Mask"),
        help=msg("With a causal mask, a word sees itself and the words before it."),
        choices={"none": msg("no mask"), "causal": msg("causal")},
    ),
]
Strength = Annotated[
    float,
    Field(ge=0, le=1, allow_inf_nan=False, examples=[1], description="From 0, no encoding, to 1."),
    Parameter(
        label=msg("Strength of the positions"),
        help=msg("How much of the encoding reaches the words: 0 is none of it, 1 is all."),
        scale="linear",
        stops=tuple(round(step / 20, 2) for step in range(21)),
    ),
]


class WordOrderWire(Wire):
    """Parameters that do not depend on the encoding."""

    sentence: Sentence = "dog bites man"
    order: Order = None
    encoding: str = "none"
    mask: MaskChoice = "none"
    strength: Strength = 1.0
    embeddings: Annotated[
        Literal["toy", "wide"],
        Field(
            examples=["toy"],
            description="toy: 4 columns, fixed for dog, bites, man; wide: 384 random columns.",
        ),
    ] = "toy"


def add_word_order(router: APIRouter, registry: Registry) -> None:
    """Add attention over a sentence and over its reordering."""
    model = query_model(registry)

    def respond(query: Any) -> Response:
        return json_response(answer(registry, query))

    router.add_api_route(
        "/word-order",
        endpoint(model, respond),
        response_model=WordOrderAnswer,
        summary="Attention over a sentence and over the same words in another order",
        description=(
            "One attention head with Q = K = V = X, where X holds a fixed vector for every word. The verdict "
            "compares the outputs per word (each with itself), pooled (mean over all words) and row by row."
        ),
        name="word-order",
        tags=["attention"],
    )


def query_model(registry: Registry) -> type[WordOrderWire]:
    """Return the model of the query: the common parameters and every option of every encoding.

    An option that was not given is None, so that each encoding keeps its own default.
    """
    encodings = word_order_encodings(registry)
    options: dict[str, Any] = {
        "encoding": (
            Annotated[
                Literal[*registry.ids], Field(examples=[encodings[-1].id], description="How positions enter.")
            ],
            encodings[0].id,
        )
    }
    for encoding in encodings:
        for name in option_names(encoding):
            info = encoding.params_model.model_fields[name]
            own: Any = Annotated[(info.annotation, *info.metadata)]
            described = Field(description=info.description, examples=info.examples)
            bare = TypeAdapter(own).json_schema() | ({"examples": info.examples} if info.examples else {})
            schema = WithJsonSchema(bare, mode="validation")
            # The first encoding that has the option documents it; each checks its own bounds later.
            options.setdefault(name, (Annotated[own | None, schema, described], None))
    return create_model("WordOrderQuery", __base__=WordOrderWire, **options)


def word_order_encodings(registry: Registry) -> tuple[Encoding[Any], ...]:
    """Return the encodings that can be applied to a sentence."""
    return tuple(encoding for encoding in registry if encoding.applies is not None)


def option_names(encoding: Encoding[Any]) -> list[str]:
    """Return the parameters of an encoding that a reader can choose for a sentence."""
    return [name for name in encoding.params_model.model_fields if name not in _DECIDED]


def answer(registry: Registry, query: WordOrderWire) -> dict[str, Any]:
    """Compute attention for a sentence and for its reordering, and compare them."""
    encoding = registry[query.encoding]
    if encoding.applies is None:
        raise ParameterError(
            {"encoding": encoding.id},
            msg("{encoding} does not encode the places of a sentence but {dims}; possible are: {choices}"),
            encoding=encoding.id,
            dims=" × ".join(encoding.dims),
            choices=", ".join(possible.id for possible in word_order_encodings(registry)),
        )
    words = words_of(query.sentence)
    order = order_of(query.order, len(words))
    vectors = toy_vectors if query.embeddings == "toy" else wide_vectors
    x = vectors(in_english(words))
    params = _params_of(registry, encoding, query, x)
    moved = list(order)
    with kernel_rules():
        weights, outputs = _attend(encoding, params, x, query)
        moved_weights, moved_outputs = _attend(encoding, params, x[moved], query)
    verdict = compare_orders(outputs, moved_outputs, order)
    found = {
        "inputs": x,
        "attention": weights,
        "permuted_attention": moved_weights,
        "outputs": outputs,
        "permuted_outputs": moved_outputs,
        "pooled": outputs.mean(axis=0),
        "permuted_pooled": moved_outputs.mean(axis=0),
        "per_word": np.array(verdict.per_word),
    }
    return {
        **head(encoding, params),
        "mask": query.mask,
        "strength": query.strength,
        "embeddings": query.embeddings,
        "order": moved,
        "tokens": words,
        "permuted_tokens": [words[index] for index in order],
        **rounded_body(found, query.precision),
        "verdict": verdict_body(verdict, query.precision),
    }


def order_of(order: tuple[int, ...] | None, words: int) -> tuple[int, ...]:
    """Return the order of the second sentence, and refuse one that is no reordering."""
    if order is None:
        return tuple(reversed(range(words)))
    if sorted(order) != list(range(words)):
        raise ParameterError(
            {"order": ",".join(map(str, order))},
            msg("must name each of the places 0…{last} once"),
            last=words - 1,
        )
    return order


def verdict_body(verdict: Verdict, precision: int | None) -> dict[str, Any]:
    """Return a verdict as the API tells it."""
    maxima = ("per_word_max_abs", "pooled_max_abs", "row_by_row_max_abs")
    numbers = rounded(np.array([getattr(verdict, name) for name in maxima]), precision)
    return {
        **dict(zip(maxima, numbers.tolist(), strict=True)),
        "equivariant": verdict.equivariant,
        "invariant": verdict.invariant,
    }


def _attend(
    encoding: Encoding[Any], params: Params, x: FloatArray, query: WordOrderWire
) -> tuple[FloatArray, FloatArray]:
    inputs = encoding.attention_inputs(x, params, query.strength)
    return attention(inputs.q, inputs.k, inputs.v, query.mask, inputs.bias)


def _params_of(registry: Registry, encoding: Encoding[Any], query: WordOrderWire, x: FloatArray) -> Params:
    own = option_names(encoding)
    given = {
        name: getattr(query, name)
        for name in type(query).model_fields
        if name not in WordOrderWire.model_fields and getattr(query, name) is not None
    }
    foreign = {name: value for name, value in given.items() if name not in own}
    if foreign:
        raise ParameterError(
            foreign, msg("the encoding {encoding} has no such parameter"), encoding=encoding.id
        )
    n, d = x.shape
    if encoding.width not in (None, d):
        raise ParameterError(
            {"embeddings": query.embeddings},
            msg("the table of {encoding} has {width} columns, the word vectors {d}: choose embeddings=wide"),
            encoding=encoding.id,
            width=encoding.width,
            d=d,
        )
    sizes = {"seq_len": n, "d_model": d}
    fitting = {name: size for name, size in sizes.items() if name in encoding.params_model.model_fields}
    try:
        return encoding.params_model(**given, **fitting)
    except ValidationError as error:
        raise InvalidParametersError(error.errors(), encoding.params_model) from error
