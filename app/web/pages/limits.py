"""The bounds that scripts need: defined where they are enforced, handed to every page in its data."""

from math import isqrt
from typing import Any

from app.encodings.learned import COMPONENTS
from app.encodings.params import BIAS_HEADS, PATCH_ROWS
from app.encodings.patches_learned import PatchesLearnedEncoding
from app.encodings.t5 import BucketsParams
from app.figures.rotary import LAST_POSITION, MOST_PADDING
from app.maths.word_order import ROUNDING
from app.model.experiment import ROUNDING as MODEL_ROUNDING
from app.web.pages.room import Room
from app.web.sentences import LONGEST_WORD, MOST_WORDS, REFUSED, SPACES

_LIMITS: dict[str, Any] = {
    # A sentence: words, and letters of a word.
    "words": MOST_WORDS,
    "letters": LONGEST_WORD,
    # Code points, from and to, that part words, and that no word may have.
    "spaces": SPACES,
    "refused": REFUSED,
    # T5's learned bias, and its buckets: their number, and the distance from which all share the last one.
    "heads": BIAS_HEADS,
    "buckets": BucketsParams.model_fields["num_buckets"].default,
    "bucket_distance": BucketsParams.model_fields["max_distance"].default,
    # The learned table of patches: rows and columns of its grid, and the width of a vector.
    "patch_side": isqrt(PATCH_ROWS),
    "patch_width": PatchesLearnedEncoding.width,
    # RoPE's two vectors: the last position, and how far padding moves both.
    "rotary_position": LAST_POSITION,
    "padding": MOST_PADDING,
    # Planes in which the rows of the learned table turn.
    "planes": COMPONENTS // 2,
    # Differences up to here are rounding: in float64, and in the pretrained model's float32.
    "rounding": ROUNDING,
    "model_rounding": MODEL_ROUNDING,
}


def limits(room: Room) -> dict[str, Any]:
    """Return the bounds of one application."""
    return {
        **_LIMITS,
        # Numbers of the largest matrix: length × width.
        "cells": room.cells,
    }
