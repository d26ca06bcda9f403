"""The clocks of the learned table, our picture, and attention over its patches."""

import struct
import zlib
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from app.maths.picture import PALETTE, landscape

CLOCKS = "/api/encodings/learned/clocks"
PICTURE = "/api/patches/picture"
ATTENTION = "/api/patches/attention"


def got(client: TestClient, path: str, **query: Any) -> Any:
    answer = client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def rule(client: TestClient, path: str, parameter: str, **query: Any) -> str:
    answer = client.get(path, params=query)
    assert answer.status_code == 422, answer.text
    errors = {error["parameter"]: error["rule"] for error in answer.json()["errors"]}
    assert parameter in errors, errors
    return str(errors[parameter])


def test_clocks_as_measured(client: TestClient) -> None:
    found = got(client, CLOCKS)
    assert found["parameters"] == {"k": 1}
    assert found["first_row"] == 1
    np.testing.assert_allclose(
        [plane["period"] for plane in found["planes"]], [5.9, 17.1, 51.8, 155, 575], rtol=0.01
    )
    known = {1: 0.996, 2: 0.990, 5: 0.951, 10: 0.850}
    for step in found["steps"]:
        assert step["random_r2"] < 0
        if step["k"] in known:
            assert step["r2"] == pytest.approx(known[step["k"]], abs=5e-4)
    assert np.array(found["points"]).shape == (5, 511, 2)
    for points in found["points"]:
        assert np.hypot(*np.array(points).T).mean() == pytest.approx(1)


def test_one_plane_rounded_and_its_turn(client: TestClient) -> None:
    found = got(client, CLOCKS, plane=3, k=5, precision=2)
    whole = got(client, CLOCKS)
    np.testing.assert_array_equal(found["points"], np.round(whole["points"][2:3], 2) + 0.0)
    assert found["planes"][2]["period"] == 51.78
    # Five steps are one step five times.
    once = np.array(whole["planes"][2]["turn"])
    np.testing.assert_allclose(found["planes"][2]["turn"], np.linalg.matrix_power(once, 5), atol=0.006)
    # Clockwise: sine, the right hand, grows from 12 on.
    assert once[0, 1] > 0 > once[1, 0]


def test_clocks_refuse_what_is_out_of_range(client: TestClient) -> None:
    assert rule(client, CLOCKS, "plane", plane=6) == "must be at most 5"
    rule(client, CLOCKS, "plane", plane=0)
    rule(client, CLOCKS, "k", k=0)
    rule(client, CLOCKS, "k", k=101)
    rule(client, CLOCKS, "seq_len", seq_len=3)
    assert client.get("/api/encodings/sinusoidal/clocks").status_code == 404


def pixels(png: bytes) -> np.ndarray:
    """Read a PNG with a palette and unfiltered lines, as colours."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    pieces, at = {}, 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        name, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0] == zlib.crc32(name + body)
        pieces[name] = body
        at += 12 + length
    width, height, depth, kind = struct.unpack(">IIBB", pieces[b"IHDR"][:10])
    assert (depth, kind) == (8, 3)
    lines = np.frombuffer(zlib.decompress(pieces[b"IDAT"]), dtype=np.uint8).reshape(height, width + 1)
    assert not lines[:, 0].any()
    palette = np.frombuffer(pieces[b"PLTE"], dtype=np.uint8).reshape(-1, 3)
    return np.asarray(palette[lines[:, 1:]])


def test_the_picture_is_a_png_of_our_pixels(client: TestClient) -> None:
    answer = client.get(PICTURE, params={"image_height": 64, "image_width": 96})
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["etag"]
    np.testing.assert_array_equal(pixels(answer.content), np.array(PALETTE)[landscape(64, 96)])
    assert len(client.get(PICTURE).content) < 4000
    assert "262144" in rule(client, PICTURE, "image_height", image_height=1024, image_width=1024)
    rule(client, PICTURE, "image_width", image_width=0)


@pytest.mark.parametrize(("height", "width", "patch"), [(224, 320, 16), (64, 96, 32), (128, 128, 16)])
@pytest.mark.parametrize("class_token", [True, False])
def test_without_positions_shuffled_patches_are_the_same_bag(
    client: TestClient, height: int, width: int, patch: int, class_token: bool
) -> None:
    asked = {"image_height": height, "image_width": width, "patch": patch, "class_token": class_token}
    found = got(client, ATTENTION, **asked, seed=3)
    rows, columns = height // patch, width // patch
    assert found["grid"] == [rows, columns]
    assert sorted(found["order"]) == list(range(rows * columns))
    assert found["order"] != sorted(found["order"])
    verdict = found["verdict"]
    assert verdict["equivariant"] and verdict["invariant"]
    assert max(verdict["per_patch_max_abs"], verdict["pooled_max_abs"]) < 1e-12
    assert verdict["row_by_row_max_abs"] > 0.5
    assert (verdict["class_token_max_abs"] is None) is not class_token
    assert (verdict["class_token_max_abs"] or 0) < 1e-12
    counted = got(client, "/api/patches", **asked)
    assert counted["grid"] == found["grid"]
    assert counted["seq_len"] == rows * columns + class_token


def test_with_positions_everything_changes(client: TestClient) -> None:
    verdict = got(client, ATTENTION, positions="sincos2d")["verdict"]
    assert not verdict["equivariant"]
    assert not verdict["invariant"]
    assert min(verdict[f"{name}_max_abs"] for name in ("per_patch", "pooled", "class_token")) > 0.01
    other = got(client, ATTENTION, positions="sincos2d", grid_order="yx")["verdict"]
    assert other["per_patch_max_abs"] != verdict["per_patch_max_abs"]
    coarse = got(client, ATTENTION, positions="sincos2d", precision=2)["verdict"]
    assert coarse["per_patch_max_abs"] == round(verdict["per_patch_max_abs"], 2)


def test_the_seed_decides_the_order(client: TestClient) -> None:
    orders = [got(client, ATTENTION, seed=seed)["order"] for seed in (1, 2, 1)]
    assert orders[0] == orders[2] != orders[1]


def test_sizes_are_refused_before_memory_is_taken(client: TestClient) -> None:
    assert "multiple of the patch side 16" in rule(client, ATTENTION, "image_height", image_height=100)
    assert "1024" in rule(client, ATTENTION, "patch", patch=4)
    assert "64" in rule(client, ATTENTION, "patch", patch=512, image_height=512, image_width=512)
    rule(client, ATTENTION, "image_width", image_height=100_000, image_width=100_000)
    rule(client, ATTENTION, "positions", positions="learned")
    rule(client, ATTENTION, "base", positions="sincos2d", base=1)
