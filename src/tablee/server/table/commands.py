"""The commands of a table; those of the deal are in deal_commands.py.

Each one checks everything, changes nothing, and drafts the rows to write. One that is not allowed raises `Refused`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from tablee.core.errors import IllegalAction
from tablee.core.fairness import SCHEME, fair_draws
from tablee.core.game import Action
from tablee.core.match import Match
from tablee.core.seat import Seat
from tablee.server.refusals import Refused, Resent, too_fast
from tablee.server.table.chairs import Author
from tablee.server.table.clocks import OnTimeout
from tablee.server.table.command_parts import (
    check_absent,
    check_one_seat,
    check_seat,
    check_seats_free,
    check_status,
    draft_row,
    draft_rows,
    status_phrase,
    with_plays,
)
from tablee.server.table.deal import Deal
from tablee.server.table.rows import Draft, Row
from tablee.server.table.setup import Origin
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status
from tablee.server.table.undo import last_choice, others_with_a_say

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
    member: bool = False,
) -> Draft:
    check_status(table, Status.OPEN)
    check_seats_free(table)
    check_seat(table, seat)
    if table.chairs[seat].taken:
        raise Refused("seat_taken", {"seat": seat + 1})
    check_one_seat(table, guest)
    if table.setup.rated and bot is None and not member:
        raise Refused("rated_members_only", status=403)
    data = {"seat": seat, "name": name, "guest": guest, "bot": bot, "program": program}
    return draft_row(table, "sit", data | ({"member": True} if member else {}), at)


def stand(table: Table, seat: Seat, at: float, by: str = "self") -> Draft:
    check_status(table, Status.OPEN, even_aside=True)
    check_seats_free(table)
    check_seat(table, seat)
    return draft_row(table, "stand", {"seat": seat, "by": by}, at)


def seat_players(table: Table, chairs: Sequence[Mapping[str, Any]], at: float) -> Draft | None:
    """Seat all players of a match of a tournament who do not sit there; None if all do. People are away until they
    come."""
    empty = [(seat, chair) for seat, chair in enumerate(chairs) if not table.chairs[seat].taken]
    if not empty or table.status is not Status.OPEN:
        return None
    rows = [("sit", {"seat": seat, "program": None, **chair}) for seat, chair in empty]
    rows += [("away", {"seat": seat, "by": "self"}) for seat, chair in empty if chair["guest"] is not None]
    return draft_rows(table, rows, at)


def continue_match(
    table: Table,
    chairs: Sequence[Mapping[str, Any]],
    match: Match,
    origin: Origin,
    at: float,
) -> Draft:
    """Continue a match that was played elsewhere up to a step. The log says what was copied, and from where.

    It is for practice: the house draws alone."""
    check_status(table, Status.OPEN)
    rows = [("sit", {"seat": seat, "program": None, **chair}) for seat, chair in enumerate(chairs)]
    order = list(table.game.seats)
    rows.append(("start", {"scheme": SCHEME, "order": order, "origin": asdict(origin)}))
    alone = Deal((None,) * table.game.players, at).all_parts(table.setup.secret)
    return with_plays(table, draft_rows(table, rows, at), match, at, fair_draws(alone.secret))


def note_link(table: Table, seat: Seat, link: str, at: float) -> Draft:
    """The host has made a link (of this hash) that gives a seat away; earlier ones to this seat work no longer."""
    check_status(table, Status.PLAYING, even_aside=True)
    return draft_row(table, "link", {"seat": seat, "link": link, "by": "host"}, at)


def transfer_seat(
    table: Table,
    seat: Seat,
    name: str,
    guest: str,
    at: float,
    *,
    link: str,
    member: bool = False,
    may_be_here: bool = False,
) -> Draft:
    """Give a seat to the guest who opened a link (of this hash). Each link works once, and only during the match."""
    check_seat(table, seat)
    if link in table.used_links or table.seat_links.get(seat, link) != link:
        raise Refused("bad_link", status=404)
    check_status(table, Status.PLAYING, even_aside=True)
    if table.chairs[seat].guest != guest:
        if table.setup.rated:
            raise Refused("rated_seat_stays")
        check_absent(table, seat, may_be_here=may_be_here)
        check_one_seat(table, guest)
    data = {"seat": seat, "name": name, "guest": guest, "link": link, "by": "host"}
    return draft_row(table, "hand_over", data | ({"member": True} if member else {}), at)


def leave(table: Table, seat: Seat, bot: str, at: float) -> Draft:
    """Leave for good: before the start the seat becomes free, afterwards a bot plays on."""
    if table.underlying_status is Status.OPEN:
        return stand(table, seat, at)
    return stand_in(table, seat, bot, "left", at)


def remove_guest(table: Table, guest: str, bot: str, at: float) -> Draft | None:
    """Leave all seats for good. An open table of which this guest is the host is closed. A match of a tournament is
    not kept waiting: a bot sits there."""
    if table.underlying_status is Status.OPEN and table.setup.host == guest:
        return draft_row(table, "close", {}, at)
    return _leave_seats(table, guest, bot, at)


def keep_one_seat(table: Table, guest: str, into: str, bot: str, at: float) -> Draft | None:
    """A guest turns out to be somebody who has a seat here, too: that one stays, and the guest's is left for good."""
    if table.setup.one_device or not table.seats_of(into):
        return None
    return _leave_seats(table, guest, bot, at)


def _leave_seats(table: Table, guest: str, bot: str, at: float) -> Draft | None:
    if table.underlying_status is Status.OPEN:
        seats = table.seats_of(guest)
        rows: list[tuple[str, Mapping[str, Any]]] = [("stand", {"seat": seat}) for seat in seats]
        if table.setup.gives_seats:
            sitting = {"name": "", "guest": None, "bot": bot, "program": None}
            rows += [("sit", {"seat": seat, **sitting}) for seat in seats]
    elif table.underlying_status is Status.PLAYING:
        rows = [("stand_in", _bot_data(seat, bot, "left")) for seat in table.seats_of(guest)]
    else:
        rows = []
    return draft_rows(table, rows, at) if rows else None


# During the match


def play(table: Table, seat: Seat, prompt: int, action: Action, at: float) -> Draft:
    """A choice for a prompt; raises `Resent` if exactly this choice was already made."""
    check_seat(table, seat)
    if table.answered[seat] == (prompt, action):
        raise Resent
    check_status(table, Status.PLAYING)
    if prompt != table.prompts[seat]:
        raise Refused("not_your_turn" if table.prompts[seat] is None else "stale_prompt")
    match = table.match.copy()
    try:
        match.play(seat, action)
    except IllegalAction as error:
        raise Refused(error.code, error.details, rule=error.rule, texts=error.texts) from None
    return with_plays(table, Draft([]), match, at, table.draws)


def undo(table: Table, seat: Seat, at: float) -> Draft:
    """Take back the seat's last choice: immediately if nobody has acted since, else after those who did agree."""
    check_status(table, Status.PLAYING)
    check_seat(table, seat)
    keep = last_choice(table.match, table.copied, seat)
    if table.counts_for_ratings:
        # It switches the rating off for everybody. Nobody does that alone, or a loss could be called off.
        waiting = others_with_a_say(table.chairs, seat)
        if not waiting:
            raise Refused("rated_no_undo")
    else:
        asked = {entry.seat for entry in table.match.log[keep:]}
        waiting = sorted(other for other in asked - {seat} if not table.chairs[other].played_by)
    if waiting:
        return draft_row(table, "ask_undo", {"seat": seat, "keep": keep, "waiting": waiting}, at)
    return draft_row(table, "undo", {"seat": seat, "keep": keep}, at)


def answer_undo(table: Table, seat: Seat, agree: bool, at: float) -> Draft:
    """Agree or not to a requested undo."""
    check_status(table, Status.PLAYING)
    if table.undo is None or seat not in table.undo.waiting:
        raise Refused("undo_not_asked")
    draft = draft_row(table, "answer_undo", {"seat": seat, "agree": agree}, at)
    if agree and table.undo.waiting == {seat}:
        data = {"seat": table.undo.seat, "keep": table.undo.keep}
        draft.rows.append(Row(table.version + 2, "undo", data, at))
    return draft


# Absence


def stand_in(table: Table, seat: Seat, bot: str, why: str, at: float, *, may_be_here: bool = False) -> Draft:
    """A bot plays for a guest until they are back; for a forgotten one, to the end. The host may have it play only for
    an absent player, and never in a rated match: there, a player replaced by a bot at the end is last."""
    check_status(table, Status.PLAYING, even_aside=True)
    check_seat(table, seat)
    if table.chairs[seat].bot is not None:
        raise Refused("not_a_person", {"seat": seat + 1})
    if why == "host":
        if table.setup.rated:
            raise Refused("rated_no_stand_in")
        check_absent(table, seat, may_be_here=may_be_here)
    return draft_row(table, "stand_in", _bot_data(seat, bot, why), at)


def replace_forgotten_guests(table: Table, at: float, bot: str) -> Draft | None:
    """Bots play for guests who were forgotten while the table could not be changed; None if there are none."""
    rows = [("stand_in", _bot_data(seat, bot, "left")) for seat in table.abandoned_seats]
    return draft_rows(table, rows, at) if rows else None


def note_presence(table: Table, seats: Sequence[Seat], at: float, *, away: bool) -> Draft | None:
    """Note that some have been away for long, or are here again; None if that is known. Before a match only
    `seat_players` notes absences."""
    if table.status is not Status.PLAYING and (away or table.status is not Status.OPEN):
        return None
    kind = "away" if away else "here"
    news = [seat for seat in seats if (table.chairs[seat].is_expected if away else table.chairs[seat].away)]
    return draft_rows(table, [(kind, {"seat": seat, "by": "self"}) for seat in news], at) if news else None


def return_to_seat(table: Table, seat: Seat, at: float, by: str = "self") -> Draft | None:
    """The guest plays the seat again: at once, or once the bot has made the choice for which time ran out."""
    check_status(table, Status.PLAYING)
    check_seat(table, seat)
    chair = table.chairs[seat]
    if chair.stand_in is None or chair.forfeited or not chair.taken:
        raise Refused("nobody_stands_in", {"seat": seat + 1})
    return None if chair.is_returning else draft_row(table, "back", {"seat": seat, "by": by}, at)


def skip_time(table: Table, since: float, until: float, at: float) -> Draft | None:
    """Do not count the time in which the house was down; None if no clock was running then, or that is done."""
    is_running = any(clock.since is not None and clock.since < until for clock in table.clocks)
    if table.setup.time_limits.seconds is None or not is_running or since <= table.skipped_since:
        return None
    return draft_row(table, "skip", {"since": since, "until": until}, at)


def timeouts(table: Table, at: float, bot: str) -> Draft | None:
    """Stand-ins or forfeits for all seats whose time has run out; None if there are none."""
    kind, late = "stand_in", [due for due in table.deadlines() if due[0] <= at]
    if table.setup.time_limits.on_timeout is OnTimeout.FORFEIT:
        kind, late = "forfeit", _before_the_end(table, late)
    return draft_rows(table, [(kind, _bot_data(seat, bot, "time")) for _, seat in late], at) if late else None


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
    return draft_row(table, "chat", {"seat": seat, "name": name, "text": text, **asdict(author)}, at)


def mute(table: Table, author: Author, on: bool, at: float) -> Draft:
    return draft_row(table, "mute", {**asdict(author), "on": on}, at)


def rematch(table: Table, table_id: str, at: float) -> Draft | None:
    """Link to the table of the rematch; None if there is a link already."""
    if table.status is not Status.OVER:
        raise Refused("match_not_over")
    if table.next_table is not None:
        return None
    return draft_row(table, "rematch", {"table": table_id}, at)


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


def close(table: Table, at: float) -> Draft | None:
    """The host closes the table; not in the middle of a rated match, or it could be called off."""
    if table.setup.rated and table.underlying_status is Status.PLAYING:
        raise Refused("rated_no_close")
    return change_status(table, "close", at)


def change_status(table: Table, kind: str, at: float, **data: Any) -> Draft | None:
    """`close` (not after the match: its record stays public), `aside` (with a code) or `restore`."""
    if kind == "restore" and table.status is not Status.ASIDE:
        raise Refused("not_aside")
    if kind == "aside" and table.status is Status.ASIDE:
        return None
    if (kind != "restore" and table.status is Status.CLOSED) or (
        kind == "close" and table.underlying_status is Status.OVER
    ):
        raise Refused("wrong_status", {"status": status_phrase(table)})
    return draft_row(table, kind, data, at)
