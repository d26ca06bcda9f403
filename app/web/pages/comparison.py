"""The table that sets all encodings side by side, collected from the encodings."""

from typing import Any

from app.encodings.comparison import SIZES
from app.encodings.registry import Registry
from app.i18n import format_number, translator


def comparison_rows(registry: Registry, lang: str) -> list[dict[str, Any]]:
    """Give a row for every encoding, in the order of the registry, for the template of the section."""
    translate = translator(lang)
    return [
        {
            "id": encoding.id,
            "family": encoding.family,
            "title": translate(encoding.title),
            "kind": translate(encoding.comparison.kind),
            "place": translate(encoding.comparison.place),
            "count": format_number(encoding.comparison.count(SIZES), lang),
            "formula": translate(encoding.comparison.formula),
            "beyond": translate(encoding.comparison.beyond),
            "evidence": encoding.comparison.evidence,
            "users": [
                vars(user) | {"name": translate(user.name), "note": translate(user.note)}
                for user in encoding.comparison.users
            ],
        }
        for encoding in registry
    ]
