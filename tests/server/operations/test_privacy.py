"""What the database keeps of people, and for how long."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.house_in_process import generous_settings, open_house

pytestmark = pytest.mark.anyio
HOUR = 3600


async def test_links_that_are_too_old_go_when_another_is_used(tmp_path: Path) -> None:
    async with open_house(generous_settings(f"sqlite+aiosqlite:///{tmp_path}/x.sqlite", tmp_path)) as house:
        anne, phone = await house.guest("Anne"), await house.guest("")
        for _ in range(3):
            await anne.post("/api/me/link")
        house.timer.jump(HOUR + 1)
        token = (await anne.post("/api/me/link"))["token"]
        await phone.post("/api/me/come-back", {"token": token})
    assert _kept(tmp_path / "x.sqlite", "links") == 0


def _kept(file: Path, table: str) -> int:
    with closing(sqlite3.connect(file)) as database:
        (number,) = database.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - our own table
    return int(number)


async def test_of_a_guest_who_is_forgotten_no_byte_of_his_name_is_left(tmp_path: Path) -> None:
    """Not in the tables and, once the house is closed, not in the file."""
    name, words = "Xanthippe", "hemlock again, dear?"
    async with open_house(generous_settings(f"sqlite+aiosqlite:///{tmp_path}/x.sqlite", tmp_path)) as house:
        guest = await house.guest(name)
        table = await guest.create_table(options={"players": 2, "rounds": 3}, seats=2)
        await guest.start(table)
        async with guest.at(table, seat=0) as place:
            await place.ask("say", text=words)
            await place.play_on()
        assert (await guest.http.delete("/api/me")).status_code == 204
    content = b"".join(file.read_bytes() for file in tmp_path.glob("x.sqlite*"))
    assert content
    assert name.encode() not in content
    assert words.encode() not in content
