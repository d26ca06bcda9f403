"""Word plus position: the sum that a Transformer's first layer receives, taken apart."""

from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np
from fastapi import APIRouter
from pydantic import model_validator

from app.encodings.params import (
    Base,
    ColumnLayout,
    EmbeddingScale,
    FrequencyVariant,
    ParameterError,
    Params,
    Positions,
    Width,
)
from app.encodings.registry import Registry
from app.encodings.sinusoidal import SinusoidalParams
from app.i18n import msg
from app.maths.addition import angles_between, read_back, score_terms
from app.maths.word_vectors import wide_vectors
from app.web.api.routes import add_numbers
from app.web.api.schemas import SumAnswer
from app.web.api.word_order import Sentence, Strength
from app.web.errors import kernel_rules
from app.web.sentences import words_of
from app.web.toy_words import in_english


class SumParams(Params):
    """A few words, where they stand, and how the two are added."""

    sentence: Sentence = "dog bites man"
    positions: Positions = None
    strength: Strength = 1.0
    embedding_scale: EmbeddingScale = "sqrt_d"
    d_model: Width = 64
    base: Base = 10_000.0
    layout: ColumnLayout = "interleaved"
    variant: FrequencyVariant = "paper"

    @model_validator(mode="after")
    def _a_position_a_word(self) -> "SumParams":
        count = len(words_of(self.sentence))
        if self.positions is not None and len(self.positions) != count:
            raise ParameterError(
                {"positions": ",".join(f"{pos:g}" for pos in self.positions)},
                msg("must be one for each of the {count} words"),
                count=count,
            )
        return self


def add_sum(router: APIRouter, registry: Registry) -> None:
    """Add the sum of words and positions."""
    add_numbers(
        router,
        "/sum",
        SumParams,
        partial(_sum, registry),
        exact={"parameters"},
        response_model=SumAnswer,
        summary="Word plus position: vectors, norms, angles, and the four terms of every score",
        description=(
            "Every word has a vector of length 1 that depends on its spelling alone, times √d_model if "
            "asked for; the sinusoidal row of its position is added. The score of two inputs is their dot "
            "product, (x + p)·(x′ + p′) = x·x′ + x·p′ + p·x′ + p·p′, here without trained weights."
        ),
        tags=["attention"],
    )


def _sum(registry: Registry, params: SumParams) -> dict[str, Any]:
    tokens = words_of(params.sentence)
    places = tuple(float(pos) for pos in params.positions or range(len(tokens)))
    rows = SinusoidalParams(
        positions=places,
        d_model=params.d_model,
        base=params.base,
        layout=params.layout,
        variant=params.variant,
    )
    with kernel_rules():
        # The registry refuses what is too large, before memory is taken.
        full = registry.matrix(registry["sinusoidal"], rows)
        scale = np.sqrt(params.d_model) if params.embedding_scale == "sqrt_d" else 1.0
        words = scale * wide_vectors(in_english(tokens), params.d_model)
        placed = params.strength * full
        inputs = words + placed
        terms = score_terms(words, placed)
        angle = angles_between(words, placed)
        read = read_back(words, full, params.strength)
    return {
        "parameters": params.model_dump(exclude_none=True) | {"positions": places},
        "tokens": tokens,
        "word_vectors": words,
        "position_vectors": placed,
        "inputs": inputs,
        "norms": {
            name: np.linalg.norm(vectors, axis=1)
            for name, vectors in (("word", words), ("position", placed), ("input", inputs))
        },
        "angle": angle,
        "terms": vars(terms),
        "score": inputs @ inputs.T,
        "read_back": asdict(read),
    }
