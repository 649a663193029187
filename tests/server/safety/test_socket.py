"""A table's socket under fire, from every role: only refusals that the house knows of, and the table stays as it is."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.repetitions import every_second, repetitions
from tests.server.house_process import HouseProcess, house_process
from tests.server.safety.hostile_messages import actions, misshapen, negative, some_actions, unreadable
from tests.server.safety.probing_client import ProbingClient, Seen

import tablee
from tablee.core.errors import TableeError
from tablee.core.seat import Seat
from tablee.core.texts import LANGS, catalogue
from tablee.remote import HouseClient

MOMENTS = (0, 1, 7, 25)
"""After how many moves the table is tried."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_process(tmp_path_factory.mktemp("house")) as found:
        yield found


class Scene:
    """A match among people who only move when the test says so, and a client for every role."""

    def __init__(self, house: HouseProcess, name: str, stack: ExitStack) -> None:
        self.house = house
        self.game = tablee.game(name)
        self.rng = Random(11)
        host = stack.enter_context(HouseClient(house.url, "Host"))
        self.table: str = host.create_table(name, open=True, seats=0)["id"]
        seated = [stack.enter_context(HouseClient(house.url, f"Seat {seat}")) for seat in self.game.seats[:-1]]
        for guest in seated:
            guest.sit(self.table)
        token = host.program(self.table, self.game.players - 1)
        chairs = host.start(self.table)["chairs"]
        cookies = {guest: {"Cookie": f"tablee_guest={guest.secret}"} for guest in [host, *seated]}
        keys = {f"Seat {seat}": cookies[guest] for seat, guest in enumerate(seated)}
        keys["bot"] = {"Authorization": f"Bearer {token}"}
        self.seats = [self._post(keys[chair["name"]], seat, stack) for seat, chair in enumerate(chairs)]
        self.stranger = self._post({}, None, stack)
        watcher = stack.enter_context(HouseClient(house.url, "Watcher"))
        self.watcher = self._post({"Cookie": f"tablee_guest={watcher.secret}"}, None, stack)
        self.host = self._post(cookies[host], None, stack)

    def _post(self, headers: dict[str, str], seat: int | None, stack: ExitStack) -> ProbingClient:
        client = ProbingClient(self.house, self.table, headers, seat)
        stack.callback(client.close)
        return client

    def fingerprint(self) -> tuple[str, list[Seen]]:
        """Of all that happened at the table but chat, and what every seat and a spectator see of it."""
        seen = [client.seen() for client in (*self.seats, self.stranger)]
        return self.house.fingerprint(self.table, without="chat"), seen

    def move(self) -> None:
        """Let somebody whose turn it is play."""
        seat = Seat(self.stranger.look()["actors"][0])
        told = self.seats[seat].look()
        possible = self.game.determinize(self.game.view_from(told["view"]), self.rng)
        action = self.game.plain(self.game.random_action(possible, seat, self.rng))
        play = {"type": "play", "seat": seat, "prompt": told["prompt"]["id"], "action": action}
        assert "done" in [message["type"] for message in self.seats[seat].say(json.dumps(play))]

    def is_known(self, code: str) -> bool:
        """Whether there is a sentence for it in every language."""
        packages = ("tablee.server", self.game.package)
        return all(any(f"errors.{code}" in catalogue(package, lang) for package in packages) for lang in LANGS)

    def check(self, answers: list[dict[str, Any]]) -> list[str]:
        """Each answer is one that the protocol knows; returns the codes of refusals."""
        codes = []
        for message in answers:
            assert message["type"] in ("table", "done", "refused", "presence")
            if message["type"] == "refused":
                codes.append(message["code"])
                assert self.is_known(message["code"]), message["code"]
                assert 0 < len(message["sentence"]) < 1000
                if message["rule"] is not None:
                    assert message["sentence"].startswith(f"[{message['rule']}] ")
        return codes


def tries(number: int) -> settings:
    return settings(max_examples=number, suppress_health_check=list(HealthCheck), phases=[Phase.generate])


@pytest.mark.parametrize("name", every_second(sorted(tablee.GAMES), 1))
def test_a_table_under_fire(house: HouseProcess, name: str) -> None:
    codes: Counter[str] = Counter()
    with ExitStack() as stack:
        scene = Scene(house, name, stack)
        models = some_actions(scene.game, scene.rng)
        moved = 0
        for moment in MOMENTS:
            while moved < moment and scene.stranger.look()["status"] == "playing":
                scene.move()
                moved += 1
            if scene.stranger.look()["status"] != "playing":
                break
            for client in (scene.stranger, scene.watcher, scene.host, *scene.seats):
                _fire_junk(scene, client, codes)
                _fire_plays(scene, client, models, codes)
    assert {"bad_message", "not_your_seat", "stale_prompt"} <= set(codes)
    assert any(f"errors.{code}" not in catalogue("tablee.server", "en") for code in codes)
    assert not house.faults


def _fire_junk(scene: Scene, client: ProbingClient, codes: "Counter[str]") -> None:
    before = scene.fingerprint()

    @tries(repetitions(200, 10))
    @given(message=unreadable() | misshapen())
    def fire(message: str | bytes) -> None:
        with suppress(UnicodeEncodeError):
            codes.update(scene.check(client.say(message)))

    fire()
    assert scene.fingerprint() == before


def _fire_plays(scene: Scene, client: ProbingClient, models: list[dict[str, Any]], codes: "Counter[str]") -> None:
    """Choices for any seat and any prompt, and all the other things that can be asked for a seat."""
    game = scene.game
    told = [seat.look() for seat in scene.seats]
    own = None if client.seat is None else told[client.seat]
    prompts = [table["prompt"]["id"] for table in told if "prompt" in table]
    possible = None if own is None else game.determinize(game.view_from(own["view"]), scene.rng)
    before = scene.fingerprint()
    others = [seat for seat in (*game.seats, game.players, 99) if seat != client.seat]

    def expected(action: dict[str, Any]) -> tuple[str, str | None] | None:
        """With what the choice that is asked for is refused, if it is."""
        try:
            read = msgspec.json.decode(json.dumps(action))
            refusal = game.refusal(possible, Seat(client.seat or 0), game.action(read))
        except msgspec.DecodeError:
            return "bad_message", None
        except TableeError as error:
            return error.code, error.rule
        return None if refusal is None else (refusal.code, refusal.rule)

    def fire_own(play: dict[str, Any]) -> None:
        """For the choice that is asked for; one that the rules allow is not sent."""
        if (wanted := expected(play["action"])) is not None:
            answers = [message for message in client.say(json.dumps(play)) if message["type"] == "refused"]
            codes.update(scene.check(answers))
            assert [(message["code"], message["rule"]) for message in answers] == [wanted]

    @tries(repetitions(100, 12))
    @given(
        action=actions(game, models),
        seat=st.sampled_from(others),
        prompt=st.sampled_from([*prompts, 0, 2**53]),
        agree=st.booleans(),
    )
    def fire(action: dict[str, Any], seat: int, prompt: int, agree: bool) -> None:
        play = {"type": "play", "prompt": prompt, "action": action}
        codes.update(refused := scene.check(client.say(json.dumps({**play, "seat": seat}))))
        assert len(refused) == 1
        for asked in (
            {"type": "undo", "seat": seat},
            {"type": "back", "seat": seat},
            {"type": "answer_undo", "seat": seat, "agree": agree},
            {"type": "look", "seat": seat},
        ):
            assert scene.check(client.say(json.dumps(asked))) == ["not_your_seat"]
        if own is not None:
            mine = {**play, "seat": client.seat}
            if "prompt" not in own or own["prompt"]["id"] != prompt:
                # Refused, or acknowledged once more if exactly this was played.
                codes.update(scene.check(client.say(json.dumps(mine))))
            else:
                fire_own(mine)

    fire()
    if own is not None and "prompt" in own:
        asked = {"type": "play", "seat": client.seat, "prompt": own["prompt"]["id"]}
        for model in models[:3]:
            fire_own({**asked, "action": negative(model)})
        codes.update(scene.check(client.say(json.dumps({**asked, "prompt": 0, "action": models[0]}))))
    assert scene.fingerprint() == before
