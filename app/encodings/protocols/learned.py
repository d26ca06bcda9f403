"""What encodings can do whose rows were trained."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from app.encodings.params import Params
from app.maths.learned_planes import Plane


@dataclass(frozen=True)
class Clocks:
    """What a trained table has of a formula: planes in which its rows turn, and how far that carries.

    Attributes
    ----------
    planes : tuple of Plane
        From the fastest to the slowest.
    variance_share, flat_share : float
        Of the table's variance: what the planes' principal components hold, and the first two of them.
    sinusoid_share : float
        What pure waves with the planes' periods explain of it.
    neighbour_share, random_neighbour_share : float
        Rows whose nearest row, by cosine, is the one before or after; the same for random rows.
    r2, random_r2 : mapping of int to float
        How well a linear map predicts the row k steps on, on rows that it has not learned from; the same
        for random rows.
    """

    first_row: int
    planes: tuple[Plane, ...]
    variance_share: float
    flat_share: float
    sinusoid_share: float
    neighbour_share: float
    random_neighbour_share: float
    r2: Mapping[int, float]
    random_r2: Mapping[int, float]


@runtime_checkable
class HasClocks(Protocol):
    """An encoding whose trained rows turn in planes; its model has the steps and the plane asked for."""

    clocks_model: type[Params]

    def clocks(self) -> Clocks:
        """Return the planes; computed once, when they are first asked for."""
        ...
