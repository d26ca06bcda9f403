"""The code that the page shows: its text, what every line means, and what every line computes.

`sinusoidal_numpy` and `rope_numpy` are run here, statement by statement. `sinusoidal_torch` is only read as
text, since the server needs no PyTorch; `make parity` runs it and compares.
"""
