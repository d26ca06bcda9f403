from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from app.maths.addition import angles_between, read_back, score_terms
from app.maths.sinusoidal import sinusoidal
from app.maths.word_vectors import wide_vectors

finite = st.integers(-1000, 1000).map(lambda hundredths: hundredths / 100)
"""No number so small that its square is lost: angles are about directions."""


def tables(rows: int, width: int) -> Any:
    return arrays(np.float64, (rows, width), elements=finite)


@given(data=st.data(), rows=st.integers(1, 6), width=st.integers(1, 12))
def test_the_four_terms_are_the_score(data: st.DataObject, rows: int, width: int) -> None:
    x, p = data.draw(tables(rows, width)), data.draw(tables(rows, width))
    terms = score_terms(x, p)
    summed = terms.word_word + terms.word_position + terms.position_word + terms.position_position
    np.testing.assert_allclose(summed, (x + p) @ (x + p).T, atol=1e-11)
    # The mixed terms are each other's mirror: who looks and who is looked at change places.
    np.testing.assert_allclose(terms.word_position, terms.position_word.T, atol=1e-12)


def test_positions_3_and_5_at_width_6(golden: dict[str, Any]) -> None:
    assert "p.p' = 1.579538104" in golden["score_decomposition"]
    p = sinusoidal(np.array([3.0, 5.0]), 6)
    terms = score_terms(wide_vectors(["dog", "man"], 6), p)
    assert terms.position_position[0, 1] == pytest.approx(1.579538104, abs=1e-9)


@given(data=st.data(), width=st.integers(1, 8))
def test_angles_are_those_of_fifty_digits(data: st.DataObject, width: int) -> None:
    a, b = (data.draw(tables(1, width)) for _ in range(2))
    found = angles_between(a, b)[0, 0]
    if not a.any() or not b.any():
        assert np.isnan(found)
        return
    with mpmath.workdps(50):
        dot = mpmath.fdot(map(mpmath.mpf, a[0]), map(mpmath.mpf, b[0]))
        norms = mpmath.norm(mpmath.matrix(a[0])) * mpmath.norm(mpmath.matrix(b[0]))
        right = mpmath.degrees(mpmath.acos(max(-1, min(1, dot / norms))))
    # Near 0° and 180° the cosine of float64 is flat: 1e-8 radians are all it can tell apart.
    assert found == pytest.approx(float(right), abs=2e-6)


def test_a_right_angle_a_right_turn_and_no_direction() -> None:
    axes = np.array([[2.0, 0.0], [0.0, 3.0], [-1.0, 0.0], [0.0, 0.0]])
    np.testing.assert_allclose(angles_between(axes[:1], axes[:3]), [[0.0, 90.0, 180.0]])
    assert np.isnan(angles_between(axes[:1], axes[3:])).all()


def test_words_and_positions_on_axes_of_their_own_are_always_found() -> None:
    """Where no direction is shared, nothing is lost; at strength 0 a position is found by chance alone."""
    axes = np.eye(8)
    found = read_back(3 * axes[:4], axes[4:])
    assert (found.words, found.positions, found.of) == (16, 16, 16)
    # All dot products with the positions are then 0: a tie counts as found, so they all do.
    assert read_back(axes[:4], axes[4:], strength=0.0).words == 16


def test_a_loud_position_hides_the_word() -> None:
    words = np.array([[1.0, 0.0], [0.0, 1.0]])
    positions = np.array([[5.0, 0.0]])
    # Every sum points along the first axis: only the word on it is found.
    assert read_back(words, positions).words == 1
    assert read_back(9 * words, positions).words == 2
    # The same word written twice is one word.
    assert read_back(words[[0, 0]], positions).words == 2


def test_without_strength_positions_are_found_by_chance_alone() -> None:
    words = wide_vectors(["dog", "cat", "house", "tree", "river", "book"], 64)
    positions = sinusoidal(np.arange(6.0), 64)
    assert read_back(words, positions, strength=0.0).positions == 6
    assert read_back(words, positions).positions == 36


def test_shapes_must_fit() -> None:
    with pytest.raises(ValueError, match=r"positions must have shape \(2, 3\), got \(2, 4\)"):
        score_terms(np.ones((2, 3)), np.ones((2, 4)))


@given(width=st.integers(1, 64))
def test_word_vectors_of_any_width_have_length_1_and_follow_from_the_word(width: int) -> None:
    rows = wide_vectors(["dog", "Dog,", "man"], width)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0)
    np.testing.assert_array_equal(rows[0], rows[1])
    with pytest.raises(ValueError, match="width must be at least 1, got 0"):
        wide_vectors(["dog"], 0)
