"""Running the shown text statement by statement."""

import ast
import inspect
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

RESULT = "result"
"""The name under which a returned value is given."""

Values: TypeAlias = dict[str, Any]
"""Names and what they hold: arrays or numbers."""


def run(module: ModuleType, name: str, arguments: Values) -> tuple[dict[int, Values], Any]:
    """Run one function of a listing; return what each statement sets, by its first line, and the result.

    The line of the function's head has the arguments, that of the ``return`` at its end has `RESULT`.
    """
    source = inspect.getsource(module)
    function = next(
        node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name == name
    )
    names: dict[str, Any] = vars(module) | arguments
    found: dict[int, Values] = {function.lineno: dict(arguments)}
    result: Any = None
    for statement in function.body:
        if isinstance(statement, ast.Return):
            assert statement.value is not None, "every function of a listing gives something back"  # noqa: S101
            code = compile(ast.Expression(statement.value), module.__name__, "eval")
            result = eval(code, names)  # noqa: S307 (text of this folder, nothing that a user sent)
            found[statement.lineno] = {RESULT: result}
            continue
        code = compile(ast.Module([statement], []), module.__name__, "exec")
        exec(code, names)  # noqa: S102 (text of this folder, nothing that a user sent)
        found[statement.lineno] = {name: _kept(names[name]) for name in _set_by(statement)}
    return found, result


def _set_by(statement: ast.stmt) -> list[str]:
    """Return the names whose values a statement changes, in the order of the text."""
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AugAssign):
        targets = [statement.target]
    else:
        return []
    names = [
        node.id
        for target in targets
        for node in ast.walk(target)
        # In ``pe[:, 0::2] = …`` the name itself is only read; what it names is changed.
        if isinstance(node, ast.Name)
    ]
    return list(dict.fromkeys(names))


def _kept(value: Any) -> Any:
    # A later line may write into the same array.
    return value.copy() if isinstance(value, np.ndarray) else value
