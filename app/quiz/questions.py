"""The questions, in the order of the page."""

from types import MappingProxyType

import numpy as np

from app.encodings.registry import Registry
from app.i18n import msg
from app.maths.alibi import alibi_slopes
from app.maths.attention import Mask, attention
from app.maths.frequencies import inverse_frequencies, wavelengths
from app.maths.mistakes import exponent_per_column, own_exponent_for_cosine
from app.maths.patches import patch_grid
from app.maths.rope import rotate
from app.maths.sinusoidal import sinusoidal
from app.maths.word_order import compare_orders
from app.maths.word_vectors import toy_vectors
from app.quiz.question import Option, Question, Solution

_WIDTH = 64
_BASE = 10_000.0
_LENGTH = 64

_LEFT_RIGHT = (Option("left", msg("the left one")), Option("right", msg("the right one")))
_YES_NO = (Option("yes", msg("Yes")), Option("no", msg("No")))


def _word_order(mask: Mask) -> tuple[float, float]:
    """Largest difference per word and of the mean, when three words without positions are turned round."""
    x = toy_vectors(("dog", "bites", "man"))
    _, outputs = attention(x, x, x, mask)
    _, turned = attention(x[::-1], x[::-1], x[::-1], mask)
    verdict = compare_orders(outputs, turned, (2, 1, 0))
    return verdict.per_word_max_abs, verdict.pooled_max_abs


def _bag(_: Registry) -> Solution:
    pooled = _word_order("none")[1]
    return Solution("nothing" if pooled < 1e-9 else "something", numbers={"pooled": (pooled, 6)})


def _mask(_: Registry) -> Solution:
    per_word = _word_order("causal")[0]
    return Solution("no" if per_word > 1e-9 else "yes", numbers={"difference": (per_word, 6)})


def _slowest(_: Registry) -> Solution:
    slowest = float(wavelengths(inverse_frequencies(_WIDTH, _BASE))[-1])
    return Solution(slowest, tolerance=0.01, numbers={"slowest": (slowest, 0)})


def _fastest(_: Registry) -> Solution:
    table = sinusoidal(np.arange(1.0, 101.0), 512)
    changes = np.count_nonzero(np.diff(np.sign(table), axis=0), axis=0)
    first, last = int(changes[0]), int(changes[-2])
    return Solution("left" if first > last else "right", numbers={"first": (first, 0), "last": (last, 0)})


def _rises(_: Registry) -> Solution:
    rows = sinusoidal(np.arange(64.0), _WIDTH)
    products = rows @ rows[0]
    rise = int(np.argmax(np.diff(products) > 0)) + 1
    return Solution(
        rise, numbers={"rise": (rise, 0), "before": (products[rise - 1], 2), "after": (products[rise], 2)}
    )


def _whole_turns(base: float) -> int:
    return int(np.count_nonzero(wavelengths(inverse_frequencies(_WIDTH, base)) <= _LENGTH))


def _smaller_base(_: Registry) -> Solution:
    before, after = _whole_turns(_BASE), _whole_turns(100.0)
    return Solution(
        "more" if after > before else "fewer" if after < before else "same",
        numbers={"before": (before, 0), "after": (after, 0)},
    )


def _end(registry: Registry) -> Solution:
    rows = registry["learned"].max_rows or 0
    return Solution(rows - 1, numbers={"last": (rows - 1, 0), "rows": (rows, 0)})


def _scores(_: Registry) -> Solution:
    q, k = np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.5, -1.0, 2.0, 0.25])
    inv_freq = inverse_frequencies(4, _BASE)

    def score(q_pos: int, k_pos: int) -> float:
        places = np.array([q_pos, k_pos], dtype=np.float64)
        turned = rotate(np.stack([q, k]), places, inv_freq)
        return float(turned[0] @ turned[1])

    here, far, swapped = score(5, 2), score(103, 100), score(2, 5)
    kept = np.isclose(here, far, rtol=0, atol=1e-9)
    changed = not np.isclose(here, swapped, rtol=0, atol=1e-9)
    return Solution(
        "shift" if kept and changed else "both" if kept else "none",
        numbers={"here": (here, 3), "swapped": (swapped, 3)},
    )


def _slopes(_: Registry) -> Solution:
    slopes = alibi_slopes(8)
    return Solution(
        float(slopes[0]), tolerance=0.001, numbers={"first": (slopes[0], 1), "last": (slopes[-1], 5)}
    )


def _patches(_: Registry) -> Solution:
    rows, columns = patch_grid(224, 320, 16)
    return Solution(
        rows * columns + 1,
        numbers={"rows": (rows, 0), "columns": (columns, 0), "patches": (rows * columns, 0)},
    )


def _wrong_exponent(_: Registry) -> Solution:
    right = sinusoidal(np.arange(float(_LENGTH)), _WIDTH)
    wrong = exponent_per_column(np.arange(float(_LENGTH)), _WIDTH, _BASE)
    # Whoever slows down too fast changes less from row to row.
    still = [np.abs(np.diff(table, axis=0)).mean() for table in (wrong, right)]
    return Solution("left" if still[0] < still[1] else "right")


def _wrong_cosine(_: Registry) -> Solution:
    wrong = own_exponent_for_cosine(np.arange(float(_LENGTH)), _WIDTH, _BASE)
    norms = np.linalg.norm(wrong, axis=1)
    uneven = float(norms.max() - norms.min()) > 1e-9
    return Solution(
        "right" if uneven else "left", numbers={"least": (norms.min(), 2), "most": (norms.max(), 2)}
    )


QUESTIONS = (
    Question(
        id="bag",
        kind="predict",
        prompt=msg(
            "No positions, no mask. The three words change places. What happens to the sentence vector, "
            "the mean of all outputs?"
        ),
        options=(
            Option("nothing", msg("Nothing, up to rounding")),
            Option("something", msg("It changes a little")),
            Option("swapped", msg("It becomes another vector altogether")),
        ),
        figure="word-order",
        setting=MappingProxyType({"word_encoding": "none", "mask": "none"}),
        solve=_bag,
        explanation=msg(
            "The largest difference is {pooled}. Each word keeps its output (equivariant per token), so "
            "their mean stays what it was (invariant)."
        ),
    ),
    Question(
        id="mask",
        kind="predict",
        prompt=msg(
            "Still no positions, but now a causal mask, as in GPT. Is the model blind to the order of "
            "the words?"
        ),
        options=_YES_NO,
        figure="word-order",
        setting=MappingProxyType({"word_encoding": "none", "mask": "causal"}),
        solve=_mask,
        explanation=msg(
            "No: the output of a word changes by up to {difference}. The first word sees one word, the "
            "third sees three. That alone gives order away."
        ),
    ),
    Question(
        id="fastest",
        kind="predict",
        prompt=msg("In the heat map, on which side do the columns change fastest?"),
        options=(Option("left", msg("left, low dimensions")), Option("right", msg("right, high dimensions"))),
        figure="explorer",
        setting=MappingProxyType({"encoding": "sinusoidal"}),
        solve=_fastest,
        explanation=msg(
            "Low dimensions are fast. With 512 columns and positions 1 to 100, column 0 changes its sign "
            "{first} times, column 510 {last} times."
        ),
    ),
    Question(
        id="slowest",
        kind="use",
        prompt=msg("64 columns, base 10,000: how many positions does the slowest pair take for one turn?"),
        figure="explorer",
        setting=MappingProxyType({"encoding": "sinusoidal", "dim": "62"}),
        unit=msg("positions"),
        solve=_slowest,
        explanation=msg("{slowest} positions: 2π times 10,000 to the power of 62/64."),
    ),
    Question(
        id="rises",
        kind="use",
        prompt=msg(
            "64 columns: the dot product with row 0 tends to fall with the offset. At which offset does "
            "it rise for the first time?"
        ),
        figure="distance",
        unit=msg("positions"),
        solve=_rises,
        explanation=msg(
            "At offset {rise}: from {before} it rises to {after}. It tends to fall, it does not fall "
            "every time."
        ),
    ),
    Question(
        id="base",
        kind="predict",
        prompt=msg(
            "64 positions, 64 columns. The base goes from 10,000 down to 100. How many pairs then "
            "complete a turn within the text?"
        ),
        options=(
            Option("more", msg("more than before")),
            Option("fewer", msg("fewer than before")),
            Option("same", msg("as many as before")),
        ),
        figure="wavelengths",
        setting=MappingProxyType({"base": "100"}),
        solve=_smaller_base,
        explanation=msg(
            "{before} pairs before, {after} after: a smaller base shortens all wavelengths but the first."
        ),
    ),
    Question(
        id="end",
        kind="use",
        prompt=msg("What is the last position for which MiniLM’s learned table has a row?"),
        figure="learned-clocks",
        solve=_end,
        explanation=msg(
            "Position {last}: the table has {rows} rows, counted from 0. For the next position there is "
            "no vector."
        ),
    ),
    Question(
        id="scores",
        kind="predict",
        prompt=msg(
            "RoPE: the query is at position 5, the key at position 2. Which change leaves their score as "
            "it is?"
        ),
        options=(
            Option("shift", msg("only moving both by 98 positions")),
            Option("swap", msg("only exchanging the two positions")),
            Option("both", msg("both of these")),
            Option("none", msg("none of these")),
        ),
        figure="rotary",
        solve=_scores,
        explanation=msg(
            "Moved together, the score stays {here}; exchanged, it becomes {swapped}. It depends on "
            "distance and direction."
        ),
    ),
    Question(
        id="slopes",
        kind="use",
        prompt=msg("ALiBi with 8 heads: what is the slope of the first head?"),
        figure="bias",
        solve=_slopes,
        explanation=msg(
            "{first}. From head to head it is halved, down to {last}; it begins neither at 1 nor at 1/8."
        ),
    ),
    Question(
        id="patches",
        kind="use",
        prompt=msg(
            "A picture 224 pixels high and 320 wide is cut into patches of 16 × 16. How many tokens does "
            "the Transformer read, the class token included?"
        ),
        figure="patches",
        unit=msg("tokens"),
        solve=_patches,
        explanation=msg(
            "{rows} × {columns} = {patches} patches, and before them the class token at index 0."
        ),
    ),
    Question(
        id="exponent",
        kind="mistake",
        prompt=msg("One of these two tables doubles the exponent in every column. Which one is wrong?"),
        options=_LEFT_RIGHT,
        plots=("/mistakes/exponent_per_column/matrix", "/encodings/sinusoidal/matrix"),
        solve=_wrong_exponent,
        explanation=msg(
            "The left one: it slows down twice as fast, and its right half hardly moves. The exponent "
            "counts pairs, not columns."
        ),
    ),
    Question(
        id="cosine",
        kind="mistake",
        prompt=msg("In one of these two tables, each cosine has an exponent of its own. Which one is wrong?"),
        options=_LEFT_RIGHT,
        plots=("/encodings/sinusoidal/matrix", "/mistakes/own_exponent_for_cosine/matrix"),
        solve=_wrong_cosine,
        explanation=msg(
            "The right one. Sine and cosine of a pair no longer belong to one angle, so the norm of its "
            "rows wanders between {least} and {most}. In the left one it is the same everywhere."
        ),
    ),
)
