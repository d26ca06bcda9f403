"""Golden values; turns by arithmetic: pair i of d = 128 columns turns once in 2π · base^(i/64) positions."""

import json
from math import log, pi
from pathlib import Path

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "numbers.json").read_text(encoding="utf-8"))
LLAMA = GOLDEN["llama3_1_d128_base5e5_factor8_low1_high4_original8192"]

WAVES = [2 * pi * 10_000 ** (i / 64) for i in range(64)]
# NTK multiplies the wavelength of pair i by s^(i/63): the last one exactly by s, all others by less.
NTK_WAVES = [wave * 4 ** (i / 63) for i, wave in enumerate(WAVES)]

EXPECTED = {
    "long-context.pairs": 128 / 2,
    "long-context.unseen": sum(wave > 4096 for wave in WAVES),
    "long-context.ntk_unseen": sum(
        old > 4096 and 16_384 / new > 4096 / old * (1 + 1e-9)
        for old, new in zip(WAVES, NTK_WAVES, strict=True)
    ),
    "long-context.ntk_base": GOLDEN["ntk_static_base_d128_factor4"],
    "long-context.dynamic_base": GOLDEN["dynamic_ntk_base_d128_L0_4096_factor2"]["8192"],
    "long-context.attention_factor": 1 + 0.1 * log(16),
    "long-context.yarn_often": 32,  # Peng et al., section 3.2: β for the Llama models
    "long-context.llama_kept": LLAMA["keep"][1],
    "long-context.llama_divided": LLAMA["divide"][0],
    "long-context.llama_last": LLAMA["divide"][1],
}
