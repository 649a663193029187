"""A table: a match with chairs, prompts, clocks and chat. Pure: it asks no clock and writes nothing; the house does.

Every change is drafted first (commands.py: checks everything, changes nothing), then written to the log by the house,
then adopted. A table read back from its log (`absorb`) is the same table.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, Literal

from tablee.core.fairness import commitment
from tablee.core.game import Action, Game
from tablee.core.match import Match
from tablee.core.record import Entry, Player
from tablee.core.seat import CHANCE, Seat
from tablee.server.refusals import Refused
from tablee.server.table.chairs import Author, Chair
from tablee.server.table.clocks import Clock, Pace

CHAT_KEPT: Final = 100
"""How many lines of chat a table keeps at hand for those who come in."""


class Status(StrEnum):
    OPEN = "open"
    """Waiting for people."""
    PLAYING = "playing"
    OVER = "over"
    ASIDE = "aside"
    """Something went wrong; the log is kept and an administrator can restore it."""
    CLOSED = "closed"


@dataclass(frozen=True)
class Setup:
    """What a table was made with."""

    id: str
    game: Game[Any, Any, Any]
    secret: bytes
    host: str | None = None
    is_open: bool = True
    pace: Pace = Pace()
    created_at: float = 0.0


@dataclass(frozen=True)
class Origin:
    """The record, of a table or one that a guest brought along, that a match was played on from."""

    kind: Literal["table", "record"]
    id: str
    step: int
    """How many of its entries were copied. Their chance was drawn elsewhere."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the log."""

    number: int
    kind: str
    data: Mapping[str, Any]
    at: float


@dataclass(slots=True)
class LoggedEntry:
    """An entry of the match and the row that holds it."""

    number: int
    """Of the row."""
    entry: Entry
    public: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)
    """The events that everybody sees alike as JSON, by their place: encoded once for all readers."""


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """Somebody wants to take back a choice and needs the consent of others."""

    seat: Seat
    keep: int
    waiting: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class ChatLine:
    number: int
    seat: Seat | None
    name: str
    text: str
    at: float
    author: Author = Author()


@dataclass(slots=True)
class Draft:
    """Rows to be written, and the match as they leave it."""

    rows: list[Row]
    match: Match | None = None
    """None if the rows play nothing."""

    def followed_by(self, other: "Draft") -> "Draft":
        """Both, to be written together."""
        return Draft(self.rows + other.rows, other.match or self.match)


class Table:
    """A table as it stands after `version` rows of its log."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = setup.game
        self.version = 0
        self.status = Status.OPEN
        self.chairs = [Chair() for _ in self.game.seats]
        self.chat: list[ChatLine] = []
        self.undo: UndoRequest | None = None
        self.muted: set[Author] = set()
        self.used_links: set[str] = set()
        """The hashes of the links by which seats were taken."""
        self.next_table: str | None = None
        self.origin: Origin | None = None
        self.rewound = 0
        """The row that last changed what was told before: readers who know less than that are told everything anew."""
        self._restart(Match(self.game))
        self._aside_from: Status = Status.OPEN

    def _restart(self, match: Match) -> None:
        self.match = match
        self.entries: list[LoggedEntry] = []
        """The log of the match, row by row."""
        self.awaited: tuple[Seat, ...] = ()
        """The seats whose choice is awaited."""
        self.prompts: list[int | None] = [None] * self.game.players
        self.answered: list[tuple[int, Action] | None] = [None] * self.game.players
        self.clocks = [Clock(self.setup.pace) for _ in self.game.seats]

    # Questions

    @property
    def commitment(self) -> str:
        return commitment(self.setup.secret)

    @property
    def stage(self) -> Status:
        """The status; of a table that was put aside, the one it would be restored to."""
        return self._aside_from if self.status is Status.ASIDE else self.status

    @property
    def deserted(self) -> tuple[Seat, ...]:
        """The seats of a match that nobody plays: their guests were forgotten."""
        if self.stage is not Status.PLAYING:
            return ()
        return tuple(
            seat for seat in self.game.seats if not self.chairs[seat].taken and not self.chairs[seat].played_by
        )

    def seats_of(self, guest: str | None) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.game.seats if guest is not None and self.chairs[seat].guest == guest)

    def seats_of_program(self, token_hash: str) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.game.seats if self.chairs[seat].program == token_hash)

    def bots_to_play(self) -> list[tuple[Seat, str]]:
        """The seats that a bot of the house is to play now, with its level."""
        return [(seat, level) for seat in self.awaited if (level := self.chairs[seat].played_by)]

    def deadlines(self) -> list[tuple[float, Seat]]:
        """When whose time runs out, the first of them first."""
        if self.setup.pace.seconds is None:
            return []
        return sorted(
            (deadline, seat)
            for seat in self.awaited
            if not self.chairs[seat].played_by and (deadline := self.clocks[seat].deadline) is not None
        )

    def next_deadline(self) -> tuple[float, Seat] | None:
        """Whose time runs out first, and when."""
        return next(iter(self.deadlines()), None)

    @property
    def standing(self) -> tuple[Seat, ...]:
        """The seats that have not forfeited. One alone wins at once; if there is none nobody wins."""
        return tuple(seat for seat in self.game.seats if not self.chairs[seat].forfeited)

    def winners(self) -> tuple[Seat, ...]:
        """Who has won; a seat that forfeited has not."""
        standing = self.standing
        if len(standing) <= 1:
            return standing
        winners = self.match.winners()
        if not set(winners) - set(standing):
            return winners
        scores = self.match.scores()
        best = max(scores[seat] for seat in standing)
        return tuple(seat for seat in standing if scores[seat] == best)

    def scores(self) -> tuple[int, ...]:
        """The scores of a match played to its end. Before that hidden cards may count: a view says what is known."""
        return self.match.scores() if self.status is Status.OVER and self.match.over else ()

    @property
    def copied(self) -> int:
        """How many of the first choices were made elsewhere."""
        return self.origin.step if self.origin else 0

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits where, as a record tells it."""
        return tuple(Player(chair.name, chair.bot) for chair in self.chairs)

    def record(self) -> dict[str, Any]:
        """The record of the match, with the secret that its chance was drawn from."""
        if self.status is not Status.OVER:
            raise Refused("match_not_over")
        fairness: dict[str, Any] = {"commitment": self.commitment, "secret": self.setup.secret.hex()}
        if self.copied:
            fairness["copied"] = self.copied
        return self.match.record(self.players, fairness)

    def twin(self) -> "Table":
        """A table that stands as this one does and can go another way."""
        twin = copy(self)
        twin.match = self.match.copy()
        twin.chairs = list(self.chairs)
        twin.entries, twin.prompts, twin.answered = list(self.entries), list(self.prompts), list(self.answered)
        twin.clocks = [clock.copy() for clock in self.clocks]
        twin.muted, twin.used_links = set(self.muted), set(self.used_links)
        return twin

    # Taking in

    def adopt(self, draft: Draft) -> None:
        """Take in a draft whose rows have been written."""
        if draft.match is None:
            for row in draft.rows:
                self.absorb(row)
            return
        for row in draft.rows:
            if row.kind == "play":
                self._take_entry(row, draft.match.log[len(self.entries)])
                self.version = row.number
            else:
                self.absorb(row)
        self.match = draft.match
        self._settle(draft.rows[-1].at)

    def absorb(self, row: Row) -> None:
        """Take in one row of the log."""
        data, at = row.data, row.at
        match row.kind:
            case "play":
                self._take_entry(row, self.match.carry_out(Seat(data["seat"]), self.game.action(data["action"])))
                self._settle(at)
            case "start":
                self._turn(data["turned"], row.number)
                self.status = Status.PLAYING
                self.origin = Origin(**data["origin"]) if "origin" in data else None
                self._restart(Match(self.game))
                self._ask_all(row.number)
                self._settle(at)
            case "undo":
                self._undo(data["keep"], row.number, at)
            case "aside":
                self.awaited = ()
                self._aside_from, self.status = self.status, Status.ASIDE
                for clock in self.clocks:
                    clock.since = None
            case "restore":
                self.status = self._aside_from
                if self.status is Status.PLAYING:
                    self._settle(at)
            case "close":
                self.awaited = ()
                self.status = Status.CLOSED
            case "sit" | "stand" | "hand_over" | "stand_in" | "back" | "forfeit":
                self._absorb_chair(row)
            case _:
                self._absorb_talk(row)
        self.version = row.number

    def _turn(self, turned: int, number: int) -> None:
        """Turn the chairs. What was said from them stays with them, and everybody has to be told so."""
        players = self.game.players
        self.chairs = self.chairs[turned:] + self.chairs[:turned]
        chat = [
            line if line.seat is None else replace(line, seat=Seat((line.seat - turned) % players))
            for line in self.chat
        ]
        if chat != self.chat:
            self.chat, self.rewound = chat, number

    def _absorb_chair(self, row: Row) -> None:
        """A row that changes who plays a seat."""
        data, seat = row.data, row.data["seat"]
        chair = self.chairs[seat]
        match row.kind:
            case "sit":
                self.chairs[seat] = Chair(data["name"], data["guest"], data["bot"], data["program"])
            case "stand":
                self.chairs[seat] = Chair()
            case "hand_over":
                self.chairs[seat] = replace(chair, name=data["name"], guest=data["guest"], bot=None, program=None)
                self.used_links.add(data.get("link", ""))
                if not chair.forfeited:
                    self._comes_back(seat, row.at)
            case "stand_in":
                self.chairs[seat] = replace(chair, stand_in=data["bot"])
            case "back":
                self._comes_back(seat, row.at)
            case "forfeit":
                self.chairs[seat] = replace(chair, stand_in=data["bot"], forfeited=True)
                if len(self.standing) <= 1:
                    self.awaited = ()
                    self.status = Status.OVER
            case kind:
                raise ValueError(f"unknown kind of row: {kind}")

    def _comes_back(self, seat: Seat, at: float) -> None:
        """No bot plays for the seat any more."""
        if self.chairs[seat].stand_in is not None:
            self.chairs[seat] = replace(self.chairs[seat], stand_in=None)
            self.clocks[seat].come_back(at)
            if self.status is Status.PLAYING:
                self._settle(at)

    def _absorb_talk(self, row: Row) -> None:
        """A row that changes nothing of the match."""
        data = row.data
        match row.kind:
            case "ask_undo":
                self.undo = UndoRequest(Seat(data["seat"]), data["keep"], frozenset(data["waiting"]))
            case "answer_undo":
                left = self.undo.waiting - {data["seat"]} if self.undo and data["agree"] else None
                self.undo = UndoRequest(self.undo.seat, self.undo.keep, left) if self.undo and left else None
            case "chat":
                line = ChatLine(row.number, data["seat"], data["name"], data["text"], row.at, _author(data))
                self.chat = [*self.chat[1 - CHAT_KEPT :], line]
            case "mute":
                (self.muted.add if data["on"] else self.muted.discard)(_author(data))
            case "rematch":
                self.next_table = data["table"]
            case kind:
                raise ValueError(f"unknown kind of row: {kind}")

    def _take_entry(self, row: Row, entry: Entry) -> None:
        self.entries.append(LoggedEntry(row.number, entry))
        self.undo = None
        if entry.seat != CHANCE:
            prompt = self.prompts[entry.seat]
            if prompt is not None:
                self.answered[entry.seat] = (prompt, entry.action)
            self.prompts[entry.seat] = row.number
            self.clocks[entry.seat].choose(row.at)
        if not entry.face_down:
            self._ask_all(row.number)

    def _ask_all(self, number: int) -> None:
        self.prompts = [number] * self.game.players

    def _settle(self, at: float) -> None:
        """After choices: who is asked now, whose clock runs, is it over."""
        actors = self.match.actors()
        asked = {*actors, *self.match.may_replace()}
        self.awaited = () if actors == (CHANCE,) else actors
        for seat in self.game.seats:
            if seat not in asked:
                self.prompts[seat] = None
            if seat in actors:
                self.clocks[seat].run(at)
            else:
                self.clocks[seat].stop(at)
        if not actors and self.status is Status.PLAYING:
            self.status = Status.OVER

    def _undo(self, keep: int, number: int, at: float) -> None:
        self.undo = None
        self.rewound = number
        seat = self.match.log[keep].seat
        self.match.take_back(keep)
        self.entries = self.entries[:keep]
        self.answered = [None] * self.game.players
        for other in self.game.seats:
            (self.clocks[other].take_back if other == seat else self.clocks[other].stop)(at)
        self._ask_all(number)
        self._settle(at)


def _author(data: Mapping[str, Any]) -> Author:
    """Whom a row of chat is about. Rows from before programs were told apart do not name them."""
    return Author(data["guest"], data.get("program"))


def read(setup: Setup, rows: Iterable[Row]) -> Table:
    """The table that a log tells."""
    table = Table(setup)
    for row in rows:
        table.absorb(row)
    return table
