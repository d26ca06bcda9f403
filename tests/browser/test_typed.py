"""What readers type, in the browser: numbers, sentences, and values in the address."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.encodings.params import ParameterError
from app.web.sentences import words_of
from tests.browser.conftest import Visitor
from tests.browser.figures import painted

HOOK = "/{lang}/figures/hook"


def in_module(page: Page, name: str, body: str, given: Any) -> Any:
    """Run a function's body with one of the page's modules, the page's data, and what is given."""
    return page.evaluate(
        f"""async given => {{
        const main = document.querySelector('script[type=module]').src;
        const module = await import(new URL('core/{name}.js', main));
        const page = JSON.parse(document.getElementById('page-data').textContent);
        {body} }}""",
        given,
    )


# Typed; read in English; read in German. None: it is not a number.
NUMBERS: list[tuple[str, float | None, float | None]] = [
    ("0.5", 0.5, 0.5),
    ("0,5", 0.5, 0.5),
    (".5", 0.5, 0.5),
    ("47117.24", 47117.24, 47117.24),
    ("47117,24", 47117.24, 47117.24),
    ("47,117.24", 47117.24, 47117.24),
    ("47.117,24", 47117.24, 47117.24),
    ("1.234", 1.234, 1234),
    ("1,234", 1234, 1.234),
    ("0.500", 0.5, 0.5),
    ("0,500", 0.5, 0.5),
    ("1234.567", 1234.567, 1234.567),
    ("1234,567", 1234.567, 1234.567),
    ("1,2345", 1.2345, 1.2345),
    ("1.234.567", 1234567, 1234567),
    ("1,234,567", 1234567, 1234567),
    ("1 234,5", 1234.5, 1234.5),
    ("1\u202f234\u202f567", 1234567, 1234567),
    ("1\u2009234.5", 1234.5, 1234.5),
    ("1’234.5", 1234.5, 1234.5),
    ("+0,5", 0.5, 0.5),
    ("−3", -3, -3),
    ("- 3", -3, -3),
    ("1/2", 0.5, 0.5),
    ("1 / 2", 0.5, 0.5),
    ("-1⁄4", -0.25, -0.25),
    ("½", 0.5, 0.5),
    ("50 %", 0.5, 0.5),
    ("1e4", 10_000, 10_000),
    ("4,7·10^4", 47_000, 47_000),
    ("4.7 × 10⁴", 47_000, 47_000),
    ("10⁻³", 0.001, 0.001),
    ("  7  ", 7, 7),
    ("", None, None),
    ("seven", None, None),
    ("1.23.4", None, None),
    ("12.34,5", None, None),
    ("1,2,3", None, None),
    ("1.234,5.6", None, None),
    ("1 2", None, None),
    ("1 1/2", None, None),
    ("1½", None, None),
    ("1/0", None, None),
    ("1/2/3", None, None),
    ("2 10^3", None, None),
    ("1--2", None, None),
    ("Infinity", None, None),
    ("NaN", None, None),
    ("1e999", None, None),
    ("0x10", None, None),
    ("5 positions", None, None),
]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_number_is_understood_or_refused_and_never_misread(visit: Visitor, lang: str) -> None:
    page = visit().open(HOOK.format(lang=lang))
    body = "return given.map(text => module.readNumber(text, page.separators)?.value ?? null)"
    read = in_module(page, "numbers", body, [typed for typed, _, _ in NUMBERS])
    expected = [english if lang == "en" else german for _, english, german in NUMBERS]
    assert dict(zip([typed for typed, _, _ in NUMBERS], read, strict=True)) == {
        typed: value if value is None else pytest.approx(value, rel=1e-15)
        for (typed, _, _), value in zip(NUMBERS, expected, strict=True)
    }


@pytest.mark.parametrize(
    ("lang", "typed", "said"),
    [
        ("de", "0.5", ["Richtig."]),
        ("de", "1/2", ["Richtig."]),
        ("de", "+0,5", ["Richtig."]),
        ("en", "0,5", ["Right."]),
        ("en", "50 %", ["Right."]),
        ("de", "ein halb", ["„ein halb“ ist nicht als Zahl zu lesen", "1.234,5 oder 3/4"]),
        ("en", "1.2.3", ["“1.2.3” cannot be read as a number", "1,234.5 or 3/4"]),
        ("en", "1,234", ["Not yet.", "In “1,234”, the sign was read as one between thousands."]),
        ("de", "1,234", ["Noch nicht.", "In „1,234“ wurde das Zeichen als Komma vor den Dezimalstellen"]),
        ("de", "1.234", ["In „1.234“ wurde das Zeichen als Trennung der Tausender gelesen."]),
    ],
)
def test_an_answer_is_taken_as_it_is_written(visit: Visitor, lang: str, typed: str, said: list[str]) -> None:
    page = visit().open(f"/{lang}/figures/quiz")
    painted(page, "quiz", 0)
    box = page.locator("[data-question=slopes]")
    box.locator("input").fill(typed)
    box.get_by_role("button").first.click()
    for text in said:
        expect(box.locator("[data-part=result]")).to_contain_text(text)


@pytest.mark.parametrize(("lang", "base", "spoken"), [("en", "2,323.45", ""), ("de", "2.323,45", "")])
def test_a_number_from_the_address_is_shown_with_all_its_digits(
    visit: Visitor, lang: str, base: str, spoken: str
) -> None:
    one = visit()
    page = one.open(f"/{lang}/figures/explorer?base=2323.45")
    served = page.request.get(f"{one.address}/{lang}/figures/explorer?base=2323.45").text()
    assert base in served
    painted(page, "explorer", 0)
    assert page.locator("output[for=explorer-base]").inner_text() == base
    assert page.locator("#explorer-base").get_attribute("aria-valuetext") == base
    page = one.open(f"/{lang}/figures/explorer?base=12345678.875")
    painted(page, "explorer", 0)
    whole = {"en": "12,345,678.875", "de": "12.345.678,875"}[lang]
    assert page.locator("output[for=explorer-base]").inner_text() == whole


SENTENCES = [
    "dog bites man",
    "  two\u00a0words ",
    "a\u2003b\u3000c\u1680d\u205fe",
    "tab\tand\u2028line",
    "a\u0085b",
    "a\x01b",
    "a\x1fb",
    "a\x7fb",
    "a\u202eb",
    "a\ufeffb",
    "a\ufdd0b",
    "a\U0001fffeb",
    "a\u200bb a\u200db",
    "👩\u200d👩\u200d👧 🇩🇪 e\u0301",
    "x" * 40,
    "x" * 41,
    "🐕" * 40,
    "🐕" * 41,
    " ".join("abcdefghijkl"),
    " ".join("abcdefghijklm"),
]


def test_the_field_and_the_server_part_and_refuse_words_alike(visit: Visitor) -> None:
    page = visit().open(HOOK.format(lang="en"))
    body = """const { words, letters } = page.limits;
    const rule = new module.Words(page.limits);
    return given.map(sentence => {
        const found = rule.split(sentence);
        const fits = found.length <= words && found.every(word => module.lengthOf(word) <= letters);
        return rule.refused(sentence) || !fits ? null : found;
    });"""

    def server(sentence: str) -> list[str] | None:
        try:
            return words_of(sentence)
        except ParameterError:
            return None

    assert in_module(page, "words", body, SENTENCES) == [server(sentence) for sentence in SENTENCES]


def test_labels_are_cut_between_letters_and_never_inside_one(visit: Visitor) -> None:
    page = visit().open(HOOK.format(lang="en"))
    family, flag, accent = "👩\u200d👩\u200d👧", "🇩🇪", "e\u0301"
    words = ["short", "Hundehütte", family * 5, flag * 4, accent * 6, "🐕" * 3]
    body = "return given.map(word => module.shorten(word, 4))"
    assert in_module(page, "words", body, words) == [
        "sho…",
        "Hun…",
        family * 3 + "…",
        flag * 4,
        accent * 3 + "…",
        "🐕" * 3,
    ]


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "a control character (U+0001)"), ("de", "ein Steuerzeichen (U+0001)")]
)
def test_a_control_character_is_refused_in_the_field(visit: Visitor, lang: str, said: str) -> None:
    page = visit().open(f"/{lang}/figures/word-order")
    painted(page, "word-order", 0)
    field = page.locator("#word-order-sentence")
    field.fill("one\x01two three")
    field.press("Enter")
    expect(page.locator("#word-order-sentence-help")).to_contain_text(said)
    expect(field).to_have_attribute("aria-invalid", "true")
    assert "sentence" not in page.url
    dogs = "🐕" * 40
    field.fill(f"{dogs} bites")
    field.press("Enter")
    expect(page.locator("#word-order .tokens")).to_contain_text(dogs)
    expect(page.locator("#word-order .xtick text").first).to_have_text("🐕" * 8 + "…")
