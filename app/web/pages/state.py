"""The state of the page as its address holds it, read leniently: a bad value costs only itself."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import annotated_types
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from app.encodings.params import FARTHEST, Parameter, Translate, choices_of, parameter_of
from app.encodings.protocols import Encoding
from app.encodings.registry import Registry
from app.figures import Figure
from app.i18n import msg
from app.web.api.word_order import MaskChoice, Order, Sentence, Strength, word_order_encodings, words_of
from app.web.errors import Fault, faults_of

WIDEST = 8192

ChosenPosition = Annotated[
    int,
    Field(ge=0, le=FARTHEST),
    Parameter(label=msg("Position"), help=msg("The row of the matrix that you look at, counted from 0.")),
]
ChosenDimension = Annotated[
    int,
    Field(ge=0, lt=WIDEST),
    Parameter(label=msg("Dimension"), help=msg("The column of the matrix that you look at, counted from 0.")),
]


def explorable(registry: Registry) -> list[Encoding[Any]]:
    """Return the encodings that the explorer shows: those whose matrix is position × dimension."""
    return [encoding for encoding in registry if encoding.dims == ("pos", "dim")]


def shown_encodings(registry: Registry) -> list[Encoding[Any]]:
    """Return the encodings that the scripts must know: those of the explorer, and those for a sentence."""
    possible = {encoding.id for encoding in (*explorable(registry), *word_order_encodings(registry))}
    return [encoding for encoding in registry if encoding.id in possible]


def matrix_parameters(registry: Registry) -> dict[str, tuple[Any, Any]]:
    """Return the parameters that the explorer's encodings have a control for.

    A parameter that several encodings share is one slider; the first encoding that has it defines its range.
    """
    found: dict[str, tuple[Any, Any]] = {}
    for encoding in explorable(registry):
        for name, info in encoding.params_model.model_fields.items():
            parameter = parameter_of(info)
            if parameter and parameter.control and (parameter.stops or parameter.choices):
                own: Any = Annotated[(info.annotation, *info.metadata)]
                found.setdefault(name, (own, info.default))
    return found


def state_model(registry: Registry, figures: Iterable[Figure]) -> type[BaseModel]:
    """Return the model of the page's state: chosen cell, every parameter of every encoding and figure."""
    ids = tuple(encoding.id for encoding in explorable(registry))
    applied = tuple(encoding.id for encoding in word_order_encodings(registry))
    titles = {encoding.id: encoding.title for encoding in registry}
    standard = "sinusoidal" if "sinusoidal" in ids else ids[0]
    chosen = Parameter(
        label=msg("Encoding"), help=msg("The rule that gives every position its vector."), choices=titles
    )
    positions = Parameter(
        label=msg("Positions"), help=msg("How the words learn where they stand."), choices=titles
    )
    fields: dict[str, Any] = {
        "encoding": (Annotated[Literal[*ids], chosen], standard),
        "pos": (ChosenPosition, 10),
        "dim": (ChosenDimension, 8),
    }
    fields |= matrix_parameters(registry)
    fields |= {
        "word_encoding": (
            Annotated[Literal[*applied], positions],
            "none" if "none" in applied else applied[0],
        ),
        "mask": (MaskChoice, "none"),
        "strength": (Strength, 1.0),
        "sentence": (Sentence | None, None),
        "order": (Order, None),
    }
    for figure in figures:
        if taken := fields.keys() & figure.parameters.keys():
            raise ValueError(f"{figure.id}: a parameter must have a name of its own, got {sorted(taken)}")
        fields |= figure.parameters
    # Names that it does not know are ignored, since links collect foreign ones.
    return create_model("PageState", __config__=ConfigDict(frozen=True, extra="ignore"), **fields)


@dataclass(frozen=True)
class PageState:
    """What the page shows, and what of its address could not be used."""

    values: Mapping[str, Any]
    faults: tuple[Fault, ...]  # values that fell back to their defaults


def read_state(
    model: type[BaseModel], registry: Registry, query: Mapping[str, str], sentence: str, translate: Translate
) -> PageState:
    """Read the state from a query; whatever is invalid falls back to its default and is reported."""
    given = {name: value for name, value in query.items() if name in model.model_fields}
    faults: list[Fault] = []
    try:
        state = model.model_validate(given)
    except ValidationError as error:
        faults = faults_of(error.errors(), model, translate)
        bad = {str(item["loc"][0]) for item in error.errors() if item["loc"]}
        state = model.model_validate({name: value for name, value in given.items() if name not in bad})
    values = state.model_dump()
    # All are found before any is replaced.
    for fault, instead in list(_misfits(values, registry, sentence, translate)):
        faults.append(fault)
        values[str(fault.parameter)] = instead
    return PageState(values, tuple(faults))


def _misfits(
    values: Mapping[str, Any], registry: Registry, sentence: str, translate: Translate
) -> Iterator[tuple[Fault, object]]:
    """Find values that are fine by themselves but not together, and what to take instead."""

    def fault(name: str, got: object, rule: str, **numbers: int) -> Fault:
        return Fault(name, got, translate(rule).format(**numbers))

    rows = values["seq_len"]
    if (pos := values["pos"]) >= rows:
        rule = msg("must be at most {last}: the matrix has {count} rows")
        yield fault("pos", pos, rule, last=rows - 1, count=rows), rows - 1
    columns = registry[values["encoding"]].width or values["d_model"]
    if (dim := values["dim"]) >= columns:
        rule = msg("must be at most {last}: the matrix has {count} columns")
        yield fault("dim", dim, rule, last=columns - 1, count=columns), columns - 1
    if rows * columns > registry.max_cells:
        yield (
            fault("seq_len", rows, msg("length × width may be at most {limit}"), limit=registry.max_cells),
            64,
        )
    count = len(words_of(values["sentence"] or sentence))
    order = values["order"]
    if order is not None and sorted(order) != list(range(count)):
        rule = msg("must name each of the places 0…{last} once")
        yield fault("order", ",".join(map(str, order)), rule, last=count - 1), None


def control(model: type[BaseModel], name: str, translate: Translate) -> dict[str, Any]:
    """Describe one parameter of the state for its control on the page.

    ``stops`` is None where every whole number is one, ``names`` where the stops have no words.
    """
    info = model.model_fields[name]
    parameter = parameter_of(info)
    assert parameter is not None, f"{name} has no control"  # noqa: S101 (a programming error, not input)
    choices = choices_of(info)
    names = [translate(parameter.choices.get(choice, choice)) for choice in choices]
    return {
        "name": name,
        "label": translate(parameter.label),
        "help": translate(parameter.help),
        "unit": translate(parameter.unit) if parameter.unit else "",
        # The encoding is a slider with named stops; the other named values are choices.
        "kind": "choice" if choices and name != "encoding" else "slider",
        "stops": list(parameter.stops or choices) or None,
        "names": names or None,
        "default": info.default,
        "maximum": next((item.le for item in info.metadata if isinstance(item, annotated_types.Le)), None),
    }
