"""Numbers of the section about the fingerprint of every position."""

from app.claims.claim import Claim
from app.maths.frequencies import inverse_frequencies, wavelengths

_WIDTH = 64
"""Columns that the explorer shows at first."""

CLAIMS = {
    "explorer.fastest_wavelength": Claim(
        lambda _: wavelengths(inverse_frequencies(_WIDTH, 10_000.0))[0], digits=2
    ),
    "explorer.slowest_wavelength": Claim(lambda _: wavelengths(inverse_frequencies(_WIDTH, 10_000.0))[-1]),
    "explorer.slowest_wavelength_base_10": Claim(
        lambda _: wavelengths(inverse_frequencies(_WIDTH, 10.0))[-1], digits=1
    ),
    "explorer.last_pair": Claim(lambda _: inverse_frequencies(_WIDTH, 10_000.0).size - 1),
    "explorer.table_rows": Claim(lambda registry: registry["learned"].max_rows or 0),
}
