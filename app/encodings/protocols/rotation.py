"""What encodings can do whose pairs of columns turn."""

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from app.encodings.params import Params
from app.encodings.protocols.encoding import P_contra
from app.maths.arrays import FloatArray
from app.maths.nearest_positions import NearestPositions


@dataclass(frozen=True)
class Frequencies:
    """How fast every pair turns."""

    inv_freq: FloatArray
    """Shape (pairs,): radians per position, 0 for a pair that stands still."""
    wavelength: FloatArray
    """Shape (pairs,): positions per full turn, infinite for a pair that stands still."""
    attention_factor: float = 1.0
    """Factor on queries and on keys alike that a context extension asks for, so that scores are
    multiplied by its square; 1 without one."""
    effective_base: float | None = None
    """The base from which the same frequencies follow without any extension; None where no base does it."""


@dataclass(frozen=True)
class Track:
    """One vector, rotated for every position of a text."""

    values: FloatArray
    """Shape (seq_len, d): the rotated vectors."""
    angles: FloatArray
    """Shape (seq_len, pairs): by how much each pair was turned, in radians, counter-
    clockwise."""
    inv_freq: FloatArray
    """Shape (pairs,): radians per position."""
    pairs: tuple[tuple[int, int], ...]
    """tuple of (int, int): the two columns of each pair; columns in no pair are not rotated."""


@dataclass(frozen=True)
class Score:
    """The dot product of one query and one key, and what it is made of.

    Attributes
    ----------
    score : float
        Of both rotated, times the square of the attention factor.
    terms : ndarray of float64, shape (pairs,)
        What each pair gives to the score.
    rest : float
        What the columns give that are not rotated; terms and rest add up to the score.
    q_angles, k_angles : ndarray of float64, shape (pairs,)
        By how much each pair was turned, in radians, counter-clockwise.
    """

    score: float
    unrotated: float
    terms: FloatArray
    rest: float
    q_angles: FloatArray
    k_angles: FloatArray


@runtime_checkable
class HasFrequencies(Protocol[P_contra]):
    """An encoding whose pairs turn; its model may have parameters that only the frequencies need."""

    frequencies_model: type[Params]

    def frequencies(self, params: P_contra) -> Frequencies:
        """Return how fast every pair turns."""
        ...


@runtime_checkable
class HasShift(Protocol):
    """An encoding whose rows k positions apart differ by a rotation that depends on k alone."""

    shift_model: type[Params]

    def shift(self, params: Any) -> tuple[FloatArray, float]:
        """Return the rotation of every pair, shape (pairs, 2, 2), and the largest error."""
        ...


@runtime_checkable
class HasNearestPositions(Protocol):
    """An encoding whose positions are alike by distance alone, so that a whole window can be compared."""

    nearest_positions_model: type[Params]

    def nearest_positions_cells(self, params: Any) -> int:
        """Return how many numbers the comparison keeps at once."""
        ...

    def nearest_positions(self, params: Any) -> NearestPositions:
        """Find the positions of a window that are the most alike."""
        ...


@runtime_checkable
class Rotates(Protocol):
    """An encoding that rotates queries and keys."""

    rotate_model: type[Params]
    score_model: type[Params]
    track_model: type[Params]

    def rotate(self, params: Any) -> FloatArray:
        """Rotate one vector, shape (d,), to its position."""
        ...

    def score(self, params: Any) -> Score:
        """Return the score of a query and a key, each at its position, and what it is made of."""
        ...

    def track(self, params: Any) -> Track:
        """Rotate one vector for every position of a text."""
        ...
