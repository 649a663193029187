"""Choices typed as a line, as in the terminal: read by the house from what the seat itself can see."""

import pytest
from tests.server.guest_client import is_asked, refused
from tests.server.house_in_process import OpenHouse, on_sqlite

import tablee

pytestmark = [pytest.mark.anyio, on_sqlite]


@pytest.mark.parametrize("name", list(tablee.GAMES))
async def test_a_match_is_played_by_lines(house: OpenHouse, name: str) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table(name, bots=["random"] * (tablee.game(name).players - 1))
    await anne.start(table)
    async with anne.at(table) as place:
        words = place.game.words
        for _ in range(5):
            await place.until(lambda there: there.table["status"] != "playing" or is_asked(there))
            if place.prompt is None:
                break
            view, line = place.game.view_from(place.table["view"]), f"seats/{place.mine}/line?lang=fr"
            asked = await anne.get(f"/api/tables/{table}/{line}")
            assert asked == {"prompt": place.prompt["id"], "words": words.prompt(view, "fr")}
            action = place.any_action()
            read = await anne.do(table, line, {"line": words.spell(place.game.action(action), view)})
            assert read["prompt"] == place.prompt["id"]
            assert place.game.action(read["action"]) == place.game.action(action)
            assert read["words"] == words.action(place.game.action(action), "fr")
            assert (await place.play_on(read["action"]))["type"] == "done"


async def test_a_line_that_spells_nothing_is_refused_in_the_readers_language(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    name = next(iter(tablee.GAMES))
    table = await anne.create_table(name, bots=["random"] * (tablee.game(name).players - 1))
    await anne.start(table)
    async with anne.at(table) as place:
        await place.until_asked()
        path = f"seats/{place.mine}/line"
        english = await refused("unreadable_line", anne.do(table, f"{path}?lang=en", {"line": "a cup of tea"}))
        french = await refused("unreadable_line", anne.do(table, f"{path}?lang=fr", {"line": "a cup of tea"}))
        assert english.status == 400
        assert english.sentence != french.sentence
        await refused("bad_request", anne.do(table, path, {"line": "7" * 201}))
        assert (await place.play_on())["type"] == "done"


async def test_nobody_types_for_another_seat_or_out_of_turn(house: OpenHouse) -> None:
    anne, bernard, stranger = await house.guest("Anne"), await house.guest("Bernard"), await house.guest("")
    table = await anne.create_table("toy_nim")
    await bernard.sit(table)
    path = f"/api/tables/{table}/seats/0/line"
    await refused("not_your_turn", anne.get(path))
    await anne.start(table)
    seats = {person: (await person.table(table))["yours"][0] for person in (anne, bernard)}
    first, second = sorted(seats, key=seats.__getitem__)
    assert (await refused("not_your_seat", second.get(path))).status == 403
    assert (await refused("not_your_seat", second.post(path, {"line": "1"}))).status == 403
    assert (await refused("name_first", stranger.get(path))).status == 401
    assert (await refused("not_your_turn", second.get(path.replace("/0/", "/1/")))).status == 409
    assert (await refused("not_your_turn", second.post(path.replace("/0/", "/1/"), {"line": "1"}))).status == 409
    assert (await first.post(path, {"line": "1"}))["action"] == {"type": "take", "matches": 1}
