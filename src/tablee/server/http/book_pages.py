"""The pages of the book, as a reader may see them: people whose books are closed to the reader are not named."""

from collections.abc import Collection, Sequence
from typing import Final, Literal

import msgspec

from tablee.core.registry import manifests
from tablee.core.texts import Lang, catalogue
from tablee.server.book.rating_model import Season
from tablee.server.book.statistics import (
    BookMatch,
    BookSeat,
    GameFigures,
    GameStatistics,
    Month,
    game_statistics,
    months,
    rivals,
)
from tablee.server.house.house import House
from tablee.server.ops.long_work import in_thread
from tablee.server.store.book import MemberTotal
from tablee.server.store.guests import Guest
from tablee.server.store.members import Member

WEEK: Final = 7 * 86_400
LONG_AWAY: Final = 21 * 86_400
"""The seconds without a match after which a player counts as long away."""
NEWEST: Final = 10
"""How many matches a page of the book shows at first."""
WEEK_LISTED: Final = 10
TOP: Final = 5


class PersonInfo(msgspec.Struct):
    """Who sat at a match."""

    kind: Literal["person", "bot", "hidden", "forgotten"]
    name: str
    member: str | None
    """The id of a member whose book the reader may open."""
    bot: str | None
    rank: int
    score: int | None
    left: bool
    own: bool
    """Whether it is the player whose book this is."""


class MatchInfo(msgspec.Struct):
    """A match in the book."""

    table: str | None
    """None if the reader may not see who sat there: the table tells the names."""
    game: str
    ended_at: float
    rated: bool
    people: list[PersonInfo]


class OpeningInfo(msgspec.Struct):
    """Something that a player likes to do."""

    words: str
    count: int


class OpeningsInfo(msgspec.Struct):
    title: str
    openings: list[OpeningInfo]
    """What was done most often first."""


class RatingPoint(msgspec.Struct):
    """The rating with which somebody came to a match; the last point is where they stand now."""

    at: float
    number: int
    margin: int


class RatingInfo(msgspec.Struct):
    """A rating, with a margin that says how sure it is."""

    number: int
    margin: int
    season: str
    matches: int
    """In this season."""
    curve: list[RatingPoint]


class GameBook(GameFigures, frozen=True):
    """A player in a game."""

    openings: OpeningsInfo | None
    rating: RatingInfo | None


class RivalInfo(msgspec.Struct):
    """Somebody whom the player has met: how often, and how often the player was ahead or behind."""

    kind: Literal["person", "bot", "hidden"]
    name: str
    member: str | None
    bot: str | None
    matches: int
    ahead: int
    behind: int


class MemberBook(msgspec.Struct):
    """The book of a member; or a guest's own, without an id."""

    id: str | None
    name: str
    yours: bool
    readers: str | None
    """Who may read it; only the member is told."""
    joined_at: float | None
    played: int
    games: list[GameBook]
    rivals: list[RivalInfo]
    months: list[Month]
    matches: list[MatchInfo]
    """The newest ones."""


class MemberName(msgspec.Struct):
    id: str
    name: str


class WeekPlayer(msgspec.Struct):
    member: MemberName
    played: int
    won: int


class RecordInfo(msgspec.Struct):
    """The most ever in a game."""

    game: str
    kind: Literal["score", "won", "played"]
    value: int
    members: list[MemberName]


class AwayInfo(msgspec.Struct):
    member: MemberName
    last_at: float | None
    """When they ended their last match; none if they have never played to the end."""


class HouseBook(msgspec.Struct):
    """The book of the house."""

    week: dict[str, int]
    """By game: how many matches have ended in the last seven days."""
    players: list[WeekPlayer]
    """Who has played most in these days."""
    matches: list[MatchInfo]
    records: list[RecordInfo]
    away: list[AwayInfo]
    """Members who have not played for long."""


class BookReader:
    """Who reads the book, and whom it names for them."""

    def __init__(self, guest: Guest | None, members: Sequence[Member]) -> None:
        self._guest = guest
        self.members = {member.guest: member for member in members}

    def may_read(self, member: Member) -> bool:
        """Whether a member's book is open to the reader."""
        is_own = self._guest is not None and self._guest.id == member.guest
        is_member = self._guest is not None and self._guest.role is not None
        return is_own or member.book == "house" or (member.book == "members" and is_member)

    def named(self, guest: str | None) -> MemberName | None:
        """A member whom the book names for the reader."""
        member = self.members.get(guest or "")
        return MemberName(member.id, member.name) if member and self.may_read(member) else None

    def is_own(self, guest: str) -> bool:
        return self._guest is not None and self._guest.id == guest

    def match_info(self, match: BookMatch, of: str | None = None) -> MatchInfo:
        """A match in the book of somebody."""
        people = [self._person(match, seat, of) for seat in match.seats]
        return MatchInfo(self.table_of(match, of), match.game, match.ended_at, match.rated, people)

    def table_of(self, match: BookMatch, of: str | None = None) -> str | None:
        """The table of a match, unless somebody sat there whom the reader does not know: it tells all names."""
        return None if any(self._is_hidden(match, seat, of) for seat in match.seats) else match.table

    def file_match(self, match: BookMatch) -> BookMatch:
        """A match as it stands in a file for the reader."""
        seats = tuple(
            msgspec.structs.replace(seat, name="") if self._is_hidden(match, seat) else seat for seat in match.seats
        )
        return msgspec.structs.replace(match, table=self.table_of(match) or "", seats=seats)

    def _is_hidden(self, match: BookMatch, seat: BookSeat, of: str | None = None) -> bool:
        """Whether a name is kept from the reader. Those who sat there know everybody's name."""
        was_there = any(self.is_own(each.guest) for each in match.seats if each.guest is not None)
        is_closed = seat.guest in self.members and self.named(seat.guest) is None
        return is_closed and seat.bot is None and seat.guest != of and not was_there

    def _person(self, match: BookMatch, seat: BookSeat, of: str | None) -> PersonInfo:
        member = self.named(seat.guest)
        kind: Literal["person", "bot", "hidden", "forgotten"] = "person"
        if seat.bot is not None:
            kind = "bot"
        elif seat.guest is None and not seat.name:
            kind = "forgotten"
        elif self._is_hidden(match, seat, of):
            kind = "hidden"
        return PersonInfo(
            kind=kind,
            name="" if kind == "hidden" else seat.name,
            member=member.id if member and seat.is_own else None,
            bot=seat.bot,
            rank=seat.rank,
            score=seat.score,
            left=seat.has_left,
            own=seat.guest == of and seat.is_own,
        )


async def member_book(
    house: House, reader: BookReader, owner: Guest | Member, member: Member | None, lang: Lang
) -> MemberBook:
    """The book of somebody: a member, or a guest who is none."""
    guest, name = (owner.guest if isinstance(owner, Member) else owner.id), owner.name
    matches = await house.store.book.of_guest(guest)
    seasons = await house.store.ratings.of_guest(guest)
    is_own = reader.is_own(guest)
    games = await in_thread(game_statistics, matches, guest)
    closed = {match.table for match in matches if reader.table_of(match, guest) is None}
    return MemberBook(
        id=None if member is None else member.id,
        name=name,
        yours=is_own,
        readers=member.book if member and is_own else None,
        joined_at=None if member is None else member.joined_at,
        played=len(matches),
        games=[_game_book(_without_tables(told, closed), matches, seasons, guest, lang) for told in games],
        rivals=_rivals(reader, matches, guest),
        months=months(matches, guest, house.timer.now()),
        matches=[reader.match_info(match, guest) for match in matches[: -NEWEST - 1 : -1]],
    )


def _without_tables(told: GameStatistics, closed: Collection[str]) -> GameStatistics:
    """Statistics that do not lead to these tables."""
    form = tuple(msgspec.structs.replace(point, table=None) if point.table in closed else point for point in told.form)
    best_table = None if told.best_table in closed else told.best_table
    return msgspec.structs.replace(told, form=form, best_table=best_table)


def _game_book(
    told: GameStatistics, matches: Sequence[BookMatch], seasons: Sequence[Season], guest: str, lang: Lang
) -> GameBook:
    figures = {name: getattr(told, name) for name in GameFigures.__struct_fields__}
    return GameBook(
        **figures,
        openings=_openings(told.game, told.openings, lang),
        rating=_rating(told.game, matches, seasons, guest),
    )


def _openings(game: str, counts: dict[str, int], lang: Lang) -> OpeningsInfo | None:
    """What a player likes to do, in the words of the game; none if the game is gone, or says nothing of it."""
    found = manifests().get(game)
    if found is None or not counts:
        return None
    say = catalogue(found.game.package, lang)
    known = [OpeningInfo(say(f"openings.{key}"), count) for key, count in counts.items() if f"openings.{key}" in say]
    return OpeningsInfo(say("openings.title"), known) if known else None


def _rating(game: str, matches: Sequence[BookMatch], seasons: Sequence[Season], guest: str) -> RatingInfo | None:
    of_game = [season.standing for season in seasons if season.game == game]
    if not of_game:
        return None
    now = of_game[-1]
    rated = [(match, match.own(guest).strength) for match in matches if match.game == game and match.rated]
    curve = [
        RatingPoint(match.ended_at, strength.number, strength.margin)
        for match, strength in rated
        if strength is not None
    ]
    if curve:
        # Before the first match nothing was known; after the last one the rating is what it is now.
        ends = [point.at for point in curve]
        curve = [RatingPoint(at, point.number, point.margin) for at, point in zip(ends, curve[1:], strict=False)]
        curve.append(RatingPoint(ends[-1], now.strength.number, now.strength.margin))
    return RatingInfo(now.strength.number, now.strength.margin, now.season, now.matches, curve)


def _rivals(reader: BookReader, matches: Sequence[BookMatch], guest: str) -> list[RivalInfo]:
    told = []
    for rival in rivals(matches, guest):
        member = reader.named(rival.guest)
        is_hidden = rival.guest in reader.members and member is None and not reader.is_own(guest)
        kind: Literal["person", "bot", "hidden"] = "bot" if rival.bot else "hidden" if is_hidden else "person"
        name = "" if is_hidden else member.name if member else rival.name
        told.append(
            RivalInfo(kind, name, member.id if member else None, rival.bot, rival.matches, rival.ahead, rival.behind)
        )
    return told


async def house_book(house: House, reader: BookReader) -> HouseBook:
    """The book of the house."""
    now = house.timer.now()
    week = await house.store.book.since(now - WEEK, 1000)
    totals = [total for total in await house.store.book.member_totals() if reader.named(total.guest)]
    return HouseBook(
        week=await house.store.book.numbers_since(now - WEEK),
        players=_week_players(reader, week),
        matches=[reader.match_info(match) for match in _shown(reader, week)[: -WEEK_LISTED - 1 : -1]],
        records=_records(reader, totals),
        away=_away(reader, totals, now),
    )


def _shown(reader: BookReader, matches: Sequence[BookMatch]) -> list[BookMatch]:
    """The matches with somebody whom the book names for the reader."""
    return [match for match in matches if any(reader.named(seat.guest) for seat in match.seats if seat.is_own)]


def _week_players(reader: BookReader, week: Sequence[BookMatch]) -> list[WeekPlayer]:
    players: dict[str, WeekPlayer] = {}
    for match in week:
        for seat in match.seats:
            if seat.is_own and seat.guest is not None and (member := reader.named(seat.guest)):
                player = players.setdefault(seat.guest, WeekPlayer(member, 0, 0))
                player.played += 1
                player.won += seat.has_won
    return sorted(players.values(), key=lambda each: (-each.played, -each.won, each.member.name))[: 2 * TOP]


def _records(reader: BookReader, totals: Sequence[MemberTotal]) -> list[RecordInfo]:
    """The best score, and who has won and played most, in each game."""
    records = []
    for game in sorted({total.game for total in totals}):
        of_game = [total for total in totals if total.game == game]
        kinds: tuple[tuple[Literal["score", "won", "played"], dict[str, int | None]], ...] = (
            ("score", {total.guest: total.best for total in of_game}),
            ("won", {total.guest: total.won for total in of_game}),
            ("played", {total.guest: total.played for total in of_game}),
        )
        for kind, values in kinds:
            most = max((value for value in values.values() if value is not None), default=0)
            holders = [reader.named(guest) for guest, value in values.items() if value == most]
            if most > 0:
                records.append(RecordInfo(game, kind, most, [member for member in holders if member is not None]))
    return records


def _away(reader: BookReader, totals: Sequence[MemberTotal], now: float) -> list[AwayInfo]:
    last: dict[str, float] = {}
    for total in totals:
        last[total.guest] = max(total.last_at, last.get(total.guest, 0.0))
    away = [
        AwayInfo(named, last.get(guest))
        for guest, member in reader.members.items()
        if (named := reader.named(guest)) and max(last.get(guest, 0.0), member.joined_at) < now - LONG_AWAY
    ]
    return sorted(away, key=lambda each: (each.last_at or 0.0, each.member.name))
