"""Models are told about positions what the kernels say, and the training does what it promises."""

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from app.lab.extrapolation.corpus import cut
from app.lab.extrapolation.model import Decoder, turned
from app.lab.extrapolation.order import LENGTH, answers, sentences
from app.lab.extrapolation.places import places
from app.lab.extrapolation.settings import ORDER, Extrapolation, Reading, Shape, Training
from app.lab.extrapolation.train import measure, rate, train
from app.maths.frequencies import inverse_frequencies
from app.maths.rope import rotate

SHAPE = Shape(d_model=32, n_heads=4, n_layers=2)
ENCODINGS = ("none", "sinusoidal", "learned", "rope", "alibi", "t5")


def where(encoding: str, seq_len: int, *, causal: bool = True, scaling: str = "none", factor: int = 1) -> Any:
    reading = Reading(encoding, scaling, factor)
    return places(
        reading,
        seq_len,
        d_model=SHAPE.d_model,
        n_heads=SHAPE.n_heads,
        trained_len=16,
        causal=causal,
    )


def model(encoding: str, *, causal: bool = True) -> Decoder:
    torch.manual_seed(1)
    made = Decoder(11, SHAPE, encoding, max_len=64, causal=causal)
    for table in (made.position_table, made.bias_table):
        if table is not None:
            torch.nn.init.normal_(table)
    return made


def test_rotation_is_the_kernels() -> None:
    x = np.random.default_rng(0).standard_normal((16, 8))
    told = where("rope", 16)
    ours = turned(torch.from_numpy(x).float(), told.cosine, told.sine).numpy()
    kernel = rotate(x, np.arange(16.0), inverse_frequencies(8), "half")
    np.testing.assert_allclose(ours, kernel, atol=2e-6)


@pytest.mark.parametrize("factor", [2, 8])
def test_yarn_turns_up_queries_and_keys_by_its_factor(factor: int) -> None:
    told = where("rope", 4, scaling="yarn", factor=factor)
    assert told.cosine[0, 0].item() == pytest.approx(0.1 * np.log(factor) + 1)
    assert where("rope", 4, scaling="ntk", factor=factor).cosine[0, 0].item() == 1


def test_linear_scaling_reads_position_factor_times_p_as_p() -> None:
    stretched, plain = where("rope", 64, scaling="linear", factor=4), where("rope", 16)
    torch.testing.assert_close(stretched.sine[::4], plain.sine)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_no_token_sees_a_later_one(encoding: str) -> None:
    tokens = torch.randint(11, (2, 32), generator=torch.Generator().manual_seed(0))
    changed = tokens.clone()
    changed[:, 20:] = (changed[:, 20:] + 1) % 11
    decoder, told = model(encoding), where(encoding, 32)
    before, after = decoder(tokens, told), decoder(changed, told)
    torch.testing.assert_close(before[:, :20], after[:, :20])
    assert not torch.allclose(before[:, 20:], after[:, 20:])


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_longer_reading_begins_like_a_short_one(encoding: str) -> None:
    tokens = torch.randint(11, (2, 48), generator=torch.Generator().manual_seed(0))
    decoder = model(encoding)
    long, short = decoder(tokens, where(encoding, 48)), decoder(tokens[:, :16], where(encoding, 16))
    torch.testing.assert_close(long[:, :16], short, atol=1e-5, rtol=1e-4)


def test_attention_agrees_with_the_formula() -> None:
    """One head and one layer, by hand: softmax(qk/sqrt(d) + bias) v."""
    torch.manual_seed(0)
    shape = Shape(d_model=8, n_heads=2, n_layers=1)
    decoder = Decoder(5, shape, "alibi", max_len=8)
    told = places(Reading("alibi"), 6, d_model=8, n_heads=2, trained_len=6)
    layer, stream = decoder.layers[0], torch.randn(1, 6, 8)
    query, key, value = layer.query_key_value(layer.before_attention(stream)).chunk(3, dim=-1)
    seen = []
    for head, columns in enumerate((slice(0, 4), slice(4, 8))):
        scores = query[0, :, columns] @ key[0, :, columns].T / 2
        for i in range(6):
            for j in range(6):
                scores[i, j] = -torch.inf if j > i else scores[i, j] - 2.0 ** (-4 * (head + 1)) * (i - j)
        seen.append(torch.softmax(scores, dim=-1) @ value[0, :, columns])
    middle = stream + layer.join(torch.cat(seen, dim=-1))[None]
    by_hand = middle + layer.down(torch.nn.functional.gelu(layer.up(layer.before_feed_forward(middle))))
    torch.testing.assert_close(layer(stream, told, told.bias, causal=True), by_hand, atol=1e-5, rtol=1e-5)


def test_every_encoding_starts_from_the_same_weights() -> None:
    def first(encoding: str) -> dict[str, torch.Tensor]:
        torch.manual_seed(3)
        return dict(Decoder(11, SHAPE, encoding, max_len=64).state_dict())

    plain = first("none")
    for encoding in ENCODINGS:
        other = first(encoding)
        assert set(other) - set(plain) == {"learned": {"position_table"}, "t5": {"bias_table"}}.get(
            encoding, set()
        )
        for name, weights in plain.items():
            assert torch.equal(weights, other[name]), (encoding, name)


@pytest.mark.parametrize(("encoding", "table"), [("learned", "position_table"), ("t5", "bias_table")])
def test_the_tables_are_trained(encoding: str, table: str) -> None:
    decoder = model(encoding)
    decoder(torch.randint(11, (2, 32)), where(encoding, 32)).square().sum().backward()
    assert getattr(decoder, table).grad.abs().sum() > 0


def test_learning_rate_rises_then_falls() -> None:
    training = Training(steps=100, peak=1.0, warm_up=10, last=0.1)
    rates = [rate(step, training) for step in range(100)]
    assert rates[0] == pytest.approx(0.1)
    assert max(rates) == rates[10] == 1.0
    assert all(after < before for before, after in itertools.pairwise(rates[10:]))
    assert rate(100, training) == pytest.approx(0.1)


def tiny_plan(steps: int) -> Extrapolation:
    return Extrapolation(Training(steps, batch=4, warm_up=5), SHAPE, trained_len=16, read_len=64, bin_width=8)


TEXT = bytes(range(97, 107)) * 100


def test_an_interrupted_training_ends_like_an_uninterrupted_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.lab.extrapolation.train._CHECKPOINT_EVERY", 7)
    plan, corpus = tiny_plan(20), cut(TEXT, block=100)
    whole = train(plan, corpus, "rope", 0)

    class StoppedError(Exception):
        pass

    def stop(step: int) -> None:
        if step == 17:
            raise StoppedError

    with pytest.raises(StoppedError):
        train(plan, corpus, "rope", 0, tmp_path / "course.pt", stop)
    steps: list[int] = []
    resumed = train(plan, corpus, "rope", 0, tmp_path / "course.pt", steps.append)
    assert steps == [15, 16, 17, 18, 19, 20]
    assert resumed.curve == whole.curve
    for name, weights in whole.model.state_dict().items():
        assert torch.equal(weights, resumed.model.state_dict()[name]), name


def test_measured_loss_is_the_mean_over_windows_that_do_not_overlap() -> None:
    plan, corpus = tiny_plan(1), cut(TEXT, block=100)
    decoder = train(plan, corpus, "none", 0).model
    told = measure(plan, corpus, decoder, Reading("none"))
    losses = []
    with torch.no_grad():
        for block in corpus.held_out:
            tokens = torch.from_numpy(block[:65]).long()
            scores = torch.log_softmax(decoder(tokens[None, :64], where("none", 64))[0], dim=-1)
            losses.append([-scores[p, tokens[p + 1]].item() for p in range(64)])
    by_hand = np.mean(losses, axis=0).reshape(8, 8).mean(axis=1)
    assert told == pytest.approx(by_hand.tolist(), abs=2e-5)


def test_a_learned_table_ends_at_the_trained_length() -> None:
    plan, corpus = tiny_plan(1), cut(TEXT, block=100)
    told = measure(plan, corpus, train(plan, corpus, "learned", 0).model, Reading("learned"))
    assert [value is None for value in told] == [False] * 2 + [True] * 6


def test_twins_stay_together_and_only_order_tells() -> None:
    train_set, held_out = sentences(ORDER, 0)
    assert len(train_set) + len(held_out) == ORDER.names * (ORDER.names - 1) * ORDER.verbs
    for part in (train_set, held_out):
        rows = {tuple(row) for row in part.tolist()}
        assert len(rows) == len(part)
        assert all((b, verb, a, mark) in rows for a, verb, b, mark in rows)


def test_without_positions_and_mask_both_orders_get_one_answer() -> None:
    given, _ = sentences(ORDER, 0)
    given = given[:200]
    turned_round = given[:, [2, 1, 0, 3]]
    plain = Shape(32, 2, 2)
    torch.manual_seed(0)
    for causal, same in ((False, True), (True, False)):
        decoder = Decoder(ORDER.names + ORDER.verbs + 1, plain, "none", max_len=LENGTH, causal=causal)
        told = places(Reading("none"), LENGTH, d_model=32, n_heads=2, trained_len=LENGTH)
        here, there = (answers(decoder, part, told, ORDER.names) for part in (given, turned_round))
        assert torch.allclose(here, there, atol=1e-6) is same
