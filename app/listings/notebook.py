"""The listings as a notebook that runs from top to bottom."""

from typing import Any

from app.i18n import Translate, msg
from app.listings.listing import LISTINGS

_INTRODUCTION = msg(
    "# Sinusoidal positions and RoPE\n\n"
    "Run the cells from top to bottom. They need NumPy; only the last two need PyTorch."
)
_TABLE = msg(
    "## The table in NumPy\n\nIt holds for odd widths, too. Positions, columns and pairs count from 0."
)
_ROPE = msg(
    "## RoPE\n\nA query at position 5 and a key at position 2, then both moved by the same distance, then "
    "swapped. The score depends on distance and direction."
)
_TORCH = msg("## The same in PyTorch\n\nA module for your own model, and how far its table is from NumPy's.")


def notebook(translate: Translate, seq_len: int, d_model: int, base: float) -> dict[str, Any]:
    """Return the notebook, as JSON of format 4.5, in one language with the values that the reader has set.

    https://nbformat.readthedocs.io/en/latest/format_description.html
    """
    head = max(2, d_model - d_model % 2)
    use = (
        f"seq_len, d_model, base = {seq_len}, {d_model}, {base!r}\n"
        "pe = positional_encoding(seq_len, d_model, base)"
    )
    tokens = "x = np.random.default_rng(0).normal(size=(seq_len, d_model))"
    cells = [
        ("markdown", translate(_INTRODUCTION)),
        ("markdown", translate(_TABLE)),
        ("code", LISTINGS["numpy"].text),
        ("code", f"{use}\nprint(pe.shape)\nprint(pe[-1, :4])"),
        ("code", f"{tokens}\nout = add_positions(x, pe)\nprint(out.shape)"),
        ("markdown", translate(_ROPE)),
        ("code", LISTINGS["rope"].text),
        (
            "code",
            f"q, k = np.random.default_rng(0).normal(size=(2, 1, {head}))\n"
            "for places in ((5, 2), (103, 100), (2, 5)):\n"
            "    turned = [rope(x, np.array([place]), base) for x, place in zip((q, k), places)]\n"
            "    print(places, (turned[0] @ turned[1].T).item())",
        ),
        ("markdown", translate(_TORCH)),
        ("code", LISTINGS["torch"].text),
        (
            "code",
            "module = PositionalEncoding(d_model, seq_len, base).eval()\n"
            "print(abs(module.pe.numpy() - pe).max())",
        ),
    ]
    return {
        "cells": [_cell(number, kind, text) for number, (kind, text) in enumerate(cells)],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _cell(number: int, kind: str, text: str) -> dict[str, Any]:
    cell: dict[str, Any] = {
        "cell_type": kind,
        "id": f"cell-{number}",
        "metadata": {},
        "source": text.strip("\n").splitlines(keepends=True),
    }
    return cell if kind == "markdown" else cell | {"execution_count": None, "outputs": []}
