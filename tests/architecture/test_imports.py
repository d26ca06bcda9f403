"""Imports point one way; see ARCHITECTURE.md."""

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]

# Package -> packages that it may import from besides itself.
MAY_IMPORT = {
    "settings": set(),
    "maths": set(),
    "i18n": set(),
    "listings": {"i18n"},
    "lab": {"maths"},
    "model": {"maths"},
    "encodings": {"maths", "i18n"},
    "figures": {"encodings", "maths", "i18n"},
    "quiz": {"encodings", "maths", "i18n"},
    "claims": {"encodings", "lab", "listings", "maths", "model"},
}
MAY_IMPORT["web"] = set(MAY_IMPORT)
MAY_IMPORT["main"] = set(MAY_IMPORT)
FRAMEWORKS = {"fastapi", "starlette", "pydantic", "plotly", "babel"}


def imported(source: str) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide the direction"
            # ``from app import x`` names a package in the alias.
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@cache
def modules() -> dict[str, set[str]]:
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts): imported(file.read_text(encoding="utf-8"))
        for file in (ROOT / "app").rglob("*.py")
    }


def package_of(module: str) -> str:
    return module.split(".")[1]


def ours(names: Iterable[str]) -> set[str]:
    return {name for name in names if name.split(".")[0] == "app"}


def wrong_directions(module: str, names: set[str]) -> set[str]:
    package = package_of(module)
    return {package_of(name) for name in ours(names)} - MAY_IMPORT[package] - {package}


def test_imports_point_one_way() -> None:
    known = {module: names for module, names in modules().items() if module != "app.__init__"}
    assert {package_of(module) for module in known} == set(MAY_IMPORT), "a new package needs a rule"
    wrong = {module: found for module, names in known.items() if (found := wrong_directions(module, names))}
    assert wrong == {}


def test_a_wrong_direction_would_be_found() -> None:
    assert wrong_directions("app.maths.rope", imported("from app.encodings import params")) == {"encodings"}
    assert wrong_directions("app.maths.rope", imported("import app.web.errors")) == {"web"}
    assert wrong_directions("app.encodings.rope", imported("from app import settings")) == {"settings"}
    assert wrong_directions("app.encodings.rope", imported("from app.maths.rope import rotate")) == set()


def test_only_the_composition_root_and_the_pages_themselves_import_pages() -> None:
    assert all(
        module.startswith(("app.main", "app.web.pages"))
        for module, names in modules().items()
        if any(name.startswith("app.web.pages") for name in names)
    )


def test_maths_and_model_know_no_framework() -> None:
    for module, names in modules().items():
        if module.startswith(("app.maths.", "app.model.")):
            assert not FRAMEWORKS & {name.split(".")[0] for name in names}, module


def test_others_see_only_what_the_lab_found() -> None:
    """The page must not need PyTorch."""
    for module, names in modules().items():
        if not module.startswith("app.lab.") or module == "app.lab.results":
            assert all(name.startswith("app.lab.results") for name in names if name.startswith("app.lab.")), (
                module
            )


def test_no_folder_for_odds_and_ends() -> None:
    unwanted = {"utils", "util", "helpers", "helper", "common", "misc"}
    for folder in ("app", "static/js", "tests", "templates"):
        for path in (ROOT / folder).rglob("*"):
            assert path.stem not in unwanted, path
