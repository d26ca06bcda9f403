"""The deliberate faults fit the code: what `make faults` puts in can be put in, and its tests exist."""

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FAULTS: list[dict[str, Any]] = tomllib.loads(
    (ROOT / "tests" / "faults" / "faults.toml").read_text(encoding="utf-8")
)["fault"]
KINDS = {"maths", "api", "words", "page", "security", "browser", "model", "architecture"}


def functions(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault["name"])
def test_a_fault_can_be_put_in_and_its_tests_exist(fault: dict[str, Any]) -> None:
    assert fault.keys() <= {"name", "kind", "file", "old", "new", "more", "tests"}
    for patch in (fault, *fault.get("more", ())):
        text = (ROOT / patch["file"]).read_text(encoding="utf-8")
        assert text.count(patch["old"]) == 1, patch["file"]
        assert patch["new"] != patch["old"]
    assert fault["tests"]
    for test in fault["tests"]:
        name, _, function = test.partition("::")
        assert name.startswith("tests/")
        assert (ROOT / name).is_file()
        assert not function or function in functions(ROOT / name)


def test_faults_of_every_kind_are_there_and_have_names_of_their_own() -> None:
    assert len(FAULTS) >= 30
    assert {fault["kind"] for fault in FAULTS} == KINDS
    assert len({fault["name"] for fault in FAULTS}) == len(FAULTS)
