"""What is trained, for how long, and how it is read: every number of the experiments, once."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """Size of a decoder.

    Attributes
    ----------
    d_model, n_heads, n_layers : int
        Width, heads a layer, layers. The feed-forward part is four times as wide.

    """

    d_model: int = 64
    n_heads: int = 4
    n_layers: int = 2


@dataclass(frozen=True)
class Training:
    """How a model is trained.

    Attributes
    ----------
    steps, batch : int
        Steps of the optimiser, and sequences a step.
    peak, warm_up, last : float, int, float
        Learning rate at its height, steps until there, and the share of it that is left at the end; a cosine
        in between.
    weight_decay, clip : float
        Of AdamW; the norm that a gradient is cut to.

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
    """One way to read with a trained model.

    Attributes
    ----------
    encoding : str
        What it was trained with.
    scaling : {"none", "linear", "ntk", "yarn"}
        Rule that stretches RoPE's frequencies when reading; nothing is trained further.
    factor : int
        By how much.

    """

    encoding: str
    scaling: str = "none"
    factor: int = 1


@dataclass(frozen=True)
class Extrapolation:
    """The first experiment: read beyond the trained length.

    Attributes
    ----------
    shape, training : Shape, Training
        The same for every encoding.
    encodings : tuple of str
        What is trained.
    seeds : tuple of int
        A seed decides the first weights and the order of the text, the same for every encoding.
    trained_len, read_len, bin_width : int
        Tokens of a training sequence, tokens of a reading, and positions that are averaged.
    factors : tuple of int
        Stretches of RoPE that are tried.

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
        """Return the ways to read with a model of this encoding.

        Parameters
        ----------
        encoding : str
            One of `encodings`.

        Returns
        -------
        tuple of Reading
            As trained first; RoPE's stretches after it.

        """
        plain = Reading(encoding)
        if encoding != "rope":
            return (plain,)
        rules = ("linear", "ntk", "yarn")
        return (plain, *(Reading(encoding, rule, factor) for rule in rules for factor in self.factors))


@dataclass(frozen=True)
class Order:
    """The second experiment: who did it, told by word order alone.

    Attributes
    ----------
    training : Training
        The same for every cell.
    d_model, n_heads : int
        Width and heads.
    layers : tuple of int
        Depths that are tried.
    encodings : tuple of str
        Without and with positions.
    causal : tuple of bool
        Without and with a causal mask.
    seeds : tuple of int
        As above; a seed also decides which sentences are held out.
    names, verbs : int
        Words of each kind.
    held_out : float
        Share of the sentences that is never trained on, together with its turned-round twin.

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
