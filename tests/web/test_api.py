import io
import json
import re
from typing import Any

import numpy as np
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.encodings.comparison import ABSOLUTE, ADDED, Comparison
from app.encodings.params import FormulaParams, Params, Width
from app.encodings.protocols import Encoding
from app.encodings.registry import Registry, standard_registry
from app.encodings.sinusoidal import SinusoidalParams
from app.main import create_app
from app.maths.arrays import FloatArray
from app.settings import Settings
from tests.encodings import test_laws

MATRICES = [
    f"/api/encodings/{name}/matrix" for name in ("none", "index", "binary", "sinusoidal", "learned", "rope")
]


def got(client: TestClient, path: str, **query: Any) -> Any:
    answer = client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client: TestClient, path: str, **query: Any) -> Any:
    answer = client.get(path, params=query)
    assert answer.status_code == 422, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert set(problem) == {"type", "title", "status", "detail", "errors"}
    assert problem["status"] == 422
    assert all(set(error) == {"parameter", "got", "rule"} for error in problem["errors"])
    return problem


def test_encodings_in_two_languages(client: TestClient, registry: Registry) -> None:
    english = got(client, "/api/encodings", lang="en")["encodings"]
    german = got(client, "/api/encodings", lang="de")["encodings"]
    assert [item["id"] for item in english] == list(registry.ids)
    assert [item["family"] for item in english] == [encoding.family for encoding in registry]
    learned, gelernt = (
        next(item for item in items if item["id"] == "learned") for items in (english, german)
    )
    assert learned["title"] == "Learned"
    assert gelernt["title"] == "Gelernt"
    assert learned["max_rows"] == 512
    assert learned["width"] == 384
    at = registry.ids.index("sinusoidal")
    assert english[at]["references"][0]["arxiv"] == "1706.03762"
    base = next(item for item in german[at]["parameters"] if item["name"] == "base")
    assert base["label"] == "Basis"
    assert base["scale"] == "log"
    assert len(base["stops"]) == 61
    by_header = client.get("/api/encodings", headers={"Accept-Language": "xx-CH,de;q=0.5,en;q=0.4"})
    assert by_header.json()["encodings"] == german
    assert by_header.headers["content-language"] == "de"
    assert "Accept-Language" in by_header.headers["vary"]


def test_matrix_has_the_common_shape(client: TestClient, golden: dict[str, Any]) -> None:
    answer = got(client, "/api/encodings/sinusoidal/matrix", positions="50,-50", d_model=6)
    assert answer["encoding"] == "sinusoidal"
    assert answer["parameters"] == {
        "seq_len": 2,
        "start": 0,
        "positions": [50.0, -50.0],
        "d_model": 6,
        "base": 10000.0,
        "layout": "interleaved",
        "variant": "paper",
    }
    assert answer["dims"] == ["pos", "dim"]
    assert answer["shape"] == [2, 6]
    known = golden["sinusoidal"]
    np.testing.assert_allclose(answer["values"], [known["pos50_d6"], known["pos-50_d6"]], atol=1e-9)
    assert answer["columns"]["pair"] == [0, 0, 1, 1, 2, 2]
    assert answer["columns"]["part"] == ["sin", "cos"] * 3
    assert answer["columns"]["wavelength"][-1] == pytest.approx(2916.396, abs=1e-3)


@pytest.mark.parametrize("path", MATRICES)
def test_defaults_are_filled_in(client: TestClient, path: str) -> None:
    answer = got(client, path)
    assert answer["parameters"]["seq_len"] == 64
    width = 384 if "learned" in path else 64
    assert answer["shape"] == [64, width]
    assert len(answer["values"]) == 64
    assert {len(row) for row in answer["values"]} == {width}
    # Asking again with the parameters of the answer gives the answer.
    assert got(client, path, **answer["parameters"]) == answer


def test_columns_without_pairs_are_null(client: TestClient) -> None:
    columns = got(client, "/api/encodings/index/matrix", d_model=3)["columns"]
    assert columns == {name: [None] * 3 for name in ("pair", "part", "wavelength")}


def test_rope_in_both_pairings(client: TestClient) -> None:
    half = got(client, "/api/encodings/rope/matrix", d_model=4, pairing="half", positions=3)
    assert half["values"][0] == pytest.approx([np.cos(3), np.cos(0.03), np.sin(3), np.sin(0.03)])
    assert half["columns"]["part"] == ["cos", "cos", "sin", "sin"]
    assert half["columns"]["pair"] == [0, 1, 0, 1]


def test_full_precision_reads_back_equal(client: TestClient, registry: Registry) -> None:
    encoding = registry["sinusoidal"]
    values = got(client, "/api/encodings/sinusoidal/matrix", seq_len=50, d_model=32)["values"]
    expected = encoding.matrix(SinusoidalParams(seq_len=50, d_model=32))
    np.testing.assert_array_equal(np.array(values), expected)


def test_rounding_has_no_negative_zero(client: TestClient) -> None:
    text = client.get(
        "/api/encodings/sinusoidal/matrix", params={"positions": "0,-0.0001,3", "d_model": 2, "precision": 3}
    ).text
    assert json.loads(text)["values"] == [[0.0, 1.0], [0.0, 1.0], [0.141, -0.99]]
    assert "-0.0," not in text


def test_csv(client: TestClient) -> None:
    path = "/api/encodings/sinusoidal/matrix"
    plain = client.get(path, params={"seq_len": 2, "d_model": 2, "format": "csv"})
    assert plain.headers["content-type"] == "text/csv; charset=utf-8"
    table = np.loadtxt(io.StringIO(plain.text), delimiter=",")
    np.testing.assert_array_equal(table, [[0, 1], [np.sin(1), np.cos(1)]])
    asked: dict[str, Any] = {"seq_len": 2, "d_model": 2, "format": "csv", "decimal": ",", "precision": 2}
    assert client.get(path, params=asked).text == "0,0;1,0\n0,84;0,54\n"
    assert client.get(path, params=asked | {"sep": "tab"}).text == "0,0\t1,0\n0,84\t0,54\n"
    problem = refused(client, path, **(asked | {"sep": ","}))
    assert problem["errors"][0]["parameter"] == "sep"


def test_npy(client: TestClient) -> None:
    answer = client.get("/api/encodings/learned/matrix", params={"seq_len": 3, "format": "npy"})
    assert answer.headers["content-type"] == "application/x-npy"
    table = np.load(io.BytesIO(answer.content), allow_pickle=False)
    assert table.shape == (3, 384)
    assert table.dtype == np.float64


@pytest.mark.parametrize("path", MATRICES)
@pytest.mark.parametrize("value", ["NaN", "Infinity", "-inf", "1e999", "x", ""])
def test_rubbish_is_refused(client: TestClient, path: str, value: str) -> None:
    for name in ("seq_len", "start", "precision", "theta"):
        problem = refused(client, path, **{name: value})
        assert problem["errors"][0]["parameter"] == name


@pytest.mark.parametrize("value", ["NaN", "inf", "1", "1e9", "-5"])
def test_base_is_bounded(client: TestClient, value: str) -> None:
    assert refused(client, "/api/encodings/rope/matrix", base=value)["errors"][0]["parameter"] == "base"


def test_sizes_are_bounded_together(client: TestClient) -> None:
    problem = refused(client, "/api/encodings/sinusoidal/matrix", seq_len=65_536, d_model=8192)
    assert [error["parameter"] for error in problem["errors"]] == ["seq_len", "d_model"]
    assert "1048576" in problem["detail"]
    assert got(client, "/api/encodings/none/matrix", seq_len=65_536, d_model=1)["shape"] == [65_536, 1]


@pytest.mark.parametrize("query", [{"seq_len": 513}, {"start": 512}, {"start": -1}, {"start": 500}])
def test_the_table_ends_with_words(client: TestClient, query: dict[str, int]) -> None:
    problem = refused(client, "/api/encodings/learned/matrix", **query)
    assert "0…511" in problem["detail"]


def test_a_table_has_no_formula_parameters(client: TestClient) -> None:
    for name in ("positions", "d_model", "base"):
        refused(client, "/api/encodings/learned/matrix", **{name: "4"})


def test_sweep(client: TestClient) -> None:
    sweep = got(client, "/api/encodings/rope/sweep", axis="base", seq_len=3, d_model=4, precision=3)
    assert sweep["axis"] == "base"
    assert len(sweep["stops"]) == len(sweep["frames"]) == len(sweep["columns"]) == 61
    some = got(client, "/api/encodings/rope/sweep", axis="base", stops="10000,77", seq_len=3, d_model=4)
    assert some["stops"] == [10_000.0, 77.0]
    for stop, frame, columns in zip(some["stops"], some["frames"], some["columns"], strict=True):
        alone = got(client, "/api/encodings/rope/matrix", base=stop, seq_len=3, d_model=4)
        assert alone["values"] == frame
        assert alone["columns"] == columns


def test_sweep_over_choices_and_widths(client: TestClient) -> None:
    sweep = got(client, "/api/encodings/sinusoidal/sweep", axis="layout", seq_len=2, d_model=4)
    assert sweep["stops"] == ["interleaved", "blocks"]
    sweep = got(client, "/api/encodings/sinusoidal/sweep", axis="d_model", seq_len=2)
    assert [len(frame[0]) for frame in sweep["frames"]] == sweep["stops"]
    sweep = got(client, "/api/encodings/sinusoidal/sweep", axis="seq_len", d_model=2, stops="3,5")
    assert [len(frame) for frame in sweep["frames"]] == [3, 5]


def test_standard_stops_without_a_frame_are_left_out(client: TestClient) -> None:
    sweep = got(client, "/api/encodings/learned/sweep", axis="seq_len", start=448, precision=1)
    assert sweep["stops"][-1] == 64
    problem = refused(client, "/api/encodings/learned/sweep", axis="seq_len", start=448, stops="64,65")
    assert "0…511" in problem["detail"]


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ({}, "axis"),
        ({"axis": "start"}, "axis"),
        ({"axis": "theta"}, "axis"),
        ({"axis": "base", "stops": "10,NaN"}, "base"),
        ({"axis": "base", "stops": ""}, "base"),
        ({"axis": "base", "stops": ",".join(["10"] * 257)}, "stops"),
        ({"axis": "base", "seq_len": 512, "d_model": 512}, "seq_len"),
        ({"axis": "base", "seq_len": 65_536, "d_model": 512}, "seq_len"),
    ],
)
def test_bad_sweeps(client: TestClient, query: dict[str, Any], parameter: str) -> None:
    problem = refused(client, "/api/encodings/sinusoidal/sweep", **query)
    assert problem["errors"][0]["parameter"] == parameter


def test_frequencies(client: TestClient, golden: dict[str, Any]) -> None:
    known = golden["rope_inv_freq_d128"]["500000"]
    found = got(client, "/api/encodings/rope/frequencies", d_model=128, base=500_000)
    np.testing.assert_allclose(np.array(found["inv_freq"])[[0, 1, 32, 63]], known["i=0,1,32,63"], rtol=1e-8)
    assert found["wavelength"][-1] == pytest.approx(known["longest_wavelength"], abs=0.1)
    assert found["attention_factor"] == 1.0
    assert len(got(client, "/api/encodings/sinusoidal/frequencies", d_model=5)["inv_freq"]) == 3
    assert client.get("/api/encodings/learned/frequencies").status_code == 404


class RampParams(FormulaParams):
    d_model: Width = 4


class Ramp(Encoding[RampParams]):
    """An encoding that nobody has."""

    id = "ramp"
    family = "absolute"
    title = "Ramp"
    summary = "Position divided by length."
    references = ()
    comparison = Comparison(ABSOLUTE, ADDED, "The values depend on the length.")
    params_model = RampParams
    value_limit = 1.0
    applies = "added"

    def matrix(self, params: RampParams) -> FloatArray:
        if params.start == 13:
            raise ValueError("start must not be 13, got 13")
        if params.start == 14:
            raise RuntimeError("secret detail")
        steps = params.position_array() / params.seq_len
        return np.repeat(steps[:, None], params.d_model, axis=1)


@pytest.fixture(scope="module")
def ramp_app() -> FastAPI:
    return create_app(registry=Registry((Ramp(),)))


@pytest.fixture
def ramp(ramp_app: FastAPI) -> TestClient:
    return TestClient(ramp_app, raise_server_exceptions=False)


def test_a_new_encoding_appears_everywhere(ramp: TestClient) -> None:
    listed = got(ramp, "/api/encodings")["encodings"]
    assert [item["id"] for item in listed] == ["ramp"]
    assert got(ramp, "/api/encodings/ramp/matrix", seq_len=2, d_model=1)["values"] == [[0.0], [0.5]]
    assert got(ramp, "/api/encodings/ramp/sweep", axis="seq_len", stops="1,2")["stops"] == [1, 2]
    described = ramp.get("/openapi.json").json()["paths"]
    names = [item["name"] for item in described["/api/encodings/ramp/matrix"]["get"]["parameters"]]
    assert {"seq_len", "d_model", "precision", "format"} <= set(names)
    assert got(ramp, "/api/word-order", encoding="ramp")["verdict"]["equivariant"] is False
    assert ramp.get("/api/encodings/rope/matrix").status_code == 404
    similarity = got(ramp, "/api/encodings/ramp/similarity", seq_len=2, d_model=1, metric="cosine")
    assert similarity["values"] == [[None, None], [None, 1.0]]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_new_encoding_has_its_sliders(settings: Settings, lang: str) -> None:
    registry = Registry([*standard_registry(settings.tables_dir), Ramp()])
    page = TestClient(create_app(settings, registry)).get(f"/{lang}/?encoding=ramp").text
    data = json.loads(re.findall(r'id="page-data">(.*?)</script>', page, re.DOTALL)[0])
    assert data["encodings"][-1]["id"] == data["state"]["encoding"] == "ramp"
    assert data["encodings"][-1]["parameters"].keys() == {"seq_len", "d_model"}
    assert data["parameters"]["encoding"]["names"][-1] == "Ramp"
    # Context extension belongs to a figure of its own: the explorer does not ask with it.
    assert not any("scaling" in encoding["parameters"] for encoding in data["encodings"])
    for name in ("seq_len", "d_model"):
        assert f'data-parameter="{name}"' in page


@pytest.mark.parametrize(
    "law",
    [
        test_laws.test_words_and_sources,
        test_laws.test_every_parameter_can_be_a_control,
        test_laws.test_shape_is_known_before_the_matrix,
        test_laws.test_columns_describe_every_column,
        test_laws.test_application_to_words,
        test_laws.test_without_positions_and_mask_attention_is_equivariant,
        test_laws.test_every_parameter_changes_the_output,
    ],
)
def test_a_new_encoding_is_held_to_the_laws(law: Any) -> None:
    law(encoding=Ramp())


def test_a_new_encoding_that_breaks_a_law_is_found() -> None:
    # Its rows depend on how many there are.
    with pytest.raises(AssertionError):
        test_laws.test_a_row_depends_on_its_position_alone(encoding=Ramp())


def test_a_kernels_own_refusal_is_a_422(ramp: TestClient) -> None:
    problem = refused(ramp, "/api/encodings/ramp/matrix", start=13)
    assert problem["errors"][0]["parameter"] == "start"
    assert "start must not be 13" in problem["detail"]
    problem = refused(ramp, "/api/word-order", encoding="ramp", start=13)
    assert problem["errors"][0]["parameter"] == "start"


def test_a_fault_of_ours_is_a_500_without_details(ramp: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    answer = ramp.get("/api/encodings/ramp/matrix?start=14&lang=de")
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["title"] == "Auf dem Server ist etwas schiefgegangen"
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "etag" not in answer.headers
    assert "secret detail" in caplog.text
    assert ramp.get("/readyz").status_code == 200


def test_not_ready_when_an_encoding_cannot_compute() -> None:
    class Broken(Ramp):
        def matrix(self, params: RampParams) -> FloatArray:
            raise OSError("no table")

    client = TestClient(create_app(registry=Registry((Broken(),))))
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "application/problem+json"
    assert client.get("/healthz").json() == {"status": "ok"}


def test_ready_even_if_default_matrices_are_forbidden() -> None:
    small = standard_registry(Settings().tables_dir, max_cells=1_024)
    client = TestClient(create_app(registry=small))
    assert client.get("/readyz").json() == {"status": "ready"}


def test_an_encoding_without_sliders_has_no_sweep() -> None:
    class StillParams(Params):
        seq_len: int = 2
        d_model: int = 3

    class Still(Encoding[StillParams]):
        id = "still"
        family = "absolute"
        title = "Still"
        summary = "Nothing to set."
        references = ()
        comparison = Comparison(ABSOLUTE, ADDED, "There is no beyond.")
        params_model = StillParams
        value_limit = 1.0
        applies = None

        def matrix(self, params: StillParams) -> FloatArray:
            return np.zeros((params.seq_len, params.d_model))

    client = TestClient(create_app(registry=Registry((Ramp(), Still()))))
    assert got(client, "/api/encodings/still/matrix")["shape"] == [2, 3]
    assert client.get("/api/encodings/still/sweep").status_code == 404
    # It cannot enter attention, so a sentence cannot have it.
    assert "ramp" in refused(client, "/api/word-order", encoding="still")["errors"][0]["rule"]


def test_files_are_compressed_while_the_server_starts(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        assert client.get("/healthz").status_code == 200
