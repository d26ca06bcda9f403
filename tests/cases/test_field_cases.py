"""Faults that readers and implementers have met in the field, each with the test that keeps it away.

`CASES` and `NUMBERS` say where every case and every independent number is checked; the cases that no other
file needs are checked here.
"""

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from app.encodings.params import Params, stops_of
from app.encodings.registry import Registry
from app.encodings.rope import RopeEncoding, RopeParams, ScoreParams
from app.encodings.sinusoidal import SinusoidalEncoding, SinusoidalParams
from app.maths.arrays import FloatArray
from app.maths.attention import attention
from app.maths.frequencies import inverse_frequencies, wavelengths
from app.maths.learned import rows
from app.maths.sinusoidal import sinusoidal
from app.maths.word_vectors import toy_vectors

TESTS = Path(__file__).parents[1]
HERE = "cases/test_field_cases.py"
SINUSOIDAL, ROPE, SCALING = "maths/test_sinusoidal.py", "maths/test_rope.py", "maths/test_scaling.py"
FREQUENCIES, BIASES, PATCHES = "maths/test_frequencies.py", "maths/test_biases.py", "maths/test_patches.py"
ORDER, LAWS, ABILITIES = "maths/test_word_order.py", "encodings/test_laws.py", "web/test_abilities.py"

CASES = {
    "A01": f"{SINUSOIDAL}::test_known_rows",
    "A02": f"{SINUSOIDAL}::test_the_two_wrong_exponents_are_not_produced",
    "A03": f"{SINUSOIDAL}::test_every_pair_lies_on_the_unit_circle",
    "A04": f"{SINUSOIDAL}::test_layout_is_only_an_order_of_columns",
    "A05": f"{HERE}::test_whisper_is_no_permutation_of_the_paper",
    "A06": f"{SINUSOIDAL}::test_row_zero_is_exact",
    "A08": f"{SINUSOIDAL}::test_rows_do_not_depend_on_the_table_length",
    "A09": f"{SINUSOIDAL}::test_known_rows",
    "A10": "web/test_api.py::test_the_table_ends_with_words",
    "A11": f"{HERE}::test_roberta_begins_with_row_2",
    "A12": f"{HERE}::test_left_padding_moves_absolute_positions_only",
    "A13": f"{HERE}::test_why_embeddings_are_multiplied_by_the_root_of_the_width",
    "A14": f"{ROPE}::test_both_pairings",
    "A15": f"{ROPE}::test_both_pairings",
    "A16": f"{ROPE}::test_scores_depend_on_distance_and_direction",
    "A17": f"{HERE}::test_the_base_reaches_real_models",
    "A18": f"{HERE}::test_half_precision_ruins_positions",
    "A19": f"{ROPE}::test_proportional_rotary_takes_the_frequencies_of_the_whole_head",
    "A20": f"{HERE}::test_one_position_at_a_time_gives_the_same_rows",
    "A21": f"{SCALING}::test_llama_3_1_bands",
    "A22": f"{SCALING}::test_yarn_ramp_and_attention_factor",
    "A23": f"{SCALING}::test_yarn_ramp_and_attention_factor",
    "A24": f"{SCALING}::test_dynamic_ntk_begins_at_the_trained_length",
    "A25": f"{SCALING}::test_ntk_replaces_the_base",
    "A26": f"{SCALING}::test_every_rule_only_slows_down",
    "A27": f"{BIASES}::test_slopes_of_any_number_of_heads",
    "A28": f"{BIASES}::test_bias_grows_with_distance_below_the_diagonal",
    "A29": f"{BIASES}::test_forms_agree_only_under_a_causal_mask",
    "A30": f"{BIASES}::test_buckets_of_both_modes",
    "A31": f"{PATCHES}::test_two_axes_on_a_square_and_on_a_wide_grid",
    "A32": f"{PATCHES}::test_order_of_the_axes_swaps_the_halves",
    "A33": f"{PATCHES}::test_two_axes_on_a_square_and_on_a_wide_grid",
    "A34": f"{PATCHES}::test_patches_of_an_image",
    "A35": f"{ABILITIES}::test_patches_of_an_image",
    "B01": f"{HERE}::test_a_score_of_sums_is_the_sum_of_four_terms",
    "B02": f"{ORDER}::test_dog_bites_man",
    "B03": f"{ORDER}::test_a_causal_mask_alone_counts_places",
    "B04": f"{HERE}::test_sine_alone_collides",
    "B05": f"{FREQUENCIES}::test_wavelengths_of_the_paper",
    "B06": f"{SINUSOIDAL}::test_positions_1_and_10001_differ",
    "B07": f"{SINUSOIDAL}::test_low_columns_are_fast",
    "B08": f"{SINUSOIDAL}::test_dot_product_tends_to_fall_but_rises_again",
    "B09": f"{HERE}::test_i_counts_pairs",
    "B10": f"{HERE}::test_everything_is_counted_from_0",
    "N01": f"{SCALING}::test_yarn_of_the_paper_and_of_the_code",
    "N02": f"{SCALING}::test_yarn_whose_ramp_ends_are_not_rounded",
    "N03": f"{ROPE}::test_proportional_rotary_takes_the_frequencies_of_the_whole_head",
}

NUMBERS = {
    "sinusoidal": f"{SINUSOIDAL}::test_known_rows",
    "sinusoidal_wrong_do_not_produce": f"{SINUSOIDAL}::test_the_two_wrong_exponents_are_not_produced",
    "layouts_pos50_d6": f"{SINUSOIDAL}::test_layouts_and_variant",
    "wavelengths": f"{FREQUENCIES}::test_wavelengths_of_the_paper",
    "norms": f"{SINUSOIDAL}::test_norms",
    "dot_product_by_offset_d8": f"{HERE}::test_how_often_the_dot_product_rises",
    "first_offset_where_the_dot_product_rises": (
        f"{SINUSOIDAL}::test_dot_product_tends_to_fall_but_rises_again"
    ),
    "uniqueness": f"{HERE}::test_no_two_of_2048_positions_are_alike",
    "shift_k7_d6_block0": f"{ABILITIES}::test_shift",
    "shift_maps": f"{SINUSOIDAL}::test_shifted_row",
    "score_decomposition": f"{HERE}::test_a_score_of_sums_is_the_sum_of_four_terms",
    "rope_x1234_pos3_d4": f"{ABILITIES}::test_rotate",
    "rope_score_q1234_k(.5,-1,2,.25)": f"{ABILITIES}::test_score",
    "rope_inv_freq_d128": f"{FREQUENCIES}::test_rope_frequencies_of_llama",
    "partial_rotary": f"{ROPE}::test_partial_rotary_leaves_the_rest",
    "llama3_1_d128_base5e5_factor8_low1_high4_original8192": f"{SCALING}::test_llama_3_1_bands",
    "yarn_attention_factor": f"{SCALING}::test_yarn_ramp_and_attention_factor",
    "yarn_d128_base1e4_s16_L4096": f"{SCALING}::test_yarn_ramp_and_attention_factor",
    "ntk_static_base_d128_factor4": f"{SCALING}::test_ntk_replaces_the_base",
    "ntk_property": f"{SCALING}::test_ntk_replaces_the_base",
    "dynamic_ntk_base_d128_L0_4096_factor2": f"{SCALING}::test_dynamic_ntk_begins_at_the_trained_length",
    "linear": f"{SCALING}::test_linear_squeezes_positions",
    "alibi_slopes": f"{BIASES}::test_slopes_of_any_number_of_heads",
    "alibi_bias_causal_n4_slope0.5": f"{BIASES}::test_bias_grows_with_distance_below_the_diagonal",
    "t5_relative_is_key_minus_query": f"{BIASES}::test_buckets_of_both_modes",
    "t5_buckets_two_way_32_128": f"{BIASES}::test_buckets_of_both_modes",
    "t5_buckets_causal_32_128": f"{BIASES}::test_buckets_of_both_modes",
    "sincos2d_2x2_D8_x_first": f"{PATCHES}::test_two_axes_on_a_square_and_on_a_wide_grid",
    "sincos2d_2x3_D8_x_first_flat": f"{PATCHES}::test_two_axes_on_a_square_and_on_a_wide_grid",
    "vit_tokens": f"{PATCHES}::test_patches_of_an_image",
    "bf16_positions": f"{HERE}::test_half_precision_ruins_positions",
    "dog_bites_man": f"{ORDER}::test_dog_bites_man",
    "nope_causal_first_token_weight_uniform": f"{ORDER}::test_a_causal_mask_alone_counts_places",
    "sign_changes_pos1..100_d512": f"{SINUSOIDAL}::test_low_columns_are_fast",
    "accept_language": "i18n/test_i18n.py::test_negotiation",
    "number_format_2323.45": "i18n/test_i18n.py::test_numbers",
}

SECOND = {
    "yarn_paper_against_code_d128_base1e4_s16_L4096": f"{SCALING}::test_yarn_of_the_paper_and_of_the_code",
    "yarn_truncate_false_d64_base150000_s32_L4096 (gpt-oss)": (
        f"{SCALING}::test_yarn_whose_ramp_ends_are_not_rounded"
    ),
    "rope_proportional_head512_base1e6_share0.25 (Gemma 4, global layers)": (
        f"{ROPE}::test_proportional_rotary_takes_the_frequencies_of_the_whole_head"
    ),
    "longrope_attention_factor_s32_L4096": f"{ABILITIES}::test_an_attention_factor_of_ones_own",
    "dynamic_ntk_d128_base1e4_factor2_twice_the_length": (
        f"{SCALING}::test_dynamic_ntk_of_the_paper_and_of_the_code"
    ),
}
"""Of the second file, those numbers that something is there for."""


def test_no_case_and_no_number_is_missing(golden: dict[str, Any], golden_second: dict[str, Any]) -> None:
    # A07 does not exist; B11 is about the words on the page. Of the second round, some are there.
    first = sorted(case for case in CASES if case[0] != "N")
    assert first == [f"A{n:02}" for n in range(1, 36) if n != 7] + [f"B{n:02}" for n in range(1, 11)]
    assert sorted([*NUMBERS, "tolerance"]) == sorted(golden)
    assert set(SECOND) <= set(golden_second)


def test_every_named_test_exists_and_reads_its_number() -> None:
    numbers = NUMBERS | SECOND
    sources = {place.split("::")[0] for place in (*CASES.values(), *numbers.values())}
    found: dict[str, str] = {}
    for name in sources:
        text = (TESTS / name).read_text("utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef):
                found[f"{name}::{node.name}"] = ast.get_source_segment(text, node) or ""
    assert set(CASES.values()) <= found.keys()
    for number, place in numbers.items():
        # The name may be written with a part filled in, so its beginning decides.
        assert number[:6] in found[place] or "golden[name]" in found[place], (number, place)


def row(position: float, width: int) -> FloatArray:
    found: FloatArray = sinusoidal(np.array([position]), width)[0]
    return found


def test_whisper_is_no_permutation_of_the_paper() -> None:
    paper = sinusoidal(np.array([50.0]), 6)[0]
    whisper = sinusoidal(np.array([50.0]), 6, variant="whisper")[0]
    assert np.abs(np.sort(paper) - np.sort(whisper)).max() > 0.1


def test_roberta_begins_with_row_2() -> None:
    # 514 rows: two of them, for padding and what precedes it, belong to no position.
    table = np.arange(514.0)[:, None]
    np.testing.assert_array_equal(rows(table, 2, 512)[[0, -1], 0], [2, 513])
    with pytest.raises(ValueError, match="rows 0…513"):
        rows(table, 3, 512)


def test_left_padding_moves_absolute_positions_only() -> None:
    rng = np.random.default_rng(0)
    q, k = (tuple(vector) for vector in rng.normal(size=(2, 8)).tolist())

    def rotated(padding: int) -> float:
        return RopeEncoding().score(ScoreParams(q=q, k=k, q_pos=5 + padding, k_pos=2 + padding)).score

    def added(padding: int) -> float:
        return float((q + row(5 + padding, 8)) @ (k + row(2 + padding, 8)))

    assert rotated(3) == pytest.approx(rotated(0), abs=1e-12)
    assert abs(added(3) - added(0)) > 0.1


def test_why_embeddings_are_multiplied_by_the_root_of_the_width() -> None:
    assert np.sqrt(512) == pytest.approx(22.627, abs=5e-4)
    assert np.linalg.norm(row(123, 512)) == pytest.approx(16.0)


@pytest.mark.parametrize("encoding", ["sinusoidal", "rope"])
def test_the_base_reaches_real_models(registry: Registry, client: TestClient, encoding: str) -> None:
    stops = stops_of(registry[encoding].params_model, "base")
    assert {10_000, 500_000, 1_000_000, 8_000_000} <= set(stops)
    assert min(map(float, stops)) <= 10
    described = client.get("/api/encodings").json()["encodings"]
    base = next(
        parameter
        for item in described
        if item["id"] == encoding
        for parameter in item["parameters"]
        if parameter["name"] == "base"
    )
    assert base["scale"] == "log"
    slow = [wavelengths(inverse_frequencies(64, value))[-1] for value in (1e4, 8e6)]
    assert slow[1] > 100 * slow[0]


def test_half_precision_ruins_positions(golden: dict[str, Any]) -> None:
    def bfloat16(value: float) -> float:
        bits = np.array([value], dtype=np.float32).view(np.uint32)
        nearest_even = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000
        return float(nearest_even.astype(np.uint32).view(np.float32)[0])

    for position, stored in golden["bf16_positions"].items():
        assert bfloat16(float(position)) == stored
    assert float(np.float16(2049)) == 2048
    # Our own angles tell such neighbours apart.
    assert np.abs(row(257, 64) - row(256, 64)).max() > 0.5
    assert sinusoidal(np.array([1.0]), 4).dtype == np.float64


@pytest.mark.parametrize(
    ("encoding", "params"), [(SinusoidalEncoding(), SinusoidalParams()), (RopeEncoding(), RopeParams())]
)
def test_one_position_at_a_time_gives_the_same_rows(encoding: Any, params: Params) -> None:
    whole = encoding.matrix(params)
    for position in range(64):
        one = encoding.matrix(params.model_copy(update={"start": position, "seq_len": 1}))
        np.testing.assert_array_equal(one[0], whole[position])


def test_how_often_the_dot_product_rises(golden: dict[str, Any]) -> None:
    known = golden["dot_product_by_offset_d8"]
    table = sinusoidal(np.arange(60.0), 8)
    rises = np.flatnonzero(np.diff(table @ table[0]) > 0) + 1
    assert rises[0] == known["first_k_where_it_rises"]
    assert rises.size == known["how_many_rises_in_1..59"]


def test_no_two_of_2048_positions_are_alike(golden: dict[str, Any]) -> None:
    table = sinusoidal(np.arange(2048.0), 64)
    squares = 64 - 2 * table @ table.T
    np.fill_diagonal(squares, np.inf)
    known = golden["uniqueness"]["min_pairwise_distance_pos0..2047_d64"]
    assert np.sqrt(squares.min()) == pytest.approx(known, abs=1e-6)


def test_a_score_of_sums_is_the_sum_of_four_terms(golden: dict[str, Any]) -> None:
    assert "p.p' = 1.579538104" in golden["score_decomposition"]
    x, y = np.random.default_rng(0).normal(size=(2, 6))
    p, r = row(3, 6), row(5, 6)
    assert (x + p) @ (y + r) == pytest.approx(x @ y + x @ r + p @ y + p @ r, abs=1e-12)
    assert p @ r == pytest.approx(1.579538104, abs=1e-9)


def test_sine_alone_collides(golden: dict[str, Any]) -> None:
    known = golden["uniqueness"]["sin_only_d2_collision"]
    angle = np.pi / 3 * np.array([1, 2])
    np.testing.assert_allclose(np.sin(angle), [known["sin(pi/3)"], known["sin(2pi/3)"]], atol=1e-6)
    np.testing.assert_allclose(np.cos(angle), known["cos"], atol=1e-6)


def test_i_counts_pairs(client: TestClient) -> None:
    query = {"seq_len": 1, "d_model": 7}
    columns = client.get("/api/encodings/sinusoidal/matrix", params=query).json()["columns"]
    assert columns["pair"] == [j // 2 for j in range(7)]
    assert columns["part"] == ["sin", "cos"] * 3 + ["sin"]
    assert columns["wavelength"][0] == columns["wavelength"][1] == pytest.approx(2 * np.pi)


def test_everything_is_counted_from_0(client: TestClient, registry: Registry) -> None:
    for encoding in registry:
        for parameter in encoding.params_model.model_fields:
            if parameter == "start":
                assert encoding.params_model().model_dump()["start"] == 0
    first = client.get("/api/encodings/sinusoidal/matrix", params={"seq_len": 1, "d_model": 4}).json()
    assert first["values"] == [[0.0, 1.0, 0.0, 1.0]]
    assert client.get("/api/patches").json()["class_token_index"] == 0


def test_the_first_row_of_weights_can_be_checked_by_hand(golden: dict[str, Any]) -> None:
    x = toy_vectors(["dog", "bites", "man"])
    weights, outputs = attention(x, x, x)
    known = golden["dog_bites_man"]
    np.testing.assert_allclose(weights[0], known["attention_weights_dog_row_no_PE"], atol=1e-6)
    np.testing.assert_allclose(outputs[0], known["out_dog_no_PE"], atol=1e-6)
