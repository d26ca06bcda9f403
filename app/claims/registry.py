"""The list of claims, by section; each is computed once, when a page first needs it."""

from app.claims import (
    addition,
    bias,
    distance,
    explorer,
    extrapolation,
    learned_clocks,
    listing,
    long_context,
    naive,
    patches,
    rotary,
    watch_out,
    wavelengths,
    word_order,
)
from app.claims.claim import Claim, Computed
from app.encodings.registry import Registry

CLAIMS: dict[str, Claim] = {}
for _section in (
    word_order,
    naive,
    explorer,
    addition,
    distance,
    wavelengths,
    rotary,
    bias,
    long_context,
    extrapolation,
    patches,
    listing,
    learned_clocks,
    watch_out,
):
    if _taken := CLAIMS.keys() & _section.CLAIMS.keys():
        raise ValueError(f"a claim must have a name of its own, got {sorted(_taken)} twice")
    CLAIMS |= _section.CLAIMS


class Claims:
    """The numbers of one application, about the encodings and tables of its registry."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._computed: dict[str, Computed] = {}

    def __getitem__(self, name: str) -> Computed:
        """Return a claim's number; KeyError if there is no such claim."""
        if name not in self._computed:
            claim = CLAIMS[name]
            self._computed[name] = Computed(float(claim.compute(self._registry)), claim.digits)
        return self._computed[name]
