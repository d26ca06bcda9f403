"""Thousands of questions drawn from the OpenAPI document: no crash, and every answer as described."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from app.encodings.registry import standard_registry
from app.main import create_app
from app.settings import Settings

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
LEAST_CASES = 2_000
EXAMPLES = 40

# Small matrices: what is tested is the door, and thousands of answers have to be read.
APP = create_app(registry=standard_registry(Settings().tables_dir, max_cells=1_024))
schema = schemathesis.openapi.from_asgi("/openapi.json", APP)
asked: dict[str, int] = {}
statuses: dict[int, int] = {}


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_described(case: schemathesis.Case[Any]) -> None:
    response = case.call()
    asked[case.operation.label] = asked.get(case.operation.label, 0) + 1
    statuses[response.status_code] = statuses.get(response.status_code, 0) + 1
    case.validate_response(response, checks=CHECKS)


def test_enough_was_asked() -> None:
    if len(asked) < len(APP.openapi()["paths"]):
        pytest.skip("only some operations were tested")
    assert sum(asked.values()) >= LEAST_CASES
    # Both the questions that are answered and those that are refused.
    assert min(statuses[200], statuses[422]) > LEAST_CASES / 10
