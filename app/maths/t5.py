"""T5's relative position buckets, and the bias that is looked up by them."""

import numpy as np

from app.maths.arrays import FloatArray, IntArray


def t5_buckets(
    relative: IntArray, *, num_buckets: int = 32, max_distance: int = 128, bidirectional: bool = True
) -> IntArray:
    """Return the bucket of every relative position.

    Parameters
    ----------
    relative : ndarray of int
        Key position minus query position.
    num_buckets : int
        Buckets in all; every direction needs at least 2.
    max_distance : int
        From this distance on all fall into the last bucket; greater than the number of exact buckets.
    bidirectional : bool
        Two-way (encoder): the second half of the buckets is for keys after the query. One-way (decoder): all
        keys after the query share bucket 0.

    Returns
    -------
    ndarray of int, shape of `relative`
        Near distances have a bucket each; beyond, buckets widen with the logarithm. Their limits are found
        with whole numbers, so no rounding of a logarithm moves a distance into the next bucket.

    Raises
    ------
    ValueError
        If there are too few buckets or `max_distance` is too small.

    References
    ----------
    Raffel et al. 2020, section 2.1 and the authors' code, arXiv:1910.10683.
    """
    one_way = num_buckets // 2 if bidirectional else num_buckets
    if one_way < 2:
        raise ValueError(f"num_buckets must be at least {4 if bidirectional else 2}, got {num_buckets}")
    exact = one_way // 2
    if max_distance <= exact:
        raise ValueError(f"max_distance must be greater than {exact}, got {max_distance}")
    offset = np.where(relative > 0, one_way, 0) if bidirectional else 0
    distance = np.abs(relative) if bidirectional else np.maximum(-relative, 0)
    limits = np.array([*range(1, exact + 1), *_widening_limits(exact, one_way, max_distance)])
    return np.asarray(np.searchsorted(limits, distance, side="right") + offset, dtype=np.intp)


def relative_positions(query_len: int, key_len: int) -> IntArray:
    """Return key position minus query position, shape (query_len, key_len)."""
    return np.asarray(np.arange(key_len)[None, :] - np.arange(query_len)[:, None], dtype=np.intp)


def t5_bias(table: FloatArray, seq_len: int, *, max_distance: int = 128) -> FloatArray:
    """Return what a trained table of two-way buckets adds to the scaled scores.

    Parameters
    ----------
    table : ndarray of float64, shape (num_buckets, n_heads)

    Returns
    -------
    ndarray of float64, shape (n_heads, seq_len, seq_len)
        Head, query, key.
    """
    relative = relative_positions(seq_len, seq_len)
    buckets = t5_buckets(relative, num_buckets=table.shape[0], max_distance=max_distance)
    return np.ascontiguousarray(np.moveaxis(table[buckets], -1, 0))


def _widening_limits(exact: int, one_way: int, max_distance: int) -> list[int]:
    """Return the first distance of every bucket after the exact ones but the first of them."""
    wide = one_way - exact
    return [_first_distance(exact, step, wide, max_distance) for step in range(1, wide)]


def _first_distance(exact: int, step: int, wide: int, max_distance: int) -> int:
    """Return the smallest n with ``n^wide >= max_distance^step · exact^(wide-step)``, in whole numbers."""
    least = int(max_distance) ** step * exact ** (wide - step)
    n: int = round(exact * (max_distance / exact) ** (step / wide))
    while n**wide >= least:
        n -= 1
    while n**wide < least:
        n += 1
    return n
