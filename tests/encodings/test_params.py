from typing import Annotated, Literal

import numpy as np
import pytest
from pydantic import BaseModel, ValidationError

from app.encodings.params import (
    FormulaParams,
    ParameterError,
    describe,
    preferred_numbers,
    split_numbers,
    stops_of,
)
from app.encodings.rope import RopeParams
from app.encodings.sinusoidal import SinusoidalParams
from app.i18n import translator


def test_base_has_ten_stops_a_decade_and_the_bases_of_real_models() -> None:
    stops = preferred_numbers(1, 7)
    assert len(stops) == 61
    assert stops[:11] == (10, 12.5, 16, 20, 25, 31.5, 40, 50, 63, 80, 100)
    assert stops[-1] == 10_000_000
    assert {10_000, 500_000, 1_000_000, 8_000_000} <= set(stops)
    ratios = np.array(stops[1:]) / np.array(stops[:-1])
    assert ratios.min() > 1.24
    assert ratios.max() < 1.29


def test_widths_of_rope_are_even() -> None:
    assert 5 in stops_of(SinusoidalParams, "d_model")
    assert all(int(width) % 2 == 0 for width in stops_of(RopeParams, "d_model"))
    with pytest.raises(ValidationError, match="multiple of 2"):
        RopeParams(d_model=5)


def test_description_of_base_in_german() -> None:
    base = next(item for item in describe(RopeParams, translator("de")) if item["name"] == "base")
    assert base["label"] == "Basis"
    assert base["type"] == "number"
    assert base["minimum"] == base["exclusive_minimum"] == 1
    assert base["maximum"] == 1e8
    assert base["scale"] == "log"
    assert base["default"] == 10_000
    assert base["unit"] == ""


def test_description_of_a_field_without_words() -> None:
    class Bare(BaseModel):
        kind: Literal["a", "b"] = "a"
        on: Annotated[bool, "no parameter object"] = False

    kind, on = describe(Bare)
    assert kind["label"] == "kind"
    assert kind["choices"] == [{"value": "a", "label": "a"}, {"value": "b", "label": "b"}]
    assert on["type"] == "boolean"


def test_positions_set_the_length() -> None:
    params = FormulaParams.model_validate({"positions": ["50, -50,2.5"]})
    assert params.positions == (50.0, -50.0, 2.5)
    assert params.seq_len == 3
    np.testing.assert_array_equal(params.position_array(), [50, -50, 2.5])
    assert FormulaParams(**params.model_dump()) == params


@pytest.mark.parametrize("clash", [{"seq_len": 4}, {"start": 1}])
def test_positions_exclude_a_length(clash: dict[str, int]) -> None:
    with pytest.raises(ValidationError, match="either positions or a length"):
        FormulaParams.model_validate({"positions": "1,2", **clash})


@pytest.mark.parametrize("positions", ["", ",", "1,,2", "1,NaN", "1e9", "1;2", [], 7, [[1]]])
def test_bad_positions(positions: object) -> None:
    with pytest.raises(ValidationError):
        FormulaParams.model_validate({"positions": positions})


def test_start_moves_the_positions() -> None:
    np.testing.assert_array_equal(FormulaParams(start=-2, seq_len=3).position_array(), [-2, -1, 0])


def test_only_text_is_split() -> None:
    assert split_numbers("1,2") == ("1", "2")
    assert split_numbers(["1", "2"]) == ("1", "2")
    assert split_numbers((1, 2)) == (1, 2)


def test_parameters_are_frozen_and_know_their_names() -> None:
    params = SinusoidalParams()
    with pytest.raises(ValidationError, match="frozen"):
        params.base = 5.0  # type: ignore[misc]
    with pytest.raises(ValidationError, match="Extra inputs"):
        SinusoidalParams.model_validate({"theta": 1})


def test_parameter_error_says_all() -> None:
    error = ParameterError({"a": 1, "b": "x"}, "at most {most}", most=3)
    assert str(error) == "a: got 1, b: got 'x': at most 3"
    assert error.text(lambda rule: f"höchstens {rule[-6:]}") == "höchstens 3"
