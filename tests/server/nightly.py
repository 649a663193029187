"""How long the tests take their time: by day, or by night (`make nightly`)."""

import os


def nightly(by_night: int, by_day: int) -> int:
    """How often something is tried."""
    return by_night if os.environ.get("TABLEE_NIGHTLY") else by_day
