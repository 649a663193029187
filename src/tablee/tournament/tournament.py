"""A tournament after some rows. The same rows always give the same tournament.

Players are numbers: who they are is known outside. A row is written once and never changed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Literal

from tablee.tournament.rules import Format, TournamentRules

Status = Literal["open", "running", "over"]


@dataclass(frozen=True)
class TournamentRow:
    """Something that happened: `join`, `leave`, `return`, `begin`, `round`, `result` or `end`."""

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TableResult:
    """How a match went."""

    ranks: tuple[int, ...]
    """By seat, from 1; those who share a place have the same."""
    absent: frozenset[int] = frozenset()
    """The seats whose people did not come, forfeited, or left: they get nothing, whatever a bot did for them."""
    is_decided: bool = False
    """Whether the organiser decided it, because the match did not come to its end."""


@dataclass(frozen=True)
class RoundTable:
    """A table of a round."""

    id: str
    seats: tuple[int | None, ...]
    """By seat: the player; None for a bot."""
    result: TableResult | None = None

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(player for player in self.seats if player is not None)

    def places(self) -> list[tuple[bool, int]]:
        """By seat: what decides who is before whom; the least is first."""
        if self.result is None:
            raise ValueError("the match is not over")
        return [(seat in self.result.absent, rank) for seat, rank in enumerate(self.result.ranks)]


@dataclass(frozen=True)
class Round:
    tables: tuple[RoundTable, ...]
    byes: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        return all(table.result is not None for table in self.tables)


class Tournament:
    """A tournament after some rows."""

    def __init__(self, rules: TournamentRules, rows: Iterable[TournamentRow] = ()) -> None:
        self.rules = rules
        self.status: Status = "open"
        self.players: dict[int, bool] = {}
        """All who ever joined, in that order, and whether they take part in the next round."""
        self.taken_out: set[int] = set()
        """Those whom the organiser took out: they do not come back by themselves."""
        self.rounds: list[Round] = []
        self.lot = ""
        """Drawn when the tournament begins: it decides where nothing else does."""
        for row in rows:
            self.apply(row)

    # Questions

    @property
    def here(self) -> list[int]:
        """The players for the next round; of a knock-out those who have not lost. By lot."""
        found = [player for player, is_here in self.players.items() if is_here]
        if self.rules.format is Format.KNOCK_OUT and self.rounds:
            survivors = {*self.rounds[-1].byes}.union(*(self.going_on(table) for table in self.rounds[-1].tables))
            found = [player for player in found if player in survivors]
        return sorted(found, key=self.by_lot)

    @property
    def is_between_rounds(self) -> bool:
        """Whether another round can be formed."""
        return self.status == "running" and all(one.is_over for one in self.rounds) and not self.is_complete

    @property
    def is_complete(self) -> bool:
        """Whether all rounds have been played."""
        if not self.rounds or not self.rounds[-1].is_over:
            return False
        number = self.rules.rounds_for(len(self.players))
        if number is not None:
            return len(self.rounds) >= number
        last = self.rounds[-1]
        return (len(last.tables) == 1 and not last.byes) or len(self.here) <= 1

    @property
    def takes_players(self) -> bool:
        """Whether somebody who comes now can still join. Nobody joins a knock-out that has begun."""
        if self.rules.format is Format.KNOCK_OUT:
            return not self.rounds and self.status != "over"
        return self.status != "over" and not self.is_complete

    def by_lot(self, player: int) -> str:
        """A key to order players by lot."""
        return sha256(f"{self.lot} {player}".encode()).hexdigest()

    def going_on(self, table: RoundTable) -> list[int]:
        """Who goes on from a table of a knock-out: the best of those who played; by lot where they share a place."""
        if table.result is None:
            return []
        places = table.places()
        order = sorted(
            (absent, rank, self.by_lot(player), player)
            for player, (absent, rank) in zip(table.seats, places, strict=True)
            if player is not None and not absent
        )
        return [player for *_, player in order[: self.rules.going_on(len(table.people))]]

    def table(self, table_id: str) -> RoundTable | None:
        """The table of this id in the round that is played."""
        tables = self.rounds[-1].tables if self.rounds else ()
        return next((table for table in tables if table.id == table_id), None)

    def busy(self) -> set[int]:
        """The players who sit at tables whose match is not over."""
        tables = self.rounds[-1].tables if self.rounds else ()
        return {player for table in tables if table.result is None for player in table.people}

    # The rows

    def apply(self, row: TournamentRow) -> None:
        data = row.data
        match row.kind:
            case "join" | "return":
                self.players[data["player"]] = True
                self.taken_out.discard(data["player"])
            case "leave":
                self.players[data["player"]] = False
                if data.get("by") == "organiser":
                    self.taken_out.add(data["player"])
            case "begin":
                self.status, self.lot = "running", data["lot"]
            case "round":
                tables = tuple(RoundTable(table["id"], tuple(table["seats"])) for table in data["tables"])
                self.rounds.append(Round(tables, tuple(data["byes"])))
            case "result":
                self._apply_result(data["table"], _result(data))
            case "end":
                self.status = "over"
            case kind:
                raise ValueError(f"unknown kind of row: {kind}")

    def _apply_result(self, table_id: str, result: TableResult) -> None:
        last = self.rounds[-1]
        self.rounds[-1] = replace(
            last, tables=tuple(replace(each, result=result) if each.id == table_id else each for each in last.tables)
        )
        table = self.table(table_id)
        for seat in result.absent if table else ():
            # Whoever did not play is not expected in the next round, until they say that they are back.
            if table and (player := table.seats[seat]) is not None:
                self.players[player] = False


def _result(data: Mapping[str, Any]) -> TableResult:
    return TableResult(tuple(data["ranks"]), frozenset(data["absent"]), data.get("decided", False))


def round_row(tables: Sequence[tuple[str, Sequence[int | None]]], byes: Sequence[int]) -> TournamentRow:
    """The row of a round: tables with their ids, and who has a bye."""
    told = [{"id": table_id, "seats": list(seats)} for table_id, seats in tables]
    return TournamentRow("round", {"tables": told, "byes": list(byes)})
