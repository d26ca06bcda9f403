"""Laws that every encoding in the registry must keep, whatever it is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from app.encodings.index import IndexParams
from app.encodings.params import Stop, choices_of, describe, stops_of
from app.encodings.protocols import Encoding, HasFrequencies
from app.encodings.registry import standard_registry
from app.encodings.rope import RopeEncoding, RopeParams, ScoreParams
from app.encodings.sinusoidal import ShiftParams, SinusoidalEncoding
from app.maths.arrays import FloatArray
from app.maths.attention import attention
from app.maths.patches import grid_positions
from app.maths.similarity import similarity
from app.settings import Settings

REGISTRY = standard_registry(Settings().tables_dir)


@dataclass(frozen=True)
class Law:
    """What a test asks of every encoding that it concerns."""

    name: str
    concerns: Callable[[Encoding[Any]], bool]
    check: Callable[..., None]


LAWS: list[Law] = []


def broken_laws(encoding: Encoding[Any]) -> list[str]:
    """Hold any encoding to every law that concerns it; return the names of those that it breaks."""
    broken = []
    for law in LAWS:
        if law.concerns(encoding):
            try:
                law.check(encoding=encoding)
            except (Exception, pytest.fail.Exception):
                broken.append(law.name)
    return broken


def those(condition: Callable[[Encoding[Any]], bool]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a law of a test: it runs for every encoding of the registry, and for others on demand."""
    chosen = [encoding for encoding in REGISTRY if condition(encoding)]

    def enact(check: Callable[..., None]) -> Callable[..., None]:
        LAWS.append(Law(check.__name__.removeprefix("test_"), condition, check))
        each_chosen = pytest.mark.parametrize("encoding", chosen, ids=[encoding.id for encoding in chosen])
        test: Callable[..., None] = each_chosen(check)
        return test

    return enact


each = those(lambda _: True)
in_sentences = those(lambda encoding: encoding.applies is not None)
with_rows = those(lambda encoding: "start" in encoding.params_model.model_fields)
turning = those(lambda encoding: isinstance(encoding, HasFrequencies))
biases = those(lambda encoding: encoding.family == "bias")

OTHERS: dict[str, Any] = {
    "start": 3,
    "positions": (4.0, 9.0),
    "rotary_pct": 1 / 3,
    "factor": 7.0,
    "original_max_len": 16,
    "low_freq_factor": 0.5,
    "high_freq_factor": 2.0,
    "beta_fast": 3.0,
    "beta_slow": 0.01,
    "truncate": False,
    "attention_factor": 0.5,
    "slope": 0.3,
    "head": 1,
    "causal": False,
}
"""A value, other than the default, of every parameter without stops."""


def drawn(data: st.DataObject, encoding: Encoding[Any], **fixed: Any) -> Any:
    """Draw valid parameters from the stops and choices of an encoding."""
    model = encoding.params_model
    values: dict[str, Stop] = {}
    for name in model.model_fields:
        stops = [
            stop
            for stop in stops_of(model, name)
            if not isinstance(stop, (int, float)) or stop <= 64 or name == "base"
        ]
        if stops:
            values[name] = data.draw(st.sampled_from(stops), label=name)
    return model(**{**values, **fixed})


@each
def test_words_and_sources(encoding: Encoding[Any]) -> None:
    assert encoding.title
    assert encoding.summary.endswith(".")
    assert encoding.comparison.kind
    assert encoding.comparison.place
    assert encoding.comparison.beyond.endswith(".")
    for reference in encoding.references:
        assert reference.arxiv is None or reference.url == f"https://arxiv.org/abs/{reference.arxiv}"
        assert reference.url.startswith("https://")


@each
def test_every_parameter_can_be_a_control(encoding: Encoding[Any]) -> None:
    for entry in describe(encoding.params_model):
        assert entry["label"] and entry["help"], entry["name"]
        assert entry["label"] != entry["name"]
        info = encoding.params_model.model_fields[entry["name"]]
        assert info.description
        if entry["stops"]:
            assert entry["default"] in entry["stops"]
        if entry["type"] in ("integer", "number"):
            assert entry["stops"] == sorted(entry["stops"])
            assert all(entry["minimum"] <= stop <= entry["maximum"] for stop in entry["stops"])
        assert [choice["value"] for choice in entry.get("choices", [])] == list(choices_of(info))


@each
@given(data=st.data())
def test_shape_is_known_before_the_matrix(encoding: Encoding[Any], data: st.DataObject) -> None:
    params = drawn(data, encoding)
    matrix = encoding.matrix(params)
    assert matrix.shape == encoding.shape(params)
    assert matrix.dtype == np.float64
    if getattr(params, "causal", False):
        # NaN is what is masked: all keys after the query, and nothing else.
        np.testing.assert_array_equal(np.isnan(matrix), np.triu(np.ones_like(matrix), 1) > 0)
        matrix = matrix[:, *np.tril_indices(matrix.shape[1])]
    assert np.isfinite(matrix).all()


def places(encoding: Encoding[Any], params: Any, column: int, width: int) -> FloatArray:
    """Return what a column is a wave of."""
    if encoding.dims[0] == "pos":
        return np.asarray(np.arange(params.seq_len) + params.start, dtype=np.float64)
    x, y = grid_positions(params.height, params.width)
    return x if (column < width / 2) == (params.order == "xy") else y


@each
@given(data=st.data())
def test_columns_describe_every_column(encoding: Encoding[Any], data: st.DataObject) -> None:
    params = drawn(data, encoding)
    columns = encoding.columns(params)
    width = encoding.shape(params)[-1]
    assert len(columns.pair) == len(columns.part) == len(columns.wavelength) == width
    matrix = encoding.matrix(params)
    for j, (pair, part, wavelength) in enumerate(
        zip(columns.pair, columns.part, columns.wavelength, strict=True)
    ):
        if pair is None:
            assert part is None
            assert wavelength is None
            continue
        assert wavelength is not None
        positions = places(encoding, params, j, width)
        wave = {"sin": np.sin, "cos": np.cos}[part or ""](2 * np.pi * positions / wavelength)
        np.testing.assert_allclose(matrix[:, j], wave, atol=1e-9)


@with_rows
@given(data=st.data())
def test_a_row_depends_on_its_position_alone(encoding: Encoding[Any], data: st.DataObject) -> None:
    # Divided by the length, the index breaks this law: that is what is wrong with it.
    lawful = {"scale": "none"} if "scale" in encoding.params_model.model_fields else {}
    params = drawn(data, encoding, seq_len=24, **lawful)
    whole = encoding.matrix(params)
    one = encoding.matrix(params.model_copy(update={"start": 7, "seq_len": 1}))
    np.testing.assert_array_equal(one[0], whole[7])


@given(pos=st.integers(1, 40), more=st.integers(1, 100), width=st.integers(1, 8))
def test_an_index_divided_by_the_length_is_bounded_and_depends_on_the_length(
    pos: int, more: int, width: int
) -> None:
    index = REGISTRY["index"]

    def table(rows: int) -> FloatArray:
        return index.matrix(IndexParams(seq_len=rows, d_model=width, scale="length"))

    short, long = table(pos + 1), table(pos + 1 + more)
    for values in (short, long):
        assert values.min() == 0
        assert values.max() < 1
        np.testing.assert_allclose(np.diff(values, axis=0), 1 / len(values), rtol=1e-9)
    np.testing.assert_allclose(long[pos] * (pos + 1 + more), short[pos] * (pos + 1), rtol=1e-12)
    assert (long[pos] < short[pos]).all()


@biases
@given(data=st.data(), seq_len=st.integers(1, 20), more=st.integers(0, 60))
def test_a_bias_does_not_depend_on_the_length(
    encoding: Encoding[Any], data: st.DataObject, seq_len: int, more: int
) -> None:
    params = drawn(data, encoding, seq_len=seq_len)
    longer = encoding.matrix(params.model_copy(update={"seq_len": seq_len + more}))
    np.testing.assert_array_equal(encoding.matrix(params), longer[:, :seq_len, :seq_len])


@biases
@given(data=st.data())
def test_a_bias_knows_relative_positions_only(encoding: Encoding[Any], data: st.DataObject) -> None:
    params = drawn(data, encoding, seq_len=12)
    if getattr(params, "form", "distance") == "column":
        return
    matrix = encoding.matrix(params)
    np.testing.assert_array_equal(matrix[:, 1:, 1:], matrix[:, :-1, :-1])


@in_sentences
@given(data=st.data(), strength=st.sampled_from([0.0, 0.5, 1.0]))
def test_application_to_words(encoding: Encoding[Any], data: st.DataObject, strength: float) -> None:
    width = encoding.width or 8
    sizes = {"seq_len": 5, "d_model": width, "causal": False}
    fitting = {name: size for name, size in sizes.items() if name in encoding.params_model.model_fields}
    params = drawn(data, encoding, **fitting)
    x = np.random.default_rng(0).normal(size=(5, width))
    kept = x.copy()
    inputs = encoding.attention_inputs(x, params, strength)
    np.testing.assert_array_equal(x, kept)
    if strength == 0.0:
        for part in (inputs.q, inputs.k, inputs.v):
            np.testing.assert_allclose(part, x, atol=1e-15)
        assert inputs.bias is None or not inputs.bias.any()
    if encoding.applies == "rotated":
        assert isinstance(encoding, HasFrequencies)
        factor = 1 + strength * (encoding.frequencies(params).attention_factor - 1)
        np.testing.assert_array_equal(inputs.v, x)
        np.testing.assert_allclose(
            np.linalg.norm(inputs.q, axis=1), factor * np.linalg.norm(x, axis=1), rtol=1e-12
        )
    if encoding.applies == "added":
        np.testing.assert_allclose(inputs.q - x, strength * encoding.matrix(params), atol=1e-12)
    if encoding.applies in ("nothing", "bias"):
        np.testing.assert_array_equal(inputs.q, x)
    if encoding.applies == "bias":
        assert inputs.bias is not None
        np.testing.assert_allclose(inputs.bias, strength * encoding.matrix(params)[0], atol=1e-15)


@turning
@given(data=st.data())
def test_every_pair_is_a_point_on_the_unit_circle(encoding: Encoding[Any], data: st.DataObject) -> None:
    params = drawn(data, encoding)
    matrix, columns = encoding.matrix(params), encoding.columns(params)
    for pair in set(columns.pair) - {None}:
        own = [j for j, other in enumerate(columns.pair) if other == pair]
        if len(own) == 2:
            np.testing.assert_allclose((matrix[:, own] ** 2).sum(axis=1), 1.0, atol=1e-12)
    if matrix.shape[1] % 2 == 0:
        # Where every sine has its cosine, all rows are equally long.
        np.testing.assert_allclose(np.linalg.norm(matrix, axis=1), np.sqrt(matrix.shape[1] / 2), atol=1e-12)


@turning
@given(data=st.data())
def test_similarity_depends_on_the_distance_alone(encoding: Encoding[Any], data: st.DataObject) -> None:
    params = drawn(data, encoding, seq_len=12, d_model=16)
    dots = similarity(encoding.matrix(params), encoding.matrix(params))
    np.testing.assert_allclose(dots[1:, 1:], dots[:-1, :-1], atol=1e-12)
    np.testing.assert_allclose(dots, dots.T, atol=1e-12)


@given(
    share=st.sampled_from((0.25, 0.5, 0.75, 1.0)),
    pairing=st.sampled_from(("interleaved", "half")),
    scaling=st.sampled_from(choices_of(RopeParams.model_fields["scaling"])),
    base=st.floats(2, 1e8),
    factor=st.floats(1, 64),
)
def test_a_head_of_which_a_share_turns(
    share: float, pairing: str, scaling: str, base: float, factor: float
) -> None:
    encoding = RopeEncoding()

    def params(**more: Any) -> RopeParams:
        given = {"seq_len": 9, "d_model": 16, "rotary_pct": share, "pairing": pairing, "base": base}
        rule = {"scaling": scaling, "factor": factor, "original_max_len": 4}
        return RopeParams.model_validate({**given, **rule, **more})

    turning = int(8 * share)
    head, own = (encoding.frequencies(params(frequencies=name)) for name in ("head", "rotated"))
    assert head.inv_freq.size == 8
    assert own.inv_freq.size == turning
    assert not head.inv_freq[turning:].any()
    assert np.isinf(head.wavelength[turning:]).all()
    assert head.attention_factor == own.attention_factor
    if share == 1:
        np.testing.assert_array_equal(head.inv_freq, own.inv_freq)
        assert head.effective_base == own.effective_base
    if scaling == "none":
        whole = encoding.frequencies(params(rotary_pct=1))
        np.testing.assert_array_equal(head.inv_freq[:turning], whole.inv_freq[:turning])
    elif head.effective_base is not None:
        # What amounts to another base does so for the whole head.
        plain = encoding.frequencies(params(rotary_pct=1, scaling="none", base=min(head.effective_base, 1e8)))
        if head.effective_base <= 1e8:
            np.testing.assert_allclose(head.inv_freq[:turning], plain.inv_freq[:turning], rtol=1e-9)
    # The columns say which of them turn; the others keep the vector (1, 0).
    for name in ("head", "rotated"):
        columns, matrix = (
            encoding.columns(params(frequencies=name)),
            encoding.matrix(params(frequencies=name)),
        )
        assert columns.pair.count(None) == columns.wavelength.count(None) == 16 - 2 * turning
        for j, pair in enumerate(columns.pair):
            if pair is None:
                assert set(matrix[:, j]) <= {0.0, 1.0}
                assert len(set(matrix[:, j])) == 1


@turning
@given(data=st.data())
def test_frequencies_fall_and_stay_finite(encoding: Any, data: st.DataObject) -> None:
    found = encoding.frequencies(drawn(data, encoding))
    assert np.isfinite(found.inv_freq).all()
    assert (found.inv_freq > 0).all()
    assert (np.diff(found.inv_freq) < 0).all()
    np.testing.assert_allclose(found.wavelength * found.inv_freq, 2 * np.pi)


@given(k=st.integers(-500, 500), width=st.integers(1, 40), start=st.integers(-500, 500), data=st.data())
def test_a_shift_is_a_rotation_that_knows_no_position(
    k: int, width: int, start: int, data: st.DataObject
) -> None:
    encoding = SinusoidalEncoding()
    params = drawn(data, encoding, seq_len=8, start=start, d_model=width)
    blocks, residual = encoding.shift(ShiftParams(**params.model_dump(), k=k))
    assert blocks.shape == (width // 2, 2, 2)
    assert residual <= 1e-12
    np.testing.assert_allclose(np.linalg.det(blocks), 1.0, atol=1e-12)


@given(m=st.integers(-1000, 1000), n=st.integers(-1000, 1000), by=st.integers(-1000, 1000), data=st.data())
def test_a_rope_score_knows_distance_and_direction_only(m: int, n: int, by: int, data: st.DataObject) -> None:
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    q, k = (tuple(row) for row in rng.normal(size=(2, 8)).tolist())
    chosen = {
        "pairing": data.draw(st.sampled_from(("interleaved", "half"))),
        "rotary_pct": data.draw(st.sampled_from((0.25, 0.5, 1.0))),
        "frequencies": data.draw(st.sampled_from(("rotated", "head"))),
        "scaling": data.draw(st.sampled_from(("none", "linear", "ntk", "yarn", "llama3"))),
        "ramp": data.draw(st.sampled_from(("pairs", "turns"))),
    }
    own = data.draw(st.sampled_from((None, 0.8)))
    if own:
        chosen["attention_factor"] = own

    def score(q_pos: int, k_pos: int) -> float:
        params = ScoreParams.model_validate({"q": q, "k": k, "q_pos": q_pos, "k_pos": k_pos, **chosen})
        return RopeEncoding().score(params).score

    assert score(m + by, n + by) == pytest.approx(score(m, n), abs=1e-9)
    if m == n:
        factor = own or (1.1386294361119891 if chosen["scaling"] == "yarn" else 1.0)
        assert score(m, n) == pytest.approx(factor**2 * np.dot(q, k), abs=1e-9)
    elif abs(m - n) < 100 and chosen["scaling"] == "none":
        assert score(m, n) != pytest.approx(score(n, m), abs=1e-12)


@each
@given(order=st.permutations(range(6)))
def test_without_positions_and_mask_attention_is_equivariant(
    encoding: Encoding[Any], order: list[int]
) -> None:
    if encoding.applies is None:
        return
    width = encoding.width or 8
    sizes = {"seq_len": 6, "d_model": width, "causal": False}
    fields = encoding.params_model.model_fields
    params = encoding.params_model(**{name: size for name, size in sizes.items() if name in fields})
    x = np.random.default_rng(1).normal(size=(6, width))

    def outputs(words: FloatArray, strength: float) -> FloatArray:
        inputs = encoding.attention_inputs(words, params, strength)
        return attention(inputs.q, inputs.k, inputs.v, bias=inputs.bias)[1]

    np.testing.assert_allclose(outputs(x[order], 0.0), outputs(x, 0.0)[order], atol=1e-12)
    if encoding.applies == "nothing":
        np.testing.assert_allclose(outputs(x[order], 1.0), outputs(x, 1.0)[order], atol=1e-12)


@each
def test_no_parameter_takes_rubbish(encoding: Encoding[Any]) -> None:
    for bad in ("NaN", "Infinity", "-Infinity", "", "x"):
        for name in (*encoding.params_model.model_fields, "theta"):
            with pytest.raises(ValidationError):
                encoding.params_model.model_validate({name: bad})


@each
def test_every_parameter_changes_the_output(encoding: Encoding[Any]) -> None:
    fields = encoding.params_model.model_fields
    # An odd number of pairs, so that every variant differs.
    sizes = {"seq_len": 5, "start": 1, "d_model": 8 if "height" in fields else 6, "height": 2, "width": 3}
    fixed = {name: value for name, value in sizes.items() if name in fields}
    contexts: list[dict[str, Any]] = [{}]
    if "scaling" in fields:
        kinds = choices_of(fields["scaling"])
        contexts += [{"scaling": kind, "original_max_len": n} for kind in kinds for n in (2, 8, 4096)]
    if "rotary_pct" in fields:
        contexts.append({"rotary_pct": 2 / 3})
    for name in fields:
        changes = [changed(encoding, name, fixed, context) for context in contexts]
        # Zeros stay zeros wherever they start.
        assert any(changes) != (encoding.id == "none" and name == "start"), name


def changed(encoding: Encoding[Any], name: str, fixed: dict[str, Any], context: dict[str, Any]) -> bool:
    """Return whether another value of one parameter gives another matrix, or another attention factor."""
    here = encoding.params_model(**{**fixed, **context})
    other = (
        OTHERS.get(name)
        if name in OTHERS
        else next(stop for stop in stops_of(encoding.params_model, name) if stop != getattr(here, name))
    )
    rest = {} if name == "positions" else fixed
    there = encoding.params_model(**{**rest, **context, name: other})
    a, b = encoding.matrix(here), encoding.matrix(there)
    if a.shape != b.shape or not np.array_equal(a, b, equal_nan=True):
        return True
    if not isinstance(encoding, HasFrequencies):
        return False
    # It is no part of the matrix, but of what attention gets.
    return encoding.frequencies(here).attention_factor != encoding.frequencies(there).attention_factor
