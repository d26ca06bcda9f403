from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from app.encodings.index import IndexEncoding
from app.encodings.learned import LearnedEncoding, LearnedParams
from app.encodings.none import NoEncoding
from app.encodings.params import ParameterError
from app.encodings.protocols import Frequencies
from app.encodings.registry import Registry
from app.encodings.rope import RopeEncoding, RopeParams
from app.encodings.sinusoidal import SinusoidalEncoding, SinusoidalParams
from app.settings import Settings


def test_order_and_lookup(registry: Registry) -> None:
    assert Registry((RopeEncoding(), NoEncoding())).ids == ("rope", "none")
    assert registry.ids == tuple(encoding.id for encoding in registry)
    assert len(registry) == len(registry.ids)
    assert "rope" in registry
    assert "quantum" not in registry
    assert registry["rope"].family == "rotary"
    with pytest.raises(KeyError):
        registry["quantum"]


def test_an_id_is_unique() -> None:
    with pytest.raises(ValueError, match="id must be unique, got 'none' twice"):
        Registry((NoEncoding(), NoEncoding()))


def test_the_cache_key_is_the_whole_model(registry: Registry) -> None:
    encoding = registry["sinusoidal"]
    first = registry.matrix(encoding, SinusoidalParams(seq_len=4))
    assert registry.matrix(encoding, SinusoidalParams(seq_len=4)) is first
    changes: tuple[dict[str, Any], ...] = (
        {"base": 10_001},
        {"start": 1},
        {"layout": "blocks"},
        {"variant": "whisper"},
        {"positions": (1.0, 2.0, 3.0, 4.0), "seq_len": 4},
    )
    for change in changes:
        assert not np.array_equal(
            registry.matrix(encoding, SinusoidalParams(**{"seq_len": 4, **change})), first
        )
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0] = 7.0


def test_the_cache_is_bounded() -> None:
    class Counting(IndexEncoding):
        computed = 0

        def matrix(self, params: Any) -> Any:
            self.computed += 1
            return super().matrix(params)

    encoding = Counting()
    registry = Registry((encoding,), cache_bytes=2 * 8 * 8)
    one, two, three = (encoding.params_model(seq_len=8, d_model=1, start=start) for start in range(3))
    for params in (one, two, one, three, one):
        registry.matrix(encoding, params)
    assert encoding.computed == 3
    registry.matrix(encoding, two)
    assert encoding.computed == 4
    large = encoding.params_model(seq_len=8, d_model=3)
    for _ in range(2):
        registry.matrix(encoding, large)
    assert encoding.computed == 6


def test_too_many_cells_are_refused_before_memory_is_taken() -> None:
    class Never(SinusoidalEncoding):
        def matrix(self, params: Any) -> Any:
            raise AssertionError("computed")

    registry = Registry((Never(),), max_cells=100)
    with pytest.raises(ParameterError) as refused:
        registry.matrix(registry["sinusoidal"], SinusoidalParams(seq_len=11, d_model=10))
    assert refused.value.got == {"seq_len": 11, "d_model": 10}
    assert refused.value.text() == "seq_len × d_model may be at most 100, asked for 110"


def test_a_table_is_bounded_by_its_rows() -> None:
    registry = Registry((LearnedEncoding(Settings().tables_dir),), max_cells=1000)
    with pytest.raises(ParameterError, match="seq_len may be at most 2, asked for 3"):
        registry.matrix(registry["learned"], LearnedParams(seq_len=3))


def test_the_real_table(registry: Registry) -> None:
    table = registry.matrix(registry["learned"], LearnedParams(seq_len=512))
    assert table.shape == (512, 384)
    # From the table's provenance: the row of [CLS] is an outlier, and float16 holds every value exactly.
    norms = np.linalg.norm(table, axis=1)
    assert norms[0] == pytest.approx(2.36, abs=0.005)
    assert np.median(norms[1:]) == pytest.approx(0.48, abs=0.03)
    np.testing.assert_array_equal(table, table.astype(np.float16))
    assert np.quantile(np.abs(table), 0.995) < registry["learned"].value_limit < 0.1


@pytest.mark.parametrize(
    "beyond", [{"seq_len": 513}, {"start": 512}, {"start": 500, "seq_len": 13}, {"start": -1}]
)
def test_the_table_ends(beyond: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        LearnedParams(**{"seq_len": 1, **beyond})
    assert LearnedParams(start=511, seq_len=1).start == 511


def test_frequencies() -> None:
    found = RopeEncoding().frequencies(RopeParams(d_model=4))
    assert isinstance(found, Frequencies)
    np.testing.assert_allclose(found.inv_freq, [1, 0.01])
    np.testing.assert_allclose(found.wavelength, [2 * np.pi, 200 * np.pi])
    assert found.attention_factor == 1.0


def test_rope_matrix_is_cosine_and_sine_in_the_pairing() -> None:
    for pairing, columns in (("interleaved", [0, 2, 1, 3]), ("half", [0, 1, 2, 3])):
        params = RopeParams.model_validate({"seq_len": 3, "d_model": 4, "pairing": pairing})
        matrix = RopeEncoding().matrix(params)[:, columns]
        angle = np.outer(np.arange(3), [1, 0.01])
        np.testing.assert_allclose(matrix, np.hstack([np.cos(angle), np.sin(angle)]), atol=1e-15)
