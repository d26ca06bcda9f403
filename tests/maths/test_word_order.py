from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.maths.attention import Mask, attention
from app.maths.sinusoidal import sinusoidal
from app.maths.word_order import compare_orders
from app.maths.word_vectors import toy_vectors, wide_vectors, word_key

WORDS = ["dog", "bites", "man"]


def verdict(positions: bool, mask: Mask) -> Any:
    x = toy_vectors(WORDS)
    place = sinusoidal(np.arange(3.0), 4) if positions else 0.0
    outputs = [attention(y, y, y, mask)[1] for y in (x + place, x[::-1] + place)]
    return compare_orders(outputs[0], outputs[1], (2, 1, 0))


def test_dog_bites_man(golden: dict[str, Any]) -> None:
    known = golden["dog_bites_man"]
    bag = verdict(False, "none")
    assert bag.per_word_max_abs == pytest.approx(known["no_PE_full: per-word max diff"], abs=1e-15)
    assert bag.pooled_max_abs == pytest.approx(known["no_PE_full mean-pooled diff"], abs=1e-15)
    assert bag.row_by_row_max_abs == pytest.approx(known["no_PE_full: row-by-row max diff"], abs=1e-6)
    assert bag.equivariant
    assert bag.invariant
    placed = verdict(True, "none")
    assert placed.per_word_max_abs == pytest.approx(known["PE_full: per-word max diff"], abs=1e-6)
    assert placed.pooled_max_abs == pytest.approx(known["PE_full mean-pooled max diff"], abs=1e-6)
    assert not placed.equivariant
    assert not placed.invariant
    causal = verdict(False, "causal")
    assert causal.per_word_max_abs == pytest.approx(known["no_PE_causal: per-word max diff"], abs=1e-6)
    assert max(causal.per_word) == causal.per_word_max_abs


def test_weights_and_outputs(golden: dict[str, Any]) -> None:
    known = golden["dog_bites_man"]
    x = toy_vectors(WORDS)
    weights, outputs = attention(x, x, x)
    np.testing.assert_allclose(weights[0], known["attention_weights_dog_row_no_PE"], atol=1e-6)
    np.testing.assert_allclose(outputs[0], known["out_dog_no_PE"], atol=1e-6)


def test_a_causal_mask_alone_counts_places(golden: dict[str, Any]) -> None:
    weights, _ = attention(np.zeros((5, 2)), np.zeros((5, 2)), np.ones((5, 2)), "causal")
    np.testing.assert_allclose(weights[:, 0], golden["nope_causal_first_token_weight_uniform"], atol=1e-6)
    assert np.isnan(weights[np.triu_indices(5, 1)]).all()
    np.testing.assert_allclose(np.nansum(weights, axis=1), 1.0)


def test_a_bias_enters_after_the_scale() -> None:
    x = np.eye(2)
    weights, _ = attention(x, x, x, bias=np.array([[0.0, np.log(3.0)], [0.0, 0.0]]))
    ratio = weights[0, 1] / weights[0, 0]
    assert ratio == pytest.approx(3.0 * np.exp(-1 / np.sqrt(2)))


def test_large_scores_stay_finite() -> None:
    x = np.array([[1e4, 0.0], [0.0, 1e4]])
    assert np.isfinite(attention(x, x, x)[1]).all()


@given(order=st.permutations(list(range(6))), seed=st.integers(0, 2**32 - 1))
def test_without_positions_and_mask_outputs_only_move(order: list[int], seed: int) -> None:
    x = np.random.default_rng(seed).normal(size=(6, 8))
    _, outputs = attention(x, x, x)
    _, moved = attention(x[order], x[order], x[order])
    np.testing.assert_allclose(moved, outputs[order], atol=1e-12)
    found = compare_orders(outputs, moved, order)
    assert found.equivariant
    assert found.invariant


def test_refusals() -> None:
    two = np.ones((2, 3))
    with pytest.raises(ValueError, match="mask must be 'none' or 'causal', got 'own'"):
        attention(two, two, two, "own")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="order must be a permutation"):
        compare_orders(two, two, (0, 0))
    with pytest.raises(ValueError, match="permuted_outputs must have shape"):
        compare_orders(two, np.ones((2, 4)), (1, 0))


def test_toy_words_have_their_rows() -> None:
    np.testing.assert_array_equal(toy_vectors(["DOG,", "„bites“", "man."]), toy_vectors(WORDS))
    np.testing.assert_array_equal(toy_vectors(["dog"]), [[1, 0, 0.5, 0]])


def test_other_words_are_reproducible_and_differ() -> None:
    cat, again, mouse = toy_vectors(["cat", "Cat!", "mouse"])
    np.testing.assert_array_equal(cat, again)
    assert np.abs(cat - mouse).max() > 0.05
    assert cat.min() >= 0
    assert cat.max() <= 1
    assert word_key("?!") == "?!"
    # Derived from SHAKE-256 of the word: the same on every machine and for ever.
    np.testing.assert_array_equal(cat, [0.3, 0.85, 0.91, 0.76])


def test_wide_vectors_have_length_one_and_different_directions() -> None:
    vectors = wide_vectors(["dog", "bites", "man", "dog"])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0)
    np.testing.assert_array_equal(vectors[0], vectors[3])
    assert abs(vectors[0] @ vectors[1]) < 0.2
    assert vectors.shape == (4, 384)
