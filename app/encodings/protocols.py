"""What an encoding must be able to do, and what some can do besides."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

import numpy as np

from app.encodings.comparison import Comparison
from app.encodings.params import Params
from app.maths.arrays import FloatArray, IntArray
from app.maths.learned_planes import Plane
from app.maths.lookalikes import Lookalikes

P_contra = TypeVar("P_contra", bound=Params, contravariant=True)

Family: TypeAlias = Literal["absolute", "rotary", "bias"]
Applies: TypeAlias = Literal["nothing", "added", "rotated", "bias"]
Part: TypeAlias = Literal["sin", "cos"]


@dataclass(frozen=True)
class Reference:
    """A source: authors, year and title as printed, an arXiv number where there is one, and an address."""

    authors: str
    year: int
    title: str
    url: str
    arxiv: str | None = None


@dataclass(frozen=True)
class Columns:
    """What every column of a matrix stands for; None where the encoding has no pairs.

    Attributes
    ----------
    pair : tuple of int or None, length d_model
        Pair index i.
    part : tuple of "sin", "cos" or None, length d_model
        Which half of the pair the column holds.
    wavelength : tuple of float or None, length d_model
        Positions that one full turn takes.

    """

    pair: tuple[int | None, ...]
    part: tuple[Part | None, ...]
    wavelength: tuple[float | None, ...]

    @classmethod
    def unpaired(cls, width: int) -> "Columns":
        """Return the columns of an encoding without pairs.

        Parameters
        ----------
        width : int
            Number of columns.

        Returns
        -------
        Columns

        """
        return cls((None,) * width, (None,) * width, (None,) * width)

    def joined(self, more: "Columns") -> "Columns":
        """Return these columns with others after them.

        Parameters
        ----------
        more : Columns
            What follows.

        Returns
        -------
        Columns

        """
        return Columns(self.pair + more.pair, self.part + more.part, self.wavelength + more.wavelength)


@dataclass(frozen=True)
class AttentionInputs:
    """What attention works with once the encoding has been applied.

    Attributes
    ----------
    q, k, v : ndarray of float64, shape (n, d)
        Queries, keys and values.
    bias : ndarray of float64, shape (n, n), or None
        Added to the scaled scores (query, key).

    """

    q: FloatArray
    k: FloatArray
    v: FloatArray
    bias: FloatArray | None = None


@dataclass(frozen=True)
class Frequencies:
    """How fast every pair turns.

    Attributes
    ----------
    inv_freq : ndarray of float64, shape (pairs,)
        Radians per position.
    wavelength : ndarray of float64, shape (pairs,)
        Positions per full turn.
    attention_factor : float
        Factor on queries and on keys alike that a context extension asks for, so that scores are multiplied
        by its square; 1 without one.
    effective_base : float or None
        The base from which the same frequencies follow without any extension; None where no base does it.

    """

    inv_freq: FloatArray
    wavelength: FloatArray
    attention_factor: float = 1.0
    effective_base: float | None = None


@dataclass(frozen=True)
class Clocks:
    """What a trained table has of a formula: planes in which its rows turn, and how far that carries.

    Attributes
    ----------
    first_row : int
        First row that was looked at.
    planes : tuple of Plane
        From the fastest to the slowest.
    variance_share, flat_share : float
        Of the table's variance: what the planes' principal components hold, and the first two of them.
    sinusoid_share : float
        What pure waves with the planes' periods explain of it.
    neighbour_share, random_neighbour_share : float
        Rows whose nearest row, by cosine, is the one before or after; the same for random rows.
    r2, random_r2 : mapping of int to float
        How well a linear map foretells the row k steps on, on rows that it has not learned from; the same
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
class Encoding(Protocol[P_contra]):
    """One positional encoding: its words, its parameters and its numbers. Derive from it to make one.

    Attributes
    ----------
    id : str
        Name in URLs; never changes.
    family : {"absolute", "rotary", "bias"}
        Decides what the matrix means.
    title, summary : str
        Words marked with `msg`.
    references : tuple of Reference
        Sources.
    comparison : Comparison
        Its row in the table of all encodings.
    params_model : type of Params
        Its parameters.
    value_limit : float
        The colour scale runs from -value_limit to +value_limit and never moves while sliding.
    applies : {"nothing", "added", "rotated", "bias"} or None
        How it enters attention over a sentence; None if it cannot.
    dims : tuple of str
        Names of the matrix' axes.
    size_parameters : tuple of str
        Parameters whose product decides how large the matrix is; one may occur twice.
    max_rows : int or None
        Number of rows of a table, or None for a formula.
    width : int or None
        Width of a table, or None where it can be chosen.

    """

    id: str
    family: Family
    title: str
    summary: str
    references: tuple[Reference, ...]
    comparison: Comparison
    params_model: type[Params]
    value_limit: float
    applies: Applies | None
    dims: tuple[str, ...] = ("pos", "dim")
    size_parameters: tuple[str, ...] = ("seq_len", "d_model")
    max_rows: int | None = None
    width: int | None = None

    def shape(self, params: P_contra) -> tuple[int, ...]:
        """Return the shape of the matrix without computing it.

        Parameters
        ----------
        params : Params
            The encoding's own parameters.

        Returns
        -------
        tuple of int

        """
        sizes: list[int] = [getattr(params, name) for name in self.size_parameters]
        return tuple(sizes) if self.width is None else (*sizes, self.width)

    def matrix(self, params: P_contra) -> FloatArray:
        """Compute the matrix; ask the registry for it, which keeps what was computed.

        Parameters
        ----------
        params : Params
            The encoding's own parameters.

        Returns
        -------
        ndarray of float64, shape `shape(params)`

        """
        ...

    def columns(self, params: P_contra) -> Columns:
        """Say what every column stands for.

        Parameters
        ----------
        params : Params
            The encoding's own parameters.

        Returns
        -------
        Columns

        """
        return Columns.unpaired(self.shape(params)[-1])

    def attention_inputs(self, x: FloatArray, params: P_contra, strength: float) -> AttentionInputs:
        """Apply the encoding to word vectors; the default adds it to them.

        Parameters
        ----------
        x : ndarray of float64, shape (n, d)
            One vector a word, in sentence order.
        params : Params
            The encoding's own parameters, with n positions (and width d).
        strength : float
            From 0, as if there were no encoding, to 1.

        Returns
        -------
        AttentionInputs

        """
        placed = x + strength * self.matrix(params)
        return AttentionInputs(placed, placed, placed)


class BiasEncoding(Encoding[P_contra], Protocol[P_contra]):
    """An encoding that changes scores: its matrix is head × query × key. Derive from it to make one."""

    family: Family = "bias"
    applies: Applies | None = "bias"
    dims: tuple[str, ...] = ("head", "query", "key")


@runtime_checkable
class HasFrequencies(Protocol[P_contra]):
    """An encoding whose pairs turn.

    Attributes
    ----------
    frequencies_model : type of Params
        The encoding's own parameters, and others that only its frequencies have.

    """

    frequencies_model: type[Params]

    def frequencies(self, params: P_contra) -> Frequencies:
        """Return how fast every pair turns.

        Parameters
        ----------
        params : Params
            The encoding's own parameters.

        Returns
        -------
        Frequencies

        """
        ...


@runtime_checkable
class HasShift(Protocol):
    """An encoding whose rows k positions apart differ by a rotation that depends on k alone.

    Attributes
    ----------
    shift_model : type of Params
        The encoding's own parameters and k.

    """

    shift_model: type[Params]

    def shift(self, params: Any) -> tuple[FloatArray, float]:
        """Return the rotation of every pair, shape (pairs, 2, 2), and the largest error.

        Parameters
        ----------
        params : Params
            Of `shift_model`.

        Returns
        -------
        tuple of ndarray of float64 and float

        """
        ...


@dataclass(frozen=True)
class Track:
    """One vector, rotated for every position of a text.

    Attributes
    ----------
    values : ndarray of float64, shape (seq_len, d)
        The rotated vectors.
    angles : ndarray of float64, shape (seq_len, pairs)
        By how much each pair was turned, in radians, counter-clockwise.
    inv_freq : ndarray of float64, shape (pairs,)
        Radians per position.
    pairs : tuple of (int, int)
        The two columns of each pair; columns in no pair are not rotated.

    """

    values: FloatArray
    angles: FloatArray
    inv_freq: FloatArray
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Score:
    """The dot product of one query and one key, and what it is made of.

    Attributes
    ----------
    score : float
        Of both rotated, times the square of the attention factor.
    unrotated : float
        Of the two as they are.
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
class HasLookalikes(Protocol):
    """An encoding whose positions are alike by their distance alone, so that a whole window can be compared.

    Attributes
    ----------
    lookalikes_model : type of Params
        A window, and what decides the frequencies.

    """

    lookalikes_model: type[Params]

    def lookalikes_cells(self, params: Any) -> int:
        """Return how many numbers the comparison keeps at once; parameters as for `lookalikes`."""
        ...

    def lookalikes(self, params: Any) -> Lookalikes:
        """Find the positions of a window that are the most alike.

        Parameters
        ----------
        params : Params
            Of `lookalikes_model`.

        Returns
        -------
        Lookalikes

        """
        ...


@runtime_checkable
class Rotates(Protocol):
    """An encoding that rotates queries and keys.

    Attributes
    ----------
    rotate_model, score_model, track_model : type of Params
        One vector at a position; a query and a key at theirs; one vector at every position of a text.

    """

    rotate_model: type[Params]
    score_model: type[Params]
    track_model: type[Params]

    def rotate(self, params: Any) -> FloatArray:
        """Rotate one vector.

        Parameters
        ----------
        params : Params
            Of `rotate_model`.

        Returns
        -------
        ndarray of float64, shape (d,)

        """
        ...

    def score(self, params: Any) -> Score:
        """Return the score of a query and a key, and what it is made of.

        Parameters
        ----------
        params : Params
            Of `score_model`.

        Returns
        -------
        Score

        """
        ...

    def track(self, params: Any) -> Track:
        """Rotate one vector for every position of a text.

        Parameters
        ----------
        params : Params
            Of `track_model`.

        Returns
        -------
        Track

        """
        ...


@runtime_checkable
class HasSlopes(Protocol):
    """An encoding with one slope a head.

    Attributes
    ----------
    slopes_model : type of Params
        The number of heads.

    """

    slopes_model: type[Params]

    def slopes(self, params: Any) -> FloatArray:
        """Return the slope of every head, in head order.

        Parameters
        ----------
        params : Params
            Of `slopes_model`.

        Returns
        -------
        ndarray of float64, shape (n_heads,)

        """
        ...


@runtime_checkable
class HasBuckets(Protocol):
    """An encoding that sorts relative positions into buckets.

    Attributes
    ----------
    buckets_model : type of Params
        Lengths, number of buckets, largest distance, direction.

    """

    buckets_model: type[Params]

    def buckets(self, params: Any) -> IntArray:
        """Return the bucket of every query and key.

        Parameters
        ----------
        params : Params
            Of `buckets_model`, with `query_len` and `key_len`.

        Returns
        -------
        ndarray of int, shape (query_len, key_len)

        """
        ...


@runtime_checkable
class HasProfile(Protocol):
    """A bias that depends on the relative position.

    Attributes
    ----------
    profile_model : type of Params
        The number of neighbours on either side (`reach`), and what the encoding has besides.

    """

    profile_model: type[Params]

    def profile_heads(self, params: Any) -> int:
        """Return the number of heads, without computing anything.

        Parameters
        ----------
        params : Params
            Of `profile_model`.

        Returns
        -------
        int

        """
        ...

    def profile(self, params: Any, relative: IntArray) -> FloatArray:
        """Return the bias of every head by relative position.

        Parameters
        ----------
        params : Params
            Of `profile_model`.
        relative : ndarray of int, shape (n,)
            Key position minus query position.

        Returns
        -------
        ndarray of float64, shape (n_heads, n)
            NaN where masked.

        """
        ...


@runtime_checkable
class HasClocks(Protocol):
    """An encoding whose trained rows turn in planes.

    Attributes
    ----------
    clocks_model : type of Params
        Number of steps, and the plane whose points are wanted.

    """

    clocks_model: type[Params]

    def clocks(self) -> Clocks:
        """Return the planes; computed once, when they are first asked for.

        Returns
        -------
        Clocks

        """
        ...


def paired_columns(
    first: np.ndarray, second: np.ndarray, parts: tuple[Part, Part], wavelength: FloatArray
) -> Columns:
    """Say what the columns of an encoding with pairs stand for.

    Parameters
    ----------
    first, second : ndarray of int, shape (pairs,)
        Columns of the first and of the second half of every pair; `second` may be one shorter.
    parts : tuple of two of "sin", "cos"
        What the halves hold.
    wavelength : ndarray of float64, shape (pairs,)
        Positions per full turn.

    Returns
    -------
    Columns

    """
    width = first.size + second.size
    pair = np.empty(width, dtype=np.intp)
    pair[first] = np.arange(first.size)
    pair[second] = np.arange(second.size)
    is_first = np.zeros(width, dtype=np.bool_)
    is_first[first] = True
    return Columns(
        pair=tuple(pair.tolist()),
        part=tuple(parts[0] if leads else parts[1] for leads in is_first.tolist()),
        wavelength=tuple(wavelength[pair].tolist()),
    )
