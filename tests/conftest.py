"""Settings for all tests: hypothesis draws the same examples every time, so a run never depends on luck."""

import gc
import signal
from collections import Counter
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tablee.bots.process_pool import one_thread_each

one_thread_each()
settings.register_profile(
    "tablee", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("tablee")

# A run started in the background ignores Ctrl-C, and so would every programme the tests start and press it in.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT: Final = Path(__file__).parents[1]
MEASURED: Final = tuple(ROOT / folder for folder in ("src", "tests/core", "tests/games", "tests/laws"))


def is_measured(item: pytest.Item) -> bool:
    """Whether what a test covers counts: the engines' own tests do. To measure it takes three times as long.

    Those that are slow then and cover nothing that others do not are not measured, unless they are all the tests that a
    game has: one that was just put into its folder is covered by the laws.
    """
    if not any(item.path.is_relative_to(folder) for folder in MEASURED):
        return False
    if item.get_closest_marker("slow_under_coverage") is None:
        return True
    given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    return "name" in given and not (ROOT / "tests" / "games" / str(given["name"])).exists()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    unmeasured = {item for item in items if not is_measured(item)}
    for item in unmeasured:
        item.add_marker("no_cover")
    # Those that are measured come first: what is worked out once and kept is then worked out while it is measured.
    # Tests in a browser come last, in random order too: Playwright keeps an event loop running in its thread, and after
    # that no asyncio test can run there.
    items.sort(key=lambda item: (item in unmeasured, "browser" in getattr(item, "fixturenames", ())))


def pytest_collection_finish() -> None:
    """Thousands of tests stay in memory to the end: to look through them for garbage again and again takes long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tests skipped because there is no browser or proxy must not go unnoticed among thousands that passed."""
    reasons = Counter(str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", ()))
    for reason, number in reasons.items():
        if "no Chromium" in reason or "no nginx" in reason:
            terminalreporter.write_line(f"{number} TESTS SKIPPED: {reason}", red=True, bold=True)
