"""Numbers of the section about word order: what the pretrained model made of sentences."""

from pathlib import Path

from app.claims.claim import Claim
from app.encodings.registry import Registry
from app.model.committed import PAIRS, RESULTS, Committed
from app.model.transformer import HEADS

_KEPT = Committed(Path(__file__).resolve().parents[1] / "data" / "model" / RESULTS)
"""Read when the first number is needed; a test computes the results again."""


def _cosine(sentence: str) -> float:
    pair = next(pair for pair in PAIRS if pair.sentence == sentence)
    return _KEPT.find(pair.words, pair.order, "on", 1.0).cosine


def _width(registry: Registry) -> float:
    # The same model's table of positions.
    return registry["learned"].width or 0


CLAIMS = {
    "word-order.model_heads": Claim(lambda _: HEADS),
    "word-order.model_width": Claim(_width),
    "word-order.model_dog_man": Claim(lambda _: _cosine("dog bites man"), digits=4),
    "word-order.model_hund_mann": Claim(lambda _: _cosine("Hund beißt Mann"), digits=4),
    "word-order.model_wrong": Claim(lambda _: _KEPT.nearest["man bites dog"], digits=3),
    "word-order.model_right": Claim(lambda _: _KEPT.nearest["dog bites man"], digits=3),
}
