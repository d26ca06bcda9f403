"""What the last comparison with PyTorch wrote down."""

import json
from pathlib import Path

_COMPARED = json.loads((Path(__file__).parents[1] / "golden" / "parity.json").read_text("utf-8"))

EXPECTED = {
    "listing.torch_difference": 1e15
    * max(
        entry["measured"]
        for entry in _COMPARED
        if entry["kind"] in ("sinusoidal", "listing") and entry["tolerance"] <= 1e-12
    ),
}
