"""The Hot-Dog table."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from tablee.core.game import State
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.pieces import Ending, Pile


class HotDogState(State):
    """Lists are by seat unless they say otherwise."""

    __slots__ = (
        "announced",
        "bids",
        "eaten",
        "endings",
        "hand",
        "hotdogs",
        "idle_rounds",
        "missing",
        "money",
        "mustard",
        "placed",
        "revealed",
        "room",
        "round",
        "spent",
        "totals",
    )
    hand: int
    """From 1; one more than the number of hands when the match is over."""
    round: int
    """Of this hand, from 1."""
    mustard: int
    money: list[int]
    spent: list[int]
    """Dollars paid to the bank in this hand."""
    hotdogs: list[Pile]
    """Cards still to sell."""
    eaten: list[Pile]
    """Cards that left the game in this hand with a full table."""
    room: list[int]
    """By table."""
    placed: list[Pile]
    """Cards on the tables, all seats of the first table, then of the next."""
    bids: list[Bid | None]
    """Face down until the last is in."""
    revealed: tuple[Bid, ...]
    """HD-10: the bids of the round before; none before the first reveal."""
    missing: int
    """How many bids are not in yet."""
    announced: list[bool]
    """HD-19: in this round."""
    idle_rounds: int
    """Rounds in a row without a sale."""
    totals: list[int]
    """HD-24: from the hands that are over."""
    endings: tuple[Ending, ...]
    """How the hands ended that are over."""

    def copy(self) -> "HotDogState":
        new = HotDogState()
        new.hand = self.hand
        new.round = self.round
        new.mustard = self.mustard
        new.money = self.money[:]
        new.spent = self.spent[:]
        new.hotdogs = self.hotdogs[:]
        new.eaten = self.eaten[:]
        new.room = self.room[:]
        new.placed = self.placed[:]
        new.bids = self.bids[:]
        new.revealed = self.revealed
        new.missing = self.missing
        new.announced = self.announced[:]
        new.idle_rounds = self.idle_rounds
        new.totals = self.totals[:]
        new.endings = self.endings
        return new
