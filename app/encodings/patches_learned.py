"""Learned positions of image patches: the real table of a vision transformer."""

from functools import cached_property
from pathlib import Path

from pydantic import model_validator

from app.encodings.comparison import ABSOLUTE, ADDED_TO_PATCHES, Comparison, User
from app.encodings.params import PATCH_ROWS, ParameterError, Params, PatchLen, PatchStart
from app.encodings.protocols import Encoding, Reference
from app.encodings.tables import read_table
from app.i18n import msg
from app.maths.arrays import FloatArray
from app.maths.learned import rows


class PatchesLearnedParams(Params):
    """Which patches to read, row by row of the grid."""

    seq_len: PatchLen = PATCH_ROWS
    start: PatchStart = 0

    @model_validator(mode="after")
    def _within_table(self) -> "PatchesLearnedParams":
        if self.start + self.seq_len > PATCH_ROWS:
            raise ParameterError(
                {"seq_len": self.seq_len, "start": self.start},
                msg("patches end with {last}: start + seq_len may be at most {rows}, asked for {asked}"),
                last=PATCH_ROWS - 1,
                rows=PATCH_ROWS,
                asked=self.start + self.seq_len,
            )
        return self


class PatchesLearnedEncoding(Encoding[PatchesLearnedParams]):
    """Patch positions of a DINOv2-type ViT-S/14 on a grid of 37 × 37, stored as float16."""

    id = "patches_learned"
    family = "absolute"
    title = msg("Learned patches")
    summary = msg("One trained row per image patch, here of a DINOv2-type ViT-S/14 with 37 × 37 patches.")
    references = (
        Reference(
            authors="Dosovitskiy et al.",
            year=2020,
            title="An Image is Worth 16x16 Words: Transformers for Image Recognition at Scale",
            url="https://arxiv.org/abs/2010.11929",
            arxiv="2010.11929",
        ),
        Reference(
            authors="Oquab et al.",
            year=2023,
            title="DINOv2: Learning Robust Visual Features without Supervision",
            url="https://arxiv.org/abs/2304.07193",
            arxiv="2304.07193",
        ),
    )
    comparison = Comparison(
        ABSOLUTE,
        ADDED_TO_PATCHES,
        msg("The table ends. For other image sizes its rows are interpolated in two directions."),
        count=lambda sizes: (sizes.patches + 1) * sizes.d_model,
        formula=msg("(patches + class token) × width"),
        evidence=(("dosovitskiy2020", "§3.2"),),
        users=(
            User("ViT", "dosovitskiy2020", "§3.1"),
            User("DINOv2", "oquab2023"),
        ),
    )
    params_model = PatchesLearnedParams
    # 99.5 % of the table's values lie within ±0.0699.
    value_limit = 0.075
    # A sentence has no patches.
    applies = None
    dims = ("patch", "dim")
    size_parameters = ("seq_len",)
    max_rows = PATCH_ROWS
    width = 384

    def __init__(self, tables_dir: Path) -> None:
        self._file = tables_dir / "dinov2_vits14_patch_positions_37x37_f16.npy"

    @cached_property
    def table(self) -> FloatArray:
        """The whole table, shape (1369, 384), read when it is first needed."""
        return read_table(self._file)

    def matrix(self, params: PatchesLearnedParams) -> FloatArray:  # noqa: D102 (documented in the protocol)
        return rows(self.table, params.start, params.seq_len)
