"""Rat Hot in numbers. A card is laid in two parts: first which card, then where and which way; else there would be
forty times as many numbers."""

from collections.abc import Iterator
from typing import Final

from tablee.core.encoding import Encoding, Field, Numbers, Parts, one_hot, padded, zeros
from tablee.core.seat import Seat
from tablee.games.rathot.actions import Draw, Place
from tablee.games.rathot.knowledge import RatHotView
from tablee.games.rathot.knowledge.grid import bits, grid, place_key
from tablee.games.rathot.pieces import CARD_COUNT, FACES, TURNS, Dir, Ending
from tablee.games.rathot.rules import RatHot
from tablee.games.rathot.state import RatHotState

_CARDS: Final = f"By card, {CARD_COUNT} in the order of the deck file"
_DIRS: Final = tuple(Dir)
_TURN: Final = {dir_: number for number, dir_ in enumerate(_DIRS)}
_CODE: Final = {face: number for number, face in enumerate(FACES)}
_ENDINGS: Final = tuple(Ending)
_MOST_POINTS: Final = 3000
"""A card changes at most 15 groups of at most 2 points, the last count adds at most as many again."""


class RatHotEncoding(Encoding[RatHotState, Draw | Place, RatHotView]):
    """Numbers below 42 are cards; above them come directions and squares as the grid numbers them."""

    chance_size = CARD_COUNT
    most_parts = 2

    def __init__(self, game: RatHot) -> None:
        self._grid = grid(game.table_size)
        self._cells = self._grid.width * self._grid.size
        self.size = CARD_COUNT + len(_DIRS) * self._cells
        super().__init__(game, _described(game.table_size))

    # Actions

    def parts(self, action: Draw | Place) -> Parts:
        if isinstance(action, Draw):
            raise ValueError(f"{action} is chance's")
        first = self._grid.number(action.top, action.left)
        return action.card, CARD_COUNT + _TURN[action.dir] * self._cells + first

    def action(self, state: RatHotState, seat: Seat, parts: Parts) -> Place | None:
        if len(parts) < 2:
            return None
        turn, first = divmod(parts[1] - CARD_COUNT, self._cells)
        return self._grid.places[place_key(first, parts[0], turn)]

    def legal(self, state: RatHotState, seat: Seat, parts: Parts = ()) -> int:
        if seat != state.player or state.to_draw:
            return 0
        if not parts:
            return sum(1 << card for card in state.hand)
        found = state.across | state.down << self._cells
        if not state.cards.reads_alike[parts[0]]:
            found |= found << 2 * self._cells
        return found << CARD_COUNT

    def chance_number(self, action: Draw | Place) -> int:
        return action.card

    def chance_action(self, number: int) -> Draw:
        return Draw(number)

    def odds(self, state: RatHotState) -> list[tuple[int, int]]:
        return [(card, 1) for card in bits(state.pile)]

    # Views

    def values(self, view: RatHotView) -> Iterator[Numbers]:
        yield one_hot(view.seat, 2)
        yield [view.turn]
        yield one_hot(view.player, 2)
        yield [view.to_draw]
        yield padded([card + 1 for card in view.hand], 2)
        pile = [0] * CARD_COUNT
        for card in view.pile:
            pile[card] = 1
        yield pile
        aside = [0] * CARD_COUNT
        for order, card in enumerate(view.aside, 1):
            aside[card] = order
        yield aside
        laid = [0] * (4 * CARD_COUNT)
        for order, place in enumerate(view.laid, 1):
            start = 4 * place.card
            laid[start : start + 4] = order, place.row, place.col, _TURN[place.dir]
        yield laid
        yield from self._seen_from_above(view)
        yield view.scores
        yield view.rats
        yield [0 if view.ending is None else 1 + _ENDINGS.index(view.ending)]

    def _seen_from_above(self, view: RatHotView) -> Iterator[Numbers]:
        size = view.table_size
        faces, heights = zeros(size * size), zeros(size * size)
        middle = size // 2 * (size + 1)
        for square in view.squares:
            place = middle + square.row * size + square.col
            faces[place] = _CODE[square.face]
            heights[place] = square.height
        yield faces
        yield heights


def _described(size: int) -> Iterator[Field]:
    reach = size // 2
    faces = ", ".join(f"{number} `{face}`" for number, face in enumerate(FACES))
    endings = ", ".join(f"{number} {ending}" for number, ending in enumerate(_ENDINGS, 1))
    yield Field("seat", (2,), 0, 1, "Whose view it is: red, green; both 0: a spectator's.")
    yield Field("turn", (1,), 1, TURNS, "From 1.")
    yield Field("player", (2,), 0, 1, "Whose turn it is.")
    yield Field("to_draw", (1,), 0, 2, "Cards of this turn that are still to be drawn.")
    yield Field("hand", (2,), 0, CARD_COUNT, "Cards drawn and not laid yet, each plus 1; 0: none.")
    yield Field("pile", (CARD_COUNT,), 0, 1, f"{_CARDS}: whether it is still to be drawn.")
    yield Field("aside", (CARD_COUNT,), 0, CARD_COUNT, f"{_CARDS}: as which it was set aside (RH-14); 0: it was not.")
    laid = "as which it was laid (0: it was not), row and column of its first square, its direction 0 to 3 (E, S, W, N)"
    yield Field("laid", (CARD_COUNT, 4), -reach, max(CARD_COUNT, reach), f"{_CARDS}: {laid}.")
    yield Field("faces", (size, size), 0, len(FACES) - 1, f"The table from above, row by row: {faces}.")
    yield Field("heights", (size, size), 0, CARD_COUNT + 1, "How many cards lie on each square.")
    yield Field("scores", (2,), 0, _MOST_POINTS, "Points of red and green.")
    yield Field("rats", (2,), 0, 3 * CARD_COUNT, "Rats in sight.")
    yield Field("ending", (1,), 0, len(_ENDINGS), f"How the match ended: {endings}; 0: not yet.")
