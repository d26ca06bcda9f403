"""Cut a font down to the characters and weights that the pages use; called by vendor.py."""

import io

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

_GREEK = set(range(0x3B1, 0x3CA)) | {ord(sign) for sign in "ΓΔΘΛΠΣΦΨΩ"}

REPERTOIRES = {
    # Basic Latin, Latin-1 and Latin Extended-A for names, and the signs that the texts use.
    "latin": set(range(0x20, 0x7F))
    | set(range(0xA0, 0x180))
    | {ord(sign) for sign in "–—‘’‚“”„…•′″‹›→←↑↓−×·≈≠≤≥√∞⌊⌋⌈⌉⟨⟩€™⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺₀₁₂₃₄₅₆₇₈₉↺✓▸▾"},
    # MathML sets a single letter in the italic letters of the mathematical alphabet.
    "maths": set(range(0x20, 0x7F))
    | set(range(0x1D434, 0x1D468))
    | set(range(0x1D6FC, 0x1D716))
    | _GREEK
    | {ord(sign) for sign in "ℎℝ·⋅×−±≤≥≠≈∞√∑∏∈∂∝∘⟨⟩⌊⌋⌈⌉‖∥→…⋯⋮⋱′⊤ˆ˜¯‾\u00a0\u2061\u2062\u2063"},
}
"""Characters to keep, by the name that vendor.toml uses."""

FEATURES = ("kern", "liga", "ccmp", "locl", "mark", "mkmk", "tnum", "lnum", "sups", "subs", "ssty", "dtls")


def reduced(content: bytes, repertoire: str, weights: str) -> bytes:
    """Return a font with fewer characters and weights, as WOFF2.

    Parameters
    ----------
    content : bytes
        A font file.
    repertoire : str
        A key of `REPERTOIRES`.
    weights : str
        ``"400"``, ``"400:650"``, or "" where there is only one.

    """
    font = TTFont(io.BytesIO(content), recalcTimestamp=False)
    options = subset.Options()
    options.layout_features = list(FEATURES)
    options.name_IDs = ["*"]
    # Screens of today do not need the instructions for coarse pixels.
    options.hinting = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=REPERTOIRES[repertoire])
    subsetter.subset(font)
    if weights:
        low, _, high = weights.partition(":")
        limit = (float(low), float(high)) if high else float(low)
        instancer.instantiateVariableFont(font, {"wght": limit}, inplace=True)
    font.flavor = "woff2"
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()
