"""Numbers of the section about texts longer than those in training: real models, and the standard example."""

import numpy as np

from app.claims.claim import Claim
from app.maths.arrays import FloatArray
from app.maths.frequencies import inverse_frequencies, wavelengths
from app.maths.scaling import Extension, attention_factor, extended_frequencies, ntk_base

_HEAD = 128
"""Head width of Llama 2 and Llama 3."""
_TRAINED = inverse_frequencies(_HEAD, 10_000.0)
_YARN = Extension("yarn", factor=16.0, original_max_len=4096)
_LLAMA_TRAINED = inverse_frequencies(_HEAD, 500_000.0)
_LLAMA = Extension("llama3", factor=8.0, original_max_len=8192)


def _unseen(original_max_len: int) -> int:
    """Count the pairs that complete no turn within the trained length: any longer text is new to them."""
    return int(np.count_nonzero(wavelengths(_TRAINED) > original_max_len))


def _fresh(found: FloatArray, trained_len: int, asked_len: int) -> int:
    trained, asked = trained_len / wavelengths(_TRAINED), asked_len / wavelengths(found)
    return int(np.count_nonzero((trained < 1) & (asked > trained * (1 + 1e-9))))


def _llama_ratio() -> FloatArray:
    ratio: FloatArray = extended_frequencies(_LLAMA_TRAINED, _LLAMA, 0.0) / _LLAMA_TRAINED
    return ratio


CLAIMS = {
    "long-context.pairs": Claim(lambda _: _TRAINED.size),
    "long-context.unseen": Claim(lambda _: _unseen(4096)),
    "long-context.ntk_unseen": Claim(
        lambda _: _fresh(extended_frequencies(_TRAINED, Extension("ntk", factor=4.0), 0.0), 4096, 16_384)
    ),
    "long-context.ntk_base": Claim(lambda _: ntk_base(10_000.0, _HEAD, Extension("ntk", factor=4.0))),
    "long-context.dynamic_base": Claim(
        lambda _: ntk_base(10_000.0, _HEAD, Extension("dynamic_ntk", factor=2.0), 8192)
    ),
    "long-context.attention_factor": Claim(lambda _: attention_factor(_YARN), digits=3),
    "long-context.yarn_often": Claim(lambda _: _YARN.beta_fast),
    "long-context.llama_kept": Claim(lambda _: np.flatnonzero(_llama_ratio() > 1 - 1e-9)[-1]),
    "long-context.llama_divided": Claim(lambda _: np.flatnonzero(_llama_ratio() < 1 / 8 + 1e-9)[0]),
    "long-context.llama_last": Claim(lambda _: _LLAMA_TRAINED.size - 1),
}
