"""One number for the code that makes the results, so that results cannot outlive it unnoticed."""

import ast
import hashlib
from pathlib import Path

APP = Path(__file__).resolve().parents[2]
_KERNELS = "app.maths."


def fingerprint() -> str:
    """Return the SHA-256 over the code that makes the results.

    Returns
    -------
    str
        64 hexadecimal digits, over every module of this package and every definition of the kernels that they
        lead to. A kernel that the experiments don't use may change. Line ends count as one sign.

    """
    package = {f"lab/extrapolation/{file.name}": _text(file) for file in Path(__file__).parent.glob("*.py")}
    total = hashlib.sha256()
    for name, text in sorted((package | kernels(list(package.values()))).items()):
        total.update(f"{name}\n{len(text.encode())}\n{text}".encode())
    return total.hexdigest()


def kernels(modules: list[str]) -> dict[str, str]:
    """Return the definitions of `app.maths` that modules lead to, directly or through each other.

    Parameters
    ----------
    modules : list of str
        Source texts. They import from the kernels by name.

    Returns
    -------
    dict of str to str
        Source text of each definition, by names such as ``maths/alibi.py:alibi_slopes``.

    """
    found: dict[str, str] = {}
    waiting = {pair for text in modules for pair in _imported(ast.parse(text)).values()}
    while waiting:
        module, name = waiting.pop()
        key = f"maths/{module}.py:{name}"
        if key in found:
            continue
        text = _text(APP / "maths" / f"{module}.py")
        tree = ast.parse(text)
        defined = _defined(tree)
        found[key] = ast.get_source_segment(text, defined[name]) or ""
        known = _imported(tree) | {other: (module, other) for other in defined}
        used = {node.id for node in ast.walk(defined[name]) if isinstance(node, ast.Name)}
        waiting |= {known[other] for other in used & set(known)}
    return found


def _imported(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """Return module and name of what is imported from the kernels, by the name it has here."""
    return {
        alias.asname or alias.name: (node.module.removeprefix(_KERNELS), alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(_KERNELS)
        for alias in node.names
    }


def _defined(tree: ast.Module) -> dict[str, ast.stmt]:
    """Return what a module defines at its top level, by name."""
    names: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names[node.target.id] = node
        elif isinstance(node, ast.Assign):
            names |= {target.id: node for target in node.targets if isinstance(target, ast.Name)}
    return names


def _text(file: Path) -> str:
    return file.read_bytes().replace(b"\r\n", b"\n").decode()
