"""Whole matches over real sockets with a house in a process of its own: every byte that goes to anybody is kept, then
looked at with all that the house knew."""

from collections.abc import Iterator
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import msgspec
import pytest
from tests.server.house_process import HouseProcess, house_process
from tests.server.safety.hidden_names import hidden_names, module_of
from tests.server.safety.recorded_traffic import RecordedTraffic, record_match_traffic, secrets_of, table_versions
from tests.server.safety.recording_client import recording_client

import tablee
from tablee.core.registry import manifests
from tablee.core.seat import CHANCE, Seat
from tablee.remote import HouseClient
from tablee.server.table import messages, updates
from tablee.server.table.rows import Row
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status

pytestmark = pytest.mark.anyio
every_game = pytest.mark.parametrize("name", list(tablee.GAMES))
SPECTATORS = ("cleo watches", "ada watches", "a stranger")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_process(tmp_path_factory.mktemp("house")) as found:
        yield found


def said_again(table: Table, message: dict[str, Any]) -> bytes:
    """The message that a reader who heard this one would be sent about a table."""
    around = msgspec.convert(message.get("around"), messages.TableInfo | None)
    words = message["words"]["lang"] if "words" in message else None
    return updates.update_message(table, message.get("seat"), message.get("since"), around, message["now"], words=words)


def without_parcels(message: dict[str, Any]) -> bytes:
    """A message without the cards of which is told that they lie somewhere, in no order: all that are not seen do."""
    view = dict(message["view"])
    view.pop("memory", None)
    return msgspec.json.encode(message | {"view": view})


def otherwise(traffic: RecordedTraffic, tables: list[Table], message: dict[str, Any], rng: Random) -> Iterator[Table]:
    """Tables that for all the reader knew might have been, after everybody but him did something else, perhaps, and
    chance drew something else; those that look the same to him now."""
    since, seat, game = message.get("since"), message.get("seat"), traffic.setup.game
    if since is None or tables[since].status is not Status.PLAYING:
        return
    view = tables[message["version"]].match.view(seat)
    for is_alike in (True, False):
        other = tables[since].copy()
        other.match._state = game.determinize(other.match.view(seat), rng)
        for row in traffic.rows[since : message["version"]]:
            if row.kind != "play":
                other.apply_row(row)
                continue
            actor, action = Seat(row.data["seat"]), game.action(row.data["action"])
            if actor not in (*other.match.actors(), *other.match.may_replace()):
                break  # it goes another way here
            if actor == CHANCE:
                action = game.sample(other.match.state, rng)
            elif actor != seat and not (is_alike and game.is_legal(other.match.state, actor, action)):
                action = game.random_action(other.match.state, actor, rng)
            other.apply_row(Row(row.number, "play", {"seat": actor, "action": game.plain(action)}, row.at))
        else:
            if other.match.view(seat) == view:
                yield other


@every_game
async def test_whole_matches_tell_no_secrets(house: HouseProcess, name: str) -> None:
    rng = Random(4)
    async with AsyncExitStack() as stack:
        traffic = await record_match_traffic(house, name, rng, stack)
    game, tables = traffic.setup.game, table_versions(traffic)
    assert tables[-1].status is Status.OVER

    for secret in traffic.secrets:
        assert len(secret) > 15
        for who, heard in traffic.heard.items():
            assert not any(secret.encode() in message for message in heard), who
        assert not any(secret.encode() in answer for answer in traffic.read)

    kinds: set[str] = set()
    hidden = different = 0
    secrets = {seat: hidden_names(tables, seat) for seat in (*game.seats, None)}
    for who, heard in traffic.heard.items():
        seats: set[Seat | None] = set()
        known: int | None = None
        for raw in heard:
            message = msgspec.json.decode(raw)
            if message["type"] != "table":
                assert message["type"] in ("done", "presence")
                continue
            seat = message.get("seat")
            seats.add(seat)
            kinds |= message.keys()
            assert message.get("since") == known  # so that nothing was skipped
            known = message["version"]
            table = tables[message["version"]]
            assert raw == said_again(table, message)
            if table.match.actors():
                other = table.copy()
                other.match._state = game.determinize(table.match.view(seat), rng)
                assert raw == said_again(other, message)
            for other in otherwise(traffic, tables, message, rng):
                different += [play.action for play in other.match.log] != [play.action for play in table.match.log]
                assert raw == said_again(other, message)
            names = secrets[seat][message["version"]]
            hidden += len(names)
            said = without_parcels(message)
            assert not [name for name in names if name in said]
        assert known == len(tables) - 1
        assert len(seats) == 1
        assert (seats == {None}) == (who in SPECTATORS)
    assert kinds >= {"view", "events", "prompt", "actors", "chat", "clocks", "words", "around"}
    assert hidden or not module_of(name)
    assert different or not manifests()[name].hidden


@every_game
async def test_a_hint_tells_no_secrets(house: HouseProcess, name: str) -> None:
    """It names what the seat may do whatever it does not know, and nothing else that lies hidden from it.

    That which of its own choices are named hangs on nothing hidden, either, is shown in test_redealt.py.
    """
    game, rng = tablee.game(name), Random(5)
    async with AsyncExitStack() as stack:
        ada = stack.enter_context(HouseClient(house.url, "Ada", lang="fr"))
        told = ada.create_table(name, bots=["random"] * (game.players - 1))
        ada.start(told["id"])
        cookie = {"Cookie": f"tablee_guest={ada.secret}"}
        hers = await stack.enter_async_context(recording_client(house.url, told["id"], game, rng, cookie))
        await hers.play(2 if manifests()[name].hidden else 0)
        (seat,) = ada.table(told["id"])["yours"]
        response = ada._http.post(f"/api/tables/{told['id']}/seats/{seat}/hint")
        assert response.status_code == 200
        traffic = RecordedTraffic.of(house, told, game, {})
    tables = table_versions(traffic)
    for secret in secrets_of(house, traffic.setup.secret.hex(), [ada.secret or ""]):
        assert secret.encode() not in response.content
    view = tables[-1].match.view(seat)
    own = msgspec.json.encode([game.plain(action) for action in game.legal(game.determinize(view, rng), seat)])
    # Somebody else may have laid face down the very bid that is named to this seat as one of its own.
    assert not [name for name in hidden_names(tables, seat)[-1] if name in response.content and name not in own]
    for _ in range(10):
        possible = game.determinize(view, rng)
        assert all(
            game.is_legal(possible, seat, game.action(choice["action"])) for choice in response.json()["choices"]
        )
