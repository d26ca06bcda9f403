"""The pages people read: the explainer, the API and the licences, in every language."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import quote, urlencode

from babel.core import Locale
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from app.claims import Claims
from app.encodings.comparison import SIZES
from app.encodings.params import describe
from app.figures import specifications
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
from app.web.errors import HtmlError, Problem, language_of
from app.web.pages import examples, licences
from app.web.pages.comparison import comparison_rows
from app.web.pages.limits import limits
from app.web.pages.room import Room
from app.web.pages.sources import Sources
from app.web.pages.state import (
    PageState,
    control,
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


class Pages:
    """Templates, figures and words of every language, built once."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._model = state_model(site.registry, site.outline.figures.values())
        self.room = Room(site.registry, self._model, site.outline.figures.values())
        self._matrix_parameters = matrix_parameters(site.registry)
        self._claims = Claims(site.registry)
        self._sources = Sources()
        self._environments = {lang: self._environment(lang) for lang in languages()}
        self._figures = {
            lang: specifications(site.outline.figures.values(), translator(lang)) for lang in languages()
        }
        self._themes = themes()
        self._sentences = {lang: translator(lang)(SENTENCE) for lang in languages()}
        scripts = site.settings.static_dir / "js"
        self._modules = sorted(
            file.relative_to(site.settings.static_dir).as_posix()
            for folder in ("core", "controls")
            for file in (scripts / folder).glob("*.js")
            if file.stem != "types"
        )

    def explainer(self, request: Request, lang: str) -> Response:
        """Render the explainer in one language, in the state that the address holds."""
        translate = translator(lang)
        outline = self._site.outline
        contents = [{"id": one.anchor, "title": translate(one.title)} for one in outline.sections]
        rows = comparison_rows(self._site.registry, lang)
        return self._live(
            request,
            lang,
            "explainer.html",
            "",
            tuple(outline.figures),
            contents=contents,
            sections=[section.template for section in outline.sections],
            comparison=rows,
            counts={row["id"]: row["count"] for row in rows},
            counted_for=SIZES,
        )

    def figure(self, request: Request, lang: str, figure_id: str) -> Response:
        """Render one figure alone, with its controls, in the state that the address holds."""
        outline = self._site.outline
        if figure_id not in outline.figures:
            raise HTTPException(404)
        return self._live(
            request,
            lang,
            "figure.html",
            f"figures/{figure_id}",
            (figure_id,),
            figure=figure_id,
            title=translator(lang)(outline.figures[figure_id].title),
            anchor=outline.section_of[figure_id].anchor,
        )

    def _live(
        self, request: Request, lang: str, template: str, path: str, figures: Sequence[str], **values: Any
    ) -> Response:
        """Render a page with figures."""
        state = self._state(request, lang)
        controls = self._controls(lang, state)
        base = str(request.base_url).rstrip("/")
        page = self._render(
            lang,
            template,
            state=state.values,
            sentence=state.values["sentence"] or self._sentences[lang],
            notices=state.notices,
            controls=controls,
            explorer_controls=sorted(
                self._matrix_parameters.keys() | {"pos", "dim"},
                key=lambda name: (
                    name not in FIRST_CONTROLS,
                    controls[name]["kind"] == "choice",
                    list(controls).index(name),
                ),
            ),
            modules=[*self._modules, *self._figure_modules(figures[:FIRST_FIGURES])],
            canonical=f"{base}/{lang}/{path}",
            picture=f"{base}/static/{self._site.assets.build_id}/preview.png",
            alternates={code: f"{base}/{code}/{path}" for code in languages()}
            | ({} if path else {"x-default": f"{base}/"}),
            languages=self._languages(request, path),
            page_data=self._page_data(lang, state, controls, figures),
            questions=[described(question, translator(lang)) for question in QUESTIONS],
            **values,
        )
        return _html(request, page)

    def _state(self, request: Request, lang: str) -> PageState:
        sentence = self._sentences[lang]
        return read_state(self._model, self._site.registry, self.room, request.query_params, sentence, lang)

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
            languages=self._languages(request, "api"),
        )
        return _html(request, page)

    def notebook(self, request: Request, lang: str) -> Response:
        """Give the code as a notebook, with the values that the address holds."""
        translate = translator(lang)
        state = self._state(request, lang).values
        document = notebook(translate, state["seq_len"], state["d_model"], state["base"])
        return Response(
            json.dumps(document, ensure_ascii=False, indent=1),
            media_type="application/x-ipynb+json",
            headers={
                "Content-Disposition": _attachment(translate(NOTEBOOK_NAME)),
                "Cache-Control": "no-cache",
            },
        )

    def licences(self, request: Request, lang: str) -> Response:
        """Render what the product contains from others, with version, licence and its text."""
        listed = licences.works(self._site.settings)
        # Several works share one text.
        texts = {text: f"licence-{place}" for place, text in enumerate(dict.fromkeys(w.text for w in listed))}
        return _html(request, self._render(lang, "licences.html", works=listed, texts=texts))

    def problem(self, request: Request, problem: Problem) -> Response:
        """Render an error for people."""
        page = self._render(problem.lang, "problem.html", title=problem.title, detail=problem.detail)
        return HTMLResponse(
            page, problem.status, headers={"Vary": "Accept-Language", "Cache-Control": "no-store"}
        )

    def _environment(self, lang: str) -> Environment:
        environment = Environment(
            loader=FileSystemLoader(self._site.settings.templates_dir),
            extensions=["jinja2.ext.i18n", Untranslated],
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

    def _languages(self, request: Request, path: str = "") -> dict[str, dict[str, str]]:
        query = f"?{urlencode(request.query_params.multi_items(), safe=',')}" if request.query_params else ""
        root = self._site.settings.root_path
        return {
            lang: {
                "name": (Locale.parse(lang).get_display_name(lang) or lang).capitalize(),
                "href": f"{root}/{lang}/{path}{query}",
            }
            for lang in languages()
        }

    def _controls(self, lang: str, state: PageState) -> dict[str, dict[str, Any]]:
        translate = translator(lang)
        names = [name for name in self._model.model_fields if name not in ("sentence", "order")]
        return {
            name: self._control(control(self._model, name, translate), state.values, lang) for name in names
        }

    def _control(self, described: dict[str, Any], values: Mapping[str, Any], lang: str) -> dict[str, Any]:
        name, stops, names = described["name"], described["stops"], described["names"]
        value = values[name]
        last = (
            {"pos": values["seq_len"] - 1, "dim": values["d_model"] - 1}.get(name, described["maximum"])
            if stops is None
            else len(stops) - 1
        )
        nearest = value
        if stops is not None:
            nearest = stops.index(value) if names else _nearest(stops, value)
        return described | {
            "value": value,
            "last": last,
            "index": nearest,
            "text": names[nearest] if names else format_number(value, lang),
            "is_default": value == described["default"],
            "options": [
                {"value": stop, "label": label} for stop, label in zip(stops or (), names or (), strict=False)
            ],
        }

    def _page_data(
        self, lang: str, state: PageState, controls: Mapping[str, dict[str, Any]], figures: Sequence[str]
    ) -> Markup:
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
        data = {
            "lang": lang,
            "separators": separators(lang),
            "api": f"{self._site.settings.root_path}/api",
            "state": state.values,
            "defaults": self._model().model_dump(),
            "parameters": {
                name: {key: described[key] for key in ("name", "label", "kind", "stops", "names", "unit")}
                for name, described in controls.items()
            },
            "encodings": encodings,
            "limits": limits(self.room),
            "figures": {name: spec for name, spec in self._figures[lang].items() if name in figures},
            "themes": self._themes,
            "words": page_words(translate, (self._site.outline.figures[name] for name in figures)),
            "sentences": self._sentences,
        }
        text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        # The text stands inside a script element: a "<" could end it.
        return Markup(text.replace("<", "\\u003c"))  # noqa: S704 (this is the escaping)


def _nearest(stops: Sequence[float], value: float) -> int:
    return min(range(len(stops)), key=lambda at: abs(stops[at] - value))


def _attachment(name: str) -> str:
    """Name a file to be saved; a name that a header cannot hold is written as RFC 6266 says."""
    quoted = quote(name)
    return f'attachment; filename="{name}"' if quoted == name else f"attachment; filename*=utf-8''{quoted}"


def _html(request: Request, page: str) -> Response:
    tag = f'W/"{hashlib.sha256(page.encode()).hexdigest()[:24]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if tag in (item.strip() for item in request.headers.get("if-none-match", "").split(",")):
        return Response(status_code=304, headers=headers)
    return HTMLResponse(page, headers=headers)


def build_router(site: Site) -> tuple[APIRouter, HtmlError]:
    """Return the routes of the pages, and the page that shows an error."""
    pages = Pages(site)
    pages.room.check(site.settings.max_cells)
    router = APIRouter(include_in_schema=False)
    root = site.settings.root_path

    def front(request: Request) -> Response:
        # The language stands in the path then.
        rest = "&".join(part for part in request.url.query.split("&") if part.partition("=")[0] != "lang")
        query = f"?{rest}" if rest else ""
        headers = {"Vary": "Accept-Language", "Cache-Control": "no-cache"}
        return RedirectResponse(f"{root}/{language_of(request)}/{query}", headers=headers)

    router.add_api_route("/", front, response_class=Response)
    for lang in languages():
        _add_language(router, pages, lang)
    return router, pages.problem


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
