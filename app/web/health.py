"""Liveness and readiness, for orchestrators."""

import logging
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request, Response

from app.encodings.params import ParameterError
from app.encodings.registry import Registry
from app.i18n import languages, translations
from app.web.api.wire import json_response
from app.web.errors import PROBLEM_SCHEMA, language_of, problem_of, problem_response

log = logging.getLogger(__name__)

_FRESH = {"Cache-Control": "no-store"}


def build_router(registry: Registry) -> APIRouter:
    """Return the routes ``/healthz`` and ``/readyz``."""
    router = APIRouter(tags=["health"])

    def healthz() -> Response:
        return json_response({"status": "ok"}, headers=_FRESH)

    def readyz(request: Request) -> Response:
        try:
            for lang in languages():
                translations(lang)
            for encoding in registry:
                # A hoster may forbid matrices as large as the default one: that is no fault.
                with suppress(ParameterError):
                    registry.matrix(encoding, encoding.params_model())
        except Exception:
            log.exception("not ready")
            return problem_response(problem_of(503, language_of(request)))
        return json_response({"status": "ready"}, headers=_FRESH)

    answer: dict[int | str, dict[str, Any]] = {
        200: {"content": {"application/json": {"schema": {"type": "object"}}}}
    }
    not_ready = answer | {503: {"content": {"application/problem+json": {"schema": PROBLEM_SCHEMA}}}}
    router.add_api_route("/healthz", healthz, summary="Is the process alive?", responses=answer)
    router.add_api_route("/readyz", readyz, summary="Can it compute?", responses=not_ready)
    return router
