"""Sentences that the page says while it is used; the browser fills in the braces."""

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
        "Position {pos}, column {dim}: {value}. This is the {part} of pair i = {i}, one turn "
        "in {wavelength} positions."
    ),
    "explorer.cell": msg("Position {pos}, column {dim}: {value}."),
    "explorer.norm": msg("Row {pos} as a vector has length {norm}."),
    "explorer.off_scale": msg("Some of its values leave the scale of the curves, up to {most}."),
    "explorer.no_row": msg("Position {pos} has no row: the table ends with row {last}."),
    "explorer.end": msg(
        "This table has {rows} rows, 0 to {last}. Row {next} does not exist: such a model "
        "cannot be asked about longer texts."
    ),
    "explorer.even": msg("Pairs need an even width, so {width} columns are shown."),
    "clocks.heading": msg(
        "The hands at position {pos}, from fast to slow ({shown} of {all} pairs). Below each: "
        "positions per turn."
    ),
    "clocks.none": msg("This encoding has no pairs of sine and cosine, so it has no hands."),
    "clocks.no_row": msg("Position {pos} has no row, so there are no hands to read."),
    "clocks.alone": msg("sine only"),
    "control.unused": msg("Not a parameter of “{encoding}”."),
    "rounding": msg("(rounding: {value})"),
    "hook.same": msg("To attention, both are one and the same bag of words."),
    "hook.differ": msg("Now attention can tell the two sentences apart."),
    "vector.long": msg("a vector of {count} numbers"),
    "equivariant.true": msg("equivariant per word"),
    "equivariant.false": msg("not equivariant"),
    "invariant.true": msg("invariant once pooled"),
    "invariant.false": msg("not invariant"),
    "verdict.same": msg(
        "Every word keeps its output and only takes it along. The model cannot see which "
        "sentence it was given."
    ),
    "verdict.pooled_same": msg("The words change, but their mean does not."),
    "verdict.causal": msg(
        "Under the causal mask a word sees only what stands before it. That alone gives order away."
    ),
    "verdict.differ": msg(
        "The same word now gets another output in another place. The model is sensitive to order."
    ),
    "verdict.wide": msg(
        "(Here every word has {width} numbers, drawn from its spelling: a real table is that wide.)"
    ),
    "weight": msg("{query} looks at {key} with weight {weight}."),
    "weight.masked": msg("{query} cannot see {key}: the mask hides what comes later."),
    "table.word": msg("word"),
    "table.first": msg("in sentence 1"),
    "table.second": msg("in sentence 2"),
    "table.difference": msg("largest difference"),
    "token.label": msg("{word}, place {place} of {count}; move with the arrow keys"),
    "token.moved": msg("{word} is now at place {place} of {count}"),
    "sentence.few": msg("Write at least two words, so that there is an order to change."),
    "sentence.many": msg(
        "At most {most} words, please; these are {count}. The demo goes on with the last "
        "sentence that fitted."
    ),
    "sentence.long": msg(
        "A word may have at most {most} letters. The demo goes on with the last sentence that fitted."
    ),
    "reset.done": msg("The figure is back at its standard values."),
    "link.copied": msg("The link has been copied."),
    "link.copy": msg("Copy this link:"),
}


def page_words(translate: Translate) -> dict[str, str]:
    """Return the sentences in one language.

    Parameters
    ----------
    translate : callable
        From English to the language wanted.

    Returns
    -------
    dict of str to str

    """
    return {key: translate(text) for key, text in WORDS.items()}
