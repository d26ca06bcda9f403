"""The hook: the word-order demo in its smallest form, drawn with HTML alone."""

from app.figures.figure import Figure
from app.i18n import msg

FIGURE = Figure(id="hook", title=msg("Two sentences, one bag of words"))
