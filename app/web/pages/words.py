"""Sentences that the page says while it is used; the browser fills in the braces."""

from collections.abc import Iterable

from app.figures import Figure
from app.i18n import Translate, msg

WORDS = {
    "site.title": msg("Positional encoding, explained"),
    "on": msg("on"),
    "off": msg("off"),
    "sine": msg("sine"),
    "cosine": msg("cosine"),
    "axis.dimension": msg("dimension j"),
    "axis.fast_slow": msg("fast ← dimension j → slow"),
    "explorer.pair": msg(
        "Position {pos}, column {dim}: {value}. This is the {part} of pair i = {i}: one turn takes "
        "{wavelength} positions."
    ),
    "explorer.cell": msg("Position {pos}, column {dim}: {value}."),
    "explorer.no_row": msg("Position {pos} has no row."),
    "explorer.norm": msg("The vector in row {pos} has the norm {norm}."),
    "explorer.every_norm": msg("The vector of every row has the same norm, √(d/2) = {norm}."),
    "explorer.rotary": msg(
        "RoPE adds nothing to the words. What you see is the cosine and the sine of the angle by "
        "which it turns each pair of queries and keys."
    ),
    "explorer.off_scale": msg("Some values of this row leave the axes; they reach {most}."),
    "explorer.clipped": msg("The colours end at ±{limit}; only the curves show larger values in full."),
    "explorer.end": msg(
        "This table has {rows} rows, 0 to {last}. Row {next} does not exist: for longer texts such a "
        "model has no vector."
    ),
    "explorer.even": msg("Pairs need an even width, so {width} columns are shown."),
    "clocks.heading": msg(
        "The hands at position {pos}, from fast to slow ({shown} of {all} pairs). Right is sine, up "
        "is cosine. Below each: positions per turn."
    ),
    "clocks.none": msg("This encoding has no pairs of sine and cosine, so it has no hands."),
    "clocks.no_row": msg("Position {pos} has no row, so there are no hands to read."),
    "clocks.alone": msg("sine only"),
    "control.unused": msg("Has no effect on “{encoding}”."),
    "control.fixed": msg("“{encoding}” has the width that its table was trained with."),
    "control.no_positions": msg("Choose positions first."),
    "rounding": msg("(rounding: {value})"),
    "hook.same": msg("To attention, both are one and the same bag of words."),
    "hook.differ": msg(
        "The positions were added to the words, so all numbers have changed. What counts: the two "
        "rows now differ."
    ),
    "failed.stale": msg("What you see belongs to the earlier input."),
    "failed.nothing": msg("There is nothing to see yet."),
    "failed.waiting": msg("The answer is on its way."),
    "failed.offline": msg("This device is offline."),
    "failed.unreachable": msg("The server cannot be reached."),
    "failed.timeout": msg("The server has not answered within {seconds} seconds."),
    "failed.foreign": msg(
        "Something other than the server has answered: a login page or a proxy, perhaps. "
        "If this lasts, load the page again."
    ),
    "failed.fault": msg("The server reports a fault of its own."),
    "failed.busy": msg("The server is busy."),
    "failed.refused": msg("This input is refused: {why}"),
    "failed.drawing": msg(
        "The axes and labels are missing: the library that draws them could not be loaded."
    ),
    "failed.next.online": msg("As soon as the connection is back, the page asks again by itself."),
    "failed.next.again": msg("The page tries again by itself."),
    "failed.next.change": msg("Change something, and the page asks again."),
    "vector.long": msg("a vector of {count} numbers"),
    "vectors.wide": msg(
        "Here each word has {width} numbers, computed from its spelling, because the trained table "
        "is that wide. The differences cannot be compared with those of the other encodings."
    ),
    "equivariant.true": msg("equivariant per token"),
    "equivariant.false": msg("not equivariant"),
    "invariant.true": msg("mean invariant"),
    "invariant.false": msg("mean not invariant"),
    "verdict.identical": msg(
        "Both sentences read the same, so there is nothing to compare. Move a word first."
    ),
    "verdict.same": msg(
        "Each word keeps its output and only takes it along. The model cannot see which of the two "
        "sentences it was given."
    ),
    "verdict.pooled_same": msg("The output vectors of the words change, but their mean does not."),
    "verdict.causal": msg(
        "Under the causal mask a word sees only itself and the words before it. That alone gives order away."
    ),
    "verdict.differ": msg(
        "The same word gets another output in another place. The model is sensitive to order."
    ),
    "weight": msg("{query} looks at {key} with weight {weight}."),
    "weight.masked": msg("{query} cannot see {key}: the mask hides what comes later."),
    "weights.scale": msg("White is weight 0, the darkest blue is weight {most}. Each row adds up to 1."),
    "table.word": msg("word"),
    "table.input": msg("input, without position"),
    "table.first": msg("output in sentence 1"),
    "table.second": msg("output in sentence 2"),
    "table.difference": msg("largest difference"),
    "token.label": msg("{word}, place {place} of {count}; move with the arrow keys"),
    "token.moved": msg("{word} is now at place {place} of {count}"),
    "sentence.few": msg(
        "Two words at least, or there is no order to change. The demo goes on with the last sentence "
        "that fitted."
    ),
    "sentence.many": msg(
        "At most {most} words, please; these are {count}. The demo goes on with the last sentence "
        "that fitted."
    ),
    "sentence.long": msg(
        "A word may have at most {most} characters. The demo goes on with the last sentence that fitted."
    ),
    "sentence.refused": msg(
        "The sentence holds a control character ({code}), which no letter is. The demo goes on with the last "
        "sentence that fitted."
    ),
    "print.wait": msg("The figures further down are being drawn for printing."),
    "print.missing": msg(
        "This figure had not been drawn when the page was printed. “Print” at the foot of the page draws all."
    ),
    "reset.done": msg("The figure is back at its standard values."),
    "link.copied": msg("The link has been copied."),
    "link.copy": msg("Copy this link:"),
}


def page_words(translate: Translate, figures: Iterable[Figure]) -> dict[str, str]:
    """Return the sentences of a page in one language."""
    words = dict(WORDS)
    for figure in figures:
        words |= figure.words
    return {key: translate(text) for key, text in words.items()}
