"""An encoding that nobody has: a triangle wave in every column, each slower than the one before."""

from typing import Annotated, Any

import numpy as np
from pydantic import Field

from app.encodings.comparison import ABSOLUTE, ADDED, Comparison
from app.encodings.params import FormulaParams, Parameter, Width
from app.encodings.protocols import Encoding, Reference
from app.encodings.registry import Registry, standard_registry
from app.i18n import msg
from app.maths.arrays import FloatArray
from app.settings import Settings

Period = Annotated[
    float,
    Field(ge=1, le=1024, examples=[16], description="Positions until the first column repeats."),
    Parameter(
        label=msg("Made-up period"),
        help=msg("After how many positions the first made-up triangle repeats."),
        unit=msg("positions"),
        stops=(4.0, 8.0, 16.0, 32.0),
    ),
]


class TriangleParams(FormulaParams):
    d_model: Width = 64
    made_up_period: Period = 16.0


class TriangleEncoding(Encoding[TriangleParams]):
    id = "made_up"
    family = "absolute"
    title = msg("Made-up triangle")
    summary = msg("Straight lines up and down, made up for a test.")
    references: tuple[Reference, ...] = ()
    comparison = Comparison(ABSOLUTE, ADDED, msg("The made-up triangles go on."))
    params_model = TriangleParams
    value_limit = 1.0
    applies = "added"

    def matrix(self, params: TriangleParams) -> FloatArray:
        periods = params.made_up_period * (1 + np.arange(params.d_model))
        turns = params.position_array()[:, None] / periods
        return np.asarray(4 * np.abs(turns - np.floor(turns + 0.5)) - 1)


class UnlawfulEncoding(TriangleEncoding):
    """Its rows depend on how many there are, and some of its numbers are none."""

    def matrix(self, params: TriangleParams) -> FloatArray:
        values = super().matrix(params) / params.seq_len
        values[-1, -1] = np.inf
        return values


def registry_with(encoding: Encoding[Any]) -> Registry:
    """Return all encodings and one more."""
    return Registry([*standard_registry(Settings().tables_dir), encoding])
