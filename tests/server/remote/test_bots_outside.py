"""The page on bots from outside, done to the letter: its programs, as processes of their own."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.patience import PATIENCE
from tests.server.house_process import HouseProcess, house_process

import tablee
from tablee.remote import HouseClient

PAGE = Path(__file__).parents[3] / "docs" / "bots-outside.md"


def programs() -> dict[str, str]:
    """The programs of the page, by the name under which it says to save them."""
    return dict(
        re.findall(r"ave (?:it|this) as `(\w+\.py)`:\n\n```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    )


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_process(tmp_path_factory.mktemp("house")) as found:
        for name, program in programs().items():
            (found.folder / name).write_text(program, encoding="utf-8")
        yield found


def test_a_bot_is_short() -> None:
    lines = [line for line in programs()["bot.py"].splitlines() if line.strip()]
    assert len(lines) <= 15


@pytest.mark.parametrize("name", list(tablee.GAMES))
def test_bots_from_outside_finish_a_match_against_one_of_the_house(house: HouseProcess, name: str) -> None:
    outside = min(2, tablee.game(name).players - 1)
    host = [sys.executable, str(house.folder / "host.py"), house.url, name, str(outside)]
    keys = [line.split() for line in subprocess.check_output(host, timeout=PATIENCE, text=True).splitlines()]
    assert len(keys) == outside

    bots = [
        subprocess.Popen([sys.executable, house.folder / "bot.py", house.url, *key], stdout=subprocess.PIPE, text=True)
        for key in keys
    ]
    said = [bot.communicate(timeout=4 * PATIENCE)[0].strip() for bot in bots]

    with HouseClient(house.url) as stranger:
        table = stranger.table(keys[0][0])
    assert table["status"] == "over"
    assert [chair["kind"] for chair in table["chairs"]].count("program") == outside
    seats = {chair["name"]: seat for seat, chair in enumerate(table["chairs"])}
    for number, words in enumerate(said, start=1):
        won = "won" if seats[f"bot {number}"] in table["winners"] else "lost"
        assert words == f"{won} {tuple(table['scores'])}"
