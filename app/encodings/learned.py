"""Learned position embeddings: the real table of a small sentence model."""

from functools import cached_property
from pathlib import Path
from threading import Lock

import numpy as np
from pydantic import model_validator

from app.encodings.comparison import ABSOLUTE, ADDED, Comparison, User
from app.encodings.params import (
    TABLE_ROWS,
    ClockPlane,
    ClockSteps,
    ParameterError,
    Params,
    TableSeqLen,
    TableStart,
)
from app.encodings.protocols import Clocks, Encoding, Reference
from app.encodings.tables import read_table
from app.i18n import msg
from app.maths.arrays import FloatArray
from app.maths.learned import rows
from app.maths.learned_planes import (
    held_out_r2,
    neighbour_share,
    principal_components,
    random_r2,
    rotating_planes,
    sinusoid_share,
)

COMPONENTS = 10
"""Principal components that hold 93 % of the table's variance: five planes."""
_STEPS = (1, 2, 5, 10, 20, 50)


class LearnedParams(Params):
    """Parameters of the learned table: which rows to read."""

    seq_len: TableSeqLen = 64
    start: TableStart = 0

    @model_validator(mode="after")
    def _within_table(self) -> "LearnedParams":
        if self.start + self.seq_len > TABLE_ROWS:
            raise ParameterError(
                {"seq_len": self.seq_len, "start": self.start},
                msg("the table has rows 0…{last}: start + seq_len may be at most {rows}, asked for {asked}"),
                last=TABLE_ROWS - 1,
                rows=TABLE_ROWS,
                asked=self.start + self.seq_len,
            )
        return self


class ClocksParams(Params):
    """What is asked about the planes in which the table turns."""

    k: ClockSteps = 1
    plane: ClockPlane = None


class LearnedEncoding(Encoding[LearnedParams]):
    """Rows of all-MiniLM-L6-v2's position table, stored as float16."""

    id = "learned"
    family = "absolute"
    title = msg("Learned")
    summary = msg("One trained row per position, here from all-MiniLM-L6-v2. The table ends with row 511.")
    references = (
        Reference(
            authors="Devlin et al.",
            year=2018,
            title="BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
            url="https://arxiv.org/abs/1810.04805",
            arxiv="1810.04805",
        ),
        Reference(
            authors="Wang et al.",
            year=2020,
            title=(
                "MiniLM: Deep Self-Attention Distillation for Task-Agnostic Compression of "
                "Pre-Trained Transformers"
            ),
            url="https://arxiv.org/abs/2002.10957",
            arxiv="2002.10957",
        ),
        Reference(
            authors="sentence-transformers",
            year=2021,
            title="all-MiniLM-L6-v2",
            url="https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
        ),
    )
    comparison = Comparison(
        ABSOLUTE,
        ADDED,
        msg("The table ends. There is no further row."),
        count=lambda sizes: sizes.max_len * sizes.d_model,
        formula=msg("length × width"),
        users=(
            User("BERT", "devlin2018", "§3"),
            User("GPT-2", "radford2019", "§2.3"),
            User("RoBERTa", "liu2019"),
            User("MiniLM", "wang2020"),
            User("Whisper", "radford2022", "§2.2", msg("decoder")),
        ),
    )
    params_model = LearnedParams
    # 99.5 % of the table's values lie within ±0.0733; the outlier row 0 ([CLS]) saturates on purpose.
    value_limit = 0.08
    applies = "added"
    size_parameters = ("seq_len",)
    max_rows = TABLE_ROWS
    width = 384
    clocks_model = ClocksParams

    def __init__(self, tables_dir: Path) -> None:
        self._file = tables_dir / "minilm_positions_f16.npy"
        self._clocks: Clocks | None = None
        self._lock = Lock()

    @cached_property
    def table(self) -> FloatArray:
        """The whole table, shape (512, 384), read when it is first needed."""
        return read_table(self._file)

    def matrix(self, params: LearnedParams) -> FloatArray:  # noqa: D102 (documented in the protocol)
        return rows(self.table, params.start, params.seq_len)

    def clocks(self) -> Clocks:  # noqa: D102
        with self._lock:
            if self._clocks is None:
                self._clocks = _clocks_of(self.table)
            return self._clocks


def _clocks_of(table: FloatArray) -> Clocks:
    # Row 0 belongs to [CLS] and is five times as long as the others: it would be a component of its own.
    first_row = 1
    used = table[first_row:]
    coordinates, shares = principal_components(used, COMPONENTS)
    planes = rotating_planes(coordinates, float(((used - used.mean(axis=0)) ** 2).sum()))
    return Clocks(
        first_row=first_row,
        planes=planes,
        variance_share=float(shares.sum()),
        flat_share=float(shares[:2].sum()),
        sinusoid_share=sinusoid_share(used, np.array([plane.period for plane in planes])),
        neighbour_share=neighbour_share(table),
        random_neighbour_share=neighbour_share(np.random.default_rng(0).standard_normal(table.shape)),
        r2={k: held_out_r2(coordinates, k) for k in _STEPS},
        random_r2={k: random_r2(used.shape[0], COMPONENTS, k) for k in _STEPS},
    )
