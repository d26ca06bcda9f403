"""The benchmark's peer: the explorer's heat map and base slider, written with Dash.

usage: bench_dash.py PORT
"""

import sys

import numpy as np
import plotly.graph_objects as go
from dash import Dash, Input, Output, dcc, html

app = Dash(__name__)
app.layout = html.Div(
    [dcc.Slider(id="base", min=1, max=7, step=0.05, value=4, updatemode="drag"), dcc.Graph(id="map")]
)


@app.callback(Output("map", "figure"), Input("base", "value"))
def draw(exponent: float) -> go.Figure:
    angles = np.arange(64)[:, None] * (10.0**exponent) ** (-np.arange(0, 64, 2) / 64)
    table = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(64, 64)
    return go.Figure(go.Heatmap(z=table, zmin=-1, zmax=1), layout={"title": f"base {10.0**exponent:.0f}"})


if __name__ == "__main__":
    app.run(port=int(sys.argv[1]), debug=False)
