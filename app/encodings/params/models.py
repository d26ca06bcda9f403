"""What the parameter models of encodings derive from."""

from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, model_validator

from app.encodings.params.parameter import ParameterError, split_numbers
from app.encodings.params.positions import Positions, SeqLen, Start
from app.i18n import msg
from app.maths.arrays import FloatArray


class Params(BaseModel):
    """Base of every encoding's parameters: nothing unknown, and frozen, so that the whole is a cache key."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class FormulaParams(Params):
    """Parameters of an encoding that is a formula: any position can be asked for."""

    seq_len: SeqLen = 64
    start: Start = 0
    positions: Positions = None

    @model_validator(mode="before")
    @classmethod
    def _length_of_positions(cls, given: Any) -> Any:
        """Let `positions` set the length, so that the parameters of an answer describe it."""
        if not isinstance(given, dict) or given.get("positions") is None:
            return given
        positions = split_numbers(given["positions"])
        if not isinstance(positions, (tuple, list)):
            return given
        said = {"seq_len": str(len(positions)), "start": "0"}
        for name, value in said.items():
            if name in given and str(given[name]) != value:
                raise ParameterError(
                    {name: given[name]}, msg("give either positions or a length and a start, not both")
                )
        return {**given, "positions": positions, "seq_len": len(positions)}

    def position_array(self) -> FloatArray:
        """Return the positions asked for, shape (seq_len,)."""
        if self.positions is not None:
            return np.array(self.positions, dtype=np.float64)
        return self.start + np.arange(self.seq_len, dtype=np.float64)

    def text_len(self) -> float:
        """Return the length of the text that the positions are part of: one more than the last position."""
        return 1.0 + (self.start + self.seq_len - 1 if self.positions is None else max(self.positions))
