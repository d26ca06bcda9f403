"""Scripts import one way, controls know no figure, and every figure is written the same way."""

import re
from pathlib import Path

import pytest

from app.web.sections import FIGURES

SCRIPTS = Path(__file__).parent.parent.parent / "static" / "js"
MODULES = sorted(file.relative_to(SCRIPTS).as_posix() for file in SCRIPTS.rglob("*.js"))
ALLOWED = {"core": {"core"}, "controls": {"core"}, "figures": {"core"}, "": {"core", "controls", "figures"}}
LONGEST_LINE = 120
# A figure named as a string or a selector; `this.#name` is a private field.
NAMED_FIGURE = re.compile(rf"""(?:["'`]|(?<![.\w])#)(?:{"|".join(map(re.escape, FIGURES))})(?![\w-])""")
FORMULA = re.compile(r"Math\.(sin|cos|pow|exp|tan|atan2?)\b|\*\*\s*\(")


def folder(module: str) -> str:
    return module.split("/")[0] if "/" in module else ""


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module: str) -> None:
    text = (SCRIPTS / module).read_text(encoding="utf-8")
    # Type-only imports in comments count too: they tie modules together just as well.
    for target in re.findall(r"""(?:from|import)\s*\(?["'](\.[^"']+)["']""", text):
        found = (SCRIPTS / module).parent.joinpath(target).resolve().relative_to(SCRIPTS.resolve())
        assert (SCRIPTS / found).is_file()
        assert folder(found.as_posix()) in ALLOWED[folder(module)]


def test_every_folder_is_known() -> None:
    assert {folder(module) for module in MODULES} == set(ALLOWED)


# How long a module may be is a matter of what it does; how wide it may be is a matter of screens.
@pytest.mark.parametrize("module", MODULES)
def test_no_line_is_too_wide_to_be_read(module: str) -> None:
    lines = (SCRIPTS / module).read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE] == []


@pytest.mark.parametrize("module", [module for module in MODULES if folder(module) in ("core", "controls")])
def test_controls_know_no_figure_by_name(module: str) -> None:
    assert NAMED_FIGURE.findall((SCRIPTS / module).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("module", [module for module in MODULES if folder(module) == "figures"])
def test_every_figure_is_a_live_figure(module: str) -> None:
    text = (SCRIPTS / module).read_text(encoding="utf-8")
    assert re.search(r"^export default class \w+ extends (LiveFigure|FrameFigure) \{$", text, re.MULTILINE)


@pytest.mark.parametrize(
    "module", [module for module in MODULES if folder(module) in ("figures", "controls")]
)
def test_no_encoding_formula_is_written_in_javascript(module: str) -> None:
    assert not FORMULA.search((SCRIPTS / module).read_text(encoding="utf-8"))


@pytest.mark.parametrize("module", [module for module in MODULES if folder(module)])
def test_every_module_is_type_checked(module: str) -> None:
    assert (SCRIPTS / module).read_text(encoding="utf-8").startswith("// @ts-check")
