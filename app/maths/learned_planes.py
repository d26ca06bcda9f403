"""What training left in a table of positions: planes in which its rows turn like the hands of a clock."""

from dataclasses import dataclass

import numpy as np

from app.maths.arrays import FloatArray, IntArray
from app.maths.similarity import similarity


@dataclass(frozen=True)
class Plane:
    """One plane in which a step from row to row is nearly a rotation."""

    period: float
    """Rows per full turn, from the angle of the step map's eigenvalue."""
    modulus: float
    """Length of that eigenvalue: 1 if a step only turns, less if it also shrinks."""
    variance_share: float
    """Of all variance of the table, from 0 to 1."""
    radius_variation: float
    """Standard deviation of the rows' distance from the centre, divided by its mean: 0 on a circle."""
    points: FloatArray
    """Shape (rows, 2): the rows projected on the plane at right angles, with a mean
    radius of 1. They turn clockwise, and the row before the first one would stand at 12, that is at
    (0, 1)."""
    step: FloatArray
    """Shape (2, 2): the step map within the plane: ``step @ point`` is where the next
    row is expected."""

    def turn(self, k: int) -> FloatArray:
        """Return the map of k steps, at least 1, within the plane, shape (2, 2)."""
        return np.asarray(np.linalg.matrix_power(self.step, k))


def principal_components(rows: FloatArray, count: int) -> tuple[FloatArray, FloatArray]:
    """Return the coordinates of centred rows along their directions of largest variance.

    Parameters
    ----------
    rows : ndarray of float64, shape (n, d)
    count : int
        Directions wanted, from 1 to min(n, d).

    Returns
    -------
    coordinates : ndarray of float64, shape (n, count)
    shares : ndarray of float64, shape (count,)
        Of all variance, largest first.

    Raises
    ------
    ValueError
        If `count` is out of range.

    References
    ----------
    Jolliffe and Cadima 2016, Principal component analysis: a review, doi:10.1098/rsta.2015.0202.
    """
    if not 1 <= count <= min(rows.shape):
        raise ValueError(f"count must be from 1 to {min(rows.shape)}, got {count}")
    centred = rows - rows.mean(axis=0)
    # The leading eigenvectors of the covariance: several times faster than the singular values of the rows.
    variances, directions = np.linalg.eigh(centred.T @ centred)
    leading = slice(-1, -count - 1, -1)
    return centred @ directions[:, leading], variances[leading] / variances.sum()


def step_map(coordinates: FloatArray, k: int = 1, *, every: int = 1) -> FloatArray:
    """Return the linear map that leads best, in the sense of least squares, from each row to the one k on.

    Parameters
    ----------
    coordinates : ndarray of float64, shape (n, c)
        Rows in order of their positions.
    k : int
        Steps, from 1 to n − 1.
    every : int
        Learn from every n-th pair of rows only, n being `every`, from the first one on.

    Returns
    -------
    ndarray of float64, shape (c, c)
        ``map @ row`` is near the row k on.

    Raises
    ------
    ValueError
        If `k` is out of range.
    """
    if not 1 <= k < coordinates.shape[0]:
        raise ValueError(f"k must be from 1 to {coordinates.shape[0] - 1}, got {k}")
    solution = np.linalg.lstsq(coordinates[:-k:every], coordinates[k::every], rcond=None)[0]
    return np.asarray(solution.T, dtype=np.float64)


def held_out_r2(coordinates: FloatArray, k: int) -> float:
    """Return how much of the variance a map of k steps explains on rows that it has not learned from.

    Parameters
    ----------
    coordinates : ndarray of float64, shape (n, c)
        Rows in order of their positions. Every second pair is learned from; the others are predicted.
    k : int
        Steps, from 1 to n − 2.

    Returns
    -------
    float
        1 for a perfect forecast; 0 or less if the mean would have been as good a guess.

    Raises
    ------
    ValueError
        If `k` is out of range.
    """
    learned = step_map(coordinates, k, every=2)
    held_out = coordinates[1:-k:2]
    if held_out.shape[0] == 0:
        raise ValueError(f"k must leave a row to predict, got {k} with {coordinates.shape[0]} rows")
    truth = coordinates[1 + k :: 2]
    missed = ((truth - held_out @ learned.T) ** 2).sum()
    return float(1 - missed / ((truth - truth.mean(axis=0)) ** 2).sum())


def random_r2(rows: int, components: int, k: int, draws: int = 20) -> float:
    """Return the same number for rows without any order, as the mean over several random tables.

    It is a little below 0: the map learns noise that is of no use elsewhere.
    """
    random = np.random.default_rng(0)
    found = [held_out_r2(random.standard_normal((rows, components)), k) for _ in range(draws)]
    return float(np.mean(found))


def rotating_planes(coordinates: FloatArray, variance: float) -> tuple[Plane, ...]:
    """Find the planes in which a table turns, from the fastest to the slowest.

    A map that turns a plane has a pair of complex eigenvalues. Their angle says how far one step turns,
    their length whether it also stretches; real and imaginary part of the eigenvector span the plane.

    Parameters
    ----------
    coordinates : ndarray of float64, shape (n, c)
        One row a position, in order; centred, as from `principal_components`.
    variance : float
        Of the whole table, summed over rows and columns: what shares are taken of.

    Returns
    -------
    tuple of Plane
        At most ``c // 2``; directions that do not turn are left out.
    """
    learned = step_map(coordinates)
    values, vectors = np.linalg.eig(learned)
    turning = [index for index in np.argsort(-np.angle(values)) if values[index].imag > 0]
    return tuple(_plane(coordinates, learned, values[at], vectors[:, at], variance) for at in turning)


def _plane(
    coordinates: FloatArray, learned: FloatArray, value: np.complex128, vector: np.ndarray, variance: float
) -> Plane:
    basis, _ = np.linalg.qr(np.stack([vector.real, vector.imag], axis=1))
    step = basis.T @ learned @ basis
    if step[0, 1] < 0:
        # Clockwise, as the hands of a clock turn.
        basis = basis[:, ::-1]
    points = coordinates @ basis
    radius = np.hypot(points[:, 0], points[:, 1])
    step = basis.T @ learned @ basis
    up = np.linalg.solve(step, points[0])
    up /= np.hypot(*up)
    upright = np.array([[up[1], -up[0]], [up[0], up[1]]])
    return Plane(
        period=float(2 * np.pi / np.angle(value)),
        modulus=float(np.abs(value)),
        variance_share=float((radius**2).sum() / variance),
        radius_variation=float(radius.std() / radius.mean()),
        points=points @ upright.T / radius.mean(),
        step=upright @ step @ upright.T,
    )


def sinusoid_share(rows: FloatArray, periods: FloatArray) -> float:
    """Return how much of a table's variance pure waves of these periods explain, each column fitted.

    Parameters
    ----------
    rows : ndarray of float64, shape (n, d)
        One vector a position, in order.
    periods : ndarray of float64, shape (waves,)
        Rows per full turn.

    Returns
    -------
    float
        1 if sines and cosines of these periods make up the whole table.
    """
    angle = 2 * np.pi * np.arange(rows.shape[0])[:, None] / periods
    waves = np.hstack([np.ones((rows.shape[0], 1)), np.sin(angle), np.cos(angle)])
    rest = rows - waves @ np.linalg.lstsq(waves, rows, rcond=None)[0]
    return float(1 - (rest**2).sum() / ((rows - rows.mean(axis=0)) ** 2).sum())


def nearest_rows(rows: FloatArray) -> IntArray:
    """Return, for every row, the other row that points most nearly the same way.

    Parameters
    ----------
    rows : ndarray of float64, shape (n, d)
        None of them zero; at least two.

    Returns
    -------
    ndarray of int, shape (n,)
        Index of the largest cosine.
    """
    alike = similarity(rows, rows, "cosine")
    np.fill_diagonal(alike, -np.inf)
    return np.asarray(alike.argmax(axis=1), dtype=np.intp)


def neighbour_share(rows: FloatArray) -> float:
    """Return the share of rows, from 0 to 1, whose nearest one by cosine is the row before or after them.

    Parameters
    ----------
    rows : ndarray of float64, shape (n, d)
        One vector a position, in order.
    """
    return float((np.abs(nearest_rows(rows) - np.arange(rows.shape[0])) == 1).mean())
