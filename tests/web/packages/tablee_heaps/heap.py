"""A game without a table of its own: it is played in words."""

from dataclasses import dataclass
from typing import ClassVar

from tests.toy_nim import ToyNim

from tablee.core.manifest import Manifest

from . import HeapWords


@dataclass(frozen=True)
class Heap(ToyNim):
    name: ClassVar = "heap"
    package: ClassVar = "tablee_heaps"
    words: ClassVar = HeapWords()


MANIFEST = Manifest(Heap, minutes=(1, 5), hidden=False)
