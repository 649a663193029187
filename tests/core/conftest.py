"""What the tests of the kernel share."""

import pytest
from tests.core.toy import Toy

from tablee.core import registry
from tablee.core.manifest import Manifest


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    """The toy game, in the house for one test."""
    monkeypatch.setitem(registry.manifests(), Toy.name, Manifest(Toy))
    return Toy()
