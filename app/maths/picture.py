"""Our own picture, drawn by a few inequalities: a lake in the evening, at any size."""

import numpy as np

from app.maths.arrays import FloatArray, IntArray

PALETTE: tuple[tuple[int, int, int], ...] = (
    (43, 58, 103), (73, 88, 143), (124, 113, 162), (190, 134, 160), (240, 160, 128), (250, 196, 132),
    (255, 236, 179), (72, 66, 110), (52, 49, 88), (56, 92, 128), (236, 190, 150), (44, 84, 62),
    (28, 58, 46), (122, 62, 44), (200, 84, 58), (255, 221, 120),
)  # fmt: skip
"""Red, green and blue of every colour, 0…255."""

_SKY, _SUN, _FAR, _NEAR, _WATER, _SHINE, _MEADOW, _TREE, _TRUNK, _HOUSE, _WINDOW = (
    0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
)  # fmt: skip
_BANDS = 6


def landscape(height: int, width: int) -> IntArray:
    """Draw the picture: sky, sun, two ranges of hills, a lake with reflections, a meadow, a tree, a house.

    Parameters
    ----------
    height, width : int
        In pixels, at least 1.

    Returns
    -------
    ndarray of int, shape (height, width)
        Index of every pixel's colour in `PALETTE`.

    Raises
    ------
    ValueError
        If a side is less than 1.
    """
    if height < 1 or width < 1:
        raise ValueError(f"height and width must be at least 1, got {height} and {width}")
    # Shapes keep their proportions at every size: y runs from 0 to 1, x from 0 to width/height.
    y, x = np.meshgrid((np.arange(height) + 0.5) / height, (np.arange(width) + 0.5) / height, indexing="ij")
    right = width / height
    shore = 0.58
    drawn = np.minimum((y / shore * _BANDS).astype(np.intp), _BANDS - 1) + _SKY
    drawn[np.hypot(x - 0.3 * right, y - 0.37) < 0.11] = _SUN
    drawn[y > 0.44 + 0.06 * np.sin(7 * x / right + 0.5) + 0.03 * np.sin(17 * x / right)] = _FAR
    drawn[y > 0.53 - 0.09 * np.sin(4.6 * x / right - 1.9)] = _NEAR
    lake = y > shore
    drawn[lake] = _WATER
    # Shorter waves near the shore, and a path of light below the sun.
    wave = np.sin(90 * np.sqrt(np.maximum(y - shore, 0)) + 3 * np.sin(11 * x / right))
    path = np.abs(x - 0.3 * right) < 0.05 + 0.2 * (y - shore)
    drawn[lake & path & (wave > -0.2)] = _SHINE
    drawn[lake & ~path & (wave > 0.93)] = 1
    meadow = y > 0.8 - 0.14 * x / right + 0.03 * np.sin(9 * x / right)
    drawn[meadow] = _MEADOW
    at = 0.82 * right
    drawn[(np.abs(x - at) < 0.018) & (y > 0.48) & (y < 0.78)] = _TRUNK
    for dx, dy, radius in ((0.0, 0.34, 0.13), (-0.09, 0.43, 0.09), (0.09, 0.42, 0.1)):
        drawn[np.hypot(x - at - dx, y - dy) < radius] = _TREE
    _house(drawn, x, y, 0.5 * right)
    return drawn


def _house(drawn: IntArray, x: FloatArray, y: FloatArray, at: float) -> None:
    beside = np.abs(x - at)
    drawn[(beside < 0.12) & (y > 0.68) & (y < 0.86)] = _HOUSE
    drawn[(y > 0.56) & (y < 0.68) & (beside < (y - 0.56) * 1.25)] = _TRUNK
    drawn[(np.abs(beside - 0.06) < 0.025) & (np.abs(y - 0.755) < 0.028)] = _WINDOW


def colours(drawn: IntArray) -> FloatArray:
    """Return the pixel values of a drawing, as a network is given them.

    Parameters
    ----------
    drawn : ndarray of int, shape (height, width)
        Indices into `PALETTE`.

    Returns
    -------
    ndarray of float64, shape (height, width, 3)
        Red, green and blue, from -1 to 1.
    """
    return np.array(PALETTE, dtype=np.float64)[drawn] / 127.5 - 1
