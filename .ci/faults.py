"""Put deliberate faults into copies of the project, one each, and see that the named tests catch them."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "faults" / "faults.toml"
LINKED = (".venv", ".ci/js/node_modules")
"""What git does not hold and the tests need."""
BROWSER_TIMEOUT_MS = "10000"
"""A fault often shows as something that never happens: then nobody waits for half a minute."""
# The tests' usual options, in short: which one failed first is all that is asked.
PYTEST = ("-m", "pytest", "-q", "--tb=line", "-p", "no:cacheprovider")
FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/\S+?(?:\[.*?\])?)(?: - (.*))?$", re.MULTILINE)


class BrokenPatchError(Exception):
    """The text to replace does not stand in its file exactly once."""


@dataclass(frozen=True)
class Patch:
    """One text of one file, and what stands in its place."""

    file: str
    old: str
    new: str

    def apply(self, root: Path) -> None:
        path = root / self.file
        text = path.read_text("utf-8") if path.is_file() else ""
        if (count := text.count(self.old)) != 1:
            raise BrokenPatchError(f"{self.file} holds the old text {count} times")
        path.write_text(text.replace(self.old, self.new), "utf-8")


@dataclass(frozen=True)
class Fault:
    """What goes wrong, how, and which tests must say so."""

    name: str
    kind: str
    patches: tuple[Patch, ...]
    tests: tuple[str, ...]


@dataclass
class Outcome:
    """What became of one fault."""

    fault: Fault
    verdict: str
    test: str = ""
    reason: str = ""
    seconds: float = 0.0


def read(file: Path = LIST) -> list[Fault]:
    entries: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["fault"]
    return [
        Fault(
            entry["name"],
            entry["kind"],
            tuple(Patch(one["file"], one["old"], one["new"]) for one in (entry, *entry.get("more", ()))),
            tuple(entry["tests"]),
        )
        for entry in entries
    ]


def copy_of_the_tree(to: Path) -> None:
    """Copy what git knows, as it lies on the disk now."""
    listing = ("git", "ls-files", "-z")
    known = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True)
    for name in known.stdout.split("\0"):
        source = ROOT / name
        if not name or not source.is_file() or name in LINKED:
            continue
        target = to / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
    for name in LINKED:
        if (ROOT / name).exists():
            (to / name).symlink_to((ROOT / name).resolve())


def run(where: Path, tests: tuple[str, ...], *options: str) -> subprocess.CompletedProcess[str]:
    # The reasons in pytest's summary are as long as its lines.
    surroundings = {"BROWSER_TIMEOUT_MS": BROWSER_TIMEOUT_MS, **os.environ, "COLUMNS": "300"}
    return subprocess.run(
        [str(where / ".venv/bin/python"), *PYTEST, *options, *tests],
        cwd=where,
        env=surroundings,
        capture_output=True,
        text=True,
    )


def tried(fault: Fault) -> Outcome:
    """Run the fault's tests against it: one that fails has caught it, one that cannot run has not."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fault-") as folder:
        where = Path(folder)
        copy_of_the_tree(where)
        try:
            for patch in fault.patches:
                patch.apply(where)
        except BrokenPatchError as error:
            return Outcome(fault, "BROKEN PATCH", reason=str(error))
        done = run(where, fault.tests, "-x")
    seconds = time.monotonic() - begun
    if done.returncode == 1 and (first := FAILED.search(done.stdout)):
        reason = first[2] or ""
        verdict = "TOO SLOW" if "Page.goto: Timeout" in reason else "caught"
        return Outcome(fault, verdict, first[1] if verdict == "caught" else "", reason, seconds)
    last = " ".join((done.stdout.strip() or done.stderr.strip()).splitlines()[-1:])
    return Outcome(fault, "NOT RUN" if done.returncode else "NOT CAUGHT", "", last, seconds)


def baseline(faults: list[Fault]) -> bool:
    """Say whether all named tests pass where there is no fault."""
    tests = tuple(dict.fromkeys(test for fault in faults for test in fault.tests))
    with tempfile.TemporaryDirectory(prefix="fault-") as folder:
        copy_of_the_tree(Path(folder))
        done = run(Path(folder), tests)
    print(f"without a fault: {done.stdout.strip().splitlines()[-1:]}")
    for failed, _ in FAILED.findall(done.stdout):
        print(f"  fails without a fault: {failed}")
    return done.returncode == 0


def table(outcomes: list[Outcome]) -> None:
    width = max(len(one.fault.name) for one in outcomes)
    for one in outcomes:
        print(f"{one.fault.name:<{width}}  {one.test or one.verdict}\n{'':<{width}}    {one.reason[:120]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="a kind, or a part of a name; by default all faults")
    parser.add_argument(
        "--baseline", action="store_true", help="first see that the tests pass without a fault"
    )
    parser.add_argument("--jobs", type=int, default=1, help="how many faults at once")
    parser.add_argument("--list", action="store_true", help="only tell the names")
    asked = parser.parse_args()
    faults = read()
    kinds = {fault.kind for fault in faults}
    chosen = [
        fault
        for fault in faults
        if not asked.only
        or any(word == fault.kind if word in kinds else word in fault.name for word in asked.only)
    ]
    if not chosen:
        parser.error("no fault has this name or kind")
    if asked.list:
        print("\n".join(f"{fault.kind:<12}  {fault.name}" for fault in chosen))
        return 0
    sound = not asked.baseline or baseline(chosen)
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(asked.jobs) as pool:
        for one in pool.map(tried, chosen):
            outcomes.append(one)
            print(f"{one.verdict:<12}  {one.seconds:5.1f} s  {one.fault.name}", flush=True)
    print()
    table(outcomes)
    caught = sum(one.verdict == "caught" for one in outcomes)
    print(f"\n{caught} of {len(outcomes)} faults caught")
    return 0 if sound and caught == len(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
