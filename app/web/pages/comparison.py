"""The table that sets all encodings side by side: facts with sources, in words that both languages share."""

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
    source: str  # key in `app.web.pages.sources`
    where: str = ""  # place in the source
    note: str = ""  # in what part of the model, marked with `msg`


@dataclass(frozen=True)
class Row:
    """One encoding in the table."""

    encoding: str
    kind: str  # what the model can read from it: places, distances, or both
    place: str  # where in the Transformer it acts
    beyond: str  # what happens beyond the trained length
    count: Callable[[Sizes], int] = lambda _: 0  # trained parameters
    formula: str = ""  # how they are counted, or ""
    evidence: tuple[tuple[str, str], ...] = ()  # keys and places of sources of `beyond`
    users: tuple[User, ...] = ()  # none for steps on the way


_ABSOLUTE = msg("absolute")
_ADDED = msg("added to the word vectors, once, before the first layer")
_ADDED_TO_PATCHES = msg("added to the patch vectors, once, before the first layer")
_SCORES = msg("added to the scores, in every layer")

ROWS = (
    Row(
        "none",
        msg("neither"),
        msg("nowhere"),
        msg(
            "No row is missing. Under a causal mask such small models generalised to longer tasks better "
            "than others in one study."
        ),
        evidence=(("kazemnejad2023", ""),),
        users=(User(msg("models for study, with a causal mask"), "kazemnejad2023"),),
    ),
    Row("index", _ABSOLUTE, _ADDED, msg("The numbers grow beyond everything seen in training.")),
    Row("binary", _ABSOLUTE, _ADDED, msg("Bits turn on that were always off in training.")),
    Row(
        "sinusoidal",
        msg("absolute; a shift is a rotation"),
        _ADDED,
        msg("The formula goes on. Its authors hoped that models would follow; measured, they hardly do."),
        evidence=(("vaswani2017", "§3.5"), ("press2021", "§2.2")),
        users=(
            User("Transformer", "vaswani2017", "§3.5"),
            User("Whisper", "radford2022", "§2.2", msg("encoder")),
        ),
    ),
    Row(
        "learned",
        _ABSOLUTE,
        _ADDED,
        msg("The table ends. There is no further row."),
        count=lambda sizes: sizes.max_len * sizes.d_model,
        formula=msg("length × width"),
        users=(
            User("BERT", "devlin2018", "§3"),
            User("GPT-2", "radford2019", "§2.3"),
            User("RoBERTa", "liu2019"),
            User("MiniLM", "wang2020"),
            User("Whisper", "radford2022", "§2.2", msg("decoder")),
        ),
    ),
    Row(
        "rope",
        msg("relative in the score: distance and direction"),
        msg("turns queries and keys, in every layer; values stay"),
        msg("The formula goes on, but slow pairs meet angles that were never trained. Slowing them helps."),
        evidence=(("chen2023", "§2.2"), ("peng2023", "§3")),
        users=(
            User("RoFormer", "su2021"),
            User("GPT-J", "wang2021", "", msg("a part of each head")),
            User("GPT-NeoX-20B", "black2022", "", msg("a quarter of each head")),
            User("LLaMA", "touvron2023", "§2.2"),
            User("Llama 3", "grattafiori2024", "§3.2"),
        ),
    ),
    Row(
        "alibi",
        msg("relative: distance only"),
        _SCORES,
        msg("The penalty goes on growing in a straight line. Made for training short and testing long."),
        evidence=(("press2021", "§4"),),
        users=(User("BLOOM", "lescao2022", "§3.2"), User("MPT-7B", "mosaicml2023")),
    ),
    Row(
        "t5",
        msg("relative, with direction"),
        _SCORES,
        msg("All far distances share the last bucket: none is new, but ever more tokens look alike."),
        count=lambda sizes: sizes.num_buckets * sizes.n_heads,
        formula=msg("buckets × heads"),
        evidence=(("raffel2019", "§2.1"),),
        users=(User("T5", "raffel2019", "§2.1"), User("MPNet", "song2020")),
    ),
    Row(
        "sincos2d",
        msg("absolute, in two directions"),
        _ADDED_TO_PATCHES,
        msg("The formula covers grids of any size; the model still has to cope with them."),
        users=(
            User("MoCo v3", "chen2021"),
            User("MAE", "he2021"),
            User("DETR", "carion2020", "", msg("in every layer, with scaled coordinates")),
        ),
    ),
    Row(
        "patches_learned",
        _ABSOLUTE,
        _ADDED_TO_PATCHES,
        msg("The table ends. For other image sizes its rows are interpolated in two directions."),
        count=lambda sizes: (sizes.patches + 1) * sizes.d_model,
        formula=msg("(patches + class token) × width"),
        evidence=(("dosovitskiy2020", "§3.2"),),
        users=(User("ViT", "dosovitskiy2020", "§3.1"), User("DINOv2", "oquab2023")),
    ),
)
"""In the order of the registry."""
