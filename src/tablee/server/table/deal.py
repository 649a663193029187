"""The deal before a match: devices commit to parts of the secret, then show them. docs/fairness.md says why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tablee.core.fairness import SCHEME, SecretParts, commitment
from tablee.core.seat import Seat
from tablee.server.table.rows import Row

DEAL_SECONDS: Final = 5.0
"""How long a device has to show its part. After that the deal is begun again without it."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The commitments that the secret is going to be made of, and the parts that have been shown."""

    commitments: tuple[str | None, ...]
    """By chair; None: the house's part stands for it."""
    due: float
    round: int = 0
    """How often it was begun again."""
    parts: Mapping[Seat, bytes] = field(default_factory=dict)

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The chairs whose parts have not been shown yet."""
        committed = (Seat(chair) for chair, given in enumerate(self.commitments) if given is not None)
        return tuple(chair for chair in committed if chair not in self.parts)

    def all_parts(self, house: bytes) -> SecretParts:
        """What the secret is made of, once no part is missing."""
        chairs = range(len(self.commitments))
        return SecretParts(house, tuple(self.parts.get(Seat(chair)) for chair in chairs), self.round)


class Deals:
    """The commitments at a table, and the deals that were made of them."""

    def __init__(self, players: int) -> None:
        self._players = players
        self.commitments: list[str | None] = [None] * players
        """By chair: what its device has committed to."""
        self.current: Deal | None = None
        """The deal that is under way, or that the match began with."""
        self.begun_again = 0
        """How many deals were begun again, or broken off."""
        self.parts: SecretParts | None = None
        """What the secret of the match is made of. None before the start, and in matches of the first scheme."""

    def copy(self) -> "Deals":
        deals = object.__new__(Deals)
        deals.__dict__.update(self.__dict__)
        deals.commitments = list(self.commitments)
        return deals

    @property
    def is_under_way(self) -> bool:
        """Whether the match begins as soon as all parts have been shown."""
        return self.current is not None and self.parts is None

    def apply(self, row: Row) -> None:
        """Apply a row of the log about the parts of the secret."""
        data, deal = row.data, self.current
        match row.kind:
            case "commit":
                self.commitments[data["seat"]] = data["commitment"]
            case "deal":
                self.current = Deal(tuple(self.commitments), row.at + DEAL_SECONDS)
            case "reveal" if deal:
                self.current = replace(deal, parts={**deal.parts, Seat(data["seat"]): bytes.fromhex(data["part"])})
            case "redeal" if deal:
                for chair in data["missing"]:
                    self.commitments[chair] = None
                self.begun_again += 1
                self.current = Deal(tuple(self.commitments), row.at + DEAL_SECONDS, deal.round + 1)
            case kind:
                raise ValueError(f"a row that does not belong here: {kind}")

    def stand_up(self, chair: Seat) -> None:
        """Somebody stands up. While parts are being shown, everybody then has to commit to new ones."""
        if self.is_under_way:
            self.current = None
            self.begun_again += 1
            self.commitments = [None] * self._players
        self.commitments[chair] = None

    def begin(self, house: bytes) -> SecretParts:
        """The match begins: what its secret is made of."""
        deal = self.current or Deal((None,) * self._players, 0.0)
        self.parts = deal.all_parts(house)
        return self.parts

    def fairness(self, order: Sequence[int], *, is_given: bool = False) -> dict[str, Any]:
        """How the chance of a match with these parts can be checked, for its record; `is_given`: chance did not say who
        sits where."""
        if self.parts is None:
            raise ValueError("a match of the first scheme has no parts")
        parts = zip(self.commitments, self.parts.chairs, strict=True)
        return {
            "scheme": SCHEME,
            "commitment": commitment(self.parts.house),
            "house": self.parts.house.hex(),
            "round": self.parts.round,
            "parts": [part and {"commitment": given, "part": part.hex()} for given, part in parts],
            "order": list(order),
            "begun_again": self.begun_again,
            **({"seating": "given"} if is_given else {}),
        }


def order_of(start: Mapping[str, Any], players: int) -> Sequence[int]:
    """By seat of a match: the chair that its player sat down on. Starts of old matches turned the chairs."""
    turned = start.get("turned", 0)
    order: Sequence[int] = start.get("order") or [(seat + turned) % players for seat in range(players)]
    return order
