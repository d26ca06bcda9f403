"""One number for the code that makes the results, so that results cannot outlive it unnoticed."""

import ast
import hashlib
import io
import tokenize
from pathlib import Path

APP = Path(__file__).resolve().parents[2]
_KERNELS = "app.maths."
_LAYOUT = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


def fingerprint() -> str:
    """Return the SHA-256, in hexadecimal digits, over the code that makes the results.

    That is every module of this package and every definition of the kernels that they lead to. A kernel that
    the experiments don't use may change, and so may docstrings, comments, empty lines and line ends.
    """
    package = {f"lab/extrapolation/{file.name}": _text(file) for file in Path(__file__).parent.glob("*.py")}
    total = hashlib.sha256()
    for name, text in sorted((package | kernels(list(package.values()))).items()):
        code = without_words(text)
        total.update(f"{name}\n{len(code.encode())}\n{code}".encode())
    return total.hexdigest()


def without_words(text: str) -> str:
    """Return source text without docstrings, comments and empty lines, on every Python version alike.

    The text itself is cut: tokens and syntax trees of f-strings differ between versions of Python.
    """
    lines = io.StringIO(text).readlines()
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    kept_rows: set[int] = set()
    cuts: list[tokenize.TokenInfo] = []
    begins = True
    for token, after in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        if token.type == tokenize.NL:
            continue
        alone = begins and _is_plain_text(token) and after.type in (tokenize.NEWLINE, tokenize.COMMENT)
        if alone or token.type == tokenize.COMMENT:
            cuts.append(token)
        elif token.start[0] < token.end[0]:
            # An empty line within a text counts.
            kept_rows.update(range(token.start[0], token.end[0]))
        begins = token.type in _LAYOUT or (begins and token.type == tokenize.COMMENT)
    for cut in reversed(cuts):
        (first, start), (last, end) = cut.start, cut.end
        rest = lines[last - 1][end:]
        lines[first - 1 : last] = [lines[first - 1][:start].rstrip() + rest, *[""] * (last - first)]
    return "".join(line for row, line in enumerate(lines, 1) if row in kept_rows or line.strip())


def _is_plain_text(token: tokenize.TokenInfo) -> bool:
    # Until Python 3.11 an f-string is a string token too.
    return token.type == tokenize.STRING and "f" not in token.string.partition(token.string[-1])[0].lower()


def kernels(modules: list[str]) -> dict[str, str]:
    """Return the definitions of `app.maths` that modules lead to, directly or through each other.

    Names are such as ``maths/alibi.py:alibi_slopes``; the modules import from the kernels by name.
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
