"""What `make parity` has measured of the listing that PyTorch runs."""

import json
from importlib.resources import files


def largest_difference() -> float:
    """Return how far the table of the PyTorch module is from our kernels, in double precision.

    Returns
    -------
    float
        The largest absolute difference over all widths and bases that were compared.

    """
    text = files(__package__).joinpath("parity.json").read_text(encoding="utf-8")
    return float(json.loads(text)["largest_difference"])
