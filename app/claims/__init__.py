"""Every number that the text states, computed; `tests/claims` holds each against another source."""

from app.claims.claim import Claim
from app.claims.registry import CLAIMS, Claims

__all__ = ["CLAIMS", "Claim", "Claims"]
