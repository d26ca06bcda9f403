"""What RoPE rotates, and how its context is extended."""

from typing import Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema

from app.encodings.params.parameter import FARTHEST, Parameter, split_numbers
from app.i18n import msg
from app.maths.rope import FrequencyWidth, Pairing
from app.maths.scaling import Dynamic, Ramp, Scaling

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
RotaryShare = Annotated[
    float,
    Field(gt=0, le=1, allow_inf_nan=False, examples=[1], description="Share of the columns rotated."),
    Parameter(
        label=msg("Rotated share"),
        help=msg("Only this share of the columns is rotated; the others stay as they are."),
    ),
]
RotaryFrequencies = Annotated[
    FrequencyWidth,
    Field(
        examples=["rotated"],
        description="Width that the frequencies of a rotated share follow from: its own, as in GPT-NeoX, or "
        "the whole head's, as in Gemma 4, where the pairs beyond the share have frequency 0.",
    ),
    Parameter(
        label=msg("Frequencies from"),
        help=msg("Where only a share is rotated: which width the frequencies follow from."),
        choices={"rotated": msg("the rotated width (GPT-NeoX)"), "head": msg("the whole head (Gemma 4)")},
        control=False,
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
YarnRamp = Annotated[
    Ramp,
    Field(
        examples=["pairs"],
        description="YaRN's ramp: over pairs, as in the authors' code, or over turns, as in the paper.",
    ),
    Parameter(
        label=msg("YaRN: line over"),
        help=msg(
            "What the straight line between fast and slow pairs runs over: their index, or their turns."
        ),
        choices={"pairs": msg("pairs (authors’ code)"), "turns": msg("turns (paper)")},
        control=False,
    ),
]
RampTruncate = Annotated[
    bool,
    Field(
        examples=[True],
        description="YaRN's ramp over pairs: whether its ends are rounded outwards; in gpt-oss they are not.",
    ),
    Parameter(
        label=msg("YaRN: whole pairs"),
        help=msg("Whether the line over pairs begins and ends at whole pairs."),
    ),
]
AttentionFactor = Annotated[
    float | None,
    WithJsonSchema(
        {"type": "number", "exclusiveMinimum": 0, "maximum": 100, "examples": [1.19]}, mode="validation"
    ),
    Field(
        gt=0,
        le=100,
        allow_inf_nan=False,
        description="Factor on queries and on keys in place of the rule's own, which is 1 for all but YaRN.",
    ),
    Parameter(
        label=msg("Attention factor"),
        help=msg("What queries and keys are multiplied by, in place of the rule’s own factor."),
    ),
]
DynamicForm = Annotated[
    Dynamic,
    Field(
        examples=["code"],
        description="Dynamic NTK at l/L times the trained length: s = factor·l/L − (factor − 1), as in the "
        "authors' code, or s = l/L, as in the paper.",
    ),
    Parameter(
        label=msg("Dynamic NTK: formula"),
        help=msg("How s follows from the text’s length: in the paper, the factor has no part in it."),
        choices={"code": msg("authors’ code"), "paper": msg("paper")},
        control=False,
    ),
]
