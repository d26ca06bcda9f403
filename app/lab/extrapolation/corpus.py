"""The text that the models read: the King James Version, out of a Debian package, without Debian's tools."""

import hashlib
import io
import re
import struct
import tarfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PACKAGE = "bible-kjv-text"
PACKAGE_VERSION = "4.38"
LICENCE = (
    "public domain: the translation is of 1611, its copyright has expired (the package's copyright file)"
)
# Of the plain text, not of the package: another packaging of the same text is as good.
SHA256 = "b5c4940bcfeee072c0935b5200d0f9d88a00a0199cb0961d16133458fcdfae5d"

ByteArray = NDArray[np.uint8]

_BLOCK = 16_384
# One block in sixteen is never trained on. Taken from all over the text, the blocks are like the rest of it.
_HELD_OUT_EVERY, _HELD_OUT_AT = 16, 8


@dataclass(frozen=True)
class Corpus:
    """A text as numbers, cut into blocks; no window crosses the end of one.

    A token is an index into `alphabet`, the distinct bytes of the text, ascending. `train` and `held_out`
    have shape (blocks, block length).
    """

    alphabet: bytes
    train: ByteArray
    held_out: ByteArray


def cut(text: bytes, block: int = _BLOCK) -> Corpus:
    """Return a text as blocks of tokens, some of them held out; a rest that fills no block is left out.

    Raises ValueError if there are less than nine blocks.
    """
    if len(text) < (_HELD_OUT_AT + 1) * block:
        raise ValueError(f"text must be at least {(_HELD_OUT_AT + 1) * block} bytes long, got {len(text)}")
    signs = np.frombuffer(text, dtype=np.uint8)
    alphabet, tokens = np.unique(signs, return_inverse=True)
    blocks = tokens[: len(text) // block * block].reshape(-1, block).astype(np.uint8)
    held_out = np.arange(len(blocks)) % _HELD_OUT_EVERY == _HELD_OUT_AT
    return Corpus(alphabet.tobytes(), blocks[~held_out], blocks[held_out])


def read_package(package: Path) -> bytes:
    """Return the plain text that a Debian package holds: one verse a line, without its number.

    Raises ValueError if the file is no such package, or its text is not the one of these experiments.
    """
    with tarfile.open(fileobj=io.BytesIO(_member(package.read_bytes(), b"data.tar"))) as archive:
        for entry in archive:
            data = archive.extractfile(entry)
            if entry.name == "./usr/lib/bible.data" and data is not None:
                return plain(_windows(data.read()))
    raise ValueError(f"package must hold usr/lib/bible.data, got {package.name}")


def plain(text: bytes) -> bytes:
    """Return the verses without heading and numbers, such as ``Ge1:1``, after a look at the hash."""
    _, _, verses = text.partition(b"\n")
    return checked(re.sub(rb"^\S+ ", b"", verses, flags=re.MULTILINE))


def checked(text: bytes) -> bytes:
    """Return the text itself; ValueError unless it is the one that these experiments are about."""
    found = hashlib.sha256(text).hexdigest()
    if found != SHA256:
        raise ValueError(f"text must have the SHA-256 {SHA256}, got {found}")
    return text


def uncompress(data: bytes) -> bytes:
    """Undo the Unix program `compress`; ValueError if the three bytes of header or a code is wrong.

    Welch 1984, A Technique for High-Performance Data Compression, IEEE Computer 17(6).
    """
    if data[:2] != b"\x1f\x9d":
        raise ValueError(f"data must begin with 1f 9d, got {data[:2].hex(' ')}")
    widest, clears = data[2] & 31, bool(data[2] & 128)
    fresh = [bytes([value]) for value in range(256)] + ([b""] if clears else [])
    words, width, previous, place = list(fresh), 9, b"", 3
    text = bytearray()
    while place < len(data):
        # Codes come in groups of eight. Where the width changes, the rest of a group is padding.
        group = data[place : place + width]
        place += width
        bits, count = int.from_bytes(group, "little"), 8 * len(group) // width
        for _ in range(count):
            code, bits = bits & ((1 << width) - 1), bits >> width
            if clears and code == 256:
                words, width, previous = list(fresh), 9, b""
                break
            if code > len(words) or (code == len(words) and not previous):
                raise ValueError(f"data must hold known codes only, got {code} of {len(words)}")
            word = words[code] if code < len(words) else previous + previous[:1]
            text += word
            if previous and len(words) < 1 << widest:
                words.append(previous + word[:1])
            previous = word
            if width < widest and len(words) >= 1 << width:
                width += 1
                break
    return bytes(text)


def _member(package: bytes, name: bytes) -> bytes:
    """Return the first file of a Unix archive whose name begins so."""
    if not package.startswith(b"!<arch>\n"):
        raise ValueError("package must be a Unix archive")
    place = 8
    while place < len(package):
        header = package[place : place + 60]
        size = int(header[48:58])
        if header.startswith(name):
            return package[place + 60 : place + 60 + size]
        place += 60 + size + size % 2
    raise ValueError(f"package must hold {name.decode()}")


def _windows(data: bytes) -> bytes:
    """Return the text of the file `bible.data`: a table of places, then as many compressed pieces."""
    if not data.startswith(b"EC02"):
        raise ValueError(f"bible.data must begin with EC02, got {data[:4]!r}")
    (count,) = struct.unpack(">I", data[0x58:0x5C])
    places = struct.unpack(f">{count + 1}I", data[0x5C : 0x5C + 4 * (count + 1)])
    # One header for all pieces stands right before the first.
    header = data[places[0] - 3 : places[0]]
    return b"".join(uncompress(header + data[start:end]) for start, end in pairwise(places))
