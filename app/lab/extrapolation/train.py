"""Train one model on the text, and measure the loss at every position of longer readings."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from app.lab.extrapolation.corpus import ByteArray, Corpus
from app.lab.extrapolation.model import Decoder
from app.lab.extrapolation.places import places
from app.lab.extrapolation.settings import Extrapolation, Reading, Training

_CHECKPOINT_EVERY = 200
_CURVE_POINTS = 40
_READ_BATCH = 8

Told = Callable[[int], None]


@dataclass
class Course:
    """A training under way: all that is needed to go on after an interruption.

    `draws` decides which pieces of the text come next. `seconds` are by the clock, `core_seconds` by the
    processor. `curve` is the training loss in nats a byte, the mean of each fortieth of the steps; `pending`
    are the losses since the last mean.
    """

    model: Decoder
    optimiser: torch.optim.Optimizer
    draws: torch.Generator
    step: int = 0
    seconds: float = 0.0
    core_seconds: float = 0.0
    curve: list[float] = field(default_factory=list)
    pending: list[float] = field(default_factory=list)

    def save(self, file: Path) -> None:
        """Write all of it to a file, in one move."""
        state = {
            "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "draws": self.draws.get_state(),
            "rest": (self.step, self.seconds, self.core_seconds, self.curve, self.pending),
        }
        torch.save(state, file.with_suffix(".new"))
        file.with_suffix(".new").replace(file)

    def load(self, file: Path) -> None:
        """Go on from a file."""
        state = torch.load(file)
        self.model.load_state_dict(state["model"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.draws.set_state(state["draws"])
        self.step, self.seconds, self.core_seconds, self.curve, self.pending = state["rest"]


def rate(step: int, training: Training) -> float:
    """Return the learning rate of a step, from 0: straight up to the height, then half a cosine down."""
    rise = min((step + 1) / training.warm_up, 1.0)
    done = max(step - training.warm_up, 0) / max(training.steps - training.warm_up, 1)
    fall = training.last + (1 - training.last) * 0.5 * (1 + math.cos(math.pi * done))
    return training.peak * rise * fall


def optimiser_for(model: Decoder, training: Training) -> torch.optim.Optimizer:
    """Return AdamW for all weights; matrices are decayed, vectors and tables of positions are not."""
    spared = {"position_table", "bias_table", "tokens.weight"}
    matrices = [p for name, p in model.named_parameters() if p.ndim > 1 and name not in spared]
    others = [p for name, p in model.named_parameters() if p.ndim <= 1 or name in spared]
    groups = [
        {"params": matrices, "weight_decay": training.weight_decay},
        {"params": others, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=training.peak, betas=(0.9, 0.95))


def descend(
    model: Decoder, optimiser: torch.optim.Optimizer, loss: torch.Tensor, lr: float, clip: float
) -> None:
    """Make one step of the optimiser, with the gradient cut to the norm `clip`."""
    for group in optimiser.param_groups:
        group["lr"] = lr
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
    optimiser.step()


def train(
    plan: Extrapolation,
    corpus: Corpus,
    encoding: str,
    seed: int,
    file: Path | None = None,
    told: Told | None = None,
) -> Course:
    """Train one model from its seed, or from where `file` stopped; `told` gets the number of steps done."""
    torch.manual_seed(seed)
    shape, training = plan.shape, plan.training
    model = Decoder(len(corpus.alphabet), shape, encoding, max_len=plan.trained_len)
    course = Course(model, optimiser_for(model, training), torch.Generator().manual_seed(seed))
    if file is not None and file.exists():
        course.load(file)
    where = places(
        Reading(encoding),
        plan.trained_len,
        d_model=shape.d_model,
        n_heads=shape.n_heads,
        trained_len=plan.trained_len,
    )
    blocks = torch.from_numpy(corpus.train)
    share = max(training.steps // _CURVE_POINTS, 1)
    clock = _Clock()
    while course.step < training.steps:
        windows = _drawn(blocks, training.batch, plan.trained_len + 1, course.draws)
        scores = model(windows[:, :-1], where)
        loss = functional.cross_entropy(scores.flatten(0, 1), windows[:, 1:].flatten())
        descend(model, course.optimiser, loss, rate(course.step, training), training.clip)
        course.step += 1
        course.pending.append(float(loss.detach()))
        if len(course.pending) == share:
            course.curve.append(sum(course.pending) / share)
            course.pending = []
        if told is not None:
            told(course.step)
        if file is not None and (course.step % _CHECKPOINT_EVERY == 0 or course.step == training.steps):
            clock.charge(course)
            course.save(file)
    clock.charge(course)
    return course


def measure(plan: Extrapolation, corpus: Corpus, model: Decoder, reading: Reading) -> list[float | None]:
    """Return the mean loss in nats a byte, in every bin of positions, over held-out windows.

    At position p the model has seen p + 1 bytes of its window and is asked for the next. A learned table ends
    at the trained length: None from there on.
    """
    read_len = plan.trained_len if reading.encoding == "learned" else plan.read_len
    where = places(
        reading,
        read_len,
        d_model=plan.shape.d_model,
        n_heads=plan.shape.n_heads,
        trained_len=plan.trained_len,
    )
    total, count = np.zeros(read_len), 0
    with torch.no_grad():
        for windows in _readings(corpus.held_out, plan.read_len):
            scores = model(windows[:, :read_len], where)
            losses = functional.cross_entropy(
                scores.transpose(1, 2), windows[:, 1 : read_len + 1], reduction="none"
            )
            total += losses.sum(dim=0).double().numpy()
            count += len(windows)
    bins = (total / count).reshape(-1, plan.bin_width).mean(axis=1)
    ends = (plan.read_len - read_len) // plan.bin_width
    return [*(round(float(value), 5) for value in bins), *[None] * ends]


def run(
    plan: Extrapolation,
    corpus: Corpus,
    encoding: str,
    seed: int,
    file: Path | None = None,
    told: Told | None = None,
) -> dict[str, Any]:
    """Train one model and read with it in every way."""
    course = train(plan, corpus, encoding, seed, file, told)
    clock = _Clock()
    losses = [
        {
            "scaling": reading.scaling,
            "factor": reading.factor,
            "nats": measure(plan, corpus, course.model, reading),
        }
        for reading in plan.readings(encoding)
    ]
    clock.charge(course)
    return {
        "encoding": encoding,
        "seed": seed,
        "weights": sum(p.numel() for p in course.model.parameters()),
        "seconds": round(course.seconds, 1),
        "core_seconds": round(course.core_seconds, 1),
        "training_nats": [round(value, 4) for value in course.curve],
        "readings": losses,
    }


class _Clock:
    """Charges a course with the time since it was last charged."""

    def __init__(self) -> None:
        self._wall, self._core = time.perf_counter(), time.process_time()

    def charge(self, course: Course) -> None:
        wall, core = time.perf_counter(), time.process_time()
        course.seconds += wall - self._wall
        course.core_seconds += core - self._core
        self._wall, self._core = wall, core


def _drawn(blocks: torch.Tensor, batch: int, length: int, draws: torch.Generator) -> torch.Tensor:
    """Return windows from anywhere in the blocks, as whole numbers."""
    block = torch.randint(len(blocks), (batch, 1), generator=draws)
    start = torch.randint(blocks.shape[1] - length + 1, (batch, 1), generator=draws)
    return blocks[block, start + torch.arange(length)].long()


def _readings(blocks: ByteArray, read_len: int) -> Iterator[torch.Tensor]:
    """Yield windows of one byte more than a reading: its last byte is only asked for."""
    starts = range(0, blocks.shape[1] - read_len, read_len)
    windows = np.concatenate([blocks[:, start : start + read_len + 1] for start in starts])
    for at in range(0, len(windows), _READ_BATCH):
        yield torch.from_numpy(windows[at : at + _READ_BATCH]).long()
