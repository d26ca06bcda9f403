"""Heads, slopes and buckets of the encodings that change scores."""

from typing import Annotated

from pydantic import Field, WithJsonSchema

from app.encodings.params.parameter import FARTHEST, Parameter
from app.i18n import msg
from app.maths.alibi import Form

BIAS_HEADS = 12
"""Heads of the learned bias: MPNet has 12."""
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
