"""Settings for all tests: hypothesis draws the same examples every time, so a run never depends on luck."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "tablee", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("tablee")
