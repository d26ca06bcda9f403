from math import erf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from app.maths.attention import attention
from app.model.positions import position_rows, row_numbers, shuffled
from app.model.transformer import Norm, Rows, Transformer, gelu
from app.settings import Settings


def test_gelu_against_the_error_function_of_the_standard_library() -> None:
    x = np.linspace(-12, 12, 20_001, dtype=np.float32)
    exact = np.array([value / 2 * (1 + erf(value / sqrt(2))) for value in x.astype(float)])
    assert gelu(x).dtype == np.float32
    assert (np.abs(gelu(x) - exact) <= 3e-7 * np.abs(x)).all()
    # Hendrycks & Gimpel 2016: x·Φ(x), and Φ(1) = 0.8413447…
    assert gelu(np.array([1, -1, 0], dtype=np.float32)).tolist() == pytest.approx(
        [0.8413447, -0.1586553, 0.0]
    )


@given(arrays(np.float32, (3, 16), elements=st.floats(-50, 50, width=32)))
def test_layer_normalisation(x: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> None:
    plain = Norm(np.ones(16, np.float32), np.zeros(16, np.float32))(x)
    assert plain.dtype == np.float32
    # The mean is rounded as the largest number is, and the little that is left is divided by the spread.
    deviation = x.astype(float).std(axis=1)
    rounded = 4 * np.finfo(np.float32).eps * (1 + np.abs(x).max(axis=1) / np.sqrt(deviation**2 + 1e-12))
    assert (np.abs(plain.astype(float).mean(axis=1)) <= rounded).all()
    spread = deviation > 1e-2
    np.testing.assert_allclose(plain[spread].astype(float).std(axis=1), 1, atol=1e-3)
    changed = Norm(np.full(16, 2, np.float32), np.ones(16, np.float32))(x)
    # Near 0 the two summands cancel: what is left is as exact as they are, not as it is small.
    rounding = 4 * np.finfo(np.float32).eps * (2 * np.abs(plain) + 1)
    assert (np.abs(changed - (2 * plain + 1)) <= rounding).all()


def test_heads_and_sentences_stay_apart_in_attention() -> None:
    rng = np.random.default_rng(3)
    q, k, v = rng.normal(size=(3, 2, 4, 5, 6)).astype(np.float32)
    weights, outputs = attention(q, k, v, "causal")
    assert weights.dtype == outputs.dtype == np.float32
    for sentence, head in np.ndindex(2, 4):
        q1, k1, v1 = (part[sentence, head].astype(np.float64) for part in (q, k, v))
        one = attention(q1, k1, v1, "causal")
        np.testing.assert_allclose(weights[sentence, head], one[0], atol=1e-6)
        np.testing.assert_allclose(outputs[sentence, head], one[1], atol=1e-6)


def test_rows_are_unpacked_one_scale_a_row() -> None:
    rows = Rows(np.array([[1, -2], [3, 4]], np.int8), np.array([[0.5], [0.25]], np.float32))
    assert rows[np.array([[1, 0]])].tolist() == [[[0.75, 1.0], [0.5, -1.0]]]


def test_the_model_is_all_minilm_l6_v2(transformer: Transformer) -> None:
    assert transformer.words.packed.shape == (30_522, 384)
    assert transformer.positions.shape == (512, 384)
    assert [layer.widen.weight.shape for layer in transformer.layers] == [(384, 1536)] * 6
    assert [layer.narrow.weight.shape for layer in transformer.layers] == [(1536, 384)] * 6
    parameters = sum(
        part.weight.size + part.bias.size
        for layer in transformer.layers
        for part in (layer.query, layer.key, layer.value, layer.output, layer.widen, layer.narrow)
    )
    # Four maps of 384 × 384, two of 384 × 1536, and their biases, six times.
    assert parameters == 6 * (4 * 384 * 384 + 2 * 384 * 1536 + 4 * 384 + 1536 + 384)


def test_the_positions_are_those_of_the_table_that_the_explorer_shows(
    transformer: Transformer, settings: Settings
) -> None:
    """That table is from another package, in float16: 8 bits leave half a step of the row's maximum / 127."""
    table = np.load(settings.tables_dir / "minilm_positions_f16.npy").astype(np.float64)
    step = np.abs(table).max(axis=1, keepdims=True) / 127
    assert (np.abs(transformer.positions - table) <= 0.5 * step + 1e-4).all()


def test_sentences_do_not_see_each_other(transformer: Transformer) -> None:
    ids = np.array([[101, 3899, 15424, 2158, 102], [101, 2158, 15424, 3899, 102]])
    rows = np.broadcast_to(transformer.positions[:5], (2, 5, 384))
    both = transformer.hidden(ids, rows)
    assert both.shape == (7, 2, 5, 384)
    for sentence in range(2):
        alone = transformer.hidden(ids[[sentence]], rows[:1])
        np.testing.assert_allclose(both[:, sentence], alone[:, 0], atol=1e-5)


@pytest.mark.parametrize("n", [2, 3, 5, 16, 32])
def test_shuffled_rows_are_the_same_rows_and_none_stays(n: int) -> None:
    order = shuffled(n)
    assert sorted(order) == list(range(n))
    assert all(row != place for place, row in enumerate(order))
    place, seen = 0, 0
    while (place := order[place]) != 0:
        seen += 1
    assert seen == n - 1, "one cycle through all places"


def test_which_rows_are_added() -> None:
    table = np.arange(12, dtype=np.float32).reshape(4, 3)
    np.testing.assert_array_equal(position_rows(table, "on", 3, 0.5), table[:3] / 2)
    np.testing.assert_array_equal(position_rows(table, "off", 3, 1.0), np.zeros((3, 3)))
    np.testing.assert_array_equal(position_rows(table, "shuffled", 4, 1.0), table[list(shuffled(4))])
    # No machine may deal them out otherwise: answers say which row stands where, and may be compared.
    assert row_numbers("shuffled", 5) == (2, 4, 1, 0, 3)
    assert row_numbers("shuffled", 1) == (0,)
    with pytest.raises(ValueError, match="positions must be 'on', 'off' or 'shuffled', got 'none'"):
        row_numbers("none", 3)  # type: ignore[arg-type]
