"""Patches of an image: how many there are, and the sinusoidal encoding of a grid."""

from typing import Literal, TypeAlias

import numpy as np

from app.maths.arrays import FloatArray
from app.maths.sinusoidal import sinusoidal

AxisOrder: TypeAlias = Literal["xy", "yx"]


def patch_grid(image_height: int, image_width: int, patch: int) -> tuple[int, int]:
    """Return how many patches lie below and beside each other.

    Parameters
    ----------
    image_height, image_width : int
        In pixels, multiples of `patch`.
    patch : int
        Side of a patch in pixels, at least 1.

    Returns
    -------
    rows, columns : int

    Raises
    ------
    ValueError
        If the image cannot be cut into whole patches.

    References
    ----------
    Dosovitskiy et al. 2020, section 3.1, arXiv:2010.11929.

    """
    if patch < 1:
        raise ValueError(f"patch must be at least 1, got {patch}")
    for name, size in (("image_height", image_height), ("image_width", image_width)):
        if size < patch or size % patch:
            raise ValueError(f"{name} must be a multiple of patch {patch}, got {size}")
    return image_height // patch, image_width // patch


def grid_positions(height: int, width: int) -> tuple[FloatArray, FloatArray]:
    """Return column and row of every patch, row by row from the upper left.

    Parameters
    ----------
    height, width : int
        Rows and columns of the grid.

    Returns
    -------
    x, y : ndarray of float64, shape (height * width,)

    """
    y, x = np.divmod(np.arange(height * width, dtype=np.float64), width)
    return x, y


def sincos2d(
    height: int, width: int, d_model: int, base: float = 10_000.0, *, order: AxisOrder = "xy"
) -> FloatArray:
    """Return the fixed two-dimensional encoding of a grid of patches.

    Parameters
    ----------
    height, width : int
        Rows and columns of the grid, at least 1.
    d_model : int
        Width in columns, a multiple of 4: each axis has half, each half sines before cosines.
    base : float
        Ratio that the wavelengths span, greater than 1.
    order : {"xy", "yx"}
        Which axis has the first half: x as in MAE, or y as in DETR.

    Returns
    -------
    ndarray of float64, shape (height * width, d_model)
        Row by row: patch ``y·width + x``.

    Raises
    ------
    ValueError
        If a parameter is outside its range.

    References
    ----------
    Chen et al. 2021 (MoCo v3), arXiv:2104.02057; He et al. 2021 (MAE), arXiv:2111.06377.

    """
    if d_model < 4 or d_model % 4:
        raise ValueError(f"d_model must be a multiple of 4, got {d_model}")
    if height < 1 or width < 1:
        raise ValueError(f"height and width must be at least 1, got {height} and {width}")
    if order not in ("xy", "yx"):
        raise ValueError(f"order must be 'xy' or 'yx', got {order!r}")
    x, y = grid_positions(height, width)
    axes = (x, y) if order == "xy" else (y, x)
    return np.hstack([sinusoidal(axis, d_model // 2, base, layout="blocks") for axis in axes])
