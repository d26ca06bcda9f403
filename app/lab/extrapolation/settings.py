"""What is trained, for how long, and how it is read: every number of the experiments, once."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """Size of a decoder; its feed-forward part is four times as wide as `d_model`."""

    d_model: int = 64
    n_heads: int = 4
    n_layers: int = 2


@dataclass(frozen=True)
class Training:
    """How a model is trained.

    The learning rate rises to `peak` in `warm_up` steps and falls along a cosine to the share `last` of it; a
    gradient is cut to the norm `clip`.
    """

    steps: int
    batch: int = 16
    peak: float = 3e-3
    warm_up: int = 100
    last: float = 0.05
    weight_decay: float = 0.01
    clip: float = 1.0


@dataclass(frozen=True)
class Reading:
    """One way to read with a trained model; RoPE's frequencies are stretched, nothing is trained further."""

    encoding: str
    scaling: str = "none"
    factor: int = 1


@dataclass(frozen=True)
class Extrapolation:
    """The first experiment: read beyond the trained length.

    A seed decides the first weights and the order of the text, the same for every encoding. Losses are
    averaged over `bin_width` positions; `factors` are the stretches of RoPE that are tried.
    """

    training: Training
    shape: Shape = Shape()
    encodings: tuple[str, ...] = ("none", "sinusoidal", "learned", "rope", "alibi", "t5")
    seeds: tuple[int, ...] = (0, 1, 2)
    trained_len: int = 128
    read_len: int = 1024
    bin_width: int = 16
    factors: tuple[int, ...] = (2, 4, 8)

    def readings(self, encoding: str) -> tuple[Reading, ...]:
        """Return the ways to read with a model of this encoding: as trained first, then RoPE's stretches."""
        plain = Reading(encoding)
        if encoding != "rope":
            return (plain,)
        rules = ("linear", "ntk", "yarn")
        return (plain, *(Reading(encoding, rule, factor) for rule in rules for factor in self.factors))


@dataclass(frozen=True)
class Order:
    """The second experiment: who did it, told by word order alone.

    A seed also decides which sentences are held out: a share of them, each with its turned-round twin.
    """

    training: Training = Training(steps=800, batch=64, peak=3e-3)
    d_model: int = 32
    n_heads: int = 2
    layers: tuple[int, ...] = (1, 2)
    encodings: tuple[str, ...] = ("none", "sinusoidal")
    causal: tuple[bool, ...] = (False, True)
    seeds: tuple[int, ...] = (0, 1, 2)
    names: int = 20
    verbs: int = 10
    held_out: float = 0.2


EXTRAPOLATION = Extrapolation(Training(steps=1000, peak=4e-3))
ORDER = Order()
