"""The encodings there are, in the order in which the page shows them, and the cache of their matrices."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from math import prod
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from app.encodings.alibi import AlibiEncoding
from app.encodings.binary import BinaryEncoding
from app.encodings.index import IndexEncoding
from app.encodings.learned import LearnedEncoding
from app.encodings.none import NoEncoding
from app.encodings.params import ParameterError, Params
from app.encodings.patches_learned import PatchesLearnedEncoding
from app.encodings.protocols import Encoding
from app.encodings.rope import RopeEncoding
from app.encodings.sincos2d import Sincos2dEncoding
from app.encodings.sinusoidal import SinusoidalEncoding
from app.encodings.t5 import T5Encoding
from app.i18n import msg
from app.maths.arrays import FloatArray


class Registry:
    """An ordered set of encodings with a bounded cache of what they computed.

    Parameters
    ----------
    encodings : iterable of Encoding
        In the order in which they are shown.
    max_cells : int
        Largest matrix that is computed, in numbers (a number takes 8 bytes).

    Raises
    ------
    ValueError
        If two encodings have the same id.
    """

    def __init__(
        self, encodings: Iterable[Encoding[Any]], *, max_cells: int = 1_048_576, cache_bytes: int = 64 * 2**20
    ) -> None:
        self.max_cells = max_cells
        self._cache_bytes = cache_bytes
        self._encodings: dict[str, Encoding[Any]] = {}
        for encoding in encodings:
            if encoding.id in self._encodings:
                raise ValueError(f"id must be unique, got {encoding.id!r} twice")
            self._encodings[encoding.id] = encoding
        self._matrices: OrderedDict[tuple[str, Params], FloatArray] = OrderedDict()
        self._cached = 0
        self._lock = Lock()

    def __iter__(self) -> Iterator[Encoding[Any]]:
        """Iterate over the encodings in order."""
        return iter(self._encodings.values())

    def __len__(self) -> int:
        """Return the number of encodings."""
        return len(self._encodings)

    def __contains__(self, encoding_id: object) -> bool:
        """Return whether there is an encoding with this id."""
        return encoding_id in self._encodings

    def __getitem__(self, encoding_id: str) -> Encoding[Any]:
        """Return the encoding with this id; KeyError if there is none."""
        return self._encodings[encoding_id]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids in order."""
        return tuple(self._encodings)

    def cells(self, encoding: Encoding[Any], params: Params) -> int:
        """Return how many numbers a matrix has, and refuse one that is too large before memory is taken.

        Raises
        ------
        ParameterError
            If there are more than `max_cells`; names every parameter that decides the size.
        """
        cells = prod(encoding.shape(params))
        if cells > self.max_cells:
            names = encoding.size_parameters
            asked = prod(getattr(params, name) for name in names)
            raise ParameterError(
                {name: getattr(params, name) for name in names},
                msg("{product} may be at most {limit}, asked for {asked}"),
                product=" × ".join(names),
                # What a table has besides, its width or its heads, cannot be asked for.
                limit=self.max_cells * asked // cells,
                asked=asked,
            )
        return cells

    def matrix(self, encoding: Encoding[Any], params: Params) -> FloatArray:
        """Return an encoding's matrix, read-only, from the cache if it was asked for before.

        The whole model of parameters is the key, so no parameter can be forgotten in it.

        Raises
        ------
        ParameterError
            If the matrix is too large.
        """
        self.cells(encoding, params)
        key = (encoding.id, params)
        with self._lock:
            if key in self._matrices:
                self._matrices.move_to_end(key)
                return self._matrices[key]
        matrix = np.ascontiguousarray(encoding.matrix(params), dtype=np.float64)
        matrix.flags.writeable = False
        self._keep(key, matrix)
        return matrix

    def _keep(self, key: tuple[str, Params], matrix: FloatArray) -> None:
        with self._lock:
            if key in self._matrices or matrix.nbytes > self._cache_bytes:
                return
            self._matrices[key] = matrix
            self._cached += matrix.nbytes
            while self._cached > self._cache_bytes:
                self._cached -= self._matrices.popitem(last=False)[1].nbytes


def standard_registry(tables_dir: Path, *, max_cells: int = 1_048_576) -> Registry:
    """Return the registry of all encodings; a new encoding is one line here."""
    encodings: tuple[Encoding[Any], ...] = (
        NoEncoding(),
        IndexEncoding(),
        BinaryEncoding(),
        SinusoidalEncoding(),
        LearnedEncoding(tables_dir),
        RopeEncoding(),
        AlibiEncoding(),
        T5Encoding(tables_dir),
        Sincos2dEncoding(),
        PatchesLearnedEncoding(tables_dir),
    )
    return Registry(encodings, max_cells=max_cells)
