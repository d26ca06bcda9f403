"""The shown text is the text that runs: it is executed here and compared with kernels and known values."""

import ast
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.i18n import languages, translator
from app.listings.colours import coloured
from app.listings.listing import LISTINGS, Listing
from app.listings.notebook import notebook
from app.listings.walk import DROPOUT, values_of_lines
from app.maths.attention import attention
from app.maths.frequencies import inverse_frequencies
from app.maths.rope import rotate
from app.maths.sinusoidal import sinusoidal
from app.web.sections import FIGURES

GOLDEN = Path(__file__).parents[1] / "golden"


def executed(listing: str) -> dict[str, Any]:
    """Run a listing as a reader would, who has copied it."""
    names: dict[str, Any] = {}
    exec(compile(LISTINGS[listing].text, listing, "exec"), names)  # noqa: S102 (our own text)
    return names


def walked(listing: str, seq_len: int, d_model: int, base: float = 10_000.0) -> dict[str, dict[str, Any]]:
    steps = LISTINGS[listing].steps
    values = values_of_lines(LISTINGS[listing], seq_len, d_model, base, seq_len + 5)
    return {step.code: found for step, found in zip(steps, values, strict=True)}


@pytest.mark.parametrize("d_model", [1, 2, 5, 6, 7, 64])
@pytest.mark.parametrize("base", [100.0, 10_000.0, 500_000.0])
def test_the_numpy_text_is_our_kernel(d_model: int, base: float) -> None:
    shown = executed("numpy")
    pe = shown["positional_encoding"](40, d_model, base)
    np.testing.assert_allclose(pe, sinusoidal(np.arange(40.0), d_model, base), atol=1e-12)
    x = np.ones((30, d_model))
    np.testing.assert_array_equal(shown["add_positions"](x, pe), x + pe[:30])


def test_the_numpy_text_has_the_known_rows(golden: dict[str, Any]) -> None:
    shown = executed("numpy")["positional_encoding"]
    known = golden["sinusoidal"]
    np.testing.assert_allclose(shown(51, 6)[50], known["pos50_d6"], atol=1e-8)
    np.testing.assert_allclose(shown(4, 5)[3], known["pos3_d5_odd"], atol=1e-8)
    np.testing.assert_allclose(shown(2, 4, 100.0)[1], known["pos1_d4_base100"], atol=1e-8)


def test_the_numpy_text_says_that_a_table_ends() -> None:
    shown = executed("numpy")
    with pytest.raises(ValueError, match="9 tokens, but 8 rows"):
        shown["add_positions"](np.zeros((9, 4)), shown["positional_encoding"](8, 4))


def test_the_rope_text_is_our_kernel(golden: dict[str, Any]) -> None:
    shown = executed("rope")
    x = np.tile([1.0, 2.0, 3.0, 4.0], (4, 1))
    turned = shown["rope"](x, np.arange(4))
    np.testing.assert_allclose(turned[3], golden["rope_x1234_pos3_d4"]["interleaved_GPTJ_Meta"], atol=1e-8)
    rng = np.random.default_rng(0)
    q, k, v = rng.normal(size=(3, 6, 8))
    places = np.arange(6.0)
    inv_freq = inverse_frequencies(8, 500.0)
    expected = attention(rotate(q, places, inv_freq), rotate(k, places, inv_freq), v)[1]
    np.testing.assert_allclose(shown["attend"](q, k, v, 500.0), expected, atol=1e-12)


def test_the_rope_text_knows_distance_and_direction(golden: dict[str, Any]) -> None:
    known = golden["rope_score_q1234_k(.5,-1,2,.25)"]
    rope = executed("rope")["rope"]

    def score(q_pos: int, k_pos: int) -> float:
        q = rope(np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([q_pos]))
        k = rope(np.array([[0.5, -1.0, 2.0, 0.25]]), np.array([k_pos]))
        return float((q @ k.T).item())

    assert score(5, 2) == pytest.approx(known["interleaved m-n=3 (5,2)"], abs=1e-8)
    assert score(103, 100) == pytest.approx(known["interleaved (103,100)"], abs=1e-8)
    assert score(2, 5) == pytest.approx(known["interleaved m-n=-3 (2,5)"], abs=1e-8)


def test_pytorch_has_run_the_text_that_is_shown_now() -> None:
    """`make parity` runs it; here is checked that it has not changed since."""
    entries = [
        entry
        for entry in json.loads((GOLDEN / "parity.json").read_text("utf-8"))
        if entry["kind"] == "listing"
    ]
    text = hashlib.sha256(LISTINGS["torch"].text.encode()).hexdigest()
    assert {entry["source_sha256"] for entry in entries} == {text}, "run make parity"
    widths = {entry["parameters"]["d_model"] % 2 for entry in entries}
    assert widths == {0, 1}
    assert {entry["parameters"]["number_format"] for entry in entries} == {"float64", "float32"}


@pytest.mark.parametrize("listing", LISTINGS.values(), ids=list(LISTINGS))
def test_every_statement_has_an_explanation(listing: Listing) -> None:
    explained = {
        first + further
        for first, step in zip(listing.first_lines, listing.steps, strict=True)
        for further in range(step.lines)
    }
    assert sorted(listing.first_lines) == list(listing.first_lines)
    for node in ast.walk(ast.parse(listing.text)):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        for statement in node.body:
            quoted = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if not quoted:
                assert statement.lineno in explained
    assert "".join(f"{line.html.striptags()}" for line in listing.lines if line.step is not None)
    assert [line.number for block in listing.blocks for line in block] == list(
        range(1, len(listing.text.splitlines()) + 1)
    )


@pytest.mark.parametrize("listing", LISTINGS.values(), ids=list(LISTINGS))
def test_colours_change_no_character(listing: Listing) -> None:
    assert [str(line.unescape()) for line in map(without_tags, coloured(listing.text))] == (
        listing.text.splitlines()
    )
    assert len(max(listing.text.splitlines(), key=len)) <= 80


def without_tags(line: Any) -> Any:
    return type(line)(re.sub(r"</?span[^>]*>", "", line))


def test_colours_mean_what_they_mean_on_the_page() -> None:
    line = coloured('x = np.sin(position)  # "a"\n')[0]
    assert line.count("<span") == 4
    assert '<span class="sine" data-highlight-name="sine">sin</span>' in line
    assert '<span class="quoted"># &#34;a&#34;</span>' in line


@pytest.mark.parametrize("d_model", [1, 5, 6])
def test_the_walk_has_the_values_of_every_line(d_model: int) -> None:
    for listing, returned in (("numpy", "result"), ("torch", "self.pe")):
        found = walked(listing, 4, d_model)
        expected = sinusoidal(np.arange(9.0), d_model)
        pairs = (d_model + 1) // 2
        np.testing.assert_array_equal(found["position = "]["position"], np.arange(9)[:, np.newaxis])
        np.testing.assert_array_equal(found["even = "]["even"], 2 * np.arange(pairs))
        np.testing.assert_allclose(found["div_term = "]["div_term"], inverse_frequencies(d_model))
        assert found["angle = "]["angle"].shape == (9, pairs)
        assert not found["pe = "]["pe"].any()
        half = found["pe[:, 0::2]"]["pe"]
        np.testing.assert_allclose(half[:, 0::2], expected[:, 0::2], atol=1e-12)
        assert not half[:, 1::2].any()
        np.testing.assert_allclose(found["pe[:, 1::2]"]["pe"], expected, atol=1e-12)
        last = found["return pe" if listing == "numpy" else "self.register_buffer"][returned]
        np.testing.assert_allclose(last, expected, atol=1e-7)
        assert found["seq_len = "] == {"seq_len": 4}


def test_the_torch_walk_has_batches_and_dropout() -> None:
    found = walked("torch", 30, 10)
    assert f"dropout: float = {DROPOUT}," in LISTINGS["torch"].text
    assert found["def __init__("]["dropout"] == DROPOUT
    x, out = found["def forward("]["x"], found["x = x + self.pe"]["x"]
    assert x.shape == out.shape == (1, 30, 10)
    np.testing.assert_allclose(out[0] - x[0], sinusoidal(np.arange(30.0), 10), atol=1e-6)
    last = found["return self.dropout"]
    np.testing.assert_array_equal(last["evaluation"], out)
    gone = last["training"] == 0
    assert 0.04 < gone.mean() < 0.16
    np.testing.assert_allclose(last["training"][~gone], out[~gone] / 0.9, rtol=1e-6)


def test_the_rope_walk_turns_pairs() -> None:
    found = walked("rope", 7, 6)
    x = found["def rope("]["x"]
    turned = found["return turned"]["result"]
    np.testing.assert_allclose(turned, rotate(x, np.arange(7.0), inverse_frequencies(6)), atol=1e-12)
    weights = found["weights /= "]["weights"]
    np.testing.assert_allclose(weights.sum(axis=1), 1)
    values = found["def attend("]["v"]
    np.testing.assert_allclose(found["return weights @ v"]["result"], weights @ values)


def test_a_line_is_named_by_how_it_begins() -> None:
    listing = LISTINGS["torch"]
    with pytest.raises(ValueError, match="'nothing of the kind' in lines"):
        listing.line_of("nothing of the kind")
    with pytest.raises(ValueError, match="in lines"):
        listing.line_of("import")
    assert listing.step_at(1) == 0
    assert listing.step_at(10_000) == len(listing.steps) - 1
    for k, line in enumerate(listing.first_lines):
        assert listing.step_at(line) == k
    # The figure opens where positions and frequencies meet.
    assert FIGURES["listing"].parameters["line"][1] == listing.line_of("angle = ")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("d_model", [1, 7, 64])
def test_the_notebook_runs_from_top_to_bottom(lang: str, d_model: int, capsys: Any) -> None:
    document = notebook(translator(lang), 20, d_model, 500.0)
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in document["cells"]]
    assert len(set(ids)) == len(ids)
    names: dict[str, Any] = {}
    ran = 0
    for cell in document["cells"]:
        text = "".join(cell["source"])
        assert cell["metadata"] == {}
        if cell["cell_type"] == "markdown":
            assert cell.keys() == {"cell_type", "id", "metadata", "source"}
            continue
        assert (cell["execution_count"], cell["outputs"]) == (None, [])
        # The last two cells are the module that `make parity` runs.
        if "import torch" in text or "PositionalEncoding(" in text:
            ast.parse(text)
            continue
        exec(compile(text, cell["id"], "exec"), names)  # noqa: S102 (our own text)
        ran += 1
    assert ran == 5
    np.testing.assert_allclose(names["pe"], sinusoidal(np.arange(20.0), d_model, 500.0), atol=1e-12)
    printed = capsys.readouterr().out
    scores = [
        float(line.rpartition(" ")[2])
        for line in printed.splitlines()
        if line.startswith("(") and ") " in line
    ]
    assert scores[0] == pytest.approx(scores[1], abs=1e-9)
    assert abs(scores[2] - scores[0]) > 1e-3
