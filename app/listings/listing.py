"""The listings: files of this folder with an explanation of every line that does something."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from itertools import groupby
from types import MappingProxyType

from markupsafe import Markup

from app.i18n import msg
from app.listings.colours import coloured


@dataclass(frozen=True)
class Step:
    """One statement of a listing.

    `code` is how its first line begins, which no other line does; `text`, marked with `msg`, may hold
    ``<code>``; `twin` is how the NumPy line begins that computes the same, for listings that cannot be run
    here.
    """

    code: str
    text: str
    lines: int = 1
    twin: str = ""


@dataclass(frozen=True)
class Line:
    """One line as the page shows it: its number, from 1, its coloured text, and the step it belongs to."""

    number: int
    html: Markup
    step: int | None


@dataclass(frozen=True)
class Listing:
    """One piece of code and its walk; `id` is its name in links, `module` its file in this folder."""

    id: str
    title: str
    module: str
    steps: tuple[Step, ...]

    @cached_property
    def text(self) -> str:
        """The listing as it stands in its file."""
        return files(__package__).joinpath(f"{self.module}.py").read_text(encoding="utf-8")

    @cached_property
    def first_lines(self) -> tuple[int, ...]:
        """The number of the first line of every step, counted from 1."""
        return tuple(self.line_of(step.code) for step in self.steps)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every line, coloured, with the step it belongs to."""
        owner = {
            first + further: k
            for k, (first, step) in enumerate(zip(self.first_lines, self.steps, strict=True))
            for further in range(step.lines)
        }
        return tuple(
            Line(number, html, owner.get(number)) for number, html in enumerate(coloured(self.text), start=1)
        )

    @property
    def blocks(self) -> tuple[tuple[Line, ...], ...]:
        """The lines, those of one step together, and so those between two steps."""
        return tuple(tuple(lines) for _, lines in groupby(self.lines, key=lambda line: line.step))

    def line_of(self, code: str) -> int:
        """Return the number, from 1, of the one line that begins so, indentation aside; else ValueError."""
        found = [
            number
            for number, line in enumerate(self.text.splitlines(), start=1)
            if line.strip().startswith(code)
        ]
        if len(found) != 1:
            raise ValueError(f"code must begin one line of {self.module}.py, got {code!r} in lines {found}")
        return found[0]

    def step_at(self, line: int) -> int:
        """Return the step, from 0, that a line belongs to, or the last one before it."""
        return max((k for k, first in enumerate(self.first_lines) if first <= line), default=0)


_EVEN = msg(
    "The first column of every pair: 0, 2, 4 … That is the 2<i>i</i> of the formula. An odd width ends with"
    " a column that has no partner; it is counted here, too."
)
_FREQUENCY = msg(
    "One frequency for each pair, in radians per position: <code>base</code> to the power of "
    "−2<i>i</i>/<i>d</i>, written with exponential and logarithm. The first is 1, and they only get "
    "smaller: low columns are fast. The name is a tradition; nothing is divided by it here."
)
_ANGLE = msg(
    "Every position times every frequency: a column times a row makes a whole table. Row <i>pos</i> holds "
    "the angles of all hands of the clock at that position."
)
_EMPTY = msg("Room for the result, all zeros: one row for each position, one column for each dimension.")
_SINES = msg("The even columns 0, 2, 4 … take the sines of their angles. The odd ones are still 0.")
_COSINES = msg(
    "The odd columns 1, 3, 5 … take the cosines of the <em>same</em> angles. An odd width has one cosine "
    "less than sines, so the angles are cut to <code>d_model // 2</code> columns. Without that cut, an odd "
    "width is an error."
)
_LENGTH = msg("How many tokens this text has: usually fewer than the table has rows.")
_TOO_LONG = msg(
    "A text may be longer than the table. Better to say so in words than to fail with a message about shapes."
)

LISTINGS: Mapping[str, Listing] = MappingProxyType(
    {
        listing.id: listing
        for listing in (
            Listing(
                id="torch",
                title=msg("PyTorch"),
                module="sinusoidal_torch",
                steps=(
                    Step(
                        "class PositionalEncoding",
                        msg(
                            "A module like any other: it can be placed between the embedding and the first "
                            "layer of a model. It has nothing to learn."
                        ),
                    ),
                    Step(
                        "def __init__(",
                        msg(
                            "<code>d_model</code> is the width of the token vectors, <code>max_len</code> "
                            "the longest text that is provided for, <code>base</code> the 10000 of the "
                            "formula."
                        ),
                        lines=7,
                        twin="def positional_encoding(",
                    ),
                    Step(
                        "super().__init__()",
                        msg("PyTorch prepares its own records, so that it can keep the buffer below."),
                    ),
                    Step(
                        "self.dropout =",
                        msg(
                            "A layer that sets some numbers to 0 at random, but only in training. It is "
                            "used in the last line."
                        ),
                    ),
                    Step(
                        "position = ",
                        msg(
                            "All positions, counted from 0, as a column: <code>unsqueeze(1)</code> turns "
                            "the shape (n) into (n, 1). In double precision, since half precision cannot "
                            "even hold the whole numbers."
                        ),
                        twin="position = ",
                    ),
                    Step("even = ", _EVEN, twin="even = "),
                    Step("div_term = ", _FREQUENCY, twin="div_term = "),
                    Step("angle = ", _ANGLE, twin="angle = "),
                    Step("pe = ", _EMPTY, twin="pe = "),
                    Step("pe[:, 0::2]", _SINES, twin="pe[:, 0::2]"),
                    Step("pe[:, 1::2]", _COSINES, twin="pe[:, 1::2]"),
                    Step(
                        "self.register_buffer",
                        msg(
                            "A <em>buffer</em> belongs to the module but is no parameter: it moves to the "
                            "graphics card along with the model and is saved with it, and no optimiser ever"
                            " changes it. Only now is the table rounded to the usual number format."
                        ),
                        twin="return pe",
                    ),
                    Step(
                        "def forward(",
                        msg(
                            "What happens to every batch. <code>x</code> holds the token vectors: batch, "
                            "sequence, width. Here it is one sentence of random vectors."
                        ),
                        twin="def add_positions(",
                    ),
                    Step("seq_len = ", _LENGTH, twin="seq_len = "),
                    Step("if seq_len >", _TOO_LONG, lines=2, twin="if seq_len >"),
                    Step(
                        "x = x + self.pe",
                        msg(
                            "Take the first <code>seq_len</code> rows and add them. Every sentence of "
                            "the batch gets the same rows, and a row does not depend on how long the table "
                            "is. Mind the axis: cut along the sequence, never along the batch."
                        ),
                        twin="return x + pe",
                    ),
                    Step(
                        "return self.dropout",
                        msg(
                            "In training some numbers become 0, and the others are multiplied by 1/(1 − p),"
                            " so that the mean stays. After <code>model.eval()</code> this line changes "
                            "nothing."
                        ),
                    ),
                ),
            ),
            Listing(
                id="numpy",
                title=msg("NumPy"),
                module="sinusoidal_numpy",
                steps=(
                    Step(
                        "def positional_encoding(",
                        msg(
                            "The same table as a plain function. <code>max_len</code> is the number of "
                            "rows, <code>d_model</code> the number of columns, <code>base</code> the 10000 "
                            "of the formula."
                        ),
                        lines=5,
                    ),
                    Step(
                        "position = ",
                        msg(
                            "All positions, counted from 0, as a column: <code>np.newaxis</code> turns the "
                            "shape (n) into (n, 1)."
                        ),
                    ),
                    Step("even = ", _EVEN),
                    Step("div_term = ", _FREQUENCY),
                    Step("angle = ", _ANGLE),
                    Step("pe = ", _EMPTY),
                    Step("pe[:, 0::2]", _SINES),
                    Step("pe[:, 1::2]", _COSINES),
                    Step("return pe", msg("The table is ready. It is computed once and then only read.")),
                    Step(
                        "def add_positions(",
                        msg(
                            "What happens to every sentence. <code>x</code> holds one token vector in each "
                            "row; here they are random."
                        ),
                    ),
                    Step("seq_len = ", _LENGTH),
                    Step("if seq_len >", _TOO_LONG, lines=2),
                    Step(
                        "return x + pe",
                        msg(
                            "Take the first <code>seq_len</code> rows and add them. A row does not "
                            "depend on how long the table is."
                        ),
                    ),
                ),
            ),
            Listing(
                id="rope",
                title=msg("RoPE"),
                module="rope_numpy",
                steps=(
                    Step(
                        "def rope(",
                        msg(
                            "<code>x</code> holds the queries or the keys of one head, one in each row. "
                            "Here they are random numbers."
                        ),
                        lines=5,
                    ),
                    Step(
                        "d_head = ",
                        msg(
                            "The width of one head, not of the whole model. It must be even: columns are "
                            "turned in pairs. Where only a part of the columns is rotated, the width of "
                            "that part counts."
                        ),
                    ),
                    Step(
                        "inv_freq = ",
                        msg(
                            "The same frequencies as in the sinusoidal encoding, one for each pair, written"
                            " as a plain power."
                        ),
                    ),
                    Step(
                        "angle = ",
                        msg(
                            "Every position times every frequency: the angle by which each pair will be "
                            "turned."
                        ),
                    ),
                    Step("cosine, sine = ", msg("All that is needed to turn an arrow by an angle.")),
                    Step(
                        "first, second = ",
                        msg(
                            "Neighbouring columns form a pair: an arrow in the plane. Other models pair "
                            "column <i>i</i> with column <i>i</i> + <i>d</i>/2. Both work, mixing them does"
                            " not."
                        ),
                    ),
                    Step("turned = ", msg("Room for the result, all zeros.")),
                    Step(
                        "turned[:, 0::2]",
                        msg("The first coordinate of every arrow after the turn, counter-clockwise."),
                    ),
                    Step(
                        "turned[:, 1::2]",
                        msg("The second coordinate. The length of every arrow stays the same."),
                    ),
                    Step(
                        "return turned",
                        msg(
                            "Row 0 comes back unchanged, since its angle is 0. Every later row is turned "
                            "further, its fast pairs more than its slow ones."
                        ),
                    ),
                    Step(
                        "def attend(",
                        msg(
                            "Where RoPE is used: inside attention, in every layer; here in one head without "
                            "a mask. Nothing is added to the token vectors."
                        ),
                        lines=6,
                    ),
                    Step("positions = ", msg("The places of the tokens, counted from 0.")),
                    Step(
                        "q, k = ",
                        msg(
                            "Queries and keys are turned, each by its own position. The values stay as they"
                            " are."
                        ),
                    ),
                    Step(
                        "scores = ",
                        msg(
                            "The dot product of two turned arrows depends on the difference of their "
                            "angles, and so on distance <strong>and</strong> direction between the two "
                            "tokens. Not on where they stand."
                        ),
                    ),
                    Step(
                        "weights = ",
                        msg("Softmax, first half. Subtracting the largest score keeps the numbers small."),
                    ),
                    Step("weights /= ", msg("Softmax, second half: each row of weights adds up to 1.")),
                    Step(
                        "return weights @ v", msg("The weighted mean of the values, which carry no position.")
                    ),
                ),
            ),
        )
    }
)
"""In the order of the tabs."""
