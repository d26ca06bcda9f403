"""The state of the page as its address holds it, read leniently: a bad value costs only itself."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import annotated_types
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from app.encodings.params import (
    BIAS_HEADS,
    FARTHEST,
    Parameter,
    Translate,
    choices_of,
    multiple_of,
    parameter_of,
)
from app.encodings.protocols import Encoding
from app.encodings.registry import Registry
from app.figures import Figure
from app.i18n import format_number, msg, translator
from app.web.api.word_order import MaskChoice, Order, Sentence, Strength, word_order_encodings
from app.web.errors import faults_of
from app.web.pages.notices import Notices, notices_of
from app.web.pages.room import Room
from app.web.sentences import words_of

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
    notices: Notices


def read_state(
    model: type[BaseModel], registry: Registry, room: Room, query: Mapping[str, str], sentence: str, lang: str
) -> PageState:
    """Read the state from a query; what is invalid falls back to its default, what does not fit is fitted.

    A notice is for what the address names; what only follows from another value is fitted silently.
    """
    translate = translator(lang)
    given = {name: value for name, value in query.items() if name in model.model_fields}
    rules: dict[str, str] = {}
    try:
        state = model.model_validate(given)
    except ValidationError as error:
        for fault in faults_of(error.errors(), model, translate):
            rules.setdefault(str(fault.parameter), fault.rule)
        state = model.model_validate({name: value for name, value in given.items() if name not in rules})
    values = state.model_dump()
    if values["sentence"] is not None:
        # Scripts part its words at single spaces.
        values["sentence"] = " ".join(words_of(values["sentence"]))
    for name, rule, instead in _misfits(values, registry, room, sentence, lang):
        values[name] = instead
        if name in given:
            rules.setdefault(name, rule)
    replaced = {name: (rule, _in_words(model, name, values, sentence, lang)) for name, rule in rules.items()}
    return PageState(values, notices_of(query, replaced, model.model_fields, translate))


def _misfits(
    values: Mapping[str, Any], registry: Registry, room: Room, sentence: str, lang: str
) -> Iterator[tuple[str, str, object]]:
    """Find values that are fine by themselves but not together, with the rule, and what to take instead.

    What was found before is replaced already. ``core/questions.js`` fits the same values while sliders move.
    """

    def rule(text: str, **numbers: int) -> str:
        written = {name: format_number(number, lang) for name, number in numbers.items()}
        return translator(lang)(text).format(**written)

    if values["d_model"] > room.widest:
        told = rule(msg("the figures have room for {limit} columns at most"), limit=room.widest)
        yield "d_model", told, room.widest
    longest = room.longest(values)
    if values["seq_len"] > longest:
        told = rule(msg("the figures have room for {limit} positions at most"), limit=longest)
        yield "seq_len", told, longest
    rows = values["seq_len"]
    if values["pos"] >= rows:
        told = rule(msg("the last of the {count} rows is {last}"), count=rows, last=rows - 1)
        yield "pos", told, rows - 1
    columns = _columns(registry[values["encoding"]], values["d_model"])
    if values["dim"] >= columns:
        told = rule(msg("the last of the {count} columns is {last}"), count=columns, last=columns - 1)
        yield "dim", told, columns - 1
    heads = BIAS_HEADS if values.get("bias_kind") == "t5" else values.get("bias_heads", 0)
    if "bias_head" in values and values["bias_head"] >= heads:
        told = rule(msg("the last of the {count} heads is {last}"), count=heads, last=heads - 1)
        yield "bias_head", told, heads - 1
    count = len(words_of(values["sentence"] or sentence))
    if values["order"] is not None and sorted(values["order"]) != list(range(count)):
        yield "order", rule(msg("must name each of the places 0…{last} once"), last=count - 1), None


def _columns(encoding: Encoding[Any], d_model: int) -> int:
    """Return the width of an encoding's matrix: that of its table, or a multiple of what it needs."""
    if encoding.width is not None:
        return encoding.width
    step = multiple_of(encoding.params_model, "d_model")
    return max(step, d_model - d_model % step)


def _in_words(model: type[BaseModel], name: str, values: Mapping[str, Any], sentence: str, lang: str) -> str:
    """Say what is shown of a parameter, as the page writes it."""
    value, translate = values[name], translator(lang)
    if name == "sentence":
        return translate(msg("“{text}”")).format(text=value or sentence)
    if name == "order":
        return translate(msg("the reverse order"))
    if isinstance(value, str):
        described = control(model, name, translate)
        return translate(msg("“{text}”")).format(text=described["names"][described["stops"].index(value)])
    return format_number(value, lang).replace("-", "−")


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
