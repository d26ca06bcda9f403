"""All routes below ``/api``."""

from fastapi import APIRouter

from app.web.api.addition import add_sum
from app.web.api.encodings import add_encodings
from app.web.api.evidence import add_evidence
from app.web.api.images import add_images
from app.web.api.quiz import add_quiz
from app.web.api.real_model import add_real_model
from app.web.api.routes import INVALID_ANSWER
from app.web.api.teaching import add_lessons
from app.web.api.word_order import add_word_order
from app.web.site import Site


def build_router(site: Site) -> APIRouter:
    """Return the routes, in the order of the API's documentation."""
    router = APIRouter(prefix="/api", responses={**INVALID_ANSWER})
    add_encodings(router, site.registry)
    add_images(router)
    add_word_order(router, site.registry)
    add_sum(router, site.registry)
    add_lessons(router, site.registry)
    add_quiz(router, site.registry)
    add_real_model(router, site.model)
    add_evidence(router, site.settings.results_dir)
    return router
