"""Run both experiments: ``python -m app.lab.extrapolation --package bible-kjv-text.deb``, as `make lab` does.

Every finished model leaves a file in the work folder, and an unfinished one a checkpoint, so that an
interrupted run goes on where it stopped. Files that other code has made are not used.
"""

import argparse
import json
import multiprocessing
import os
import platform
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import asdict
from functools import partial
from importlib.metadata import version
from pathlib import Path
from queue import Empty
from typing import Any

import torch
from tqdm import tqdm

from app.lab.extrapolation.corpus import (
    LICENCE,
    PACKAGE,
    PACKAGE_VERSION,
    SHA256,
    Corpus,
    checked,
    cut,
    read_package,
)
from app.lab.extrapolation.fingerprint import fingerprint
from app.lab.extrapolation.order import run_order, sentences
from app.lab.extrapolation.settings import EXTRAPOLATION, ORDER
from app.lab.extrapolation.train import run

RESULTS = Path(__file__).parent / "results"
_TOLD_EVERY = 10


def main() -> None:
    """Make `results/extrapolation.json` and `results/order.json`."""
    parser = argparse.ArgumentParser(prog="python -m app.lab.extrapolation", description=__doc__)
    parser.add_argument("--package", type=Path, required=True, help=f"the Debian package {PACKAGE}")
    parser.add_argument("--work", type=Path, default=Path(".lab"), help="where unfinished work is kept")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="models trained at a time")
    asked = parser.parse_args()

    code = fingerprint()
    work = asked.work / code[:16]
    work.mkdir(parents=True, exist_ok=True)
    text = work / "text"
    if not text.exists():
        text.write_bytes(read_package(asked.package))
    _order(work, code, asked.workers)
    _extrapolation(work, code, text, asked.workers)


def prepare() -> None:
    """Let this process count on one core, the same way every time."""
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    # Far from the diagonal ALiBi's weights are too small for full precision, and slow unless they become 0.
    torch.set_flush_denormal(True)


def _order(work: Path, code: str, workers: int) -> None:
    cells = [
        (encoding, causal, layers, seed)
        for layers in ORDER.layers
        for encoding in ORDER.encodings
        for causal in ORDER.causal
        for seed in ORDER.seeds
    ]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=prepare) as pool:
        runs = list(tqdm(pool.map(partial(_cell, work), cells), "order", len(cells), unit="model"))
    train, held_out = sentences(ORDER, ORDER.seeds[0])
    _write(
        "order.json",
        {
            **_made_by(code),
            "configuration": asdict(ORDER),
            "sentences": {"train": len(train), "held_out": len(held_out)},
            "chance": {"one_of_two": 0.5, "any_name": round(1 / ORDER.names, 4)},
            "seconds": {"core": round(sum(r["core_seconds"] for r in runs), 1), "models_at_a_time": workers},
            "runs": runs,
        },
    )


def _cell(work: Path, cell: tuple[str, bool, int, int]) -> dict[str, Any]:
    encoding, causal, layers, seed = cell
    name = f"order-{encoding}-{'causal' if causal else 'open'}-{layers}-{seed}.json"
    return _kept(work / name, partial(run_order, ORDER, encoding, causal, layers, seed))


def _extrapolation(work: Path, code: str, text: Path, workers: int) -> None:
    plan = EXTRAPOLATION
    # Seed by seed, so that a run that is stopped early has compared all encodings.
    jobs = [(encoding, seed) for seed in plan.seeds for encoding in plan.encodings]
    context = multiprocessing.get_context("spawn")
    with (
        context.Manager() as manager,
        ProcessPoolExecutor(workers, context, initializer=prepare) as pool,
        tqdm(total=len(jobs) * plan.training.steps, desc="extrapolation", unit="step", smoothing=0.02) as bar,
    ):
        told = manager.Queue()
        waiting: list[Future[dict[str, Any]]] = [
            pool.submit(_job, work, text, encoding, seed, told) for encoding, seed in jobs
        ]
        steps: dict[tuple[str, int], int] = {}
        while not all(job.done() for job in waiting):
            try:
                encoding, seed, step = told.get(timeout=1)
            except Empty:
                continue
            steps[encoding, seed] = step
            bar.update(sum(steps.values()) - bar.n)
        for job in as_completed(waiting):
            job.result()
    runs = [_kept(_file(work, encoding, seed), _absent) for encoding, seed in jobs]
    corpus = cut(checked(text.read_bytes()))
    _write(
        "extrapolation.json",
        {
            **_made_by(code),
            "corpus": _about(corpus),
            "configuration": asdict(plan),
            "seconds": {
                "wall": round(sum(r["seconds"] for r in runs), 1),
                "core": round(sum(r["core_seconds"] for r in runs), 1),
                "models_at_a_time": workers,
            },
            "runs": runs,
        },
    )


def _job(work: Path, text: Path, encoding: str, seed: int, told: Any) -> dict[str, Any]:
    steps = EXTRAPOLATION.training.steps

    def tell(step: int) -> None:
        if step % _TOLD_EVERY == 0 or step == steps:
            told.put((encoding, seed, step))

    file = _file(work, encoding, seed)
    if file.exists():
        tell(steps)
    corpus = cut(checked(text.read_bytes()))
    course = file.with_suffix(".pt")
    return _kept(file, lambda: run(EXTRAPOLATION, corpus, encoding, seed, course, tell))


def _file(work: Path, encoding: str, seed: int) -> Path:
    return work / f"{encoding}-{seed}.json"


def _kept(file: Path, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return what a file holds; if there is none, make it first."""
    if not file.exists():
        file.with_suffix(".new").write_text(json.dumps(make()), encoding="utf-8")
        file.with_suffix(".new").replace(file)
    kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return kept


def _absent() -> dict[str, Any]:
    raise RuntimeError("a model that has been trained must have left a file")


def _made_by(code: str) -> dict[str, Any]:
    return {
        "code_sha256": code,
        "versions": {
            "python": platform.python_version(),
            "torch": version("torch"),
            "numpy": version("numpy"),
        },
        "cores": os.cpu_count(),
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
    }


def _about(corpus: Corpus) -> dict[str, Any]:
    return {
        "package": PACKAGE,
        "version": PACKAGE_VERSION,
        "licence": LICENCE,
        "sha256": SHA256,
        "alphabet": len(corpus.alphabet),
        "train_bytes": corpus.train.size,
        "held_out_bytes": corpus.held_out.size,
    }


def _write(name: str, results: dict[str, Any]) -> None:
    """Write results, a line a run, so that two versions can be compared."""
    runs = ",\n".join("    " + json.dumps(run) for run in results.pop("runs"))
    head = json.dumps(results, indent=2)[:-2]
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / name).write_text(f'{head},\n  "runs": [\n{runs}\n  ]\n}}\n', encoding="utf-8")
