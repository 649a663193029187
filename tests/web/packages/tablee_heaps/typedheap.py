"""The same with a table that is missing, and choices that are no list: they are typed."""

from dataclasses import dataclass
from typing import Any, ClassVar

from tests.toy_nim import ToyNimState

from tablee.core.manifest import Manifest
from tablee.core.seat import Seat

from .heap import Heap


@dataclass(frozen=True)
class TypedHeap(Heap):
    name: ClassVar = "typedheap"

    def choices(self, state: ToyNimState, seat: Seat) -> dict[str, Any]:
        return {"kind": "heap", "most": len(self.legal(state, seat))}


MANIFEST = Manifest(TypedHeap, minutes=(1, 5), hidden=False, table="nothing-here")
