"""A match as a record: a self-contained JSON object with a checksum. Only this module writes and reads the format."""

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
"""The version of the format. Goes up when readers of the old format could not read the new one."""

FIELDS: Final = ("format", "game", "rules_version", "options", "seats", "entries", "result", "checksum")
OPTIONAL: Final = ("fairness",)
"""`fairness`: how chance can be checked, if the table drew it from a secret."""


@dataclass(frozen=True)
class Player:
    """Who sits at a seat. The rules do not know this."""

    name: str
    bot: str | None = None
    """The level of the bot, if it is one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's log: who did what, and what happened."""

    seat: Seat
    action: Action
    events: Sequence[Event]
    time: str | None = None
    """When it was played (ISO 8601), if the table records that."""
    face_down: bool = False
    """Whether the choice lies face down and may be replaced. The prompts of the other seats then stay valid."""

    @property
    def reveals(self) -> bool:
        """Whether something hidden was revealed, so that it cannot be taken back."""
        return self.seat == CHANCE or any(event.reveals for event in self.events)


# Writing


def checksum(content: Mapping[str, Any]) -> str:
    """The SHA-256 of a record without its checksum."""
    covered = {name: value for name, value in content.items() if name != "checksum"}
    text = json.dumps(covered, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def sealed(content: Mapping[str, Any]) -> dict[str, Any]:
    """The record of this content: format and checksum added."""
    record = {"format": FORMAT, **content}
    return {**record, "checksum": checksum(record)}


def player_data(player: Player) -> dict[str, str]:
    """A seat as it is stored in a record."""
    return {"name": player.name} if player.bot is None else {"name": player.name, "bot": player.bot}


def entry_data(entry: Entry) -> dict[str, Any]:
    """An entry as it is stored in a record."""
    data = {
        "seat": "chance" if entry.seat == CHANCE else entry.seat,
        "action": codec.plain_tagged(entry.action),
    }
    return data if entry.time is None else {**data, "time": entry.time}


def dumps(record: Mapping[str, Any]) -> str:
    """A record as the text of a file, with one entry per line to be readable."""
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
    """The content of a record, after its format and checksum were checked; raises `BadRecord`."""
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
    """The record after a pass through JSON, so that a dict built by hand is checked like a file."""
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
    """The entries of an opened record, as plain data."""
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
    """The game of an opened record, with the version of the rules it was played by."""
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
