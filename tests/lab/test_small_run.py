"""A small run of the first experiment, in two minutes: the order that the page claims must come out again."""

import math
from typing import Any

import pytest

from app.lab.extrapolation.corpus import cut
from app.lab.extrapolation.settings import Extrapolation, Shape, Training
from app.lab.extrapolation.train import run
from tests.lab.prose import prose

LENGTH = 32
PLAN = Extrapolation(
    Training(steps=400, batch=16, peak=6e-3, warm_up=40),
    Shape(d_model=32, n_heads=4, n_layers=2),
    seeds=(0,),
    trained_len=LENGTH,
    read_len=8 * LENGTH,
    bin_width=LENGTH // 2,
    factors=(),
)


@pytest.fixture(scope="module")
def losses() -> dict[str, list[float | None]]:
    """The loss in nats a byte, by bins of half the trained length, for every encoding."""
    corpus = cut(prose(400_000), block=4096)
    runs: dict[str, Any] = {name: run(PLAN, corpus, name, seed=0) for name in PLAN.encodings}
    return {name: result["readings"][0]["nats"] for name, result in runs.items()}


def worse(losses: dict[str, list[float | None]], name: str, times: int) -> float:
    """How many nats the loss before so many trained lengths is above the one at the trained length."""
    here, there = losses[name][1], losses[name][2 * times - 1]
    assert here is not None
    assert there is not None
    return there - here


def test_every_model_has_learned(losses: dict[str, list[float | None]]) -> None:
    letters = len(cut(prose(400_000), block=4096).alphabet)
    for name, told in losses.items():
        assert told[1] is not None
        assert told[1] < 0.3 * math.log(letters), name


def test_alibi_holds_where_sinusoidal_and_rope_break(losses: dict[str, list[float | None]]) -> None:
    for times in (2, 4, 8):
        assert worse(losses, "alibi", times) < 0.25
        assert worse(losses, "sinusoidal", times) > 1
    for times in (4, 8):
        assert worse(losses, "rope", times) > 1


def test_a_learned_table_ends(losses: dict[str, list[float | None]]) -> None:
    assert [told is None for told in losses["learned"]] == [False] * 2 + [True] * 14
    assert all(None not in told for name, told in losses.items() if name != "learned")
