"""The pages people read: the explainer, the API and the licences, in every language."""

import json
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any
from urllib.parse import quote, urlencode

from babel.core import Locale
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, select_autoescape
from markupsafe import Markup
from starlette.datastructures import QueryParams

from app.claims import Claims
from app.encodings.comparison import SIZES
from app.encodings.params import describe
from app.figures import Specifications
from app.figures.theme import templates as themes
from app.i18n import (
    alphabetical,
    format_number,
    languages,
    msg,
    separators,
    translations,
    translator,
)
from app.listings.listing import LISTINGS
from app.listings.notebook import notebook
from app.quiz import QUESTIONS
from app.web.api.quiz import described
from app.web.errors import Problem, language_of
from app.web.pages import examples, licences
from app.web.pages.comparison import comparison_rows
from app.web.pages.controls import Controls
from app.web.pages.holes import CompiledOnce, Form, Holes
from app.web.pages.limits import limits
from app.web.pages.now import Now, for_script
from app.web.pages.room import Room
from app.web.pages.sources import Sources
from app.web.pages.state import (
    PageState,
    matrix_parameters,
    read_state,
    shown_encodings,
    state_model,
)
from app.web.pages.untranslated import MarkedTranslations, Untranslated
from app.web.pages.words import page_words
from app.web.site import Site

SENTENCE = msg("dog bites man")
NOTEBOOK_NAME = msg("positional-encoding.ipynb")

FIRST_CONTROLS = ("pos", "dim", "base")
"""What the explorer is mostly played with; the other sliders follow, choices come last."""


FIRST_FIGURES = 2
"""So many figures are near when the page opens; the scripts of the others come when the reader does."""


_FIGURES = "figures/"


class Pages:
    """Templates, figures and words of every language, built once."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._model = state_model(site.registry, site.outline.figures.values())
        self.room = Room(site.registry, self._model, site.outline.figures.values())
        self._matrix_parameters = matrix_parameters(site.registry)
        self._claims = Claims(site.registry)
        self._sources = Sources()
        compiled = CompiledOnce()
        self._environments = {lang: self._environment(lang, compiled) for lang in languages()}
        self._controls = {lang: Controls(self._model, lang) for lang in languages()}
        self._sentences = {lang: translator(lang)(SENTENCE) for lang in languages()}
        self._names = {
            lang: (Locale.parse(lang).get_display_name(lang) or lang).capitalize() for lang in languages()
        }
        # By language and path: as many as there are pages.
        self._forms: dict[tuple[str, str], Form] = {}
        scripts = site.settings.static_dir / "js"
        self._modules = sorted(
            file.relative_to(site.settings.static_dir).as_posix()
            for folder in ("core", "controls")
            for file in (scripts / folder).glob("*.js")
            if file.stem != "types"
        )

    @cached_property
    def _specifications(self) -> dict[str, dict[str, Any]]:
        built = Specifications(self._site.outline.figures.values())
        return {lang: built.worded(translator(lang)) for lang in languages()}

    @cached_property
    def _themes(self) -> dict[str, Any]:
        return themes()

    def warm_up(self) -> None:
        """Make the explainer in every language, so that its first reader does not wait for it."""
        for lang in languages():
            self.page(lang, "", QueryParams(), "")

    def explainer(self, request: Request, lang: str) -> Response:
        """Render the explainer in one language, in the state that the address holds."""
        return self._live(request, lang, "")

    def figure(self, request: Request, lang: str, figure_id: str) -> Response:
        """Render one figure alone, with its controls, in the state that the address holds."""
        if figure_id not in self._site.outline.figures:
            raise HTTPException(404)
        return self._live(request, lang, f"{_FIGURES}{figure_id}")

    def _live(self, request: Request, lang: str, path: str) -> Response:
        return HTMLResponse(self.page(lang, path, request.query_params, str(request.base_url)))

    def page(self, lang: str, path: str, query: QueryParams, base_url: str) -> bytes:
        """Write a page with figures: its form is made when it is first asked for, and then only filled."""
        form = self._forms.get((lang, path))
        if form is None:
            # Two threads may make the same form; both are equal.
            form = self._forms[lang, path] = Form(*self.template(lang, path))
        return form.fill(self.now(lang, path, query, base_url))

    def template(self, lang: str, path: str) -> tuple[Template, dict[str, Any]]:
        """Return the template of a page with figures, and all that it needs beside what fills its holes."""
        translate = translator(lang)
        outline = self._site.outline
        controls = self._controls[lang].described
        if path:
            figure_id = path.removeprefix(_FIGURES)
            figures = [figure_id]
            name = "figure.html"
            own: dict[str, Any] = {
                "figure": figure_id,
                "title": translate(outline.figures[figure_id].title),
                "anchor": outline.section_of[figure_id].anchor,
            }
        else:
            figures = list(outline.figures)
            name = "explainer.html"
            rows = comparison_rows(self._site.registry, lang)
            own = {
                "contents": [{"id": one.anchor, "title": translate(one.title)} for one in outline.sections],
                "sections": [section.template for section in outline.sections],
                "comparison": rows,
                "counts": {row["id"]: row["count"] for row in rows},
                "counted_for": SIZES,
            }
        values = {
            "controls": controls,
            "explorer_controls": sorted(
                self._matrix_parameters.keys() | {"pos", "dim"},
                key=lambda name: (
                    name not in FIRST_CONTROLS,
                    controls[name]["kind"] == "choice",
                    list(controls).index(name),
                ),
            ),
            "modules": [*self._modules, *self._figure_modules(figures[:FIRST_FIGURES])],
            "languages": self._names,
            "other_page_data": self._other_page_data(lang, figures),
            "questions": [described(question, translate) for question in QUESTIONS],
        }
        return self._environments[lang].get_template(name), values | own

    def now(self, lang: str, path: str, query: QueryParams, base_url: str) -> Now:
        """Return what fills the holes of a page: the state, and links that hold the request's address."""
        state = self._state(query, lang)
        base = base_url.rstrip("/")
        return Now(
            state=state.values,
            sentence=state.values["sentence"] or self._sentences[lang],
            notices=state.notices,
            controls=self._controls[lang].shown(state.values),
            canonical=f"{base}/{lang}/{path}",
            alternates={code: f"{base}/{code}/{path}" for code in languages()}
            | ({} if path else {"x-default": f"{base}/"}),
            picture=f"{base}/static/{self._site.assets.build_id}/preview.png",
            links=self._links(query, path),
        )

    def _state(self, query: QueryParams, lang: str) -> PageState:
        sentence = self._sentences[lang]
        return read_state(self._model, self._site.registry, self.room, query, sentence, lang)

    def _figure_modules(self, figures: Sequence[str]) -> list[str]:
        folder = self._site.settings.static_dir / "js" / "figures"
        # The clocks are a part of the explorer, with a script of their own.
        names = [*figures, *(("clocks",) if "explorer" in figures else ())]
        return [f"js/figures/{name}.js" for name in names if (folder / f"{name}.js").is_file()]

    def api(self, request: Request, lang: str) -> Response:
        """Render how programs ask, with lines that hold the address of this server."""
        translate = translator(lang)
        base = str(request.base_url).rstrip("/")
        page = self._render(
            lang,
            "api.html",
            programming=examples.LANGUAGES,
            examples=[
                {
                    "id": example.id,
                    "title": translate(example.title),
                    "text": translate(example.text),
                    "lines": example.lines(base, lang),
                }
                for example in examples.EXAMPLES
            ],
            canonical=f"{base}/{lang}/api",
            alternates={code: f"{base}/{code}/api" for code in languages()},
            languages=self._names,
            links=self._links(request.query_params, "api"),
        )
        return HTMLResponse(page)

    def notebook(self, request: Request, lang: str) -> Response:
        """Give the code as a notebook, with the values that the address holds."""
        translate = translator(lang)
        state = self._state(request.query_params, lang).values
        document = notebook(translate, state["seq_len"], state["d_model"], state["base"])
        return Response(
            json.dumps(document, ensure_ascii=False, indent=1),
            media_type="application/x-ipynb+json",
            headers={"Content-Disposition": _attachment(translate(NOTEBOOK_NAME))},
        )

    def licences(self, request: Request, lang: str) -> Response:
        """Render what the product contains from others, with version, licence and its text."""
        listed = licences.works(self._site.settings)
        # Several works share one text.
        texts = {text: f"licence-{place}" for place, text in enumerate(dict.fromkeys(w.text for w in listed))}
        return HTMLResponse(self._render(lang, "licences.html", works=listed, texts=texts))

    def problem(self, request: Request, problem: Problem) -> Response:
        """Render an error for people."""
        page = self._render(problem.lang, "problem.html", title=problem.title, detail=problem.detail)
        return HTMLResponse(
            page, problem.status, headers={"Vary": "Accept-Language", "Cache-Control": "no-store"}
        )

    def _environment(self, lang: str, compiled: CompiledOnce) -> Environment:
        environment = Environment(
            loader=FileSystemLoader(self._site.settings.templates_dir),
            bytecode_cache=compiled,
            extensions=["jinja2.ext.i18n", Holes, Untranslated],
            autoescape=select_autoescape(default=True),
            undefined=StrictUndefined,
            # Templates belong to the code that fills them: an update on disk takes effect with the restart.
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        catalog = MarkedTranslations(translations(lang))
        environment.install_gettext_translations(catalog, newstyle=True)  # type: ignore[attr-defined]
        environment.filters["alphabetical"] = alphabetical
        root = self._site.settings.root_path
        environment.globals.update(
            asset=self._site.assets.url,
            root=root,
            lang=lang,
            plotly_words=self._plotly_words(lang),
            home=f"{root}/{lang}/",
            listings=LISTINGS,
            figures=self._site.outline.figures,
            headings=self._site.outline.headings,
            claim=lambda name: self._claim(name, lang),
            ref=partial(self._sources.ref, translator(lang)),
            sources=self._sources,
        )
        return environment

    def _plotly_words(self, lang: str) -> str | None:
        """Give the path of Plotly's own words in a language, if there are any."""
        path = f"vendor/plotly/plotly-locale-{lang}.js"
        return path if (self._site.settings.static_dir / path).is_file() else None

    def _claim(self, name: str, lang: str) -> Markup:
        """Write a number that the text states: computed, in the language's format, marked for the tests."""
        claim = self._claims[name]
        text = format_number(claim.shown, lang, claim.digits).replace("-", "−")
        return Markup('<data class="claim" data-claim="{}" value="{}" translate="no">{}</data>').format(
            name, claim.value, text
        )

    def _render(self, lang: str, template: str, **values: Any) -> str:
        return self._environments[lang].get_template(template).render(values)

    def _links(self, query: QueryParams, path: str) -> dict[str, str]:
        text = f"?{urlencode(query.multi_items(), safe=',')}" if query else ""
        root = self._site.settings.root_path
        return {lang: f"{root}/{lang}/{path}{text}" for lang in languages()}

    def _other_page_data(self, lang: str, figures: Sequence[str]) -> Markup:
        """Write what the scripts are handed beside the state, without the brace that opens it."""
        translate = translator(lang)
        encodings = [
            {
                "id": encoding.id,
                "title": translate(encoding.title),
                "summary": translate(encoding.summary),
                **{name: getattr(encoding, name) for name in ("family", "value_limit", "width", "max_rows")},
                "parameters": {
                    described["name"]: {"multiple_of": described.get("multiple_of")}
                    for described in describe(encoding.params_model)
                    if described["name"] in self._matrix_parameters
                },
            }
            for encoding in shown_encodings(self._site.registry)
        ]
        controls = self._controls[lang]
        data = {
            "lang": lang,
            "separators": separators(lang),
            "api": f"{self._site.settings.root_path}/api",
            "defaults": controls.defaults,
            "parameters": {
                name: {key: described[key] for key in ("name", "label", "kind", "stops", "names", "unit")}
                for name, described in controls.described.items()
            },
            "encodings": encodings,
            "limits": limits(self.room),
            "figures": {name: spec for name, spec in self._specifications[lang].items() if name in figures},
            "themes": self._themes,
            "words": page_words(translate, (self._site.outline.figures[name] for name in figures)),
            "sentences": self._sentences,
        }
        return for_script(data)[1:]


def _attachment(name: str) -> str:
    """Name a file to be saved; a name that a header cannot hold is written as RFC 6266 says."""
    quoted = quote(name)
    return f'attachment; filename="{name}"' if quoted == name else f"attachment; filename*=utf-8''{quoted}"


def build_router(pages: Pages, root: str) -> APIRouter:
    """Return the routes of the pages; `root` is the sub-path that they are served under."""
    router = APIRouter(include_in_schema=False)

    def front(request: Request) -> Response:
        # The language stands in the path then.
        rest = "&".join(part for part in request.url.query.split("&") if part.partition("=")[0] != "lang")
        query = f"?{rest}" if rest else ""
        headers = {"Vary": "Accept-Language", "Cache-Control": "no-cache"}
        return RedirectResponse(f"{root}/{language_of(request)}/{query}", headers=headers)

    router.add_api_route("/", front, response_class=Response)
    for lang in languages():
        _add_language(router, pages, lang)
    return router


def _add_language(router: APIRouter, pages: Pages, lang: str) -> None:
    def figure(request: Request, figure_id: str) -> Response:
        return pages.figure(request, lang, figure_id)

    for path, render in {
        "": pages.explainer,
        "api": pages.api,
        "licences": pages.licences,
        "listing.ipynb": pages.notebook,
    }.items():
        router.add_api_route(f"/{lang}/{path}", _in_language(render, lang), response_class=Response)
    router.add_api_route(f"/{lang}/figures/{{figure_id}}", figure, response_class=Response)


def _in_language(render: Callable[[Request, str], Response], lang: str) -> Callable[[Request], Response]:
    def page(request: Request) -> Response:
        return render(request, lang)

    return page
