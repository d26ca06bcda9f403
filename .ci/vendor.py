"""Fetch the third-party files listed in static/vendor/vendor.toml from their npm packages.

Nothing is written unless every file has the listed SHA-256.
"""

import hashlib
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

from fonts import reduced

ROOT = Path(__file__).resolve().parent.parent
VENDOR = ROOT / "static" / "vendor"


@dataclass(frozen=True)
class Entry:
    """One file taken from a package."""

    name: str
    package: str
    version: str
    source: str
    target: str
    sha256: str
    licence: str
    licence_file: str
    homepage: str
    # Of a font that is cut down: what is kept of it (see fonts.py), and the hash of the whole file.
    keep: str = ""
    weights: str = ""
    whole_sha256: str = ""

    @property
    def spec(self) -> str:
        return f"{self.package}@{self.version}"


def read_entries(listing: Path) -> list[Entry]:
    """Read the list; a missing or unknown key is a TypeError."""
    return [Entry(**fields) for fields in tomllib.loads(listing.read_text("utf-8"))["file"]]


def pack(spec: str, folder: Path) -> Path:
    """Download a package with npm and return its archive."""
    folder.mkdir()
    node = [sys.executable, str(ROOT / ".ci" / "js" / "node.py")]
    subprocess.run(
        [*node, "npm", "pack", spec, "--ignore-scripts", "--silent", "--pack-destination", str(folder)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    (archive,) = folder.iterdir()
    return archive


def fetch(entries: list[Entry], folder: Path) -> dict[str, bytes]:
    """Return every entry's content by its target path."""
    contents = {}
    for number, spec in enumerate(sorted({entry.spec for entry in entries})):
        with tarfile.open(pack(spec, folder / str(number))) as archive:
            for entry in entries:
                if entry.spec != spec:
                    continue
                member = archive.extractfile(f"package/{entry.source}")
                if member is None:
                    sys.exit(f"{spec}: {entry.source} is not a file")
                contents[entry.target] = prepared(entry, member.read())
    return contents


def prepared(entry: Entry, content: bytes) -> bytes:
    """Return the content as it is to lie in the project."""
    if not entry.keep:
        return content
    found = hashlib.sha256(content).hexdigest()
    if found != entry.whole_sha256:
        sys.exit(f"{entry.source}: listed {entry.whole_sha256}, found {found}")
    return reduced(content, entry.keep, entry.weights)


def main() -> None:
    entries = read_entries(VENDOR / "vendor.toml")
    with tempfile.TemporaryDirectory() as folder:
        contents = fetch(entries, Path(folder))
    found = {target: hashlib.sha256(content).hexdigest() for target, content in contents.items()}
    wrong = [entry for entry in entries if found[entry.target] != entry.sha256]
    for entry in wrong:
        print(f"{entry.target}: listed {entry.sha256}, found {found[entry.target]}")
    if wrong:
        sys.exit("Nothing written. Look at what changed before you list the new hashes.")
    for target, content in contents.items():
        path = VENDOR / target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    print(f"{len(contents)} files are as listed")


if __name__ == "__main__":
    main()
