"""A house that ends under load, at random moments: what was acknowledged is there, once and whole, and everybody plays
on."""

import os
from pathlib import Path

import pytest
from tests.repetitions import repetitions
from tests.server.house_in_process import on_postgresql, on_sqlite
from tests.server.restart_load import KillableWorkers, RestartableHouses, play_through_restarts

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(repetitions(12, 1) * 3600)]


def kills(by_night: int, by_day: int) -> int:
    """How often the house is killed in each of the two long tests: half of `TABLEE_KILLS`, if that is set."""
    chosen = os.environ.get("TABLEE_KILLS")
    return int(chosen) // 2 if chosen else repetitions(by_night, by_day)


@on_sqlite
async def test_the_only_process_is_killed(database: str, tmp_path: Path) -> None:
    houses = RestartableHouses(tmp_path, database, 1)
    await play_through_restarts(houses, database, kills(500, 3), houses.kill)


@pytest.mark.skipif(not repetitions(1, by_day=0), reason="by night: one of four workers is killed by day")
@on_postgresql
async def test_one_of_two_processes_is_killed(database: str, tmp_path: Path) -> None:
    houses = RestartableHouses(tmp_path, database, 2)
    await play_through_restarts(houses, database, repetitions(30, 1), houses.kill)


@on_postgresql
async def test_one_of_four_workers_is_killed(database: str, tmp_path: Path) -> None:
    """The others take over its tables, and pass on whoever comes to the wrong one."""
    houses = KillableWorkers(tmp_path, database, 4)
    await play_through_restarts(houses, database, kills(500, 1), houses.kill_worker)


@on_postgresql
async def test_a_house_of_several_workers_is_told_to_stop(database: str, tmp_path: Path) -> None:
    """It ends in order, without a word of failure."""
    houses = RestartableHouses(tmp_path, database, 1, workers=2)
    await play_through_restarts(houses, database, repetitions(10, 1), houses.stop)
