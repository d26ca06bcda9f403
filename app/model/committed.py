"""Results for ten pairs of sentences: what is shown where the model is not installed."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from app.maths.word_order import Verdict
from app.model.experiment import ROUNDING, Comparison
from app.model.positions import POSITIONS, Positions

RESULTS = "results.json"
"""File in the folder of the model's data."""
STRENGTHS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The results are committed at these."""

_DIGITS = 6
_MAXIMA = ("per_word_max_abs", "pooled_max_abs", "row_by_row_max_abs")


@dataclass(frozen=True)
class Pair:
    """A sentence and another with the same words; `order` says which word stands at every place of it."""

    lang: str
    sentence: str
    order: tuple[int, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the first sentence."""
        return tuple(self.sentence.split())


PAIRS = (
    Pair("en", "dog bites man", (2, 1, 0)),
    Pair("en", "the cat chased the mouse", (0, 4, 2, 3, 1)),
    Pair("en", "the teacher praised the student", (0, 4, 2, 3, 1)),
    Pair("en", "Anna gave the book to Peter", (5, 1, 2, 3, 4, 0)),
    Pair("en", "the lawyer who met the judge called the police", (0, 8, 2, 3, 4, 5, 6, 7, 1)),
    Pair("de", "Hund beißt Mann", (2, 1, 0)),
    Pair("de", "Die Katze jagte die Maus", (0, 4, 2, 3, 1)),
    Pair("de", "Die Lehrerin lobte die Schülerin", (0, 4, 2, 3, 1)),
    Pair("de", "Anna gab Peter das Buch", (2, 1, 0, 3, 4)),
    Pair("de", "Der Hund beißt den Mann", (0, 4, 2, 3, 1)),
)


NEAREST = ("a dog bit a man", ("man bites dog", "dog bites man"))
"""A sentence, and two others of which the model takes the wrong one for nearer."""


class NotCommittedError(LookupError):
    """There is no committed result for this question."""


class Committed:
    """The committed results, as `to_json` writes them."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @cached_property
    def _kept(self) -> dict[str, Any]:
        kept: dict[str, Any] = json.loads(self._file.read_text(encoding="utf-8"))
        return kept

    @property
    def nearest(self) -> Mapping[str, float]:
        """Cosine of the first sentence of `NEAREST` to each of the others."""
        cosines: dict[str, float] = self._kept["nearest"]["cosines"]
        return cosines

    @cached_property
    def _results(self) -> dict[tuple[object, ...], Comparison]:
        return {
            (tuple(pair["sentence"].split()), tuple(pair["order"]), positions, strength): _read(frame)
            for pair in self._kept["pairs"]
            for positions in POSITIONS
            for strength, frame in zip(STRENGTHS, pair[positions], strict=True)
        }

    def find(
        self, words: tuple[str, ...], order: tuple[int, ...], positions: Positions, strength: float
    ) -> Comparison:
        """Return the result at one of `STRENGTHS` (at any, if positions are off).

        Raises NotCommittedError if there is none.
        """
        strength = STRENGTHS[-1] if positions == "off" else strength
        try:
            return self._results[words, order, positions, strength]
        except KeyError:
            raise NotCommittedError from None


def to_json(
    results: Mapping[Pair, Mapping[Positions, tuple[Comparison, ...]]],
    nearest: Sequence[float],
    **provenance: str,
) -> str:
    """Return the text of the file of committed results: a line a pair and kind of positions.

    Numbers have six digits; more would be this processor's rounding. `provenance` says what made them.
    """
    pairs = []
    for pair, found in results.items():
        rows = [
            f'"{positions}": {json.dumps([_written(frame) for frame in frames])}'
            for positions, frames in found.items()
        ]
        head = json.dumps(
            {"lang": pair.lang, "sentence": pair.sentence, "order": pair.order}, ensure_ascii=False
        )
        pairs.append(",\n".join([head[:-1], *rows]) + "}")
    sentence, others = NEAREST
    cosines = {other: _short(cosine) for other, cosine in zip(others, nearest, strict=True)}
    head = json.dumps(
        {**provenance, "nearest": {"sentence": sentence, "cosines": cosines}, "strengths": STRENGTHS},
        ensure_ascii=False,
    )
    listed = ",\n".join(pairs)
    return f'{head[:-1]}, "pairs": [\n{listed}\n]}}\n'


def _written(found: Comparison) -> dict[str, Any]:
    verdict = found.verdict
    return {
        "per_layer_cosine": [_short(value) for value in found.per_layer_cosine],
        "cosine_to_trained": _short(found.cosine_to_trained),
        "per_token": [_short(value) for value in verdict.per_word],
        **{name: _short(getattr(verdict, name)) for name in _MAXIMA},
    }


def _read(frame: Mapping[str, Any]) -> Comparison:
    return Comparison(
        cosine=frame["per_layer_cosine"][-1],
        per_layer_cosine=tuple(frame["per_layer_cosine"]),
        cosine_to_trained=frame["cosine_to_trained"],
        verdict=Verdict(
            per_word=tuple(frame["per_token"]),
            **{name: frame[name] for name in _MAXIMA},
            rounding=ROUNDING,
        ),
    )


def _short(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")
