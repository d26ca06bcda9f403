"""Tables with known planes, and the real table against the facts measured when it was chosen."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.encodings.registry import Registry
from app.maths.learned_planes import (
    Plane,
    held_out_r2,
    nearest_rows,
    neighbour_share,
    principal_components,
    random_r2,
    rotating_planes,
    sinusoid_share,
    step_map,
)

ROWS = 400


def turning(periods: list[float], width: int = 12, seed: int = 0) -> np.ndarray:
    """Rows that turn in orthogonal planes of a random orientation, the slower the smaller."""
    random = np.random.default_rng(seed)
    directions = np.linalg.qr(random.standard_normal((width, width)))[0]
    angle = 2 * np.pi * np.arange(ROWS)[:, None] / np.array(periods)
    radius = 1 / np.arange(1, len(periods) + 1)
    circles = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=2).reshape(ROWS, -1)
    return np.asarray(circles @ directions[: circles.shape[1]] + random.standard_normal(width))


def planes_of(rows: np.ndarray, count: int) -> tuple[Plane, ...]:
    coordinates, _ = principal_components(rows, count)
    return rotating_planes(coordinates, float(((rows - rows.mean(axis=0)) ** 2).sum()))


@given(fast=st.floats(4, 7), ratio=st.floats(2, 4), seed=st.integers(0, 1000), planes=st.integers(1, 3))
@settings(max_examples=25, deadline=None)
def test_planes_that_were_put_in_are_found(fast: float, ratio: float, seed: int, planes: int) -> None:
    # Whole turns only, so that centring takes nothing from the circles.
    periods = [ROWS / round(ROWS / (fast * ratio**place)) for place in range(planes)]
    found = planes_of(turning(periods, seed=seed), 2 * planes)
    np.testing.assert_allclose([plane.period for plane in found], periods, rtol=1e-6)
    np.testing.assert_allclose([plane.modulus for plane in found], 1, atol=1e-9)
    np.testing.assert_allclose([plane.radius_variation for plane in found], 0, atol=1e-6)
    share = 1 / np.arange(1, planes + 1) ** 2
    np.testing.assert_allclose([plane.variance_share for plane in found], share / share.sum(), rtol=1e-6)


def test_points_turn_clockwise_from_12_and_the_turn_foretells_them() -> None:
    (plane,) = planes_of(turning([16.0]), 2)
    angle = 2 * np.pi * np.arange(1, ROWS + 1) / 16
    np.testing.assert_allclose(plane.points, np.column_stack([np.sin(angle), np.cos(angle)]), atol=1e-9)
    for k in (1, 5):
        np.testing.assert_allclose(plane.points[:-k] @ plane.turn(k).T, plane.points[k:], atol=1e-9)


def test_rows_that_grow_do_not_turn() -> None:
    line = np.outer(np.arange(20.0), [1.0, 2.0, 0.5])
    assert planes_of(line, 1) == ()


def test_components_hold_the_variance_in_falling_order() -> None:
    rows = np.random.default_rng(3).standard_normal((50, 6)) * [5, 4, 3, 2, 1, 0.5] + 7
    coordinates, shares = principal_components(rows, 6)
    singular = np.linalg.svd(rows - rows.mean(axis=0), compute_uv=False) ** 2
    np.testing.assert_allclose(shares, singular / singular.sum())
    np.testing.assert_allclose((coordinates**2).sum(axis=0), singular)
    assert shares.sum() == pytest.approx(1)
    for count in (0, 7):
        with pytest.raises(ValueError, match=f"count must be from 1 to 6, got {count}"):
            principal_components(rows, count)


def test_a_map_is_learned_and_foretells_what_it_has_not_seen() -> None:
    rows, _ = principal_components(turning([10.0, 40.0]), 4)
    for k in (1, 4):
        np.testing.assert_allclose(rows[:-k] @ step_map(rows, k).T, rows[k:], atol=1e-9)
        assert held_out_r2(rows, k) == pytest.approx(1)
    # Ten random columns against about 255 lessons: the mean is the better guess, by about 10/255.
    assert random_r2(511, 10, 1) == pytest.approx(-10 / 255, abs=0.015)
    with pytest.raises(ValueError, match="k must be from 1 to 399, got 400"):
        step_map(rows, 400)
    with pytest.raises(ValueError, match="k must leave a row to predict, got 399 with 400 rows"):
        held_out_r2(rows, 399)


def test_waves_explain_waves_and_nothing_else() -> None:
    rows = turning([10.0, 40.0])
    assert sinusoid_share(rows, np.array([10.0, 40.0])) == pytest.approx(1)
    assert sinusoid_share(rows, np.array([10.0])) == pytest.approx(1 / (1 + 1 / 4))
    assert sinusoid_share(rows, np.array([25.0])) == pytest.approx(0, abs=1e-9)


def test_nearest_rows_point_the_same_way() -> None:
    rows = np.array([[1.0, 0.0], [50.0, 5.0], [0.0, 1.0], [0.1, 3.0]])
    assert nearest_rows(rows).tolist() == [1, 0, 3, 2]
    assert neighbour_share(rows) == 1
    assert neighbour_share(rows[[0, 2, 1, 3]]) == 0


@pytest.mark.parametrize(
    ("name", "measured", "tolerance"),
    [
        ("variance_share", 0.93, 0.005),
        ("flat_share", 0.26, 0.005),
        ("sinusoid_share", 0.49, 0.005),
        ("neighbour_share", 0.998, 0.0005),
        ("random_neighbour_share", 0.006, 0.0005),
    ],
)
def test_the_real_table_has_the_shares_measured(
    registry: Registry, name: str, measured: float, tolerance: float
) -> None:
    assert getattr(registry["learned"].clocks(), name) == pytest.approx(measured, abs=tolerance)  # type: ignore[attr-defined]


def test_the_real_table_turns_as_measured(registry: Registry) -> None:
    clocks = registry["learned"].clocks()  # type: ignore[attr-defined]
    assert registry["learned"].clocks() is clocks  # type: ignore[attr-defined]
    periods = [plane.period for plane in clocks.planes]
    np.testing.assert_allclose(periods[:3], [5.9, 17.1, 51.8], atol=0.05)
    np.testing.assert_allclose(periods[3:], [155, 575], atol=0.5)
    moduli = [plane.modulus for plane in clocks.planes]
    assert (round(min(moduli), 3), round(max(moduli), 3)) == (0.997, 1.0)
    variation = [plane.radius_variation for plane in clocks.planes]
    assert 0.09 < min(variation) < 0.1
    assert 0.15 < max(variation) < 0.155
    np.testing.assert_allclose([clocks.r2[k] for k in (1, 2, 5, 10)], [0.996, 0.990, 0.951, 0.850], atol=5e-4)
    assert all(-0.06 < r2 < -0.02 for r2 in clocks.random_r2.values())
    ratios = np.array(periods[1:]) / periods[:-1]
    assert ((ratios > 2.8) & (ratios < 3.8)).all()
