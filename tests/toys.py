"""The toy games, put into the house for a test: tests that need just any game use these, not one of the house."""

import pytest
from tests.toy_auction import ToyAuction
from tests.toy_nim import CursedNim, ToyNim

from tablee.core import registry
from tablee.core.manifest import Manifest

MANIFESTS = (
    Manifest(ToyAuction, minutes=(1, 2), at_once=True),
    Manifest(ToyNim, hidden=False),
    Manifest(CursedNim, hidden=False),
)


def register_toys(monkeypatch: pytest.MonkeyPatch) -> None:
    for manifest in MANIFESTS:
        monkeypatch.setitem(registry.manifests(), manifest.name, manifest)
