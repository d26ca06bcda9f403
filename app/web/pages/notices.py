"""What a page says about an address that it could not use as it stands there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from app.encodings.params import Translate
from app.i18n import msg
from app.web.errors import and_more
from app.web.sentences import shown

MOST_NOTICES = 10
"""So many are told; of the others, how many they are."""
LONGEST_NAME = 40
"""Of an unknown parameter; nobody mistypes a longer one."""

_OWN = ("lang", "theme", "embed", "present", "path", "depth")
"""What the page may understand besides its state."""
_TRACKERS = """ref fbclid gclid dclid gbraid wbraid gad_source gad_campaignid msclkid yclid twclid ttclid
    igshid igsh mc_cid mc_eid mkt_tok srsltid li_fat_id _ga _gl _hsenc _hsmi ved usg"""
"""What mails, advertisements and searches add to links."""
_OTHERS = frozenset((*_OWN, *_TRACKERS.split()))
_OTHERS_BEGIN = ("utm_", "pk_", "mtm_", "hsa_", "ga_")


@dataclass(frozen=True)
class Notice:
    """Something in the address that could not be used as it is: name, value, and what was done."""

    parameter: str
    got: str
    text: str


@dataclass(frozen=True)
class Notices:
    """The notices that are told, and a word about the others, or none."""

    told: tuple[Notice, ...]
    more: str


def notices_of(
    query: Mapping[str, str],
    replaced: Mapping[str, tuple[str, str]],
    known: Iterable[str],
    translate: Translate,
) -> Notices:
    """Tell which values were replaced, by rule and what is shown, and which names are unknown.

    Nobody is told about names that others add to links.
    """
    known = list(known)
    unknown = [name for name in query if name not in known and not _is_others(name)]
    told = translate(msg("{rule}; {value} is shown instead"))
    notices = [
        Notice(name, shown(query[name]), told.format(rule=rule, value=value))
        for name, (rule, value) in replaced.items()
    ]
    for name in unknown[: max(0, MOST_NOTICES - len(notices))]:
        notices += [Notice(shown(name), shown(query[name]), _unknown(name, known, translate))]
    more = len(replaced) + len(unknown) - MOST_NOTICES
    return Notices(tuple(notices[:MOST_NOTICES]), and_more(more, translate) if more > 0 else "")


def _is_others(name: str) -> bool:
    return name.lower() in _OTHERS or name.lower().startswith(_OTHERS_BEGIN)


def _unknown(name: str, known: list[str], translate: Translate) -> str:
    """Say that a name is unknown, and which one may be meant: one that begins alike, or is spelt alike."""
    wanted = name.lower().replace("-", "_")
    near = [
        one
        for one in known
        if min(len(one), len(wanted)) > 2 and (one.startswith(wanted) or wanted.startswith(one))
    ]
    if len(wanted) <= LONGEST_NAME:
        near += get_close_matches(wanted, known, 1)
    if not near:
        return translate(msg("there is no such parameter here"))
    return translate(msg("there is no such parameter here; perhaps {name} is meant")).format(name=near[0])
