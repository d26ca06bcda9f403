"""Numbers of the section about mistakes."""

import math

import numpy as np

from app.claims.claim import Claim
from app.encodings.registry import Registry
from app.maths.arrays import FloatArray
from app.maths.attention import Mask, attention
from app.maths.frequencies import inverse_frequencies, wavelengths
from app.maths.mistakes import exponent_per_column, one_row_for_all, own_exponent_for_cosine
from app.maths.patches import patch_grid
from app.maths.precision import round_to
from app.maths.rope import Pairing, rotate
from app.maths.sinusoidal import sinusoidal
from app.maths.word_order import compare_orders
from app.maths.word_vectors import toy_vectors

_WIDE = 512
_ROBERTA_FIRST_ROW = 2
_Q, _K = np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.5, -1.0, 2.0, 0.25])


def _row(position: float, d_model: int) -> FloatArray:
    return np.asarray(sinusoidal(np.array([position]), d_model)[0])


def _own_exponent_sum() -> float:
    sine, cosine = own_exponent_for_cosine(np.array([50.0]), 6, 10_000.0)[0, :2]
    return float(sine**2 + cosine**2)


def _score(q_pos: float, k_pos: float, pairing: Pairing = "interleaved") -> float:
    inv_freq = inverse_frequencies(_Q.size)
    q, k = (
        rotate(x[np.newaxis], np.array([place]), inv_freq, pairing)[0]
        for x, place in ((_Q, q_pos), (_K, k_pos))
    )
    return float(q @ k)


def _turned_round(rows: FloatArray, mask: Mask = "none") -> float:
    """Return how far a word's output moves when the three words are turned round."""
    order = (2, 1, 0)
    words = toy_vectors(["dog", "bites", "man"])
    outputs = [attention(x, x, x, mask)[1] for x in (words + rows, words[list(order)] + rows)]
    return compare_orders(outputs[0], outputs[1], order).per_word_max_abs


def _first_rise(d_model: int) -> float:
    table = sinusoidal(np.arange(100.0), d_model)
    return float(np.flatnonzero(np.diff(table @ table[0]) > 0)[0] + 1)


def _table_rows(registry: Registry) -> int:
    return registry["learned"].max_rows or 0


_THREE = np.arange(3.0)
_ROWS, _COLUMNS = patch_grid(224, 320, 16)

CLAIMS = {
    "watch.odd_last_sine": Claim(lambda _: _row(3, 5)[-1], digits=6),
    "watch.doubled_exponent": Claim(
        lambda _: exponent_per_column(np.array([50.0]), 6, 10_000.0)[0, 1], digits=6
    ),
    "watch.right_exponent": Claim(lambda _: _row(50, 6)[1], digits=6),
    "watch.own_exponent_sum": Claim(lambda _: _own_exponent_sum(), digits=6),
    "watch.fastest": Claim(lambda _: wavelengths(inverse_frequencies(_WIDE))[0], digits=2),
    "watch.slowest": Claim(lambda _: wavelengths(inverse_frequencies(_WIDE))[-1]),
    "watch.from_one": Claim(lambda _: _row(1, 6)[0], digits=6),
    "watch.layout_paper": Claim(lambda _: _row(50, 6)[1], digits=6),
    "watch.layout_blocks": Claim(lambda _: sinusoidal(np.array([50.0]), 6, layout="blocks")[0, 1], digits=6),
    "watch.layout_whisper": Claim(
        lambda _: sinusoidal(np.array([50.0]), 6, layout="blocks", variant="whisper")[0, 1], digits=6
    ),
    "watch.one_row": Claim(lambda _: _turned_round(one_row_for_all(_THREE, 4, 10_000.0)), digits=6),
    "watch.own_rows": Claim(lambda _: _turned_round(sinusoidal(_THREE, 4)), digits=6),
    "watch.patches": Claim(lambda _: _ROWS * _COLUMNS),
    "watch.patches_and_class": Claim(lambda _: _ROWS * _COLUMNS + 1),
    "watch.second_row": Claim(lambda _: _COLUMNS + 1),
    "watch.table_rows": Claim(_table_rows),
    "watch.last_row": Claim(lambda registry: _table_rows(registry) - 1),
    "watch.roberta_rows": Claim(lambda registry: _table_rows(registry) + _ROBERTA_FIRST_ROW),
    "watch.padded_distance": Claim(
        lambda _: float(np.linalg.norm(_row(3, _WIDE) - _row(0, _WIDE))), digits=2
    ),
    "watch.rope_score": Claim(lambda _: _score(5, 2), digits=2),
    "watch.rope_score_half": Claim(lambda _: _score(5, 2, "half"), digits=2),
    "watch.rope_score_swapped": Claim(lambda _: _score(2, 5), digits=2),
    "watch.position_norm": Claim(lambda _: float(np.linalg.norm(_row(123, _WIDE)))),
    "watch.root_of_width": Claim(lambda _: math.sqrt(_WIDE), digits=3),
    "watch.bf16_257": Claim(lambda _: round_to(np.array([257.0]), "bfloat16")[0]),
    "watch.bf16_259": Claim(lambda _: round_to(np.array([259.0]), "bfloat16")[0]),
    "watch.partial_wrong": Claim(lambda _: wavelengths(inverse_frequencies(8))[1], digits=1),
    "watch.partial_right": Claim(lambda _: wavelengths(inverse_frequencies(4))[1], digits=1),
    "watch.wave_base_10000": Claim(lambda _: wavelengths(inverse_frequencies(128))[-1]),
    "watch.wave_base_500000": Claim(lambda _: wavelengths(inverse_frequencies(128, 500_000.0))[-1]),
    "watch.causal_difference": Claim(lambda _: _turned_round(np.zeros((3, 4)), "causal"), digits=6),
    "watch.rises_8": Claim(lambda _: _first_rise(8)),
    "watch.rises_64": Claim(lambda _: _first_rise(64)),
    "watch.rises_512": Claim(lambda _: _first_rise(_WIDE)),
}
