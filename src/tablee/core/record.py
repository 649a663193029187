"""A match as a record: a self-contained JSON object with a checksum of its content. Written and read here alone."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tablee.core import codec, registry
from tablee.core.errors import BadRecord, TableeError, UnknownRules
from tablee.core.game import Action, Event, Game
from tablee.core.seat import CHANCE, Seat

FORMAT: Final = 1
"""The form of a record. Goes up when a reader of the old form could not read the new one."""

FIELDS: Final = ("format", "game", "rules_version", "options", "seats", "entries", "result", "checksum")
OPTIONAL: Final = ("fairness",)
"""How chance can be checked, where the table drew it from a secret."""


@dataclass(frozen=True)
class Player:
    """Who sits at a seat, as a record tells it; the rules know nothing of it."""

    name: str
    bot: str | None = None
    """The kind of bot, if it is one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's log: who did what, and what came of it."""

    seat: Seat
    action: Action
    events: Sequence[Event]
    time: str | None = None
    """When it was played, for a table that keeps the time (ISO 8601)."""
    face_down: bool = False
    """Whether the choice lies face down and may be replaced: what the others are asked is the same as before."""

    @property
    def reveals(self) -> bool:
        """Whether something hidden came to light, so that it cannot be taken back."""
        return self.seat == CHANCE or any(event.reveals for event in self.events)


# Writing


def checksum(content: Mapping[str, Any]) -> str:
    """The SHA-256 of all that a record says but the checksum itself."""
    said = {name: value for name, value in content.items() if name != "checksum"}
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def sealed(content: Mapping[str, Any]) -> dict[str, Any]:
    """The record of this content: with its format and its checksum."""
    record = {"format": FORMAT, **content}
    return {**record, "checksum": checksum(record)}


def player_data(player: Player) -> dict[str, str]:
    """A seat as a record tells it."""
    return {"name": player.name} if player.bot is None else {"name": player.name, "bot": player.bot}


def entry_data(entry: Entry) -> dict[str, Any]:
    """A line of the log as a record tells it."""
    data = {
        "seat": "chance" if entry.seat == CHANCE else entry.seat,
        "action": codec.plain_tagged(entry.action),
    }
    return data if entry.time is None else {**data, "time": entry.time}


def dumps(record: Mapping[str, Any]) -> str:
    """A record as text for a file: one entry a line, so that people can read it."""
    head = {name: value for name, value in record.items() if name not in ("entries", "result", "checksum")}
    lines = [f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}," for name, value in head.items()]
    entries = ",\n".join(f"    {json.dumps(entry, ensure_ascii=False)}" for entry in record["entries"])
    body = f"\n{entries}\n  " if entries else ""
    return "\n".join(
        [
            "{",
            *lines,
            f'  "entries": [{body}],',
            f'  "result": {json.dumps(record["result"])},',
            f'  "checksum": {json.dumps(record["checksum"])}',
            "}",
            "",
        ]
    )


# Reading


def opened(record: Mapping[str, Any] | str | bytes) -> dict[str, Any]:
    """The content of a record, once its form and checksum have been checked; raises `BadRecord`."""
    content = _as_json(record)
    if not isinstance(content, dict):
        raise BadRecord("record_not_an_object")
    for name in FIELDS:
        if name not in content:
            raise BadRecord("record_lacks", {"field": name})
    for name in content:
        if name not in FIELDS + OPTIONAL:
            raise BadRecord("record_has_unknown", {"field": name, "allowed": ", ".join(FIELDS + OPTIONAL)})
    if content["format"] != FORMAT:
        raise BadRecord("record_format", {"format": content["format"], "known": FORMAT})
    if content["checksum"] != checksum(content):
        raise BadRecord("record_checksum")
    return content


def _as_json(record: Mapping[str, Any] | str | bytes) -> Any:
    """What JSON holds of a record, so that one made by hand is checked no less than a file."""
    try:
        text = record if isinstance(record, str | bytes) else json.dumps(record, default=dict)
        return json.loads(text, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise BadRecord("record_not_text") from None
    except json.JSONDecodeError as error:
        raise BadRecord("record_not_json", {"line": error.lineno, "column": error.colno}) from None
    except (TypeError, ValueError, RecursionError):
        raise BadRecord("record_not_plain") from None


def _no_constant(name: str) -> None:
    raise ValueError(name)


def entries_of(content: Mapping[str, Any]) -> list[Any]:
    """The entries of an opened record, not yet read."""
    if not isinstance(content["entries"], list):
        raise BadRecord("record_bad_field", {"field": "entries"})
    return content["entries"]


def read_entry(game: Game[Any, Any, Any], data: object) -> tuple[Seat, Action, str | None]:
    """Who did what, and when."""
    if not isinstance(data, Mapping) or not {"seat", "action"} <= set(data) <= {"seat", "action", "time"}:
        raise BadRecord("record_bad_field", {"field": "entries"})
    if not isinstance(data.get("time"), str | None):
        raise BadRecord("record_bad_field", {"field": "time"})
    seat = CHANCE if data["seat"] == "chance" else data["seat"]
    if seat == CHANCE and data["seat"] != "chance":
        raise BadRecord("record_bad_field", {"field": "seat"})
    return seat, game.action(data["action"]), data.get("time")


def game_of(content: Mapping[str, Any]) -> Game[Any, Any, Any]:
    """The game of an opened record, by the rules it was played by."""
    if not isinstance(content["game"], str) or not isinstance(content["options"], Mapping):
        raise BadRecord("record_bad_field", {"field": "game, options"})
    try:
        return registry.game_of_version(content["game"], content["options"], content["rules_version"])
    except UnknownRules as error:
        raise BadRecord("record_rules_version", error.details) from error
    except TableeError as error:
        raise BadRecord("record_game", {"problem": error.phrase}) from error


def players_of(content: Mapping[str, Any]) -> list[Player]:
    """Who sat where."""
    if not isinstance(content["seats"], list):
        raise BadRecord("record_bad_field", {"field": "seats"})
    try:
        return [codec.read(player, Player) for player in content["seats"]]
    except TableeError as error:
        raise BadRecord("record_seats", {"problem": error.phrase}) from error
