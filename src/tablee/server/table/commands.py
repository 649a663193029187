"""The commands of a table. Each one checks everything, changes nothing, and drafts the rows to write.

A command that is not allowed raises `Refused`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from tablee.core import codec
from tablee.core.chance import Draws
from tablee.core.errors import IllegalAction
from tablee.core.fairness import ROUNDS, SCHEME, fair_draws, is_committed, seating
from tablee.core.game import Action
from tablee.core.match import Match
from tablee.core.seat import Seat
from tablee.core.texts import Phrase
from tablee.server.refusals import Refused, Resent, too_fast
from tablee.server.table.chairs import Author
from tablee.server.table.clocks import OnTimeout
from tablee.server.table.deal import Deal
from tablee.server.table.rows import Draft, Row
from tablee.server.table.setup import Origin
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status

Command = Callable[[Table, float], Draft | None]
"""Drafts rows for a table at a point in time (None: nothing to do), or raises `Refused`."""

CHAT_LINES: Final = 5
CHAT_SECONDS: Final = 10.0
"""One author may write `CHAT_LINES` lines in this time, however many tabs and seats they have."""

CHAT_CARRIED: Final = 30
"""How many lines of chat come along to a rematch."""

# Before the match


def sit(
    table: Table,
    seat: Seat,
    name: str,
    at: float,
    *,
    guest: str | None = None,
    bot: str | None = None,
    program: str | None = None,
) -> Draft:
    _check_status(table, Status.OPEN)
    _check_seat(table, seat)
    if table.chairs[seat].taken:
        raise Refused("seat_taken", {"seat": seat + 1})
    _check_one_seat(table, guest)
    data = {"seat": seat, "name": name, "guest": guest, "bot": bot, "program": program}
    return _draft(table, "sit", data, at)


def stand(table: Table, seat: Seat, at: float, by: str = "self") -> Draft:
    _check_status(table, Status.OPEN, even_aside=True)
    _check_seat(table, seat)
    return _draft(table, "stand", {"seat": seat, "by": by}, at)


@dataclass(frozen=True)
class ShownPart:
    """A part of the secret, for some seats, from a device that saw these commitments."""

    seats: Sequence[Seat]
    part: bytes
    commitments: Sequence[str | None] | None = None


def commit(table: Table, seats: Sequence[Seat], commitment: str, at: float) -> Draft | None:
    """A device commits to the parts that it will show for its seats. None if it has already."""
    _check_status(table, Status.OPEN)
    _check_not_dealing(table)
    if not seats:
        raise Refused("not_at_table", status=403)
    new = [seat for seat in seats if table.deals.commitments[seat] != commitment]
    rows = [("commit", {"seat": seat, "commitment": commitment}) for seat in new]
    return _drafts(table, rows, at) if rows else None


def start(table: Table, at: float, shown: ShownPart | None = None) -> Draft:
    """Start the match, if no device has committed to a part of the secret. Else the commitments are fixed: the match
    begins when all parts have been shown."""
    _check_status(table, Status.OPEN)
    _check_not_dealing(table)
    empty = [seat + 1 for seat in table.game.seats if not table.chairs[seat].taken]
    if empty:
        raise Refused("seats_empty", {"seats": ", ".join(map(str, empty)), "count": len(empty)})
    if shown is not None and (shown.commitments is None or [*shown.commitments] != table.deals.commitments):
        raise Refused("deal_changed")
    draft = _draft(table, "deal", {}, at)
    dealing = _after(table, draft)
    if shown is not None:
        draft = draft.followed_by(Draft(_reveal_rows(dealing, shown, at)))
    return _begun_if_complete(table, draft, at)


def reveal(table: Table, shown: ShownPart, at: float) -> Draft:
    """A device shows its part. The match begins with the last one."""
    if not table.deals.is_under_way:
        raise Refused("not_dealing")
    return _begun_if_complete(table, Draft(_reveal_rows(table, shown, at)), at)


def _reveal_rows(table: Table, shown: ShownPart, at: float) -> list[Row]:
    deal = table.deals.current
    fitting = [
        seat
        for seat in shown.seats
        if deal
        and (committed := deal.commitments[seat]) is not None
        and is_committed(shown.part, deal.round, committed)
    ]
    if not fitting or deal is None:
        raise Refused("bad_part", status=400)
    missing = [seat for seat in fitting if seat in deal.missing]
    if not missing:
        raise Resent
    rows = [("reveal", {"seat": seat, "part": shown.part.hex()}) for seat in missing]
    return _drafts(table, rows, at).rows


def redeal(table: Table, at: float) -> Draft | None:
    """Begin the deal again, without those who did not show their part in time; None if there is still time."""
    deal = table.deals.current
    if deal is None or not table.deals.is_under_way or at < deal.due:
        return None
    is_last = deal.round + 2 > ROUNDS
    missing = [seat for seat in table.game.seats if is_last or seat in deal.missing]
    return _begun_if_complete(table, _draft(table, "redeal", {"missing": missing}, at), at)


def _begun_if_complete(table: Table, draft: Draft, at: float) -> Draft:
    """The draft, and the start of the match if no part is missing any more. Chance decides who sits where."""
    deal = _after(table, draft).deals.current
    if deal is None or deal.missing:
        return draft
    if not any(deal.commitments):
        draft.rows = [row for row in draft.rows if row.kind != "deal"]
    secret = deal.all_parts(table.setup.secret).secret
    order = seating(secret, table.game.players)
    number = table.version + len(draft.rows) + 1
    draft.rows.append(Row(number, "start", {"scheme": SCHEME, "order": order}, at))
    return _with_plays(table, draft, Match(table.game), at, fair_draws(secret))


def _after(table: Table, draft: Draft) -> Table:
    """A copy of the table after a draft."""
    after = table.copy()
    after.apply_draft(draft)
    return after


def continue_match(
    table: Table,
    chairs: Sequence[Mapping[str, Any]],
    match: Match,
    origin: Origin,
    at: float,
) -> Draft:
    """Continue a match that was played elsewhere up to a step. The log says what was copied, and from where.

    It is for practice: the house draws alone."""
    _check_status(table, Status.OPEN)
    rows = [("sit", {"seat": seat, "program": None, **chair}) for seat, chair in enumerate(chairs)]
    order = list(table.game.seats)
    rows.append(("start", {"scheme": SCHEME, "order": order, "origin": asdict(origin)}))
    alone = Deal((None,) * table.game.players, at).all_parts(table.setup.secret)
    return _with_plays(table, _drafts(table, rows, at), match, at, fair_draws(alone.secret))


def note_link(table: Table, seat: Seat, link: str, at: float) -> Draft:
    """The host has made a link (of this hash) that gives a seat away; earlier ones to this seat work no longer."""
    _check_status(table, Status.PLAYING, even_aside=True)
    return _draft(table, "link", {"seat": seat, "link": link, "by": "host"}, at)


def transfer_seat(table: Table, seat: Seat, name: str, guest: str, at: float, *, link: str) -> Draft:
    """Give a seat to the guest who opened a link (of this hash). Each link works once, and only during the match."""
    _check_seat(table, seat)
    if link in table.used_links or table.seat_links.get(seat, link) != link:
        raise Refused("bad_link", status=404)
    _check_status(table, Status.PLAYING, even_aside=True)
    if table.chairs[seat].guest != guest:
        _check_absent(table, seat, table.setup.host)
        _check_one_seat(table, guest)
    return _draft(table, "hand_over", {"seat": seat, "name": name, "guest": guest, "link": link, "by": "host"}, at)


def leave(table: Table, seat: Seat, bot: str, at: float) -> Draft:
    """Leave for good: before the start the seat becomes free, afterwards a bot plays on."""
    if table.underlying_status is Status.OPEN:
        return stand(table, seat, at)
    return stand_in(table, seat, bot, "left", at)


def remove_guest(table: Table, guest: str, bot: str, at: float) -> Draft | None:
    """Leave all seats for good. An open table of which this guest is the host is closed."""
    if table.underlying_status is Status.OPEN and table.setup.host == guest:
        return _draft(table, "close", {}, at)
    if table.underlying_status is Status.OPEN:
        rows: list[tuple[str, Mapping[str, Any]]] = [("stand", {"seat": seat}) for seat in table.seats_of(guest)]
    elif table.underlying_status is Status.PLAYING:
        rows = [("stand_in", _bot_data(seat, bot, "left")) for seat in table.seats_of(guest)]
    else:
        rows = []
    return _drafts(table, rows, at) if rows else None


# During the match


def play(table: Table, seat: Seat, prompt: int, action: Action, at: float) -> Draft:
    """A choice for a prompt; raises `Resent` if exactly this choice was already made."""
    _check_seat(table, seat)
    if table.answered[seat] == (prompt, action):
        raise Resent
    _check_status(table, Status.PLAYING)
    if prompt != table.prompts[seat]:
        raise Refused("not_your_turn" if table.prompts[seat] is None else "stale_prompt")
    match = table.match.copy()
    try:
        match.play(seat, action)
    except IllegalAction as error:
        raise Refused(error.code, error.details, rule=error.rule, texts=error.texts) from None
    return _with_plays(table, Draft([]), match, at, table.draws)


def _with_plays(table: Table, draft: Draft, match: Match, at: float, draws: Draws) -> Draft:
    """Draw chance as needed, and add a row for each entry of the match that the table does not have yet."""
    match.chance(draws)
    for entry in match.log[len(table.entries) :]:
        number = table.version + len(draft.rows) + 1
        data = {"seat": entry.seat, "action": codec.tagged_json(entry.action)}
        draft.rows.append(Row(number, "play", data, at))
    draft.match = match
    return draft


def undo(table: Table, seat: Seat, at: float) -> Draft:
    """Take back the seat's last choice: immediately if nobody has acted since, else after those who did agree."""
    _check_status(table, Status.PLAYING)
    _check_seat(table, seat)
    keep = table.last_choice(seat)
    acted_since = {entry.seat for entry in table.match.log[keep:] if entry.seat != seat}
    waiting = sorted(other for other in acted_since if not table.chairs[other].played_by)
    if waiting:
        return _draft(table, "ask_undo", {"seat": seat, "keep": keep, "waiting": waiting}, at)
    return _draft(table, "undo", {"seat": seat, "keep": keep}, at)


def answer_undo(table: Table, seat: Seat, agree: bool, at: float) -> Draft:
    """Agree or not to a requested undo."""
    _check_status(table, Status.PLAYING)
    if table.undo is None or seat not in table.undo.waiting:
        raise Refused("undo_not_asked")
    draft = _draft(table, "answer_undo", {"seat": seat, "agree": agree}, at)
    if agree and table.undo.waiting == {seat}:
        data = {"seat": table.undo.seat, "keep": table.undo.keep}
        draft.rows.append(Row(table.version + 2, "undo", data, at))
    return draft


# Absence


def stand_in(table: Table, seat: Seat, bot: str, why: str, at: float) -> Draft:
    """A bot plays for a guest until they are back; for a forgotten one, to the end. The host may have it play only for
    somebody who is absent."""
    _check_status(table, Status.PLAYING, even_aside=True)
    _check_seat(table, seat)
    if table.chairs[seat].bot is not None:
        raise Refused("not_a_person", {"seat": seat + 1})
    if why == "host":
        _check_absent(table, seat, table.setup.host)
    return _draft(table, "stand_in", _bot_data(seat, bot, why), at)


def replace_forgotten_guests(table: Table, at: float, bot: str) -> Draft | None:
    """Bots play for guests who were forgotten while the table could not be changed; None if there are none."""
    rows = [("stand_in", _bot_data(seat, bot, "left")) for seat in table.abandoned_seats]
    return _drafts(table, rows, at) if rows else None


def note_presence(table: Table, seats: Sequence[Seat], at: float, *, away: bool) -> Draft | None:
    """Note that some have been away for long, or are here again; None if that is known."""
    if table.status is not Status.PLAYING:
        return None
    kind = "away" if away else "here"
    news = [seat for seat in seats if (table.chairs[seat].is_expected if away else table.chairs[seat].away)]
    return _drafts(table, [(kind, {"seat": seat, "by": "self"}) for seat in news], at) if news else None


def return_to_seat(table: Table, seat: Seat, at: float, by: str = "self") -> Draft | None:
    """The guest plays the seat again: at once, or once the bot has made the choice for which time ran out."""
    _check_status(table, Status.PLAYING)
    _check_seat(table, seat)
    chair = table.chairs[seat]
    if chair.stand_in is None or chair.forfeited or not chair.taken:
        raise Refused("nobody_stands_in", {"seat": seat + 1})
    return None if chair.is_returning else _draft(table, "back", {"seat": seat, "by": by}, at)


def skip_time(table: Table, since: float, until: float, at: float) -> Draft | None:
    """Do not count the time in which the house was down; None if no clock was running then, or that is done."""
    is_running = any(clock.since is not None and clock.since < until for clock in table.clocks)
    if table.setup.pace.seconds is None or not is_running or since <= table.skipped_since:
        return None
    return _draft(table, "skip", {"since": since, "until": until}, at)


def timeouts(table: Table, at: float, bot: str) -> Draft | None:
    """Stand-ins or forfeits for all seats whose time has run out; None if there are none."""
    kind, late = "stand_in", [due for due in table.deadlines() if due[0] <= at]
    if table.setup.pace.on_timeout is OnTimeout.FORFEIT:
        kind, late = "forfeit", _before_the_end(table, late)
    return _drafts(table, [(kind, _bot_data(seat, bot, "time")) for _, seat in late], at) if late else None


def _before_the_end(table: Table, late: Sequence[tuple[float, Seat]]) -> list[tuple[float, Seat]]:
    """Only those who forfeit before the match ends by it. Seats with the same deadline forfeit together."""
    forfeiting: list[tuple[float, Seat]] = []
    for _, together in groupby(late, key=itemgetter(0)):
        if len(forfeiting) < len(table.remaining_seats) - 1:
            forfeiting += together
    return forfeiting


def _bot_data(seat: Seat, bot: str, why: str) -> dict[str, Any]:
    return {"seat": seat, "bot": bot, "why": why}


# Chat, rematch, status


def chat(table: Table, text: str, at: float, *, name: str, author: Author, seat: Seat | None) -> Draft:
    if author in table.muted:
        raise Refused("muted", status=403)
    lines = [said.at for said in table.chat if said.author == author and said.at > at - CHAT_SECONDS]
    if len(lines) >= CHAT_LINES:
        raise too_fast(lines[-CHAT_LINES] + CHAT_SECONDS - at)
    return _draft(table, "chat", {"seat": seat, "name": name, "text": text, **asdict(author)}, at)


def mute(table: Table, author: Author, on: bool, at: float) -> Draft:
    return _draft(table, "mute", {**asdict(author), "on": on}, at)


def rematch(table: Table, table_id: str, at: float) -> Draft | None:
    """Link to the table of the rematch; None if there is a link already."""
    if table.status is not Status.OVER:
        raise Refused("match_not_over")
    if table.next_table is not None:
        return None
    return _draft(table, "rematch", {"table": table_id}, at)


def carry_over(table: Table, before: Table, at: float) -> Draft:
    """Take the series of matches, the newest lines of chat and who is muted over from the match before."""
    series = before.series_after
    told = {"matches": series.matches, "wins": list(series.wins), "places": list(before.places)}
    rows = [Row(table.version + 1, "series", told, at)]
    chat = [
        ("chat", {"seat": said.seat, "name": said.name, "text": said.text, **asdict(said.author)}, said.at)
        for said in before.chat[-CHAT_CARRIED:]
    ]
    muted = [
        ("mute", {**asdict(author), "on": True}, at) for author in sorted(before.muted, key=repr) if author.is_known
    ]
    rows += [Row(table.version + 2 + number, *row) for number, row in enumerate(chat + muted)]
    return Draft(rows)


def change_status(table: Table, kind: str, at: float, **data: Any) -> Draft | None:
    """`close` (not after the match: its record stays public), `aside` (with a code) or `restore`."""
    if kind == "restore" and table.status is not Status.ASIDE:
        raise Refused("not_aside")
    if kind == "aside" and table.status is Status.ASIDE:
        return None
    if (kind != "restore" and table.status is Status.CLOSED) or (
        kind == "close" and table.underlying_status is Status.OVER
    ):
        raise Refused("wrong_status", {"status": _status_phrase(table)})
    return _draft(table, kind, data, at)


# Checks


def _draft(table: Table, kind: str, data: Mapping[str, Any], at: float) -> Draft:
    return Draft([Row(table.version + 1, kind, data, at)])


def _drafts(table: Table, rows: Sequence[tuple[str, Mapping[str, Any]]], at: float) -> Draft:
    return Draft([Row(table.version + number, *row, at) for number, row in enumerate(rows, start=1)])


def _check_status(table: Table, status: Status, *, even_aside: bool = False) -> None:
    if (table.underlying_status if even_aside else table.status) is not status:
        raise Refused("wrong_status", {"status": _status_phrase(table)})


def _check_absent(table: Table, seat: Seat, host: str | None) -> None:
    """Nobody acts for a person who is there. What hosts do with a seat of their own is up to them."""
    chair = table.chairs[seat]
    if not (chair.away or chair.left or not chair.taken or (host is not None and chair.guest == host)):
        raise Refused("still_here", {"seat": seat + 1})


def _check_one_seat(table: Table, guest: str | None) -> None:
    if not table.setup.one_device and table.seats_of(guest):
        raise Refused("one_seat")


def _check_not_dealing(table: Table) -> None:
    if table.deals.is_under_way:
        raise Refused("dealing")


def _status_phrase(table: Table) -> Phrase:
    return Phrase(f"status.{table.status}")


def _check_seat(table: Table, seat: int) -> None:
    if seat not in table.game.seats:
        raise Refused("unknown_seat", {"seat": seat + 1, "last": table.game.players}, status=404)
