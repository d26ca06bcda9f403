"""Against the same model in float32, whose numbers lie in tests/golden/minilm.json.

Rounding the weights to 8 bits changes a cosine by less than 0.005, a pooled coordinate by less than 0.01 and
a token's by less than 0.1; most are much nearer.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.committed import NEAREST, RESULTS, Committed
from app.model.experiment import ROUNDING, Comparison, compare, nearness
from app.model.positions import Positions
from app.model.tokenizer import Cut, Tokenizer
from app.model.transformer import Transformer
from app.settings import Settings
from tests.model.conftest import MINILM

COSINE, POOLED, TOKEN = 0.005, 0.01, 0.1
PAIRS: list[dict[str, Any]] = MINILM["pairs"]
WORDS = ("dog", "bites", "man", "the", "Hund", "beißt", "unaffable", "judge,", "3.5", "Vögel", "not", "only")


def tokenwise(tokenizer: Tokenizer, sentence: str, permuted: str) -> tuple[Cut, list[int]]:
    """Return a sentence whose every token can move alone, and the order that makes the other one of it."""
    first, second = (tokenizer.cut(text.split()).tokens for text in (sentence, permuted))
    inner = range(len(first) - 2)
    cut = Cut(first, tuple(tokenizer.ids[token] for token in first), (None, *inner, None))
    left = dict.fromkeys(inner)
    order = []
    for token in second[1:-1]:
        place = next(place for place in left if first[place + 1] == token)
        del left[place]
        order.append(place)
    return cut, order


def found(
    transformer: Transformer,
    tokenizer: Tokenizer,
    pair: dict[str, Any],
    positions: Positions,
    strengths: Sequence[float] = (1.0,),
) -> tuple[Comparison, ...]:
    cut, order = tokenwise(tokenizer, pair["sentence"], pair["permuted"])
    return compare(transformer, cut, order, positions, strengths)


@pytest.mark.parametrize("pair", PAIRS, ids=[pair["permuted"] for pair in PAIRS])
def test_with_positions_the_model_is_sensitive_to_order(
    transformer: Transformer, tokenizer: Tokenizer, pair: dict[str, Any]
) -> None:
    on = found(transformer, tokenizer, pair, "on")[0]
    assert len(on.verdict.per_word) == pair["tokens"]
    assert on.cosine == pytest.approx(pair["cosine"], abs=COSINE)
    assert on.cosine == on.per_layer_cosine[-1]
    assert on.verdict.pooled_max_abs == pytest.approx(pair["pooled_max_abs"], abs=POOLED)
    assert on.verdict.per_word_max_abs == pytest.approx(pair["token_max_abs"], abs=TOKEN)
    assert not on.verdict.equivariant
    assert not on.verdict.invariant
    assert on.cosine_to_trained == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("pair", PAIRS, ids=[pair["permuted"] for pair in PAIRS])
def test_without_positions_it_reads_a_bag_of_words(
    transformer: Transformer, tokenizer: Tokenizer, pair: dict[str, Any]
) -> None:
    off = found(transformer, tokenizer, pair, "off")[0]
    assert off.per_layer_cosine == pytest.approx([1] * 7, abs=1e-6)
    assert off.verdict.per_word_max_abs <= 1e-5
    assert off.verdict.equivariant
    assert off.verdict.invariant
    # The tokens have moved all the same.
    assert off.verdict.row_by_row_max_abs > 0.1
    assert off.cosine_to_trained == pytest.approx(pair["on_against_off"], abs=0.02)


@pytest.mark.parametrize("pair", PAIRS, ids=[pair["permuted"] for pair in PAIRS])
def test_shuffled_positions_change_the_same_sentence(
    transformer: Transformer, tokenizer: Tokenizer, pair: dict[str, Any]
) -> None:
    """Other shuffles were measured: ours is one more of their kind."""
    shuffled = found(transformer, tokenizer, pair, "shuffled")[0]
    mean, least = pair["shuffled_mean_and_least"]
    assert least - COSINE < shuffled.cosine_to_trained < (1 + mean) / 2
    assert not shuffled.verdict.equivariant


def test_dog_and_man_in_8_bits(transformer: Transformer, tokenizer: Tokenizer) -> None:
    known = MINILM["int8_cosine"]
    assert found(transformer, tokenizer, known, "on")[0].cosine == pytest.approx(known["cosine"], abs=0.002)


def test_order_shows_more_with_every_layer(transformer: Transformer, tokenizer: Tokenizer) -> None:
    known = MINILM["per_layer_cosine"]
    layers = found(transformer, tokenizer, known, "on")[0].per_layer_cosine
    assert layers == pytest.approx(known["values"], abs=COSINE)
    assert sorted(layers, reverse=True) == list(layers)


def test_order_shows_more_with_every_step_of_strength(transformer: Transformer, tokenizer: Tokenizer) -> None:
    known = MINILM["strengths"]
    swept = found(transformer, tokenizer, known, "on", known["stops"])
    assert [step.cosine for step in swept] == pytest.approx(known["cosine"], abs=COSINE)
    off = found(transformer, tokenizer, known, "off")[0]
    assert swept[0].verdict.equivariant
    assert swept[0].cosine_to_trained == pytest.approx(off.cosine_to_trained, abs=1e-6)
    for step, stop in zip(swept, known["stops"], strict=True):
        alone = found(transformer, tokenizer, known, "on", [stop])[0]
        assert alone.per_layer_cosine == pytest.approx(step.per_layer_cosine, abs=1e-6)
        assert alone.verdict.per_word == pytest.approx(step.verdict.per_word, abs=1e-5)


def test_sensitivity_is_not_understanding(transformer: Transformer, tokenizer: Tokenizer) -> None:
    """ "a dog bit a man" is nearer to the sentence that says the opposite."""
    known = MINILM["nearest"]

    sentence, *others = (tokenizer.cut(text.split()) for text in (known["sentence"], *known["to"]))
    cosines = dict(zip(known["to"], nearness(transformer, sentence, others), strict=True))
    assert cosines == pytest.approx(known["to"], abs=0.01)
    assert cosines["man bites dog"] > cosines["dog bites man"]
    assert (known["sentence"], tuple(known["to"])) == NEAREST
    assert Committed(Settings().model_dir / RESULTS).nearest == pytest.approx(cosines, abs=1e-5)


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8), st.sampled_from(["on", "shuffled"]))
@settings(max_examples=25)
def test_the_same_order_changes_nothing(
    transformer: Transformer, tokenizer: Tokenizer, words: list[str], positions: Positions
) -> None:
    same = compare(transformer, tokenizer.cut(words), range(len(words)), positions, (1.0,))[0]
    assert same.cosine == pytest.approx(1, abs=1e-6)
    assert same.verdict.row_by_row_max_abs <= ROUNDING


@given(st.permutations(WORDS), st.permutations(range(len(WORDS))))
@settings(max_examples=25)
def test_without_positions_no_order_changes_anything(
    transformer: Transformer, tokenizer: Tokenizer, words: list[str], order: list[int]
) -> None:
    off = compare(transformer, tokenizer.cut(words), order, "off", (1.0,))[0]
    assert off.cosine == pytest.approx(1, abs=1e-6)
    assert off.verdict.equivariant
    assert off.verdict.invariant
