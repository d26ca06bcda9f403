"""Languages: marking, translating, negotiating, and writing numbers.

English is the source; others are .po files. A third language is one more name in `LANGUAGES` and one more
catalog.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from math import isfinite
from typing import TypeAlias
from unicodedata import combining, normalize

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import Translations

LANGUAGES = ("en", "de")
DEFAULT = "en"

Translate: TypeAlias = Callable[[str], str]

_LONGEST_HEADER = 1000


def msg(text: str) -> str:
    """Mark a text for extraction; it is translated where it is shown.

    Parameters
    ----------
    text : str
        English source text.

    Returns
    -------
    str
        The same text.

    """
    return text


@lru_cache(maxsize=len(LANGUAGES))
def translations(lang: str) -> Translations:
    """Return the catalog of a language, compiled in memory, for Jinja's ``install_gettext_translations``.

    Parameters
    ----------
    lang : str
        One of `LANGUAGES`.

    Returns
    -------
    babel.support.Translations
        Empty for the source language.

    Raises
    ------
    ValueError
        If the language is unknown.

    """
    if lang not in LANGUAGES:
        raise ValueError(f"lang must be one of {', '.join(LANGUAGES)}, got {lang!r}")
    if lang == DEFAULT:
        return Translations()
    compiled = BytesIO()
    with files(__package__).joinpath("catalogs", f"{lang}.po").open("rb") as source:
        write_mo(compiled, read_po(source, locale=lang))
    compiled.seek(0)
    return Translations(compiled)


def translator(lang: str) -> Translate:
    """Return the function that translates English source texts.

    Parameters
    ----------
    lang : str
        One of `LANGUAGES`.

    Returns
    -------
    callable
        From text to text; a text that the catalog lacks, and the empty text, come back unchanged.

    Raises
    ------
    ValueError
        If the language is unknown.

    """
    catalog = translations(lang)

    def translate(text: str) -> str:
        # gettext answers the empty text with the catalog's header.
        return str(catalog.gettext(text)) if text else text

    return translate


def negotiate(accept_language: str | None) -> str:
    """Choose a language by an Accept-Language header; rubbish in it is skipped.

    Parameters
    ----------
    accept_language : str or None
        The header's value.

    Returns
    -------
    str
        The language of the highest quality that we have, the earlier of equals, else the default.

    References
    ----------
    RFC 9110, section 12.5.4.

    """
    best, best_quality = DEFAULT, 0.0
    for item in (accept_language or "")[:_LONGEST_HEADER].split(","):
        tag, _, parameters = item.partition(";")
        quality = _quality(parameters)
        language = tag.strip().lower().replace("_", "-").partition("-")[0]
        language = DEFAULT if language == "*" else language
        if language in LANGUAGES and quality > best_quality:
            best, best_quality = language, quality
    return best


def alphabetical(entries: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Sort entries by their first text as a dictionary does: small as capital, ä as a, ß as ss.

    Parameters
    ----------
    entries : iterable of tuple of str
        Terms and what they mean, in the reader's language.

    Returns
    -------
    list of tuple of str

    References
    ----------
    DIN 5007, variant 1 (words).

    """

    def letters(entry: tuple[str, str]) -> str:
        return "".join(sign for sign in normalize("NFD", entry[0].casefold()) if not combining(sign))

    return sorted(entries, key=letters)


def format_number(value: float, lang: str, digits: int | None = None) -> str:
    """Write a number as readers of a language expect it: 2,323.45 or 2.323,45.

    Parameters
    ----------
    value : float
        Any finite number.
    lang : str
        One of `LANGUAGES`.
    digits : int, optional
        Decimals, exactly; without it as many as the number has, up to 6.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If `value` is not finite.

    """
    if not isfinite(value):
        raise ValueError(f"value must be finite, got {value}")
    decimals = "######" if digits is None else "0" * digits
    pattern = f"#,##0.{decimals}" if decimals else "#,##0"
    return str(format_decimal(value, format=pattern, locale=lang))


def _quality(parameters: str) -> float:
    text = parameters.strip().lower()
    if not text:
        return 1.0
    name, _, number = text.partition("=")
    try:
        quality = float(number) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0
    return quality if 0.0 <= quality <= 1.0 else 0.0
