"""A match: a game, its state, and the log of all that was chosen and drawn. The only thing that plays.

The library, the terminal, the arena, the house and the replays all play through `Match`. Only playouts, which need no
log, use a `Game` directly: `core/playout.py`, and the searches and encodings that try out choices.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablee.core import record as records
from tablee.core.chance import Draws, Random, from_generator
from tablee.core.errors import BadRecord, IllegalAction, Refusal, TableeError
from tablee.core.game import Action, Event, Game, State
from tablee.core.record import Entry, Player
from tablee.core.seat import CHANCE, Seat


class Match:
    """A running match. With `rng` chance is drawn as needed; without, the caller plays `CHANCE` too.

    >>> import random, tablee
    >>> match = tablee.Match(tablee.game("hotdog", players=2, hands=1), rng=random.Random(7))
    >>> match.actors()
    (0, 1)
    """

    def __init__(
        self, game: Game[Any, Any, Any], rng: Random | None = None, players: Sequence[Player] | None = None
    ) -> None:
        if players is not None and len(players) != game.players:
            raise BadRecord("wrong_number_of_seats", {"given": len(players), "needed": game.players})
        self.game = game
        self.players = tuple(players or (Player(f"{seat + 1}") for seat in game.seats))
        self.log: list[Entry] = []
        self.draw_count = 0
        """How many entries of the log are chance's."""
        self._draws = None if rng is None else from_generator(rng)
        # Replaced by every entry, never changed in place, so that copies of a match can share it.
        self._state: State = game.start()
        self._draw_as_needed()

    # Questions

    @property
    def state(self) -> State:
        """A copy of the full state, hidden information included."""
        return self._state.copy()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self.game.actors(self._state)

    def actors(self) -> tuple[Seat, ...]:
        """Who is to choose now."""
        return tuple(self.game.actors(self._state))

    def may_replace(self) -> tuple[Seat, ...]:
        """Who has chosen face down and may still choose again."""
        return tuple(self.game.may_replace(self._state))

    def legal(self, seat: Seat) -> Sequence[Any]:
        """All that a seat may do now."""
        self._check_seat(seat)
        return self.game.legal(self._state, seat)

    def choices(self, seat: Seat) -> dict[str, Any]:
        """All that a seat may do now as plain data, in the short form of the game."""
        self._check_seat(seat)
        return self.game.choices(self._state, seat)

    def refusal(self, seat: Seat, action: Action) -> Refusal | None:
        """Why the seat may not do this now; None if it may."""
        self._check_seat(seat)
        actors = self.game.actors(self._state)
        if not actors:
            return Refusal("match_over")
        if seat not in actors and seat not in self.game.may_replace(self._state):
            return Refusal("not_your_turn")
        if not isinstance(action, self.game.action_types):
            return Refusal("not_an_action", details={"game": self.game.name, "action": repr(action)})
        return self.game.refusal(self._state, seat, action)

    def view(self, seat: Seat | None) -> Any:
        """All that a seat (None: a spectator) knows."""
        if seat is not None:
            self._check_seat(seat, chance=False)
        return self.game.view(self._state, seat)

    def revealed(self, seat: Seat | None) -> Any:
        """The same view with all hidden cards shown."""
        return self.game.revealed(self._state, seat)

    def scores(self) -> tuple[int, ...]:
        """The score of each seat if the match ended now."""
        return self.game.scores(self._state)

    def winners(self) -> tuple[Seat, ...]:
        """Who has won; empty while the match goes on."""
        return self.game.winners(self._state)

    def result(self) -> dict[str, Any] | None:
        """Scores and winners of a finished match as plain data; None before."""
        return {"scores": list(self.scores()), "winners": list(self.winners())} if self.over else None

    # The gate

    def play(self, seat: Seat, action: Any, time: str | None = None) -> list[Event]:
        """Check and carry out one choice, then draw chance as needed if the match has a generator.

        Returns all that happened. Raises `IllegalAction`, and changes nothing, if the rules do not allow it.
        """
        refusal = self.refusal(seat, action)
        if refusal:
            raise IllegalAction(refusal.code, refusal.details, rule=refusal.rule, texts=self.game.package)
        return [*self.carry_out(seat, action, time).events, *self._draw_as_needed()]

    def carry_out(self, seat: Seat, action: Action, time: str | None = None) -> Entry:
        """Carry out a choice without checking it: it was checked just now, or before it was written to our own log."""
        game, before = self.game, self._state
        state = before.copy()
        events = tuple(game.apply(state, seat, action))
        face_down = seat in game.may_replace(state) and {*game.actors(state)} == {*game.actors(before)} - {seat}
        self._state = state
        entry = Entry(seat, action, events, time, face_down)
        self._add(entry)
        return entry

    def _add(self, entry: Entry) -> None:
        self.log.append(entry)
        self.draw_count += entry.seat == CHANCE

    def drawn(self, draws: Draws) -> Any:
        """What chance draws as the next entry; call it only when it is chance's turn."""
        return draws(self.game, self._state, len(self.log), self.draw_count)

    def chance(self, draws: Draws) -> list[Event]:
        """Draw and carry out chance's actions until it is no longer its turn."""
        events: list[Event] = []
        while tuple(self.game.actors(self._state)) == (CHANCE,):
            events += self.carry_out(CHANCE, self.drawn(draws)).events
        return events

    def _draw_as_needed(self) -> list[Event]:
        return [] if self._draws is None else self.chance(self._draws)

    def _check_seat(self, seat: object, chance: bool = True) -> None:
        if type(seat) is int and (0 <= seat < self.game.players or (chance and seat == CHANCE)):
            return
        raise IllegalAction("unknown_seat", {"seat": repr(seat), "last": self.game.players - 1})

    # Other points of the log

    def copy(self) -> "Match":
        """An independent copy of the match."""
        match: Match = object.__new__(type(self))
        match.game, match.players, match._draws, match._state = self.game, self.players, self._draws, self._state
        match.log, match.draw_count = list(self.log), self.draw_count
        return match

    def at(self, step: int) -> "Match":
        """An independent copy of the match as it stood after `step` entries."""
        return next(self.walk(step))

    def walk(self, first: int = 0) -> Iterator["Match"]:
        """The match as it stood after `first` entries and after each later one: the same object, moved forward."""
        match = self.copy()
        match._draws = None
        match._keep(first)
        match._state = self._state_after(first)
        yield match
        for entry in self.log[first:]:
            state = match._state.copy()
            self.game.apply(state, entry.seat, entry.action, False)
            match._state = state
            match._add(entry)
            yield match

    def take_back(self, keep: int) -> None:
        """Go back to the first `keep` entries; chance is drawn anew if it is its turn then."""
        self._state = self._state_after(keep)
        self._keep(keep)
        self._draw_as_needed()

    def _keep(self, first: int) -> None:
        self.log = self.log[:first]
        self.draw_count = sum(entry.seat == CHANCE for entry in self.log)

    def _state_after(self, step: int) -> State:
        if not 0 <= step <= len(self.log):
            raise ValueError(f"step {step} of a match of {len(self.log)} entries")
        state: State = self.game.start()
        for entry in self.log[:step]:
            self.game.apply(state, entry.seat, entry.action, False)
        return state

    # Records

    def record(
        self, players: Sequence[Player] | None = None, fairness: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The whole match so far as plain data; `tablee.core.record.dumps` makes a file of it.

        `players`: who sat where, instead of the match's own; `fairness`: how its chance can be checked.
        """
        return records.sealed(
            {
                **self.game.identity(),
                "seats": [records.player_data(player) for player in players or self.players],
                "entries": [records.entry_data(entry) for entry in self.log],
                "result": self.result(),
                **({} if fairness is None else {"fairness": fairness}),
            }
        )

    @classmethod
    def replay(cls, record: Mapping[str, Any] | str | bytes, rng: Random | None = None) -> "Match":
        """The match of a record, every entry checked; raises `BadRecord` at the first one that fails.

        With `rng` the match can be continued, drawing chance from it.
        """
        for match in cls.steps(record):
            last = match
        last._draws = None if rng is None else from_generator(rng)
        last._draw_as_needed()
        return last

    @classmethod
    def steps(cls, record: Mapping[str, Any] | str | bytes) -> Iterator["Match"]:
        """The one match of a record, yielded before its first entry and again after each, every entry checked."""
        content = records.opened(record)
        match = cls(records.game_of(content), players=records.players_of(content))
        entries = records.entries_of(content)
        yield match
        for number, data in enumerate(entries, start=1):
            try:
                match.play(*records.read_entry(match.game, data))
            except TableeError as error:
                raise BadRecord("record_entry", {"number": number, "problem": error.phrase}) from error
            yield match
        if content["result"] != match.result():
            raise BadRecord("record_result")
