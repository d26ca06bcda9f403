"""Wavelengths by arithmetic: 2π · base^(2i/d) of pair i of d = 64 columns."""

from math import pi

EXPECTED = {
    "explorer.fastest_wavelength": 2 * pi,
    "explorer.slowest_wavelength": 2 * pi * 10_000 ** (62 / 64),
    "explorer.slowest_wavelength_base_10": 2 * pi * 10 ** (62 / 64),
    "explorer.last_pair": 64 / 2 - 1,
    "explorer.table_rows": 512,  # the model card's maximum length
}
