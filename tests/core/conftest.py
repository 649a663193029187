"""What the tests of the kernel share."""

import pytest
from tests.core.toy import Toy

from tablee.core import registry


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    """The toy game, in the house for one test."""
    monkeypatch.setitem(registry._games, Toy.name, Toy)
    return Toy()
