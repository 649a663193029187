"""Verifies the record of a match offline: every entry, every outcome of chance, the result."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tablee.core import record as records
from tablee.core.chance import Draws
from tablee.core.errors import BadRecord
from tablee.core.fairness import (
    PART_BYTES,
    ROUNDS,
    SCHEME,
    SecretParts,
    commitment,
    draws_by_entry,
    fair_draws,
    is_committed,
    seating,
)
from tablee.core.match import Match
from tablee.core.seat import CHANCE

FIRST_SCHEME: Final = ("commitment", "secret", "copied")
SECOND_SCHEME: Final = ("scheme", "commitment", "house", "round", "parts", "order", "begun_again", "copied", "seating")
_MOST_BEGUN_AGAIN: Final = 1_000_000


@dataclass(frozen=True)
class Fairness:
    """What a record says about its chance, after its secret was checked against its commitments."""

    scheme: int
    commitment: str
    """What the house published before the match."""
    draws: Draws
    copied: int = 0
    """How many of the first entries were copied from another match: their chance was drawn there."""
    devices: tuple[str | None, ...] = ()
    """By chair, as people sat down: what its device committed to; None: the house's part stands for it."""
    begun_again: int = 0
    """How often the deal was begun again, with new parts, because a device did not show its part."""
    is_seating_drawn: bool = True
    """Whether the secret decides who sits where. Otherwise the seats were given."""


@dataclass(frozen=True)
class Verified:
    """The outcome of a successful verification."""

    match: Match
    fairness: Fairness | None
    """None if the record has no secret."""
    chance_checked: int | None
    """How many outcomes of chance were drawn again from the secret; None if the record has none."""

    @property
    def commitment(self) -> str | None:
        return self.fairness.commitment if self.fairness else None

    @property
    def copied(self) -> int:
        return self.fairness.copied if self.fairness else 0

    @property
    def copied_draws(self) -> int:
        """How many outcomes of chance were copied from another match, and could not be checked."""
        return sum(entry.seat == CHANCE for entry in self.match.log[: self.copied])

    @property
    def unproved(self) -> tuple[str, ...]:
        """What the record cannot prove: `copied` draws, the `seating`, that nobody chose among several `deals`; or all
        of `chance`."""
        fairness = self.fairness
        if fairness is None:
            return ("chance",) if self.match.draw_count else ()
        missing = {
            "copied": self.copied_draws > 0,
            "seating": not fairness.is_seating_drawn,
            # An honest restart drops a device. With more restarts than devices, somebody may have chosen among deals.
            "deals": fairness.begun_again > len(fairness.devices) > 0,
        }
        return tuple(part for part, is_missing in missing.items() if is_missing)


def verify(record: Mapping[str, Any] | str | bytes) -> Verified:
    """Replay a record and draw its chance again; raises `BadRecord` at the first error.

    The text of a file must be exactly as `tablee.core.record.dumps` writes it.
    """
    content = records.opened(record)
    fairness = _fairness(content)
    checked = 0
    for match in Match.steps(content):
        entries = content["entries"]
        index = len(match.log)
        if fairness and fairness.copied <= index < len(entries) and match.actors() == (CHANCE,):
            entry = entries[index]
            expected = match.game.plain(match.drawn(fairness.draws))
            if not isinstance(entry, Mapping) or entry.get("action") != expected:
                raise BadRecord("record_chance", {"number": index + 1})
            checked += 1
    written = record.encode("utf-8", "surrogatepass") if isinstance(record, str) else record
    if isinstance(written, bytes) and written != records.dumps(content).encode("utf-8", "surrogatepass"):
        raise BadRecord("record_layout")
    if fairness and fairness.copied > len(match.log):
        raise _bad_fairness()
    return Verified(match, fairness, checked if fairness else None)


def _bad_fairness() -> BadRecord:
    return BadRecord("record_bad_field", {"field": "fairness"})


def _fairness(content: Mapping[str, Any]) -> Fairness | None:
    data = content.get("fairness")
    if data is None:
        return None
    if not isinstance(data, Mapping):
        raise _bad_fairness()
    return _second_scheme(data, content) if "scheme" in data else _first_scheme(data)


def _first_scheme(data: Mapping[str, Any]) -> Fairness:
    if not {"commitment", "secret"} <= set(data) <= {*FIRST_SCHEME}:
        raise _bad_fairness()
    try:
        secret = bytes.fromhex(data["secret"])
    except (TypeError, ValueError):
        raise _bad_fairness() from None
    if commitment(secret) != data["commitment"]:
        raise BadRecord("record_commitment")
    return Fairness(1, data["commitment"], draws_by_entry(secret), _number(data.get("copied", 0)))


def _second_scheme(data: Mapping[str, Any], content: Mapping[str, Any]) -> Fairness:
    if data["scheme"] != SCHEME:
        raise BadRecord("record_scheme", {"scheme": data["scheme"], "known": SCHEME})
    if not set(SECOND_SCHEME) - {"copied", "seating"} <= set(data) <= {*SECOND_SCHEME}:
        raise _bad_fairness()
    if data.get("seating", "given") != "given":
        raise _bad_fairness()
    house, round_, copied = _part(data["house"]), _number(data["round"], ROUNDS - 1), _number(data.get("copied", 0))
    if commitment(house) != data["commitment"]:
        raise BadRecord("record_commitment")
    players = len(records.players_of(content))
    if not isinstance(data["parts"], list) or len(data["parts"]) != players:
        raise _bad_fairness()
    given = [_given(chair, part, round_) for chair, part in enumerate(data["parts"])]
    devices = tuple(committed for committed, _ in given)
    begun_again = _number(data["begun_again"], _MOST_BEGUN_AGAIN)
    # A round ends with a device left out, and each is counted.
    if round_ > min(begun_again, devices.count(None)):
        raise BadRecord("record_rounds", {"round": round_})
    # A match that goes on from another is for practice: no device has a part in it.
    if "copied" in data and (devices.count(None) < players or "seating" in data):
        raise _bad_fairness()
    secret = SecretParts(house, tuple(part for _, part in given), round_).secret
    # A match that goes on from another keeps its seats, and a tournament gives them.
    is_drawn = not {"copied", "seating"} & set(data)
    if data["order"] != (seating(secret, players) if is_drawn else list(range(players))):
        raise BadRecord("record_seating")
    draws = fair_draws(secret)
    return Fairness(SCHEME, data["commitment"], draws, copied, devices, begun_again, is_seating_drawn=is_drawn)


def _given(chair: int, data: object, round_: int) -> tuple[str | None, bytes | None]:
    """What the device at a chair committed to, and its part; both None if the house's part stands for it."""
    if data is None:
        return None, None
    if not isinstance(data, Mapping) or set(data) != {"commitment", "part"}:
        raise _bad_fairness()
    part = _part(data["part"])
    committed = _part(data["commitment"]).hex()
    if not is_committed(part, round_, committed):
        raise BadRecord("record_part", {"chair": chair + 1})
    return committed, part


def _part(text: object) -> bytes:
    try:
        part = bytes.fromhex(text)  # type: ignore[arg-type]  # anything else raises
    except (TypeError, ValueError):
        raise _bad_fairness() from None
    if len(part) != PART_BYTES or part.hex() != text:
        raise _bad_fairness()
    return part


def _number(data: object, most: int | None = None) -> int:
    if type(data) is not int or data < 0 or (most is not None and data > most):
        raise _bad_fairness()
    return data
