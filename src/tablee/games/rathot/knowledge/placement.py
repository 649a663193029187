"""Placing a card on the table: where it may lie, what it covers, and the groups it forms or changes."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from tablee.games.rathot.actions import Place
from tablee.games.rathot.events import Group
from tablee.games.rathot.knowledge.grid import Grid, Strip
from tablee.games.rathot.pieces import (
    ALL_CARDS,
    FACES,
    FIRST_RAT,
    LAST_SPICE,
    SPICES,
    START,
    CardFaces,
    Cards,
    FaceCode,
    Squares,
    colour,
)
from tablee.games.rathot.state import RatHotState

Groups = list[tuple[FaceCode, Squares]]
"""Some groups, each with the spice it shows."""


def first_turn(grid: Grid, cards: Cards) -> RatHotState:
    """RH-04: the start card lies in the middle; nothing is drawn yet."""
    state = RatHotState()
    state.cards = cards
    state.turn = 1
    state.to_draw = 1  # RH-05
    state.pile = ALL_CARDS
    state.hand = ()
    state.aside = ()
    state.laid = []
    state.levels = [grid.all]
    state.faces = bytearray(grid.width * grid.size)
    state.shown = [0] * (LAST_SPICE + 1)
    state.across = state.down = 0
    state.rats = [0, 0]
    state.scores = [0, 0]
    state.ending = None
    _put(state, grid, grid[grid.number(0, -1)], START)
    return state


def lay(state: RatHotState, grid: Grid, place: Place, lost_count: bool) -> Groups:
    """Lay a card where it may lie; the groups it has formed or changed (RH-17).

    `lost_count`: whether a group that only lost squares to the card counts as changed.
    """
    state.laid.append(place)
    seeds = _put(state, grid, grid.strip(place), faces_along(place, state.cards), lost_count)
    shown, groups = state.shown, grid.groups
    return [(spice, group) for spice, squares in seeds.items() for group in groups(shown[spice], squares)]


def faces_along(place: Place, cards: Cards) -> CardFaces:
    """What a card shows, from the left or from the top."""
    return cards.backward[place.card] if place.backward else cards.faces[place.card]


def _put(
    state: RatHotState, grid: Grid, strip: Strip, card: CardFaces, lost_count: bool = False
) -> dict[FaceCode, Squares]:
    """Put a card on a strip. Returns, by spice, squares of which at least one is in each group it has changed."""
    levels, cells = state.levels, strip.cells
    height, state.across, state.down = strips_after(state, grid, strip)
    levels[height] ^= cells
    if height + 1 == len(levels):
        levels.append(0)
    levels[height + 1] |= cells

    faces, shown, rats = state.faces, state.shown, state.rats
    seeds: dict[FaceCode, Squares] = {}
    for (number, square, beside), face in zip(strip.parts, card, strict=True):
        if covered := faces[number]:  # RH-13
            if covered <= LAST_SPICE:
                shown[covered] ^= square
                if lost_count:
                    # Each part of a group that has lost this square lies beside it.
                    seeds[covered] = seeds.get(covered, 0) | beside
            else:
                rats[covered - FIRST_RAT] -= 1
        if face:
            if face <= LAST_SPICE:
                shown[face] |= square
                seeds[face] = seeds.get(face, 0) | square
            else:
                rats[face - FIRST_RAT] += 1
        faces[number] = face
    return seeds


def strips_after(state: RatHotState, grid: Grid, strip: Strip) -> tuple[int, Squares, Squares]:
    """The height on which a card laid on a strip lies, and the strips, across and down, on which the next may be."""
    levels, cells, width = state.levels, strip.cells, grid.width
    height = 0
    while not levels[height] & cells:
        height += 1
    level = levels[height + 1] | cells if height + 1 < len(levels) else cells
    across = state.across & strip.apart_across | level & level >> 1 & level >> 2 & strip.joined_across
    down = state.down & strip.apart_down | level & level >> width & level >> 2 * width & strip.joined_down
    if height == 0:
        free = levels[0] ^ cells
        across |= free & free >> 1 & free >> 2 & strip.beside_across
        down |= free & free >> width & free >> 2 * width & strip.beside_down
    return height, across, down


def groups_in_sight(state: RatHotState, grid: Grid) -> Groups:
    """RH-18: all groups there are."""
    return [(spice, group) for spice in SPICES for group in grid.groups(state.shown[spice], grid.all)]


def points(group: Squares) -> int:
    """RH-16."""
    return 1 if group.bit_count() == 2 else 2


def event_groups(groups: Groups, grid: Grid) -> tuple[Group, ...]:
    """Groups as events describe them."""
    return tuple(Group(colour(spice), FACES[spice], grid.squares(group), points(group)) for spice, group in groups)


def heights(state: RatHotState, grid: Grid, place: Place) -> tuple[int, ...]:
    """How high the table is under each square of a card, from the left or from the top."""
    numbers = [grid.number(*square) for square in place.squares]
    return tuple(next(height for height, level in enumerate(state.levels) if level >> number & 1) for number in numbers)


def may_lie(state: RatHotState, grid: Grid, place: Place) -> bool:
    """Whether a card may lie there (RH-09 to RH-12)."""
    if not all(grid.has(row, col) for row, col in place.squares):
        return False
    strips = state.across if place.across else state.down
    return bool(strips >> grid.number(place.top, place.left) & 1)
