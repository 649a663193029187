"""Chat: plain text, not too long, not too fast, and the host can end it."""

import pytest
from tests.server.guest_client import refused
from tests.server.house_in_process import OpenHouse, on_sqlite

from tablee.core.fairness import SecretParts, seating
from tablee.server.socket.connection import TEXT_LENGTH
from tablee.server.table.commands import CHAT_LINES, CHAT_SECONDS

pytestmark = [pytest.mark.anyio, pytest.mark.two_by_night]


async def test_what_is_said_is_heard_by_all_and_by_those_who_come_later(house: OpenHouse) -> None:
    anne, bernard, stranger = await house.guest("Anne"), await house.guest("Bernard"), await house.guest("")
    table = await anne.create_table("toy_nim")
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


@on_sqlite
@pytest.mark.parametrize("text", ["", "   ", "\x00\x1b", "a" * (TEXT_LENGTH + 1)])
async def test_nothing_and_too_much_are_not_said(house: OpenHouse, text: str) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim")
    async with anne.at(table) as place:
        assert (await place.ask("say", text=text))["code"] == "bad_text"
        assert (await place.ask("say", text="a" * TEXT_LENGTH))["type"] == "done"


async def test_nobody_talks_all_the_time_with_however_many_tabs(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim")
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
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_auction", options={"players": 3}, bots=["random"])
    await bernard.sit(table)
    await refused("host_only", bernard.do(table, "seats/0/mute"))
    for nobody in (2, 7):
        await refused("nobody_talks", anne.do(table, f"seats/{nobody}/mute"))
    async with anne.at(table) as hers, bernard.at(table) as his, bernard.at(table, seat="none") as other_tab:
        await anne.do(table, "seats/1/mute")
        for place in (his, other_tab):
            assert (await place.ask("say", text="hello?"))["code"] == "muted"
        assert (await hers.ask("say", text="better"))["type"] == "done"
        # Everybody sees it, so that the host knows whom to let talk again.
        for place in (hers, his):
            await place.until(lambda there: there.around["chairs"][1].get("muted"))
        assert (await anne.table(table))["chairs"][1]["muted"]
        await anne.do(table, "seats/1/unmute")
        await hers.until(lambda there: not there.around["chairs"][1].get("muted"))
        assert (await his.ask("say", text="thanks"))["type"] == "done"


async def test_the_host_silences_a_spectator_by_what_he_wrote(house: OpenHouse) -> None:
    anne, bernard, zoe = await house.guest("Anne"), await house.guest("Bernard"), await house.guest("Zoé")
    table = await anne.create_table("toy_nim")
    async with anne.at(table) as hers, bernard.at(table) as his, zoe.at(table) as other:
        line = (await his.ask("say", text="boo"))["version"]
        await refused("host_only", bernard.do(table, f"chat/{line}/mute"))
        for nothing in (line + 1, line - 1, 0):
            assert (await refused("no_such_line", anne.do(table, f"chat/{nothing}/mute"))).status == 404
        await anne.do(table, f"chat/{line}/mute")
        assert (await his.ask("say", text="boo"))["code"] == "muted"
        assert (await other.ask("say", text="thanks"))["type"] == "done"
        await hers.until(lambda place: place.around["muted"] == [line])
        # It holds where he sits down, too.
        await bernard.sit(table)
        assert (await his.ask("say", text="boo"))["code"] == "muted"
        await hers.until(lambda place: place.around["chairs"][1].get("muted"))
        async with bernard.at(table) as later:
            assert later.around["muted"] == [line]
        await anne.do(table, f"chat/{line}/unmute")
        assert (await his.ask("say", text="sorry"))["type"] == "done"
        await hers.until(lambda place: place.around["muted"] == [])
        await bernard.http.delete("/api/me")
        await refused("no_such_line", anne.do(table, f"chat/{line}/mute"))


async def test_whoever_was_muted_and_forgotten_mutes_nobody(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim")
    async with bernard.at(table) as his:
        line = (await his.ask("say", text="boo"))["version"]
    await anne.do(table, f"chat/{line}/mute")
    await bernard.http.delete("/api/me")
    async with anne.at(table) as hers:
        assert hers.around["muted"] == []
        assert not any(chair.get("muted") for chair in hers.around["chairs"])
        assert (await hers.ask("say", text="well"))["type"] == "done"


async def test_the_host_silences_a_program(house: OpenHouse) -> None:
    anne, stranger = await house.guest("Anne"), await house.guest("")
    table = await anne.create_table("toy_auction", options={"players": 3})
    tokens = [(await anne.do(table, f"seats/{seat}/program", {"name": "Fork"}))["token"] for seat in (1, 2)]
    async with stranger.at(table, token=tokens[0]) as one, stranger.at(table, token=tokens[1]) as two:
        line = (await one.ask("say", text="beep"))["version"]
        await anne.do(table, f"chat/{line}/mute")
        assert (await one.ask("say", text="beep"))["code"] == "muted"
        assert (await two.ask("say", text="boop"))["type"] == "done"
        chairs = (await anne.table(table))["chairs"]
        assert [chair.get("muted", False) for chair in chairs] == [False, True, False]
        await anne.do(table, "seats/1/unmute")
        await anne.do(table, "seats/2/mute")
        assert (await one.ask("say", text="beep"))["type"] == "done"
        assert (await two.ask("say", text="boop"))["code"] == "muted"
        # The start turns the chairs; whoever is muted stays so.
        await anne.start(table)
        assert (await two.ask("say", text="boop"))["code"] == "muted"
        assert tokens[0] not in str(one.told)


async def test_what_was_said_before_the_start_stays_with_its_chair(house: OpenHouse) -> None:
    anne, bernard, stranger = await house.guest("Anne"), await house.guest("Bernard"), await house.guest("")
    order = [0, 1]
    while order == [0, 1]:  # who begins is drawn; here it must not be Anne
        table = await anne.create_table("toy_nim")
        order = seating(SecretParts((await house.inside(table)).setup.secret, (None, None)).secret, 2)
    async with anne.at(table) as hers, bernard.at(table) as his:
        await his.ask("say", text="Is there a seat?")
        await bernard.sit(table)
        await his.ask("say", text="There is.")
        await hers.ask("say", text="Welcome.")
        await hers.until(lambda place: [line["seat"] for line in place.chat] == [None, 1, 0])
        known = hers.version
        await anne.start(table)
        async with stranger.at(table, since=known) as late, stranger.at(table) as new:
            for place in (hers, his, late, new):
                await place.until(lambda there: there.table["status"] == "playing")
                assert [line["seat"] for line in place.chat] == [None, 0, 1]
                assert [place.around["chairs"][seat]["name"] for seat in (0, 1)] == ["Bernard", "Anne"]


async def test_nobody_talks_all_the_time_from_however_many_seats(house: OpenHouse) -> None:
    anne, stranger = await house.guest("Anne"), await house.guest("")
    table = await anne.create_table("toy_auction", options={"players": 3}, seats=2)
    token = (await anne.do(table, "seats/2/program", {}))["token"]
    async with (
        anne.at(table, seat=0) as one,
        anne.at(table, seat=1) as two,
        stranger.at(table, token=token) as program,
    ):
        for number in range(CHAT_LINES):
            assert (await (one, two)[number % 2].ask("say", text=f"{number}"))["type"] == "done"
            assert (await program.ask("say", text=f"{number}"))["type"] == "done"
        for place in (one, two, program):
            assert (await place.ask("say", text="and another thing"))["code"] == "too_fast"
