"""Cutting words into the pieces that the model knows: BERT's WordPiece, uncased."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

OPENING, CLOSING, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"

LONGEST_WORD = 100
"""Longer words are not cut but unknown, as in BERT."""

_ASCII_SIGNS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
"""BERT cuts at all of them, also at those that Unicode calls symbols, such as + and $."""

_IDEOGRAPHS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)
"""Blocks of Chinese characters: each is a word of its own, for they are written without spaces."""


@dataclass(frozen=True)
class Cut:
    """A sentence as the model reads it.

    `tokens` are pieces between the opening and the closing token; one that continues a word begins with
    ``##``. `ids` are their rows in the model's table, `words` the word that each belongs to, None for the
    opening and the closing token.
    """

    tokens: tuple[str, ...]
    ids: tuple[int, ...]
    words: tuple[int | None, ...]

    def __len__(self) -> int:
        """Return the number of tokens."""
        return len(self.tokens)

    def reordered(self, order: Sequence[int]) -> tuple[int, ...]:
        """Return which token stands at every place after the words were moved.

        The pieces of a word stay together, the opening and the closing token stay where they are.
        """
        inner = [token for word in order for token, owner in enumerate(self.words) if owner == word]
        return (0, *inner, len(self) - 1)


class Tokenizer:
    """BERT's tokenizer for lower-cased text; a piece's line in the vocabulary is its row in the model.

    Devlin et al. 2018 (BERT), arXiv:1810.04805; Wu et al. 2016 (WordPiece), section 4.1, arXiv:1609.08144.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    @cached_property
    def ids(self) -> dict[str, int]:
        """Row of every piece, read when it is first needed."""
        pieces = self._file.read_text(encoding="utf-8").removesuffix("\n").split("\n")
        return {piece: row for row, piece in enumerate(pieces)}

    def cut(self, words: Sequence[str]) -> Cut:
        """Cut a sentence; names of special tokens are read as plain text."""
        tokens, owners = [OPENING], list[int | None]([None])
        for owner, word in enumerate(words):
            pieces = self.pieces(word)
            tokens += pieces
            owners += [owner] * len(pieces)
        tokens.append(CLOSING)
        owners.append(None)
        return Cut(tuple(tokens), tuple(self.ids[token] for token in tokens), tuple(owners))

    def pieces(self, word: str) -> list[str]:
        """Cut one word: lower case, without accents, apart at punctuation, then the longest known pieces.

        A word of invisible characters only has none.
        """
        return [piece for part in _parts(_folded(word)) for piece in self._longest_pieces(part)]

    def _longest_pieces(self, part: str) -> list[str]:
        if len(part) > LONGEST_WORD:
            return [UNKNOWN]
        pieces: list[str] = []
        start = 0
        while start < len(part):
            prefix = "##" if start else ""
            candidates = (prefix + part[start:end] for end in range(len(part), start, -1))
            piece = next((candidate for candidate in candidates if candidate in self.ids), None)
            if piece is None:
                # One letter that the vocabulary lacks makes the whole word unknown.
                return [UNKNOWN]
            pieces.append(piece)
            start += len(piece) - len(prefix)
        return pieces


def _folded(word: str) -> str:
    """Return a word without control characters, accents and capitals."""
    visible = (sign for sign in word if sign != "\N{REPLACEMENT CHARACTER}" and not _is_control(sign))
    letters = unicodedata.normalize("NFD", "".join(visible))
    # Sign by sign: str.lower() of a whole word knows a final sigma, BERT does not.
    return "".join(sign.lower() for sign in letters if unicodedata.category(sign) != "Mn")


def _parts(word: str) -> Iterator[str]:
    """Split a word so that punctuation and Chinese characters stand alone."""
    start = 0
    for place, sign in enumerate(word):
        if not _stands_alone(sign):
            continue
        if start < place:
            yield word[start:place]
        yield sign
        start = place + 1
    if start < len(word):
        yield word[start:]


def _is_control(sign: str) -> bool:
    # Not "Cn": a code point without a character today may be a letter in the next Unicode.
    return unicodedata.category(sign) in ("Cc", "Cf", "Co", "Cs")


def _stands_alone(sign: str) -> bool:
    code = ord(sign)
    return (
        sign in _ASCII_SIGNS
        or unicodedata.category(sign).startswith("P")
        or any(first <= code <= last for first, last in _IDEOGRAPHS)
    )
