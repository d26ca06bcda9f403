"""The composition root: everything is made here and handed down; nothing is global."""

import gc
import logging
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI

from app.encodings.registry import Registry, standard_registry
from app.i18n import Languages, speaking
from app.model.service import RealModel
from app.settings import Settings
from app.web import assets, errors, health
from app.web.answers import Answers
from app.web.api import router as api
from app.web.conditional import ConditionalGet, edition
from app.web.headers import HeadAsGet, SecurityHeaders, SubPath
from app.web.languages import SpeakLanguages
from app.web.pages import docs, rendering
from app.web.sections import SECTIONS, Outline, Section
from app.web.site import Site

THREADS = 16
"""So many requests are computed at once; more would compete for Python's lock and for memory."""

_TITLE = "Order matters: the API"
_DESCRIPTION = """Positional encodings as numbers. Every path is read with GET or HEAD, every answer is pure
and cacheable, positions count from 0, `null` marks a masked cell. Errors are problem+json (RFC 9457), in the
language of the `lang` parameter or of Accept-Language."""


def create_app(
    settings: Settings | None = None,
    registry: Registry | None = None,
    model: RealModel | None = None,
    sections: Iterable[Section] = SECTIONS,
) -> FastAPI:
    """Build the application: by default as the environment says, with all encodings and the model, if any."""
    with _without_collection():
        return _create_app(settings, registry, model, sections)


def _create_app(
    settings: Settings | None, registry: Registry | None, model: RealModel | None, sections: Iterable[Section]
) -> FastAPI:
    settings = settings or Settings()
    logging.getLogger("app").setLevel(settings.log_level.upper())
    spoken = Languages(settings.catalogs_dir)
    site = Site(
        settings=settings,
        registry=registry or standard_registry(settings.tables_dir, max_cells=settings.max_cells),
        outline=Outline(sections),
        model=model or RealModel(settings.model_dir, settings.model_file),
        assets=assets.Assets(settings),
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = THREADS
        with speaking(spoken), _without_collection():
            pages.warm_up()
        pool = site.assets.warm_up()
        yield
        pool.shutdown(wait=False, cancel_futures=True)

    app = FastAPI(
        title=_TITLE, description=_DESCRIPTION, version="1", docs_url=None, redoc_url=None, lifespan=lifespan
    )
    app.include_router(api.build_router(site))
    app.include_router(health.build_router(site.registry))
    app.include_router(docs.build_router(site.assets, _TITLE))
    app.include_router(assets.build_router(site.assets))
    with speaking(spoken):
        pages = rendering.Pages(site)
        pages.room.check(settings.max_cells)
        app.include_router(rendering.build_router(pages, settings.root_path))

    # The last one added sees a request first.
    errors.install(app, html_error=pages.problem)
    app.add_middleware(ConditionalGet, edition=edition(site.assets.build_id, settings, site.model.source))
    app.add_middleware(SecurityHeaders, frame_ancestors=settings.frame_ancestors)
    app.add_middleware(
        Answers, spoken=spoken, most_bytes=settings.answer_cache_mb * 2**20, stamp=site.assets.stamp
    )
    app.add_middleware(HeadAsGet)
    app.add_middleware(SubPath, root_path=settings.root_path)
    app.add_middleware(SpeakLanguages, spoken=spoken)
    return app


@contextmanager
def _without_collection() -> Iterator[None]:
    """Let the garbage collector rest: nearly all that is made at the start stays."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
