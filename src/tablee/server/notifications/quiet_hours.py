"""When somebody may be told something: not in quiet hours, and not more often by e-mail than they want."""

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from tablee.server.store.notification_choices import Channel, ChosenNotifications, Digest

DIGEST_SECONDS: Final = {Digest.NONE: 0.0, Digest.HOUR: 3600.0, Digest.DAY: 86_400.0}
DAY_MINUTES: Final = 24 * 60


def is_zone(name: str) -> bool:
    """Whether a time zone of this name is known."""
    try:
        ZoneInfo(name)
    except (OSError, ValueError):  # not there; or no name of a zone at all
        return False
    return True


def due_at(choices: ChosenNotifications, channel: Channel, now: float) -> float:
    """When something that happened now may be sent."""
    if channel is Channel.EMAIL:
        now = max(now, choices.mailed_at + DIGEST_SECONDS[choices.digest])
    return quiet_end(choices, now)


def quiet_end(choices: ChosenNotifications, moment: float) -> float:
    """The end of the quiet hours that a moment falls into; the moment itself, if it does not.

    Quiet hours are those of the clock on the wall: a night in which the clock is changed is longer or shorter.
    """
    start, end = choices.quiet_from, choices.quiet_until
    if start is None or end is None or start == end:
        return moment
    here = datetime.fromtimestamp(moment, ZoneInfo(choices.zone) if is_zone(choices.zone) else UTC)
    minute = here.hour * 60 + here.minute
    if (minute - start) % DAY_MINUTES >= (end - start) % DAY_MINUTES:
        return moment
    midnight = here.replace(hour=0, minute=0, second=0, microsecond=0)
    day = midnight + timedelta(days=1 if minute >= end else 0)
    ends = day.replace(hour=end // 60, minute=end % 60).timestamp()
    return max(ends, moment + 1.0)
