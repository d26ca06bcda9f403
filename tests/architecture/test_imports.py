"""Imports point one way; see ARCHITECTURE.md."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "app").rglob("*.py"))

# Room -> rooms that it may import from besides itself.
MAY_IMPORT = {
    "settings": set(),
    "maths": set(),
    "i18n": set(),
    "encodings": {"maths", "i18n"},
    "lab": {"maths"},
    "quiz": {"encodings", "maths", "i18n"},
    "listings": {"i18n"},
    "claims": {"encodings", "lab", "listings", "maths", "model"},
    "model": {"maths"},
    "figures": {"encodings", "maths", "i18n"},
    "web": {
        "lab",
        "claims",
        "quiz",
        "listings",
        "figures",
        "encodings",
        "model",
        "maths",
        "i18n",
        "settings",
    },
    "main": {
        "web",
        "lab",
        "claims",
        "quiz",
        "listings",
        "figures",
        "encodings",
        "model",
        "maths",
        "i18n",
        "settings",
    },
}


def room_of(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts)


def imported(source: str) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide the direction"
            # ``from app import x`` names a room in the alias.
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if name.split(".")[0] == "app"}


def violations(file_module: str, source: str) -> set[str]:
    room = room_of(file_module)
    rooms = {room_of(name) for name in imported(source)}
    return rooms - MAY_IMPORT.get(room, set()) - {room}


@pytest.mark.parametrize("file", FILES, ids=module_of)
def test_imports_point_one_way(file: Path) -> None:
    module = module_of(file)
    assert module == "app.__init__" or room_of(module) in MAY_IMPORT, "a new room needs a rule"
    assert violations(module, file.read_text(encoding="utf-8")) == set()


def test_a_wrong_direction_would_be_found() -> None:
    assert violations("app.maths.rope", "from app.encodings import params") == {"encodings"}
    assert violations("app.maths.rope", "import app.web.api") == {"web"}
    assert violations("app.encodings.rope", "from app import settings") == {"settings"}
    assert violations("app.encodings.rope", "from app.maths.rope import rotate") == set()


@pytest.mark.parametrize("room", ["maths", "model"])
def test_maths_and_model_know_no_framework(room: str) -> None:
    for file in (ROOT / "app" / room).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom | ast.Import):
                names = (
                    [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
                )
                for name in names:
                    assert name.split(".")[0] not in {
                        "fastapi",
                        "starlette",
                        "pydantic",
                        "plotly",
                        "babel",
                    }, file


def test_others_see_only_what_the_lab_found() -> None:
    """The page must not need PyTorch."""
    for file in FILES:
        of_the_lab = {name for name in imported(file.read_text("utf-8")) if room_of(name) == "lab"}
        if room_of(module_of(file)) != "lab" or file.stem == "results":
            assert all(name.startswith("app.lab.results") for name in of_the_lab), file


def test_no_room_for_odds_and_ends() -> None:
    unwanted = {"utils", "util", "helpers", "helper", "common", "misc"}
    for folder in ("app", "static/js", "tests", "templates"):
        for path in (ROOT / folder).rglob("*"):
            assert path.stem not in unwanted, path
