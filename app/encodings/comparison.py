"""What an encoding says of itself in the table that sets all of them side by side."""

from collections.abc import Callable
from dataclasses import dataclass

from app.encodings.params import BIAS_HEADS
from app.i18n import msg


@dataclass(frozen=True)
class Sizes:
    """The model that trained parameters are counted for."""

    max_len: int = 512  # positions that the model is trained on
    d_model: int = 768
    n_heads: int = BIAS_HEADS
    num_buckets: int = 32
    patches: int = 14 * 14  # without the class token


SIZES = Sizes()
"""As in BERT base, T5 and ViT-B/16 at 224 × 224 pixels."""


@dataclass(frozen=True)
class User:
    """A model that uses an encoding."""

    name: str
    source: str  # key of a numbered reference of the page
    where: str = ""  # place in the source
    note: str = ""  # in what part of the model, marked with `msg`


@dataclass(frozen=True)
class Comparison:
    """One encoding's row in the table; words are marked with `msg`."""

    kind: str  # what the model can read from it: places, distances, or both
    place: str  # where in the Transformer it acts
    beyond: str  # what happens beyond the trained length
    count: Callable[[Sizes], int] = lambda _: 0  # trained parameters
    formula: str = ""  # how they are counted, or ""
    evidence: tuple[tuple[str, str], ...] = ()  # keys and places of sources of `beyond`
    users: tuple[User, ...] = ()  # none for steps on the way


ABSOLUTE = msg("absolute")
ADDED = msg("added to the word vectors, once, before the first layer")
ADDED_TO_PATCHES = msg("added to the patch vectors, once, before the first layer")
ADDED_TO_SCORES = msg("added to the scores, in every layer")
"""Words that several encodings share."""
