"""Nim: take matches from a heap; whoever takes the last one wins."""

from tablee.core.manifest import Manifest

from .bot import NimHeuristic
from .rules import Nim

MANIFEST = Manifest(Nim, minutes=(1, 5), age=5, hidden=False, bot=NimHeuristic, table="table")
