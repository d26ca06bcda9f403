"""The real tables of trained models that some encodings show."""

from pathlib import Path

import numpy as np

from app.maths.arrays import FloatArray


def read_table(file: Path) -> FloatArray:
    """Return a table, stored in half or single precision, as float64; it is read-only."""
    table: FloatArray = np.load(file, allow_pickle=False).astype(np.float64)
    table.flags.writeable = False
    return table
