"""A table: the fold of its log. Pure: it asks no clock and writes nothing; the house does.

Every change is drafted first (commands.py: checks everything, changes nothing), then written to the log by the house,
then taken in (`adopt`). A table read back from its log (`absorb`) is the same table.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, Literal

from tablee.core import record as records
from tablee.core.fairness import commitment
from tablee.core.game import Action, Event, Game, State
from tablee.core.match import Entry, Player, entry_data, player_data
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


@dataclass(frozen=True, slots=True)
class Played:
    """One choice of a seat or of chance, and what came of it."""

    number: int
    seat: Seat
    action: Action
    events: tuple[Event, ...]
    fresh: bool
    """Whether it changed what the others are asked (a choice laid face down does not)."""
    at: float
    public: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)
    """The events that everybody sees alike, by their place, as they are told: written once for all readers."""

    @property
    def reveals(self) -> bool:
        """Whether something hidden came to light: it cannot be undone."""
        return self.seat == CHANCE or any(event.reveals for event in self.events)


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
    """Rows to be written, and what they lead to."""

    rows: list[Row]
    plays: list[Played] = field(default_factory=list)
    state: State | None = None

    def followed_by(self, other: "Draft") -> "Draft":
        """Both, to be written together."""
        return Draft(self.rows + other.rows, self.plays + other.plays, other.state or self.state)


class Table:
    """A table as it stands after `version` rows of its log."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = setup.game
        self.version = 0
        self.status = Status.OPEN
        self.chairs = [Chair() for _ in self.game.seats]
        self.played: list[Played] = []
        self.chat: list[ChatLine] = []
        self.undo: UndoRequest | None = None
        self.muted: set[Author] = set()
        self.used_links: set[str] = set()
        """The hashes of the links by which seats were taken."""
        self.next_table: str | None = None
        self.origin: Origin | None = None
        self.rewound = 0
        """The row that last changed what was told before: whoever knows less than that must forget what he knows."""
        self._restarts(self.game.start())
        self._aside_from: Status = Status.OPEN

    def _restarts(self, state: State) -> None:
        self.state = state
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
        winners = self.game.winners(self.state)
        if not set(winners) - set(standing):
            return winners
        scores = self.game.scores(self.state)
        best = max(scores[seat] for seat in standing)
        return tuple(seat for seat in standing if scores[seat] == best)

    def scores(self) -> tuple[int, ...]:
        """The scores of a match played to its end. Before that hidden cards may count: a view says what is known."""
        finished = self.status is Status.OVER and not self.game.actors(self.state)
        return self.game.scores(self.state) if finished else ()

    @property
    def copied(self) -> int:
        """How many of the first choices were made elsewhere."""
        return self.origin.step if self.origin else 0

    def result(self) -> dict[str, Any] | None:
        """What the rules say of a match played to its end."""
        if self.game.actors(self.state):
            return None
        return {"scores": list(self.game.scores(self.state)), "winners": list(self.game.winners(self.state))}

    def record(self) -> dict[str, Any]:
        """The match on paper, with the secret that its chance was drawn from."""
        if self.status is not Status.OVER:
            raise Refused("match_not_over")
        fairness: dict[str, Any] = {"commitment": self.commitment, "secret": self.setup.secret.hex()}
        if self.copied:
            fairness["copied"] = self.copied
        return records.sealed(
            {
                "game": self.game.name,
                "rules_version": self.game.rules_version,
                "options": self.game.options(),
                "seats": [player_data(Player(chair.name, chair.bot)) for chair in self.chairs],
                "entries": [entry_data(Entry(play.seat, play.action, play.events)) for play in self.played],
                "result": self.result(),
                "fairness": fairness,
            }
        )

    def twin(self) -> "Table":
        """A table that stands as this one does and can go another way."""
        twin = copy(self)
        twin.state = self.state.copy()
        twin.chairs = list(self.chairs)
        twin.played, twin.prompts, twin.answered = list(self.played), list(self.prompts), list(self.answered)
        twin.clocks = [clock.copy() for clock in self.clocks]
        twin.muted, twin.used_links = set(self.muted), set(self.used_links)
        return twin

    # Taking in

    def adopt(self, draft: Draft) -> None:
        """Take in a draft whose rows have been written."""
        plays = iter(draft.plays)
        for row in draft.rows:
            if row.kind == "play":
                self._take_play(next(plays))
                self.version = row.number
            else:
                self.absorb(row)
        if draft.plays:
            assert draft.state is not None  # noqa: S101 - a draft with plays has the state they lead to
            self.state = draft.state
            self._settle(draft.rows[-1].at)

    def absorb(self, row: Row) -> None:
        """Take in one row of the log."""
        data, at = row.data, row.at
        match row.kind:
            case "play":
                seat = Seat(data["seat"])
                self._take_play(self.step(self.state, row.number, seat, self.game.action(data["action"]), at))
                self._settle(at)
            case "start":
                self._turn(data["turned"], row.number)
                self.status = Status.PLAYING
                self.origin = Origin(**data["origin"]) if "origin" in data else None
                self._restarts(self.game.start())
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

    def step(self, state: State | None, number: int, seat: Seat, action: Action, at: float) -> Played:
        """Carry a choice out on `state`."""
        game = self.game
        before = set(game.actors(state))
        events = tuple(game.apply(state, seat, action))
        after = game.actors(state)
        face_down = set(after) == before - {seat} and seat in game.may_replace(state)
        return Played(number, seat, action, events, not face_down, at)

    def _take_play(self, play: Played) -> None:
        self.played.append(play)
        self.undo = None
        if play.seat != CHANCE:
            prompt = self.prompts[play.seat]
            if prompt is not None:
                self.answered[play.seat] = (prompt, play.action)
            self.prompts[play.seat] = play.number
            self.clocks[play.seat].choose(play.at)
        if play.fresh:
            self._ask_all(play.number)

    def _ask_all(self, number: int) -> None:
        self.prompts = [number] * self.game.players

    def _settle(self, at: float) -> None:
        """After choices: who is asked now, whose clock runs, is it over."""
        actors = tuple(self.game.actors(self.state))
        asked = {*actors, *self.game.may_replace(self.state)}
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
        seat = self.played[keep].seat
        self.played = self.played[:keep]
        self.answered = [None] * self.game.players
        self.state = self.game.start()
        for play in self.played:
            self.game.apply(self.state, play.seat, play.action, False)
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
