"""A reader who asks for words is told everything in words too, in the language asked for; nobody else is."""

from typing import Any

import pytest
from tests.server.guest_client import TableClient
from tests.server.house_in_process import OpenHouse, on_sqlite

import tablee
from tablee.bots.cast import CAST
from tablee.core.game import Event
from tablee.core.texts import Lang, You
from tablee.server.table.narrator import Narrator

pytestmark = [pytest.mark.anyio, on_sqlite]


@pytest.mark.parametrize("name", list(tablee.GAMES))
async def test_a_match_in_words(house: OpenHouse, name: str) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table(name, bots=["random"] * (tablee.game(name).players - 1))
    await anne.start(table)
    async with (
        anne.at(table, words="fr") as player,
        anne.at(table, seat="none", words="en") as watcher,
        anne.at(table) as silent,
    ):
        await player.play_out()
        for place in (watcher, silent):
            await place.until_version(player.version)
    check_words(player, "fr")
    check_words(watcher, "en")
    assert all("words" not in message for message in silent.told)
    assert all("words" not in event for event in silent.events)
    assert all("words" not in (message.get("prompt") or {}) for message in silent.told)
    assert any(event["words"] for event in watcher.events)


def check_words(place: TableClient, lang: Lang) -> None:
    """Sentences are those of the game, of what this reader may see, with the names that are told along."""
    words = place.game.words
    for message in place.told:
        if message["type"] != "table":
            continue
        told: dict[str, Any] = message["words"]
        names = told["names"]
        assert told["lang"] == lang
        assert len(set(names)) == place.game.players
        assert sum(name in CAST for name in names) == place.game.players - 1
        view = place.game.view_from(message["view"])
        assert told["view"] == words.view(view, names, lang).splitlines()
        if prompt := message.get("prompt"):
            check_choices(place, prompt, lang)
        addressed = [You(name) if seat == message.get("seat") else name for seat, name in enumerate(names)]
        for event in message.get("events", []):
            assert event["words"] == words.event(place.game.event(event["event"]), addressed, lang)
            if message.get("seat") is not None:
                assert names[message["seat"]] not in event["words"], "nobody is told of himself by name"


def check_choices(place: TableClient, prompt: dict[str, Any], lang: Lang) -> None:
    """Where the choices are a list each has its words, in the same order."""
    if prompt["choices"]["kind"] != "list":
        assert "words" not in prompt
        return
    actions = [place.game.action(plain) for plain in prompt["choices"]["actions"]]
    assert prompt["words"] == [place.game.words.action(action, lang) for action in actions]


async def test_choices_in_words_are_as_many_as_the_choices(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", options={"heap": 2}, seats=2)
    await anne.start(table)
    async with anne.at(table, seat=0, words="en") as place:
        assert place.prompt is not None
        assert place.prompt["words"] == ["1", "2"]


async def test_a_table_put_aside_has_no_words(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("cursed", options={"heap": 8, "curse": "apply"}, seats=2)
    await anne.start(table)
    async with anne.at(table, seat=0, words="en") as place:
        assert place.table["words"]["view"] == ["8"]
        await place.play_on()
        await place.until(lambda there: there.table["status"] == "aside")
        assert "words" not in place.table


async def test_languages_the_house_does_not_speak_are_refused(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table()
    async with anne.at(table, words="it") as place:
        await place.until(lambda there: there.closed)
    assert place.closed == 4400
    assert [message["code"] for message in place.told] == ["bad_message"]


async def test_words_are_found_once_for_each_reader(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, a look at a long match in words took 100 ms each time."""
    said: list[object] = []
    event = Narrator.event

    def counted(narrator: Narrator, happened: Event) -> str:
        said.append(happened)
        return event(narrator, happened)

    monkeypatch.setattr(Narrator, "event", counted)
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", options={"heap": 9}, seats=2)
    await anne.start(table)
    async with anne.at(table, seat=0, words="fr") as first, anne.at(table, seat=1, words="fr") as second:
        await first.play_on({"type": "take", "matches": 1})
        await second.until_asked()
        before = len(said)
        assert before == 2
        told = [place.events[-1]["words"] for place in (first, second)]
        for place in (first, second):
            assert (await place.ask("look", seat=place.seat))["type"] == "done"
        assert len(said) == before
        assert [place.events[-1]["words"] for place in (first, second)] == told
