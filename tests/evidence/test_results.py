"""The committed results are those of the code beside them, complete, and read as they were written."""

import importlib.util
import json
import math
import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.lab import results
from app.lab.extrapolation import corpus
from app.lab.extrapolation.fingerprint import APP, fingerprint, kernels, without_words
from app.lab.extrapolation.settings import EXTRAPOLATION, ORDER, Extrapolation, Order
from app.lab.results import Evidence, read_evidence
from app.settings import Settings

FILES = sorted(Settings().results_dir.glob("*.json"))
PLANS: dict[str, Extrapolation | Order] = {"extrapolation": EXTRAPOLATION, "order": ORDER}


@pytest.fixture(scope="module")
def evidence() -> Evidence:
    return read_evidence(Settings().results_dir)


def content(name: str) -> Any:
    return json.loads((Settings().results_dir / f"{name}.json").read_text("utf-8"))


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_results_are_of_this_code(file: Path) -> None:
    """If this fails, `make lab` makes the results anew; in about a quarter of an hour on two free cores."""
    assert content(file.stem)["code_sha256"] == fingerprint()
    assert content(file.stem)["configuration"] == plain(asdict(PLANS[file.stem]))


def test_both_experiments_are_there_and_small() -> None:
    assert [file.stem for file in FILES] == sorted(PLANS)
    assert all(file.stat().st_size < 200_000 for file in FILES)


def test_results_say_what_they_were_made_of() -> None:
    for name in PLANS:
        told = content(name)
        assert set(told["versions"]) == {"python", "torch", "numpy"}
        assert told["cores"] >= 1
        assert told["seconds"]["core"] > 0
    text = content("extrapolation")["corpus"]
    assert (text["package"], text["sha256"]) == (corpus.PACKAGE, corpus.SHA256)
    assert text["held_out_bytes"] > 200_000


def test_every_model_is_there_and_read_in_every_way() -> None:
    runs = content("extrapolation")["runs"]
    assert [(run["encoding"], run["seed"]) for run in runs] == [
        (encoding, seed) for seed in EXTRAPOLATION.seeds for encoding in EXTRAPOLATION.encodings
    ]
    for run in runs:
        wanted = [(reading.scaling, reading.factor) for reading in EXTRAPOLATION.readings(run["encoding"])]
        assert [(reading["scaling"], reading["factor"]) for reading in run["readings"]] == wanted
        for reading in run["readings"]:
            assert len(reading["nats"]) == EXTRAPOLATION.read_len // EXTRAPOLATION.bin_width
    cells = {(run["encoding"], run["causal"], run["layers"], run["seed"]) for run in content("order")["runs"]}
    assert len(cells) == len(content("order")["runs"]) == 8 * len(ORDER.seeds)
    assert len(EXTRAPOLATION.seeds) >= 3
    assert len(ORDER.seeds) >= 3
    assert EXTRAPOLATION.read_len >= 8 * EXTRAPOLATION.trained_len


def test_every_model_has_learned() -> None:
    """Better than a guess by how often each sign occurs, and no longer getting better fast."""
    for run in content("extrapolation")["runs"]:
        curve = run["training_nats"]
        assert curve[-1] < 2.2, run["encoding"]
        tenth = len(curve) // 10
        late = np.mean(curve[-2 * tenth : -tenth]) - np.mean(curve[-tenth:])
        assert late < 0.05 * (curve[0] - curve[-1]), run["encoding"]


@pytest.mark.parametrize("length", [128, 256, 512, 1024])
def test_the_loss_near_a_length_is_the_mean_of_64_positions(evidence: Evidence, length: int) -> None:
    for run in content("extrapolation")["runs"]:
        for reading in run["readings"]:
            near = evidence.near(
                evidence.curve(run["encoding"], reading["scaling"], reading["factor"]), length
            )[run["seed"]]
            bins = reading["nats"][length // 16 - 4 : length // 16]
            if None in bins:
                assert math.isnan(near)
            else:
                assert near == pytest.approx(sum(bins) / 4)


def test_only_the_learned_table_ends(evidence: Evidence) -> None:
    ends = {curve.encoding for curve in evidence.curves if np.isnan(curve.nats).any()}
    assert ends == {"learned"}
    learned = evidence.curve("learned").nats
    assert np.isnan(learned).all(axis=0).tolist() == [start >= 128 for start in evidence.positions]


BEYOND = (256, 512, 1024)


def worse(evidence: Evidence, length: int, *reading: Any) -> Any:
    """By how much each seed's loss near a length is above its loss at the trained length, as trained."""
    trained = evidence.near(evidence.curve(reading[0]), 128)
    return evidence.near(evidence.curve(*reading), length) - trained


def test_what_the_page_says_about_length_holds_for_every_seed(evidence: Evidence) -> None:
    for length in BEYOND:
        assert np.abs(worse(evidence, length, "alibi")).max() < 0.06
        assert worse(evidence, length, "none").max() < 0.1
        assert worse(evidence, length, "sinusoidal").min() > 1
        assert worse(evidence, length, "rope").min() > 1
    slowly = [worse(evidence, length, "t5") for length in BEYOND]
    assert np.all(np.diff(slowly, axis=0) > 0)
    assert np.all(slowly[0] > 0.1)
    assert np.all(slowly[0] < 0.2)


def test_what_the_page_says_about_rope_and_the_sinusoidal_table(evidence: Evidence) -> None:
    """Of the means: the seeds differ, as the figure's bands show."""

    def ahead(length: int) -> Any:
        curves = [evidence.curve(name) for name in ("sinusoidal", "rope")]
        table, rope = (np.exp(evidence.near(curve, length)).mean() for curve in curves)
        return table - rope

    assert ahead(256) > 0
    assert all(ahead(length) < 0 for length in (384, 512, 640, 768, 896, 1024))


def test_alibi_reads_on_best(evidence: Evidence) -> None:
    for length in BEYOND:
        best = evidence.near(evidence.curve("alibi"), length)
        for name in ("none", "sinusoidal", "rope", "t5"):
            assert np.all(best < evidence.near(evidence.curve(name), length))


def test_what_the_page_says_about_the_trained_length_holds_for_every_seed(evidence: Evidence) -> None:
    there = {name: evidence.near(evidence.curve(name), 128) for name in EXTRAPOLATION.encodings}
    for name, losses in there.items():
        assert name == "rope" or np.all(losses > there["rope"])
        assert name == "none" or np.all(losses < there["none"])


def test_what_the_page_says_about_stretches_holds_for_every_seed(evidence: Evidence) -> None:
    for factor in (2, 4, 8):
        reach = 128 * factor
        # Better than not stretched.
        for rule in ("ntk", "yarn"):
            assert np.all(worse(evidence, reach, "rope", rule, factor) < worse(evidence, reach, "rope"))
        # YaRN breaks beyond its reach.
        if factor < 8:
            within = worse(evidence, reach, "rope", "yarn", factor)
            assert np.all(worse(evidence, 2 * reach, "rope", "yarn", factor) > within + 1)
    # What a stretch costs where none was needed.
    cost = {rule: worse(evidence, 128, "rope", rule, 8) for rule in ("ntk", "yarn", "linear")}
    assert np.all(cost["ntk"] > 0.1)
    assert np.all(cost["yarn"] > cost["ntk"])
    assert np.all(cost["linear"] > cost["yarn"] + 1)
    # The price of a factor: at eight times the length, YaRN stretched as far is behind no positions at all.
    far = evidence.near(evidence.curve("rope", "yarn", 8), 1024)
    assert np.all(far > evidence.near(evidence.curve("none"), 1024))
    # At the far end only YaRN has gained much.
    gained = {rule: -worse(evidence, 1024, "rope", rule, 8) for rule in ("ntk", "yarn", "linear")}
    assert np.all(gained["yarn"] > gained["ntk"] + 0.7)
    assert np.all(gained["yarn"] > gained["linear"] + 0.7)


def test_order_needs_positions_or_a_mask_and_two_layers(evidence: Evidence) -> None:
    for cell in evidence.cells:
        solved = cell.encoding == "sinusoidal" or (cell.causal and cell.layers == 2)
        assert cell.accuracy == (1.0 if solved else evidence.chance,) * 3, cell


@pytest.mark.parametrize("length", [0, 48, 100, 1040])
def test_a_length_that_was_not_read_is_refused(evidence: Evidence, length: int) -> None:
    with pytest.raises(ValueError, match="length must be a multiple of 16 from 64 to 1024"):
        evidence.near(evidence.curve("rope"), length)
    with pytest.raises(ValueError, match="must be one that was measured"):
        evidence.curve("rope", "yarn", 3)


def test_reading_the_results_needs_no_pytorch() -> None:
    assert "torch" not in Path(results.__file__).read_text("utf-8").lower().replace("pytorch", "")


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[], str]:
    """The fingerprint of a copy of the code, which a test may change."""
    shutil.copytree(APP / "maths", tmp_path / "maths")
    shutil.copytree(APP / "lab" / "extrapolation", tmp_path / "lab" / "extrapolation")
    file = tmp_path / "lab" / "extrapolation" / "fingerprint.py"

    def again() -> str:
        spec = importlib.util.spec_from_file_location("copied_fingerprint", file)
        assert spec
        assert spec.loader
        module: Any = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return str(module.fingerprint())

    return again


@pytest.mark.parametrize(
    ("file", "old", "new", "same"),
    [
        ("lab/extrapolation/model.py", "gelu", "relu", False),
        ("lab/extrapolation/settings.py", "(0, 1, 2)", "(3, 4, 5)", False),
        ("maths/alibi.py", "-8.0", "-9.0", False),
        ("maths/scaling.py", "0.1 *", "0.2 *", False),
        ("maths/t5.py", "n -= 1", "n -= 2", False),
        ("maths/frequencies.py", "2.0 * i", "3.0 * i", False),
        # Kernels that the experiments don't use.
        ("maths/rope.py", "np.cos", "np.sin", True),
        ("maths/t5.py", "table[buckets]", "table[buckets + 0]", True),
        ("lab/extrapolation/README.md", "e", "E", True),
        # Docstrings and comments.
        ("lab/extrapolation/model.py", '"""A small decoder', '"""Small.\n\nA decoder', True),
        ("maths/alibi.py", "Return the slope of every head", "Return slopes", True),
        ("maths/alibi.py", "# Adding 0.0 turns", "# Adding 1.0 turns", True),
    ],
)
def test_the_fingerprint_sees_what_makes_the_results(
    copied: Callable[[], str], tmp_path: Path, file: str, old: str, new: str, same: bool
) -> None:
    assert copied() == fingerprint()
    text = (tmp_path / file).read_text("utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new), "utf-8")
    assert (copied() == fingerprint()) is same


def test_docstrings_comments_and_empty_lines_do_not_count() -> None:
    code = """
class Table:
    rows: int = 3  # as trained
    \"\"\"Rows,

    of the table.\"\"\"

    def text(self) -> str:
        r\'\'\'What it says.\'\'\'  # noqa: D401

        # A sign # within a text is no comment.
        return f"# {self.rows:>4}" + \"\"\"

        "\"\"
"""
    assert without_words(code).splitlines() == [
        "class Table:",
        "    rows: int = 3",
        "    def text(self) -> str:",
        '        return f"# {self.rows:>4}" + """',
        "",
        '        """',
    ]


def test_line_ends_do_not_count(copied: Callable[[], str], tmp_path: Path) -> None:
    for file in (*tmp_path.rglob("model.py"), *tmp_path.rglob("alibi.py")):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert copied() == fingerprint()


def test_kernels_are_followed_through_each_other() -> None:
    found = kernels(["from app.maths.sinusoidal import sinusoidal as table"])
    assert {"maths/sinusoidal.py:sinusoidal", "maths/frequencies.py:inverse_frequencies"} <= set(found)
    assert "maths/sinusoidal.py:shift_residual" not in found
    assert kernels(["import json"]) == {}
