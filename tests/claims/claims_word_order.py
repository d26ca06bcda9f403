"""The model card, one published 8-bit value, and the model in float32, from which 8 bits stray a little."""

import json
from pathlib import Path
from typing import Any

from pytest import approx

MINILM: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "golden" / "minilm.json").read_text(encoding="utf-8")
)
GERMAN = next(pair for pair in MINILM["pairs"] if pair["sentence"] == "Hund beißt Mann")

EXPECTED = {
    "word-order.model_heads": 12,
    "word-order.model_width": 384,
    "word-order.model_dog_man": MINILM["int8_cosine"]["cosine"],
    "word-order.model_hund_mann": approx(GERMAN["cosine"], abs=0.005),
    "word-order.model_wrong": approx(MINILM["nearest"]["to"]["man bites dog"], abs=0.01),
    "word-order.model_right": approx(MINILM["nearest"]["to"]["dog bites man"], abs=0.01),
}
