"""Bring the catalogs up to date with code and templates: ``make words``.

No translation is lost by a change of the English text. Where a text was mended, its translation goes over to
the new one, marked fuzzy, with the old text beside it as ``#| msgid``: somebody reads both, changes what must
be changed, and takes the mark away. A translation whose text is gone stays at the end of the file as ``#~``,
and is used again when the text comes back.
"""

import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import normalize, read_po, write_po

_HERE = Path(__file__).parent
_ROOT = _HERE.parent.parent
_SOURCES = ("app", "templates")

_WIDTH = 110
_ALIKE = 0.6
"""Texts less alike than this are not the same text mended. From 0 to 1, as difflib's ratio."""
_SAME_FILE = 0.1
"""What a file that both texts stand in counts for, beside their likeness."""

_Key: TypeAlias = tuple[str | tuple[str, ...], str | None]


@dataclass(frozen=True)
class Carried:
    """A translation that went over from an old English text to the one that took its place."""

    files: tuple[str, ...]
    before: str
    now: str
    translation: str


@dataclass(frozen=True)
class Changes:
    """What an update did to a catalog besides adding texts without a translation."""

    carried: tuple[Carried, ...] = ()
    returned: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()

    def report(self) -> str:
        """Tell a translator, in lines, what there is to read."""
        lines: list[str] = []
        for one in self.carried:
            lines += [
                f"fuzzy, to be read ({', '.join(one.files)}):",
                f"  was: {one.before}",
                f"  now: {one.now}",
                f"  translation: {one.translation}",
            ]
        lines += [f"used again, its English text is back: {text}" for text in self.returned]
        lines += [f"kept as obsolete, its English text is gone: {text}" for text in self.dropped]
        return "".join(f"{line}\n" for line in lines)


def extract() -> Catalog:
    """Return all texts that code and templates mark, in the order of their files."""
    with (_HERE / "babel.cfg").open(encoding="utf-8") as config:
        methods, options = parse_mapping_cfg(config)  # type: ignore[no-untyped-call]
    catalog = Catalog(project="positional-encodings", charset="utf-8")
    found = extract_from_dir(
        _ROOT,
        methods,
        options,
        keywords=DEFAULT_KEYWORDS | {"msg": None},
        comment_tags=("Translators:",),
        strip_comment_tags=True,
        directory_filter=_is_source,
    )
    for name, _line, text, comments, context in sorted(found, key=lambda item: (item[0], item[1])):
        # Without line numbers an edit elsewhere in the file does not touch the catalog.
        catalog.add(text, locations=[(Path(name).as_posix(), 0)], auto_comments=comments, context=context)
    return catalog


def read(file: Path) -> Catalog:
    """Read a catalog, empty if there is none, with the earlier English texts of its fuzzy translations."""
    if not file.exists():
        return Catalog(locale=file.stem, project="positional-encodings", charset="utf-8", fuzzy=False)
    with file.open("rb") as source:
        catalog = read_po(source, locale=file.stem)
    # Babel writes the comments that hold a previous text, and reads them as anybody's.
    for message in catalog:
        previous = [line[1:].strip() for line in message.user_comments if line.startswith("|")]
        message.user_comments = [line for line in message.user_comments if not line.startswith("|")]
        if previous and message.fuzzy:
            texts = (text for text in read_po([*previous, 'msgstr ""']) if text.id)
            message.previous_id = [form for text in texts for form in _forms(text)]
    return catalog


def write(catalog: Catalog) -> bytes:
    """Return the file that holds a catalog."""
    # Babel would break a previous text's lines inside the quotes: it gets one word to write instead.
    previous: list[Sequence[str]] = []
    for message in catalog:
        if message.previous_id:
            previous.append(message.previous_id)
            message.previous_id = [f"previous-{len(previous) - 1}"]
    written = BytesIO()
    write_po(written, catalog, width=_WIDTH, include_previous=True, include_lineno=False)

    def put_back(found: re.Match[bytes]) -> bytes:
        forms = zip(("msgid", "msgid_plural"), previous[int(found[1])], strict=False)
        lines = [f"{word} {normalize(text, width=_WIDTH)}" for word, text in forms]
        return "".join(f"#| {line}\n" for line in "\n".join(lines).split("\n")).encode()

    return re.sub(rb'^#\| msgid "previous-(\d+)"\n', put_back, written.getvalue(), flags=re.MULTILINE)


def merge(catalog: Catalog, template: Catalog, *, prune: bool = False) -> Changes:
    """Bring a catalog in line with the texts that there are now, and say what became of its translations."""
    wanted = {_key(message): message for message in template if message.id}
    known = {_key(message): message for message in catalog if message.id}
    kept = {_key(message): message for message in catalog.obsolete.values()}
    catalog.obsolete.clear()

    gone = [message for key, message in known.items() if key not in wanted]
    for message in gone:
        catalog.delete(message.id, message.context)
        if message.previous_id:
            # What nobody has read yet still belongs to the text that it was made for.
            message.id = message.previous_id[0] if isinstance(message.id, str) else tuple(message.previous_id)
            message.flags = message.flags - {"fuzzy"}
    kept |= {_key(message): message for message in gone if message.previous_id and _key(message) in wanted}
    gone = [message for message in gone if any(_translations(message)) and _key(message) not in wanted]

    returned = [key for key in wanted if key not in known and key in kept]
    for key in returned:
        back = kept.pop(key)
        catalog[back.id] = back

    new = [message for key, message in wanted.items() if key not in known and key not in returned]
    carried = []
    for before, now in matched(gone, new):
        gone.remove(before)
        taken = now.clone()
        taken.string, taken.flags = before.string, now.flags | {"fuzzy"}
        taken.user_comments = before.user_comments
        taken.previous_id = list(_forms(before))
        catalog[taken.id] = taken
        files = tuple(dict.fromkeys(name for name, _ in now.locations))
        carried.append(
            Carried(files, taken.previous_id[0], _forms(now)[0], " / ".join(_translations(before)))
        )

    previous = {_key(message): message.previous_id for message in catalog if message.id and message.fuzzy}
    # The dates stay, so that an update without new texts changes nothing.
    catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
    for message in catalog:
        message.previous_id = previous.get(_key(message), [])
    kept |= {_key(message): message for message in gone}
    if not prune:
        catalog.obsolete = {str(key): message for key, message in kept.items()}
    return Changes(
        tuple(carried),
        tuple(_forms(wanted[key])[0] for key in returned),
        tuple(_forms(message)[0] for message in gone),
    )


def matched(gone: Iterable[Message], new: Iterable[Message]) -> list[tuple[Message, Message]]:
    """Pair texts that are gone with those that took their place, one to one, the most alike first."""
    new = list(new)
    pairs = []
    for at, before in enumerate(gone):
        # difflib remembers its second text: all the first ones are compared with it.
        judge = SequenceMatcher(b=_forms(before)[0], autojunk=False)
        for to, now in enumerate(new):
            if len(_forms(before)) != len(_forms(now)) or before.context != now.context:
                continue
            judge.set_seq1(_forms(now)[0])
            if min(judge.real_quick_ratio(), judge.quick_ratio()) < _ALIKE or judge.ratio() < _ALIKE:
                continue
            same_file = {name for name, _ in before.locations} & {name for name, _ in now.locations}
            pairs.append((judge.ratio() + _SAME_FILE * bool(same_file), at, to, before, now))
    taken: set[tuple[str, int]] = set()
    chosen = []
    for _, at, to, before, now in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if taken.isdisjoint({("gone", at), ("new", to)}):
            taken |= {("gone", at), ("new", to)}
            chosen.append((before, now))
    return chosen


def updated(lang: str, *, prune: bool = False) -> tuple[bytes, Changes]:
    """Return what a language's catalog file should hold now, and what changed in it."""
    catalog = read(_file(lang))
    changes = merge(catalog, extract(), prune=prune)
    return write(catalog), changes


def main(arguments: Sequence[str]) -> int:
    """Write the catalogs and tell what there is to read; with ``--check`` fail if one is out of date."""
    parser = ArgumentParser(prog="python -m app.i18n.update", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, fail if a catalog would change")
    parser.add_argument("--prune", action="store_true", help="forget translations of texts that are gone")
    parser.add_argument("--new", metavar="CODE", help="begin the catalog of a language, such as fr")
    asked = parser.parse_args(arguments)
    stale = False
    known = sorted(file.stem for file in (_HERE / "catalogs").glob("*.po"))
    for lang in [*known, *([asked.new] if asked.new and asked.new not in known else [])]:
        file = _file(lang)
        now, changes = updated(lang, prune=asked.prune)
        if file.exists() and file.read_bytes() == now:
            continue
        stale = True
        if not asked.check:
            file.write_bytes(now)
        said = "is out of date: run make words" if asked.check else "written"
        sys.stdout.write(f"{file.relative_to(_ROOT)} {said}\n{changes.report()}")
    return int(stale and asked.check)


def _file(lang: str) -> Path:
    return _HERE / "catalogs" / f"{lang}.po"


def _key(message: Message) -> _Key:
    return message.id if isinstance(message.id, str) else tuple(message.id), message.context


def _forms(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _translations(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def _is_source(folder: str | Path) -> bool:
    inside = Path(folder).relative_to(_ROOT).parts if Path(folder) != _ROOT else ()
    return not inside or (inside[0] in _SOURCES and not inside[-1].startswith((".", "__")))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
