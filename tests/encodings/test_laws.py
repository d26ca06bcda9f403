"""Laws that every encoding in the registry must keep, whatever it is."""

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pydantic import ValidationError

from app.encodings.params import Stop, choices_of, describe, stops_of
from app.encodings.protocols import Encoding
from app.encodings.registry import Registry, standard_registry
from app.settings import Settings

REGISTRY = standard_registry(Settings().tables_dir)
each = pytest.mark.parametrize("encoding", list(REGISTRY), ids=REGISTRY.ids)


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
    assert np.isfinite(matrix).all()


@each
@given(data=st.data())
def test_columns_describe_every_column(encoding: Encoding[Any], data: st.DataObject) -> None:
    params = drawn(data, encoding)
    columns = encoding.columns(params)
    width = encoding.shape(params)[-1]
    assert len(columns.pair) == len(columns.part) == len(columns.wavelength) == width
    matrix = encoding.matrix(params)
    positions = np.arange(params.seq_len) + params.start
    for j, (pair, part, wavelength) in enumerate(
        zip(columns.pair, columns.part, columns.wavelength, strict=True)
    ):
        if pair is None:
            assert part is None
            assert wavelength is None
            continue
        assert wavelength is not None
        wave = {"sin": np.sin, "cos": np.cos}[part or ""](2 * np.pi * positions / wavelength)
        np.testing.assert_allclose(matrix[:, j], wave, atol=1e-9)


@each
@given(data=st.data())
def test_a_row_depends_on_its_position_alone(encoding: Encoding[Any], data: st.DataObject) -> None:
    params = drawn(data, encoding, seq_len=24)
    whole = encoding.matrix(params)
    one = encoding.matrix(params.model_copy(update={"start": 7, "seq_len": 1}))
    np.testing.assert_array_equal(one[0], whole[7])


@each
@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), strength=st.sampled_from([0.0, 0.5, 1.0]))
def test_application_to_words(encoding: Encoding[Any], data: st.DataObject, strength: float) -> None:
    width = encoding.width or 8
    sizes = {"seq_len": 5} | ({} if encoding.width else {"d_model": width})
    params = drawn(data, encoding, **sizes)
    x = np.random.default_rng(0).normal(size=(5, width))
    kept = x.copy()
    inputs = encoding.attention_inputs(x, params, strength)
    np.testing.assert_array_equal(x, kept)
    if strength == 0.0:
        for part in (inputs.q, inputs.k, inputs.v):
            np.testing.assert_allclose(part, x, atol=1e-15)
    if encoding.applies == "rotated":
        np.testing.assert_array_equal(inputs.v, x)
        np.testing.assert_allclose(np.linalg.norm(inputs.q, axis=1), np.linalg.norm(x, axis=1))
    if encoding.applies == "added":
        np.testing.assert_allclose(inputs.q - x, strength * encoding.matrix(params), atol=1e-12)
    if encoding.applies == "nothing":
        np.testing.assert_array_equal(inputs.q, x)


@each
@pytest.mark.parametrize("bad", ["NaN", "Infinity", "-Infinity", "", "x"])
def test_no_parameter_takes_rubbish(encoding: Encoding[Any], bad: str) -> None:
    for name in encoding.params_model.model_fields:
        with pytest.raises(ValidationError):
            encoding.params_model(**{name: bad})
    with pytest.raises(ValidationError):
        encoding.params_model.model_validate({"theta": bad})


@each
def test_every_parameter_changes_the_output(encoding: Encoding[Any], registry: Registry) -> None:
    # An odd number of pairs, so that every variant differs.
    fixed = {"seq_len": 5, "start": 1}
    if "d_model" in encoding.params_model.model_fields:
        fixed["d_model"] = 6
    here = encoding.params_model(**fixed)
    for name in encoding.params_model.model_fields:
        other: Any = {"start": 3, "positions": (4.0, 9.0)}.get(name) or next(
            stop for stop in stops_of(encoding.params_model, name) if stop != getattr(here, name)
        )
        given_fixed = {} if name == "positions" else fixed
        there = encoding.params_model(**{**given_fixed, name: other})
        a, b = registry.matrix(encoding, here), registry.matrix(encoding, there)
        same = a.shape == b.shape and bool((a == b).all())
        # Zeros stay zeros wherever they start.
        assert same == (encoding.id == "none" and name == "start"), name
