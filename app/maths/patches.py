"""Patches of an image: how many there are, their pixels, and the encodings of a grid."""

from typing import Literal, TypeAlias

import numpy as np

from app.maths.arrays import FloatArray
from app.maths.learned_planes import nearest_rows
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
    """Return column x and row y of every patch, shape (height * width,), row by row from the upper left."""
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


def cut(picture: FloatArray, patch: int) -> FloatArray:
    """Cut a picture into square patches and write each as one row of numbers.

    Parameters
    ----------
    picture : ndarray of float64, shape (height, width, channels)
        Both sides are multiples of `patch`.
    patch : int
        Side of a patch in pixels, at least 1.

    Returns
    -------
    ndarray of float64, shape (rows * columns, patch * patch * channels)
        Patches row by row from the upper left, the pixels of each one likewise.

    Raises
    ------
    ValueError
        If the picture cannot be cut into whole patches.

    References
    ----------
    Dosovitskiy et al. 2020, section 3.1, arXiv:2010.11929.
    """
    height, width, channels = picture.shape
    rows, columns = patch_grid(height, width, patch)
    cells = picture.reshape(rows, patch, columns, patch, channels).swapaxes(1, 2)
    return cells.reshape(rows * columns, patch * patch * channels)


def embed(patches: FloatArray, d_model: int) -> FloatArray:
    """Turn the pixels of every patch into a vector, with a fixed random map in place of a trained one.

    Parameters
    ----------
    patches : ndarray of float64, shape (n, pixels)

    Returns
    -------
    ndarray of float64, shape (n, d_model)
        Lengths and angles are roughly those of the pixel rows.

    References
    ----------
    Dosovitskiy et al. 2020, equation 1, arXiv:2010.11929 (there the map is trained).
    """
    pixels = patches.shape[1]
    weights = np.random.default_rng(0).standard_normal((pixels, d_model))
    return np.asarray(patches @ weights / np.sqrt(pixels), dtype=np.float64)


def sum_of_codes_share(table: FloatArray, height: int, width: int) -> float:
    """Return how much of a table of patches is one code of the row plus one code of the column.

    Parameters
    ----------
    table : ndarray of float64, shape (height * width, d)
        Row by row of the grid.

    Returns
    -------
    float
        Share of the variance, from 0 to 1: 1 if every patch is exactly such a sum.

    Raises
    ------
    ValueError
        If the table does not fit the grid.
    """
    _check_fits(table, height, width)
    grid = table.reshape(height, width, -1)
    centred = grid - grid.mean(axis=(0, 1))
    # The best codes, by least squares, are the means of the rows and of the columns.
    rest = centred - centred.mean(axis=1, keepdims=True) - centred.mean(axis=0, keepdims=True)
    return float(1 - (rest**2).sum() / (centred**2).sum())


def beside_share(table: FloatArray, height: int, width: int) -> float:
    """Return the share of patches, from 0 to 1, most similar to the patch above, below, left or right.

    Parameters
    ----------
    table : ndarray of float64, shape (height * width, d)
        Row by row of the grid; compared by cosine once the mean row, common to all, is taken off.

    Raises
    ------
    ValueError
        If the table does not fit the grid.
    """
    _check_fits(table, height, width)
    centred = table - table.mean(axis=0)
    nearest = nearest_rows(centred)
    x, y = grid_positions(height, width)
    return float((np.abs(x[nearest] - x) + np.abs(y[nearest] - y) == 1).mean())


def _check_fits(table: FloatArray, height: int, width: int) -> None:
    if table.shape[0] != height * width:
        raise ValueError(f"table must have height × width = {height * width} rows, got {table.shape[0]}")
