import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import threadpoolctl

from app.model.service import RealModel
from app.model.tokenizer import Tokenizer
from app.model.transformer import Transformer
from app.model.weights import read_transformer
from app.settings import Settings

MINILM: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "golden" / "minilm.json").read_text(encoding="utf-8")
)
"""What the float32 weights give: numbers that this project did not make."""


@pytest.fixture(scope="package", autouse=True)
def one_blas_thread() -> Iterator[None]:
    """As in the service: on a busy machine, several wait for each other longer than they work."""
    with threadpoolctl.threadpool_limits(1, "blas"):
        yield


@pytest.fixture(scope="session")
def model_file(settings: Settings) -> Path:
    """A missing extra is a failure, not a skip."""
    assert settings.model_file, "the extra model is not installed: uv sync --extra model"
    return settings.model_file


@pytest.fixture(scope="session")
def transformer(model_file: Path) -> Transformer:
    return read_transformer(model_file)


@pytest.fixture(scope="session")
def tokenizer(settings: Settings) -> Tokenizer:
    return Tokenizer(settings.model_dir / "bert_uncased_vocab.txt")


@pytest.fixture(scope="session")
def real_model(settings: Settings, model_file: Path) -> RealModel:
    return RealModel(settings.model_dir, model_file)
