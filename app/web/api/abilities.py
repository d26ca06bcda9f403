"""What only some encodings can do: a table of abilities, and the routes that follow from it."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from fastapi import APIRouter, Response
from pydantic import BaseModel

from app.encodings.params import ParameterError
from app.encodings.protocols import (
    HasBuckets,
    HasClocks,
    HasFrequencies,
    HasNearestPositions,
    HasProfile,
    HasShift,
    HasSlopes,
    Rotates,
)
from app.encodings.registry import Registry
from app.i18n import msg
from app.maths.relative_bias import bias_weights, head_look
from app.web.api.routes import add_of_encoding, head, joined, own_params, refuse_above
from app.web.api.schemas import (
    BucketsAnswer,
    ClocksAnswer,
    FrequenciesAnswer,
    LookalikesAnswer,
    ProfileAnswer,
    RotateAnswer,
    ScoreAnswer,
    ShiftAnswer,
    SlopesAnswer,
    TrackAnswer,
)
from app.web.api.wire import Wire, json_response, rounded_body
from app.web.errors import kernel_rules


@dataclass(frozen=True)
class Ability:
    """A route that every encoding of some protocol has: ``/encodings/{id}/{path}``.

    Its query is the encoding's own model, ``encoding.{name}_model``.
    """

    protocol: type
    name: str
    compute: Callable[[Registry, Any, Any], dict[str, Any]]
    """From registry, encoding and parameters to what the answer holds, not rounded."""
    answer: type[BaseModel]
    summary: str
    exact: frozenset[str] = frozenset()
    """Members that are not rounded, whatever precision is asked for."""
    path: str = ""
    """By default the name; paths are fixed once other programs ask at them."""


def _shift(registry: Registry, encoding: Any, params: Any) -> dict[str, Any]:
    registry.cells(encoding, own_params(encoding.params_model, params))
    blocks, residual = encoding.shift(params)
    return {"k": params.k, "blocks": blocks, "residual": residual}


def _nearest_positions(registry: Registry, encoding: Any, params: Any) -> dict[str, Any]:
    cells = encoding.nearest_positions_cells(params)
    if cells > registry.max_cells:
        raise ParameterError(
            {"window": params.window, "d_model": params.d_model},
            msg("the comparison would need {asked} numbers at once, at most {limit} are allowed"),
            asked=cells,
            limit=registry.max_cells,
        )
    return asdict(encoding.nearest_positions(params))


def _track(registry: Registry, encoding: Any, params: Any) -> dict[str, Any]:
    cells = params.seq_len * len(params.x)
    refuse_above(registry.max_cells, cells, "seq_len × x", {"seq_len": params.seq_len})
    found = encoding.track(params)
    return {"dims": ["pos", "dim"], "shape": found.values.shape, **vars(found)}


def _profile(registry: Registry, encoding: Any, params: Any) -> dict[str, Any]:
    relative = np.arange(-params.reach, params.reach + 1, dtype=np.intp)
    given = {name: getattr(params, name) for name in ("n_heads", "reach") if hasattr(params, name)}
    cells = encoding.profile_heads(params) * relative.size
    refuse_above(registry.max_cells, cells, "n_heads × (2·reach + 1)", given)
    bias = encoding.profile(params, relative)
    return {
        "relative": relative,
        "bias": bias,
        "weights": bias_weights(bias),
        "heads": [asdict(head_look(relative, row)) for row in bias],
    }


def _buckets(registry: Registry, encoding: Any, params: Any) -> dict[str, Any]:
    lengths = {"query_len": params.query_len, "key_len": params.key_len}
    refuse_above(registry.max_cells, params.query_len * params.key_len, "query_len × key_len", lengths)
    buckets = encoding.buckets(params)
    return {"dims": ["query", "key"], "shape": buckets.shape, "values": buckets}


def _clocks(_: Registry, encoding: Any, params: Any) -> dict[str, Any]:
    found = encoding.clocks()
    shown = found.planes if params.plane is None else found.planes[params.plane - 1 : params.plane]
    shares = ("variance_share", "flat_share", "sinusoid_share", "neighbour_share", "random_neighbour_share")
    numbers = ("period", "modulus", "variance_share", "radius_variation")
    return {
        "first_row": found.first_row,
        **{name: getattr(found, name) for name in shares},
        "steps": [{"k": k, "r2": r2, "random_r2": found.random_r2[k]} for k, r2 in found.r2.items()],
        "planes": [
            {name: getattr(plane, name) for name in numbers} | {"turn": plane.turn(params.k)}
            for plane in found.planes
        ],
        "points": [plane.points for plane in shown],
    }


ABILITIES = (
    Ability(
        HasFrequencies,
        "frequencies",
        lambda _, encoding, params: vars(encoding.frequencies(params)),
        FrequenciesAnswer,
        "the frequency of every pair",
        exact=frozenset({"attention_factor", "effective_base"}),
    ),
    Ability(
        HasShift,
        "shift",
        _shift,
        ShiftAnswer,
        "the rotation that shifts any row by k positions",
        exact=frozenset({"k", "residual"}),
    ),
    Ability(
        HasNearestPositions,
        "nearest_positions",
        _nearest_positions,
        LookalikesAnswer,
        "the most similar positions of a window",
        path="lookalikes",
    ),
    Ability(
        Rotates,
        "rotate",
        lambda _, encoding, params: {"values": encoding.rotate(params)},
        RotateAnswer,
        "one vector, rotated",
    ),
    Ability(
        Rotates,
        "score",
        lambda _, encoding, params: vars(encoding.score(params)),
        ScoreAnswer,
        "the score of one query and one key",
    ),
    Ability(Rotates, "track", _track, TrackAnswer, "one vector, rotated for every position"),
    Ability(
        HasSlopes,
        "slopes",
        lambda _, encoding, params: {"slopes": encoding.slopes(params)},
        SlopesAnswer,
        "the slope of every head",
    ),
    Ability(
        HasProfile,
        "profile",
        _profile,
        ProfileAnswer,
        "the bias by relative position, and where each head looks",
    ),
    Ability(HasBuckets, "buckets", _buckets, BucketsAnswer, "the bucket of every query and key"),
    Ability(HasClocks, "clocks", _clocks, ClocksAnswer, "the planes in which its rows turn"),
)
"""In the order of the API's documentation."""


def add_abilities(router: APIRouter, registry: Registry, encoding: Any) -> None:
    """Add the routes of whatever an encoding can do besides its matrix."""
    for ability in ABILITIES:
        if isinstance(encoding, ability.protocol):
            _add(router, registry, encoding, ability)


def _add(router: APIRouter, registry: Registry, encoding: Any, ability: Ability) -> None:
    params_model = getattr(encoding, f"{ability.name}_model")

    def answer(query: Any) -> Response:
        params = own_params(params_model, query)
        with kernel_rules():
            body = ability.compute(registry, encoding, params)
        return json_response({**head(encoding, params), **rounded_body(body, query.precision, ability.exact)})

    model = joined("AbilityQuery", params_model, Wire)
    path = ability.path or ability.name
    add_of_encoding(router, encoding, path, model, answer, ability.summary, response_model=ability.answer)
