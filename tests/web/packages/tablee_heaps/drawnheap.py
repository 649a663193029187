"""The same with a table of its own, built into the package."""

from dataclasses import dataclass
from typing import ClassVar

from tablee.core.manifest import Manifest

from .heap import Heap


@dataclass(frozen=True)
class DrawnHeap(Heap):
    name: ClassVar = "drawnheap"


MANIFEST = Manifest(DrawnHeap, minutes=(1, 5), hidden=False, table="table")
