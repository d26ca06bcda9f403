"""T5's relative position bias: the real one of a sentence model."""

from functools import cached_property
from pathlib import Path

import numpy as np
from pydantic import model_validator

from app.encodings.comparison import ADDED_TO_SCORES, Comparison, User
from app.encodings.params import (
    BiasSeqLen,
    Buckets,
    FarthestBucket,
    KeyLen,
    LearnedHead,
    ParameterError,
    Params,
    QueryLen,
    Reach,
    TwoWay,
)
from app.encodings.protocols import AttentionInputs, BiasEncoding, Reference
from app.encodings.tables import read_table
from app.i18n import msg
from app.maths.arrays import FloatArray, IntArray
from app.maths.t5 import relative_positions, t5_bias, t5_buckets


class T5Params(Params):
    """Parameters of the learned bias."""

    seq_len: BiasSeqLen = 16
    head: LearnedHead = None


class BucketsParams(Params):
    """Parameters of the buckets, of any T5-like model."""

    query_len: QueryLen = 16
    key_len: KeyLen = 16
    num_buckets: Buckets = 32
    max_distance: FarthestBucket = 128
    bidirectional: TwoWay = True

    @model_validator(mode="after")
    def _room_for_distances(self) -> "BucketsParams":
        one_way = self.num_buckets // 2 if self.bidirectional else self.num_buckets
        if one_way < 2:
            raise ParameterError(
                {"num_buckets": self.num_buckets}, msg("every direction needs at least 2 buckets")
            )
        if self.max_distance <= one_way // 2:
            raise ParameterError(
                {"max_distance": self.max_distance},
                msg("must be greater than the {exact} distances that have a bucket each"),
                exact=one_way // 2,
            )
        return self


class T5ProfileParams(Params):
    """One query in the middle of a text."""

    reach: Reach = 32


class T5Encoding(BiasEncoding[T5Params]):
    """The bias of all-mpnet-base-v2, two-way, with 32 buckets up to distance 128."""

    id = "t5"
    title = msg("T5 bias")
    summary = msg("One trained number per head and bucket of distances, here from all-mpnet-base-v2.")
    references = (
        Reference(
            authors="Raffel et al.",
            year=2019,
            title="Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
            url="https://arxiv.org/abs/1910.10683",
            arxiv="1910.10683",
        ),
        Reference(
            authors="Song et al.",
            year=2020,
            title="MPNet: Masked and Permuted Pre-training for Language Understanding",
            url="https://arxiv.org/abs/2004.09297",
            arxiv="2004.09297",
        ),
        Reference(
            authors="sentence-transformers",
            year=2021,
            title="all-mpnet-base-v2",
            url="https://huggingface.co/sentence-transformers/all-mpnet-base-v2",
        ),
    )
    comparison = Comparison(
        msg("relative, with direction"),
        ADDED_TO_SCORES,
        msg("All far distances share the last bucket: none is new, but ever more tokens look alike."),
        count=lambda sizes: sizes.num_buckets * sizes.n_heads,
        formula=msg("buckets × heads"),
        evidence=(("raffel2019", "§2.1"),),
        users=(
            User("T5", "raffel2019", "§2.1"),
            User("MPNet", "song2020"),
        ),
    )
    params_model = T5Params
    buckets_model = BucketsParams
    profile_model = T5ProfileParams
    # 99 % of the table's numbers lie within ±7.5; some heads repel their own position more strongly still.
    value_limit = 8.0
    size_parameters = ("seq_len", "seq_len")

    def __init__(self, tables_dir: Path) -> None:
        self._file = tables_dir / "mpnet_relative_attention_bias_32x12_f32.npy"

    @cached_property
    def table(self) -> FloatArray:
        """The whole table, shape (32, 12), read when it is first needed."""
        return read_table(self._file)

    def shape(self, params: T5Params) -> tuple[int, ...]:  # noqa: D102 (documented in the protocol)
        heads = self.table.shape[1] if params.head is None else 1
        return (heads, params.seq_len, params.seq_len)

    def matrix(self, params: T5Params) -> FloatArray:  # noqa: D102
        table = self.table if params.head is None else self.table[:, [params.head]]
        return t5_bias(table, params.seq_len)

    def attention_inputs(self, x: FloatArray, params: T5Params, strength: float) -> AttentionInputs:
        """Add the bias of one head: the one asked for, else head 0."""
        bias = t5_bias(self.table[:, [params.head or 0]], params.seq_len)
        return AttentionInputs(x, x, x, strength * bias[0])

    def buckets(self, params: BucketsParams) -> IntArray:  # noqa: D102 (documented in the protocol)
        return t5_buckets(
            relative_positions(params.query_len, params.key_len),
            num_buckets=params.num_buckets,
            max_distance=params.max_distance,
            bidirectional=params.bidirectional,
        )

    def profile_heads(self, params: T5ProfileParams) -> int:  # noqa: D102 (documented in the protocol)
        return int(self.table.shape[1])

    def profile(self, params: T5ProfileParams, relative: IntArray) -> FloatArray:  # noqa: D102
        buckets = t5_buckets(relative, num_buckets=self.table.shape[0])
        return np.ascontiguousarray(self.table[buckets].T)
