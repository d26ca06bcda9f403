"""Every parameter, defined once: its type and bounds for validation, its stops and words for the controls.

A parameter is an ``Annotated`` type that any encoding's model can use. The `Parameter` object in it carries
what a control needs and validation does not; `describe` joins both for ``/api/encodings`` and for the page.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

import annotated_types
import numpy as np
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    model_validator,
)
from pydantic.fields import FieldInfo

from app.i18n import msg
from app.maths.alibi import Form
from app.maths.arrays import FloatArray
from app.maths.frequencies import Variant
from app.maths.index import IndexScale
from app.maths.patches import AxisOrder
from app.maths.rope import Pairing
from app.maths.scaling import Scaling
from app.maths.sinusoidal import Layout

Translate: TypeAlias = Callable[[str], str]
Stop: TypeAlias = int | float | str

TABLE_ROWS = 512
"""Rows of the learned table: MiniLM was trained on 512 positions."""
PATCH_ROWS = 37 * 37
"""Rows of the learned table of patches: its vision transformer was trained on 37 × 37 of them."""
BIAS_HEADS = 12
"""Heads of the learned bias: MPNet has 12."""
FARTHEST = 10_000_000
"""Positions up to here keep angles exact in float64 to better than 1e-8 radians."""


class ParameterError(ValueError):
    """A combination of parameters that no single bound can refuse.

    Parameters
    ----------
    got : mapping of str to object
        The parameters at fault and their values.
    rule : str
        The rule they break, marked with `msg`, with ``{placeholders}`` for `values`.
    **values : object
        What the placeholders stand for.

    """

    def __init__(self, got: Mapping[str, object], rule: str, **values: object) -> None:
        self.got = dict(got)
        self.rule = rule
        self.values = values
        super().__init__(
            f"{', '.join(f'{name}: got {value!r}' for name, value in got.items())}: {self.text()}"
        )

    def text(self, translate: Translate = str) -> str:
        """Return the rule in the translator's language.

        Parameters
        ----------
        translate : callable
            From English to the language wanted.

        Returns
        -------
        str

        """
        return translate(self.rule).format(**self.values)


@dataclass(frozen=True)
class Parameter:
    """What a control shows of a parameter; words are marked with `msg` and translated when they are shown.

    Attributes
    ----------
    label, help : str
        Name and one sentence.
    unit : str
        What is counted, or "" for a pure number.
    scale : {"linear", "log", "stops"}
        How the stops lie on a track: evenly by value, by logarithm, or evenly one after the other.
    stops : tuple
        Values that a slider offers and a sweep visits; empty for a parameter without a slider.
    choices : mapping of str to str
        Label of every choice.
    rule : str
        Replaces the general wording of a broken bound where the reason is worth telling; its placeholders
        are in `values`.
    values : mapping of str to object
        What the placeholders of `rule` stand for.
    control : bool
        Whether the explorer shows a control for it; a sweep along it is possible in any case.

    """

    label: str
    help: str
    unit: str = ""
    scale: Literal["linear", "log", "stops"] = "stops"
    stops: tuple[Stop, ...] = ()
    choices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    rule: str = ""
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    control: bool = True


def preferred_numbers(first_decade: int, last_decade: int) -> tuple[float, ...]:
    """Return ten rounded steps a decade (the R10 series), both ends included.

    Parameters
    ----------
    first_decade, last_decade : int
        Powers of ten between which the numbers run.

    Returns
    -------
    tuple of float

    References
    ----------
    ISO 3:1973, preferred numbers.

    """
    series = (1.0, 1.25, 1.6, 2.0, 2.5, 3.15, 4.0, 5.0, 6.3, 8.0)
    steps = [round(step * 10.0**decade, 3) for decade in range(first_decade, last_decade) for step in series]
    return (*steps, 10.0**last_decade)


def split_numbers(value: object) -> object:
    """Split ``"50,-50,2.5"``, also as the one-element list that query parsing gives, into its texts.

    Parameters
    ----------
    value : object
        Text, a list of texts, or anything else, which passes unchanged.

    Returns
    -------
    object

    """
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        value = ",".join(value)
    return tuple(item.strip() for item in value.split(",")) if isinstance(value, str) else value


_WIDTHS = (4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)
_LENGTHS = (8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)
_TABLE_RULE = msg("the table has rows 0…{last}: a position beyond it was never trained and has no row")

SeqLen = Annotated[
    int,
    Field(ge=1, le=FARTHEST, examples=[64], description="Number of positions (rows)."),
    Parameter(
        label=msg("Length"),
        help=msg("How many positions, counted from 0, are encoded."),
        unit=msg("positions"),
        stops=(*_LENGTHS, 640),
    ),
]
TableSeqLen = Annotated[
    int,
    Field(ge=1, le=TABLE_ROWS, examples=[64], description="Number of positions (rows); the table has 512."),
    Parameter(
        label=msg("Length"),
        help=msg("How many rows of the trained table are read. It ends with row 511."),
        unit=msg("positions"),
        stops=_LENGTHS,
        rule=_TABLE_RULE,
        values={"last": TABLE_ROWS - 1},
    ),
]
ClockSteps = Annotated[
    int,
    Field(ge=1, le=100, examples=[1], description="Rows that one step leads on."),
    Parameter(
        label=msg("Steps"),
        help=msg("How many rows further a row is to be foretold."),
        unit=msg("rows"),
    ),
]
ClockPlane = Annotated[
    int | None,
    WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 5, "examples": [1]}, mode="validation"),
    Field(ge=1, le=5, description="Points of this plane only, from 1, the fastest; by default of all five."),
    Parameter(
        label=msg("Plane"), help=msg("One of the five planes in which the rows turn; 1 is the fastest.")
    ),
]
Start = Annotated[
    int,
    Field(ge=-FARTHEST, le=FARTHEST, examples=[0], description="First position."),
    Parameter(
        label=msg("First position"),
        help=msg("The position of the first row; the formula also holds for negative positions."),
        unit=msg("positions"),
    ),
]
TableStart = Annotated[
    int,
    Field(ge=0, le=TABLE_ROWS - 1, examples=[0], description="First position, a row of the table."),
    Parameter(
        label=msg("First position"),
        help=msg("The first row of the trained table that is read."),
        unit=msg("positions"),
        rule=_TABLE_RULE,
        values={"last": TABLE_ROWS - 1},
    ),
]
Position = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST, allow_inf_nan=False)]
Positions = Annotated[
    Annotated[tuple[Position, ...], Field(min_length=1, max_length=65_536)] | None,
    BeforeValidator(split_numbers),
    WithJsonSchema(
        {"type": "string", "pattern": r"^[^,]+(,[^,]+)*$", "examples": ["50,-50,2.5"]}, mode="validation"
    ),
    Field(
        description="Single positions instead of a length, separated by commas; also negative or fractional.",
    ),
    Parameter(
        label=msg("Positions"),
        help=msg("Single positions instead of a length; they may be negative or fractional."),
        unit=msg("positions"),
    ),
]
Width = Annotated[
    int,
    Field(ge=1, le=8192, examples=[64], description="Width of the encoding (columns)."),
    Parameter(
        label=msg("Width"),
        help=msg("How many columns the encoding has. In an odd width the last sine has no cosine."),
        unit=msg("dimensions"),
        stops=_WIDTHS,
    ),
]
EvenWidth = Annotated[
    int,
    Field(ge=2, le=8192, multiple_of=2, examples=[64], description="Width of one head (columns), even."),
    Parameter(
        label=msg("Width"),
        help=msg("Width of one attention head. Its columns are rotated in pairs, so the width is even."),
        unit=msg("dimensions"),
        stops=tuple(width for width in _WIDTHS if width % 2 == 0),
    ),
]
Base = Annotated[
    float,
    Field(
        gt=1, le=1e8, allow_inf_nan=False, examples=[10000], description="Ratio that the wavelengths span."
    ),
    Parameter(
        label=msg("Base"),
        help=msg("Sets the longest wavelength: the larger the base, the slower the last pairs turn."),
        scale="log",
        stops=preferred_numbers(1, 7),
    ),
]
EmbeddingScale = Annotated[
    Literal["sqrt_d", "none"],
    Field(
        examples=["sqrt_d"],
        description="sqrt_d: word vectors of length 1, times √d_model as in the paper; none: as they are.",
    ),
    Parameter(
        label=msg("Word vectors"),
        help=msg("The paper multiplies the embedding of a word by √d before it adds the position."),
        choices={"sqrt_d": msg("times √d"), "none": msg("as they are")},
    ),
]
ColumnLayout = Annotated[
    Layout,
    Field(examples=["interleaved"], description="Order of the sine and cosine columns."),
    Parameter(
        label=msg("Layout"),
        help=msg("The order of the columns: a convention that changes no dot product."),
        choices={"interleaved": msg("sine and cosine in turn"), "blocks": msg("all sines, then all cosines")},
    ),
]
FrequencyVariant = Annotated[
    Variant,
    Field(examples=["paper"], description="Denominator of the exponent: d/2 (paper) or d/2 − 1 (Whisper)."),
    Parameter(
        label=msg("Spacing of the frequencies"),
        help=msg(
            "The speech model Whisper divides by d/2 − 1: its last wavelength is exactly 2π times the base."
        ),
        choices={"paper": msg("as in the paper"), "whisper": msg("as in Whisper")},
    ),
]
IndexDivisor = Annotated[
    IndexScale,
    Field(
        examples=["none"],
        description="The position as it is, or divided by the length of the text (last position + 1).",
    ),
    Parameter(
        label=msg("Scale"),
        help=msg("Divided by the length of the text, the number stays below 1, but its steps depend on it."),
        choices={"none": msg("as it is"), "length": msg("divided by the length")},
        control=False,
    ),
]
RotaryPairing = Annotated[
    Pairing,
    Field(examples=["interleaved"], description="Which two columns are rotated together."),
    Parameter(
        label=msg("Pairing"),
        help=msg(
            "In RoPE: which two columns are rotated together. A model works only with the pairing it was "
            "trained with."
        ),
        choices={
            "interleaved": msg("neighbours (GPT-J, Meta)"),
            "half": msg("halves (GPT-NeoX, Hugging Face)"),
        },
    ),
]
Number = Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)]
Vector = Annotated[
    Annotated[tuple[Number, ...], Field(min_length=2, max_length=8192)],
    BeforeValidator(split_numbers),
    WithJsonSchema(
        {"type": "string", "pattern": r"^[^,]+(,[^,]+)+$", "examples": ["1,2,3,4"]}, mode="validation"
    ),
    Field(description="A vector, its numbers separated by commas; an even count."),
    Parameter(label=msg("Vector"), help=msg("The numbers of a query or key, an even count of them.")),
]
PositionOfOne = Annotated[
    float,
    Field(ge=-FARTHEST, le=FARTHEST, allow_inf_nan=False, examples=[3], description="Where the vector is."),
    Parameter(
        label=msg("Position"),
        help=msg("Where the vector stands, counted from 0; it may be negative or fractional."),
        unit=msg("positions"),
    ),
]
Shift = Annotated[
    float,
    Field(ge=-FARTHEST, le=FARTHEST, allow_inf_nan=False, examples=[7], description="Positions to move by."),
    Parameter(
        label=msg("Shift"),
        help=msg("By how many positions every row is moved; it may be negative or fractional."),
        unit=msg("positions"),
    ),
]
Window = Annotated[
    int,
    Field(ge=2, le=131_072, examples=[4096], description="Positions that are compared with each other."),
    Parameter(
        label=msg("Context window"),
        help=msg("How many positions a text may have."),
        unit=msg("positions"),
        stops=tuple(2**power for power in range(6, 18)),
    ),
]
RotaryShare = Annotated[
    float,
    Field(gt=0, le=1, allow_inf_nan=False, examples=[1], description="Share of the columns rotated."),
    Parameter(
        label=msg("Rotated share"),
        help=msg("Only this share of the columns is rotated; the frequencies follow from the rotated width."),
    ),
]
ContextScaling = Annotated[
    Scaling,
    Field(examples=["none"], description="How the context is extended beyond the trained length."),
    Parameter(
        label=msg("Context extension"),
        help=msg("How the pairs are slowed down, so that a longer text than in training fits."),
        choices={
            "none": msg("none"),
            "linear": msg("linear (position interpolation)"),
            "ntk": msg("NTK-aware"),
            "dynamic_ntk": msg("dynamic NTK"),
            "yarn": msg("YaRN"),
            "llama3": msg("Llama 3"),
        },
        control=False,
    ),
]
ContextFactor = Annotated[
    float,
    Field(ge=1, le=10_000, allow_inf_nan=False, examples=[4], description="How many times longer."),
    Parameter(
        label=msg("Extension factor"), help=msg("How many times longer than in training the context becomes.")
    ),
]
TrainedLen = Annotated[
    int,
    Field(ge=1, le=FARTHEST, examples=[4096], description="Positions that the model was trained on."),
    Parameter(
        label=msg("Trained length"),
        help=msg("How many positions the model saw in training, before any extension."),
        unit=msg("positions"),
    ),
]
LowFreqFactor = Annotated[
    float,
    Field(gt=0, le=1e6, allow_inf_nan=False, examples=[1], description="Llama 3: turns of a slow pair."),
    Parameter(
        label=msg("Low frequency factor"),
        help=msg("Llama 3: pairs with fewer turns within the trained length are divided by the factor."),
        unit=msg("turns"),
    ),
]
HighFreqFactor = Annotated[
    float,
    Field(gt=0, le=1e6, allow_inf_nan=False, examples=[4], description="Llama 3: turns of a fast pair."),
    Parameter(
        label=msg("High frequency factor"),
        help=msg("Llama 3: pairs with more turns within the trained length stay as they are."),
        unit=msg("turns"),
    ),
]
BetaFast = Annotated[
    float,
    Field(gt=0, le=1e6, allow_inf_nan=False, examples=[32], description="YaRN: turns of a fast pair."),
    Parameter(
        label=msg("YaRN: fast from"),
        help=msg("YaRN: pairs with more turns within the trained length stay as they are."),
        unit=msg("turns"),
    ),
]
BetaSlow = Annotated[
    float,
    Field(gt=0, le=1e6, allow_inf_nan=False, examples=[1], description="YaRN: turns of a slow pair."),
    Parameter(
        label=msg("YaRN: slow below"),
        help=msg("YaRN: pairs with fewer turns within the trained length are divided by the factor."),
        unit=msg("turns"),
    ),
]
BiasSeqLen = Annotated[
    int,
    Field(ge=1, le=FARTHEST, examples=[16], description="Number of positions: queries as well as keys."),
    Parameter(
        label=msg("Length"),
        help=msg("How many positions look at how many: the matrix is square."),
        unit=msg("positions"),
        stops=(2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64),
    ),
]
Heads = Annotated[
    int,
    Field(ge=1, le=4096, examples=[8], description="Number of attention heads; any number."),
    Parameter(
        label=msg("Heads"),
        help=msg("How many attention heads there are, each with a slope of its own."),
        unit=msg("heads"),
        stops=(1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32),
    ),
]
Head = Annotated[
    int | None,
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": 4095, "examples": [0]}, mode="validation"),
    Field(ge=0, le=4095, description="Only this head, counted from 0; by default all heads."),
    Parameter(label=msg("Head"), help=msg("Only this head, counted from 0; without it all heads are shown.")),
]
LearnedHead = Annotated[
    int | None,
    WithJsonSchema(
        {"type": "integer", "minimum": 0, "maximum": BIAS_HEADS - 1, "examples": [0]}, mode="validation"
    ),
    Field(ge=0, le=BIAS_HEADS - 1, description="Only this head, counted from 0; by default all 12 heads."),
    Parameter(label=msg("Head"), help=msg("Only this head, counted from 0; without it all heads are shown.")),
]
Slope = Annotated[
    float | None,
    WithJsonSchema(
        {"type": "number", "exclusiveMinimum": 0, "maximum": 1000, "examples": [0.5]}, mode="validation"
    ),
    Field(
        gt=0, le=1000, allow_inf_nan=False, description="One head of this slope instead of the usual slopes."
    ),
    Parameter(
        label=msg("Slope"),
        help=msg("How much every step of distance costs, for one head of its own instead of the usual ones."),
    ),
]
Causal = Annotated[
    bool,
    Field(examples=[True], description="Whether keys after the query are masked (null)."),
    Parameter(label=msg("Causal"), help=msg("Whether what comes after the query is masked.")),
]
BiasForm = Annotated[
    Form,
    Field(
        examples=["distance"],
        description="−slope·|query − key|, or slope·key: equal attention under a causal mask only.",
    ),
    Parameter(
        label=msg("Form"),
        help=msg(
            "The column form adds slope × key. Under a causal mask a whole row differs by one number, and "
            "softmax ignores it."
        ),
        choices={"distance": msg("by distance"), "column": msg("by column")},
    ),
]
Reach = Annotated[
    int,
    Field(ge=1, le=512, examples=[32], description="Keys before the query and as many after it."),
    Parameter(
        label=msg("Neighbours"),
        help=msg("How many tokens there are on either side of the one that looks."),
        unit=msg("tokens"),
        stops=(8, 16, 32, 64, 128),
    ),
]
QueryLen = Annotated[
    int,
    Field(ge=1, le=FARTHEST, examples=[16], description="Number of queries."),
    Parameter(label=msg("Queries"), help=msg("How many positions look."), unit=msg("positions")),
]
KeyLen = Annotated[
    int,
    Field(ge=1, le=FARTHEST, examples=[16], description="Number of keys."),
    Parameter(label=msg("Keys"), help=msg("How many positions are looked at."), unit=msg("positions")),
]
Buckets = Annotated[
    int,
    Field(ge=2, le=256, examples=[32], description="Number of buckets, of both directions together."),
    Parameter(
        label=msg("Buckets"),
        help=msg("How many different distances the model can tell apart, of both directions together."),
        unit=msg("buckets"),
    ),
]
FarthestBucket = Annotated[
    int,
    Field(ge=2, le=FARTHEST, examples=[128], description="From this distance on, all share the last bucket."),
    Parameter(
        label=msg("Farthest distance"),
        help=msg("From this distance on, all positions share the last bucket."),
        unit=msg("positions"),
    ),
]
TwoWay = Annotated[
    bool,
    Field(
        examples=[True],
        description="Two-way as in an encoder; one-way as in a decoder, where later keys share bucket 0.",
    ),
    Parameter(label=msg("Two-way"), help=msg("Whether the two directions have buckets of their own.")),
]
GridSide = Annotated[
    int,
    Field(ge=1, le=1024, examples=[8], description="Patches on this side of the grid."),
    Parameter(
        label=msg("Patches"),
        help=msg("How many patches this side of the grid has; the grid need not be square."),
        unit=msg("patches"),
        stops=(1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 32),
    ),
]
QuarterWidth = Annotated[
    int,
    Field(ge=4, le=8192, multiple_of=4, examples=[64], description="Width (columns), a multiple of 4."),
    Parameter(
        label=msg("Width"),
        help=msg("How many columns the encoding has: one half for x and one for y, each in pairs."),
        unit=msg("dimensions"),
        stops=tuple(width for width in _WIDTHS if width % 4 == 0),
    ),
]
GridOrder = Annotated[
    AxisOrder,
    Field(examples=["xy"], description="Which axis has the first half of the columns."),
    Parameter(
        label=msg("First axis"),
        help=msg("Which axis has the first half of the columns: a convention that differs between models."),
        choices={"xy": msg("x first (MAE)"), "yx": msg("y first (DETR)")},
    ),
]
_PATCH_RULE = msg("the table has patches 0…{last}: one beyond was never trained and has no row")
PatchLen = Annotated[
    int,
    Field(ge=1, le=PATCH_ROWS, examples=[37], description="Number of patches (rows); the table has 1369."),
    Parameter(
        label=msg("Patches"),
        help=msg("How many rows of the trained table are read, row by row of the 37 × 37 grid."),
        unit=msg("patches"),
        stops=tuple(37 * rows for rows in (1, 2, 4, 8, 16, 24, 32, 37)),
        rule=_PATCH_RULE,
        values={"last": PATCH_ROWS - 1},
    ),
]
PatchStart = Annotated[
    int,
    Field(ge=0, le=PATCH_ROWS - 1, examples=[0], description="First patch, a row of the table."),
    Parameter(
        label=msg("First patch"),
        help=msg("The first patch that is read: number y·37 + x, counted from 0 in the upper left."),
        unit=msg("patches"),
        rule=_PATCH_RULE,
        values={"last": PATCH_ROWS - 1},
    ),
]
ImageSide = Annotated[
    int,
    Field(ge=1, le=100_000, examples=[224], description="Side of the image in pixels."),
    Parameter(
        label=msg("Image side"), help=msg("Side of the image, a multiple of the patch."), unit=msg("pixels")
    ),
]
PatchSide = Annotated[
    int,
    Field(ge=1, le=100_000, examples=[16], description="Side of a patch in pixels."),
    Parameter(label=msg("Patch side"), help=msg("Side of one square patch."), unit=msg("pixels")),
]
ClassToken = Annotated[
    bool,
    Field(examples=[True], description="Whether a class token stands before the patches, at index 0."),
    Parameter(
        label=msg("Class token"), help=msg("Whether a class token stands before the patches, at index 0.")
    ),
]

PatchPositions = Annotated[
    Literal["none", "sincos2d"],
    Field(examples=["none"], description="What is added to the patches: nothing, or the 2-D sine."),
    Parameter(
        label=msg("Positions"),
        help=msg("What is added to the patch vectors before attention."),
        choices={"none": msg("none"), "sincos2d": msg("2-D sine")},
    ),
]
ShuffleSeed = Annotated[
    int,
    Field(ge=0, le=1_000_000, examples=[1], description="Each number gives another order of the patches."),
    Parameter(
        label=msg("Shuffle"),
        help=msg("Each number gives another order of the patches."),
        stops=(1, 2, 3, 4, 5, 6, 7, 8),
    ),
]


class Params(BaseModel):
    """Base of every encoding's parameters: nothing unknown, and frozen, so that the whole is a cache key."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class FormulaParams(Params):
    """Parameters of an encoding that is a formula: any position can be asked for."""

    seq_len: SeqLen = 64
    start: Start = 0
    positions: Positions = None

    @model_validator(mode="before")
    @classmethod
    def _length_of_positions(cls, given: Any) -> Any:
        """Let `positions` set the length, so that the parameters of an answer describe it."""
        if not isinstance(given, dict) or given.get("positions") is None:
            return given
        positions = split_numbers(given["positions"])
        if not isinstance(positions, (tuple, list)):
            return given
        said = {"seq_len": str(len(positions)), "start": "0"}
        for name, value in said.items():
            if name in given and str(given[name]) != value:
                raise ParameterError(
                    {name: given[name]}, msg("give either positions or a length and a start, not both")
                )
        return {**given, "positions": positions, "seq_len": len(positions)}

    def position_array(self) -> FloatArray:
        """Return the positions asked for.

        Returns
        -------
        ndarray of float64, shape (seq_len,)

        """
        if self.positions is not None:
            return np.array(self.positions, dtype=np.float64)
        return self.start + np.arange(self.seq_len, dtype=np.float64)

    def text_len(self) -> float:
        """Return the length of the text that the positions are part of.

        Returns
        -------
        float
            One more than the last position.

        """
        return 1.0 + (self.start + self.seq_len - 1 if self.positions is None else max(self.positions))


def parameter_of(info: FieldInfo) -> Parameter | None:
    """Return the `Parameter` that a model's field carries, if any.

    Parameters
    ----------
    info : pydantic.fields.FieldInfo
        A field of a parameters model.

    Returns
    -------
    Parameter or None

    """
    return next((item for item in info.metadata if isinstance(item, Parameter)), None)


def choices_of(info: FieldInfo) -> tuple[str, ...]:
    """Return the values that a field of ``Literal`` type allows.

    Parameters
    ----------
    info : pydantic.fields.FieldInfo
        A field of a parameters model.

    Returns
    -------
    tuple of str
        Empty for a number.

    """
    return tuple(get_args(info.annotation)) if get_origin(info.annotation) is Literal else ()


def stops_of(model: type[BaseModel], name: str) -> tuple[Stop, ...]:
    """Return the values that a slider of this parameter offers and a sweep visits.

    Parameters
    ----------
    model : type of pydantic model
        An encoding's parameters.
    name : str
        One of its fields.

    Returns
    -------
    tuple
        The stops, or the choices of a choice; empty where there is no slider.

    """
    info = model.model_fields[name]
    parameter = parameter_of(info)
    return (parameter.stops if parameter else ()) or choices_of(info)


def describe(model: type[BaseModel], translate: Translate = str) -> list[dict[str, Any]]:
    """Describe every parameter of a model for a client that builds its controls from it.

    Parameters
    ----------
    model : type of pydantic model
        An encoding's parameters.
    translate : callable
        From English to the language wanted.

    Returns
    -------
    list of dict
        ``name, type, default, minimum, maximum, scale, stops, unit, label, help``; ``exclusive_minimum``,
        ``multiple_of`` and ``choices`` where they apply.

    """
    return [_describe_field(name, info, translate) for name, info in model.model_fields.items()]


def _describe_field(name: str, info: FieldInfo, translate: Translate) -> dict[str, Any]:
    parameter = parameter_of(info) or Parameter(label=name, help=info.description or "")
    choices = choices_of(info)
    entry: dict[str, Any] = {
        "name": name,
        "type": _type_name(info, choices),
        "default": info.default,
        "minimum": None,
        "maximum": None,
        "scale": parameter.scale,
        "stops": list(parameter.stops or choices),
        "unit": _say(parameter.unit, translate),
        "label": _say(parameter.label, translate),
        "help": _say(parameter.help, translate),
    }
    if entry["type"] != "numbers":
        entry |= _bounds(info)
    if choices:
        entry["choices"] = [
            {"value": choice, "label": _say(parameter.choices.get(choice, choice), translate)}
            for choice in choices
        ]
    return entry


def _say(text: str, translate: Translate) -> str:
    # gettext answers the empty text with the catalog's header.
    return translate(text) if text else ""


def _type_name(info: FieldInfo, choices: tuple[str, ...]) -> str:
    if choices:
        return "choice"
    names: dict[Any, str] = {int: "integer", float: "number", bool: "boolean", str: "text"}
    # A parameter that may be left out is described as what it is when it is given.
    given = [item for item in get_args(info.annotation) if item is not type(None)]
    return names.get(given[0] if len(given) == 1 else info.annotation, "numbers")


def _bounds(info: FieldInfo) -> dict[str, Any]:
    bounds: dict[str, Any] = {}
    for item in info.metadata:
        if isinstance(item, annotated_types.Ge):
            bounds["minimum"] = item.ge
        elif isinstance(item, annotated_types.Gt):
            bounds |= {"minimum": item.gt, "exclusive_minimum": item.gt}
        elif isinstance(item, annotated_types.Le):
            bounds["maximum"] = item.le
        elif isinstance(item, annotated_types.MultipleOf):
            bounds["multiple_of"] = item.multiple_of
    return bounds
