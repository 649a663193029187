"""The JSON Schema of the messages holds for the messages that are really sent."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import jsonschema  # type: ignore[import-untyped]
import msgspec
import pytest
from tests.patience import PATIENCE
from tests.samples import HOUSE_GAMES
from tests.server.house_process import house_process
from tests.server.safety.recording_client import recording_client

import tablee
from tablee.remote import HouseClient
from tablee.server.table import messages

pytestmark = pytest.mark.anyio


def validator(schema: dict[str, Any], whose: str) -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator({"$defs": schema["$defs"], **schema[whose]})


async def test_what_a_house_sends_is_as_its_schema_says(tmp_path: Path) -> None:
    kinds = set()
    with house_process(tmp_path) as house:
        valid = validator(httpx.get(f"{house.url}/api/messages.json", timeout=PATIENCE).json(), "house")
        for name in HOUSE_GAMES:
            async with AsyncExitStack() as stack:
                game = tablee.game(name)
                ada = stack.enter_context(HouseClient(house.url, "Ada"))
                limits = {"seconds": 3600, "reserve": 60}
                table = ada.create_table(name, seats=1, bots=["random"] * (game.players - 1), time_limits=limits)["id"]
                ada.start(table)
                headers = {"Cookie": f"tablee_guest={ada.secret}"}
                player = await stack.enter_async_context(recording_client(house.url, table, game, Random(3), headers))
                watcher = await stack.enter_async_context(recording_client(house.url, table, game, Random(4), {}))
                await asyncio.gather(player.until_the_end(), watcher.until_the_end())
                for raw in player.heard + watcher.heard:
                    message = msgspec.json.decode(raw)
                    kinds.add(message["type"])
                    valid.validate(message)
    assert kinds == {"table", "done", "presence"}
    refused = messages.RefusalMessage(id="", code="too_fast", rule=None, sentence="Wait.", wait=1)
    valid.validate(msgspec.to_builtins(refused))
    with pytest.raises(jsonschema.ValidationError):
        valid.validate({"type": "table", "version": "one"})


def test_what_the_schema_refuses_the_house_refuses_too() -> None:
    valid = validator(messages.schema(), "client")
    decoder = msgspec.json.Decoder(messages.ClientMessage)
    good: list[dict[str, Any]] = [
        {"type": "play", "seat": 0, "prompt": 3, "action": {"type": "done"}},
        {"type": "say", "text": "hello", "id": "1"},
        {"type": "look", "seat": None},
        {"type": "claim"},
    ]
    bad: list[Any] = [
        {},
        {"type": "play"},
        {"type": "play", "seat": 0, "prompt": 3, "action": []},
        {"type": "play", "seat": -1, "prompt": 3, "action": {}},
        {"type": "say", "text": 1},
        {"type": "look"},
        {"type": "claim", "more": 1},
        {"type": "claim", "id": "x" * 101},
        {"type": "table"},
        [],
        None,
    ]
    for message in good:
        valid.validate(message)
        decoder.decode(msgspec.json.encode(message))
    for message in bad:
        assert not valid.is_valid(message), message
        with pytest.raises(msgspec.ValidationError):
            decoder.decode(msgspec.json.encode(message))
