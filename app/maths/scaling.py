"""Context extension: slower frequencies, so that a rotary model reads longer texts than it was trained on.

Every rule starts from the frequencies of the trained model, a geometric ladder from 1 downwards, and needs
nothing else about them: so it holds for any base, any width and any spacing.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from app.maths.arrays import FloatArray
from app.maths.frequencies import wavelengths

Scaling: TypeAlias = Literal["none", "linear", "ntk", "dynamic_ntk", "yarn", "llama3"]
Ramp: TypeAlias = Literal["pairs", "turns"]
Dynamic: TypeAlias = Literal["code", "paper"]


@dataclass(frozen=True)
class Extension:
    """How far and by which rule the context is extended.

    Attributes
    ----------
    factor : float
        How many times longer the context becomes, at least 1.
    original_max_len : int
        Positions that the model was trained on; dynamic NTK, YaRN and Llama 3 need it.
    low_freq_factor, high_freq_factor : float
        Llama 3: pairs that turn fewer times than the low number within the trained length are divided by the
        factor, those that turn more often than the high number are kept.
    beta_fast, beta_slow : float
        YaRN: pairs that turn more often than the fast number within the trained length are kept, those that
        turn fewer times than the slow number are divided by the factor.
    ramp : {"pairs", "turns"}
        YaRN between the two: a straight line over the index of the pair, as in the authors' code and in
        transformers, or over the number of turns, as in the paper (its γ). The second divides every pair
        between at least as much as the first before its ends are rounded.
    truncate : bool
        YaRN's ramp over pairs: whether its ends are rounded outwards to whole pairs, as in the authors' code;
        gpt-oss does not round them.
    attention_factor : float or None
        Factor on queries and on keys in place of the rule's own; finite and greater than 0.
    dynamic : {"code", "paper"}
        Dynamic NTK: a text l/L times the trained length has ``s = factor·l/L − (factor − 1)`` in the authors'
        code and in transformers, and ``s = l/L``, whatever the factor, in the paper. Up to the trained length
        both have 1.
    """

    scaling: Scaling = "none"
    factor: float = 1.0
    original_max_len: int = 4096
    low_freq_factor: float = 1.0
    high_freq_factor: float = 4.0
    beta_fast: float = 32.0
    beta_slow: float = 1.0
    ramp: Ramp = "pairs"
    truncate: bool = True
    attention_factor: float | None = None
    dynamic: Dynamic = "code"


def extended_frequencies(inv_freq: FloatArray, extension: Extension, seq_len: float) -> FloatArray:
    """Return the frequency of every pair under a context extension.

    Parameters
    ----------
    inv_freq : ndarray of float64, shape (pairs,)
        Radians per position of the trained model: a geometric ladder that begins with 1.
    seq_len : float
        Length of the text at hand; only dynamic NTK asks for it.

    Returns
    -------
    ndarray of float64, shape (pairs,)
        Radians per position, finite and positive.

    Raises
    ------
    ValueError
        If a number is outside its range or the rule is unknown.

    References
    ----------
    Chen et al. 2023 (linear), arXiv:2306.15595; Peng et al. 2023, sections 3.1 to 3.3 (NTK-aware, YaRN's ramp
    over turns, dynamic NTK of the paper), arXiv:2309.00071; their code, github.com/jquesnelle/yarn (YaRN's
    ramp over pairs, dynamic NTK of the code); Grattafiori et al. 2024 (Llama 3), arXiv:2407.21783.
    """
    if not (np.isfinite(extension.factor) and extension.factor >= 1):
        raise ValueError(f"factor must be a finite number of at least 1, got {extension.factor}")
    if extension.original_max_len < 1:
        raise ValueError(f"original_max_len must be at least 1, got {extension.original_max_len}")
    if extension.scaling == "none":
        return inv_freq
    if extension.scaling == "linear":
        return inv_freq / extension.factor
    if extension.scaling == "ntk":
        return _ntk(inv_freq, extension.factor)
    if extension.scaling == "dynamic_ntk":
        return _ntk(inv_freq, _dynamic_factor(extension, seq_len))
    if extension.scaling == "yarn":
        return _blend(inv_freq, extension.factor, _yarn_kept(inv_freq, extension))
    if extension.scaling == "llama3":
        return _blend(inv_freq, extension.factor, _llama3_kept(inv_freq, extension))
    raise ValueError(f"scaling must be one of the known rules, got {extension.scaling!r}")


def attention_factor(extension: Extension) -> float:
    """Return the factor on queries and on keys alike that a context extension asks for.

    Returns
    -------
    float
        The one that the extension gives; else ``0.1·ln(factor) + 1`` for YaRN and 1 for all others. Scores
        are multiplied by its square.

    Raises
    ------
    ValueError
        If the factor given is not a finite number above 0.

    References
    ----------
    Peng et al. 2023, section 3.4, arXiv:2309.00071.
    """
    given = extension.attention_factor
    if given is None:
        return 0.1 * float(np.log(extension.factor)) + 1.0 if extension.scaling == "yarn" else 1.0
    if not (np.isfinite(given) and given > 0):
        raise ValueError(f"attention_factor must be a finite number greater than 0, got {given}")
    return float(given)


def ntk_base(
    base: float, d_model: int, extension: Extension, seq_len: float = 0.0, pairs: int | None = None
) -> float:
    """Return the base that NTK-aware scaling replaces the trained one with.

    Parameters
    ----------
    base : float
        The trained base, greater than 1.
    d_model : int
        Width that the exponents ``2i / d_model`` are shares of: even, at least 4.
    extension : Extension
        With the rule "ntk" or "dynamic_ntk".
    seq_len : float
        Length of the text at hand, for dynamic NTK: up to the trained length the base stays.
    pairs : int or None
        Pairs that turn, at least 2, since one pair alone has no base; by default all, ``d_model / 2``.

    Returns
    -------
    float
        ``base·s^(d/(2·(pairs-1)))``, so ``base·s^(d/(d-2))`` if all turn: the first frequency stays 1, the
        last is divided by s exactly.

    Raises
    ------
    ValueError
        If the rule does not change the base, or `d_model` or `pairs` is too small.
    """
    if extension.scaling not in ("ntk", "dynamic_ntk"):
        raise ValueError(f"scaling must be 'ntk' or 'dynamic_ntk', got {extension.scaling!r}")
    if d_model < 4:
        raise ValueError(f"d_model must be at least 4, got {d_model}")
    turning = d_model // 2 if pairs is None else pairs
    if turning < 2:
        raise ValueError(f"pairs must be at least 2, got {pairs}")
    dynamic = extension.scaling == "dynamic_ntk"
    factor = _dynamic_factor(extension, seq_len) if dynamic else extension.factor
    return float(base * factor ** (d_model / (2 * turning - 2)))


def _dynamic_factor(extension: Extension, seq_len: float) -> float:
    stretch = max(seq_len / extension.original_max_len, 1.0)
    if extension.dynamic == "paper":
        return stretch
    if extension.dynamic == "code":
        return extension.factor * stretch - (extension.factor - 1.0)
    raise ValueError(f"dynamic must be 'code' or 'paper', got {extension.dynamic!r}")


def _ntk(inv_freq: FloatArray, factor: float) -> FloatArray:
    # Another base, written without it: base'^(-e) = base^(-e) · s^(-e/e_last), and e/e_last is i/(pairs-1).
    share = np.arange(inv_freq.size) / max(inv_freq.size - 1, 1)
    return np.asarray(inv_freq * np.power(float(factor), -share), dtype=np.float64)


def _blend(inv_freq: FloatArray, factor: float, kept: FloatArray) -> FloatArray:
    return kept * inv_freq + (1.0 - kept) * (inv_freq / factor)


def _yarn_kept(inv_freq: FloatArray, extension: Extension) -> FloatArray:
    """Return the share of every pair that stays as it was trained."""
    if not extension.beta_fast > extension.beta_slow > 0:
        raise ValueError(
            f"beta_fast must be greater than beta_slow, and both than 0, got {extension.beta_fast} "
            f"and {extension.beta_slow}"
        )
    if extension.ramp == "turns":
        return _ramp_over_turns(
            inv_freq, extension.original_max_len, extension.beta_slow, extension.beta_fast
        )
    if extension.ramp == "pairs":
        return _ramp_over_pairs(inv_freq, extension)
    raise ValueError(f"ramp must be 'pairs' or 'turns', got {extension.ramp!r}")


def _ramp_over_pairs(inv_freq: FloatArray, extension: Extension) -> FloatArray:
    if inv_freq.size < 2:
        return np.ones_like(inv_freq)
    # Pair i turns L·inv_freq[i]/2π times within the trained length L; solved for i on the ladder.
    step = -np.log(inv_freq[1])
    radians = 2.0 * np.pi * np.array([extension.beta_fast, extension.beta_slow])
    first, last = np.log(extension.original_max_len / radians) / step
    if extension.truncate:
        first, last = np.floor(first), np.ceil(last)
    low = max(float(first), 0.0)
    # The upper end is the last column, not the last pair: so it is in the authors' code.
    high = min(float(last), 2.0 * inv_freq.size - 1.0)
    # 0.001 as in the authors' code: a ramp between equal ends is a step.
    ramp = (np.arange(inv_freq.size) - low) / (max(high, low + 0.001) - low)
    return np.asarray(1.0 - np.clip(ramp, 0.0, 1.0), dtype=np.float64)


def _llama3_kept(inv_freq: FloatArray, extension: Extension) -> FloatArray:
    low, high = extension.low_freq_factor, extension.high_freq_factor
    if not high > low > 0:
        raise ValueError(
            f"high_freq_factor must be greater than low_freq_factor, and both than 0, got {high} and {low}"
        )
    return _ramp_over_turns(inv_freq, extension.original_max_len, low, high)


def _ramp_over_turns(inv_freq: FloatArray, trained_len: int, slow: float, fast: float) -> FloatArray:
    turns = trained_len / wavelengths(inv_freq)
    return np.asarray(np.clip((turns - slow) / (fast - slow), 0.0, 1.0), dtype=np.float64)
