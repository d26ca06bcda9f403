"""Numbers of the section about images: how our picture is cut, and what is in the real table of patches."""

from app.claims.claim import Claim
from app.encodings.patches_learned import PatchesLearnedEncoding
from app.encodings.registry import Registry
from app.maths.arrays import FloatArray
from app.maths.patches import beside_share, patch_grid, sum_of_codes_share

_GRID = patch_grid(224, 320, 16)
"""What the figure shows at first."""
_SIDE = 37


def _table(registry: Registry) -> FloatArray:
    encoding = registry["patches_learned"]
    assert isinstance(encoding, PatchesLearnedEncoding)  # noqa: S101 (the registry's own)
    return encoding.table


CLAIMS = {
    "patches.rows": Claim(lambda _: _GRID[0]),
    "patches.columns": Claim(lambda _: _GRID[1]),
    "patches.count": Claim(lambda _: _GRID[0] * _GRID[1]),
    "patches.seq_len": Claim(lambda _: _GRID[0] * _GRID[1] + 1),
    "patches.side": Claim(lambda registry: _table(registry).shape[0] ** 0.5),
    "patches.beside_share": Claim(
        lambda registry: 100 * beside_share(_table(registry), _SIDE, _SIDE), digits=1
    ),
    "patches.codes_share": Claim(
        lambda registry: 100 * sum_of_codes_share(_table(registry), _SIDE, _SIDE), digits=1
    ),
}
