"""The commands of the deal: devices commit to parts of the secret and show them, and the match begins."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablee.core.fairness import ROUNDS, SCHEME, fair_draws, is_committed, seating
from tablee.core.match import Match
from tablee.core.seat import Seat
from tablee.server.refusals import Refused, Resent
from tablee.server.table.clocks import OnTimeout
from tablee.server.table.command_parts import check_not_dealing, check_status, draft_row, draft_rows, with_plays
from tablee.server.table.rows import Draft, Row
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status


@dataclass(frozen=True)
class ShownPart:
    """A part of the secret, for some seats, from a device that saw these commitments."""

    seats: Sequence[Seat]
    part: bytes
    commitments: Sequence[str | None] | None = None


def commit(table: Table, seats: Sequence[Seat], commitment: str, at: float) -> Draft | None:
    """A device commits to the parts that it will show for its seats. None if it has already."""
    check_status(table, Status.OPEN)
    check_not_dealing(table)
    if not seats:
        raise Refused("not_at_table", status=403)
    new = [seat for seat in seats if table.deals.commitments[seat] != commitment]
    rows = [("commit", {"seat": seat, "commitment": commitment}) for seat in new]
    return draft_rows(table, rows, at) if rows else None


def start(table: Table, at: float, shown: ShownPart | None = None) -> Draft:
    """Start the match, if no device has committed to a part of the secret. Else the commitments are fixed: the match
    begins when all parts have been shown."""
    check_status(table, Status.OPEN)
    check_not_dealing(table)
    empty = [seat + 1 for seat in table.game.seats if not table.chairs[seat].taken]
    if empty:
        raise Refused("seats_empty", {"seats": ", ".join(map(str, empty)), "count": len(empty)})
    if shown is not None and (shown.commitments is None or [*shown.commitments] != table.deals.commitments):
        raise Refused("deal_changed")
    draft = draft_row(table, "deal", {}, at)
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
    return draft_rows(table, rows, at).rows


def redeal(table: Table, at: float) -> Draft | None:
    """Begin the deal again, without those who did not show their part in time; None if there is still time."""
    deal = table.deals.current
    if deal is None or not table.deals.is_under_way or at < deal.due:
        return None
    is_last = deal.round + 2 > ROUNDS
    missing = [seat for seat in table.game.seats if is_last or seat in deal.missing]
    return _begun_if_complete(table, draft_row(table, "redeal", {"missing": missing}, at), at)


def _begun_if_complete(table: Table, draft: Draft, at: float) -> Draft:
    """The draft, and the start of the match if no part is missing any more. Chance decides who sits where, except in a
    tournament."""
    deal = _after(table, draft).deals.current
    if deal is None or deal.missing:
        return draft
    if not any(deal.commitments):
        draft.rows = [row for row in draft.rows if row.kind != "deal"]
    secret = deal.all_parts(table.setup.secret).secret
    order = [*table.game.seats] if table.setup.gives_seats else seating(secret, table.game.players)
    missing = no_shows(table)
    for kind, data in [("start", {"scheme": SCHEME, "order": order}), *missing]:
        draft.rows.append(Row(table.version + len(draft.rows) + 1, kind, data, at))
    if _after(table, draft).status is Status.OVER:
        return draft  # those who came win
    return with_plays(table, draft, Match(table.game), at, fair_draws(secret))


def no_shows(table: Table) -> list[tuple[str, dict[str, Any]]]:
    """What happens with the seats of those who have not come to their match of a tournament. If nobody has, all
    forfeit."""
    occasion = table.setup.occasion
    missing = [seat for seat in table.game.seats if table.chairs[seat].away]
    if occasion is None or occasion.no_show is None or not missing:
        return []
    is_empty = all(table.chairs[seat].away or table.chairs[seat].bot for seat in table.game.seats)
    kind = "forfeit" if is_empty or occasion.no_show is OnTimeout.FORFEIT else "stand_in"
    return [(kind, {"seat": seat, "bot": occasion.level, "why": "absent"}) for seat in missing]


def _after(table: Table, draft: Draft) -> Table:
    """A copy of the table after a draft."""
    after = table.copy()
    after.apply_draft(draft)
    return after
