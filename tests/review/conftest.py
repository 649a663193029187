"""The toy games in the house."""

import pytest
from tests import toys
from tests.review.dice_match import ToyDice

from tablee.core import registry
from tablee.core.manifest import Manifest


@pytest.fixture(autouse=True)
def _with_toys(monkeypatch: pytest.MonkeyPatch) -> None:
    toys.register_toys(monkeypatch)
    monkeypatch.setitem(registry.manifests(), ToyDice.name, Manifest(ToyDice))
