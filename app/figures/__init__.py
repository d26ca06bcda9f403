"""Figures: the Plotly specification each one is drawn with, built once and filled with data in the browser.

A specification fixes everything that is not a number: traces, axes, domains, titles in the reader's
language. The browser adds the arrays that the API sends. plotly.graph_objects validates all of it.
"""

from app.figures.figure import Figure, Specifications

__all__ = ["Figure", "Specifications"]
