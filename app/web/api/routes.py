"""How a route is made from a model of its query: shared by all routes of the API.

No ``from __future__ import annotations`` here: FastAPI reads the annotations of functions made in closures.
"""

from collections.abc import Callable, Collection
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ValidationError, create_model

from app.encodings.params import ParameterError, Params
from app.encodings.protocols import Encoding
from app.i18n import msg
from app.web.api.wire import CSV, NPY, Wire, json_response, rounded_body
from app.web.errors import PROBLEM_SCHEMA, InvalidParametersError, language_of

P = TypeVar("P", bound=Params)

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
    """Return a route function whose query parameters are the model's fields."""

    def route(query: Any) -> Response:
        return answer(query)

    return _with_query(route, model)


def localised(model: type[BaseModel], body: Callable[[Any, str], dict[str, Any]]) -> Callable[..., Response]:
    """Return a route function that answers in the reader's language, which `body` is given."""

    def route(request: Request, query: Any) -> Response:
        lang = language_of(request)
        return json_response(body(query, lang), headers={"Content-Language": lang, "Vary": "Accept-Language"})

    return _with_query(route, model)


def _with_query(route: Callable[..., Response], model: type[BaseModel]) -> Callable[..., Response]:
    route.__annotations__["query"] = Annotated[model, Query()]
    # Where the error handler finds a parameter's own wording of its rule.
    route.query_model = model  # type: ignore[attr-defined]
    return route


def joined(name: str, *parts: type[BaseModel], **fields: Any) -> type[BaseModel]:
    """Return one model with the fields of several: FastAPI reads a query from a single model only."""
    return create_model(name, __base__=parts, **fields)


def add_numbers(
    router: APIRouter,
    path: str,
    params_model: type[P],
    compute: Callable[[P], dict[str, Any]],
    *,
    exact: Collection[str] = (),
    **documented: Any,
) -> None:
    """Add a route that answers with its parameters and with numbers, rounded but for `exact`."""

    def answer(query: Any) -> Response:
        params = own_params(params_model, query)
        body = rounded_body(compute(params), query.precision, exact)
        return json_response({"parameters": params.model_dump(), **body})

    name = path.strip("/").replace("/", "-")
    model = joined(f"{name}-query", params_model, Wire)
    router.add_api_route(path, endpoint(model, answer), name=name, **documented)


def own_params(model: type[P], query: BaseModel, **changes: Any) -> P:
    """Return the parameters of one model out of a query, with some of them changed."""
    given = {name: getattr(query, name) for name in model.model_fields}
    try:
        return model(**{**given, **changes})
    except ValidationError as error:
        raise InvalidParametersError(error.errors(), model) from error


def refuse_above(limit: int, asked: int, product: str, given: dict[str, Any]) -> None:
    """Refuse what would need more than so many numbers or steps, before memory or time is taken."""
    if asked > limit:
        raise ParameterError(
            given,
            msg("{product} may be at most {limit}, asked for {asked}"),
            product=product,
            limit=limit,
            asked=asked,
        )


def head(encoding: Encoding[Any], params: Params) -> dict[str, Any]:
    """Return what every answer about an encoding begins with."""
    return {"encoding": encoding.id, "parameters": params.model_dump(exclude_none=True)}


def add_of_encoding(
    router: APIRouter,
    encoding: Any,
    name: str,
    model: type[BaseModel],
    answer: Callable[[Any], Response],
    summary: str,
    **documented: Any,
) -> None:
    """Add the route ``/encodings/{id}/{name}``."""
    router.add_api_route(
        f"/encodings/{encoding.id}/{name}",
        endpoint(model, answer),
        name=f"{encoding.id}-{name}",
        summary=f"{encoding.title}: {summary}",
        tags=["encodings"],
        **documented,
    )
