"""A second Rat Hot table, slow and plain, written from rules.md alone: square by square, in a dictionary.

It shares nothing with the engine. A card is a list of three strings, as in the deck file; a placement is a tuple
(card number, row, column, direction).
"""

import tomllib
from collections.abc import Iterable
from importlib import resources

Square = tuple[int, int]
Placement = tuple[int, int, int, str]
Group = tuple[str, frozenset[Square]]

FILE = tomllib.loads(resources.files("tablee.games.rathot").joinpath("deck.toml").read_text(encoding="utf-8"))
DECKS = {
    "even": FILE["even"],
    "uneven": [FILE["uneven"].get(str(number), card) for number, card in enumerate(FILE["even"])],
    "plague": FILE["plague"],
}
STEPS = {"E": (0, 1), "S": (1, 0), "W": (0, -1), "N": (-1, 0)}
START_CARD = -1


def around(square: Square) -> list[Square]:
    """The four squares that share an edge with one."""
    row, col = square
    return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]


def covered_by(placement: Placement) -> list[Square]:
    """The squares of a placement, the card's first square first."""
    _, row, col, direction = placement
    down, right = STEPS[direction]
    return [(row + number * down, col + number * right) for number in range(3)]


class Table:
    """On each square a pile of (card, what its square shows), the lowest first."""

    def __init__(self, size: int, changed: str, deck: str) -> None:
        self.size = size
        self.deck: list[list[str]] = DECKS[deck]
        self.changed = changed
        self.piles: dict[Square, list[tuple[int, str]]] = {}
        for number, shows in enumerate(FILE["start"]):
            self.piles[0, number - 1] = [(START_CARD, shows)]
        self.points = {"r": 0, "g": 0}

    def height(self, square: Square) -> int:
        return len(self.piles.get(square, []))

    def shows(self, square: Square) -> str:
        return self.piles[square][-1][1]

    def broken_rule(self, placement: Placement) -> str | None:
        """The rule that forbids a card to lie there, if any does."""
        squares = covered_by(placement)
        edge = (self.size - 1) // 2
        for row, col in squares:
            if row < -edge or row > edge or col < -edge or col > edge:
                return "RH-09"
        heights = [self.height(square) for square in squares]
        if heights == [0, 0, 0]:
            touching = [near for square in squares for near in around(square) if self.height(near) > 0]
            return None if touching else "RH-10"
        if heights[0] != heights[1] or heights[1] != heights[2]:
            return "RH-11"
        if len({self.piles[square][-1][0] for square in squares}) == 1:
            return "RH-12"
        return None

    def placements(self, cards: Iterable[int]) -> set[Placement]:
        """All ways to lay one of these cards; RH-08: a card that reads the same both ways has half as many."""
        edge = (self.size - 1) // 2
        squares = [(row, col) for row in range(-edge, edge + 1) for col in range(-edge, edge + 1)]
        return {
            (card, row, col, direction)
            for card in cards
            for direction in ("ES" if self.deck[card] == self.deck[card][::-1] else "ESWN")
            for row, col in squares
            if self.broken_rule((card, row, col, direction)) is None
        }

    def groups(self) -> list[Group]:
        """RH-15, RH-16: all groups of two or more spices alike, by flood fill."""
        found: list[Group] = []
        done: set[Square] = set()
        for square in self.piles:
            spice = self.shows(square)
            if square in done or spice[1] not in "1234":
                continue
            group, waiting = set(), [square]
            while waiting:
                here = waiting.pop()
                if here not in group:
                    group.add(here)
                    waiting += [near for near in around(here) if near in self.piles and self.shows(near) == spice]
            done |= group
            if len(group) >= 2:
                found.append((spice, frozenset(group)))
        return found

    def lay(self, placement: Placement) -> list[Group]:
        """Lay a card and count its points (RH-15 to RH-17); the groups it has formed or changed."""
        squares = covered_by(placement)
        before = self.groups()
        for square, shows in zip(squares, self.deck[placement[0]], strict=True):
            self.piles.setdefault(square, []).append((placement[0], shows))
        scoring = []
        for spice, group in self.groups():
            has_new_square = not group.isdisjoint(squares)
            was_part_of = [old for old_spice, old in before if old_spice == spice and not old.isdisjoint(group)]
            has_lost = any(not old.isdisjoint(squares) for old in was_part_of)
            if has_new_square or (self.changed == "touched" and has_lost):
                scoring.append((spice, group))
        self.count(scoring)
        return scoring

    def count(self, groups: list[Group]) -> None:
        """RH-16."""
        for spice, group in groups:
            self.points[spice[0]] += 1 if len(group) == 2 else 2

    def rats(self, colour: str) -> int:
        """RH-13: those that are covered do not count."""
        return sum(self.shows(square) == colour + "*" for square in self.piles)
