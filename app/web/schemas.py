"""The shapes of the API's answers, for its description: answers are written from arrays, not from these."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ColumnsAnswer(_Answer):
    """What every column stands for; null where the encoding has no pairs."""

    pair: list[int | None] = Field(examples=[[0, 0, 1, 1]])
    part: list[Literal["sin", "cos"] | None] = Field(examples=[["sin", "cos", "sin", "cos"]])
    wavelength: list[float | None] = Field(examples=[[6.283185307179586, 6.283185307179586, 628.3, 628.3]])


class MatrixAnswer(_Answer):
    """A matrix; null marks a masked cell."""

    encoding: str = Field(examples=["sinusoidal"])
    parameters: dict[str, Any] = Field(examples=[{"seq_len": 2, "d_model": 2, "base": 10000.0}])
    dims: list[str] = Field(examples=[["pos", "dim"]])
    columns: ColumnsAnswer
    shape: list[int] = Field(examples=[[2, 2]])
    values: list[Any] = Field(examples=[[[0.0, 1.0], [0.8414709848078965, 0.5403023058681398]]])


class SweepAnswer(_Answer):
    """The frames of all stops along one parameter."""

    encoding: str = Field(examples=["sinusoidal"])
    parameters: dict[str, Any] = Field(description="Of every frame, except for the axis itself.")
    axis: str = Field(examples=["base"])
    stops: list[int | float | str] = Field(examples=[[100.0, 10000.0]])
    frames: list[list[Any]]
    columns: list[ColumnsAnswer] = Field(description="One for each frame.")


class FrequenciesAnswer(_Answer):
    """How fast every pair turns."""

    encoding: str = Field(examples=["rope"])
    parameters: dict[str, Any]
    inv_freq: list[float] = Field(examples=[[1.0, 0.01]], description="Radians per position.")
    wavelength: list[float] = Field(
        examples=[[6.283185307179586, 628.3]], description="Positions per full turn."
    )
    attention_factor: float = Field(examples=[1.0])


class SimilarityAnswer(_Answer):
    """How alike the rows are; null where a row has no direction."""

    encoding: str = Field(examples=["sinusoidal"])
    parameters: dict[str, Any]
    metric: Literal["dot", "cosine"]
    row: int = Field(default=0, description="The only row that was compared; absent if all were.")
    dims: list[str] = Field(examples=[["pos", "pos"]])
    shape: list[int] = Field(examples=[[2, 2]])
    values: list[list[float | None]] = Field(examples=[[[1.0, 0.5], [0.5, 1.0]]])


class ShiftAnswer(_Answer):
    """The rotation of every pair that moves any row by k positions."""

    encoding: str = Field(examples=["sinusoidal"])
    parameters: dict[str, Any]
    k: float = Field(examples=[7.0])
    blocks: list[list[list[float]]] = Field(
        examples=[[[[0.753902, 0.656987], [-0.656987, 0.753902]]]],
        description="One [[cos, sin], [-sin, cos]] for every pair (sine, cosine).",
    )
    residual: float = Field(examples=[3.4e-15], description="Largest |M·PE(p) − PE(p+k)|.")


class RotateAnswer(_Answer):
    """One vector, rotated."""

    encoding: str = Field(examples=["rope"])
    parameters: dict[str, Any]
    values: list[float] = Field(examples=[[-1.272233, -1.838865, 2.878668, 4.088187]])


class ScoreAnswer(_Answer):
    """The dot product of one query and one key."""

    encoding: str = Field(examples=["rope"])
    parameters: dict[str, Any]
    score: float = Field(
        examples=[7.982132], description="Of both rotated, times the square of the attention factor."
    )
    unrotated: float = Field(examples=[5.5])


class SlopesAnswer(_Answer):
    """The slope of every head, in head order."""

    encoding: str = Field(examples=["alibi"])
    parameters: dict[str, Any]
    slopes: list[float] = Field(examples=[[0.0625, 0.00390625]])


class BucketsAnswer(_Answer):
    """The bucket of every query and key; relative position is key − query."""

    encoding: str = Field(examples=["t5"])
    parameters: dict[str, Any]
    dims: list[str] = Field(examples=[["query", "key"]])
    shape: list[int] = Field(examples=[[2, 2]])
    values: list[list[int]] = Field(examples=[[[0, 17], [1, 0]]])


class PatchesAnswer(_Answer):
    """How an image is cut."""

    parameters: dict[str, Any]
    grid: list[int] = Field(examples=[[14, 20]], description="Rows and columns.")
    n_patches: int = Field(examples=[280])
    seq_len: int = Field(examples=[281], description="Patches and the class token, if there is one.")
    class_token_index: int | None = Field(examples=[0])


class ReferenceAnswer(_Answer):
    """A source."""

    authors: str
    year: int
    title: str
    url: str
    arxiv: str | None


class EncodingAnswer(_Answer):
    """One encoding and everything that can be set about it."""

    id: str
    family: Literal["absolute", "rotary", "bias"]
    title: str
    summary: str
    applies: Literal["nothing", "added", "rotated", "bias"] | None
    dims: list[str]
    value_limit: float = Field(description="The colour scale runs from minus to plus this value.")
    max_rows: int | None = Field(description="Rows of a table; null for a formula.")
    width: int | None = Field(description="Width of a table; null where it can be chosen.")
    parameters: list[dict[str, Any]]
    references: list[ReferenceAnswer]


class EncodingsAnswer(_Answer):
    """All encodings, in the order in which the page shows them."""

    encodings: list[EncodingAnswer]


class VerdictAnswer(_Answer):
    """What the reordering did."""

    per_word_max_abs: float
    pooled_max_abs: float
    row_by_row_max_abs: float
    equivariant: bool
    invariant: bool


class WordOrderAnswer(_Answer):
    """Attention over a sentence and over the same words in another order."""

    encoding: str
    parameters: dict[str, Any]
    mask: Literal["none", "causal"]
    strength: float
    embeddings: Literal["toy", "wide"]
    order: list[int]
    tokens: list[str]
    permuted_tokens: list[str]
    attention: list[list[float | None]]
    permuted_attention: list[list[float | None]]
    outputs: list[list[float]]
    permuted_outputs: list[list[float]]
    inputs: list[list[float]] = Field(description="The word vectors before any position is added.")
    pooled: list[float] = Field(description="Mean of the outputs over the words.")
    permuted_pooled: list[float]
    per_word: list[float] = Field(description="Largest difference of every word of `tokens` to itself.")
    verdict: VerdictAnswer


class SpreadAnswer(_Answer):
    """Mean, lowest and highest over the seeds; null where a model has no positions left."""

    mean: list[float | None] = Field(examples=[[5.9, 5.8]])
    lowest: list[float | None] = Field(examples=[[5.8, 5.7]])
    highest: list[float | None] = Field(examples=[[6.0, 5.9]])


class CurveAnswer(SpreadAnswer):
    """How well the models of one encoding predict the next byte, by position."""

    encoding: str = Field(examples=["rope"])
    scaling: Literal["none", "linear", "ntk", "yarn"] = Field(
        description="Rule by which RoPE's frequencies were stretched, when reading only."
    )
    factor: int = Field(examples=[8], description="By how much; 1 is not at all.")
    ends: int | None = Field(description="Positions that a learned table has; null where there is no end.")
    at_lengths: SpreadAnswer = Field(description="Over the `near` positions before each of `lengths`.")


class CellAnswer(_Answer):
    """How often models of one kind named who did it, on sentences that they had not seen."""

    encoding: Literal["none", "sinusoidal"]
    causal: bool
    layers: int
    accuracy: list[float] = Field(examples=[[0.5, 0.5, 0.5]], description="One for each seed.")


class OrderAnswer(_Answer):
    """The experiment that asks who did it, where word order alone says so."""

    chance: float = Field(examples=[0.5], description="Accuracy of one who knows both names but no order.")
    cells: list[CellAnswer]


class ExtrapolationAnswer(_Answer):
    """What the project's own experiments found."""

    unit: Literal["perplexity", "nats"]
    trained_len: int = Field(examples=[128], description="Bytes of a sequence in training.")
    read_len: int = Field(examples=[1024], description="Bytes of a reading.")
    bin_width: int = Field(examples=[16], description="Positions that are averaged.")
    seeds: list[int] = Field(examples=[[0, 1, 2]])
    positions: list[int] = Field(examples=[[0, 16]], description="First position of every bin, from 0.")
    lengths: list[int] = Field(examples=[[128, 256, 512, 1024]])
    near: int = Field(examples=[64], description="Positions before a length that are averaged.")
    curves: list[CurveAnswer]
    order: OrderAnswer
    about: dict[str, dict[str, Any]] = Field(
        description="Configuration, corpus, versions, time and hash of the code, for both experiments."
    )
