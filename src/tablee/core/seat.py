"""Seats: the places at a table."""

from typing import Final, NewType

Seat = NewType("Seat", int)
"""A place at the table, counted from 0; not the person who sits there."""

CHANCE: Final = Seat(-1)
"""The seat of chance, which shuffles and draws; written "chance" in plain data."""
