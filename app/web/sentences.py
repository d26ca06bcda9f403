"""What a sentence may hold and where its words end: one rule, for the server and for the page's field."""

import re
from collections.abc import Iterable

from app.encodings.params import ParameterError
from app.i18n import msg

MOST_WORDS = 12
LONGEST_WORD = 40
"""In code points: what Python counts, and JavaScript's iterator of a string."""
LONGEST_SHOWN = 200

SPACES = (
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
)
"""Code points, from and to, at which words end: Unicode's White_Space without the control U+0085.

Python's and JavaScript's own white space differ from it, and from each other."""

REFUSED = (
    (0x00, 0x08),
    (0x0E, 0x1F),
    (0x7F, 0x9F),
    # They turn the direction of what follows, on the whole page.
    (0x202A, 0x202E),
    (0x2066, 0x2069),
    (0xD800, 0xDFFF),
    (0xFDD0, 0xFDEF),
    (0xFEFF, 0xFEFF),
    *((plane + 0xFFFE, plane + 0xFFFF) for plane in range(0, 0x110000, 0x10000)),
)
"""Controls, lone surrogates and noncharacters: no letters of any language.

XML does not allow most of them: no picture of such a sentence could be saved."""


def _one_of(ranges: Iterable[tuple[int, int]]) -> str:
    return "[" + "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges) + "]"


_SPACE = re.compile(f"{_one_of(SPACES)}+")
_REFUSED = re.compile(_one_of(REFUSED))


def words_of(sentence: str, most: int = MOST_WORDS) -> list[str]:
    """Split a sentence at white space; punctuation stays with its word, and repeated words stay apart.

    Raises ``ParameterError`` if a character is not allowed, or the words are too many or too long.
    """
    if found := _REFUSED.search(sentence):
        raise ParameterError(
            {"sentence": sentence},
            msg("may not contain control characters; has {code}"),
            code=f"U+{ord(found.group()):04X}",
        )
    words = [word for word in _SPACE.split(sentence) if word]
    if not 1 <= len(words) <= most:
        raise ParameterError(
            {"sentence": sentence},
            msg("must have 1 to {most} words, has {words}"),
            most=most,
            words=len(words),
        )
    longest = max(words, key=len)
    if len(longest) > LONGEST_WORD:
        raise ParameterError(
            {"sentence": longest}, msg("a word may have at most {longest} characters"), longest=LONGEST_WORD
        )
    return words


def shown(text: str) -> str:
    """Return a text as a page can repeat it: short, and with a sign in place of what is refused."""
    visible = _REFUSED.sub("\N{REPLACEMENT CHARACTER}", text)
    return visible if len(visible) <= LONGEST_SHOWN else f"{visible[: LONGEST_SHOWN - 1]}…"
