"""Builds the updates that readers of a table get. Each one is built for its reader, field by field."""

import msgspec
from msgspec.structs import replace

from tablee.core import codec
from tablee.core.game import Event, View
from tablee.core.seat import Seat
from tablee.core.texts import Lang
from tablee.server.table import messages
from tablee.server.table.chairs import Chair
from tablee.server.table.narrator import Narrator
from tablee.server.table.rating import rating_state
from tablee.server.table.table import Table
from tablee.server.table.table_parts import ChatLine, LoggedEntry, Status

_encode = msgspec.json.Encoder().encode


def update_message(
    table: Table,
    seat: Seat | None,
    since: int | None,
    around: messages.TableInfo | None,
    now: float,
    *,
    words: Lang | None = None,
    apart: frozenset[str] = frozenset(),
) -> bytes:
    """The encoded update for a reader at `seat` (None: a spectator) who has the table up to row `since`. What guests
    wrote who are kept `apart` from the reader is left out."""
    after = since or 0
    # The rules are not called for a table that was put aside: they may be the cause.
    is_aside = table.status is Status.ASIDE
    narrator = None if words is None or is_aside else narrator_at(table, words, seat)
    seen = None if is_aside else table.match.view(seat)
    return _encode(
        messages.TableUpdate(
            version=table.version,
            since=since,
            seat=seat,
            status=table.status,
            around=around,
            view=msgspec.Raw(codec.to_json(seen)),
            prompt=None if seat is None else prompt(table, seat, narrator),
            actors=table.awaited,
            events=() if is_aside else events(table.entries, seat, after, narrator),
            chat=chat_lines(table, after, apart),
            chair_changes=chair_changes(table, after),
            clocks=clocks(table),
            now=now,
            undo=undo(table),
            may_take_back=seat is not None and table.may_take_back(seat),
            scores=table.scores(),
            winners=table.winners() if table.status is Status.OVER else (),
            words=None if narrator is None or seen is None else in_words(seen, narrator),
        )
    )


def narrator_at(table: Table, lang: Lang, reader: Seat | None) -> Narrator:
    """The narrator of this table in one language, for the player of a seat."""
    return Narrator(table.game, table.players, lang, reader)


def in_words(view: View, narrator: Narrator) -> messages.ViewText:
    return messages.ViewText(narrator.lang, narrator.names, narrator.view(view))


def table_info(table: Table, yours: tuple[int, ...], host: bool, present: tuple[bool, ...]) -> messages.TableInfo:
    """The chairs and other data around the match, for one reader."""
    return messages.TableInfo(
        chairs=chairs(table),
        yours=yours,
        host=host,
        commitment=table.commitment,
        next_table=table.next_table,
        present=present,
        places=table.places,
        commitments=commitments(table),
        deal=deal(table),
        rating=rating_state(table),
        occasion=occasion(table),
        series=None if table.series is None else messages.SeriesInfo(table.series.matches, table.series.wins),
        muted=tuple(said.number for said in table.chat if said.author in table.muted and said.author.is_known),
    )


def occasion(table: Table) -> messages.OccasionInfo | None:
    """What the table was put up for."""
    found = table.setup.occasion
    return None if found is None else messages.OccasionInfo(found.kind, found.id)


def commitments(table: Table) -> tuple[str | None, ...]:
    """What the devices have committed to; nothing once the match has started: its record will say."""
    return tuple(table.deals.commitments) if table.underlying_status is Status.OPEN else ()


def deal(table: Table) -> messages.DealInfo | None:
    """The deal that is under way, if one is."""
    current = table.deals.current
    if current is None or not table.deals.is_under_way:
        return None
    return messages.DealInfo(current.round, current.commitments, current.missing)


def clocks(table: Table) -> tuple[messages.ClockInfo, ...]:
    """The clocks; none if the table has no time limits."""
    if table.setup.time_limits.seconds is None:
        return ()
    return tuple(messages.ClockInfo(clock.reserve, clock.deadline) for clock in table.clocks)


def prompt(table: Table, seat: Seat, narrator: Narrator | None = None) -> messages.PromptInfo | None:
    """The prompt of a seat, if it has one."""
    asked = table.prompts[seat]
    if asked is None or table.status is not Status.PLAYING:
        return None
    choices = table.match.choices(seat)
    words = None if narrator is None else narrator.choices(choices)
    return messages.PromptInfo(asked, seat, seat not in table.awaited, msgspec.Raw(codec.to_json(choices)), words)


def events(
    entries: list[LoggedEntry], seat: Seat | None, after: int, narrator: Narrator | None = None
) -> tuple[messages.EventMessage, ...]:
    """The events after a row of the log, as the seat may see them."""
    first = len(entries)
    while first and entries[first - 1].number > after:
        first -= 1
    return tuple(
        event_message(logged, place, seen, narrator)
        for logged in entries[first:]
        for place, event in enumerate(logged.entry.events)
        if (seen := event.seen_by(seat)) is not None
    )


def event_message(logged: LoggedEntry, place: int, seen: Event, narrator: Narrator | None) -> messages.EventMessage:
    """An event as a reader sees it. One that is shown in full is the same for all such readers, and made once."""
    if seen is not logged.entry.events[place]:
        message = messages.EventMessage(logged.number, codec.tagged_json(seen))
    elif place in logged.public:
        message = logged.public[place]
    else:
        message = logged.public[place] = messages.EventMessage(logged.number, codec.tagged_json(seen))
    if narrator is None:
        return message
    key = (place, narrator.key)
    if key not in logged.words:
        logged.words[key] = narrator.event(seen)
    return replace(message, words=logged.words[key])


def undo(table: Table) -> messages.UndoInfo | None:
    """The requested undo, if there is one."""
    return None if table.undo is None else messages.UndoInfo(table.undo.seat, tuple(sorted(table.undo.waiting)))


def chat_lines(table: Table, after: int, apart: frozenset[str] = frozenset()) -> tuple[messages.ChatMessage, ...]:
    """The chat after a row of the log, without the lines of these guests."""
    chat = table.chat
    if not chat or chat[-1].number <= after:
        return ()
    return tuple(line(said) for said in chat if said.number > after and said.author.guest not in apart)


def line(said: ChatLine) -> messages.ChatMessage:
    return messages.ChatMessage(said.number, said.seat, said.name, said.text, said.at)


def chair_changes(table: Table, after: int) -> tuple[messages.ChairChangeMessage, ...]:
    """What happened to the chairs after a row of the log."""
    changes = table.chair_changes
    if not changes or changes[-1].number <= after:
        return ()
    return tuple(
        messages.ChairChangeMessage(each.number, each.kind, each.seat, each.by, each.name, each.to)
        for each in changes
        if each.number > after
    )


def chairs(table: Table) -> tuple[messages.ChairInfo, ...]:
    return tuple(chair(seat, seat.author in table.muted and seat.author.is_known) for seat in table.chairs)


def chair(seat: Chair, muted: bool) -> messages.ChairInfo:
    """A seat as everybody may see it, without the guest's id."""
    if not seat.taken and not seat.played_by:
        return messages.ChairInfo("", "empty")
    kind = "bot" if seat.bot else "program" if seat.program else "person"
    return messages.ChairInfo(
        seat.name,
        kind,
        seat.played_by,
        seat.stand_in is not None,
        seat.forfeited,
        muted,
        seat.left,
        seat.away,
        seat.is_member,
    )
