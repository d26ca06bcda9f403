"""Every table in app/data/ is described, and is the one that is described."""

import hashlib
import json
import re
from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[2] / "app" / "data"
TABLES = [*sorted((DATA / "tables").glob("*.npy")), DATA / "model" / "bert_uncased_vocab.txt"]


@pytest.mark.parametrize("table", TABLES, ids=[table.name for table in TABLES])
def test_table_is_described_with_its_hash(table: Path) -> None:
    described = (table.parent / "README.md").read_text("utf-8")
    section = described.partition(f"## `{table.name}`")[2].partition("\n## ")[0]
    assert hashlib.sha256(table.read_bytes()).hexdigest() in section


@pytest.mark.parametrize("folder", ["tables", "model"])
def test_every_file_is_described_and_its_licence_is_at_hand(folder: str) -> None:
    described = (DATA / folder / "README.md").read_text("utf-8")
    licence = "LICENSE-Apache-2.0.txt"
    assert "Apache License" in (DATA / folder / licence).read_text("utf-8")
    for file in (DATA / folder).iterdir():
        if file.name not in ("README.md", licence):
            section = described.partition(f"## `{file.name}`")[2].partition("\n## ")[0]
            assert "| licence |" in section, file.name


@pytest.mark.parametrize("name", ["vik", "managua"])
def test_colour_map_is_whole(name: str) -> None:
    colour_map = json.loads((DATA / "colour_maps" / f"{name}.json").read_text("utf-8"))
    assert colour_map.keys() == {"name", "source", "version", "licence", "stops"}
    assert colour_map["name"] == name
    assert len(colour_map["stops"]) == 33
    assert all(re.fullmatch(r"#[0-9a-f]{6}", stop) for stop in colour_map["stops"])
