"""Measure speed: what was asked before, a page in a new state, a class at work, the start, a slider's way.

usage: bench.py [--only asked-again,new-state,students,start,slider] [--students N] [--seconds N]
                [--presses N]

Every measurement is printed as one line of JSON, and all together as tables for the change log. What is
compared is measured in turn, in one run, so that ratios hold on a busy machine.
"""

import argparse
import os
import platform
import subprocess
from collections.abc import Callable
from typing import Any

import bench_rates
import bench_start
import bench_states
import bench_students
from bench_server import ROOT, tell

Rows = list[dict[str, Any]]


def _slider(presses: int) -> Rows:
    # Here, since it brings the browser: the others need none.
    import bench_browser

    return bench_browser.measure(presses)


def _table(rows: Rows) -> str:
    """Write rows with the same columns as one table, and begin another where the columns change."""
    lines: list[str] = []
    columns: list[str] = []
    for row in rows:
        if list(row) != columns:
            columns = list(row)
            lines += ["", "| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
        lines.append("| " + " | ".join(str(row[column]) for column in columns) + " |")
    return "\n".join(lines)


def _commit() -> str:
    named = ["git", "describe", "--always", "--dirty", "--abbrev=7"]
    done = subprocess.run(named, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--only", help="names, separated by commas")
    arguments.add_argument("--students", type=int, default=300)
    arguments.add_argument("--seconds", type=float, default=60, help="how long each student moves sliders")
    arguments.add_argument("--presses", type=int, default=25)
    given = arguments.parse_args()
    measures: dict[str, Callable[[], Rows]] = {
        "asked-again": bench_rates.measure,
        "new-state": bench_states.measure,
        "students": lambda: bench_students.measure(given.students, given.seconds),
        "start": bench_start.measure,
        "slider": lambda: _slider(given.presses),
    }
    chosen = given.only.split(",") if given.only else list(measures)
    if unknown := set(chosen) - measures.keys():
        arguments.error(f"--only takes {', '.join(measures)}, got {', '.join(sorted(unknown))}")
    machine = {"cores": os.cpu_count(), "machine": platform.machine(), "python": platform.python_version()}
    tell("machine", {**machine, "commit": _commit()})
    rows: Rows = []
    for name in chosen:
        rows += measures[name]()
    print(_table(rows))


if __name__ == "__main__":
    main()
