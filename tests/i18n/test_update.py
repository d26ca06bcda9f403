"""Updating a catalog: what becomes of a translation when its English text changes, with made-up catalogs."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from app.i18n import Languages, update

GREETING = "Good morning, {name}. How are you today, and how is your dog?"
MENDED = "Good morning, {name}. How are you today, and how is your cat?"
GERMAN = "Guten Morgen, {name}. Wie geht es heute, und wie geht es dem Hund?"

Work = Path


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Work:
    """Give a project with one greeting, translated."""
    here = tmp_path / "app" / "i18n"
    (here / "catalogs").mkdir(parents=True)
    (here / "babel.cfg").write_text("[python: app/**.py]\n", encoding="utf-8")
    monkeypatch.setattr(update, "_HERE", here)
    monkeypatch.setattr(update, "_ROOT", tmp_path)
    say(tmp_path, GREETING)
    assert update.main(["--new", "de"]) == 0
    translate(tmp_path, {GREETING: GERMAN})
    return tmp_path


def say(work: Work, *texts: str, file: str = "words.py") -> None:
    (work / "app" / file).write_text("".join(f"msg({text!r})\n" for text in texts), encoding="utf-8")


def po(work: Work) -> Path:
    return work / "app" / "i18n" / "catalogs" / "de.po"


def catalog(work: Work) -> Catalog:
    return update.read(po(work))


def translate(work: Work, words: dict[str, str]) -> None:
    known = catalog(work)
    for text, translation in words.items():
        message = known.get(text)
        assert message is not None
        message.string = translation
    po(work).write_bytes(update.write(known))


def translation(work: Work, text: str) -> tuple[str, bool, list[str]]:
    """Return a text's translation, whether it is fuzzy, and what the text was before."""
    message = catalog(work).get(text)
    assert message is not None
    return str(message.string), message.fuzzy, list(message.previous_id)


def obsolete(work: Work) -> dict[str, str]:
    return {str(message.id): str(message.string) for message in catalog(work).obsolete.values()}


def test_a_mended_text_takes_its_translation_along_to_be_read(
    work: Work, capsys: pytest.CaptureFixture[str]
) -> None:
    say(work, MENDED)
    assert update.main([]) == 0
    assert translation(work, MENDED) == (GERMAN, True, [GREETING])
    assert obsolete(work) == {}
    said = capsys.readouterr().out
    for part in ("app/words.py", f"was: {GREETING}", f"now: {MENDED}", f"translation: {GERMAN}"):
        assert part in said
    # Nothing further changes until somebody has read it.
    assert update.main(["--check"]) == 0


def test_what_nobody_has_read_is_not_shown(work: Work) -> None:
    say(work, MENDED)
    update.main([])
    assert Languages(po(work).parent).translations("de").gettext(MENDED) == MENDED


def test_a_previous_text_of_any_length_is_written_as_gettext_reads_it(work: Work) -> None:
    long = " ".join(f'word {place} “quoted” "straight" \\ {place},' for place in range(40))
    say(work, long)
    update.main([])
    translate(work, {long: "Lang"})
    say(work, f"{long} mended")
    update.main([])
    lines = po(work).read_text(encoding="utf-8").splitlines()
    previous = [line for line in lines if line.startswith("#|")]
    assert previous[0] == '#| msgid ""'
    assert all(line.startswith('#| "') and line.endswith('"') for line in previous[1:])
    assert lines.index(previous[-1]) + 1 == lines.index('msgid ""', lines.index(previous[0]))
    assert translation(work, f"{long} mended") == ("Lang", True, [long])


def test_a_read_translation_is_final(work: Work) -> None:
    say(work, MENDED)
    update.main([])
    # Who has read it takes the mark away, perhaps only the mark.
    text = po(work).read_text(encoding="utf-8")
    po(work).write_text(text.replace("#, fuzzy, ", "#, "), encoding="utf-8")
    assert update.main(["--check"]) == 1
    assert update.main([]) == 0
    assert translation(work, MENDED) == (GERMAN, False, [])
    assert "#|" not in po(work).read_text(encoding="utf-8")
    assert Languages(po(work).parent).translations("de").gettext(MENDED) == GERMAN


def test_a_text_mended_twice_remembers_what_was_translated(work: Work) -> None:
    say(work, MENDED)
    update.main([])
    say(work, MENDED.replace("today", "this morning"))
    update.main([])
    assert translation(work, MENDED.replace("today", "this morning")) == (GERMAN, True, [GREETING])


def test_a_mend_taken_back_leaves_no_trace(work: Work, capsys: pytest.CaptureFixture[str]) -> None:
    before = po(work).read_bytes()
    say(work, MENDED)
    update.main([])
    assert po(work).read_bytes() != before
    say(work, GREETING)
    update.main([])
    assert po(work).read_bytes() == before
    assert f"used again, its English text is back: {GREETING}" in capsys.readouterr().out


def test_a_text_that_is_gone_leaves_its_translation_until_it_comes_back(
    work: Work, capsys: pytest.CaptureFixture[str]
) -> None:
    before = po(work).read_bytes()
    say(work, "Something else entirely")
    update.main([])
    assert obsolete(work) == {GREETING: GERMAN}
    assert "#~ msgid" in po(work).read_text(encoding="utf-8")
    assert translation(work, "Something else entirely") == ("", False, [])
    assert f"kept as obsolete, its English text is gone: {GREETING}" in capsys.readouterr().out
    assert update.main(["--check"]) == 0
    say(work, GREETING)
    update.main([])
    assert po(work).read_bytes() == before


def test_an_unread_translation_that_goes_keeps_the_text_it_was_made_for(work: Work) -> None:
    say(work, MENDED)
    update.main([])
    say(work)
    update.main([])
    assert obsolete(work) == {GREETING: GERMAN}


def test_what_was_never_translated_is_not_kept(work: Work) -> None:
    say(work, GREETING, "Never translated")
    update.main([])
    say(work, GREETING)
    update.main([])
    assert obsolete(work) == {}


def test_obsolete_translations_go_when_asked(work: Work) -> None:
    say(work, "Something else entirely")
    update.main([])
    assert update.main(["--check"]) == 0
    assert update.main(["--check", "--prune"]) == 1
    assert update.main(["--prune"]) == 0
    assert obsolete(work) == {}
    assert "#~" not in po(work).read_text(encoding="utf-8")


def test_texts_are_matched_one_to_one_and_the_most_alike_first(work: Work) -> None:
    old = {f"The {colour} curve is the sine of the angle": f"Kurve {colour}" for colour in ("red", "blue")}
    say(work, *old)
    update.main([])
    translate(work, old)
    say(work, "A blue curve is the sine of the angle", "The red curve is the sine of an angle", "Tip")
    update.main([])
    assert translation(work, "A blue curve is the sine of the angle")[0] == "Kurve blue"
    assert translation(work, "The red curve is the sine of an angle")[0] == "Kurve red"
    assert translation(work, "Tip")[0] == ""


def test_among_texts_as_much_alike_the_one_in_the_same_file_is_the_mended_one(work: Work) -> None:
    say(work, file="words.py")
    say(work, "Columns shown: all", file="first.py")
    say(work, "Columns shown. all", file="second.py")
    update.main([])
    translate(work, {"Columns shown: all": "eins", "Columns shown. all": "zwei"})
    say(work, "Columns shown; all", file="second.py")
    say(work, file="first.py")
    update.main([])
    assert translation(work, "Columns shown; all") == ("zwei", True, ["Columns shown. all"])
    assert obsolete(work) == {GREETING: GERMAN, "Columns shown: all": "eins"}


def test_plural_forms_are_carried_over_together(work: Work) -> None:
    def count(one: str, many: str) -> None:
        (work / "app" / "words.py").write_text(f"ngettext({one!r}, {many!r}, n)\n", encoding="utf-8")

    count("one position", "{n} positions")
    update.main([])
    known = catalog(work)
    message = known.get("one position")
    assert message is not None
    message.string = ("eine Position", "{n} Positionen")
    po(work).write_bytes(update.write(known))
    count("one place of many", "{n} places of many")
    update.main([])
    assert obsolete(work) == {
        GREETING: GERMAN,
        "('one position', '{n} positions')": "('eine Position', '{n} Positionen')",
    }
    count("a position", "{n} positions")
    update.main([])
    count("one position", "{n} positions")
    update.main([])
    back = catalog(work).get("one position")
    assert back is not None
    assert back.string == ("eine Position", "{n} Positionen")
    count("one position!", "{n} positions!")
    update.main([])
    mended = catalog(work).get("one position!")
    assert mended is not None
    assert (mended.string, mended.fuzzy) == (("eine Position", "{n} Positionen"), True)
    assert list(mended.previous_id) == ["one position", "{n} positions"]
    with po(work).open("rb") as source, (work / "de.mo").open("wb") as compiled:
        write_mo(compiled, read_po(source))


def test_only_marked_texts_of_the_sources_are_found_and_a_stale_catalog_fails_the_check(
    work: Work, capsys: pytest.CaptureFixture[str]
) -> None:
    (work / "tests").mkdir()
    (work / "tests" / "words.py").write_text('msg("Not a word of ours")\n', encoding="utf-8")
    assert update.main(["--check"]) == 0
    assert "Not a word" not in po(work).read_text(encoding="utf-8")
    say(work, "Bye")
    before = po(work).read_bytes()
    assert update.main(["--check"]) == 1
    assert po(work).read_bytes() == before
    assert "is out of date: run make words" in capsys.readouterr().out


def test_a_new_catalog_has_every_text_and_no_translation(work: Work) -> None:
    assert update.main(["--new", "eo"]) == 0
    begun = update.read(po(work).with_name("eo.po"))
    assert [message.id for message in begun if message.id] == [GREETING]
    assert not any(message.string for message in begun if message.id)
    assert update.main(["--check"]) == 0
