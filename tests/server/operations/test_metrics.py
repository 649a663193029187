"""/health, /ready and /metrics."""

import asyncio
import re
import time
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.patience import PATIENCE
from tests.server.databases import PostgresServer
from tests.server.guest_client import guest_client
from tests.server.operations.cuttable_connection import cuttable_connection
from tests.server.operations.serve_command import serve_command, serve_command_async

from tablee.server.ops.metrics import Metrics

pytestmark = pytest.mark.anyio


def figures(text: str) -> dict[str, float]:
    """Each figure by its name and labels."""
    return {
        sample.name + "".join(f" {key}={value}" for key, value in sample.labels.items()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_the_figures_count_what_happens_and_name_nobody(tmp_path: Path) -> None:
    with serve_command(tmp_path / "data") as house:
        async with guest_client(house.url, "Xanthippe") as anne:
            table = await anne.create_table(options={"players": 2, "rounds": 3}, bots=["random"])
            await anne.start(table)
            async with anne.at(table) as place:
                during = figures((await anne.http.get("/metrics")).text)
                await place.ask("play", seat=place.seat, prompt=99, action={"type": "nonsense"})
                await place.play_out()
                version = place.version
            await anne.http.post("/api/tables", json={"game": "chess"})
            answer = await anne.http.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    told = figures(answer.text)
    assert during["tablee_sockets"] == 1
    assert told["tablee_sockets"] == 0
    assert told["tablee_tables_opened_total"] == 1
    assert told["tablee_rows_written_total"] == version
    assert 0 < told["tablee_commit_seconds_count"] <= version
    assert told["tablee_commit_seconds_sum"] > 0
    assert told["tablee_bot_seconds_count"] > 0
    assert told["tablee_refusals_total code=unknown_game"] == 1
    assert told["tablee_refusals_total code=unknown_type"] == 1
    assert told["tablee_trouble_total"] == told["tablee_slow_readers_total"] == 0
    assert told["process_resident_memory_bytes"] > 0
    assert "Xanthippe" not in answer.text
    assert table not in answer.text
    labels = set(re.findall(r'(\w+)="', answer.text))
    assert labels <= {"le", "code"}


def test_every_figure_is_explained_in_the_documentation() -> None:
    page = (Path(__file__).parents[3] / "docs" / "operations.md").read_text(encoding="utf-8")
    for family in Metrics().registry.collect():
        if family.name.startswith("tablee_"):
            assert f"`{family.name}" in page, family.name


async def test_a_house_that_lost_its_database_is_alive_and_not_ready(postgres: PostgresServer, tmp_path: Path) -> None:
    """The database goes and comes back: people are told, bots wait, and the match goes on."""
    async with (
        cuttable_connection(await postgres.fresh()) as cable,
        serve_command_async(tmp_path / "data", database=cable.url) as house,
        guest_client(house.url, "Anne") as anne,
    ):
        table = await anne.create_table(options={"players": 3, "rounds": 3}, seats=2, bots=["random"])
        await anne.start(table)
        async with anne.at_all(table) as places:
            await places[0].play_on()
            await cable.cut()
            answer = await anne.http.get("/ready", headers={"Accept-Language": "fr"})
            assert (answer.status_code, answer.json()["code"]) == (503, "not_ready")
            assert answer.json()["sentence"] == "La maison n’est pas encore prête."
            assert answer.headers["retry-after"]
            assert (await anne.http.get("/health")).is_success
            assert (await anne.http.get("/metrics")).is_success
            assert (await anne.http.get("/api/me")).status_code == 503
            assert (await places[1].play())["code"] == "not_saved"
            await cable.mend()
            await until_ready(anne.http)
            await asyncio.gather(*(place.play_out() for place in places))
            assert places[0].table["status"] == "over"


async def until_ready(http: httpx.AsyncClient) -> None:
    until = time.monotonic() + PATIENCE
    while not (await http.get("/ready")).is_success:
        assert time.monotonic() < until
