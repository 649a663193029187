"""Hostile requests, made up by schemathesis from the OpenAPI document, from every role: the house refuses as it says it
does, never fails, and the tables of others stay as they are."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import count, cycle
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS as ALL_CHECKS
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi import checks as _openapi_checks  # noqa: F401 - they register themselves
from tests.repetitions import every_second, repetitions
from tests.samples import HOUSE_GAMES
from tests.server.house_process import HouseProcess, house_process
from tests.server.safety.probing_client import ProbingClient, Seen

import tablee
from tablee.core.texts import LANGS, catalogue
from tablee.remote import HouseClient

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

    house: HouseProcess
    people: dict[str, HouseClient]

    def matches(self) -> list[str]:
        """A match of every game, of the host and one other, that goes on."""
        return [self.match(game, self.people["host"], self.people["seated"]) for game in HOUSE_GAMES]

    def match(self, name: str, host: HouseClient, seated: HouseClient) -> str:
        table: str = host.create_table(name, seats=tablee.game(name).players - 1)["id"]
        seated.sit(table)
        host.start(table)
        return table

    def double(self, role: str) -> HouseClient:
        """Another one in the same role, at a table that nobody else needs."""
        double = HouseClient(self.house.url, None if role == "stranger" else f"{role} too")
        if role == "host":
            self.match(HOUSE_GAMES[0], double, self.people["seated"])
        elif role == "seated":
            self.match(HOUSE_GAMES[0], self.people["host"], double)
        return double

    @contextmanager
    def watched(self, tables: list[str]) -> Iterator[Callable[[], list[Seen]]]:
        """What every seat and a spectator see of these tables, whenever asked."""
        with ExitStack() as stack:
            posts = []
            for table in tables:
                for person in self.people.values():
                    cookie = {"Cookie": f"tablee_guest={person.secret}"} if person.secret else {}
                    for seat in person.table(table)["yours"] or [None] * (not person.secret):
                        posts.append(ProbingClient(self.house, table, cookie, seat))
                        stack.callback(posts[-1].close)
            yield lambda: [post.seen() for post in posts]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_process(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def scene(house: HouseProcess) -> Iterator[Scene]:
    """With new people: those of another test may have blocked each other."""
    people = {role: HouseClient(house.url, None if role == "stranger" else role) for role in ROLES}
    yield Scene(house, people)
    for person in people.values():
        person.close()


def operations(scene: Scene, tables: list[str], mode: GenerationMode) -> list[Operation]:
    """All requests there are, most of them about a table that exists, of one game after the other."""
    document = schemathesis.openapi.from_url(f"{scene.house.url}/api/docs/openapi.json")
    document.config.generation.update(with_security_parameters=False)
    numbers, there = count(), cycle(tables)

    @document.hook
    def map_path_parameters(_context: Any, parameters: dict[str, Any] | None) -> dict[str, Any] | None:
        if parameters and "table_id" in parameters and next(numbers) % 4:
            parameters["table_id"] = next(there)
            if mode is GenerationMode.POSITIVE and "seat" in parameters and next(numbers) % 4:
                parameters["seat"] %= 3
        return parameters

    found = [operation.ok() for operation in document.get_all_operations() if isinstance(operation, Ok)]
    assert len(found) > 25
    return found if mode is GenerationMode.POSITIVE else [operation for operation in found if can_be_wrong(operation)]


def can_be_wrong(operation: Operation) -> bool:
    """Whether anything that is not of the right form can be sent with it; any text is an id."""
    return bool(operation.body) or "{seat}" in operation.path


@pytest.mark.parametrize(
    ("role", "mode", "half"),
    # By day every role asks in one way and for every second thing, by night in both and for all.
    [
        pytest.param(role, modes[at % 2], at // 2, id=f"{role}-{modes[at % 2].value}")
        for modes in [list(GenerationMode)]
        for night in range(repetitions(2, by_day=1))
        for at, role in enumerate(ROLES, night)
    ],
)
def test_requests_are_answered_as_documented(scene: Scene, role: str, mode: GenerationMode, half: int) -> None:
    tables = scene.matches()
    person = scene.people[role]
    answers: Counter[int] = Counter()
    # Where somebody leaves a bot plays on, whatever else is asked.
    bots = "" if role in OUTSIDE else "play"
    with scene.watched(tables) as seen:
        for operation in every_second(operations(scene, tables, mode), half % 2):

            @settings(
                max_examples=repetitions(100, 1), suppress_health_check=list(HealthCheck), phases=[Phase.generate]
            )
            @given(case=operation.as_strategy(generation_mode=mode))
            def ask(case: schemathesis.Case[Any]) -> None:
                is_last = case.operation.method == "delete"
                with scene.double(role) if is_last else nullcontext(person) as asking:
                    cookies = {"tablee_guest": asking.secret} if asking.secret else {}
                before = scene.house.fingerprint(*tables, without=bots)
                response = case.call_and_validate(cookies=cookies, checks=CHECKS)
                answers[response.status_code] += 1
                if response.status_code >= 400:
                    check_refusal(response.json())
                if response.status_code >= 400 or role in OUTSIDE or is_last:
                    assert scene.house.fingerprint(*tables, without=bots) == before

            before = scene.house.fingerprint(*tables), seen()
            ask()
            after = seen()
            # Where nothing is written nothing has changed, for anybody. What a bot does is told a moment after that.
            if scene.house.fingerprint(*tables) != before[0]:
                assert role not in OUTSIDE
            elif not any_bot_plays_on(scene, tables):
                assert after == before[1]
    assert answers[400]
    if mode is GenerationMode.POSITIVE:
        assert answers[401 if role == "stranger" else 403 if role == "guest" else 409]


def any_bot_plays_on(scene: Scene, tables: list[str]) -> bool:
    """Whether somebody has left a seat, so that a bot moves there whenever it likes."""
    return any("level" in chair for table in tables for chair in scene.people["host"].table(table)["chairs"])


def check_refusal(refusal: dict[str, Any]) -> None:
    assert all(f"errors.{refusal['code']}" in catalogue("tablee.server", lang) for lang in LANGS)
    assert 0 < len(refusal["sentence"]) < 1000


def test_nothing_failed_inside(scene: Scene) -> None:
    """After all of the above."""
    assert not scene.house.faults
    assert scene.house.process.poll() is None
