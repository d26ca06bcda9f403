"""Colours for Python text: keywords, words and comments, and the page's colours for what they stand for."""

import io
import keyword
import tokenize

from markupsafe import Markup, escape

MEANINGS = {
    "position": "position",
    "positions": "position",
    "sin": "sine",
    "sine": "sine",
    "cos": "cosine",
    "cosine": "cosine",
    "x": "token",
    "q": "query",
    "k": "key",
}
"""Names in the code that mean what a colour means on the page."""


def coloured(text: str) -> list[Markup]:
    """Split valid Python text into lines of HTML, without line ends, with classes for its parts.

    ``keyword`` and ``quoted`` mark the language's parts, the names of the page's colours mark `MEANINGS`;
    without tags, every line is the text's own.
    """
    lines = text.splitlines()
    marks: list[list[tuple[int, int, str]]] = [[] for _ in lines]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = _kind(token)
        if not kind:
            continue
        (row, start), (last, end) = token.start, token.end
        for at in range(row, last + 1):
            first = start if at == row else 0
            marks[at - 1].append((first, end if at == last else len(lines[at - 1]), kind))
    return [_marked(line, parts) for line, parts in zip(lines, marks, strict=True)]


def _kind(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME:
        return "keyword" if keyword.iskeyword(token.string) else MEANINGS.get(token.string, "")
    quoted = {tokenize.STRING, tokenize.COMMENT}
    # From Python 3.12 on, an f-string comes in parts.
    quoted |= {getattr(tokenize, name, -1) for name in ("FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END")}
    return "quoted" if token.type in quoted else ""


def _marked(line: str, parts: list[tuple[int, int, str]]) -> Markup:
    html, at = Markup(), 0
    for start, end, kind in parts:
        html += escape(line[at:start])
        # What means something on the page lights up when its word in the text is pointed at.
        highlight = Markup(' data-highlight-name="{}"').format(kind) if kind in MEANINGS.values() else ""
        html += Markup('<span class="{}"{}>{}</span>').format(kind, highlight, line[start:end])
        at = end
    return html + escape(line[at:])
