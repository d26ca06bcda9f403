import re
from collections.abc import Iterable

import plotly.graph_objects as go
import pytest

from app.figures import Figure, Specifications
from app.figures.figure import plain
from app.figures.theme import DARK, LIGHT, THEMES, Theme, template
from app.i18n import languages, translator
from app.settings import Settings
from app.web.sections import FIGURES

WORDS = {
    "en": {
        "explorer": {"position", "down the column", "sine", "cosine"},
        "precision": {"right", "half precision", "largest error"},
        "word-order": {"sentence 1", "sentence 2"},
        "real-model": {"largest difference", "cosine, layer by layer", "after layer (0: the input)"},
        "distance": {"chosen position", "offset from the chosen position"},
        "wavelengths": {"slow ← pair i → fast", "less than a quarter"},
        "naive": {"the idea", "sinusoidal", "norm ÷ norm of a word", "step to the next"},
        "sum": {"the score, term by term", "angle word – position"},
        "rotary": {"share of the score"},
        "bias": {"relative position: key − query", "slope", "bucket"},
        "long-context": {"trained", "never trained", "turns within the length", "fast ← pair i → slow"},
        "extrapolation": {"position in the text", "perplexity"},
        "learned-clocks": {"steps k", "row", "<b>rows per turn</b>"},
        "patches": {"column x", "row y", "<b>2-D sine</b>"},
        "quiz": {"dimension j", "position"},
    },
    "de": {
        "explorer": {"Position", "die Spalte hinab", "Sinus", "Kosinus"},
        "precision": {"richtig", "halbe Genauigkeit", "größter Fehler"},
        "word-order": {"Satz 1", "Satz 2"},
        "real-model": {"größter Unterschied", "Kosinus, Schicht für Schicht", "nach Schicht (0: Eingabe)"},
        "distance": {"gewählte Position", "Versatz zur gewählten Position"},
        "wavelengths": {"langsam ← Paar i → schnell", "weniger als ein Viertel"},
        "naive": {"die Idee", "sinusförmig", "Norm ÷ Norm eines Wortes", "Schritt zur nächsten"},
        "sum": {"Score, Summand für Summand", "Winkel Wort – Position"},
        "rotary": {"Anteil am Score"},
        "bias": {"relative Position: Key − Query", "Steigung", "Fach"},
        "long-context": {"trainiert", "nie trainiert", "Umdrehungen innerhalb der Länge"},
        "extrapolation": {"Position im Text", "Perplexität"},
        "learned-clocks": {"Schritte k", "Zeile", "<b>Zeilen je Umdrehung</b>"},
        "patches": {"Spalte x", "Zeile y", "<b>2-D-Sinus</b>"},
        "quiz": {"Dimension j", "Position"},
    },
}


def texts(part: object) -> set[str]:
    """Every text that a reader can see in a specification."""
    if isinstance(part, dict):
        own = {part["text"]} if isinstance(part.get("text"), str) else set()
        named = {part["name"]} if isinstance(part.get("name"), str) else set()
        return own.union(named, *(texts(value) for value in part.values()))
    if isinstance(part, list):
        return set().union(*(texts(value) for value in part))
    return set()


def named(figures: Iterable[Figure]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("figure", figures, ids=lambda figure: figure.id)


each = named(FIGURES.values())
drawn = named([figure for figure in FIGURES.values() if figure.build])


@pytest.mark.parametrize("lang", languages())
@drawn
def test_specifications_are_valid_plotly_with_words_in_the_language(lang: str, figure: Figure) -> None:
    specification = Specifications([figure]).worded(translator(lang))[figure.id]
    assert go.Figure(specification).to_plotly_json()["layout"]["dragmode"] is False
    assert WORDS.get(lang, {}).get(figure.id, set()) <= texts(specification)


@drawn
def test_every_word_of_a_specification_is_translated(figure: Figure) -> None:
    specification = Specifications([figure]).worded(lambda text: f"[{text}]")[figure.id]
    words = [text for text in texts(specification) if any(letter.isalpha() for letter in text)]
    assert [text for text in words if "[" not in text] == []


@pytest.mark.parametrize("lang", languages())
def test_words_that_are_put_in_afterwards_are_where_the_figure_wants_them(lang: str) -> None:
    translate = translator(lang)
    expected = {figure.id: plain(figure.build(translate)) for figure in FIGURES.values() if figure.build}
    assert Specifications(FIGURES.values()).worded(translate) == expected


def test_words_of_a_specification_may_hold_any_sign() -> None:
    figure = FIGURES["explorer"]
    specification = Specifications([figure]).worded(lambda text: f'{text} "\\<ü>\n')[figure.id]
    assert specification["layout"]["yaxis"]["title"]["text"] == 'position "\\<ü>\n'


@drawn
def test_a_specification_has_named_traces_fixed_ranges_and_no_data(figure: Figure) -> None:
    specification = Specifications([figure]).worded(str)[figure.id]
    names = [trace["meta"]["id"] for trace in specification["data"]]
    assert len(set(names)) == len(names)
    for trace in specification["data"]:
        assert not {"x", "y", "z"} & trace.keys()
        assert trace["type"] == "heatmap" or trace["meta"]["color"] in LIGHT.colors
    axes = [axis for key, axis in specification["layout"].items() if re.match(r"[xy]axis", key)]
    assert all(axis["fixedrange"] and not axis["autorange"] for axis in axes)


@each
def test_a_figure_has_a_template_a_script_and_words_of_its_own(settings: Settings, figure: Figure) -> None:
    name = figure.id
    template = settings.templates_dir / "figures" / f"{name.replace('-', '_')}.html"
    assert f'id="{name}" data-figure="{name}"' in template.read_text(encoding="utf-8")
    assert (settings.static_dir / "js" / "figures" / f"{name}.js").is_file()
    assert all(key.startswith(f"{name}.") for key in figure.words)


def test_plotly_refuses_what_its_schema_does_not_know() -> None:
    with pytest.raises(ValueError, match="zmim"):
        go.Figure(go.Heatmap(zmim=1))


@pytest.mark.parametrize(("theme", "side"), [(LIGHT, 1), (DARK, 2)])
def test_the_style_sheet_and_the_figures_use_the_same_colours(
    settings: Settings, theme: Theme, side: int
) -> None:
    sheet = (settings.static_dir / "css" / "tokens.css").read_text(encoding="utf-8")
    found = re.finditer(r"--([a-z]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", sheet)
    defined = {one[1]: one[1 + side] for one in found}
    assert {name: defined.get(name) for name in theme.colors} == theme.colors


def test_every_colour_is_defined_once_for_both_themes(settings: Settings) -> None:
    sheet = (settings.static_dir / "css" / "tokens.css").read_text(encoding="utf-8")
    screen = sheet.split("@media print", 1)[0]
    names = re.findall(r"--([\w-]+):", screen)
    assert len(names) == len(set(names))
    assert re.findall(r"#[0-9a-f]{6}|rgb\(", re.sub(r"light-dark\((?:[^()]|\([^()]*\))*\)", "", screen)) == []


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_scales_run_from_0_to_1_and_signs_mean_the_same_in_both_themes(theme: Theme) -> None:
    assert template(theme).layout.paper_bgcolor == "rgba(0,0,0,0)"
    for scale in (theme.diverging, theme.sequential):
        fractions = [fraction for fraction, _ in scale]
        assert fractions[0] == 0
        assert fractions[-1] == 1
        assert fractions == sorted(fractions)

    def warm(colour: str) -> bool:
        return int(colour[1:3], 16) > int(colour[5:7], 16)

    assert not warm(theme.diverging[4][1])
    assert warm(theme.diverging[-5][1])
