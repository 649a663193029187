"""A match: a game, its state, and the log of all that was chosen and drawn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablee.core import codec, registry
from tablee.core import record as records
from tablee.core.chance import Random
from tablee.core.errors import BadRecord, IllegalAction, Refusal, TableeError
from tablee.core.game import Action, Event, Game, State
from tablee.core.seat import CHANCE, Seat


@dataclass(frozen=True)
class Player:
    """Who sits at a seat, as the record tells it; the rules know nothing of it."""

    name: str
    bot: str | None = None
    """The kind of bot, if it is one."""


@dataclass(frozen=True)
class Entry:
    """One line of the log: who did what, and what came of it."""

    seat: Seat
    action: Action
    events: Sequence[Event]
    time: str | None = None
    """When it was played, for a table that keeps the time (ISO 8601)."""


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
        self._rng = rng
        self._state: State = game.start()
        self._draw_chance()

    # Questions

    @property
    def state(self) -> State:
        """A copy of what lies on the table, secrets and all."""
        return self._state.copy()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self.game.actors(self._state)

    def actors(self) -> tuple[Seat, ...]:
        """Whose choice is awaited."""
        return tuple(self.game.actors(self._state))

    def may_replace(self) -> tuple[Seat, ...]:
        """Whose choice lies face down and may be replaced."""
        return tuple(self.game.may_replace(self._state))

    def legal(self, seat: Seat) -> Sequence[Any]:
        """All that a seat may do now."""
        self._check_seat(seat)
        return self.game.legal(self._state, seat)

    def refusal(self, seat: Seat, action: Action) -> Refusal | None:
        """Why the seat may not do this now; None if it may."""
        self._check_seat(seat)
        if self.over:
            return Refusal("match_over")
        if seat not in self.game.actors(self._state) and seat not in self.game.may_replace(self._state):
            return Refusal("not_your_turn")
        if not isinstance(action, self.game.action_types):
            return Refusal("not_an_action", details={"game": self.game.name, "action": repr(action)})
        return self.game.refusal(self._state, seat, action)

    def view(self, seat: Seat | None) -> Any:
        """All that a seat (None: a spectator) knows."""
        if seat is not None:
            self._check_seat(seat, chance=False)
        return self.game.view(self._state, seat)

    def scores(self) -> tuple[int, ...]:
        """The score of each seat if the match ended now."""
        return self.game.scores(self._state)

    def winners(self) -> tuple[Seat, ...]:
        """Who has won; empty while the match goes on."""
        return self.game.winners(self._state)

    # The gate

    def play(self, seat: Seat, action: Any, time: str | None = None) -> list[Event]:
        """Carry out one choice, then whatever chance owes if the match has a generator.

        Returns all that happened. Raises `IllegalAction`, and changes nothing, if the rules do not allow it.
        """
        refusal = self.refusal(seat, action)
        if refusal:
            raise IllegalAction(refusal.code, refusal.details, rule=refusal.rule, texts=self.game.package)
        return [*self._carry_out(seat, action, time), *self._draw_chance()]

    def chance(self, rng: Random) -> list[Event]:
        """Draw what chance owes now, from this generator; nothing if it owes nothing."""
        events: list[Event] = []
        while self.actors() == (CHANCE,):
            events += self._carry_out(CHANCE, self.game.sample(self._state, rng))
        return events

    def _carry_out(self, seat: Seat, action: Action, time: str | None = None) -> Sequence[Event]:
        state = self._state.copy()
        events = tuple(self.game.apply(state, seat, action))
        self._state = state
        self.log.append(Entry(seat, action, events, time))
        return events

    def _draw_chance(self) -> list[Event]:
        return [] if self._rng is None else self.chance(self._rng)

    def _check_seat(self, seat: object, chance: bool = True) -> None:
        if type(seat) is int and (seat in range(self.game.players) or (chance and seat == CHANCE)):
            return
        raise IllegalAction("unknown_seat", {"seat": repr(seat), "last": self.game.players - 1})

    # On paper

    def record(self) -> dict[str, Any]:
        """The whole match so far as plain data; `tablee.core.record.dumps` makes a file of it."""
        return records.sealed(
            {
                "game": self.game.name,
                "rules_version": self.game.rules_version,
                "options": self.game.options(),
                "seats": [player_data(player) for player in self.players],
                "entries": [entry_data(entry) for entry in self.log],
                "result": self.result(),
            }
        )

    def result(self) -> dict[str, Any] | None:
        """Scores and winners of a finished match as plain data; None before."""
        return {"scores": list(self.scores()), "winners": list(self.winners())} if self.over else None

    @classmethod
    def replay(cls, record: Mapping[str, Any] | str | bytes, rng: Random | None = None) -> "Match":
        """The match a record tells, every entry checked; raises `BadRecord` where it does not hold.

        With `rng` the match can be played on with chance drawn from it.
        """
        for match in cls.steps(record):
            last = match
        last._rng = rng
        last._draw_chance()
        return last

    @classmethod
    def steps(cls, record: Mapping[str, Any] | str | bytes) -> Iterator["Match"]:
        """The one match of a record, yielded before its first entry and again after each."""
        content = records.opened(record)
        match = cls(_recorded_game(content), players=_recorded_players(content["seats"]))
        if not isinstance(content["entries"], list):
            raise BadRecord("record_bad_field", {"field": "entries"})
        yield match
        for number, data in enumerate(content["entries"], start=1):
            try:
                match.play(*_read_entry(match.game, data))
            except TableeError as error:
                raise BadRecord("record_entry", {"number": number, "problem": error.phrase}) from error
            yield match
        if content["result"] != match.result():
            raise BadRecord("record_result")


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


def _read_entry(game: Game[Any, Any, Any], data: object) -> tuple[Seat, Action, str | None]:
    if not isinstance(data, Mapping) or not {"seat", "action"} <= set(data) <= {"seat", "action", "time"}:
        raise BadRecord("record_bad_field", {"field": "entries"})
    if not isinstance(data.get("time"), str | None):
        raise BadRecord("record_bad_field", {"field": "time"})
    seat = CHANCE if data["seat"] == "chance" else data["seat"]
    if seat == CHANCE and data["seat"] != "chance":
        raise BadRecord("record_bad_field", {"field": "seat"})
    return seat, game.action(data["action"]), data.get("time")


def _recorded_game(content: Mapping[str, Any]) -> Game[Any, Any, Any]:
    if not isinstance(content["game"], str) or not isinstance(content["options"], Mapping):
        raise BadRecord("record_bad_field", {"field": "game, options"})
    try:
        game = registry.game(content["game"], **content["options"])
    except TableeError as error:
        raise BadRecord("record_game", {"problem": error.phrase}) from error
    if content["rules_version"] != game.rules_version:
        details = {"game": game.name, "recorded": content["rules_version"], "known": game.rules_version}
        raise BadRecord("record_rules_version", details)
    return game


def _recorded_players(data: object) -> list[Player]:
    if not isinstance(data, list):
        raise BadRecord("record_bad_field", {"field": "seats"})
    try:
        return [codec.read(player, Player) for player in data]
    except TableeError as error:
        raise BadRecord("record_seats", {"problem": error.phrase}) from error
