"""Rat Hot in numbers. A card is laid in two parts: first which card, then where and which way; else there would be
forty times as many numbers."""

from array import array
from collections.abc import Iterator, Sequence
from itertools import compress
from typing import Final

from tablee.core.encoding import Encoding, Field, Numbers, Parts, lanes, marks, one_hot, padded, widened, zeros
from tablee.core.seat import Seat
from tablee.games.rathot.actions import Draw, Place
from tablee.games.rathot.knowledge import RatHotView
from tablee.games.rathot.knowledge.grid import grid, place_key
from tablee.games.rathot.knowledge.placement import faces_along
from tablee.games.rathot.pieces import CARD_COUNT, FACES, START, TURNS, Cards, Dir, Ending, cards_of
from tablee.games.rathot.rules import RatHot
from tablee.games.rathot.state import RatHotState

_CARDS: Final = f"By card, {CARD_COUNT} in the order of the deck file"
_DRAWS: Final = [(card, 1) for card in range(CARD_COUNT)]
_DRAW: Final = [Draw(card) for card in range(CARD_COUNT)]
_DIRS: Final = tuple(Dir)
_TURN: Final = {dir_: number for number, dir_ in enumerate(_DIRS)}
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
        self._last_laid: tuple[list[Place], array[int]] = [], zeros(4 * CARD_COUNT)
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
        return _DRAW[number]

    def odds(self, state: RatHotState) -> list[tuple[int, int]]:
        return list(compress(_DRAWS, marks(state.pile)))

    def alike(self, state: RatHotState) -> int:
        return state.pile

    # Views

    def values(self, view: RatHotView) -> Iterator[Numbers]:
        yield self._turn(view, view.seat)
        drawn = zeros(CARD_COUNT)
        for card in view.pile:
            drawn[card] = 1
        yield drawn
        yield _aside(view.aside)
        yield self._laid(list(view.laid))
        yield from self._from_above(view.laid, cards_of(view.deck))
        yield _result(view)

    def numbers_seen(self, state: RatHotState, seat: Seat | None, parts: Parts = ()) -> "array[int]":
        """Without the view: nothing is hidden, and the state knows the table from above."""
        size, width = self._grid.size, self._grid.width
        faces = state.faces[: size * width]
        heights = bytearray(
            sum([height * lanes(level) for height, level in enumerate(state.levels)]).to_bytes(size * width, "little")
        )
        # Each row has one place more than squares.
        del faces[size::width], heights[size::width]
        flat = self._turn(state, seat)
        flat.extend(widened(marks(state.pile).ljust(CARD_COUNT, b"\0")))
        flat.extend(_aside(state.aside))
        flat.extend(self._laid(state.laid))
        flat.extend(widened(faces + heights))
        flat.extend(_result(state))
        return self._with_parts(flat, parts)

    def _turn(self, table: RatHotView | RatHotState, seat: Seat | None) -> "array[int]":
        told = array("i", one_hot(seat, 2))
        told.extend(
            (table.turn, *one_hot(table.player, 2), table.to_draw, *padded([card + 1 for card in table.hand], 2))
        )
        return told

    def _laid(self, laid: list[Place]) -> "array[int]":
        """What was told last is kept: mostly it goes on from there, by one card or by none."""
        kept, told = self._last_laid
        if kept != laid:
            if kept != laid[: len(kept)]:
                kept, told = [], zeros(4 * CARD_COUNT)
            told = told[:]
            for order, place in enumerate(laid[len(kept) :], len(kept) + 1):
                start = 4 * place.card
                told[start] = order
                told[start + 1] = place.row
                told[start + 2] = place.col
                told[start + 3] = _TURN[place.dir]
            self._last_laid = laid[:], told
        return told

    def _from_above(self, laid: Sequence[Place], cards: Cards) -> tuple[Numbers, Numbers]:
        """RH-13: the faces and the heights of all squares."""
        size = self._grid.size
        faces, heights = zeros(size * size), zeros(size * size)
        middle = size // 2 * (size + 1)
        for place, face in zip((middle - 1, middle, middle + 1), START, strict=True):
            faces[place], heights[place] = face, 1
        for card in laid:
            first, second, third = faces_along(card, cards)
            step = 1 if card.across else size
            place = middle + card.top * size + card.left
            faces[place], faces[place + step], faces[place + 2 * step] = first, second, third
            heights[place] += 1
            heights[place + step] += 1
            heights[place + 2 * step] += 1
        return faces, heights


def _aside(aside: tuple[int, ...]) -> "array[int]":
    told = zeros(CARD_COUNT)
    for order, card in enumerate(aside, 1):
        told[card] = order
    return told


def _result(table: RatHotView | RatHotState) -> list[int]:
    return [*table.scores, *table.rats, 0 if table.ending is None else 1 + _ENDINGS.index(table.ending)]


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
