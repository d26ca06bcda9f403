"""Imports between scripts point one way: main → controls, figures → core; siblings never import another."""

import re
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parent.parent.parent / "static" / "js"
MODULES = sorted(file.relative_to(SCRIPTS).as_posix() for file in SCRIPTS.rglob("*.js"))
ALLOWED = {"core": {"core"}, "controls": {"core"}, "figures": {"core"}, "": {"core", "controls", "figures"}}
FORMULA = re.compile(r"Math\.(sin|cos|pow|exp|tan|atan2?)\b|\*\*\s*\(")


def room(module: str) -> str:
    return module.split("/")[0] if "/" in module else ""


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module: str) -> None:
    text = (SCRIPTS / module).read_text(encoding="utf-8")
    # Type-only imports in comments count too: they tie modules together just as well.
    for target in re.findall(r"""(?:from|import)\s*\(?["'](\.[^"']+)["']""", text):
        found = (SCRIPTS / module).parent.joinpath(target).resolve().relative_to(SCRIPTS.resolve())
        assert (SCRIPTS / found).is_file()
        assert room(found.as_posix()) in ALLOWED[room(module)]


def test_every_room_is_known_and_modules_are_small() -> None:
    assert {room(module) for module in MODULES} == set(ALLOWED)
    for module in MODULES:
        assert len((SCRIPTS / module).read_text(encoding="utf-8").splitlines()) <= 340, module


@pytest.mark.parametrize("module", [module for module in MODULES if room(module) in ("figures", "controls")])
def test_no_encoding_formula_is_written_in_javascript(module: str) -> None:
    assert not FORMULA.search((SCRIPTS / module).read_text(encoding="utf-8"))


@pytest.mark.parametrize("module", [module for module in MODULES if room(module)])
def test_every_module_is_type_checked(module: str) -> None:
    assert (SCRIPTS / module).read_text(encoding="utf-8").startswith("// @ts-check")
