"""The array types that every kernel speaks."""

from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Real = TypeVar("Real", np.float32, np.float64)
"""What a kernel that keeps the precision of its input is generic over."""

FloatArray: TypeAlias = NDArray[np.float64]
SingleArray: TypeAlias = NDArray[np.float32]
IntArray: TypeAlias = NDArray[np.intp]
