"""The stored losses of every model, averaged anew with the standard library alone.

A perplexity "at a length" is e to the mean loss of the 64 positions before it, four entries of 16 positions
each; then the mean over the seeds.
"""

import json
import math
from pathlib import Path
from statistics import fmean
from typing import Any

_STORED: Any = json.loads(
    (Path(__file__).parents[2] / "app/lab/extrapolation/results/extrapolation.json").read_text("utf-8")
)


def _perplexity(encoding: str, length: int, scaling: str = "none", factor: int = 1) -> float:
    read = [
        reading["nats"][length // 16 - 4 : length // 16]
        for run in _STORED["runs"]
        if run["encoding"] == encoding
        for reading in run["readings"]
        if reading["scaling"] == scaling and reading["factor"] == factor
    ]
    assert len(read) == 3
    return fmean(math.exp(fmean(nats)) for nats in read)


EXPECTED = {
    # The plan of the experiment.
    "extrapolation.trained_len": 128,
    "extrapolation.read_len": 8 * 128,
    "extrapolation.steps": 1000,
    # Different bytes of the text, stated in the experiment's README.
    "extrapolation.alphabet": 63,
    "extrapolation.none_trained": _perplexity("none", 128),
    "extrapolation.none_far": _perplexity("none", 1024),
    "extrapolation.sinusoidal_trained": _perplexity("sinusoidal", 128),
    "extrapolation.sinusoidal_double": _perplexity("sinusoidal", 256),
    "extrapolation.sinusoidal_far": _perplexity("sinusoidal", 1024),
    "extrapolation.learned_trained": _perplexity("learned", 128),
    "extrapolation.rope_trained": _perplexity("rope", 128),
    "extrapolation.rope_double": _perplexity("rope", 256),
    "extrapolation.rope_far": _perplexity("rope", 1024),
    "extrapolation.alibi_trained": _perplexity("alibi", 128),
    "extrapolation.alibi_far": _perplexity("alibi", 1024),
    "extrapolation.t5_trained": _perplexity("t5", 128),
    "extrapolation.t5_double": _perplexity("t5", 256),
    "extrapolation.t5_far": _perplexity("t5", 1024),
    "extrapolation.linear_2_trained": _perplexity("rope", 128, "linear", 2),
    "extrapolation.linear_2_double": _perplexity("rope", 256, "linear", 2),
    "extrapolation.ntk_2_double": _perplexity("rope", 256, "ntk", 2),
    "extrapolation.ntk_4_double": _perplexity("rope", 256, "ntk", 4),
    "extrapolation.yarn_2_double": _perplexity("rope", 256, "yarn", 2),
    "extrapolation.yarn_4_trained": _perplexity("rope", 128, "yarn", 4),
    "extrapolation.yarn_4_quadruple": _perplexity("rope", 512, "yarn", 4),
    "extrapolation.yarn_8_far": _perplexity("rope", 1024, "yarn", 8),
}
