"""A recorded match, step by step: as a seat saw it, as a spectator did, or with everything revealed."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final, Literal

import msgspec

from tablee.core.errors import BadRecord
from tablee.core.match import Match
from tablee.core.record import Entry, Player
from tablee.core.seat import CHANCE, Seat
from tablee.core.texts import Lang
from tablee.server.http.sessions import NAME_LENGTH
from tablee.server.plain_text import cleaned
from tablee.server.refusals import Refused
from tablee.server.table.narrator import Narrator
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status

MAX_STEPS: Final = 50
"""The most steps in one response."""

Perspective = Literal["spectator", "all"] | Seat
"""Whose view of a match is replayed."""


class ReplaySeat(msgspec.Struct):
    """Who sat there."""

    name: str
    bot: str | None


class StepView(msgspec.Struct, omit_defaults=True):
    """What a seat (none: a spectator) knew after a step."""

    seat: int | None
    view: dict[str, Any]
    words: tuple[str, ...] | None = None


class StepEvent(msgspec.Struct, omit_defaults=True):
    """Something that happened, as the reader could see it."""

    event: dict[str, Any]
    words: str | None = None


class ReplayStep(msgspec.Struct, omit_defaults=True):
    """The match after one more entry; step 0 is before the first."""

    number: int
    views: tuple[StepView, ...]
    """One, or that of every seat if everything is revealed."""
    seat: int | Literal["chance"] | None = None
    """Who acted."""
    action: dict[str, Any] | None = None
    """What was chosen or drawn, if everything is revealed."""
    action_words: str | None = None
    events: tuple[StepEvent, ...] = ()


class ReplayTurn(msgspec.Struct, omit_defaults=True):
    """A turn: what one seat chose, or several at once, with all that chance added; dealing is one too."""

    step: int
    """The last step of it."""
    seat: int | None = None
    """Whose turn it was; none if several chose at once, or chance alone drew."""
    events: tuple[StepEvent, ...] = ()


class ReplayTurns(msgspec.Struct):
    """All turns of a recorded match."""

    game: str
    names: tuple[str, ...]
    turns: tuple[ReplayTurn, ...]
    places: tuple[int, ...]
    """By seat: the chair that its player had sat down on, for the colours of the players; empty where nobody knows."""
    yours: tuple[int, ...]
    """The seats that the guest who asks had: seen from one of them, the sentences address its player."""


class ReplayPage(msgspec.Struct):
    """Some steps of a recorded match."""

    game: str
    options: dict[str, Any]
    rules_version: int
    seats: tuple[ReplaySeat, ...]
    names: tuple[str, ...]
    """What the seats are called in all sentences: each one differently."""
    result: dict[str, Any] | None
    """Scores and winners of a match played to its end."""
    last: int
    """The number of the last step there is."""
    steps: tuple[ReplayStep, ...]


def match_of(table: Table) -> Match:
    """The match of a finished table; raises `Refused` before, as it holds hidden information."""
    if table.status is not Status.OVER:
        raise Refused("match_not_over")
    match = table.match.copy()
    match.players = table.players
    return match


def match_of_record(record: Mapping[str, Any] | str) -> Match:
    """The match of an uploaded record, with cleaned names."""
    try:
        match = Match.replay(record)
    except BadRecord as error:
        # It was valid when it was uploaded: since then the rules have changed or the game was removed.
        raise Refused("old_rules") from error
    match.players = shown_players(match)
    return match


def shown_players(match: Match) -> tuple[Player, ...]:
    """The players of a match from a file, with cleaned names."""
    return tuple(Player(_short(player.name), player.bot and _short(player.bot)) for player in match.players)


def _short(name: str) -> str:
    return cleaned(name)[:NAME_LENGTH]


def check_seat(match: Match, seat: int) -> None:
    if seat not in match.game.seats:
        raise Refused("unknown_seat", {"seat": seat + 1, "last": match.game.players}, status=404)


def check_step(match: Match, step: int) -> None:
    if step > len(match.log):
        raise Refused("no_such_step", {"step": step, "last": len(match.log)}, status=404)


def replay(match: Match, perspective: Perspective, first: int, count: int, lang: Lang | None) -> ReplayPage:
    """Some steps of a match."""
    if isinstance(perspective, int):
        check_seat(match, perspective)
    check_step(match, first)
    narrator = Narrator(match.game, match.players, lang or "en")
    steps = _Steps(match, perspective, narrator if lang else None)
    return ReplayPage(
        game=match.game.name,
        options=match.game.options(),
        rules_version=match.game.rules_version,
        seats=tuple(ReplaySeat(player.name, player.bot) for player in match.players),
        names=narrator.names,
        result=match.result(),
        last=len(match.log),
        steps=tuple(steps.step(at) for at in islice(match.walk(first), count)),
    )


class ChanceOutcome(msgspec.Struct):
    """Something that chance could draw, and its weight."""

    action: dict[str, Any]
    weight: int


class DrawInfo(msgspec.Struct):
    """A draw: the number of its entry, from 0, and what chance could draw then, in the order of the rules.

    Empty if that is too much to list."""

    entry: int
    outcomes: tuple[ChanceOutcome, ...]


def draws_of(match: Match) -> list[DrawInfo]:
    """All draws of a finished match, so that anybody can draw them again without knowing the rules."""
    game = match.game
    draws: list[DrawInfo] = []
    for entry, moment in zip(match.log, match.walk(), strict=False):
        if entry.seat == CHANCE:
            outcomes = tuple(
                ChanceOutcome(game.plain(action), weight) for action, weight in game.odds(moment.state).items()
            )
            draws.append(DrawInfo(len(moment.log), outcomes))
    return draws


def replay_turns(
    match: Match,
    perspective: Perspective,
    lang: Lang | None,
    places: tuple[int, ...] = (),
    yours: tuple[Seat, ...] = (),
) -> ReplayTurns:
    """All turns of a match, without views."""
    if isinstance(perspective, int):
        check_seat(match, perspective)
    narrator = Narrator(match.game, match.players, lang or "en", perspective if perspective in yours else None)
    steps = _Steps(match, perspective, narrator if lang else None)
    turns, first = [], 0
    for last in turn_ends(match):
        turns.append(ReplayTurn(last, _whose_turn(match.log[first:last]), steps.happened(match, first, last)))
        first = last
    return ReplayTurns(match.game.name, narrator.names, tuple(turns), places, yours)


def turn_ends(match: Match) -> list[int]:
    """The steps at which a turn ends: somebody else is to choose then, or several at once, or the match is over. The
    first one is before anybody chose."""
    log, ends, mover = match.log, [], 0
    for number, entry in enumerate(log):
        if entry.seat == CHANCE:
            continue
        chose_at_once = mover > 1 and log[mover - 2].face_down
        is_lying = mover > 0 and log[mover - 1].face_down
        same_turn = mover > 0 and log[mover - 1].seat == entry.seat and not entry.face_down and not chose_at_once
        if not is_lying and not same_turn:
            ends.append(number)
        mover = number + 1
    return [*ends, len(log)]


def _whose_turn(entries: Sequence[Entry]) -> int | None:
    seats = {entry.seat for entry in entries if entry.seat != CHANCE}
    return seats.pop() if len(seats) == 1 else None


class _Steps:
    """Builds the steps of a match for one perspective."""

    def __init__(self, match: Match, perspective: Perspective, narrator: Narrator | None) -> None:
        self._perspective = perspective
        self._narrator = narrator
        self._readers: tuple[Seat | None, ...] = (
            match.game.seats if perspective == "all" else (None,) if perspective == "spectator" else (perspective,)
        )

    def step(self, match: Match) -> ReplayStep:
        """The match as it stands, and its last entry."""
        last = len(match.log)
        step = ReplayStep(last, tuple(self._seen(match, reader) for reader in self._readers))
        if match.log:
            entry, narrator = match.log[-1], self._narrator
            step.seat = "chance" if entry.seat == CHANCE else entry.seat
            step.events = self.happened(match, last - 1, last)
            if self._perspective == "all":
                step.action = match.game.plain(entry.action)
                step.action_words = narrator.action(entry.action) if narrator and entry.seat != CHANCE else None
        return step

    def _seen(self, match: Match, reader: Seat | None) -> StepView:
        view = match.revealed(reader) if self._perspective == "all" else match.view(reader)
        return StepView(reader, match.game.plain(view), self._narrator.view(view) if self._narrator else None)

    def happened(self, match: Match, first: int, last: int) -> tuple[StepEvent, ...]:
        """The events of some entries as the reader could see them; all of them, if everything is revealed."""
        told: list[StepEvent] = []
        for number in range(first, last):
            for event in match.log[number].events:
                seen = event if self._perspective == "all" else event.seen_by(self._readers[0])
                if seen is not None:
                    words = self._narrator.event(seen) if self._narrator else None
                    told.append(StepEvent(match.game.plain(seen), words))
        return tuple(told)
