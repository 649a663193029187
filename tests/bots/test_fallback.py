"""A bot that fails is replaced by a lower level, in sync and async code, and the reason is logged."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from tests.toy_nim import Take, ToyNim

from tablee.bots import fallback
from tablee.bots.bot import Bot, Budget
from tablee.bots.fallback import BadChoice, TooSlow, attempts, choose
from tablee.bots.levels import BOTS, LEVELS, Level
from tablee.core.game import Action
from tablee.core.seat import Seat
from tablee.server.bots import worker


def logged_failures(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str, type[BaseException] | None]]:
    """Level, game and exception of each failure that was logged."""
    return [
        (vars(record)["level"], vars(record)["game"], record.exc_info[0])
        for record in caplog.records
        if record.message == "bot failed" and record.exc_info
    ]


def test_the_first_attempt_that_succeeds_is_the_last_one(caplog: pytest.LogCaptureFixture) -> None:
    tried = []
    for attempt in attempts("chef", ToyNim()):
        with attempt:
            tried.append(attempt.level)
            if len(tried) < 3:
                raise ValueError(attempt.level)
    assert tried == ["chef", "cuisinier", "commis"]
    assert logged_failures(caplog) == [("chef", "toy_nim", ValueError), ("cuisinier", "toy_nim", ValueError)]


@pytest.mark.parametrize(
    ("level", "all_tried"),
    [("commis", ["commis", "plongeur", "random"]), ("random", ["random", "random"]), ("gone", ["gone", "random"])],
)
def test_the_last_level_raises_what_went_wrong(
    level: str, all_tried: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    tried = []

    def play() -> None:
        for attempt in attempts(level, ToyNim()):
            with attempt:
                tried.append(attempt.level)
                raise ValueError(attempt.level)

    with pytest.raises(ValueError, match=r"^random$"):
        play()
    assert tried == all_tried
    assert logged_failures(caplog) == [(name, "toy_nim", ValueError) for name in all_tried]


def test_coroutines_share_it_and_cancelling_is_not_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    tried = []

    async def play(failing: set[str]) -> str:
        for attempt in attempts("toque", ToyNim()):
            with attempt:
                tried.append(attempt.level)
                await asyncio.sleep(0)
                if attempt.level in failing:
                    raise TimeoutError
                if attempt.level == "cuisinier":
                    raise asyncio.CancelledError
                return attempt.level
        raise AssertionError

    assert asyncio.run(play({"toque"})) == "chef"
    assert logged_failures(caplog) == [("toque", "toy_nim", TimeoutError)]
    tried.clear()
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(play({"toque", "chef"}))
    assert tried == ["toque", "chef", "cuisinier"]


class Broken:
    """Does one of the things a bot must not do."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def choose(self, game: Any, view: Any, rng: Any, budget: Any) -> Action:
        if isinstance(self._answer, Exception):
            raise self._answer
        answer: Action = self._answer
        return answer


def with_bots(monkeypatch: pytest.MonkeyPatch, bots: Mapping[str, Bot]) -> None:
    changed = {name: Level(name, bot, BOTS[name].budget, BOTS[name].limit) for name, bot in bots.items()}
    monkeypatch.setattr(fallback, "BOTS", MappingProxyType({**BOTS, **changed}))


@pytest.mark.parametrize(
    ("answer", "error"),
    [(RuntimeError("oh"), RuntimeError), (Take(9), BadChoice), ("three", BadChoice), (None, BadChoice)],
)
def test_a_bot_that_fails_is_replaced_by_the_next_lower_level(
    answer: Any, error: type[Exception], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = ToyNim(heap=9)
    with_bots(monkeypatch, {"toque": Broken(answer), "chef": Broken(Take(2))})
    with caplog.at_level(logging.WARNING, "tablee.bots"):
        assert choose("toque", game, game.view(game.start(), Seat(0)), Random(1)) == Take(2)
    (record,) = caplog.records
    assert (record.message, vars(record)["level"], vars(record)["game"]) == ("bot failed", "toque", "toy_nim")
    assert record.exc_info is not None
    assert record.exc_info[0] is error


def test_where_all_fail_the_last_one_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ToyNim(heap=9)
    with_bots(monkeypatch, {name: Broken(ValueError(name)) for name in (*LEVELS, "random")})
    with pytest.raises(ValueError, match="random"):
        choose("toque", game, game.view(game.start(), Seat(0)), Random(1))


@pytest.mark.parametrize(
    ("taken", "budget", "late"),
    [
        (1.9, None, False),
        (2.1, None, True),
        (3.9, Budget(2.0), False),
        (4.1, Budget(2.0), True),
        (99.0, Budget(iterations=3), False),
    ],
)
def test_a_bot_that_takes_twice_its_time_is_replaced(
    taken: float, budget: Budget | None, late: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    times = iter([0.0, taken, 0.0, 0.01])
    monkeypatch.setattr(fallback, "thread_time", lambda: next(times))
    with_bots(monkeypatch, {"chef": Broken(Take(1)), "cuisinier": Broken(Take(3))})
    game = ToyNim(heap=9)
    assert choose("chef", game, game.view(game.start(), Seat(0)), Random(1), budget) == Take(3 if late else 1)
    errors = [record.exc_info[0] for record in caplog.records if record.exc_info]
    assert errors == [TooSlow] * late


def test_the_last_level_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 99.0])
    monkeypatch.setattr(fallback, "thread_time", lambda: next(times))
    game = ToyNim(heap=9)
    assert choose("random", game, game.view(game.start(), Seat(0)), Random(1)) in (Take(1), Take(2), Take(3))


@pytest.mark.parametrize("answer", [Take(9), "three"])
def test_a_process_of_the_house_checks_its_bot_alike(answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "BOTS", {"toque": replace(BOTS["toque"], bot=Broken(answer))})
    game = ToyNim(heap=9)
    with pytest.raises(BadChoice):
        worker.choose(game, game.view(game.start(), Seat(0)), "toque", 1)
