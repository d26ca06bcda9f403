"""Errors as problem+json (RFC 9457) in the reader's language, never with a stack trace."""

import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from http import HTTPStatus
from typing import Any, TypeAlias

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.encodings.params import ParameterError, Translate, parameter_of, values_of
from app.i18n import languages, msg, negotiate, translator
from app.web.headers import is_machine_path, route_path

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
INVALID = "urn:posenc:invalid-parameters"
MOST_PARAMETERS = 256
"""More in one address are refused unread: each would be looked up, and told."""
MOST_FAULTS = 20
"""So many are told; of the others, how many they are."""

_RULES = {
    "greater_than": msg("must be greater than {gt}"),
    "greater_than_equal": msg("must be at least {ge}"),
    "less_than": msg("must be less than {lt}"),
    "less_than_equal": msg("must be at most {le}"),
    "multiple_of": msg("must be a multiple of {multiple_of}"),
    "finite_number": msg("must be finite: NaN and Infinity are refused"),
    "int_parsing": msg("must be a whole number"),
    "int_parsing_size": msg("must be a whole number of reasonable size"),
    "int_from_float": msg("must be a whole number"),
    "int_type": msg("must be a whole number"),
    "float_parsing": msg("must be a number"),
    "float_type": msg("must be a number"),
    "bool_parsing": msg("must be true or false"),
    "literal_error": msg("must be one of: {expected}"),
    "extra_forbidden": msg("there is no such parameter here"),
    "missing": msg("is required"),
    "too_long": msg("may have at most {max_length} entries"),
    "too_short": msg("must have at least {min_length} entries"),
    "string_too_long": msg("may have at most {max_length} characters"),
    "string_too_short": msg("must have at least {min_length} characters"),
}
_TITLES = {
    400: msg("The request cannot be read"),
    404: msg("There is nothing at this address"),
    405: msg("This method is not allowed here"),
    422: msg("The parameters are not valid"),
    500: msg("Something went wrong on the server"),
    503: msg("The server is not ready"),
}
_DETAILS = {
    404: msg("The address may be misspelt. The documentation at /docs lists every path of the API."),
    405: msg("Every path can be read with GET and HEAD only."),
    500: msg("The fault is ours, not yours. It has been logged."),
}

PROBLEM_SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "errors"],
    "properties": {
        "type": {"type": "string", "examples": [INVALID]},
        "title": {"type": "string", "examples": ["The parameters are not valid"]},
        "status": {"type": "integer", "examples": [422]},
        "detail": {"type": "string", "examples": ["base: must be greater than 1 (got 0)"]},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["parameter", "got", "rule"],
                "properties": {
                    "parameter": {"type": ["string", "null"]},
                    "got": {},
                    "rule": {"type": "string"},
                },
            },
        },
    },
}


@dataclass(frozen=True)
class Fault:
    """One parameter, what was given for it, and the rule that it breaks."""

    parameter: str | None
    got: object
    rule: str


@dataclass(frozen=True)
class Problem:
    """What went wrong, in the reader's language."""

    type: str  # "about:blank" where the status says all
    title: str
    status: int
    detail: str
    errors: tuple[Fault, ...]
    lang: str

    def to_dict(self) -> dict[str, Any]:
        """Return the members of the problem+json document."""
        members = asdict(self)
        del members["lang"]
        return members


HtmlError: TypeAlias = Callable[[Request, Problem], Response]


class InvalidParametersError(Exception):
    """Parameters that a route found invalid after the query as such was valid.

    `errors` are as pydantic's ``ValidationError.errors()`` gives them; `model` may word rules its own way.
    """

    def __init__(self, errors: Sequence[Any], model: Any = None) -> None:
        super().__init__(str(errors))
        self.errors = errors
        self.model = model


def language_of(request: Request) -> str:
    """Return an answer's language: of the page's path, else the `lang` parameter, else Accept-Language."""
    for asked in (route_path(request.scope).split("/")[1], request.query_params.get("lang")):
        if asked and asked in languages():
            return asked
    return negotiate(request.headers.get("accept-language"))


@contextmanager
def kernel_rules() -> Iterator[None]:
    """Turn a kernel's refusal, a ``ValueError`` that names its parameter first, into a `ParameterError`.

    Reached only where a parameter's bounds are wider than its kernel's.
    """
    try:
        yield
    except ParameterError:
        raise
    except ValueError as error:
        name = next(iter(str(error).split(maxsplit=1)), "")
        raise ParameterError({name: None}, "{text}", text=str(error)) from error


@dataclass(eq=False)
class ProblemError(Exception):
    """A problem that a route can name: its own kind, and its own words, marked with `msg`."""

    status: int
    kind: str  # a URN
    title: str
    detail: str
    values: Mapping[str, object] = field(default_factory=dict)  # for the placeholders of `detail`
    headers: Mapping[str, str] = field(default_factory=dict)

    def problem(self, lang: str) -> Problem:
        """Return the problem in one language."""
        translate = translator(lang)
        detail = translate(self.detail).format(**self.values)
        return Problem(self.kind, translate(self.title), self.status, detail, (), lang)


def install(app: FastAPI, *, html_error: HtmlError | None = None) -> None:
    """Let an application answer every error as a problem, and errors on pages as HTML if a page is given."""

    def respond(request: Request, problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
        return _respond(request, problem, headers, html_error)

    def on_error(request: Request, error: Exception) -> Response:
        return respond(request, *_problem_and_headers(request, error))

    for kind in (RequestValidationError, InvalidParametersError, ParameterError, ProblemError, HTTPException):
        app.add_exception_handler(kind, on_error)
    app.add_middleware(FewParameters, respond=respond)
    app.add_middleware(CatchAll, respond=respond)


def _problem_and_headers(request: Request, error: Exception) -> tuple[Problem, Mapping[str, str]]:
    lang = language_of(request)
    translate = translator(lang)
    match error:
        case RequestValidationError():
            return _invalid(faults_of(error.errors(), _query_model(request), translate), lang), {}
        case InvalidParametersError():
            return _invalid(faults_of(error.errors, error.model, translate), lang), {}
        case ParameterError():
            return _invalid(_parameter_faults(error, translate), lang), {}
        case ProblemError():
            return error.problem(lang), error.headers
        case HTTPException():
            headers = dict(error.headers or {})
            if "GET" in headers.get("Allow", headers.get("allow", "")):
                headers = {"Allow": "GET, HEAD"}
            return problem_of(error.status_code, lang, error.detail), headers
    raise error


class FewParameters:
    """Refuse an address with more than `MOST_PARAMETERS` before anything reads it."""

    def __init__(self, app: ASGIApp, respond: Callable[[Request, Problem], Response]) -> None:
        self.app = app
        self.respond = respond

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the parameters, and pass the request on if they are few."""
        count = scope.get("query_string", b"").count(b"&") + 1
        if scope["type"] != "http" or count <= MOST_PARAMETERS:
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        lang = language_of(request)
        rule = translator(lang)(msg("an address may have at most {most} parameters"))
        problem = _invalid([Fault(None, count, rule.format(most=MOST_PARAMETERS))], lang)
        await self.respond(request, problem)(scope, receive, send)


class CatchAll:
    """Answer 500 for whatever nobody caught, inside the other middleware, so that their headers are added."""

    def __init__(self, app: ASGIApp, respond: Callable[[Request, Problem], Response]) -> None:
        self.app = app
        self.respond = respond

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Log the exception and answer, unless the answer has already begun."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except Exception:
            log.exception("unhandled error at %s", scope["path"])
            if started:
                raise
            request = Request(scope)
            response = self.respond(request, problem_of(500, language_of(request)))
            await response(scope, receive, send)


def problem_of(status: int, lang: str, detail: str = "") -> Problem:
    """Return the problem that a plain HTTP status stands for; `detail` fills in where it has no text."""
    translate = translator(lang)
    title = translate(_TITLES[status]) if status in _TITLES else HTTPStatus(status).phrase
    text = translate(_DETAILS.get(status, detail))
    return Problem("about:blank", title, status, text or title, (), lang)


def problem_response(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with a problem+json document."""
    content = orjson.dumps(problem.to_dict())
    own = {"Content-Language": problem.lang, "Vary": "Accept-Language", "Cache-Control": "no-store"}
    return Response(content, problem.status, own | dict(headers or {}), media_type=MEDIA_TYPE)


def _respond(
    request: Request, problem: Problem, headers: Mapping[str, str] | None, html_error: HtmlError | None
) -> Response:
    if html_error is None or is_machine_path(route_path(request.scope)):
        return problem_response(problem, headers)
    try:
        response = html_error(request, problem)
    except Exception:
        # An error page that fails must not hide the error.
        log.exception("the error page failed at %s", request.scope["path"])
        return problem_response(problem, headers)
    response.headers.update(headers or {})
    return response


def _invalid(faults: Sequence[Fault], lang: str) -> Problem:
    translate = translator(lang)
    got = translate(msg("got"))
    told, more = tuple(faults[:MOST_FAULTS]), len(faults) - MOST_FAULTS
    # A rule that several parameters break together is named once.
    by_rule: dict[str, list[str]] = {}
    for fault in told:
        given = "" if fault.got is None else f" ({got} {in_json(fault.got)})"
        by_rule.setdefault(fault.rule, []).append(f"{fault.parameter or ''}{given}".strip())
    parts = [f"{', '.join(names)}: {rule}".lstrip(": ") for rule, names in by_rule.items()]
    if more > 0:
        parts.append(and_more(more, translate))
    return Problem(INVALID, translate(_TITLES[422]), 422, "; ".join(parts), told, lang)


def and_more(count: int, translate: Translate) -> str:
    """Say that there are more than what is told."""
    return translate(msg("and {count} more")).format(count=count)


def faults_of(errors: Sequence[Any], model: Any, translate: Translate) -> list[Fault]:
    """Say in one language what is wrong with some parameters, each cause once."""
    faults: list[Fault] = []
    with_bad_items = {_place(error)[0] for error in errors if len(_place(error)) > 1}
    for error in errors:
        cause = error.get("ctx", {}).get("error")
        if isinstance(cause, ParameterError):
            faults += _parameter_faults(cause, translate)
            continue
        place = _place(error)
        if error["type"] == "too_short" and len(place) == 1 and place[0] in with_bad_items:
            continue  # only because its bad entries were not counted
        name = str(place[0]) if place else None
        # What is missing was not given: pydantic shows what was given instead of it.
        got = None if error["type"] == "missing" else _plain(error.get("input"))
        faults.append(Fault(name, got, _rule(error, name, model, translate)))
    # A value that fits no branch of a union is one fault, not one a branch.
    return list(dict.fromkeys(faults))


def _place(error: Any) -> list[Any]:
    return [part for part in error["loc"] if part not in ("query", "path")]


def _parameter_faults(error: ParameterError, translate: Translate) -> list[Fault]:
    return [Fault(name, _plain(got), error.text(translate)) for name, got in error.got.items()]


def _rule(error: Any, name: str | None, model: Any, translate: Translate) -> str:
    kind, context = error["type"], error.get("ctx", {})
    info = getattr(model, "model_fields", {}).get(name)
    own = parameter_of(info) if info else None
    ours = {"less_than_equal": own.rule, "greater_than_equal": own.rule_below}.get(kind) if own else None
    if own and ours:
        return translate(ours).format(**own.values)
    if kind not in _RULES:
        return str(error["msg"])
    if kind == "literal_error":
        choices = values_of(info.annotation) if info else ()
        context = {"expected": ", ".join(map(_choice, choices)) or context["expected"].replace("'", '"')}
    return translate(_RULES[kind]).format(**{key: _number(value) for key, value in context.items()})


def _choice(value: object) -> str:
    """Write one of several values: a name as it is, a sign that could be taken for punctuation quoted."""
    return str(value) if re.fullmatch(r"[\w.-]+", str(value)) else in_json(str(value), quoted=True)


def in_json(value: object, *, quoted: bool = False) -> str:
    """Write a value as JSON does; a text bare, unless it is to be quoted."""
    return value if isinstance(value, str) and not quoted else orjson.dumps(value).decode()


def _number(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _plain(value: object) -> str | int | float | bool | None:
    """Return a value that JSON can hold and that is not longer than a reader wants; a list as it is typed."""
    if isinstance(value, (int, float, bool)) or value is None:
        return value if value is None or abs(value) < 2**53 else str(value)
    if isinstance(value, (list, tuple)):
        value = ",".join(in_json(_plain(item)) for item in value[:MOST_PARAMETERS])
    text = value if isinstance(value, str) else ""
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= 200 else f"{text[:199]}…"


def _query_model(request: Request) -> Any:
    endpoint = request.scope.get("endpoint")
    return getattr(endpoint, "query_model", None)
