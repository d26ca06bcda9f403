"""Arithmetic: a word has the squared norm d = 16, a row of 16 tens 16 · 10², of d/2 sine-cosine pairs d/2."""

from math import cos, sqrt

# A pair that turns by the angle w moves by 2 sin(w/2), squared 2 − 2 cos w.
SINUSOIDAL_STEP = sqrt(sum(2 - 2 * cos(10_000 ** (-2 * i / 16)) for i in range(8)))

EXPECTED = {
    "naive.width": 2**4,  # so that 2^16 positions have binary digits of their own
    "naive.word_share_index": 100 * 16 / (16 + 16 * 10**2),
    "naive.word_share_sinusoidal": 100 * 16 / (16 + 8),
    "naive.flips": (15 ^ 16).bit_count(),
    "naive.jump": sqrt((15 ^ 16).bit_count()),
    "naive.sinusoidal_step": SINUSOIDAL_STEP,
}
