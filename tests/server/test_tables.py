"""The lobby: creating tables, sitting down, starting, leaving, playing again."""

import asyncio
from pathlib import Path

import pytest
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, open_house

pytestmark = pytest.mark.anyio


async def three(house: OpenHouse) -> list[GuestClient]:
    return [await house.guest(name) for name in ("Anne", "Bernard", "Claire")]


async def test_people_gather_play_and_play_again(house: OpenHouse) -> None:
    anne, bernard, claire = await three(house)
    table = await anne.create_table("toy_auction", options={"players": 3, "rounds": 3}, open=True)
    told = await bernard.sit(table)
    assert told["yours"] == [1]
    assert not told["host"]
    await claire.sit(table, seat=2)
    assert (await anne.start(table))["status"] == "playing"
    async with anne.at(table) as one, bernard.at(table) as two, claire.at(table) as three_:
        places = [one, two, three_]
        assert {place.mine for place in places} == {0, 1, 2}
        assert all(place.around["yours"] == [place.seat] for place in places)
        await asyncio.gather(*(place.play_out() for place in places))
        assert len({(place.version, tuple(place.table["scores"])) for place in places}) == 1
        assert one.table["winners"]
        again = (await bernard.do(table, "rematch"))["id"]
        await asyncio.gather(*(place.until(lambda p: p.around["next_table"] == again) for place in places))
        names = {place.mine: name for place, name in zip(places, ("Anne", "Bernard", "Claire"), strict=True)}
    chairs = (await bernard.table(again))["chairs"]
    assert {seat: chair["name"] for seat, chair in enumerate(chairs)} == names
    assert (await bernard.table(again))["host"]
    assert (await anne.do(table, "rematch"))["id"] == again
    await refused("host_only", anne.start(again))
    assert (await bernard.start(again))["status"] == "playing"


async def test_bots_have_names_and_keep_them(house: OpenHouse) -> None:
    anne = await house.guest("Biscotte")
    table = await anne.create_table("toy_auction", options={"players": 4, "rounds": 1}, bots=["chef"])
    await anne.post(f"/api/tables/{table}/seats/1/bot", {"level": "cuisinier"})
    await anne.post(f"/api/tables/{table}/seats/2/bot", {"level": "plongeur"})
    chairs = (await anne.table(table))["chairs"]
    assert [(chair["name"], chair.get("level")) for chair in chairs] == [
        ("Biscotte", None),
        ("Praline", "cuisinier:bold"),
        ("Ciboulette", "plongeur"),
        ("Tartine", "chef:cautious"),
    ]
    await anne.start(table)
    async with anne.at(table) as place:
        await place.play_out()
    record = await anne.get(f"/api/tables/{table}/record")
    assert {seat["name"] for seat in record["seats"]} == {"Biscotte", "Praline", "Ciboulette", "Tartine"}
    again = (await anne.do(table, "rematch"))["id"]
    kept = [(chair["name"], chair["level"]) for chair in (await anne.table(again))["chairs"] if chair["kind"] == "bot"]
    assert sorted(kept) == [("Ciboulette", "plongeur"), ("Praline", "cuisinier:bold"), ("Tartine", "chef:cautious")]


async def test_a_match_starts_when_every_seat_is_taken_and_the_host_says_so(house: OpenHouse) -> None:
    anne, bernard, claire = await three(house)
    table = await anne.create_table("toy_auction", options={"players": 3})
    await refused("seats_empty", anne.start(table))
    await bernard.sit(table)
    await refused("seats_empty", anne.start(table))
    await refused("seat_taken", claire.sit(table, seat=1))
    await claire.sit(table)
    await refused("host_only", bernard.start(table))
    await anne.start(table)
    await refused("wrong_status", anne.start(table))


async def test_a_seat_left_before_the_start_is_free(house: OpenHouse) -> None:
    anne, bernard, claire = await three(house)
    table = await anne.create_table("toy_auction", options={"players": 2})
    await bernard.sit(table)
    await refused("table_full", claire.sit(table))
    await refused("not_your_seat", claire.do(table, "stand"))
    await refused("not_your_seat", bernard.do(table, "stand", {"seat": 0}))
    await bernard.do(table, "stand")
    assert (await claire.sit(table))["yours"] == [1]
    await claire.do(table, "leave")
    assert (await bernard.sit(table, seat=1))["yours"] == [1]
    await anne.do(table, "seats/1/person")  # the host may free a seat
    assert (await bernard.table(table))["yours"] == []


async def test_open_tables_are_listed_and_others_are_not(house: OpenHouse) -> None:
    anne, stranger = await house.guest("Anne"), await house.guest("")
    private = await anne.create_table("toy_nim")
    shown = await anne.create_table("toy_nim", open=True)
    assert [table["id"] for table in await stranger.get("/api/tables")] == [shown]
    assert {table["id"] for table in await anne.get("/api/my/tables")} == {private, shown}
    await refused("name_first", stranger.get("/api/my/tables"))
    assert (await stranger.table(private))["id"] == private  # whoever has the link may look
    await anne.do(shown, "close")
    assert not await stranger.get("/api/tables")
    await refused("wrong_status", anne.start(shown))
    await refused("no_such_table", stranger.table("nowhere"))


async def test_a_spectator_sees_and_does_not_play(house: OpenHouse) -> None:
    anne, bernard, _ = await three(house)
    stranger = await house.guest("")
    table = await anne.create_table("toy_auction", options={"players": 2, "rounds": 3}, seats=2)
    await anne.start(table)
    async with stranger.at(table) as watching, bernard.at(table) as guest, anne.at_all(table) as places:
        assert watching.seat is None
        assert watching.prompt is None
        assert watching.table["view"]["seat"] is None
        for place in (watching, guest):
            assert (await place.ask("play", seat=0, prompt=1, action={}))["code"] == "not_your_seat"
            assert (await place.ask("answer_undo", seat=0, agree=True))["code"] == "not_your_seat"
            for kind in ("undo", "back", "look"):
                assert (await place.ask(kind, seat=0))["code"] == "not_your_seat"
        await places[0].play_on()
        await places[1].play_on()
        await watching.until_version(places[1].version)
        assert watching.events
        assert watching.prompt is None


async def test_several_people_at_one_device(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_auction", options={"players": 3, "rounds": 3}, names=["Anne", "Béa", "Chloé"])
    await anne.start(table)
    async with anne.at(table) as device:
        assert sorted(chair["name"] for chair in device.around["chairs"]) == ["Anne", "Béa", "Chloé"]
        assert device.around["yours"] == [0, 1, 2]
        while device.table["status"] == "playing":
            for seat in device.table["actors"]:
                answer = await device.ask("look", seat=seat)
                await device.until_version(answer["version"])
                assert device.seat == seat
                assert device.table["view"]["seat"] == seat
                await device.play_on()
        assert device.table["winners"]
        assert (await device.ask("look", seat=None))["type"] == "done"
        await device.until(lambda place: place.seat is None)


async def test_the_host_lets_bots_sit_and_sends_them_away(house: OpenHouse) -> None:
    anne, bernard, _ = await three(house)
    table = await anne.create_table("toy_auction", options={"players": 3}, bots=["random"])
    assert [chair["kind"] for chair in (await anne.table(table))["chairs"]] == ["person", "empty", "bot"]
    await refused("host_only", bernard.do(table, "seats/1/bot", {"level": "random"}))
    await refused("unknown_level", anne.do(table, "seats/1/bot", {"level": "grand chef"}))
    await anne.do(table, "seats/1/bot", {"level": "greedy"})
    await anne.do(table, "seats/2/person")
    assert [chair["kind"] for chair in (await anne.table(table))["chairs"]] == ["person", "bot", "empty"]
    await bernard.sit(table, seat=2)
    assert (await anne.start(table))["status"] == "playing"
    unknown = await refused("unknown_seat", anne.do(table, "seats/7/bot", {"level": "random"}))
    assert unknown.sentence == "There is no seat 8 at this table. Seats go from 1 to 3."


async def test_the_host_has_a_bot_play_for_somebody_absent_and_gives_the_seat_back(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim", options={"heap": 200})
    await bernard.sit(table)
    await anne.start(table)
    async with anne.at(table) as hers, bernard.at(table) as his:
        seat = his.seat
        await refused("host_only", bernard.do(table, f"seats/{hers.seat}/bot", {"level": "random"}))
        await refused("still_here", anne.do(table, f"seats/{seat}/bot", {"level": "random"}))
    async with anne.at(table) as hers:
        await refused("still_here", anne.do(table, f"seats/{seat}/bot", {"level": "random"}))
        await house.until_absent()
        await anne.do(table, f"seats/{seat}/bot", {"level": "random"})
        for _ in range(3):
            await hers.play_on()
        await hers.until_asked()
    async with anne.at(table) as hers, bernard.at(table) as his:
        assert his.around["chairs"][seat]["absent"]
        stood_in = [told for told in his.told[0]["chair_changes"] if told["kind"] == "stand_in"]
        assert [(told["seat"], told["by"]) for told in stood_in] == [(seat, "host")]
        await anne.do(table, f"seats/{seat}/person")
        await refused("nobody_stands_in", anne.do(table, f"seats/{seat}/person"))
        await hers.play_on()
        await his.play_on()
        assert not his.around["chairs"][seat].get("absent")
    # A seat that a bot holds has nobody to give it back to.
    alone = await anne.create_table("toy_nim", bots=["random"])
    await anne.start(alone)
    told = await anne.table(alone)
    bots = next(number for number in (0, 1) if number not in told["yours"])
    await refused("not_a_person", anne.do(alone, f"seats/{bots}/bot", {"level": "greedy"}))


async def test_whoever_leaves_for_good_is_played_by_a_bot_until_the_host_gives_the_seat_back(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_auction", options={"players": 2, "rounds": 6})
    await bernard.sit(table)
    await anne.start(table)
    async with anne.at(table) as hers, bernard.at(table) as his:
        seat = his.seat
        await bernard.do(table, "leave")
        await his.until(lambda place: place.seat is None)
        assert his.around["yours"] == []
        assert his.table["view"]["seat"] is None, "the hand is no longer shown"
        for what in ("back", "look", "undo"):
            assert (await his.ask(what, seat=seat))["code"] == "not_your_seat"
        await refused("not_your_seat", bernard.do(table, "leave"))
        await hers.until(lambda place: place.around["chairs"][seat].get("left", False))
        assert hers.around["chairs"][seat]["level"]
        await hers.play_on()
        await anne.do(table, f"seats/{seat}/person")
        await his.until(lambda place: place.around["yours"] == [seat])
        assert not his.around["chairs"][seat].get("left")
        assert (await his.ask("look", seat=seat))["type"] == "done"
        await his.until(lambda place: place.seat == seat)
        assert (await his.play_on())["type"] == "done"
        await bernard.do(table, "leave")
        await hers.play_out()
        assert hers.table["status"] == "over"


async def test_whoever_opens_a_table_with_several_seats_is_shown_nobodys_cards(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_auction", options={"players": 3, "rounds": 3}, names=["Anne", "Béa", "Chloé"])
    await anne.start(table)
    async with anne.at(table) as device:
        assert device.seat is None
        assert device.table["view"]["seat"] is None
        await device.ask("look", seat=1)
        await device.until(lambda place: place.seat == 1)
        before = device.version
        await device.play_on()
        await device.ask("look", seat=2)
        await device.until(lambda place: place.seat == 2)
        await device.play_on()
        answer = await device.ask("look", seat=1, since=before)
        await device.until_version(answer["version"])
        assert device.table["since"] == before, "only what is new"


async def test_a_guest_has_so_many_tables_at_once(database: str, tmp_path: Path) -> None:
    async with open_house(generous_settings(database, tmp_path, tables_per_guest=2)) as house:
        anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
        first, second = (
            await anne.create_table("toy_nim", options={"heap": 1}, seats=2),
            await anne.create_table("toy_nim"),
        )
        await refused("too_many_tables", anne.create_table("toy_nim"))
        assert await bernard.create_table("toy_nim")
        await anne.start(first)
        async with anne.at_all(first) as places:
            await asyncio.gather(*(place.play_out() for place in places))
        third = (await anne.do(first, "rematch"))["id"]
        await refused("too_many_tables", anne.create_table("toy_nim"))
        await anne.do(second, "close")
        await anne.do(third, "close")
        for _ in range(2):
            await anne.create_table("toy_nim")
        await refused("too_many_tables", anne.create_table("toy_nim"))


@on_sqlite
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"game": "poker"}, "unknown_game"),
        ({"game": "toy_auction", "options": {"players": 99}}, "bad_option"),
        ({"game": "toy_auction", "options": {"cheese": 1}}, "unknown_option"),
        ({"game": "toy_nim", "seats": 3}, "too_many_seats"),
        ({"game": "toy_nim", "bots": ["random", "random"]}, "too_many_seats"),
        ({"game": "toy_nim", "bots": ["grand chef"]}, "unknown_level"),
        ({"game": "toy_nim", "time_limits": {"seconds": 0.5}}, "bad_time_limits"),
        ({"game": "toy_nim", "time_limits": {"seconds": 32 * 86400}}, "bad_time_limits"),
        ({"game": "toy_nim", "time_limits": {"seconds": 60, "reserve": -1}}, "bad_time_limits"),
        ({"game": "toy_nim", "names": [" "]}, "name_empty"),
    ],
)
async def test_a_table_that_cannot_be_is_not_created(house: OpenHouse, given: dict[str, object], code: str) -> None:
    anne = await house.guest("Anne")
    await refused(code, anne.post("/api/tables", given))
    assert not await anne.get("/api/my/tables")


async def test_a_program_plays_a_seat_with_a_token(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim", options={"heap": 5})
    await refused("host_only", bernard.do(table, "seats/1/program", {"name": "Deep Fork"}))
    token = (await anne.do(table, "seats/1/program", {"name": "Deep Fork"}))["token"]
    await anne.start(table)
    stranger = await house.guest("")
    async with stranger.at(table, token=token) as program, anne.at(table) as hers:
        assert program.around["yours"] == [program.seat]
        assert hers.around["chairs"][program.seat] == {"name": "Deep Fork", "kind": "program"}
        await asyncio.gather(program.play_out(), hers.play_out())
    async with stranger.at(table, token="x" * 43) as nobody:
        assert nobody.closed == 4403
        assert nobody.told[-1]["code"] == "bad_token"
