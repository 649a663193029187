"""Verifies the record of a match offline: every entry, every outcome of chance, the result."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tablee.core import record as records
from tablee.core.errors import BadRecord
from tablee.core.fairness import commitment, fair_draws
from tablee.core.match import Match
from tablee.core.seat import CHANCE

FAIRNESS: Final = ("commitment", "secret", "copied")


@dataclass(frozen=True)
class Verified:
    """The outcome of a successful verification."""

    match: Match
    commitment: str | None
    """What was published before the match; None if the record has no secret."""
    chance_checked: int | None
    """How many outcomes of chance were drawn again from the secret; None if the record has none."""
    copied: int = 0
    """How many of the first entries were copied from another match: their chance was drawn there."""


def verify(record: Mapping[str, Any] | str | bytes) -> Verified:
    """Replay a record and draw its chance again; raises `BadRecord` at the first error.

    The text of a file must be exactly as `tablee.core.record.dumps` writes it.
    """
    content = records.opened(record)
    secret, copied = _fairness(content.get("fairness"))
    checked = 0
    for match in Match.steps(content):
        entries = content["entries"]
        index = len(match.log)
        if secret is not None and copied <= index < len(entries) and match.actors() == (CHANCE,):
            entry = entries[index]
            expected = match.game.plain(match.drawn(fair_draws(secret)))
            if not isinstance(entry, Mapping) or entry.get("action") != expected:
                raise BadRecord("record_chance", {"number": index + 1})
            checked += 1
    written = record.encode("utf-8", "surrogatepass") if isinstance(record, str) else record
    if isinstance(written, bytes) and written != records.dumps(content).encode("utf-8", "surrogatepass"):
        raise BadRecord("record_layout")
    if secret is None:
        return Verified(match, None, None)
    return Verified(match, commitment(secret), checked, copied)


def _fairness(fairness: object) -> tuple[bytes | None, int]:
    """The secret, and how many entries were not drawn from it."""
    if fairness is None:
        return None, 0
    if not isinstance(fairness, Mapping) or not {"commitment", "secret"} <= set(fairness) <= {*FAIRNESS}:
        raise BadRecord("record_bad_field", {"field": "fairness"})
    try:
        secret = bytes.fromhex(fairness["secret"])
    except (TypeError, ValueError):
        raise BadRecord("record_bad_field", {"field": "fairness"}) from None
    if commitment(secret) != fairness["commitment"]:
        raise BadRecord("record_commitment")
    copied = fairness.get("copied", 0)
    if type(copied) is not int or copied < 0:
        raise BadRecord("record_bad_field", {"field": "fairness"})
    return secret, copied
