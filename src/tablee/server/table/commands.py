"""What can be asked of a table: each command checks everything, changes nothing, and drafts the rows to be written.

A command that is not allowed raises `Refused`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from tablee.core import codec
from tablee.core.errors import IllegalAction
from tablee.core.fairness import FairRandom, fair_draws
from tablee.core.game import Action
from tablee.core.match import Match
from tablee.core.seat import Seat
from tablee.core.texts import Phrase
from tablee.server.refusals import Refused, Resent, too_fast
from tablee.server.table.chairs import Author
from tablee.server.table.clocks import OnTimeout
from tablee.server.table.table import Draft, Origin, Row, Status, Table

Command = Callable[[Table, float], Draft | None]
"""Something asked of a table at a moment: drafts the rows it takes (None: nothing to do), or raises `Refused`."""

CHAT_LINES: Final = 5
CHAT_SECONDS: Final = 10.0
"""In so many seconds one person may say so many lines, however many tabs and seats he has."""

# Gathering


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
    _must_be(table, Status.OPEN)
    _check_seat(table, seat)
    if table.chairs[seat].taken:
        raise Refused("seat_taken", {"seat": seat + 1})
    data = {"seat": seat, "name": name, "guest": guest, "bot": bot, "program": program}
    return _draft(table, "sit", data, at)


def stand(table: Table, seat: Seat, at: float) -> Draft:
    _must_be(table, Status.OPEN, even_aside=True)
    _check_seat(table, seat)
    return _draft(table, "stand", {"seat": seat}, at)


def start(table: Table, at: float) -> Draft:
    """Everybody sits: the first player is drawn (the chairs are turned), and chance draws what it owes."""
    _must_be(table, Status.OPEN)
    empty = [seat + 1 for seat in table.game.seats if not table.chairs[seat].taken]
    if empty:
        raise Refused("seats_empty", {"seats": ", ".join(map(str, empty)), "count": len(empty)})
    turned = FairRandom(table.setup.secret, "seating").randrange(table.game.players)
    draft = _draft(table, "start", {"turned": turned}, at)
    return _playing(table, draft, Match(table.game), at)


def play_on(
    table: Table,
    chairs: Sequence[Mapping[str, Any]],
    match: Match,
    origin: Origin,
    at: float,
) -> Draft:
    """A match that was played elsewhere up to a step goes on here. Its log says what was copied, and from where."""
    _must_be(table, Status.OPEN)
    rows = [("sit", {"seat": seat, "program": None, **chair}) for seat, chair in enumerate(chairs)]
    rows.append(("start", {"turned": 0, "origin": asdict(origin)}))
    return _playing(table, _drafts(table, rows, at), match, at)


def hand_over(table: Table, seat: Seat, name: str, guest: str, at: float, *, link: str) -> Draft:
    """The seat of somebody who lost the way to it, given to whoever holds the link (of this hash); each works once."""
    _check_seat(table, seat)
    if link in table.used_links:
        raise Refused("bad_link", status=404)
    return _draft(table, "hand_over", {"seat": seat, "name": name, "guest": guest, "link": link}, at)


def leave(table: Table, seat: Seat, bot: str, at: float) -> Draft:
    """Leave for good: before the start the seat is free again, afterwards a bot plays on."""
    if table.stage is Status.OPEN:
        return stand(table, seat, at)
    return stand_in(table, seat, bot, "left", at)


def vanish(table: Table, guest: str, bot: str, at: float) -> Draft | None:
    """Leave all seats for good. A table that only this guest could start is closed; None if there is nothing to do."""
    if table.stage is Status.OPEN and table.setup.host == guest:
        return _draft(table, "close", {}, at)
    if table.stage is Status.OPEN:
        rows: list[tuple[str, Mapping[str, Any]]] = [("stand", {"seat": seat}) for seat in table.seats_of(guest)]
    elif table.stage is Status.PLAYING:
        rows = [("stand_in", _by_bot(seat, bot, "left")) for seat in table.seats_of(guest)]
    else:
        rows = []
    return _drafts(table, rows, at) if rows else None


# Playing


def play(table: Table, seat: Seat, prompt: int, action: Action, at: float) -> Draft:
    """A choice for a prompt; raises `Resent` if exactly this choice was made already."""
    _check_seat(table, seat)
    if table.answered[seat] == (prompt, action):
        raise Resent
    _must_be(table, Status.PLAYING)
    if prompt != table.prompts[seat]:
        raise Refused("not_your_turn" if table.prompts[seat] is None else "stale_prompt")
    match = table.match.copy()
    try:
        match.play(seat, action)
    except IllegalAction as error:
        raise Refused(error.code, error.details, rule=error.rule, texts=error.texts) from None
    return _playing(table, Draft([]), match, at)


def _playing(table: Table, draft: Draft, match: Match, at: float) -> Draft:
    """The draft with the rows of what was played since the table's last entry, and of what chance owes then."""
    match.chance(fair_draws(table.setup.secret))
    for entry in match.log[len(table.entries) :]:
        number = table.version + len(draft.rows) + 1
        data = {"seat": entry.seat, "action": codec.tagged_json(entry.action)}
        draft.rows.append(Row(number, "play", data, at))
    draft.match = match
    return draft


def undo(table: Table, seat: Seat, at: float) -> Draft:
    """Take back one's last choice: at once if nobody acted since, else once those who did agree."""
    _must_be(table, Status.PLAYING)
    _check_seat(table, seat)
    if seat in table.match.may_replace():
        raise Refused("undo_replace")
    log = table.match.log
    mine = [index for index, entry in enumerate(log) if entry.seat == seat and index >= table.copied]
    if not mine:
        raise Refused("undo_nothing")
    keep = mine[-1]
    if any(entry.reveals for entry in log[keep:]):
        raise Refused("undo_revealed")
    since = {entry.seat for entry in log[keep:] if entry.seat != seat}
    waiting = sorted(other for other in since if not table.chairs[other].played_by)
    if waiting:
        return _draft(table, "ask_undo", {"seat": seat, "keep": keep, "waiting": waiting}, at)
    return _draft(table, "undo", {"seat": seat, "keep": keep}, at)


def answer(table: Table, seat: Seat, agree: bool, at: float) -> Draft:
    """Agree or not to the undo somebody asked for."""
    _must_be(table, Status.PLAYING)
    if table.undo is None or seat not in table.undo.waiting:
        raise Refused("undo_not_asked")
    draft = _draft(table, "answer_undo", {"seat": seat, "agree": agree}, at)
    if agree and table.undo.waiting == {seat}:
        data = {"seat": table.undo.seat, "keep": table.undo.keep}
        draft.rows.append(Row(table.version + 2, "undo", data, at))
    return draft


# Absence


def stand_in(table: Table, seat: Seat, bot: str, why: str, at: float) -> Draft:
    """A bot plays for a guest until he is back; for one who was forgotten, to the end."""
    _must_be(table, Status.PLAYING, even_aside=True)
    _check_seat(table, seat)
    if table.chairs[seat].bot is not None:
        raise Refused("not_a_person", {"seat": seat + 1})
    return _draft(table, "stand_in", _by_bot(seat, bot, why), at)


def fill_in(table: Table, at: float, bot: str) -> Draft | None:
    """Bots play for those who were forgotten while nobody could have their seats filled; None if there are none."""
    rows = [("stand_in", _by_bot(seat, bot, "left")) for seat in table.deserted]
    return _drafts(table, rows, at) if rows else None


def back(table: Table, seat: Seat, at: float) -> Draft:
    """The guest is back at his seat."""
    _must_be(table, Status.PLAYING)
    _check_seat(table, seat)
    chair = table.chairs[seat]
    if chair.stand_in is None or chair.forfeited or not chair.taken:
        raise Refused("nobody_stands_in", {"seat": seat + 1})
    return _draft(table, "back", {"seat": seat}, at)


def timeouts(table: Table, at: float, bot: str) -> Draft | None:
    """What becomes of all whose time has run out; None if nobody's has."""
    kind, late = "stand_in", [due for due in table.deadlines() if due[0] <= at]
    if table.setup.pace.on_timeout is OnTimeout.FORFEIT:
        kind, late = "forfeit", _forfeiting(table, late)
    return _drafts(table, [(kind, _by_bot(seat, bot, "time")) for _, seat in late], at) if late else None


def _forfeiting(table: Table, late: Sequence[tuple[float, Seat]]) -> list[tuple[float, Seat]]:
    """Those who are late before the match ends. In the same moment all of them are, whatever their numbers."""
    forfeiting: list[tuple[float, Seat]] = []
    for _, together in groupby(late, key=itemgetter(0)):
        if len(forfeiting) < len(table.standing) - 1:
            forfeiting += together
    return forfeiting


def _by_bot(seat: Seat, bot: str, why: str) -> dict[str, Any]:
    return {"seat": seat, "bot": bot, "why": why}


# Around the match


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
    """Where the same people play on; nothing if they know already."""
    if table.status is not Status.OVER:
        raise Refused("match_not_over")
    if table.next_table is not None:
        return None
    return _draft(table, "rematch", {"table": table_id}, at)


def status(table: Table, kind: str, at: float, **data: Any) -> Draft | None:
    """`close` (not a finished match: its record is for all), `aside` (with a code; once) or `restore`."""
    if kind == "restore" and table.status is not Status.ASIDE:
        raise Refused("not_aside")
    if kind == "aside" and table.status is Status.ASIDE:
        return None
    if (kind != "restore" and table.status is Status.CLOSED) or (kind == "close" and table.stage is Status.OVER):
        raise Refused("wrong_status", {"status": _status_phrase(table)})
    return _draft(table, kind, data, at)


# Checks


def _draft(table: Table, kind: str, data: Mapping[str, Any], at: float) -> Draft:
    return Draft([Row(table.version + 1, kind, data, at)])


def _drafts(table: Table, rows: Sequence[tuple[str, Mapping[str, Any]]], at: float) -> Draft:
    return Draft([Row(table.version + number, *row, at) for number, row in enumerate(rows, start=1)])


def _must_be(table: Table, status: Status, *, even_aside: bool = False) -> None:
    if (table.stage if even_aside else table.status) is not status:
        raise Refused("wrong_status", {"status": _status_phrase(table)})


def _status_phrase(table: Table) -> Phrase:
    return Phrase(f"status.{table.status}")


def _check_seat(table: Table, seat: int) -> None:
    if seat not in table.game.seats:
        raise Refused("unknown_seat", {"seat": seat + 1, "last": table.game.players}, status=404)
