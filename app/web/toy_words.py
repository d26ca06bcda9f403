"""The words of the toy sentence: whatever language they are typed in, they have the same vectors."""

from collections.abc import Sequence

from app.i18n import languages, msg, translator
from app.maths.word_vectors import word_key

# Translators: a word of the sentence “dog bites man”, in the form that it has there.
_WORDS = (msg("dog"), msg("bites"), msg("man"))


def in_english(words: Sequence[str]) -> list[str]:
    """Replace words of the toy sentence, in any language, by the English ones; others stay as typed."""
    english = {word_key(translator(lang)(word)): word for lang in languages() for word in _WORDS}
    # A word that two languages share means what it means in English.
    english |= {word: word for word in _WORDS}
    return [english.get(word_key(word), word) for word in words]
