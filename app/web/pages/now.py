"""What of a page depends on the request: the values in its address, and the address itself."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from app.listings.listing import Listing
from app.web.pages.controls import Shown
from app.web.pages.notices import Notices


@dataclass(frozen=True)
class Now:
    """What the holes of a page are filled with; see `app.web.pages.holes`."""

    state: Mapping[str, Any]
    sentence: str  # that of the language, where the address has none
    notices: Notices
    controls: Mapping[str, Shown]
    canonical: str
    alternates: Mapping[str, str]
    picture: str
    links: Mapping[str, str]  # to the same state in every language

    @property
    def state_json(self) -> Markup:
        """The state for the scripts."""
        return for_script(self.state)

    def line_of(self, listing: Listing) -> int:
        """Return the chosen line of a listing, from 1, or 0 if another listing is chosen."""
        if listing.id != self.state["listing"]:
            return 0
        return listing.first_lines[listing.step_at(self.state["line"])]


def for_script(data: object) -> Markup:
    """Write JSON that stands inside a script element, where a "<" could end it."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704 (this is the escaping)
