"""Hostile requests, made up by schemathesis from the OpenAPI document, from every role: the house refuses as it says it
does, never fails, and the tables of others stay as they are."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS as ALL_CHECKS
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi import checks as _openapi_checks  # noqa: F401 - they register themselves
from tests.server.nightly import nightly
from tests.server.serving import Served, served

from tablee.core.texts import LANGS, catalogue
from tablee.remote import Guest

CHECKS: Any = ALL_CHECKS.get_by_names(
    [
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_headers_conformance",
        "response_schema_conformance",
        "negative_data_rejection",
        "unsupported_method",
        "allow_header_conformance",
    ]
)
ROLES = ("stranger", "guest", "seated", "host")
OUTSIDE = ("stranger", "guest")
Operation = APIOperation[Any, Any, Any, Any]


@dataclass
class Scene:
    """A house with people in every role."""

    house: Served
    people: dict[str, Guest]

    def match(self) -> str:
        """A match of the host and one other that goes on."""
        table: str = self.people["host"].put_up("hotdog", {"players": 3}, seats=2)["id"]
        self.people["seated"].sit(table)
        self.people["host"].start(table)
        return table


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with served(tmp_path_factory.mktemp("house")) as house:
        people = {role: Guest(house.url, None if role == "stranger" else role) for role in ROLES}
        yield Scene(house, people)
        for person in people.values():
            person.close()


def operations(scene: Scene, table: str, mode: GenerationMode) -> list[Operation]:
    """All requests there are, most of them about a table that exists."""
    document = schemathesis.openapi.from_url(f"{scene.house.url}/api/docs/openapi.json")
    document.config.generation.update(with_security_parameters=False)
    numbers = count()

    @document.hook
    def map_path_parameters(_context: Any, parameters: dict[str, Any] | None) -> dict[str, Any] | None:
        if parameters and "table_id" in parameters and next(numbers) % 4:
            parameters["table_id"] = table
            if mode is GenerationMode.POSITIVE and "seat" in parameters and next(numbers) % 4:
                parameters["seat"] %= 3
        return parameters

    found = [operation.ok() for operation in document.get_all_operations() if isinstance(operation, Ok)]
    assert len(found) > 25
    return found if mode is GenerationMode.POSITIVE else [operation for operation in found if can_be_wrong(operation)]


def can_be_wrong(operation: Operation) -> bool:
    """Whether anything that is not of the right form can be sent with it; any text is an id."""
    return bool(operation.body) or "{seat}" in operation.path


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: str(mode.value))
@pytest.mark.parametrize("role", ROLES)
def test_requests_are_answered_as_documented(scene: Scene, role: str, mode: GenerationMode) -> None:
    table = scene.match()
    person = scene.people[role]
    cookies = {"tablee_guest": person.secret} if person.secret else {}
    answers: Counter[int] = Counter()
    # Where somebody leaves a bot plays on, whatever else is asked.
    bots = "" if role in OUTSIDE else "play"
    for operation in operations(scene, table, mode):
        if operation.method == "delete" and person.secret:
            continue  # the guest is still needed

        @settings(max_examples=nightly(100, 8), suppress_health_check=list(HealthCheck), phases=[Phase.generate])
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: schemathesis.Case[Any]) -> None:
            before = scene.house.fingerprint(table, bots)
            response = case.call_and_validate(cookies=cookies, checks=CHECKS)
            answers[response.status_code] += 1
            if response.status_code >= 400:
                check_refusal(response.json())
            if response.status_code >= 400 or role in OUTSIDE:
                assert scene.house.fingerprint(table, bots) == before

        ask()
    assert answers[400]
    if mode is GenerationMode.POSITIVE:
        assert answers[401 if role == "stranger" else 403 if role == "guest" else 409]


def check_refusal(refusal: dict[str, Any]) -> None:
    assert all(f"errors.{refusal['code']}" in catalogue("tablee.server", lang) for lang in LANGS)
    assert 0 < len(refusal["sentence"]) < 1000


def test_nothing_failed_inside(scene: Scene) -> None:
    """After all of the above."""
    assert not scene.house.faults
    assert scene.house.process.poll() is None
