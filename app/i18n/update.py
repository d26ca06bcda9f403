"""Bring the catalogs up to date with code and templates: ``python -m app.i18n.update [--check]``."""

import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from app.i18n import DEFAULT, LANGUAGES

_HERE = Path(__file__).parent
_ROOT = _HERE.parent.parent
_SOURCES = ("app", "templates")


def extract() -> Catalog:
    """Return all texts that code and templates mark, in the order of their files.

    Returns
    -------
    babel.messages.catalog.Catalog

    """
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


def updated(lang: str) -> bytes:
    """Return what a language's catalog file should hold now: new texts untranslated, dropped ones gone.

    Parameters
    ----------
    lang : str
        One of the translated languages.

    Returns
    -------
    bytes
        A .po file.

    """
    template = extract()
    file = _HERE / "catalogs" / f"{lang}.po"
    if file.exists():
        with file.open("rb") as source:
            catalog = read_po(source, locale=lang)
    else:
        catalog = Catalog(locale=lang, project=template.project, charset="utf-8")
    # The dates stay, so that an update without new texts changes nothing.
    template.creation_date = catalog.creation_date
    catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
    written = BytesIO()
    write_po(written, catalog, width=110, ignore_obsolete=True, include_lineno=False)
    return written.getvalue()


def main(arguments: list[str]) -> int:
    """Write the catalogs, or with ``--check`` only say whether they would change.

    Parameters
    ----------
    arguments : list of str
        Command line without the program's name.

    Returns
    -------
    int
        0, or 1 if a check found a catalog out of date.

    """
    stale = 0
    for lang in LANGUAGES:
        if lang == DEFAULT:
            continue
        file = _HERE / "catalogs" / f"{lang}.po"
        now = updated(lang)
        if file.exists() and file.read_bytes() == now:
            continue
        stale += 1
        if "--check" not in arguments:
            file.write_bytes(now)
        sys.stdout.write(
            f"{file.relative_to(_ROOT)} {'is out of date' if '--check' in arguments else 'written'}\n"
        )
    return int(bool(stale) and "--check" in arguments)


def _is_source(folder: str | Path) -> bool:
    inside = Path(folder).relative_to(_ROOT).parts if Path(folder) != _ROOT else ()
    return not inside or (inside[0] in _SOURCES and not inside[-1].startswith((".", "__")))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
