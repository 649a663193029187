"""Encoded views and masks as numpy arrays, and the spaces they are in."""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tablee.core.encoding import AnyEncoding
from tablee.core.seat import Seat
from tablee.lab.episode import Episode
from tablee.lab.libraries import TEXTS, LabError

Layout = Literal["flat", "named"]
"""A view as one flat array, or as an array for each field."""

Illegal = Literal["raise", "nearest"]
"""What happens if an agent chooses a number that is not legal: an error, or the next legal one is played instead."""

Observation = dict[str, Any]
"""`observation`: a view; `action_mask`: an array with a 1 for each legal number."""


class Observer:
    """Makes observations of one layout."""

    def __init__(self, encoding: AnyEncoding, layout: str, more: int = 0) -> None:
        """`more`: numbers beyond those of the encoding."""
        allowed("observation", layout, ("flat", "named"))
        self.size = encoding.size + more
        self._bytes = (self.size + 7) // 8
        self._named = layout == "named"
        self._fields = encoding.fields
        self.space = spaces.Dict(
            {
                "observation": self._named_space() if self._named else self._flat_space(),
                "action_mask": spaces.Box(0, 1, (self.size,), np.int8),
            }
        )

    def _flat_space(self) -> spaces.Box:
        low = np.concatenate([np.full(field.size, field.low, np.int32) for field in self._fields])
        high = np.concatenate([np.full(field.size, field.high, np.int32) for field in self._fields])
        return spaces.Box(low, high, dtype=np.int32)

    def _named_space(self) -> spaces.Dict:
        return spaces.Dict(
            {field.name: spaces.Box(field.low, field.high, field.shape, np.int32) for field in self._fields}
        )

    def observation(self, episode: Episode, seat: Seat, legal: int) -> Observation:
        """What a seat knows, and the numbers that are legal for it."""
        flat = np.frombuffer(episode.numbers(seat), np.int32)
        return {"observation": self._by_name(flat) if self._named else flat, "action_mask": self.mask(legal)}

    def _by_name(self, flat: NDArray[np.int32]) -> dict[str, NDArray[np.int32]]:
        found, start = {}, 0
        for field in self._fields:
            found[field.name] = flat[start : start + field.size].reshape(field.shape)
            start += field.size
        return found

    def mask(self, legal: int) -> NDArray[np.int8]:
        """A set of numbers as an array of zeros and ones."""
        packed = np.frombuffer(legal.to_bytes(self._bytes, "little"), np.uint8)
        return np.unpackbits(packed, count=self.size, bitorder="little").view(np.int8)


def allowed(name: str, value: object, values: tuple[object, ...]) -> None:
    """Refuse an argument that is none of these values."""
    if value not in values:
        details = {"name": name, "value": repr(value), "allowed": ", ".join(map(str, values))}
        raise LabError("unknown_argument", details, texts=TEXTS)
