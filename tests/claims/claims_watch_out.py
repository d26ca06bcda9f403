"""From tests/golden/numbers.json, or by arithmetic written out here."""

import json
from math import cos, pi, sin, sqrt
from pathlib import Path

_KNOWN = json.loads((Path(__file__).parents[1] / "golden" / "numbers.json").read_text("utf-8"))
_WRONG = _KNOWN["sinusoidal_wrong_do_not_produce"]
_LAYOUTS = _KNOWN["layouts_pos50_d6"]
_SCORES = _KNOWN["rope_score_q1234_k(.5,-1,2,.25)"]
_RISES = _KNOWN["first_offset_where_the_dot_product_rises"]
_OWN = _WRONG["exponent_j_over_d (cos uses its own j)"]
_PARTIAL = _KNOWN["partial_rotary"]

EXPECTED = {
    "watch.odd_last_sine": _KNOWN["sinusoidal"]["pos3_d5_odd"][4],
    "watch.doubled_exponent": _WRONG["exponent_2j_over_d_for_every_column j"][1],
    "watch.right_exponent": _KNOWN["sinusoidal"]["pos50_d6"][1],
    # Column 1 has the exponent 1/6 instead of 0.
    "watch.own_exponent_sum": sin(50) ** 2 + cos(50 / 10_000 ** (1 / 6)) ** 2,
    "watch.fastest": _KNOWN["wavelengths"]["d512_first_last"][0],
    "watch.slowest": _KNOWN["wavelengths"]["d512_first_last"][1],
    "watch.from_one": sin(1),
    "watch.layout_paper": _LAYOUTS["interleaved_paper"][1],
    "watch.layout_blocks": _LAYOUTS["concat_sin_then_cos_same_freqs"][1],
    "watch.layout_whisper": _LAYOUTS["tensor2tensor_and_whisper_(d/2-1)"][1],
    "watch.one_row": 0.0,
    "watch.own_rows": _KNOWN["dog_bites_man"]["PE_full: per-word max diff"],
    "watch.patches": _KNOWN["vit_tokens"]["224x320/16"]["patches"],
    "watch.patches_and_class": _KNOWN["vit_tokens"]["224x320/16"]["with_cls"],
    "watch.second_row": 1 + 320 / 16,
    "watch.table_rows": 512,  # the model card's maximum length
    "watch.last_row": 511,
    "watch.roberta_rows": 514,  # max_position_embeddings in its configuration
    # Every pair contributes 2 − 2·cos(3·w), the square of a chord.
    "watch.padded_distance": sqrt(sum(2 - 2 * cos(3 * 10_000 ** (-i / 256)) for i in range(256))),
    "watch.rope_score": _SCORES["interleaved m-n=3 (5,2)"],
    "watch.rope_score_half": _SCORES["half_split (5,2)"],
    "watch.rope_score_swapped": _SCORES["interleaved m-n=-3 (2,5)"],
    "watch.position_norm": _KNOWN["norms"]["||PE||_d512"],
    "watch.root_of_width": 22.627,
    "watch.bf16_257": _KNOWN["bf16_positions"]["257"],
    "watch.bf16_259": _KNOWN["bf16_positions"]["259"],
    "watch.partial_wrong": 2 * pi / _PARTIAL["inv_freq_wrong(dim=head_dim=8)"][1],
    "watch.partial_right": 2 * pi / _PARTIAL["inv_freq_right(dim=rotary_dim=4)"][1],
    "watch.wave_base_10000": 2 * pi * 10_000 ** (126 / 128),
    "watch.wave_base_500000": 2 * pi * 500_000 ** (126 / 128),
    "watch.causal_difference": _KNOWN["dog_bites_man"]["no_PE_causal: per-word max diff"],
    "watch.rises_8": _RISES["d8"],
    "watch.rises_64": _RISES["d64"],
    "watch.rises_512": _RISES["d512"],
}
assert abs(EXPECTED["watch.own_exponent_sum"] - (_OWN[0] ** 2 + _OWN[1] ** 2)) < 1e-8
