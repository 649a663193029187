"""Runs tournaments: puts up the tables of a round, starts their matches, and hears when they have ended.

All that happened is in the rows of a tournament. Every step looks at them first and does what is missing, so it may be
taken again: after a restart, or by another process. No two of them can write the same row.
"""

import asyncio
import contextlib
import logging
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, Protocol

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tablee.core.errors import TableeError
from tablee.core.registry import game
from tablee.server.house.background import BackgroundTasks
from tablee.server.house.live_table import LiveTable
from tablee.server.house.notifications import Notification, Notifications
from tablee.server.house.running_tournament import RunningTournament, load
from tablee.server.house.seating import tournament_chairs
from tablee.server.house.table_ids import new_table_id
from tablee.server.house.timer import Timer
from tablee.server.ops.long_work import in_thread
from tablee.server.plain_text import folded
from tablee.server.refusals import Refused
from tablee.server.store.matches import ended_match
from tablee.server.store.notification_choices import Kind
from tablee.server.store.store import Store
from tablee.server.store.tournaments import TournamentPlayer
from tablee.server.table import commands, deal_commands
from tablee.server.table.command_parts import TableCommand
from tablee.server.table.rows import Draft
from tablee.server.table.setup import Occasion, Setup
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status
from tablee.tournament import Pairing, RoundTable, Tournament, TournamentRow, next_round
from tablee.tournament.tournament import round_row

logger = logging.getLogger("tablee.tournaments")

LOOK_SECONDS: Final = 20.0
"""How often a process looks whether another one has left something undone."""
MOST_PLAYERS: Final = 128

NextRow = Callable[[Tournament], TournamentRow | None]
"""The row to write, as a tournament stands; None: there is nothing to do. It may raise `Refused`."""


class TournamentTables(Protocol):
    """What a house does with the tables of a tournament."""

    async def live(self, table_id: str) -> LiveTable:
        """A table; raises `Refused` if there is none."""

    async def open_table(self, setup: Setup) -> LiveTable:
        """Create a table."""

    async def change(self, live: LiveTable, command: TableCommand) -> int:
        """Carry out a command; raises `Refused`."""


class Tournaments:
    """The tournaments of a house."""

    def __init__(
        self,
        store: Store,
        timer: Timer,
        tasks: BackgroundTasks,
        notifications: Notifications,
        tables: TournamentTables,
    ) -> None:
        self._store = store.tournaments
        self._table_store = store.tables
        self._regulars = store.regulars
        self._timer = timer
        self._tasks = tasks
        self._notifications = notifications
        self._tables = tables
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """Held while a row is written, so that this process does not race with itself. Others have the numbers."""

    # What there is

    async def load(self, tournament: str) -> RunningTournament:
        """A tournament as it stands; raises `Refused` if there is none."""
        return await load(self._store, tournament)

    async def write(self, tournament: str, decide: NextRow) -> RunningTournament:
        """Write the row that is decided on, however many others write; returns the tournament after it."""
        async with self._locks[tournament]:
            while True:
                running = await self.load(tournament)
                row = decide(running.state)
                if row is None:
                    return running
                if await self._store.append(tournament, running.rows + 1, row, self._timer.now()):
                    running.state.apply(row)
                    return replace(running, rows=running.rows + 1)

    # Who plays

    async def join(self, tournament: str, guest: str, name: str) -> None:
        """A guest joins, or is back."""
        while True:
            running = await self.load(tournament)
            if not running.state.takes_players:
                raise Refused("tournament_full_up")
            number = running.player_of(guest)
            if number is not None:
                if number in running.state.taken_out and guest != running.organiser:
                    raise Refused("taken_out", status=403)
                return await self.let_back(tournament, number)
            if len(running.players) >= MOST_PLAYERS:
                raise Refused("too_many_players", {"most": MOST_PLAYERS})
            if folded(name) in {folded(player.name) for player in running.players}:
                raise Refused("player_name_taken", {"name": name})
            new = TournamentPlayer(len(running.players) + 1, guest, name)
            row = TournamentRow("join", {"player": new.number})
            if await self._store.append(tournament, running.rows + 1, row, self._timer.now(), joins=new):
                return None

    async def let_back(self, tournament: str, player: int) -> None:
        """Somebody who left plays again, if there are rounds to come."""

        def decide(state: Tournament) -> TournamentRow | None:
            _check_player(state, player)
            if not state.takes_players:
                raise Refused("tournament_full_up")
            return None if state.players[player] else TournamentRow("return", {"player": player})

        await self.write(tournament, decide)

    async def leave(self, tournament: str, player: int) -> None:
        """Not to be in the next rounds. A match that is played goes on."""

        def decide(state: Tournament) -> TournamentRow | None:
            _check_player(state, player)
            return TournamentRow("leave", {"player": player}) if state.players[player] else None

        await self.write(tournament, decide)

    async def take_out(self, tournament: str, player: int) -> None:
        """The organiser takes a player out, who does not come back by themselves."""

        def decide(state: Tournament) -> TournamentRow | None:
            _check_player(state, player)
            row = TournamentRow("leave", {"player": player, "by": "organiser"})
            return None if player in state.taken_out else row

        await self.write(tournament, decide)

    # Rounds

    async def begin(self, tournament: str) -> None:
        """Begin the tournament, with its first round."""

        def decide(state: Tournament) -> TournamentRow | None:
            if len(state.here) < 2:
                raise Refused("too_few_players")
            return TournamentRow("begin", {"lot": secrets.token_hex(8)}) if state.status == "open" else None

        await self.write(tournament, decide)
        await self.begin_round(tournament)

    async def begin_round(self, tournament: str) -> None:
        """Form the next round and put up its tables."""
        is_written = False
        while not is_written:
            running = await self.load(tournament)
            if not running.state.is_between_rounds:
                raise Refused("no_round_now")
            pairing = await in_thread(next_round, running.state, await self._kept_apart(running))
            if pairing is None:
                raise Refused("too_few_players")
            row, at = _with_tables(pairing), self._timer.now()
            # If a row was written meanwhile, the next round may be another one.
            is_written = await self._store.append(tournament, running.rows + 1, row, at)
        await self.advance(tournament)

    async def _kept_apart(self, running: RunningTournament) -> list[frozenset[int]]:
        """The numbers of players of whom one has blocked the other."""
        numbers = {player.guest: player.number for player in reversed(running.players) if player.guest is not None}
        found = await self._regulars.pairs_apart([*numbers])
        return [frozenset(numbers[guest] for guest in pair) for pair in found]

    async def advance(self, tournament: str) -> None:
        """Do all that is to be done as the tournament stands."""
        running = await self.load(tournament)
        state = running.state
        if state.status != "running":
            return
        if state.is_complete or running.organiser is None:  # all is played, or nobody is left to go on
            await self.end(tournament)
        elif state.is_between_rounds and state.rounds and running.setup.settings.is_automatic:
            await self.begin_round(tournament)
        elif state.rounds:
            waiting = [table for table in state.rounds[-1].tables if table.result is None]
            listed = await self._table_store.listed([table.id for table in waiting])
            playing = {table.setup.id for table in listed if table.status is Status.PLAYING}
            for table in waiting:
                if table.id not in playing:  # whoever plays it tells when it is over
                    with _waiting(tournament=tournament, table=table.id):
                        await self._look_at(running, table)
            due = running.due
            if due is not None and due > self._timer.now():
                again = f"arrivals of {tournament}"
                self._timer.set(again, due, lambda: self._tasks.spawn(self._advance_surely(tournament)))

    async def start_tables(self, tournament: str) -> None:
        """Start all matches of the round, also without those who have not come."""
        running = await self.load(tournament)
        for table in running.state.rounds[-1].tables if running.state.rounds else ():
            if table.result is None:
                with _waiting(tournament=tournament, table=table.id):
                    await self._start(await self._opened_table(running, table))

    async def _look_at(self, running: RunningTournament, table: RoundTable) -> None:
        """Put up a table, start its match, or write down its result; whatever comes next."""
        live = await self._opened_table(running, table)
        self.after_change(live)
        if live.table.status is Status.OPEN and running.due is not None and running.due <= self._timer.now():
            await self._start(live)

    async def _opened_table(self, running: RunningTournament, table: RoundTable) -> LiveTable:
        """The table of a match, with its players on their chairs."""
        settings = running.setup.settings
        try:
            live = await self._tables.live(table.id)
        except Refused as refused:
            if refused.code != "no_such_table":
                raise
            occasion = Occasion("tournament", running.setup.id, settings.no_show, settings.level)
            setup = Setup(
                table.id,
                game(settings.game, **{**settings.options, "players": len(table.seats)}),
                secrets.token_bytes(32),
                is_open=False,
                time_limits=settings.time_limits,
                created_at=self._timer.now(),
                occasion=occasion,
            )
            try:
                live = await self._tables.open_table(setup)
            except IntegrityError:
                live = await self._tables.live(table.id)  # another process was faster
        await self._seat(running, table, live)
        return live

    async def _seat(self, running: RunningTournament, table: RoundTable, live: LiveTable) -> None:
        players = {player.number: player for player in running.players}
        seated = [None if seat is None else players[seat] for seat in table.seats]
        chairs = tournament_chairs(seated, running.setup.settings.level)
        if all(chair.taken for chair in live.table.chairs):
            return
        # Told before: if the house stops in between, all is done again, and nobody is told twice.
        guests = [chair["guest"] for chair in chairs if chair["guest"] is not None]
        details: dict[str, str | int] = {"title": running.setup.title, "round": len(running.state.rounds)}
        round_begins = Notification(Kind.ROUND, f"round {table.id}", f"/t/{table.id}", details)
        await self._notifications.add(guests, round_begins)
        await self._tables.change(live, lambda now, at: commands.seat_players(now, chairs, at))

    async def _start(self, live: LiveTable) -> None:
        """Start a match, unless it has begun or is just being dealt."""
        try:
            await self._tables.change(live, deal_commands.start)
        except Refused as refused:
            if refused.code not in ("wrong_status", "dealing"):
                raise

    # What tables tell

    def after_change(self, live: LiveTable) -> None:
        """Start a match when all are there, and write down its result when it is over."""
        table, occasion = live.table, live.table.setup.occasion
        if occasion is None or occasion.kind != "tournament":
            return
        if table.status is Status.OVER:
            self._tasks.spawn(self._note_result(live))
        elif table.status is Status.OPEN and not table.deals.is_under_way and _are_all_here(table):
            self._tasks.spawn(self._start(live))

    async def _note_result(self, live: LiveTable) -> None:
        table, occasion = live.table, live.table.setup.occasion
        match = ended_match(table, 0.0)
        if occasion is None or match is None:
            return
        ranks = [seat.rank for seat in match.seats]
        absent = [seat for seat in table.game.seats if _is_absent(table, seat)]
        await self._note_ranks(occasion.id, table.setup.id, ranks, absent)

    async def decide(self, tournament: str, table: str, ranks: Sequence[int]) -> None:
        """The organiser sets the result of a match that does not end; if it has just ended, its own result counts. The
        table is closed first, so that it is not played on."""
        running = await self.load(tournament)
        if (found := running.state.table(table)) is not None:
            with _waiting(tournament=tournament, table=table):
                live = await self._close(running, found)
                if live.table.underlying_status is Status.OVER:
                    await self._note_result(live)
        await self._note_ranks(tournament, table, ranks, decided=True)

    async def _close(self, running: RunningTournament, table: RoundTable) -> LiveTable:
        """Close a table, unless its match is over; raises `Refused` if it is in trouble. It is put up first:
        otherwise another process might put it up afterwards."""
        live = await self._opened_table(running, table)

        def close(now: Table, at: float) -> Draft | None:
            is_done = Status.CLOSED is now.status or Status.OVER is now.underlying_status
            return None if is_done else commands.change_status(now, "close", at)

        await self._tables.change(live, close)
        return live

    async def _note_ranks(
        self, tournament: str, table: str, ranks: Sequence[int], absent: Sequence[int] = (), *, decided: bool = False
    ) -> None:
        """Write down how a match went, once, and go on. `absent`: the seats not played by a person."""

        def decide(state: Tournament) -> TournamentRow | None:
            found = state.table(table)
            if state.status == "over" or found is None or found.result is not None:
                return None
            people = [seat for seat in absent if found.seats[seat] is not None]
            data = {"table": table, "ranks": list(ranks), "absent": people}
            return TournamentRow("result", data | ({"decided": True} if decided else {}))

        running = await self.write(tournament, decide)
        if running.state.rounds and running.state.rounds[-1].is_over:
            await self._advance_surely(tournament)

    async def end(self, tournament: str) -> None:
        """End a tournament. Matches that are not over do not count, and their tables are closed."""
        running = await self.write(tournament, lambda state: TournamentRow("end") if state.status != "over" else None)
        for table in running.state.rounds[-1].tables if running.state.rounds else ():
            if table.result is None:
                with _waiting(tournament=tournament, table=table.id):
                    await self._close(running, table)

    # Restarts

    async def run(self) -> None:
        """Take up what was left undone: at the start, and then now and again."""
        while True:
            try:
                for tournament in await self._store.running():
                    await self._advance_surely(tournament)
            except SQLAlchemyError as error:
                logger.warning("the database does not answer", exc_info=error)
            await asyncio.sleep(LOOK_SECONDS)

    async def _advance_surely(self, tournament: str) -> None:
        """Advance. What cannot be done now, because too few are there or a table is in trouble, is tried again."""
        with _waiting(tournament=tournament):
            await self.advance(tournament)


@contextlib.contextmanager
def _waiting(**what: str) -> Iterator[None]:
    """What goes wrong here is tried again later; a table does not keep the others waiting."""
    try:
        yield
    except TableeError as error:
        logger.info("a tournament waits", extra={**what, "code": error.code})


def _check_player(state: Tournament, player: int) -> None:
    if player not in state.players:
        raise Refused("no_such_player", status=404)


def _with_tables(pairing: Pairing) -> TournamentRow:
    """The row of a round: its tables get their ids here, so that every process puts up the same tables."""
    ids = [new_table_id() for _ in pairing.tables]
    return round_row(list(zip(ids, pairing.tables, strict=True)), pairing.byes)


def _are_all_here(table: Table) -> bool:
    return all(chair.taken and not chair.away for chair in table.chairs)


def _is_absent(table: Table, seat: int) -> bool:
    """Whether no person played a seat to the end: they have not come, have forfeited or left, or it is a bot's."""
    chair = table.chairs[seat]
    return chair.forfeited or chair.left or chair.played_by is not None or not chair.taken
