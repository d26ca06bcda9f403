"""Languages: marking, translating, negotiating, and writing numbers.

English is the source. Every catalog ``{code}.po`` in the folder of catalogs is one more language.
A translation marked fuzzy is not shown, its English text is: nobody has read yet whether both say the same.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from math import isfinite
from typing import TypeAlias
from unicodedata import combining, normalize

from babel.core import Locale, UnknownLocaleError
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import Translations

DEFAULT = "en"

Translate: TypeAlias = Callable[[str], str]

_LONGEST_HEADER = 1000


def msg(text: str) -> str:
    """Mark a text for extraction; it is translated where it is shown."""
    return text


def _check(code: str) -> None:
    """Raise ``ValueError`` unless this is a plain code of a language with a name and a number format."""
    try:
        known = code.isalpha() and code.islower() and Locale.parse(code) is not None
    except UnknownLocaleError:
        known = False
    if not known:
        raise ValueError(f"a catalog's name must be the code of a language, such as de.po, got {code}.po")


class Languages:
    """English, and every language that a folder has a catalog of, compiled in memory when first asked for."""

    def __init__(self, catalogs: Traversable) -> None:
        names = (file.name.removesuffix(".po") for file in catalogs.iterdir() if file.name.endswith(".po"))
        self.codes = (DEFAULT, *sorted(names))
        for code in self.codes:
            _check(code)
        self._catalogs = catalogs
        self._compiled = {DEFAULT: Translations()}

    def __iter__(self) -> Iterator[str]:
        return iter(self.codes)

    def __len__(self) -> int:
        return len(self.codes)

    def __contains__(self, code: object) -> bool:
        return code in self.codes

    def translations(self, lang: str) -> Translations:
        """Return a language's catalog, for Jinja's ``install_gettext_translations``; the source's is empty.

        Raises ``ValueError`` if the language is unknown.
        """
        if lang not in self:
            raise ValueError(f"lang must be one of {', '.join(self)}, got {lang!r}")
        # Two threads may compile the same catalog; both results are equal.
        if lang not in self._compiled:
            compiled = BytesIO()
            with self._catalogs.joinpath(f"{lang}.po").open("rb") as source:
                write_mo(compiled, read_po(source, locale=lang), use_fuzzy=False)
            compiled.seek(0)
            self._compiled[lang] = Translations(compiled)
        return self._compiled[lang]

    def negotiate(self, accept_language: str | None) -> str:
        """Choose by an Accept-Language header (RFC 9110, section 12.5.4); rubbish in it is skipped.

        The highest quality that we have wins, the earlier of equals, else the default.
        """
        best, best_quality = DEFAULT, 0.0
        for item in (accept_language or "")[:_LONGEST_HEADER].split(","):
            tag, _, parameters = item.partition(";")
            wanted = quality(parameters)
            language = tag.strip().lower().replace("_", "-").partition("-")[0]
            language = DEFAULT if language == "*" else language
            if language in self and wanted > best_quality:
                best, best_quality = language, wanted
        return best


_COMMITTED = Languages(files(__package__).joinpath("catalogs"))
_SPOKEN = ContextVar("languages", default=_COMMITTED)


def languages() -> Languages:
    """Return the languages of the application that is answering, else those of the committed catalogs."""
    return _SPOKEN.get()


@contextmanager
def speaking(spoken: Languages) -> Iterator[None]:
    """Let `languages` return these inside the context: one request, or the building of an application."""
    token = _SPOKEN.set(spoken)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def translations(lang: str) -> Translations:
    """Return the catalog of one of `languages`."""
    return languages().translations(lang)


def translator(lang: str) -> Translate:
    """Return the function that translates English source texts into one of `languages`.

    A text that the catalog lacks, and the empty text, come back unchanged.
    """
    catalog = translations(lang)

    def translate(text: str) -> str:
        # gettext answers the empty text with the catalog's header.
        return str(catalog.gettext(text)) if text else text

    return translate


def negotiate(accept_language: str | None) -> str:
    """Choose one of `languages` by an Accept-Language header."""
    return languages().negotiate(accept_language)


def alphabetical(entries: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Sort entries by their first text as DIN 5007-1 does: small as capital, ä as a, ß as ss."""

    def letters(entry: tuple[str, str]) -> str:
        return "".join(sign for sign in normalize("NFD", entry[0].casefold()) if not combining(sign))

    return sorted(entries, key=letters)


def format_number(value: float, lang: str, digits: int | None = None) -> str:
    """Write a finite number as readers of a language expect it: 2,323.45 or 2.323,45.

    Without `digits` it has as many decimals as the number has, up to 15; with it, exactly so many.
    """
    if not isfinite(value):
        raise ValueError(f"value must be finite, got {value}")
    decimals = "#" * 15 if digits is None else "0" * digits
    pattern = f"#,##0.{decimals}" if decimals else "#,##0"
    return str(format_decimal(value, format=pattern, locale=lang))


def separators(lang: str) -> str:
    """Return the decimal sign and the sign between thousands, in one text as Plotly's layouts take them."""
    symbols = Locale.parse(lang).number_symbols["latn"]
    return f"{symbols['decimal']}{symbols['group']}"


def quality(parameters: str) -> float:
    """Read the weight behind an item of an Accept header (RFC 9110, section 12.4.2); rubbish counts as 0."""
    text = parameters.strip().lower()
    if not text:
        return 1.0
    name, _, number = text.partition("=")
    try:
        wanted = float(number) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0
    return wanted if 0.0 <= wanted <= 1.0 else 0.0
