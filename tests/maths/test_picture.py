from typing import Any

import numpy as np
import pytest

from app.encodings.registry import Registry
from app.maths.patches import beside_share, cut, embed, patch_grid, sincos2d, sum_of_codes_share
from app.maths.picture import PALETTE, colours, landscape

SIDES = [(224, 320), (128, 128), (320, 128), (1, 1)]


@pytest.mark.parametrize(("height", "width"), SIDES)
def test_the_picture_has_the_size_asked_for_and_known_colours(height: int, width: int) -> None:
    drawn = landscape(height, width)
    assert drawn.shape == (height, width)
    assert 0 <= drawn.min() <= drawn.max() < len(PALETTE)
    values = colours(drawn)
    assert values.shape == (height, width, 3)
    np.testing.assert_allclose((values[0, 0] + 1) * 127.5, PALETTE[drawn[0, 0]])


@pytest.mark.parametrize(("height", "width"), [(224, 320), (320, 128), (128, 320), (128, 128)])
def test_every_thing_is_in_the_picture_and_patches_differ(height: int, width: int) -> None:
    drawn = landscape(height, width)
    assert len(np.unique(drawn)) >= 14
    patches = cut(colours(drawn), 16)
    # A jumble of nearly equal tiles would show nothing.
    assert len(np.unique(patches, axis=0)) > 0.4 * len(patches)


def test_the_proportions_stay() -> None:
    small, large = landscape(112, 160), landscape(224, 320)
    assert (small == large[::2, ::2]).mean() > 0.93


def test_a_picture_without_pixels_is_refused() -> None:
    with pytest.raises(ValueError, match="height and width must be at least 1, got 0 and 4"):
        landscape(0, 4)


def test_patches_are_cut_row_by_row() -> None:
    picture = np.arange(4 * 6 * 2, dtype=float).reshape(4, 6, 2)
    patches = cut(picture, 2)
    assert patches.shape == (6, 8)
    for patch, row in enumerate(patches):
        y, x = divmod(patch, 3)
        assert row.tolist() == picture[2 * y : 2 * y + 2, 2 * x : 2 * x + 2].ravel().tolist()
    with pytest.raises(ValueError, match="image_width must be a multiple of patch 4, got 6"):
        cut(picture, 4)


def test_embedding_is_linear_and_keeps_lengths_roughly() -> None:
    patches = np.random.default_rng(5).standard_normal((40, 768))
    embedded = embed(patches, 64)
    assert embedded.shape == (40, 64)
    np.testing.assert_allclose(embed(2 * patches[:3], 64), 2 * embedded[:3])
    ratio = np.linalg.norm(embedded, axis=1) / np.linalg.norm(patches, axis=1) * np.sqrt(768 / 64)
    assert 0.9 < ratio.mean() < 1.1


def test_codes_of_row_and_column_explain_their_own_sum_only() -> None:
    random = np.random.default_rng(2)
    row, column = random.standard_normal((5, 1, 7)), random.standard_normal((1, 8, 7))
    assert sum_of_codes_share((row + column).reshape(40, 7), 5, 8) == pytest.approx(1)
    assert sum_of_codes_share((row * column).reshape(40, 7), 5, 8) < 0.6
    # The 2-D sine is such a sum: each half depends on one axis alone.
    assert sum_of_codes_share(sincos2d(5, 8, 16), 5, 8) == pytest.approx(1)


def test_neighbours_lie_beside_each_other() -> None:
    assert beside_share(sincos2d(6, 9, 32, 20.0), 6, 9) == 1
    jumbled = np.random.default_rng(0).permutation(sincos2d(6, 9, 32, 20.0))
    assert beside_share(jumbled, 6, 9) < 0.3


@pytest.mark.parametrize("share", [sum_of_codes_share, beside_share])
def test_a_table_that_does_not_fit_its_grid_is_refused(share: object) -> None:
    with pytest.raises(ValueError, match="table must have height × width = 6 rows, got 5"):
        share(np.ones((5, 2)), 2, 3)  # type: ignore[operator]


def test_the_real_table_is_as_measured(registry: Registry) -> None:
    table = registry["patches_learned"].table  # type: ignore[attr-defined]
    assert beside_share(table, 37, 37) == pytest.approx(0.999, abs=5e-4)
    assert sum_of_codes_share(table, 37, 37) == pytest.approx(0.969, abs=5e-4)


def test_other_grids(golden: dict[str, Any]) -> None:
    assert patch_grid(224, 320, 16) == tuple(golden["vit_tokens"]["224x320/16"]["grid"])
