"""Who did it? Sentences whose order alone tells, read with and without positions, with and without a mask."""

import itertools
import time
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from app.lab.extrapolation.model import Decoder
from app.lab.extrapolation.places import Places, places
from app.lab.extrapolation.settings import Order, Reading, Shape
from app.lab.extrapolation.train import descend, optimiser_for, rate

# The doer's name, the verb, the other name, and the question, where the answer is read.
LENGTH = 4


def sentences(plan: Order, seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return all sentences "A verb B ?" as tokens, shape (sentences, 4): those to train on, those held out.

    Names come first in the alphabet, then verbs, then the question. "A verb B" and "B verb A" are always on
    the same side of the split: what is known about two words never gives the answer away.
    """
    question = plan.names + plan.verbs
    verbs = range(plan.names, question)
    pairs = itertools.combinations(range(plan.names), 2)
    twins = [
        [(a, verb, b, question), (b, verb, a, question)] for (a, b), verb in itertools.product(pairs, verbs)
    ]
    shuffled = np.random.default_rng(seed).permutation(len(twins))
    both = torch.tensor(twins)[torch.from_numpy(shuffled)]
    cut = round(plan.held_out * len(both))
    return both[cut:].flatten(0, 1), both[:cut].flatten(0, 1)


def answers(model: Decoder, given: torch.Tensor, where: Places, names: int) -> torch.Tensor:
    """Return the scores of every name at the question mark, shape (batch, names).

    The question is the last token, so it sees all the others with or without a mask.
    """
    scores: torch.Tensor = model(given, where)[:, -1, :names]
    return scores


def run_order(plan: Order, encoding: str, causal: bool, layers: int, seed: int) -> dict[str, Any]:
    """Train one model to name the doer, and ask it about sentences it has not seen.

    The accuracies are on trained and on held-out sentences, and how often it named one of the two names.
    """
    torch.manual_seed(seed)
    begun = time.process_time()
    shape = Shape(plan.d_model, plan.n_heads, layers)
    model = Decoder(plan.names + plan.verbs + 1, shape, encoding, max_len=LENGTH, causal=causal)
    where = places(
        Reading(encoding),
        LENGTH,
        d_model=plan.d_model,
        n_heads=plan.n_heads,
        trained_len=LENGTH,
        causal=causal,
    )
    train, held_out = sentences(plan, seed)
    optimiser = optimiser_for(model, plan.training)
    draws = torch.Generator().manual_seed(seed)
    for step in range(plan.training.steps):
        given = train[torch.randint(len(train), (plan.training.batch,), generator=draws)]
        loss = functional.cross_entropy(answers(model, given, where, plan.names), given[:, 0])
        descend(model, optimiser, loss, rate(step, plan.training), plan.training.clip)
    with torch.no_grad():
        told = {
            name: answers(model, given, where, plan.names).argmax(dim=-1)
            for name, given in (("train", train), ("held_out", held_out))
        }
    named = (told["held_out"] == held_out[:, 0]) | (told["held_out"] == held_out[:, 2])
    return {
        "encoding": encoding,
        "causal": causal,
        "layers": layers,
        "seed": seed,
        "train_accuracy": round(float((told["train"] == train[:, 0]).double().mean()), 4),
        "held_out_accuracy": round(float((told["held_out"] == held_out[:, 0]).double().mean()), 4),
        "named_one_of_two": round(float(named.double().mean()), 4),
        "core_seconds": round(time.process_time() - begun, 1),
    }
