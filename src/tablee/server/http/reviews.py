"""The review of a finished match: what choices cost, what luck gave, and where the match turned."""

from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery

from tablee.core.match import Match
from tablee.core.seat import Seat
from tablee.core.texts import Lang
from tablee.review import MatchReview
from tablee.review.findings import DecisionFinding, MomentReview
from tablee.review.match_review import seen_by
from tablee.review.narration import MatchNarrator
from tablee.server.house.house import House
from tablee.server.http.replays import Perspective, check_seat, match_of
from tablee.server.http.requests import AnyRequest, AskedReader, GivenHouse, address
from tablee.server.http.sessions import guest_of
from tablee.server.refusals import Refused, too_fast
from tablee.server.table.narrator import Narrator, shown_names
from tablee.server.table.table import Table


class ReviewedChoice(msgspec.Struct):
    """One choice beside that of the strongest level. Costs are parts of a win."""

    entry: int
    """Before it the match can be played on: that is its step in a replay, too."""
    seat: int
    words: str | None
    """What was chosen. None, as `best`: the reader could not know it."""
    best: str | None
    """What the strongest level would have chosen."""
    is_forced: bool
    is_best: bool
    cost: float
    error: float


class ReviewedMoment(msgspec.Struct):
    """Draws in a row, or what was chosen at the same time. Lists are by seat."""

    end: int
    """How many entries are done after it: its step in a replay."""
    is_draw: bool
    words: tuple[str, ...]
    """What the reader saw of a draw."""
    chances: tuple[float, ...]
    """After it, to win."""
    luck: tuple[float, ...]
    """What it gave or took without anybody's doing."""
    choices: tuple[ReviewedChoice, ...]


class ReviewedSeat(msgspec.Struct):
    """How a seat played, and what its result is made of: the parts add up to it."""

    accuracy: float | None
    """0 to 100; None: it had nothing to choose."""
    decisions: int
    start: float
    draws: float
    own: float
    others: float
    unforeseen: float
    result: float


class Reviewed(msgspec.Struct):
    """A review, in words for a reader."""

    seats: tuple[ReviewedSeat, ...]
    chances: tuple[float, ...]
    """By seat, before anything happened."""
    moments: tuple[ReviewedMoment, ...]
    turning_points: tuple[int, ...]
    """The entries of the choices that cost most, the dearest first; three at most."""
    lucky_moments: tuple[int, ...]
    """The numbers of the moments in which luck changed most; three at most."""


class ReviewedPosition(msgspec.Struct):
    """The table before a choice, as the reader saw it in the replay."""

    step: int
    seat: int | None
    """Whose view it is. With everything revealed: that of the seat which chose."""
    view: dict[str, Any]
    words: tuple[str, ...]
    """The view, line by line."""
    actors: tuple[int, ...]
    """Who was to choose."""
    choices: dict[str, Any] | None
    """What could be chosen. None, as `best`: the reader could not know it."""
    choice_words: tuple[str, ...] | None
    """Where the choices are a list: each of its actions in words."""
    best: dict[str, Any] | None
    """What the strongest level would have chosen."""


class ReviewInfo(msgspec.Struct):
    """How far a review is, and what it tells."""

    game: str
    names: tuple[str, ...]
    places: tuple[int, ...]
    """By seat: the chair that its player had sat down on, for the colours of the players."""
    yours: tuple[int, ...]
    """The seats that the guest who asks had."""
    is_begun: bool
    done: int
    jobs: int
    """How many parts there are to find out; 0 until that is known."""
    review: Reviewed | None


class ReviewsController(Controller):
    path = "/api"
    tags = ("records",)

    @get("/tables/{table_id:str}/review", summary="The review of a finished match, or how far it is", refuses=(409,))
    async def review(
        self,
        request: AnyRequest,
        table_id: FromPath[str],
        house: GivenHouse,
        reader: AskedReader = "spectator",
        words: FromQuery[Lang] = "en",
    ) -> ReviewInfo:
        live = await house.live(table_id)
        match = match_of(live.table)
        await house.reviews.take_up(live)  # right after a start it may not have been its turn yet
        return await _info(request, house, live.table, match=match, perspective=_perspective(match, reader), lang=words)

    @post("/tables/{table_id:str}/review", summary="Have it reviewed", status_code=200, refuses=(409, 429))
    async def begin(
        self, request: AnyRequest, table_id: FromPath[str], house: GivenHouse, words: FromQuery[Lang] = "en"
    ) -> ReviewInfo:
        live = await house.live(table_id)
        match = match_of(live.table)
        if await house.reviews.of(table_id) is None:
            if wait := request.app.state.expensive_requests.take(address(request)):
                raise too_fast(wait)
            guest = await guest_of(request, house.store)
            await house.reviews.begin(live, guest.id if guest else None, address(request))
        return await _info(request, house, live.table, match=match, perspective="spectator", lang=words)

    @get(
        "/tables/{table_id:str}/review/positions/{entry:int}",
        summary="The table before a choice that was reviewed",
        refuses=(409,),
    )
    async def position(
        self,
        table_id: FromPath[str],
        entry: FromPath[int],
        house: GivenHouse,
        reader: AskedReader = "spectator",
        words: FromQuery[Lang] = "en",
    ) -> ReviewedPosition:
        live = await house.live(table_id)
        match = match_of(live.table)
        found = await house.reviews.of(table_id)
        moments = found.told.moments if found and found.told else []
        for moment in moments:
            for choice in moment.decisions:
                if choice.entry == entry:
                    before, narrator = match.at(moment.first), Narrator(match.game, match.players, words)
                    return _position(before, choice, _perspective(match, reader), narrator)
        raise Refused("no_such_step", {"step": entry, "last": len(match.log)}, status=404)


def _position(before: Match, choice: DecisionFinding, perspective: Perspective, narrator: Narrator) -> ReviewedPosition:
    """What was to be chosen, and how it is chosen best, is for those who see what the seat saw that chose."""
    is_seen = perspective in ("all", choice.seat)
    reader = Seat(choice.seat) if is_seen else perspective if isinstance(perspective, int) else None
    view = before.revealed(reader) if perspective == "all" else before.view(reader)
    choices = before.choices(Seat(choice.seat)) if is_seen else None
    return ReviewedPosition(
        step=len(before.log),
        seat=reader,
        view=before.game.plain(view),
        words=narrator.view(view),
        actors=before.actors(),
        choices=choices,
        choice_words=None if choices is None else narrator.choices(choices),
        best=choice.best if is_seen else None,
    )


def _perspective(finished: Match, reader: str) -> Perspective:
    match reader:
        case "all" | "spectator":
            return reader
        case _:
            check_seat(finished, int(reader))
            return Seat(int(reader))


async def _info(
    request: AnyRequest, house: House, table: Table, *, perspective: Perspective, lang: Lang, match: Match
) -> ReviewInfo:
    guest = await guest_of(request, house.store)
    if guest is not None:
        await house.reviews.look(table.setup.id, guest.id)
    found = await house.reviews.of(table.setup.id)
    names = shown_names(match.players, lang)
    told = None if found is None or found.told is None else _reviewed(found.told, match, names, perspective, lang)
    return ReviewInfo(
        game=match.game.name,
        names=names,
        places=table.places,
        yours=table.seats_of(guest.id if guest else None),
        is_begun=found is not None,
        done=0 if found is None else found.done,
        jobs=0 if found is None else found.jobs,
        review=told,
    )


def _reviewed(told: MatchReview, match: Match, names: Sequence[str], perspective: Perspective, lang: Lang) -> Reviewed:
    reader: Seat | None = perspective if isinstance(perspective, int) else None
    visible = told if perspective == "all" else seen_by(told, match, reader)
    narrator = MatchNarrator(match, names, lang, reader, is_revealed=perspective == "all")
    return Reviewed(
        seats=tuple(
            ReviewedSeat(
                seat.accuracy,
                seat.decisions,
                *(getattr(seat.split, part) for part in ("start", "draws", "own", "others", "unforeseen", "result")),
            )
            for seat in visible.seats
        ),
        chances=tuple(visible.start.chances),
        moments=tuple(_moment(moment, narrator) for moment in visible.moments),
        turning_points=tuple(visible.turning_points),
        lucky_moments=tuple(visible.lucky_moments),
    )


def _moment(moment: MomentReview, narrator: MatchNarrator) -> ReviewedMoment:
    return ReviewedMoment(
        end=moment.end,
        is_draw=moment.is_draw,
        words=tuple(narrator.happened(moment)) if moment.is_draw else (),
        chances=tuple(moment.chances),
        luck=tuple(moment.change if moment.is_draw else moment.unforeseen),
        choices=tuple(_choice(found, narrator) for found in moment.decisions),
    )


def _choice(found: DecisionFinding, narrator: MatchNarrator) -> ReviewedChoice:
    return ReviewedChoice(
        entry=found.entry,
        seat=found.seat,
        words=narrator.chosen(found),
        best=narrator.best(found),
        is_forced=found.is_forced,
        is_best=found.is_best,
        cost=max(0.0, found.cost),
        error=found.error,
    )
