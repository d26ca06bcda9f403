"""What `make parity` has measured of the listing that PyTorch runs."""

import json
from importlib.resources import files


def largest_difference() -> float:
    """Return the largest difference of the PyTorch module's table from our kernels', in double precision."""
    text = files(__package__).joinpath("parity.json").read_text(encoding="utf-8")
    return float(json.loads(text)["largest_difference"])
