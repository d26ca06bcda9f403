import json
from pathlib import Path
from typing import Any

import pytest

from tests.maths.parity_cases import PARTIAL, SCALINGS, difference, ours

ENTRIES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "parity.json").read_text("utf-8")
)


@pytest.mark.parametrize("entry", ENTRIES, ids=[f"{n}-{entry['kind']}" for n, entry in enumerate(ENTRIES)])
def test_kernels_agree_with_reference_implementations(entry: dict[str, Any]) -> None:
    assert difference(ours(entry["kind"], entry["parameters"]), entry) <= entry["tolerance"]


def test_every_reference_is_named_and_used() -> None:
    assert {entry["kind"] for entry in ENTRIES} == {
        *SCALINGS, *PARTIAL, *(f"{kind}_half" for kind in PARTIAL), "rope_half", "rope_interleaved",
        "sinusoidal", "sinusoidal_blocks", "sinusoidal_whisper", "alibi", "t5_buckets", "listing",
        "wordpiece", "minilm",
    }  # fmt: skip
    for entry in ENTRIES:
        assert entry["package"] in ("torch", "transformers", "tokenizers", "onnxruntime")
        assert entry["version"][0].isdigit()
        assert "." in entry["source"]
        assert len(entry["source_sha256"]) == 64


def test_a_wrong_value_would_be_found() -> None:
    for entry in ENTRIES:
        found = ours(entry["kind"], entry["parameters"])
        found["values"] = found["values"] * 1.001 + 0.001
        assert difference(found, entry) > entry["tolerance"]
