"""Settings for all tests: hypothesis draws the same examples every time, so a run never depends on luck."""

import signal

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "tablee", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("tablee")

# A run started in the background ignores Ctrl-C, and so would every programme the tests start and press it in.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tests skipped for want of a browser must not go unnoticed among thousands that passed."""
    skipped = [report for report in terminalreporter.stats.get("skipped", ()) if "no Chromium" in str(report.longrepr)]
    if skipped:
        terminalreporter.write_line(f"{len(skipped)} TESTS SKIPPED: {skipped[0].longrepr[2]}", red=True, bold=True)
