"""The text comes out of its package as it went in, and no other text is taken for it."""

import hashlib
import io
import random
import struct
import tarfile
from pathlib import Path

import pytest

from app.lab.extrapolation import corpus
from app.lab.extrapolation.corpus import cut, read_package, uncompress
from tests.lab.prose import prose

HEADER = b"\x1f\x9d\x90"
TITLE = b"A title.\n"


def compress(text: bytes) -> bytes:
    """Write what the Unix program would, without ever clearing its table: 9 to 16 bits a code."""
    words = {bytes([value]): value for value in range(256)}
    free, width, word = 257, 9, b""
    codes: list[int] = []
    out = bytearray()

    def flush() -> None:
        bits = sum(code << place * width for place, code in enumerate(codes))
        # A group of eight codes is full where the width changes, whatever is in it.
        out.extend(bits.to_bytes(width if free > 1 << width else -(-len(codes) * width // 8), "little"))
        codes.clear()

    for value in text:
        longer = word + bytes([value])
        if longer in words:
            word = longer
            continue
        codes.append(words[word])
        if free < 1 << 16:
            words[longer] = free
            free += 1
        if free > 1 << width and width < 16:
            flush()
            width += 1
        elif len(codes) == 8:
            flush()
        word = bytes([value])
    codes.append(words[word])
    flush()
    return HEADER + bytes(out)


def archive(name: str, data: bytes) -> bytes:
    """Return a Debian package with one file."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:xz") as tar:
        entry = tarfile.TarInfo(name)
        entry.size = len(data)
        tar.addfile(entry, io.BytesIO(data))
    members = {"debian-binary": b"2.0\n", "control.tar.xz": b"odd", "data.tar.xz": file.getvalue()}
    package = b"!<arch>\n"
    for member, content in members.items():
        package += f"{member:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode()
        package += content + b"\n" * (len(content) % 2)
    return package


def bible_data(text: bytes, piece: int = 1000) -> bytes:
    """Return the text in compressed pieces, behind a table of their places."""
    pieces = [compress(text[start : start + piece])[3:] for start in range(0, len(text), piece)]
    places = [0x5C + 4 * (len(pieces) + 1) + len(HEADER)]
    for content in pieces:
        places.append(places[-1] + len(content))
    table = struct.pack(f">{len(places)}I", *places)
    return b"EC02".ljust(0x58, b"\0") + struct.pack(">I", len(pieces)) + table + HEADER + b"".join(pieces)


def test_a_text_that_gzip_reads_too() -> None:
    # gzip 1.12 turns these bytes into this text.
    data = bytes.fromhex("1f9d90549e0829f2448a932754020e2ca890a04184")
    assert uncompress(data) == b"TOBEORNOTTOBEORTOBEORNOT"
    assert compress(b"TOBEORNOTTOBEORTOBEORNOT") == data


@pytest.mark.parametrize("length", [1, 255, 256, 257, 3000, 40_000])
def test_what_was_compressed_comes_back(length: int) -> None:
    noise = random.Random(0).randbytes(length)  # noqa: S311 - no secret
    for text in (prose(length), noise, bytes(length)):
        assert uncompress(compress(text)) == text


def test_other_data_are_refused() -> None:
    with pytest.raises(ValueError, match="1f 9d"):
        uncompress(b"\x1f\x8b\x08")
    with pytest.raises(ValueError, match="known codes"):
        uncompress(HEADER + b"\xff\xff\xff")


def test_verses_come_out_of_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verses = prose(5000).splitlines(keepends=True)[:-1]
    numbered = TITLE + b"".join(b"1Ki%d:2 %s" % (n, verse) for n, verse in enumerate(verses))
    package = tmp_path / "text.deb"
    package.write_bytes(archive("./usr/lib/bible.data", bible_data(numbered)))
    with pytest.raises(ValueError, match="SHA-256"):
        read_package(package)
    text = b"".join(verses)
    monkeypatch.setattr(corpus, "SHA256", hashlib.sha256(text).hexdigest())
    assert read_package(package) == text
    package.write_bytes(archive("./usr/lib/other.data", b"x"))
    with pytest.raises(ValueError, match=r"bible\.data"):
        read_package(package)


def test_held_out_blocks_are_no_part_of_the_trained_ones() -> None:
    text = b"".join(n.to_bytes(2, "big") for n in range(1000))
    told = cut(text, block=20)
    assert (len(told.train), len(told.held_out)) == (94, 6)
    rows = {tuple(row) for row in told.train.tolist()} | {tuple(row) for row in told.held_out.tolist()}
    assert len(rows) == 100
    assert bytes(told.alphabet[token] for token in told.held_out[1]) == text[24 * 20 : 25 * 20]
    with pytest.raises(ValueError, match="at least 180 bytes"):
        cut(text[:179], block=20)
