"""A table: a match with chairs, prompts, clocks and chat. Pure: the house provides the time and writes the log.

A command drafts rows (commands.py), the house commits them to the log, then they are applied to the table. The same
rows always give the same table.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from tablee.core.chance import Draws
from tablee.core.fairness import SCHEME, commitment, draws_by_entry, fair_draws
from tablee.core.game import Action
from tablee.core.match import Match
from tablee.core.record import Entry, Player
from tablee.core.seat import CHANCE, Seat
from tablee.server.refusals import Refused
from tablee.server.table.chairs import Author, Chair, ChairChange, chair_change, changed_chair
from tablee.server.table.clocks import Clock
from tablee.server.table.deal import Deals, order_of
from tablee.server.table.rows import Draft, Row
from tablee.server.table.setup import Origin, Setup
from tablee.server.table.table_parts import ChatLine, LoggedEntry, Series, Status
from tablee.server.table.undo import UndoRequest, others_with_a_say, seats_to_take_back

CHAT_KEPT: Final = 100
"""How many lines of chat are shown to new readers."""


class Table:
    """A table after `version` rows of its log."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = setup.game
        self.version = 0
        self.status = Status.OPEN
        self.chairs = [Chair() for _ in self.game.seats]
        self.chat: list[ChatLine] = []
        self.chair_changes: list[ChairChange] = []
        self.undo: UndoRequest | None = None
        self.muted: set[Author] = set()
        self.guests_named: frozenset[str] = frozenset()
        """All guests whom its log names."""
        self.used_links: set[str] = set()
        """The hashes of the links that were used to take seats."""
        self.seat_links: dict[Seat, str] = {}
        """By seat: the hash of the only link that gives it away."""
        self.next_table: str | None = None
        self.series: Series | None = None
        """None if this match is the first of its series."""
        self.places: tuple[int, ...] = tuple(self.game.seats)
        """By seat: the chair that its player sat down on before the first match of the series."""
        self.deals = Deals(self.game.players)
        self.counts_for_ratings = setup.rated
        """Whether the rating is on: taking back at a rated table switches it off."""
        self.skipped_since = 0.0
        """Since when the house had been down, the last time that was not counted."""
        self.chairs_changed = 0
        """The last entry of the match that changed a chair, or the rating."""
        self.draws: Draws = draws_by_entry(setup.secret)
        self.origin: Origin | None = None
        self._take_back: tuple[int, Collection[Seat]] = (-1, ())
        """The seats that may take back a choice, at a version."""
        self.rewound = 0
        """The last row that changed the past (undo, rotation). Readers with an older version get everything again."""
        self._restart(Match(self.game))
        self._aside_from: Status = Status.OPEN
        self.order: Sequence[int] = tuple(self.game.seats)
        """By seat: the chair that its player sat down on before this match."""

    def _restart(self, match: Match) -> None:
        self.match = match
        self.entries: list[LoggedEntry] = []
        """The log of the match, with the numbers of the rows."""
        self.awaited: tuple[Seat, ...] = ()
        """The seats that have to choose now."""
        self.prompts: list[int | None] = [None] * self.game.players
        self.answered: list[tuple[int, Action] | None] = [None] * self.game.players
        self.clocks = [Clock(self.setup.time_limits) for _ in self.game.seats]

    # Questions

    @property
    def commitment(self) -> str:
        """What the house has committed to."""
        return commitment(self.setup.secret)

    @property
    def underlying_status(self) -> Status:
        """The status, or the one that a table put aside would be restored to."""
        return self._aside_from if self.status is Status.ASIDE else self.status

    @property
    def series_after(self) -> Series:
        """The series with this match, which is over."""
        return (self.series or Series(0, (0,) * self.game.players)).after(self.winners())

    @property
    def abandoned_seats(self) -> tuple[Seat, ...]:
        """The seats of a running match that nobody plays because their guests were forgotten."""
        if self.underlying_status is not Status.PLAYING:
            return ()
        return tuple(
            seat for seat in self.game.seats if not self.chairs[seat].taken and not self.chairs[seat].played_by
        )

    def seats_of(self, guest: str | None) -> tuple[Seat, ...]:
        """The seats a guest may see and play; not those they left for good."""
        return tuple(seat for seat in self.game.seats if guest is not None and self.is_held_by(seat, guest))

    def is_held_by(self, seat: Seat, guest: str) -> bool:
        chair = self.chairs[seat]
        return chair.guest == guest and not chair.left

    def may_take_back(self, seat: Seat) -> bool:
        """Whether a seat may take back its last choice, if others agree; in a rated match somebody has to."""
        version, seats = self._take_back
        if version != self.version:
            # Every reader of an update is told this: it is worked out once for all.
            seats = seats_to_take_back(self.match, self.copied) if self.status is Status.PLAYING else ()
            self._take_back = self.version, seats
        return seat in seats and (not self.counts_for_ratings or bool(others_with_a_say(self.chairs, seat)))

    def seats_of_program(self, token_hash: str) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.game.seats if self.chairs[seat].program == token_hash)

    def bots_to_play(self) -> list[tuple[Seat, str]]:
        """The seats that bots have to play now, with their levels."""
        return [(seat, level) for seat in self.awaited if (level := self.chairs[seat].played_by)]

    def deadlines(self) -> list[tuple[float, Seat]]:
        """When the time of each seat runs out, the earliest first."""
        if self.setup.time_limits.seconds is None:
            return []
        return sorted(
            (deadline, seat)
            for seat in self.awaited
            if not self.chairs[seat].played_by and (deadline := self.clocks[seat].deadline) is not None
        )

    def next_deadline(self) -> tuple[float, Seat] | None:
        """The earliest deadline and its seat."""
        return next(iter(self.deadlines()), None)

    @property
    def remaining_seats(self) -> tuple[Seat, ...]:
        """The seats that have not forfeited. The last one wins at once; if none is left, nobody wins."""
        return tuple(seat for seat in self.game.seats if not self.chairs[seat].forfeited)

    def winners(self) -> tuple[Seat, ...]:
        """The winners; a seat that forfeited cannot be one."""
        standing = self.remaining_seats
        if len(standing) < self.game.players and len(standing) <= 1:
            return standing
        winners = self.match.winners()
        if not set(winners) - set(standing):
            return winners
        scores = self.match.scores()
        best = max(scores[seat] for seat in standing)
        return tuple(seat for seat in standing if scores[seat] == best)

    def scores(self) -> tuple[int, ...]:
        """The scores of a match played to its end. Before, they may depend on hidden cards, so only views show them."""
        return self.match.scores() if self.status is Status.OVER and self.match.over else ()

    @property
    def copied(self) -> int:
        """How many of the first entries were copied from another match."""
        return self.origin.step if self.origin else 0

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits where, for the record."""
        return tuple(Player(chair.name, chair.bot) for chair in self.chairs)

    def record(self) -> dict[str, Any]:
        """The record of the finished match, with the secret of its chance."""
        if self.status is not Status.OVER:
            raise Refused("match_not_over")
        return self.match.record(self.players, self._fairness())

    def _fairness(self) -> dict[str, Any]:
        """How the chance of the match can be checked."""
        if self.deals.parts is not None:
            told = self.deals.fairness(self.order, is_given=self.setup.gives_seats)
            return told | ({"copied": self.copied} if self.origin else {})
        copied = {"copied": self.copied} if self.copied else {}
        return {"commitment": self.commitment, "secret": self.setup.secret.hex(), **copied}

    def copy(self) -> "Table":
        """An independent copy of the table."""
        table = object.__new__(Table)  # every batch of commands is tried on a copy: three times as fast as copy.copy
        table.__dict__.update(self.__dict__)
        table._take_back = (-1, ())
        table.match = self.match.copy()
        table.chairs, table.deals = list(self.chairs), self.deals.copy()
        table.entries, table.prompts, table.answered = list(self.entries), list(self.prompts), list(self.answered)
        table.clocks = [clock.copy() for clock in self.clocks]
        table.muted, table.used_links, table.seat_links = set(self.muted), set(self.used_links), dict(self.seat_links)
        return table

    # Applying rows

    def apply_draft(self, draft: Draft) -> None:
        """Apply a draft whose rows are committed. Its match is used as it is, so nothing is played twice."""
        if draft.match is None:
            for row in draft.rows:
                self.apply_row(row)
            return
        for row in draft.rows:
            if row.kind == "play":
                self._add_entry(row, draft.match.log[len(self.entries)])
                self.version = row.number
            else:
                self.apply_row(row)
        self.match = draft.match
        self._update_turn(draft.rows[-1].at)

    def apply_row(self, row: Row) -> None:
        """Apply one row of the log."""
        data, at = row.data, row.at
        match row.kind:
            case "play":
                self._add_entry(row, self.match.carry_out(Seat(data["seat"]), self.game.action(data["action"])))
                self._update_turn(at)
            case "start":
                self._start(data, row.number)
                self._restart(Match(self.game))
                self._renew_prompts(row.number)
                self._update_turn(at)
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
                    self._update_turn(at)
            case "close":
                self.awaited = ()
                self.status = Status.CLOSED
            case "sit" | "stand" | "hand_over" | "stand_in" | "back" | "forfeit" | "away" | "here" | "link":
                self._apply_chair_row(row)
            case "commit" | "deal" | "reveal" | "redeal":
                self.deals.apply(row)
            case _:
                self._apply_other_row(row)
        if row.guest is not None:
            self.guests_named |= {row.guest}
        self.version = row.number

    def _start(self, data: Mapping[str, Any], number: int) -> None:
        if data.get("scheme") == SCHEME:
            self.draws = fair_draws(self.deals.begin(self.setup.secret).secret)
        self.order = order_of(data, self.game.players)
        self._order_chairs(number)
        self.status = Status.PLAYING
        self.origin = Origin(**data["origin"]) if "origin" in data else None

    def _order_chairs(self, number: int) -> None:
        """Order the chairs. Lines of chat keep their chair, so their seats change and readers need the whole table."""
        self.chairs = [self.chairs[chair] for chair in self.order]
        self.places = tuple([self.places[chair] for chair in self.order])
        if self.series is not None:
            self.series = replace(self.series, wins=tuple([self.series.wins[chair] for chair in self.order]))
        seats = {chair: Seat(seat) for seat, chair in enumerate(self.order)}
        chat = [line if line.seat is None else replace(line, seat=seats[line.seat]) for line in self.chat]
        if chat != self.chat:
            self.chat, self.rewound = chat, number
        self.chair_changes = []

    def _apply_chair_row(self, row: Row) -> None:
        """A row that changes who plays a seat."""
        seat = row.data["seat"]
        chair = self.chairs[seat]
        change = chair_change(chair, row)
        # Who sits down and stands up before the match is seen by the chairs.
        if self.status is not Status.OPEN or change.by == "host":
            self.chair_changes = [*self.chair_changes[1 - CHAT_KEPT :], change]
        self.chairs[seat] = changed_chair(chair, row)
        match row.kind:
            case "stand":
                self.deals.stand_up(seat)
            case "hand_over":
                self.used_links.add(row.data.get("link", ""))
                if not chair.forfeited:
                    self._remove_stand_in(seat, row.at)
            case "back":
                self._remove_stand_in(seat, row.at)
            case "link":
                self.seat_links[seat] = row.data["link"]
            case "forfeit" if len(self.remaining_seats) <= 1:
                self.awaited = ()
                self.status = Status.OVER
            case _:
                pass  # the chair alone

    def _remove_stand_in(self, seat: Seat, at: float) -> None:
        """The person plays the seat again, instead of a bot."""
        if self.chairs[seat].is_late:
            # The time for this choice is up, and is not renewed: the bot makes it.
            self.chairs[seat] = replace(self.chairs[seat], is_returning=True, left=False)
        elif self.chairs[seat].stand_in is not None:
            self.chairs[seat] = replace(self.chairs[seat], stand_in=None, left=False)
            self.clocks[seat].end_stand_in(at)
            if self.status is Status.PLAYING:
                self._update_turn(at)

    def _apply_other_row(self, row: Row) -> None:
        """A row about undo requests, chat or the rematch."""
        data = row.data
        match row.kind:
            case "ask_undo":
                self.undo = UndoRequest(Seat(data["seat"]), data["keep"], frozenset(data["waiting"]))
            case "answer_undo":
                self.undo = self.undo and self.undo.after_answer(data["seat"], data["agree"])
            case "chat":
                line = ChatLine(row.number, data["seat"], data["name"], data["text"], row.at, Author.of_row(data))
                self.chat = [*self.chat[1 - CHAT_KEPT :], line]
            case "mute":
                (self.muted.add if data["on"] else self.muted.discard)(Author.of_row(data))
            case "rematch":
                self.next_table = data["table"]
            case "skip":
                self.skipped_since = data["since"]
                for clock in self.clocks:
                    clock.skip(data["since"], data["until"])
            case "series":
                self.series = Series(data["matches"], tuple(data["wins"]))
                self.places = tuple(data.get("places") or order_of(data, self.game.players))
            case kind:
                raise ValueError(f"unknown kind of row: {kind}")

    def _add_entry(self, row: Row, entry: Entry) -> None:
        self.entries.append(LoggedEntry(row.number, entry))
        self.undo = None
        if entry.seat != CHANCE:
            prompt = self.prompts[entry.seat]
            if prompt is not None:
                self.answered[entry.seat] = (prompt, entry.action)
            self.prompts[entry.seat] = row.number
            self.clocks[entry.seat].choose(row.at)
            if self.chairs[entry.seat].is_late:
                self._end_late_choice(entry.seat, row.number)
        if not entry.face_down:
            self._renew_prompts(row.number)

    def _end_late_choice(self, seat: Seat, number: int) -> None:
        """The choice for which time had run out is made: whoever is back plays on."""
        chair = self.chairs[seat]
        self.chairs[seat] = replace(
            chair, stand_in=None if chair.is_returning else chair.stand_in, is_late=False, is_returning=False
        )
        self.chairs_changed = number

    def _renew_prompts(self, number: int) -> None:
        self.prompts = [number] * self.game.players

    def _update_turn(self, at: float) -> None:
        """After an entry: who has to choose now, whose clock runs, whether the match is over."""
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
        if self.counts_for_ratings:
            self.counts_for_ratings, self.chairs_changed = False, number
        seat = self.match.log[keep].seat
        self.match.take_back(keep)
        self.entries = self.entries[:keep]
        self.answered = [None] * self.game.players
        for other in self.game.seats:
            (self.clocks[other].take_back if other == seat else self.clocks[other].stop)(at)
        self._renew_prompts(number)
        self._update_turn(at)


def table_from_log(setup: Setup, rows: Iterable[Row]) -> Table:
    """The table after all rows of a log."""
    table = Table(setup)
    for row in rows:
        table.apply_row(row)
    return table
