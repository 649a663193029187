"""The lessons of the house, as a learner’s browser asks for them."""

import json
from typing import Any

import pytest
from tests.core.toy import Toy
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, on_sqlite

import tablee
from tablee.core import registry
from tablee.core.lesson import has_lesson, lesson_of
from tablee.core.manifest import Manifest
from tablee.core.match import Match
from tablee.core.texts import LANGS, Lang

pytestmark = [pytest.mark.anyio, on_sqlite]
WITH_LESSON = [name for name in tablee.GAMES if has_lesson(name)]


async def lesson(person: GuestClient, name: str, query: str = "") -> dict[str, Any]:
    told: dict[str, Any] = await person.get(f"/api/games/{name}/lesson{query}")
    return told


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", WITH_LESSON)
async def test_a_lesson_is_told_as_the_learner_sees_it(house: OpenHouse, name: str, lang: Lang) -> None:
    told = await lesson(await house.guest(""), name, f"?lang={lang}")
    known = lesson_of(name)
    say = known.game.words.texts(lang)
    assert (told["game"], told["seat"]) == (name, known.seat)
    assert told["names"] == list(known.names)
    assert [step["tip"] for step in told["steps"]] == [say(f"lesson.{step.tip}") for step in known.steps]
    match = Match(known.game)
    for step, one in zip(known.steps, told["steps"], strict=True):
        for seat, action in step.played:
            match.play(seat, action)
        shown = one["moments"][-1]
        assert shown["view"] == known.game.plain(match.view(known.seat))
        assert shown["actors"] == list(match.actors())
        assert shown["words"]
        asked = one.get("prompt")
        if known.seat in match.actors() and len(match.legal(known.seat)) > 1:
            assert asked["choices"] == json.loads(json.dumps(match.choices(known.seat)))
            assert asked["choices"]["kind"] != "list" or len(asked["words"]) == len(asked["choices"]["actions"])
        else:
            assert asked is None
        assert one.get("shown", False) == step.shown
        if step.choice is None:
            assert "action" not in one
            continue
        assert known.game.action(one["action"]) == step.choice
        match.play(known.seat, step.choice)


@pytest.mark.parametrize("name", WITH_LESSON)
async def test_what_takes_too_long_is_left_out(house: OpenHouse, name: str) -> None:
    told = await lesson(await house.guest(""), name)
    for step, one in zip(lesson_of(name).steps, told["steps"], strict=True):
        assert len(one["moments"]) >= 1
        assert not step.skips or len(one["moments"]) == 1


async def test_the_learner_is_called_by_name(house: OpenHouse) -> None:
    anne, name = await house.guest(""), WITH_LESSON[0]
    told = await lesson(anne, name, "?learner=Zoé")
    assert told["names"][told["seat"]] == "Zoé"
    long = await lesson(anne, name, f"?learner={'z' * 99}")
    assert len(long["names"][told["seat"]]) == 30


async def test_a_game_without_a_lesson_says_so(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.manifests(), Toy.name, Manifest(Toy))
    anne = await house.guest("")
    told = {game["name"]: game["lesson"] for game in await anne.get("/api/games")}
    assert told == {name: name in WITH_LESSON for name in tablee.GAMES}
    assert told[Toy.name] is False
    await refused("no_such_page", anne.get(f"/api/games/{Toy.name}/lesson"))
    await refused("unknown_game", anne.get("/api/games/nothing/lesson"))
