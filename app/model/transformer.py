"""The forward pass of a BERT encoder in single precision: what every layer makes of every token."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from app.maths.arrays import IntArray, SingleArray
from app.maths.attention import attention

HEADS = 12
"""Attention heads of all-MiniLM-L6-v2, each 384 / 12 = 32 wide; its file does not say so."""

_SMALL = 1e-12
"""Added to the variance before the root, as in BERT."""

_ERF_SLOPE = 0.3275911
_ERF_POLYNOMIAL = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)
"""Abramowitz & Stegun, formula 7.1.26."""


@dataclass(frozen=True)
class Rows:
    """A table of vectors in 8 bits; a row is multiplied with its own scale when it is read."""

    packed: NDArray[np.int8]
    scale: SingleArray

    def __getitem__(self, ids: IntArray) -> SingleArray:
        """Return some rows as float32, shape (…, d)."""
        return self.packed[ids] * self.scale[ids]


@dataclass(frozen=True)
class Dense:
    """An affine map, from rows of shape (n, inputs) to rows of shape (n, outputs)."""

    weight: SingleArray
    bias: SingleArray

    def __call__(self, x: SingleArray) -> SingleArray:
        """Return ``x @ weight + bias``."""
        return x @ self.weight + self.bias


@dataclass(frozen=True)
class Norm:
    """Layer normalisation: every row gets mean 0 and variance 1, then a learned gain and bias.

    Ba et al. 2016, section 3, arXiv:1607.06450.
    """

    gain: SingleArray
    bias: SingleArray

    def __call__(self, x: SingleArray) -> SingleArray:
        """Return the normalised rows."""
        centred = x - x.mean(axis=-1, keepdims=True)
        variance = (centred * centred).mean(axis=-1, keepdims=True)
        normal: SingleArray = centred / np.sqrt(variance + _SMALL)
        return normal * self.gain + self.bias


@dataclass(frozen=True)
class Layer:
    """One encoder layer: attention, then two dense maps, to four times the width and back.

    What each part gives is added to its input, and the sum is normalised.
    """

    query: Dense
    key: Dense
    value: Dense
    output: Dense
    attention_norm: Norm
    widen: Dense
    narrow: Dense
    norm: Norm

    def __call__(self, x: SingleArray) -> SingleArray:
        """Return what the layer makes of sentences of one length, shape (sentences, n, d)."""
        sentences, n, d = x.shape
        # One matrix product for all sentences: the weights travel through the processor once.
        flat = x.reshape(-1, d)

        def heads(rows: SingleArray) -> SingleArray:
            return rows.reshape(sentences, n, HEADS, d // HEADS).swapaxes(1, 2)

        _, seen = attention(heads(self.query(flat)), heads(self.key(flat)), heads(self.value(flat)))
        flat = self.attention_norm(flat + self.output(seen.swapaxes(1, 2).reshape(-1, d)))
        flat = self.norm(flat + self.narrow(gelu(self.widen(flat))))
        return flat.reshape(x.shape)


@dataclass(frozen=True)
class Transformer:
    """The weights of the model.

    `kind` is added to every token: BERT's mark of the first of two texts. `positions` has one learned row a
    position, shape (max_len, d); `norm` is applied to the sum of all three.
    """

    words: Rows
    kind: SingleArray
    positions: SingleArray
    norm: Norm
    layers: tuple[Layer, ...]

    def hidden(self, ids: IntArray, rows: SingleArray) -> SingleArray:
        """Return all tokens' vectors at the input and after every layer, shape (1 + layers, sentences, n, d).

        `ids`, shape (sentences, n), are of sentences of one length; `rows`, shape (sentences, n, d), tell the
        places apart.
        """
        x = self.norm(self.words[ids] + self.kind + rows)
        states = [x]
        for layer in self.layers:
            x = layer(x)
            states.append(x)
        return np.stack(states)


def gelu(x: SingleArray) -> SingleArray:
    """Return x·Φ(x), Φ being the normal distribution: the bend between the two dense maps.

    Off by at most 3e-7 for every unit of x, rounding included. NumPy has no error function; the approximation
    used here is exact to 1.5e-7, and one call of ``math.erf`` a number would hold up all other threads.

    Hendrycks & Gimpel 2016, arXiv:1606.08415; Abramowitz & Stegun 1964, formula 7.1.26.
    """
    z = np.abs(x) * np.float32(1.0 / sqrt(2.0))
    t = 1.0 / (1.0 + _ERF_SLOPE * z)
    series: SingleArray = np.zeros_like(t)
    for coefficient in reversed(_ERF_POLYNOMIAL):
        series = (series + coefficient) * t
    # x·(1 − Φ(|x|)): as a product it stays exact where Φ is nearly 1.
    tail: SingleArray = 0.5 * x * series * np.exp(-z * z)
    bent: SingleArray = np.where(x < 0, tail, x - tail)
    return bent
