"""A text without end for quick trainings: sentences of a small grammar, drawn from a seed."""

import random

PEOPLE = ("the king", "the shepherd", "a stranger", "the old woman", "his brother", "her son", "the captain")
VERBS = ("saw", "followed", "called", "sent", "fed", "forgot", "answered", "asked")
THINGS = ("bread", "the river", "a lamp", "the gate", "seven sheep", "an empty house", "the letter")
PLACES = (
    "in the morning",
    "by the well",
    "on the mountain",
    "at night",
    "beyond the sea",
    "before the feast",
)


def prose(length: int, seed: int = 0) -> bytes:
    """Return so many bytes: who did what to whom; the end of a sentence takes up its beginning."""
    draw = random.Random(seed)  # noqa: S311 - a text, not a secret
    lines: list[str] = []
    size = 0
    while size < length:
        one, other = draw.sample(PEOPLE, 2)
        verb, thing, place = draw.choice(VERBS), draw.choice(THINGS), draw.choice(PLACES)
        lines.append(
            f"{one} {verb} {other} {place}, and {other} {draw.choice(VERBS)} {thing}; so {one} {verb}.\n"
        )
        size += len(lines[-1])
    return "".join(lines).encode()[:length]
