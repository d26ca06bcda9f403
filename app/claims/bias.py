"""Numbers of the section about biases."""

from typing import Any, cast

import numpy as np

from app.claims.claim import Claim
from app.encodings.alibi import AlibiEncoding, AlibiParams
from app.encodings.registry import Registry
from app.encodings.t5 import BucketsParams, T5ProfileParams
from app.maths.alibi import alibi_slopes
from app.maths.arrays import FloatArray
from app.maths.attention import attention
from app.maths.relative_bias import HeadLook, bias_weights, head_look
from app.maths.t5 import t5_buckets
from app.maths.word_order import compare_orders
from app.maths.word_vectors import toy_vectors

_REACH = 32
"""Neighbours on either side that the figure shows at first."""
_FAR_REACH = 64
_BUCKETS = BucketsParams()


def _profile(registry: Registry, reach: int = _REACH) -> FloatArray:
    relative = np.arange(-reach, reach + 1)
    bias: FloatArray = cast("Any", registry["t5"]).profile(T5ProfileParams(reach=reach), relative)
    return bias


def _looks(registry: Registry, reach: int = _REACH) -> list[HeadLook]:
    relative = np.arange(-reach, reach + 1)
    return [head_look(relative, row) for row in _profile(registry, reach)]


def _percent_at(registry: Registry, head: int, relative: int) -> float:
    return 100 * float(bias_weights(_profile(registry))[head, _REACH + relative])


def _difference(order: tuple[int, ...]) -> float:
    """Largest difference per word that an order makes to head 0 of 8, without a mask."""
    x = toy_vectors(("dog", "bites", "man"))
    outputs = []
    for words in (x, x[list(order)]):
        inputs = AlibiEncoding().attention_inputs(words, AlibiParams(seq_len=len(order)), 1.0)
        outputs.append(attention(inputs.q, inputs.k, inputs.v, "none", inputs.bias)[1])
    return compare_orders(outputs[0], outputs[1], order).per_word_max_abs


def _last_bucket_from(_: Registry) -> int:
    """Return the distance from which on all tokens of one direction share a bucket, without a mask."""
    backwards = -np.arange(_BUCKETS.max_distance + 1)
    buckets = t5_buckets(backwards, num_buckets=_BUCKETS.num_buckets, max_distance=_BUCKETS.max_distance)
    return int(np.argmax(buckets == buckets[-1]))


CLAIMS = {
    "bias.last_slope_part": Claim(lambda _: 1 / alibi_slopes(8)[-1]),
    "bias.between_slope": Claim(lambda _: alibi_slopes(12)[8], digits=4),
    "bias.mirror": Claim(lambda _: _difference((2, 1, 0)), digits=6),
    "bias.swap": Claim(lambda _: _difference((1, 0, 2)), digits=6),
    "bias.buckets": Claim(lambda _: _BUCKETS.num_buckets),
    "bias.last_bucket": Claim(_last_bucket_from),
    "bias.heads": Claim(lambda registry: len(_profile(registry))),
    "bias.own_least": Claim(lambda registry: -max(look.own for look in _looks(registry)), digits=1),
    "bias.own_most": Claim(lambda registry: -min(look.own for look in _looks(registry)), digits=1),
    "bias.line": Claim(lambda registry: 100 * max(look.line_r2 for look in _looks(registry, _FAR_REACH))),
    "bias.line_reach": Claim(lambda _: _FAR_REACH),
    "bias.head_6_one_back": Claim(lambda registry: _percent_at(registry, 6, -1)),
    "bias.head_11_one_ahead": Claim(lambda registry: _percent_at(registry, 11, 1)),
}
