"""What an encoding says of itself in the table that sets all of them side by side."""

from collections.abc import Callable
from dataclasses import dataclass

from app.encodings.params import BIAS_HEADS
from app.i18n import msg


@dataclass(frozen=True)
class Sizes:
    """The model that trained parameters are counted for.

    Attributes
    ----------
    max_len : int
        Positions that the model is trained on.
    d_model : int
        Width of the word vectors.
    n_heads : int
        Attention heads in a layer.
    num_buckets : int
        Buckets of distances.
    patches : int
        Patches of an image, without the class token.

    """

    max_len: int = 512
    d_model: int = 768
    n_heads: int = BIAS_HEADS
    num_buckets: int = 32
    patches: int = 14 * 14


SIZES = Sizes()
"""As in BERT base, T5 and ViT-B/16 at 224 × 224 pixels."""


@dataclass(frozen=True)
class User:
    """A model that uses an encoding.

    Attributes
    ----------
    name : str
        The model.
    source : str
        Key of a numbered reference of the page.
    where : str
        Place in the source.
    note : str
        In what part of it, marked with `msg`, or "".

    """

    name: str
    source: str
    where: str = ""
    note: str = ""


@dataclass(frozen=True)
class Comparison:
    """One encoding's row in the table; words are marked with `msg`.

    Attributes
    ----------
    kind : str
        What the model can read from it: places, distances, or both.
    place : str
        Where in the Transformer it acts.
    beyond : str
        What happens beyond the trained length.
    count : callable
        From sizes to trained parameters.
    formula : str
        How they are counted, or "" where there are none.
    evidence : tuple of (key, place)
        Sources of `beyond`: keys of the page's numbered references.
    users : tuple of User
        Models that use it; none for steps on the way.

    """

    kind: str
    place: str
    beyond: str
    count: Callable[[Sizes], int] = lambda _: 0
    formula: str = ""
    evidence: tuple[tuple[str, str], ...] = ()
    users: tuple[User, ...] = ()


ABSOLUTE = msg("absolute")
ADDED = msg("added to the word vectors, once, before the first layer")
ADDED_TO_PATCHES = msg("added to the patch vectors, once, before the first layer")
ADDED_TO_SCORES = msg("added to the scores, in every layer")
"""Words that several encodings share."""
