"""Images: how many patches they have, our picture, and attention over its patches in two orders."""

import struct
import zlib
from typing import Any

import numpy as np
from fastapi import APIRouter, Response
from pydantic import model_validator

from app.encodings.params import (
    Base,
    ClassToken,
    GridOrder,
    ImageSide,
    ParameterError,
    Params,
    PatchPositions,
    PatchSide,
    ShuffleSeed,
)
from app.i18n import msg
from app.maths.arrays import FloatArray, IntArray
from app.maths.attention import attention
from app.maths.patches import cut, embed, patch_grid, sincos2d
from app.maths.picture import PALETTE, colours, landscape
from app.maths.word_order import compare_orders
from app.web.api.routes import add_numbers, endpoint, joined
from app.web.api.schemas import PatchAttentionAnswer, PatchesAnswer
from app.web.api.wire import Wire

D_MODEL = 64
MOST_PIXELS = 262_144
MOST_PATCHES = 1024
LARGEST_PATCH = 64
"""The random map has a row for every pixel value of a patch."""


def _refuse_cut_patches(params: Any) -> None:
    sides = {"image_height": params.image_height, "image_width": params.image_width}
    if cut_ones := {name: size for name, size in sides.items() if size % params.patch}:
        raise ParameterError(
            cut_ones,
            msg("must be a multiple of the patch side {patch}: patches are not cut"),
            patch=params.patch,
        )


class PatchesParams(Params):
    """An image, cut into patches."""

    image_height: ImageSide = 224
    image_width: ImageSide = 224
    patch: PatchSide = 16
    class_token: ClassToken = True

    @model_validator(mode="after")
    def _whole_patches(self) -> "PatchesParams":
        _refuse_cut_patches(self)
        return self


class PictureParams(Params):
    """A size of our picture."""

    image_height: ImageSide = 224
    image_width: ImageSide = 320

    @model_validator(mode="after")
    def _not_too_large(self) -> "PictureParams":
        pixels = self.image_height * self.image_width
        if pixels > MOST_PIXELS:
            raise ParameterError(
                {"image_height": self.image_height, "image_width": self.image_width},
                msg("the picture may have at most {limit} pixels, asked for {asked}"),
                limit=MOST_PIXELS,
                asked=pixels,
            )
        return self


class PatchAttentionParams(PictureParams):
    """Our picture, cut and shuffled."""

    patch: PatchSide = 16
    class_token: ClassToken = True
    positions: PatchPositions = "none"
    grid_order: GridOrder = "xy"
    base: Base = 10_000.0
    seed: ShuffleSeed = 1

    @model_validator(mode="after")
    def _whole_patches(self) -> "PatchAttentionParams":
        if self.patch > LARGEST_PATCH:
            raise ParameterError(
                {"patch": self.patch}, msg("must be at most {limit} here"), limit=LARGEST_PATCH
            )
        _refuse_cut_patches(self)
        patches = self.image_height * self.image_width // self.patch**2
        if patches > MOST_PATCHES:
            raise ParameterError(
                {"patch": self.patch},
                msg("there may be at most {limit} patches, asked for {asked}"),
                limit=MOST_PATCHES,
                asked=patches,
            )
        return self


def add_images(router: APIRouter) -> None:
    """Add the counting of patches, the picture, and attention over its patches."""
    add_numbers(
        router,
        "/patches",
        PatchesParams,
        _counted,
        response_model=PatchesAnswer,
        summary="How many patches an image has",
        description="Patches are counted row by row; the class token, if there is one, stands before them.",
        tags=["images"],
    )
    _add_picture(router)
    add_numbers(
        router,
        "/patches/attention",
        PatchAttentionParams,
        shuffled_attention,
        response_model=PatchAttentionAnswer,
        summary="Attention over the patches of our picture and over the same patches shuffled",
        description=(
            "One attention head with Q = K = V = X. X holds the pixels of every patch under a fixed random "
            f"map to {D_MODEL} numbers, and a class token before them, which keeps its place; in the 2-D "
            "sine its position is a row of zeros, as in MAE."
        ),
        tags=["images"],
    )


def _counted(params: PatchesParams) -> dict[str, Any]:
    rows, columns = patch_grid(params.image_height, params.image_width, params.patch)
    return {
        "grid": [rows, columns],
        "n_patches": rows * columns,
        "seq_len": rows * columns + params.class_token,
        "class_token_index": 0 if params.class_token else None,
    }


def _add_picture(router: APIRouter) -> None:
    model = joined("PictureQuery", PictureParams, Wire)

    def answer(query: Any) -> Response:
        drawn = landscape(query.image_height, query.image_width)
        return Response(png(drawn, PALETTE), media_type="image/png")

    router.add_api_route(
        "/patches/picture",
        endpoint(model, answer),
        response_class=Response,
        responses={200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}},
        summary="Our picture, in the size asked for",
        description="An evening by a lake, computed; its proportions do not change with the size.",
        name="patches-picture",
        tags=["images"],
    )


def shuffled_attention(params: PatchAttentionParams) -> dict[str, Any]:
    """Compute attention over the patches in their order and shuffled, and compare them."""
    drawn = landscape(params.image_height, params.image_width)
    patches = embed(cut(colours(drawn), params.patch), D_MODEL)
    rows, columns = patch_grid(params.image_height, params.image_width, params.patch)
    shuffled = np.random.default_rng(params.seed).permutation(rows * columns)
    places = np.zeros_like(patches)
    if params.positions == "sincos2d":
        places = sincos2d(rows, columns, D_MODEL, params.base, order=params.grid_order)
    order = shuffled.tolist()
    if params.class_token:
        token = np.random.default_rng(1).standard_normal((1, D_MODEL))
        patches, places = np.vstack([token, patches]), np.vstack([np.zeros((1, D_MODEL)), places])
        order = [0, *(index + 1 for index in order)]
    outputs, moved = _attend(patches + places), _attend(patches[order] + places)
    verdict = compare_orders(outputs, moved, order)

    return {
        "grid": [rows, columns],
        "order": shuffled,
        "verdict": {
            "per_patch_max_abs": verdict.per_word_max_abs,
            "pooled_max_abs": verdict.pooled_max_abs,
            "row_by_row_max_abs": verdict.row_by_row_max_abs,
            "class_token_max_abs": verdict.per_word[0] if params.class_token else None,
            "equivariant": verdict.equivariant,
            "invariant": verdict.invariant,
        },
    }


def _attend(x: FloatArray) -> FloatArray:
    return attention(x, x, x)[1]


def png(drawn: IntArray, palette: tuple[tuple[int, int, int], ...]) -> bytes:
    """Write a drawing as a PNG file with a palette.

    References
    ----------
    W3C, Portable Network Graphics (PNG) Specification, third edition, sections 5 and 11.
    """
    height, width = drawn.shape
    # Every line begins with the number of its filter: 0, none.
    lines = np.zeros((height, width + 1), dtype=np.uint8)
    lines[:, 1:] = drawn
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    pieces = (
        (b"IHDR", head),
        (b"PLTE", bytes(channel for colour in palette for channel in colour)),
        (b"IDAT", zlib.compress(lines.tobytes(), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in pieces
    )
