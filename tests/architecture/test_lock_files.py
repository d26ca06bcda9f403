"""The lock files name the public registries only, so that they work on any machine."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from app.model.service import WEIGHTS

ROOT = Path(__file__).resolve().parents[2]


def uv_lock() -> dict[str, Any]:
    return tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))


def test_python_packages_come_from_the_public_index() -> None:
    urls = re.findall(r'"((?:https?|file|git)[:+][^"]*)"', (ROOT / "uv.lock").read_text("utf-8"))
    assert urls
    assert {url.split("/")[2] for url in urls} == {"pypi.org", "files.pythonhosted.org"}


def test_python_lock_holds_every_dependency_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    groups = [*project["dependency-groups"].values(), *project["project"]["optional-dependencies"].values()]
    asked = [*project["project"]["dependencies"], *(name for group in groups for name in group)]
    names = {re.split(r"[\s<>=!~;\[]", requirement, maxsplit=1)[0].lower() for requirement in asked}
    assert names <= {package["name"] for package in uv_lock()["package"]}


def test_the_weights_of_the_real_model_are_pinned_with_their_hash() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    name, _, version = WEIGHTS.partition(" ")
    assert f"{name}=={version}" in project["project"]["optional-dependencies"]["model"]
    locked = next(package for package in uv_lock()["package"] if package["name"] == name)
    assert locked["version"] == version
    assert all(wheel["hash"].startswith("sha256:") for wheel in locked["wheels"])


def test_javascript_packages_are_pinned_without_a_registry() -> None:
    lock = json.loads((ROOT / ".ci" / "js" / "package-lock.json").read_text("utf-8"))
    packages = {path: package for path, package in lock["packages"].items() if path}
    assert packages
    for path, package in packages.items():
        assert package["integrity"].startswith("sha512-"), path
        assert "resolved" not in package, path
