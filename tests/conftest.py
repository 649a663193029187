"""Settings for all tests: hypothesis draws the same examples every time, so a run never depends on luck."""

import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "tablee", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("tablee")

# A run started in the background ignores Ctrl-C, and so would every programme the tests start and press it in.
signal.signal(signal.SIGINT, signal.default_int_handler)
