"""Tournaments: announcing one, joining, its rounds, and how it stands."""

import csv
import io
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Final, Literal

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody

from tablee.core.registry import game
from tablee.core.texts import catalogue
from tablee.server.house.house import House
from tablee.server.house.running_tournament import RunningTournament
from tablee.server.house.scheduler import STAND_IN_LEVEL
from tablee.server.http.game_facts import player_range
from tablee.server.http.requests import AnyRequest, GivenGuest, GivenHouse, GivenLang, count_new_table
from tablee.server.http.sessions import guest_of, new_id
from tablee.server.http.table_checks import check_level
from tablee.server.http.table_creation import TimeLimitsRequest, checked_limits
from tablee.server.plain_text import cleaned, is_visible
from tablee.server.refusals import Refused
from tablee.server.store.guests import Guest, Role
from tablee.server.store.tournaments import ListedTournament, TournamentSettings, TournamentSetup
from tablee.server.table.clocks import OnTimeout
from tablee.server.table.table_parts import Status
from tablee.tournament import Format, RoundTable, TournamentRules, standings
from tablee.tournament.rules import MOST_ROUNDS, MOST_SEATS
from tablee.tournament.standings import points_at

TITLE_LENGTH: Final = 60
MOST_UNFINISHED: Final = 10
"""How many tournaments of one organiser may be open or running."""

Seats = Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)]


class TournamentRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament to announce. `options` are those of the game, without the number of players."""

    title: str
    game: str
    format: Format
    seats: Seats
    options: dict[str, object] = msgspec.field(default_factory=dict)
    least: Seats | None = None
    """How many have to sit at a table; none: as few as the game allows."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] | None = None
    """None: as many as the format needs."""
    bots: bool = False
    level: str = STAND_IN_LEVEL
    time_limits: TimeLimitsRequest = msgspec.field(default_factory=TimeLimitsRequest)
    arrival_seconds: Annotated[float, msgspec.Meta(ge=10, le=86_400 * 7)] = 300
    no_show: OnTimeout = OnTimeout.FORFEIT
    automatic: bool = False
    plays: bool = True
    """Whether the organiser plays, too."""


class RanksRequest(msgspec.Struct, forbid_unknown_fields=True):
    """How a match went that did not come to its end: ranks by seat, from 1."""

    ranks: Annotated[list[Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]], msgspec.Meta(max_length=MOST_SEATS)]


class PlayerInfo(msgspec.Struct):
    """A player, and how they stand."""

    number: int
    name: str
    """Empty if the player was forgotten."""
    rank: int
    points: float
    buchholz: float
    sonneborn: float
    wins: int
    here: bool
    """Whether the player takes part in the next round."""
    taken_out: bool
    """Whether the organiser took them out: only the organiser lets them back."""


class RoundTableInfo(msgspec.Struct):
    """A table of a round."""

    id: str
    seats: tuple[int | None, ...]
    """By seat: the number of the player; null for a bot."""
    ranks: tuple[int, ...]
    """By seat, once the match is over."""
    points: tuple[float, ...]
    absent: tuple[int, ...]
    """The seats whose people did not play to the end."""
    decided: bool
    """Whether the organiser decided it: there is no match to replay."""
    begun: bool
    """Whether the match has begun; before, its players are waited for."""


class RoundInfo(msgspec.Struct):
    tables: list[RoundTableInfo]
    byes: tuple[int, ...]
    over: bool


class TournamentInfo(msgspec.Struct):
    """A tournament as everybody sees it. Of matches that are played it tells nothing but who plays."""

    id: str
    title: str
    game: str
    format: Format
    seats: int
    bots: bool
    status: Literal["open", "running", "over"]
    rounds_planned: int | None
    """None for a knock-out."""
    players: list[PlayerInfo]
    """The best first."""
    rounds: list[RoundInfo]
    organiser: bool
    """Whether you may do what the organiser does."""
    you: int | None
    """Your number, if you play."""
    your_table: str | None
    """Where you play now; none while the table is not put up yet."""
    takes_players: bool
    between_rounds: bool
    """Whether the next round can begin."""
    due: float | None
    """Until when players may come to their tables, in seconds."""
    now: float


class TournamentsController(Controller):
    path = "/api/tournaments"
    tags = ("tournaments",)

    @post(summary="Announce a tournament", status_code=201)
    async def create(
        self, request: AnyRequest, data: JSONBody[TournamentRequest], guest: GivenGuest, house: GivenHouse
    ) -> TournamentInfo:
        count_new_table(request)
        if await house.store.tournaments.unfinished(guest.id) >= MOST_UNFINISHED:
            raise Refused("too_many_tournaments", {"most": MOST_UNFINISHED}, status=429)
        settings = _settings(data)
        setup = TournamentSetup(new_id(10), guest.id, checked_title(data.title), settings, house.timer.now())
        await house.store.tournaments.add(setup)
        if data.plays:
            await house.tournaments.join(setup.id, guest.id, guest.name)
        return await _told(house, setup.id, guest)

    @get(summary="The tournaments that I organise or play in")
    async def mine(self, guest: GivenGuest, house: GivenHouse) -> list[ListedTournament]:
        return await house.store.tournaments.of_guest(guest.id, 100)

    @get("/{tournament:str}", summary="One tournament")
    async def tournament(self, request: AnyRequest, tournament: FromPath[str], house: GivenHouse) -> TournamentInfo:
        return await _told(house, tournament, await guest_of(request, house.store))

    @get("/{tournament:str}/results.csv", summary="How it stands, as a table", media_type="text/csv")
    async def results(self, tournament: FromPath[str], lang: GivenLang, house: GivenHouse) -> Response[str]:
        running = await house.tournaments.load(tournament)
        say = catalogue("tablee.server", lang)
        file = io.StringIO()
        writer = csv.writer(file)
        columns = ("rank", "name", "points", "buchholz", "sonneborn", "wins")
        writer.writerow(say(f"tournament.{column}") for column in columns)
        for player in _info(running, None, 0.0, {}).players:
            writer.writerow(_plain(getattr(player, column)) for column in columns)
        headers = {"Content-Disposition": f'attachment; filename="{tournament}.csv"'}
        return Response(file.getvalue(), headers=headers, media_type="text/csv; charset=utf-8")

    @post("/{tournament:str}/join", summary="Join, or be back")
    async def join(self, tournament: FromPath[str], guest: GivenGuest, house: GivenHouse) -> TournamentInfo:
        await house.tournaments.join(tournament, guest.id, guest.name)
        return await _told(house, tournament, guest)

    @post("/{tournament:str}/leave", summary="Not to play in the next rounds")
    async def leave(self, tournament: FromPath[str], guest: GivenGuest, house: GivenHouse) -> TournamentInfo:
        player = (await house.tournaments.load(tournament)).player_of(guest.id)
        if player is None:
            raise Refused("no_such_player", status=404)
        await house.tournaments.leave(tournament, player)
        return await _told(house, tournament, guest)

    @post("/{tournament:str}/players/{player:int}/leave", summary="Take a player out (the organiser)")
    async def take_out(
        self, tournament: FromPath[str], player: FromPath[int], guest: GivenGuest, house: GivenHouse
    ) -> TournamentInfo:
        await _organised(house, tournament, guest)
        await house.tournaments.take_out(tournament, player)
        return await _told(house, tournament, guest)

    @post("/{tournament:str}/players/{player:int}/return", summary="Let a player back in (the organiser)")
    async def let_back(
        self, tournament: FromPath[str], player: FromPath[int], guest: GivenGuest, house: GivenHouse
    ) -> TournamentInfo:
        await _organised(house, tournament, guest)
        await house.tournaments.let_back(tournament, player)
        return await _told(house, tournament, guest)

    @post("/{tournament:str}/round", summary="Begin the tournament, or its next round (the organiser)")
    async def begin_round(self, tournament: FromPath[str], guest: GivenGuest, house: GivenHouse) -> TournamentInfo:
        running = await _organised(house, tournament, guest)
        await (house.tournaments.begin if running.state.status == "open" else house.tournaments.begin_round)(tournament)
        return await _told(house, tournament, guest)

    @post("/{tournament:str}/start", summary="Start all matches without those who are missing (the organiser)")
    async def start(self, tournament: FromPath[str], guest: GivenGuest, house: GivenHouse) -> TournamentInfo:
        await _organised(house, tournament, guest)
        await house.tournaments.start_tables(tournament)
        return await _told(house, tournament, guest)

    @post("/{tournament:str}/tables/{table:str}/result", summary="Decide a match that does not end (the organiser)")
    async def decide(
        self,
        *,
        tournament: FromPath[str],
        table: FromPath[str],
        data: JSONBody[RanksRequest],
        guest: GivenGuest,
        house: GivenHouse,
    ) -> TournamentInfo:
        running = await _organised(house, tournament, guest)
        found = running.state.table(table)
        if (
            running.state.status == "over"
            or found is None
            or found.result is not None
            or len(found.seats) != len(data.ranks)
        ):
            raise Refused("no_such_match", status=404)
        await house.tournaments.decide(tournament, table, data.ranks)
        return await _told(house, tournament, guest)

    @post("/{tournament:str}/end", summary="End it before its time (the organiser)")
    async def end(self, tournament: FromPath[str], guest: GivenGuest, house: GivenHouse) -> TournamentInfo:
        await _organised(house, tournament, guest)
        await house.tournaments.end(tournament)
        return await _told(house, tournament, guest)


async def _organised(house: House, tournament: str, guest: Guest) -> RunningTournament:
    running = await house.tournaments.load(tournament)
    if not _is_organiser(running, guest):
        raise Refused("organiser_only", status=403)
    return running


def _is_organiser(running: RunningTournament, guest: Guest | None) -> bool:
    """Whether a guest may do what the organiser does: the host and the helpers of the house may, too."""
    return guest is not None and (running.organiser == guest.id or guest.role in (Role.HOST, Role.HELPER))


def checked_title(title: str) -> str:
    """A title as it is shown; raises `Refused`."""
    shown = cleaned(title)
    if not is_visible(shown) or len(shown) > TITLE_LENGTH:
        raise Refused("bad_title", {"most": TITLE_LENGTH}, status=400)
    return shown


def _settings(data: TournamentRequest) -> TournamentSettings:
    """What was decided, if the game can be played so by tables of all sizes that may come up."""
    options = {name: value for name, value in data.options.items() if name != "players"}
    game(data.game, **{**options, "players": data.seats})
    least = data.seats if data.bots else data.least or max(2, player_range(data.game).low)
    if least > data.seats:
        raise Refused("bad_table_sizes", {"least": least, "seats": data.seats}, status=400)
    for size in range(least, data.seats):
        game(data.game, **{**options, "players": size})
    rules = TournamentRules(data.format, data.seats, least, data.rounds, data.bots)
    return TournamentSettings(
        data.game,
        options,
        rules.format,
        rules.seats,
        rules.least,
        rules.rounds,
        rules.bots,
        check_level(data.level),
        checked_limits(data.time_limits),
        data.arrival_seconds,
        data.no_show,
        data.automatic,
    )


async def _told(house: House, tournament: str, guest: Guest | None) -> TournamentInfo:
    running = await house.tournaments.load(tournament)
    waiting = [table.id for one in running.state.rounds[-1:] for table in one.tables if table.result is None]
    listed = await house.store.tables.listed(waiting) if waiting else ()
    return _info(running, guest, house.timer.now(), {table.setup.id: table.status for table in listed})


def _info(running: RunningTournament, guest: Guest | None, now: float, there: Mapping[str, Status]) -> TournamentInfo:
    """`there`: the tables of the round that are put up and whose matches are not over."""
    state, setup = running.state, running.setup
    names = {player.number: player.name for player in running.players}
    you = running.player_of(guest.id if guest else None)
    tables = state.rounds[-1].tables if state.rounds else ()
    yours = next((table.id for table in tables if you in table.people and table.result is None), None)
    return TournamentInfo(
        id=setup.id,
        title=setup.title,
        game=setup.settings.game,
        format=setup.settings.format,
        seats=setup.settings.seats,
        bots=setup.settings.bots,
        status=state.status,
        rounds_planned=state.rules.rounds_for(len(state.players)),
        players=[
            PlayerInfo(
                one.player,
                names[one.player],
                one.rank,
                _rounded(one.points),
                _rounded(one.buchholz),
                _rounded(one.sonneborn),
                one.wins,
                one.is_here,
                one.player in state.taken_out,
            )
            for one in standings(state)
        ],
        rounds=[
            RoundInfo([_table(table, there) for table in one.tables], one.byes, one.is_over) for one in state.rounds
        ],
        organiser=_is_organiser(running, guest),
        you=you,
        your_table=yours if state.status == "running" and yours in there else None,
        takes_players=state.takes_players,
        between_rounds=state.is_between_rounds,
        due=running.due if tables and not state.rounds[-1].is_over else None,
        now=now,
    )


def _table(table: RoundTable, there: Mapping[str, Status]) -> RoundTableInfo:
    result = table.result
    if result is None:
        begun = there.get(table.id, Status.OPEN) is not Status.OPEN
        return RoundTableInfo(table.id, table.seats, (), (), (), decided=False, begun=begun)
    points = tuple(_rounded(won) for won in points_at(table))
    absent = tuple(sorted(result.absent))
    return RoundTableInfo(table.id, table.seats, result.ranks, points, absent, result.is_decided, begun=True)


def _rounded(value: Fraction) -> float:
    return round(float(value), 3)


def _plain(value: object) -> object:
    """A text that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") else value
