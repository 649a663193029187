"""The toy games in the house: tests that need just any game use these, not one of the house's own."""

import os
from pathlib import Path
from typing import Final

import pytest
from tests.toy_auction import ToyAuction
from tests.toy_nim import CursedNim, ToyNim

from tablee.core import registry
from tablee.core.manifest import Manifest

MANIFESTS: Final = (
    Manifest(ToyAuction, minutes=(1, 2), at_once=True),
    Manifest(ToyNim, hidden=False),
    Manifest(CursedNim, hidden=False),
)
PROGRAM: Final = "tests.tablee_with_toys"
"""Run as `python -m` with `search_path()`, it is `tablee` with the toy games."""


def register_toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """For one test, in this process."""
    for manifest in MANIFESTS:
        monkeypatch.setitem(registry.manifests(), manifest.name, manifest)


def keep_toys() -> None:
    """For as long as this process runs."""
    for manifest in MANIFESTS:
        registry.register(manifest)


def search_path() -> dict[str, str]:
    """The variable by which another process finds the toys."""
    root = str(Path(__file__).parents[1])
    return {"PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))}
