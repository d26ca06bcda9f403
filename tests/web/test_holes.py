"""A page is rendered once, and its holes are filled anew: nobody can tell."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from jinja2 import DictLoader, Environment, StrictUndefined, TemplateSyntaxError, UndefinedError
from markupsafe import escape
from starlette.datastructures import QueryParams

from app.encodings.registry import Registry
from app.i18n import languages
from app.main import create_app
from app.model.service import RealModel
from app.settings import Settings
from app.web.assets import Assets
from app.web.pages.controls import Controls
from app.web.pages.holes import Form, Holes
from app.web.pages.rendering import Pages
from app.web.pages.state import state_model
from app.web.sections import FIGURES, SECTIONS, Outline
from app.web.site import Site

PATHS = ("", *(f"figures/{name}" for name in FIGURES))


@pytest.fixture(scope="module")
def pages(settings: Settings, registry: Registry) -> Pages:
    model = RealModel(settings.model_dir, settings.model_file)
    return Pages(Site(settings, registry, Outline(SECTIONS), model, Assets(settings)))


@pytest.fixture(scope="module")
def values(registry: Registry) -> st.SearchStrategy[dict[str, str]]:
    """Queries: what the controls can be set to, and what nobody should write."""
    described = Controls(state_model(registry, FIGURES.values()), "en").described
    rubbish = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(
        ["nan", "-1", "1e99", "</script><script>", "\"'><b>&amp;", "{{ now }}", "{% hole %}", "\0000\0", "\0"]
    )
    fields: dict[str, Any] = {
        name: st.sampled_from([str(stop) for stop in one["stops"]])
        if one["stops"]
        else st.integers(0, 70).map(str)
        for name, one in described.items()
    }
    fields |= {
        "sentence": st.lists(rubbish, max_size=4).map(" ".join),
        "order": st.sampled_from(["0,1,2", "2,1,0", "1,0", "0,0,0"]),
        "listing": st.sampled_from(["sinusoidal_numpy", "sinusoidal_torch", "rope"]),
        "line": st.integers(0, 60).map(str),
        "foreign": rubbish,
    }
    names = st.lists(st.sampled_from(sorted(fields)), unique=True, max_size=12)
    return names.flatmap(
        lambda chosen: st.fixed_dictionaries({name: fields[name] | rubbish for name in chosen})
    )


def written_at_once(pages: Pages, lang: str, path: str, query: QueryParams, base: str) -> str:
    now = pages.now(lang, path, query, base)

    def fill(_: str, passed: Sequence[object], caller: Callable[..., str]) -> str:
        return caller(now, *passed)

    template, others = pages.template(lang, path)
    return template.render({**others, "hole": fill})


@pytest.mark.parametrize("lang", languages())
def test_a_filled_page_is_the_page_that_is_rendered_at_once(
    pages: Pages, values: st.SearchStrategy[dict[str, str]], lang: str
) -> None:
    @hypothesis_settings(max_examples=60)
    @given(
        path=st.just("") | st.sampled_from(PATHS),
        query=values,
        base=st.sampled_from(["http://a/", "https://b/pe/"]),
    )
    def check(path: str, query: dict[str, str], base: str) -> None:
        asked = QueryParams(query)
        assert pages.page(lang, path, asked, base).decode() == written_at_once(pages, lang, path, asked, base)

    check()


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_filled_anew(pages: Pages, lang: str, path: str) -> None:
    rubbish = QueryParams('base=<b>"&mask=nothing&sentence=\'"><b>+&+<i>')
    for query in (rubbish, QueryParams("sentence=a+b&word_encoding=sinusoidal"), QueryParams()):
        expected = written_at_once(pages, lang, path, query, "http://c/")
        assert pages.page(lang, path, query, "http://c/").decode() == expected
        assert "\0" not in expected


def test_what_does_not_depend_on_the_address_is_rendered_once(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages.page("en", "", QueryParams(), "http://d/")
    monkeypatch.setattr(pages, "template", None)
    page = pages.page("en", "", QueryParams("base=77"), "http://d/").decode()
    assert '"base":77.0' in page
    assert ">77</output>" in page


def test_a_slider_ends_where_another_value_says(registry: Registry) -> None:
    controls = Controls(state_model(registry, FIGURES.values()), "en")
    shown = controls.shown({**controls.defaults, "seq_len": 17, "d_model": 6})
    assert (shown["pos"].last, shown["dim"].last) == (16, 5)
    assert shown["pos"].is_default
    assert not shown["seq_len"].is_default


def test_the_first_page_after_the_start_is_there_already(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TestClient(create_app(settings)) as client:
        monkeypatch.setattr(Pages, "template", None)
        for lang in languages():
            assert client.get(f"/{lang}/").status_code == 200


@pytest.mark.parametrize(
    "used", ["{{ now.sentence }}", "{% if now.notices %}!{% endif %}", "{{ state.base }}"]
)
def test_a_template_that_uses_the_state_outside_of_a_hole_stops_the_start(tmp_path: Path, used: str) -> None:
    class Changed(Settings):
        templates_dir: ClassVar[Path] = tmp_path / "templates"

    shutil.copytree(Settings.templates_dir, Changed.templates_dir)
    changed = Changed.templates_dir / "sections" / "naive.html"
    changed.write_text(changed.read_text(encoding="utf-8") + used, encoding="utf-8")
    with pytest.raises(UndefinedError, match="is undefined") as caught, TestClient(create_app(Changed())):
        pass
    assert str(changed) in {str(entry.path) for entry in caught.traceback}


def form(source: str, **values: object) -> Form:
    environment = Environment(
        loader=DictLoader({"page": source}), extensions=[Holes], autoescape=True, undefined=StrictUndefined
    )
    return Form(environment.get_template("page"), values)


def test_a_hole_keeps_the_values_that_stood_around_it() -> None:
    page = form(
        "{% set unit = '<m>' %}{% for one in ones %}{% set place = loop.index %}"
        "[{% hole %}{{ now.base }}·{{ one }}{{ place }}{{ unit }}{% endhole %}]{% endfor %}",
        ones=["a", "b"],
    )
    for base in ("x", "<y>"):
        expected = "".join(f"[{escape(base)}·{one}&lt;m&gt;]" for one in ("a1", "b2"))
        assert page.fill(SimpleNamespace(base=base)).decode() == expected


def test_a_mark_in_the_address_is_text() -> None:
    page = form("{% hole %}{{ now.first }}{% endhole %}|{% hole %}{{ now.second }}{% endhole %}")
    assert page.fill(SimpleNamespace(first="\0001\0", second="b")).decode() == "\0001\0|b"


@pytest.mark.parametrize(
    ("source", "error", "told"),
    [
        (
            "{% for one in [1] %}{% hole %}{{ loop.index }}{% endhole %}{% endfor %}",
            TemplateSyntaxError,
            "loop",
        ),
        ("{% set unused %}{% hole %}{{ now }}{% endhole %}{% endset %}", ValueError, "page:1: .* as it is"),
        (
            "{% set kept %}{% hole %}{{ now }}{% endhole %}{% endset %}{{ kept|tojson }}",
            ValueError,
            "as it is",
        ),
        ("{% hole %}{% endhole %}{{ now }}", UndefinedError, "'now' is undefined"),
    ],
)
def test_a_hole_that_cannot_be_filled_is_refused(source: str, error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        form(source)


def test_a_hole_in_a_hole_is_refused() -> None:
    page = form(
        "{% macro inner() %}{% hole %}{{ now }}{% endhole %}{% endmacro %}"
        "{% hole %}{{ inner() }}{% endhole %}"
    )
    with pytest.raises(ValueError, match="page:1: a hole cannot stand in another"):
        page.fill(1)
