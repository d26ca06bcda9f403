"""Names and numbers that a translating browser must leave alone, marked where the page's text comes from."""

import re
from collections.abc import Iterator
from functools import cache

from babel.support import Translations
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

_TAGS = re.compile(r"<(code|data|kbd|math|samp)\b(?![^>]*\stranslate=)")


@cache
def untranslated(text: str) -> str:
    """Mark every element of a text that holds names or numbers: a browser leaves it as it is."""
    return _TAGS.sub(r'<\1 translate="no"', text)


class Untranslated(Extension):
    """Mark such elements in templates, but not in texts with a translation: their keys stay as they are."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Mark the elements of all text outside of ``{% trans %}``."""
        translated, begins = False, False
        for token in stream:
            if begins and token.type == "name" and token.value in ("trans", "endtrans"):
                translated = token.value == "trans"
            begins = token.type == "block_begin"
            if token.type == "data" and not translated:
                yield Token(token.lineno, token.type, untranslated(token.value))
            else:
                yield token


class MarkedTranslations:
    """A catalog whose texts have such elements marked."""

    def __init__(self, catalog: Translations) -> None:
        self._catalog = catalog

    def gettext(self, message: str) -> str:
        """Return the translation of a text."""
        return untranslated(str(self._catalog.gettext(message)))

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """Return the translation of a text that depends on a count."""
        return untranslated(str(self._catalog.ngettext(singular, plural, count)))
