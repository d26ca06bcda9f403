"""How a route is made from a model of its query: shared by all routes of the API.

No ``from __future__ import annotations`` here: FastAPI reads the annotations of functions made in closures.
"""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Query, Response
from pydantic import BaseModel, ValidationError, create_model

from app.encodings.params import Params
from app.encodings.protocols import Encoding
from app.web.api.wire import CSV, NPY
from app.web.errors import PROBLEM_SCHEMA, InvalidParametersError

INVALID_ANSWER: dict[int | str, dict[str, Any]] = {
    422: {
        "description": "A parameter is unknown, out of range, or does not fit the others.",
        "content": {"application/problem+json": {"schema": PROBLEM_SCHEMA}},
    }
}
MATRIX_FORMATS: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {
            CSV.partition(";")[0]: {"schema": {"type": "string"}},
            NPY: {"schema": {"type": "string", "format": "binary"}},
        }
    }
}


def endpoint(model: type[BaseModel], answer: Callable[[Any], Response]) -> Callable[..., Response]:
    """Return a route function whose query parameters are the model's fields.

    Parameters
    ----------
    model : type of pydantic model
        The query.
    answer : callable
        From the validated query to the answer.

    Returns
    -------
    callable

    """

    def route(query: Any) -> Response:
        return answer(query)

    route.__annotations__["query"] = Annotated[model, Query()]
    # Where the error handler finds a parameter's own wording of its rule.
    route.query_model = model  # type: ignore[attr-defined]
    return route


def joined(name: str, *parts: type[BaseModel], **fields: Any) -> type[BaseModel]:
    """Return one model with the fields of several: FastAPI reads a query from a single model only.

    Parameters
    ----------
    name : str
        Of the model.
    *parts : type of pydantic model
        Whose fields and validators it has.
    **fields : object
        Further fields, as ``pydantic.create_model`` takes them.

    Returns
    -------
    type of pydantic model

    """
    return create_model(name, __base__=parts, **fields)


def own_params(model: type[Params], query: BaseModel, **changes: Any) -> Params:
    """Return the parameters of one model out of a query, with some of them changed.

    Parameters
    ----------
    model : type of Params
        Whose fields are wanted.
    query : pydantic model
        Has at least these fields.
    **changes : object
        Values that replace those of the query.

    Returns
    -------
    Params

    Raises
    ------
    InvalidParametersError
        If the changes do not fit.

    """
    given = {name: getattr(query, name) for name in model.model_fields}
    try:
        return model(**{**given, **changes})
    except ValidationError as error:
        raise InvalidParametersError(error.errors(), model) from error


def head(encoding: Encoding[Any], params: Params) -> dict[str, Any]:
    """Return what every answer about an encoding begins with.

    Parameters
    ----------
    encoding : Encoding
        Who answers.
    params : Params
        What was asked for.

    Returns
    -------
    dict

    """
    return {"encoding": encoding.id, "parameters": params.model_dump(exclude_none=True)}


def model_name(encoding: Encoding[Any]) -> str:
    """Return what the names of an encoding's query models begin with.

    Parameters
    ----------
    encoding : Encoding
        Any encoding.

    Returns
    -------
    str

    """
    return encoding.id.title().replace("_", "")
