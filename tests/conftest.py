import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import settings as hypothesis_settings

from app.encodings.registry import Registry, standard_registry
from app.main import create_app
from app.settings import Settings

# How long an example takes says more about the machine's other work than about the code.
hypothesis_settings.register_profile("any-machine", deadline=None)
hypothesis_settings.load_profile("any-machine")

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="session")
def golden() -> dict[str, Any]:
    """Values that were not made by this project: float64 and 50-digit arithmetic agreed on them."""
    numbers: dict[str, Any] = json.loads((GOLDEN / "numbers.json").read_text(encoding="utf-8"))
    return numbers


@pytest.fixture(scope="session")
def golden_second() -> dict[str, Any]:
    """More values of the same kind: what models do that came after the first ones."""
    numbers: dict[str, Any] = json.loads((GOLDEN / "numbers_second.json").read_text(encoding="utf-8"))
    return numbers


@pytest.fixture(scope="session")
def settings() -> Settings:
    return Settings()


@pytest.fixture(scope="session")
def registry(settings: Settings) -> Registry:
    return standard_registry(settings.tables_dir)


@pytest.fixture(scope="session")
def app(settings: Settings) -> FastAPI:
    return create_app(settings)


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with_errors_as_answers = TestClient(app, raise_server_exceptions=False)
    yield with_errors_as_answers
    with_errors_as_answers.close()
