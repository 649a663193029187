"""How often random tests are repeated: few times by day, many by night (`make nightly`)."""

import os


def repetitions(by_night: int, by_day: int) -> int:
    """The number for this run."""
    return by_night if os.environ.get("TABLEE_NIGHTLY") else by_day
