"""What the tests of all games share."""

from functools import partial

import pytest
from tests.golden import Golden, check_golden


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate-golden", action="store_true", help="write the golden files of the games anew")


@pytest.fixture
def golden(pytestconfig: pytest.Config) -> Golden:
    """Checks a golden replay; see tests/golden.py."""
    return partial(check_golden, regenerate=pytestconfig.getoption("--regenerate-golden", default=False))
