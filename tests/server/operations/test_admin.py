"""`tablee admin` and `tablee verify` with a house that is open."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.patience import PATIENCE
from tests.samples import a_game
from tests.server.guest_client import RequestRefused, guest_client
from tests.server.operations.serve_command import ServeCommand, run_command, serve_command

import tablee
from tablee.core.errors import BadRecord
from tablee.core.verify import verify

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeCommand]:
    with serve_command(tmp_path_factory.mktemp("house") / "data") as house:
        yield house


def admin(house: ServeCommand, *words: str, lang: str = "en") -> str:
    """What the command says; it must succeed."""
    ran = run_command("admin", *words, "--data-dir", house.data_dir, "--lang", lang)
    assert ran.status == 0, ran.err
    return ran.out


def refused(house: ServeCommand, *words: str | Path) -> str:
    """What the command says; it must fail."""
    ran = run_command("admin", *words, "--data-dir", house.data_dir)
    assert (ran.status, ran.out) == (2, "")
    return ran.err


async def test_the_book_is_saved_and_ratings_are_computed_again(house: ServeCommand, tmp_path: Path) -> None:
    assert admin(house, "ratings") == "The ratings were computed again from 0 rated matches."
    assert "there is nothing to close" in refused(house, "season")
    file = tmp_path / "book.csv"
    assert admin(house, "book", str(file)) == f"The book is in {file}."
    assert file.read_text().startswith("table,game,ended_at,")
    assert ".parquet" in refused(house, "book", "book.xls")
    assert "there is no folder" in refused(house, "book", tmp_path / "nowhere" / "book.json")


async def test_a_table_is_put_aside_restored_and_closed(house: ServeCommand) -> None:
    async with guest_client(house.url, "Anne") as anne:
        table = await anne.create_table(options={"players": 2, "rounds": 3}, seats=2)
        await anne.start(table)
        assert f"{table} Toy auction in progress" in admin(house, "tables")
        async with anne.at(table, seat=0) as place:
            action = place.any_action()
            await place.play_on(action)
            version = place.version
            assert admin(house, "aside", table) == f"Table {table}: put aside."
            await place.until(lambda there: there.table["status"] == "aside")
            assert (await place.play(action, version))["code"] == "wrong_status"
            assert admin(house, "restore", table, lang="fr") == f"Table {table} : en cours."
            await place.until(lambda there: there.table["status"] == "playing")
            assert place.version == version + 2
        async with anne.at_all(table) as places:
            await asyncio.gather(*(there.play_out() for there in places))
        assert f"{table} Enchère jouet finie" in admin(house, "tables", lang="fr")
        other = await anne.create_table()
        assert admin(house, "close", other) == f"Table {other}: closed."
        with pytest.raises(RequestRefused, match="wrong_status"):
            await anne.start(other)


async def test_what_cannot_be_done_is_said(house: ServeCommand) -> None:
    async with guest_client(house.url, "Anne") as anne:
        table = await anne.create_table()
    assert "There is no table “nowhere”." in refused(house, "close", "nowhere")
    assert "There is nothing here." in refused(house, "close", "../../me")
    assert "This table was not put aside." in refused(house, "restore", table)
    assert "No house answers at http://127.0.0.1:1" in refused(house, "tables", "--url", "http://127.0.0.1:1")
    assert "No house answers at nonsense" in refused(house, "tables", "--url", "nonsense")


async def test_only_the_token_opens_the_door(house: ServeCommand, tmp_path: Path) -> None:
    (tmp_path / "admin-token").write_text("guessed")
    ran = run_command("admin", "tables", "--url", house.url, "--data-dir", tmp_path)
    assert ran.status == 2
    assert "Only the administrator of the house can do this." in ran.err
    for headers in ({}, {"Authorization": "Bearer"}, {"Authorization": "Bearer x"}, {"Authorization": "Basic x"}):
        answer = httpx.get(f"{house.url}/api/admin/tables", headers=headers, trust_env=False, timeout=PATIENCE)
        assert (answer.status_code, answer.json()["code"]) == (403, "admin_only")


async def test_every_byte_of_a_downloaded_record_counts(house: ServeCommand, tmp_path: Path) -> None:
    """Of a match with chance: one bit changed anywhere, a byte left out or put in anywhere, is found."""
    async with guest_client(house.url, "Anne") as anne:
        name = a_game(chance=True)
        table = await anne.create_table(name, seats=tablee.game(name).players, names=["Anne", "Zoé"])
        commitment = (await anne.table(table))["commitment"]
        await anne.start(table)
        with pytest.raises(RequestRefused, match="match_not_over"):
            await anne.get(f"/api/tables/{table}/record")
        async with anne.at_all(table) as places:
            await asyncio.gather(*(place.play_out() for place in places))
        whole = (await anne.http.get(f"/api/tables/{table}/record")).content
    file = tmp_path / "match.tablee.json"
    file.write_bytes(whole)
    ran = run_command("verify", file, "--commitment", commitment)
    assert ran.status == 0, ran.err
    assert "outcomes of chance: all follow from the secret" in ran.out
    verified = verify(whole)
    assert verified.chance_checked
    assert verified.commitment == commitment
    for place in range(len(whole)):
        for changed in (
            whole[:place] + bytes([whole[place] ^ (1 << place % 8)]) + whole[place + 1 :],
            whole[:place] + whole[place + 1 :],
        ):
            with pytest.raises(BadRecord):
                verify(changed)
    file.write_bytes(whole.replace("Zoé".encode(), "Zoë".encode()))
    ran = run_command("verify", file)
    assert (ran.status, ran.out) == (2, "")
    assert "has been changed or damaged" in ran.err
