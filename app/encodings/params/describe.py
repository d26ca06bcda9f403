"""Describes the parameters of a model for clients that build controls from them."""

from typing import Any, Literal, get_args, get_origin

import annotated_types
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from app.encodings.params.parameter import Parameter, Stop, Translate


def parameter_of(info: FieldInfo) -> Parameter | None:
    """Return the `Parameter` that a model's field carries, if any."""
    return next((item for item in info.metadata if isinstance(item, Parameter)), None)


def choices_of(info: FieldInfo) -> tuple[str, ...]:
    """Return the values that a field of ``Literal`` type allows; none for a number."""
    return tuple(get_args(info.annotation)) if get_origin(info.annotation) is Literal else ()


def values_of(annotation: Any) -> tuple[object, ...]:
    """Return the values of the ``Literal`` that a type is or has inside; none for a number."""
    inside = get_args(annotation)
    if get_origin(annotation) is Literal:
        return inside
    return tuple(value for part in inside for value in values_of(part))


def multiple_of(model: type[BaseModel], name: str) -> int:
    """Return what the values of a parameter are multiples of; 1 where any whole number is taken."""
    info = model.model_fields.get(name)
    steps = (
        [item.multiple_of for item in info.metadata if isinstance(item, annotated_types.MultipleOf)]
        if info
        else []
    )
    return int(str(steps[0])) if steps else 1


def stops_of(model: type[BaseModel], name: str) -> tuple[Stop, ...]:
    """Return the values that a slider of this parameter offers and a sweep visits.

    Those are the choices of a choice, and none where there is no slider.
    """
    info = model.model_fields[name]
    parameter = parameter_of(info)
    return (parameter.stops if parameter else ()) or choices_of(info)


def describe(model: type[BaseModel], translate: Translate = str) -> list[dict[str, Any]]:
    """Describe every parameter of a model for a client that builds its controls from it.

    Returns
    -------
    list of dict
        ``name, type, default, minimum, maximum, scale, stops, unit, label, help``; ``exclusive_minimum``,
        ``multiple_of`` and ``choices`` where they apply.
    """
    return [_describe_field(name, info, translate) for name, info in model.model_fields.items()]


def _describe_field(name: str, info: FieldInfo, translate: Translate) -> dict[str, Any]:
    parameter = parameter_of(info) or Parameter(label=name, help=info.description or "")
    choices = choices_of(info)
    entry: dict[str, Any] = {
        "name": name,
        "type": _type_name(info, choices),
        "default": info.default,
        "minimum": None,
        "maximum": None,
        "scale": parameter.scale,
        "stops": list(parameter.stops or choices),
        "unit": _translated(parameter.unit, translate),
        "label": _translated(parameter.label, translate),
        "help": _translated(parameter.help, translate),
    }
    if entry["type"] != "numbers":
        entry |= _bounds(info)
    if choices:
        entry["choices"] = [
            {"value": choice, "label": _translated(parameter.choices.get(choice, choice), translate)}
            for choice in choices
        ]
    return entry


def _translated(text: str, translate: Translate) -> str:
    # gettext answers the empty text with the catalog's header.
    return translate(text) if text else ""


def _type_name(info: FieldInfo, choices: tuple[str, ...]) -> str:
    if choices:
        return "choice"
    names: dict[Any, str] = {int: "integer", float: "number", bool: "boolean", str: "text"}
    # A parameter that may be left out is described as what it is when it is given.
    given = [item for item in get_args(info.annotation) if item is not type(None)]
    return names.get(given[0] if len(given) == 1 else info.annotation, "numbers")


def _bounds(info: FieldInfo) -> dict[str, Any]:
    bounds: dict[str, Any] = {}
    for item in info.metadata:
        if isinstance(item, annotated_types.Ge):
            bounds["minimum"] = item.ge
        elif isinstance(item, annotated_types.Gt):
            bounds |= {"minimum": item.gt, "exclusive_minimum": item.gt}
        elif isinstance(item, annotated_types.Le):
            bounds["maximum"] = item.le
        elif isinstance(item, annotated_types.MultipleOf):
            bounds["multiple_of"] = item.multiple_of
    return bounds
