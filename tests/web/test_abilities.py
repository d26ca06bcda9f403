from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

API = "/api/encodings"


def got(client: TestClient, path: str, **query: Any) -> Any:
    answer = client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def rule(client: TestClient, path: str, parameter: str, **query: Any) -> str:
    answer = client.get(path, params=query)
    assert answer.status_code == 422, answer.text
    errors = {error["parameter"]: error["rule"] for error in answer.json()["errors"]}
    assert parameter in errors, errors
    return str(errors[parameter])


def test_rotate(client: TestClient, golden: dict[str, Any]) -> None:
    known = golden["rope_x1234_pos3_d4"]
    path = f"{API}/rope/rotate"
    pairing = {"interleaved": "interleaved_GPTJ_Meta", "half": "half_split_NeoX_HF"}
    for name, key in pairing.items():
        answer = got(client, path, x="1,2,3,4", pos=3, pairing=name, rotary_pct=1)
        np.testing.assert_allclose(answer["values"], known[key], atol=1e-8)
        assert np.dot(answer["values"], answer["values"]) == pytest.approx(known["norm_sq"])
    known = golden["partial_rotary"]
    for name, key in {"half": "half_split_x=1..8", "interleaved": "interleaved_x=1..8"}.items():
        answer = got(client, path, x="1,2,3,4,5,6,7,8", pos=3, pairing=name, rotary_pct=0.5)
        np.testing.assert_allclose(answer["values"], known[key], atol=1e-8)
    assert got(client, path, x="1,2", pos=1, precision=2)["values"] == [-1.14, 1.92]
    assert "even number" in rule(client, path, "x", x="1,2,3", pos=3)
    assert "even number of rotated" in rule(client, path, "rotary_pct", x="1,2,3,4", pos=3, rotary_pct=0.25)
    assert rule(client, path, "pos", x="1,2") == "is required"
    for bad in ("", "1", "1,NaN", "1,,2", "1,1e400"):
        rule(client, path, "x", x=bad, pos=1)


def test_score(client: TestClient, golden: dict[str, Any]) -> None:
    known = golden["rope_score_q1234_k(.5,-1,2,.25)"]
    path, vectors = f"{API}/rope/score", {"q": "1,2,3,4", "k": "0.5,-1,2,0.25"}

    def score(q_pos: float, k_pos: float, **query: Any) -> Any:
        return got(client, path, **vectors, q_pos=q_pos, k_pos=k_pos, **query)

    near = score(5, 2)
    assert near["score"] == pytest.approx(known["interleaved m-n=3 (5,2)"], abs=1e-8)
    assert near["unrotated"] == known["unrotated"]
    assert score(103, 100)["score"] == pytest.approx(known["interleaved (103,100)"], abs=1e-8)
    assert score(2, 5)["score"] == pytest.approx(known["interleaved m-n=-3 (2,5)"], abs=1e-8)
    assert score(5, 2, pairing="half")["score"] == pytest.approx(known["half_split (5,2)"], abs=1e-8)
    assert score(5, 2, precision=2)["score"] == 7.98
    factor = golden["yarn_attention_factor"]["4"]
    assert score(7, 7, scaling="yarn", factor=4)["score"] == pytest.approx(factor**2 * 5.5, abs=1e-5)
    assert "as many numbers as q, 4" in rule(client, path, "k", q="1,2,3,4", k="1,2", q_pos=0, k_pos=0)


def test_a_score_is_the_sum_of_what_its_pairs_give(client: TestClient, golden: dict[str, Any]) -> None:
    path = f"{API}/rope/score"
    query = {"q": "1,2,3,4,5,6,7,8", "k": "0.5,-1,2,0.25,1,0,-2,3", "q_pos": 5, "k_pos": 2}
    for pairing in ("interleaved", "half"):
        for share in (0.25, 0.5, 1):
            found = got(client, path, **query, pairing=pairing, rotary_pct=share)
            assert sum(found["terms"]) + found["rest"] == pytest.approx(found["score"], abs=1e-12)
            assert len(found["terms"]) == 4 * share
    half = got(client, path, **query, rotary_pct=0.5)
    # The last four columns as they are: 5·1 + 6·0 − 7·2 + 8·3.
    assert half["rest"] == 15
    right = golden["partial_rotary"]["inv_freq_right(dim=rotary_dim=4)"]
    np.testing.assert_allclose(half["q_angles"], 5 * np.array(right), rtol=1e-12)
    np.testing.assert_allclose(half["k_angles"], 2 * np.array(right), rtol=1e-12)
    yarn = got(client, path, **query, scaling="yarn", factor=4)
    assert sum(yarn["terms"]) + yarn["rest"] == pytest.approx(yarn["score"], abs=1e-12)
    # Each pair by hand: |q||k| cos of the angle between them, turned by 3 positions.
    small = got(client, path, q="3,0", k="2,0", q_pos=5, k_pos=2)
    assert small["terms"] == [pytest.approx(6 * np.cos(3))]


def test_a_track_is_one_vector_at_every_position(client: TestClient, golden: dict[str, Any]) -> None:
    path = f"{API}/rope/track"
    known = golden["rope_x1234_pos3_d4"]
    for pairing, key in {"interleaved": "interleaved_GPTJ_Meta", "half": "half_split_NeoX_HF"}.items():
        found = got(client, path, x="1,2,3,4", seq_len=4, pairing=pairing)
        assert found["values"][0] == [1, 2, 3, 4]
        np.testing.assert_allclose(found["values"][3], known[key], atol=1e-8)
        assert found["angles"][3] == [3.0, 0.03]
        assert found["pairs"] == ([[0, 1], [2, 3]] if pairing == "interleaved" else [[0, 2], [1, 3]])
        assert found["shape"] == [4, 4]
    later = got(client, path, x="1,2,3,4", seq_len=2, start=3)
    np.testing.assert_allclose(later["values"][0], known["interleaved_GPTJ_Meta"], atol=1e-8)
    part = got(client, path, x="1,2,3,4,5,6,7,8", seq_len=4, rotary_pct=0.5, pairing="half")
    np.testing.assert_allclose(part["values"][3], golden["partial_rotary"]["half_split_x=1..8"], atol=1e-8)
    assert got(client, path, x="1,2", seq_len=2, precision=2)["values"][1] == [-1.14, 1.92]
    assert "seq_len × x may be at most" in rule(client, path, "seq_len", x="1,2", seq_len=10_000_000)
    assert "even number" in rule(client, path, "x", x="1,2,3")


def test_frequencies_with_a_context_extension(client: TestClient, golden: dict[str, Any]) -> None:
    path = f"{API}/rope/frequencies"
    known = golden["yarn_d128_base1e4_s16_L4096"]
    yarn = {"d_model": 128, "scaling": "yarn", "factor": 16, "original_max_len": 4096}
    found = got(client, path, **yarn)
    assert found["attention_factor"] == pytest.approx(known["attention_factor"], abs=1e-7)
    for i, value in known["inv_freq"].items():
        assert found["inv_freq"][int(i)] == pytest.approx(value, rel=1e-6)
    # The same waves, so the same rule, where nobody rotates.
    assert got(client, f"{API}/sinusoidal/frequencies", **yarn)["inv_freq"] == found["inv_freq"]
    dynamic = {"d_model": 128, "scaling": "dynamic_ntk", "factor": 2, "original_max_len": 4096}
    for seq_len, base in golden["dynamic_ntk_base_d128_L0_4096_factor2"].items():
        found = got(client, path, **dynamic, seq_len=seq_len)
        plain = got(client, path, d_model=128, base=base)
        np.testing.assert_allclose(found["inv_freq"], plain["inv_freq"], rtol=1e-7)
    partial = got(client, path, d_model=8, rotary_pct=0.5)
    right = golden["partial_rotary"]["inv_freq_right(dim=rotary_dim=4)"]
    np.testing.assert_allclose(partial["inv_freq"], right)
    assert rule(client, path, "beta_fast", scaling="yarn", beta_fast=1, beta_slow=1).endswith("beta_fast")
    rule(client, path, "low_freq_factor", scaling="llama3", low_freq_factor=4, high_freq_factor=4)
    assert got(client, path, low_freq_factor=4, high_freq_factor=4)["attention_factor"] == 1.0


def test_the_base_that_a_rule_amounts_to(client: TestClient, golden: dict[str, Any]) -> None:
    """NTK is another base; the other rules are none."""
    path = f"{API}/rope/frequencies"
    head: dict[str, Any] = {"d_model": 128, "base": 10_000}
    ntk = got(client, path, **head, scaling="ntk", factor=4)
    assert ntk["effective_base"] == pytest.approx(golden["ntk_static_base_d128_factor4"], abs=1e-4)
    # The same frequencies come from that base without a rule.
    plain = got(client, path, d_model=128, base=ntk["effective_base"])
    np.testing.assert_allclose(plain["inv_freq"], ntk["inv_freq"], rtol=1e-12)
    for length, base in golden["dynamic_ntk_base_d128_L0_4096_factor2"].items():
        dynamic = got(client, path, **head, scaling="dynamic_ntk", factor=2, seq_len=length)
        assert dynamic["effective_base"] == pytest.approx(base, abs=1e-4)
    assert got(client, path, **head)["effective_base"] == 10_000
    assert got(client, path, d_model=2, scaling="ntk")["effective_base"] == 10_000
    for scaling in ("linear", "yarn", "llama3"):
        assert got(client, path, **head, scaling=scaling)["effective_base"] is None


def test_frequencies_of_models_that_came_later(client: TestClient, golden_second: dict[str, Any]) -> None:
    path = f"{API}/rope/frequencies"
    known = golden_second["yarn_paper_against_code_d128_base1e4_s16_L4096"]
    yarn: dict[str, Any] = {"d_model": 128, "scaling": "yarn", "factor": 16, "original_max_len": 4096}
    for query, key in (
        ({}, "ramp_over_pairs (authors' code, transformers)"),
        ({"ramp": "pairs", "truncate": "true"}, "ramp_over_pairs (authors' code, transformers)"),
        ({"ramp": "turns"}, "ramp_over_turns (paper)"),
    ):
        for name in ("rope", "sinusoidal"):
            found = got(client, f"{API}/{name}/frequencies", **yarn, **query)["inv_freq"]
            np.testing.assert_allclose([found[i] for i in known["pair"]], known[key], rtol=1e-12)
    known = golden_second["yarn_truncate_false_d64_base150000_s32_L4096 (gpt-oss)"]
    gpt_oss = {"d_model": 64, "base": 150_000, "scaling": "yarn", "factor": 32, "original_max_len": 4096}
    found = got(client, path, **gpt_oss, truncate="false")["inv_freq"]
    np.testing.assert_allclose([found[i] for i in known["pair"]], known["unrounded"], rtol=1e-12)

    known = golden_second["dynamic_ntk_d128_base1e4_factor2_twice_the_length"]
    dynamic = {"d_model": 128, "scaling": "dynamic_ntk", "factor": 2, "original_max_len": 4096}
    for form, base in zip(("paper", "code"), known.values(), strict=True):
        found = got(client, path, **dynamic, seq_len=8192, dynamic=form)
        assert found["effective_base"] == pytest.approx(base, rel=1e-12)

    known = golden_second["rope_proportional_head512_base1e6_share0.25 (Gemma 4, global layers)"]
    gemma = {"d_model": 512, "base": 1e6, "rotary_pct": 0.25, "frequencies": "head"}
    found = got(client, path, **gemma)
    places = [found["inv_freq"][i] for i in (0, 1, 63, 64)]
    np.testing.assert_allclose(places, known["inv_freq_pairs_0_1_63_64"], rtol=1e-12)
    assert found["wavelength"][64:] == [None] * 192
    assert None not in found["wavelength"][:64]
    assert got(client, path, **gemma, precision=2)["wavelength"][64:] == [None] * 192

    assert "pairs" in rule(client, path, "ramp", ramp="columns")
    assert "code" in rule(client, path, "dynamic", dynamic="own")
    assert "head" in rule(client, path, "frequencies", frequencies="whole")
    for bad in ("0", "-1", "101", "NaN", "x"):
        rule(client, path, "attention_factor", attention_factor=bad)


def test_an_attention_factor_of_ones_own(client: TestClient, golden_second: dict[str, Any]) -> None:
    """LongRoPE's, for one: it multiplies queries and keys, so scores by its square."""
    factor = golden_second["longrope_attention_factor_s32_L4096"]
    query = {"q": "1,2,3,4", "k": "0.5,-1,2,0.25", "q_pos": 5, "k_pos": 2}
    for scaling in ("none", "yarn"):
        found = got(client, f"{API}/rope/frequencies", scaling=scaling, attention_factor=factor)
        assert found["attention_factor"] == factor
        bare = got(client, f"{API}/rope/score", **query, scaling=scaling, attention_factor=1)
        scored = got(client, f"{API}/rope/score", **query, scaling=scaling, attention_factor=factor)
        assert scored["score"] == pytest.approx(factor**2 * bare["score"], rel=1e-12)
        assert sum(scored["terms"]) + scored["rest"] == pytest.approx(scored["score"], abs=1e-12)
        assert scored["unrotated"] == 5.5


def test_a_share_that_turns_as_fast_as_in_the_whole_head(client: TestClient) -> None:
    """Gemma 4's rule where halves are paired: columns 0 and 4 turn, by hand, and all others stay."""
    share = {"pairing": "half", "rotary_pct": 0.25, "frequencies": "head"}
    found = got(client, f"{API}/rope/rotate", x="1,2,3,4,5,6,7,8", pos=3, **share)["values"]
    expected = [1, 2, 3, 4, 5, 6, 7, 8.0]
    expected[0], expected[4] = np.cos(3) - 5 * np.sin(3), np.sin(3) + 5 * np.cos(3)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    two = {**share, "rotary_pct": 0.5}
    scored = got(
        client, f"{API}/rope/score", q="1,2,3,4,5,6,7,8", k="1,1,1,1,1,1,1,1", q_pos=5, k_pos=2, **two
    )
    np.testing.assert_allclose(scored["q_angles"], [5, 0.5, 0, 0], rtol=1e-12)
    assert scored["terms"][2:] == [10, 12]
    assert scored["rest"] == 0
    assert sum(scored["terms"]) == pytest.approx(scored["score"], abs=1e-12)
    track = got(client, f"{API}/rope/track", x="1,2,3,4,5,6,7,8", seq_len=4, **two)
    assert track["pairs"] == [[0, 4], [1, 5], [2, 6], [3, 7]]
    assert track["inv_freq"] == pytest.approx([1, 0.1, 0, 0])
    answer = got(client, f"{API}/rope/matrix", seq_len=4, d_model=8, **two)
    assert answer["columns"]["part"] == ["cos", "cos", None, None, "sin", "sin", None, None]
    assert answer["columns"]["wavelength"][2:4] == answer["columns"]["wavelength"][6:] == [None, None]
    assert [row[2:4] + row[6:] for row in answer["values"]] == [[1, 1, 0, 0]] * 4


def test_columns_of_a_partly_rotated_head(client: TestClient) -> None:
    answer = got(client, f"{API}/rope/matrix", seq_len=2, d_model=8, rotary_pct=0.5, pairing="half")
    assert answer["columns"]["part"] == ["cos", "cos", "sin", "sin", None, None, None, None]
    assert answer["columns"]["wavelength"][4:] == [None] * 4
    assert [row[4:] for row in answer["values"]] == [[1.0, 1.0, 0.0, 0.0]] * 2


def test_sweep_over_the_context_extension(client: TestClient) -> None:
    sweep = got(client, f"{API}/rope/sweep", axis="scaling", seq_len=4, d_model=8)
    assert sweep["stops"] == ["none", "linear", "ntk", "dynamic_ntk", "yarn", "llama3"]
    assert sweep["frames"][0] != sweep["frames"][1]


def test_shift(client: TestClient, golden: dict[str, Any]) -> None:
    path = f"{API}/sinusoidal/shift"
    answer = got(client, path, k=7, d_model=6)
    np.testing.assert_allclose(answer["blocks"][0], golden["shift_k7_d6_block0"], atol=1e-9)
    assert len(answer["blocks"]) == 3
    assert 0 <= answer["residual"] < 1e-12
    assert got(client, path, k=7, d_model=1)["blocks"] == []
    assert len(got(client, path, k=-2.5, d_model=5, layout="blocks")["blocks"]) == 2
    moved = got(client, f"{API}/sinusoidal/matrix", positions=57, d_model=6)["values"][0]
    np.testing.assert_allclose(moved, golden["shift_maps"]["PE(50)->PE(57)_d6"], atol=1e-9)
    rule(client, path, "seq_len", k=1, seq_len=10_000_000)


def test_lookalikes(client: TestClient, golden: dict[str, Any]) -> None:
    path = f"{API}/sinusoidal/lookalikes"
    known = golden["uniqueness"]
    found = got(client, path, window=2048, d_model=64)
    assert found["parameters"] == {"window": 2048, "d_model": 64, "base": 10000.0, "variant": "paper"}
    assert found["distance"] == pytest.approx(known["min_pairwise_distance_pos0..2047_d64"], abs=1e-6)
    assert found["offset"] == 1
    wide = got(client, path, d_model=512, precision=6)
    assert wide["neighbour"] == pytest.approx(known["||PE(0)-PE(1)||_d512"], abs=1e-5)
    assert got(client, path, window=512, d_model=64)["first_negative"] is None
    # By Vaswani's formula alone, no shorter way: the whole window, row against row.
    table = np.array(got(client, f"{API}/sinusoidal/matrix", seq_len=300, d_model=8, base=10)["values"])
    dots = table[0] @ table.T
    apart = np.linalg.norm(table[1:] - table[0], axis=1)
    found = got(client, path, window=300, d_model=8, base=10)
    assert found["offset"] == apart.argmin() + 1
    assert found["distance"] == pytest.approx(apart.min(), abs=1e-9)
    assert found["cosine"] == pytest.approx(dots[found["offset"]] / 4, abs=1e-12)
    assert found["first_negative"] == np.flatnonzero(dots < 0)[0]
    rule(client, path, "window", window=1)
    rule(client, path, "window", window=131_073)
    rule(client, path, "d_model", d_model=7)
    rule(client, path, "base", base="NaN")
    assert "1048576" in rule(client, path, "window", window=131_072, d_model=8192)
    assert client.get(f"{API}/rope/lookalikes").status_code == 404


def test_slopes(client: TestClient, golden: dict[str, Any]) -> None:
    for heads, slopes in golden["alibi_slopes"].items():
        found = got(client, f"{API}/alibi/slopes", n_heads=heads)
        np.testing.assert_allclose(found["slopes"], slopes, rtol=1e-8)
    rule(client, f"{API}/alibi/slopes", "n_heads", n_heads=0)


def test_alibi_matrix(client: TestClient, golden: dict[str, Any]) -> None:
    path = f"{API}/alibi/matrix"
    one = got(client, path, seq_len=4, slope=0.5)
    assert one["dims"] == ["head", "query", "key"]
    assert one["shape"] == [1, 4, 4]
    assert one["values"] == [golden["alibi_bias_causal_n4_slope0.5"]]
    both = got(client, path, seq_len=4, slope=0.5, causal="false")["values"][0]
    assert both == np.array(both).T.tolist()
    all_heads = got(client, path, seq_len=3, n_heads=12)
    assert all_heads["shape"] == [12, 3, 3]
    third = got(client, path, seq_len=3, n_heads=12, head=2)
    assert third["values"] == [all_heads["values"][2]]
    csv = client.get(path, params={"seq_len": 2, "slope": 1, "format": "csv"}).text
    assert csv == "0.0,\n-1.0,0.0\n"
    refusal = client.get(path, params={"seq_len": 1024, "n_heads": 2}).json()
    assert [error["parameter"] for error in refusal["errors"]] == ["n_heads", "seq_len"]
    assert "n_heads × seq_len × seq_len may be at most 1048576" in refusal["detail"]
    assert (
        client.get(path, params={"causal": "perhaps"}).json()["errors"][0]["rule"] == "must be true or false"
    )


def test_t5_matrix_is_the_real_table(client: TestClient) -> None:
    path = f"{API}/t5/matrix"
    answer = got(client, path, seq_len=5)
    assert answer["shape"] == [12, 5, 5]
    values = np.array(answer["values"])
    # From the table's provenance: every head repels its own position.
    own = np.diagonal(values, axis1=1, axis2=2)[:, 0]
    assert own.max() == pytest.approx(-4.08, abs=0.01)
    assert own.min() == pytest.approx(-11.27, abs=0.01)
    assert got(client, path, seq_len=5, head=3)["values"] == [answer["values"][3]]
    assert "seq_len × seq_len may be at most 87381" in rule(client, path, "seq_len", seq_len=300)


def test_buckets(client: TestClient, golden: dict[str, Any]) -> None:
    path = f"{API}/t5/buckets"
    answer = got(client, path, query_len=129, key_len=129)
    assert answer["dims"] == ["query", "key"]
    assert answer["shape"] == [129, 129]
    for relative, bucket in golden["t5_buckets_two_way_32_128"].items():
        query = max(0, -int(relative))
        assert answer["values"][query][query + int(relative)] == bucket
    one_way = got(client, path, query_len=129, key_len=129, bidirectional="false")["values"]
    for relative, bucket in golden["t5_buckets_causal_32_128"].items():
        query = max(0, -int(relative))
        assert one_way[query][query + int(relative)] == bucket
    assert "at least 2 buckets" in rule(client, path, "num_buckets", num_buckets=3)
    assert "the 8 distances" in rule(client, path, "max_distance", max_distance=8)
    rule(client, path, "query_len", query_len=2000, key_len=2000)


def test_profiles_of_a_bias(client: TestClient, golden: dict[str, Any]) -> None:
    real = got(client, f"{API}/t5/profile", reach=16)
    assert real["relative"] == list(range(-16, 17))
    matrix = np.array(got(client, f"{API}/t5/matrix", seq_len=33)["values"])
    np.testing.assert_array_equal(real["bias"], matrix[:, 16])
    np.testing.assert_allclose(np.sum(real["weights"], axis=1), 1)
    # What is known of the table: head 6 looks one back, heads 0 and 11 one ahead.
    assert [real["heads"][head]["strongest_at"] for head in (6, 0, 11)] == [-1, 1, 1]
    assert [real["heads"][head]["looks"] for head in (4, 6, 8, 0, 11)] == [
        "back", "back", "both", "ahead", "ahead"
    ]  # fmt: skip
    path = f"{API}/alibi/profile"
    causal = got(client, path, n_heads=12, reach=3)
    np.testing.assert_allclose([row[2] for row in causal["bias"]], -np.array(golden["alibi_slopes"]["12"]))
    assert [row[4:] for row in causal["bias"] + causal["weights"]] == [[None] * 3] * 24
    # A head of slope 1/2: the weights are the terms of a geometric series with the ratio e^(−1/2).
    ratio = np.exp(-0.5)
    series = ratio ** np.array([3, 2, 1, 0])
    np.testing.assert_allclose(causal["weights"][0][:4], series / series.sum())
    assert {head["looks"] for head in causal["heads"]} == {"back"}
    two_way = got(client, path, n_heads=1, reach=3, causal="false", precision=3)["heads"][0]
    assert two_way["looks"] == "both"
    assert two_way["before"] == two_way["after"]
    assert "n_heads × (2·reach + 1)" in rule(client, path, "reach", n_heads=4096, reach=512)
    rule(client, path, "reach", reach=0)
    rule(client, f"{API}/t5/profile", "reach", reach=513)


def test_grids_of_patches(client: TestClient, golden: dict[str, Any]) -> None:
    path = f"{API}/sincos2d/matrix"
    square = got(client, path, height=2, width=2, d_model=8, order="xy")
    assert square["dims"] == ["patch", "dim"]
    np.testing.assert_allclose(square["values"], golden["sincos2d_2x2_D8_x_first"], atol=1e-9)
    wide = got(client, path, height=2, width=3, d_model=8)
    np.testing.assert_allclose(
        wide["values"][2], golden["sincos2d_2x3_D8_x_first_flat"]["2_(x=2,y=0)"], atol=1e-9
    )
    assert wide["columns"]["part"] == ["sin", "sin", "cos", "cos"] * 2
    rule(client, path, "height", height=1024, width=1024, d_model=64)
    assert rule(client, path, "d_model", d_model=6) == "must be a multiple of 4"


def test_patches_of_an_image(client: TestClient, golden: dict[str, Any]) -> None:
    for name, known in golden["vit_tokens"].items():
        image, patch = name.split("/")
        height, width = (image.split("x") * 2)[:2]
        query: dict[str, Any] = {"image_height": height, "image_width": width, "patch": patch}
        counted = got(client, "/api/patches", **query | {"class_token": "true"})
        assert counted["grid"] == known["grid"]
        assert counted["n_patches"] == known["patches"]
        assert counted["seq_len"] == known["with_cls"]
        assert counted["class_token_index"] == 0
        bare = got(client, "/api/patches", **query | {"class_token": "false"})
        assert bare["seq_len"] == known["patches"]
        assert bare["class_token_index"] is None
    assert "multiple of the patch side 16" in rule(client, "/api/patches", "image_width", image_width=100)


def test_the_table_of_patches_ends(client: TestClient) -> None:
    path = f"{API}/patches_learned/matrix"
    assert got(client, path, start=1368, seq_len=1, precision=3)["shape"] == [1, 384]
    assert "0…1368" in rule(client, path, "start", start=1369, seq_len=1)
    assert "end with 1368" in rule(client, path, "seq_len", start=1, seq_len=1369)


def test_similarity(client: TestClient, golden: dict[str, Any]) -> None:
    path = f"{API}/sinusoidal/similarity"
    dots = got(client, path, seq_len=11, d_model=8)
    assert dots["dims"] == ["pos", "pos"]
    np.testing.assert_allclose(dots["values"][0], golden["dot_product_by_offset_d8"]["k0..10"], atol=1e-6)
    cosine = got(client, path, seq_len=11, d_model=8, metric="cosine")
    np.testing.assert_allclose(np.array(cosine["values"]) * 4, dots["values"], atol=1e-12)
    one = got(client, path, seq_len=11, d_model=8, row=3)
    assert one["row"] == 3
    np.testing.assert_allclose(one["values"], [dots["values"][3]], atol=1e-12)
    zero = got(client, f"{API}/none/similarity", seq_len=2, d_model=2, metric="cosine")
    assert zero["values"] == [[None, None], [None, None]]
    # Neighbouring patches are the most alike; below, 37 patches further on, lies the next row.
    patch = got(client, f"{API}/patches_learned/similarity", row=700, metric="cosine")
    near = np.argsort(patch["values"][0])[-5:]
    assert set(near.tolist()) - {700} <= {663, 699, 701, 737}
    assert rule(client, path, "row", seq_len=11, row=11) == "must be at most 10: the matrix has 11 rows"
    assert "give a row" in rule(client, path, "seq_len", seq_len=2000, d_model=2)
    assert client.get(f"{API}/alibi/similarity").status_code == 404
