"""Numbers of the section about the code."""

from app.claims.claim import Claim
from app.listings.measured import largest_difference

CLAIMS = {"listing.torch_difference": Claim(lambda _: largest_difference() * 1e15, digits=1)}
