"""A recorded match, step by step: as a seat saw it, as a spectator did, or with everything revealed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec

from tablee.core import record as records
from tablee.core.errors import TableeError
from tablee.core.game import Action, Event, Game, State
from tablee.core.match import Player
from tablee.core.registry import game
from tablee.core.seat import CHANCE, Seat
from tablee.core.texts import Lang
from tablee.server.http.sessions import NAME_LENGTH
from tablee.server.plain_text import cleaned
from tablee.server.refusals import Refused
from tablee.server.table.narrator import Narrator
from tablee.server.table.table import Status, Table

MOST_STEPS: Final = 50
"""How many steps are told at once."""

Whose = Literal["spectator", "all"] | Seat
"""Through whose eyes a match is seen again."""


class SeatTold(msgspec.Struct):
    """Who sat there."""

    name: str
    bot: str | None


class SeenTold(msgspec.Struct, omit_defaults=True):
    """What a seat (none: a spectator) knew after a step."""

    seat: int | None
    view: dict[str, Any]
    words: tuple[str, ...] | None = None


class HappenedTold(msgspec.Struct, omit_defaults=True):
    """Something that happened, as the reader could see it."""

    event: dict[str, Any]
    words: str | None = None


class StepTold(msgspec.Struct, omit_defaults=True):
    """The match after one more entry; step 0 is before the first."""

    number: int
    views: tuple[SeenTold, ...]
    """One, or that of every seat if everything is revealed."""
    seat: int | Literal["chance"] | None = None
    """Who acted."""
    action: dict[str, Any] | None = None
    """What was chosen or drawn, if everything is revealed."""
    action_words: str | None = None
    events: tuple[HappenedTold, ...] = ()


class ReplayTold(msgspec.Struct):
    """Some steps of a recorded match."""

    game: str
    options: dict[str, Any]
    seats: tuple[SeatTold, ...]
    names: tuple[str, ...]
    """What the seats are called in all sentences: each one differently."""
    result: dict[str, Any] | None
    """Scores and winners of a match played to its end."""
    last: int
    """The number of the last step there is."""
    steps: tuple[StepTold, ...]


@dataclass(frozen=True)
class Recording:
    """A match that can be seen again."""

    game: Game[Any, Any, Any]
    players: tuple[Player, ...]
    plays: Sequence[tuple[Seat, Action]]
    result: dict[str, Any] | None

    @classmethod
    def of_table(cls, table: Table) -> "Recording":
        """Of a finished match: nothing of it is secret any more."""
        if table.status is not Status.OVER:
            raise Refused("match_not_over")
        players = tuple(Player(chair.name, chair.bot) for chair in table.chairs)
        plays = [(play.seat, play.action) for play in table.played]
        return cls(table.game, players, plays, table.result())

    @classmethod
    def of_record(cls, record: Mapping[str, Any] | str) -> "Recording":
        """Of a record that held when it came to the house."""
        content = records.opened(record)
        try:
            rules = game(content["game"], **content["options"])
        except TableeError as error:
            raise Refused("old_rules") from error
        if rules.rules_version != content["rules_version"]:
            raise Refused("old_rules")
        players = tuple(Player(_short(seat["name"]), _short(seat.get("bot"))) for seat in content["seats"])
        plays = [
            (CHANCE if entry["seat"] == "chance" else Seat(entry["seat"]), rules.action(entry["action"]))
            for entry in content["entries"]
        ]
        return cls(rules, players, plays, content["result"])

    def check_seat(self, seat: Seat) -> None:
        if seat not in self.game.seats:
            raise Refused("unknown_seat", {"seat": seat + 1, "last": self.game.players}, status=404)

    def check_step(self, step: int) -> None:
        if step > len(self.plays):
            raise Refused("no_such_step", {"step": step, "last": len(self.plays)}, status=404)

    def state_at(self, step: int) -> State:
        """The table after so many entries."""
        state: State = self.game.start()
        for seat, action in self.plays[:step]:
            self.game.apply(state, seat, action, False)
        return state

    def told(self, whose: Whose, first: int, count: int, lang: Lang | None) -> ReplayTold:
        """Some of its steps."""
        if isinstance(whose, int):
            self.check_seat(whose)
        speaker = Narrator(self.game, self.players, lang or "en")
        replay = _Replay(self.game, whose, speaker if lang else None)
        self.check_step(first)
        state = self.state_at(max(first - 1, 0))
        steps = [
            replay.step(state, number, self.plays[number - 1] if number else None)
            for number in range(first, min(first + count, len(self.plays) + 1))
        ]
        return ReplayTold(
            game=self.game.name,
            options=self.game.options(),
            seats=tuple(SeatTold(player.name, player.bot) for player in self.players),
            names=speaker.names,
            result=self.result,
            last=len(self.plays),
            steps=tuple(steps),
        )


class _Replay:
    """Tells steps to one reader."""

    def __init__(self, rules: Game[Any, Any, Any], whose: Whose, speaker: Narrator | None) -> None:
        self._game = rules
        self._whose = whose
        self._speaker = speaker
        self._readers: tuple[Seat | None, ...] = (
            rules.seats if whose == "all" else (None,) if whose == "spectator" else (whose,)
        )

    def step(self, state: State, number: int, play: tuple[Seat, Action] | None) -> StepTold:
        """Carry out an entry on the state and tell what came of it."""
        events = () if play is None else self._game.apply(state, *play)
        step = StepTold(number, tuple(self._seen(state, reader) for reader in self._readers))
        if play is not None:
            seat, action = play
            step.seat = "chance" if seat == CHANCE else seat
            step.events = self._happened(events)
            if self._whose == "all":
                step.action = self._game.plain(action)
                step.action_words = self._speaker.action(action) if self._speaker and seat != CHANCE else None
        return step

    def _seen(self, state: State, reader: Seat | None) -> SeenTold:
        view = self._game.view(state, reader)
        return SeenTold(reader, self._game.plain(view), self._speaker.view(view) if self._speaker else None)

    def _happened(self, events: Sequence[Event]) -> tuple[HappenedTold, ...]:
        # Where everything is revealed the choices tell what is hidden in the events, and the views do.
        reader = self._whose if isinstance(self._whose, int) else None
        seen = [shown for event in events if (shown := event.seen_by(reader)) is not None]
        say = self._speaker.event if self._speaker else lambda _: None
        return tuple(HappenedTold(self._game.plain(event), say(event)) for event in seen)


def _short(name: str | None) -> Any:
    """A name out of a file, as the house shows names."""
    return None if name is None else cleaned(name)[:NAME_LENGTH]
