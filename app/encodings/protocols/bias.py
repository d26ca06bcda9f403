"""What encodings can do that change scores."""

from typing import Any, Protocol, runtime_checkable

from app.encodings.params import Params
from app.maths.arrays import FloatArray, IntArray


@runtime_checkable
class HasSlopes(Protocol):
    """An encoding with one slope a head."""

    slopes_model: type[Params]

    def slopes(self, params: Any) -> FloatArray:
        """Return the slope of every head, in head order, shape (n_heads,)."""
        ...


@runtime_checkable
class HasBuckets(Protocol):
    """An encoding that sorts relative positions into buckets; its model has `query_len` and `key_len`."""

    buckets_model: type[Params]

    def buckets(self, params: Any) -> IntArray:
        """Return the bucket of every query and key, shape (query_len, key_len)."""
        ...


@runtime_checkable
class HasProfile(Protocol):
    """A bias that depends on the relative position; its model has `reach`, the neighbours on either side."""

    profile_model: type[Params]

    def profile_heads(self, params: Any) -> int:
        """Return the number of heads, without computing anything."""
        ...

    def profile(self, params: Any, relative: IntArray) -> FloatArray:
        """Return the bias of every head by relative position.

        Parameters
        ----------
        relative : ndarray of int, shape (n,)
            Key position minus query position.

        Returns
        -------
        ndarray of float64, shape (n_heads, n)
            NaN where masked.
        """
        ...
