"""Chat: plain text, not too long, not too fast, and the host can end it."""

import pytest
from tests.server.houses import OpenHouse
from tests.server.people import refused

from tablee.server.commands import CHAT_LINES, CHAT_SECONDS
from tablee.server.connection import TEXT_LENGTH

pytestmark = pytest.mark.anyio


async def test_what_is_said_is_heard_by_all_and_by_those_who_come_later(house: OpenHouse) -> None:
    anne, bernard, stranger = await house.person("Anne"), await house.person("Bernard"), await house.person("")
    table = await anne.put_up("rathot")
    await bernard.sit(table)
    said = "<b>Bon appétit</b> & 🌭\n« à table ! »"
    async with anne.at(table) as hers, bernard.at(table) as his, stranger.at(table) as watching:
        answer = await hers.ask("say", text=f"\u202e  {said}\x07 ")
        for place in (hers, his, watching):
            await place.until_version(answer["version"])
            (line,) = place.chat
            assert line == {
                "number": answer["version"],
                "seat": 0,
                "name": "Anne",
                "text": said,
                "at": house.timer.now(),
            }
        assert (await watching.ask("say", text="psst"))["code"] == "name_first"
    async with stranger.at(table) as late:
        assert [line["text"] for line in late.chat] == [said]


@pytest.mark.parametrize("text", ["", "   ", "\x00\x1b", "a" * (TEXT_LENGTH + 1)])
async def test_nothing_and_too_much_are_not_said(house: OpenHouse, text: str) -> None:
    anne = await house.person("Anne")
    table = await anne.put_up("rathot")
    async with anne.at(table) as place:
        assert (await place.ask("say", text=text))["code"] == "bad_text"
        assert (await place.ask("say", text="a" * TEXT_LENGTH))["type"] == "done"


async def test_nobody_talks_all_the_time_with_however_many_tabs(house: OpenHouse) -> None:
    anne, bernard = await house.person("Anne"), await house.person("Bernard")
    table = await anne.put_up("rathot")
    await bernard.sit(table)
    async with anne.at(table) as one, anne.at(table) as two, bernard.at(table) as his:
        for number in range(CHAT_LINES):
            assert (await (one, two)[number % 2].ask("say", text=f"{number}"))["type"] == "done"
        answer = await two.ask("say", text="and another thing")
        assert answer["code"] == "too_fast"
        assert answer["wait"] == CHAT_SECONDS
        assert (await his.ask("say", text="well"))["type"] == "done"
        house.timer.jump(CHAT_SECONDS)
        assert (await two.ask("say", text="so"))["type"] == "done"


async def test_the_host_silences_somebody_and_lets_him_talk_again(house: OpenHouse) -> None:
    anne, bernard = await house.person("Anne"), await house.person("Bernard")
    table = await anne.put_up("rathot")
    await bernard.sit(table)
    await refused("host_only", bernard.do(table, "seats/0/mute"))
    await refused("not_a_person", anne.do(table, "seats/7/mute"))
    async with anne.at(table) as hers, bernard.at(table) as his, bernard.at(table, seat="none") as other_tab:
        await anne.do(table, "seats/1/mute")
        for place in (his, other_tab):
            assert (await place.ask("say", text="hello?"))["code"] == "muted"
        assert (await hers.ask("say", text="better"))["type"] == "done"
        await anne.do(table, "seats/1/unmute")
        assert (await his.ask("say", text="thanks"))["type"] == "done"
