"""What every encoding must be able to do."""

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

from app.encodings.comparison import Comparison
from app.encodings.params import Params
from app.encodings.protocols.columns import Columns
from app.maths.arrays import FloatArray

P_contra = TypeVar("P_contra", bound=Params, contravariant=True)

Family: TypeAlias = Literal["absolute", "rotary", "bias"]
Applies: TypeAlias = Literal["nothing", "added", "rotated", "bias"]


@dataclass(frozen=True)
class Reference:
    """A source: authors, year and title as printed, an arXiv number where there is one, and an address."""

    authors: str
    year: int
    title: str
    url: str
    arxiv: str | None = None


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


@runtime_checkable
class Encoding(Protocol[P_contra]):
    """One positional encoding: its words, its parameters and its numbers. Derive from it to make one.

    Attributes
    ----------
    id : str
        Name in URLs; never changes.
    title, summary : str
        Words marked with `msg`.
    value_limit : float
        The colour scale runs from -value_limit to +value_limit and never moves while sliding.
    applies : {"nothing", "added", "rotated", "bias"} or None
        How it enters attention over a sentence; None if it cannot.
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
        """Return the shape of the matrix without computing it."""
        sizes: list[int] = [getattr(params, name) for name in self.size_parameters]
        return tuple(sizes) if self.width is None else (*sizes, self.width)

    def matrix(self, params: P_contra) -> FloatArray:
        """Compute the matrix, of shape `shape(params)`; the registry keeps what was computed."""
        ...

    def columns(self, params: P_contra) -> Columns:
        """Return what every column stands for."""
        return Columns.unpaired(self.shape(params)[-1])

    def attention_inputs(self, x: FloatArray, params: P_contra, strength: float) -> AttentionInputs:
        """Apply the encoding to word vectors; the default adds it to them.

        Parameters
        ----------
        x : ndarray of float64, shape (n, d)
            One vector a word, in sentence order.
        params : Params
            With n positions (and width d).
        strength : float
            From 0, as if there were no encoding, to 1.
        """
        placed = x + strength * self.matrix(params)
        return AttentionInputs(placed, placed, placed)


class BiasEncoding(Encoding[P_contra], Protocol[P_contra]):
    """An encoding that changes scores: its matrix is head × query × key. Derive from it to make one."""

    family: Family = "bias"
    applies: Applies | None = "bias"
    dims: tuple[str, ...] = ("head", "query", "key")
