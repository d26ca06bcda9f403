"""What lies in static/vendor/ is what its list says."""

import hashlib
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VENDOR = ROOT / "static" / "vendor"
ENTRIES: list[dict[str, str]] = tomllib.loads((VENDOR / "vendor.toml").read_text("utf-8"))["file"]
KEYS = {
    "name",
    "package",
    "version",
    "source",
    "target",
    "sha256",
    "licence",
    "licence_file",
    "homepage",
}


def test_every_file_is_listed_once() -> None:
    present = sorted(
        path.relative_to(VENDOR).as_posix()
        for path in VENDOR.rglob("*")
        if path.is_file() and path != VENDOR / "vendor.toml"
    )
    assert present == sorted(entry["target"] for entry in ENTRIES)


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["target"] for entry in ENTRIES])
def test_file_is_as_listed(entry: dict[str, str]) -> None:
    assert entry.keys() == KEYS
    assert all(entry.values())
    assert hashlib.sha256((VENDOR / entry["target"]).read_bytes()).hexdigest() == entry["sha256"]


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["target"] for entry in ENTRIES])
def test_licence_is_at_hand(entry: dict[str, str]) -> None:
    text = (VENDOR / entry["licence_file"]).read_text("utf-8")
    title = {"MIT": "MIT License", "Apache-2.0": "Apache License", "OFL-1.1": "SIL OPEN FONT LICENSE"}
    assert title[entry["licence"]] in text
