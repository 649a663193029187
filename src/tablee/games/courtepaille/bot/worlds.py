"""The worlds a view leaves possible, as rows of `Playouts`, with what players are likely to have kept in their hands.

Needs numpy.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from tablee.core.seat import Seat
from tablee.games.courtepaille.bot.card_arrays import IS_COCO, KIND, NO_CARD, POINTS, VALUE, Bools, Floats, Ints
from tablee.games.courtepaille.bot.forecast import sums, week_seen_by
from tablee.games.courtepaille.bot.playouts import Playouts
from tablee.games.courtepaille.pieces import HAND_SIZE, MENU_SIZE, Cards, Step, numbers
from tablee.games.courtepaille.rules import CourtePaille
from tablee.games.courtepaille.state import EVERYBODY, CourtePailleState

_KEPT: Final = (
    (0.0, 0.0, 0.0),
    (0.04, 0.11, 0.31),
    (0.09, 0.23, 0.75),
    (0.17, 0.32, 1.24),
    (0.18, 0.27, 0.74),
    (0.18, 0.29, 0.49),
)
"""How much more likely a card is to be in a hand than in the pile, as a logarithm, by round: for each point that it may
count, for each point of value, and for a Coco. Fitted to hands of playouts."""

_SWAPS: Final = 2
"""How often each unseen card of a hand may be swapped."""


def unseen_days(state: CourtePailleState, seat: Seat) -> Ints:
    """The numbers of the cards that a day may be which the seat has not seen."""
    return np.array(numbers(week_seen_by(state, seat).pool), dtype=np.int64)


def tables_of(
    game: CourtePaille, worlds: Sequence[CourtePailleState], seat: Seat, copies: int, generator: np.random.Generator
) -> Playouts:
    """Copies of worlds that look the same to a seat, `copies` of each: first one copy of each world, then the next."""
    state, players = worlds[0], game.players
    tables = Playouts(copies * len(worlds), players, generator, copies=copies)
    tables.seats, tables.shark, tables.added = state.seats, state.shark, state.added
    tables.coco_needs_match = game.coco_needs_match
    week = week_seen_by(state, seat)
    tables.mean = (np.array(sums(week.pool)) / max(1, week.pool.bit_count())).astype(np.float32)
    tables.shut = np.where(np.array(sums(state.characters)) > 0, 0, -1000).astype(np.float32)

    hands = np.array([[_padded(numbers(hand), HAND_SIZE) for hand in world.hands] for world in worlds], dtype=np.int64)
    known = np.array(
        [
            [_are_in(known, hand) for known, hand in zip(state.public.known, dealt, strict=True)]
            for dealt in hands.tolist()
        ]
    )
    pile = _shuffled([numbers(world.pile) for world in worlds], generator)
    discard = [numbers(world.discard | sum([buried.card for buried in world.buried])) for world in worlds]
    if len(state.public.parcels) == 1 and not state.public.pins and pile.shape[1]:
        # Where some cards were shuffled twice, not all of them can be swapped.
        hidden = ~known & (hands != NO_CARD)
        hidden[:, seat] = False
        _make_likely(hands, hidden, pile, _kept(np.array([*week.odds(), 0.0]), state.round), generator)

    def copied(rows: Any) -> Any:
        return np.tile(rows, (copies, *[1] * (rows.ndim - 1)))

    tables.hands, tables.known = copied(hands), copied(known)
    tables.shown = (POINTS[tables.hands] * tables.known[..., None]).sum(2)
    tables.menu[:] = _padded(numbers(state.menu), MENU_SIZE)
    tables.deck = copied(np.concatenate([pile, _shuffled(discard, generator)], axis=1))
    tables.pile = pile.shape[1]
    if state.step is Step.CARRY_OUT:
        for other in state.queue:
            choice = state.choices[other]
            tables.played[:, other] = number_of(choice.bit) if choice else NO_CARD
            tables.slot[:, other] = state.hands[other].bit_count()
    _lay_week(tables, worlds, copied)
    return tables


def number_of(card: Cards) -> int:
    return card.bit_length() - 1


def _lay_week(tables: Playouts, worlds: Sequence[CourtePailleState], copied: Any) -> None:
    state = worlds[0]
    opened, down = len(state.open_days), len(state.face_down)
    tables.make_room(opened + down)
    tables.week[:, :opened] = [number_of(day) for day in state.open_days]
    tables.is_open[:, :opened] = True
    if down:
        faces = np.array([[number_of(hidden.card) for hidden in world.face_down] for world in worlds])
        tables.week[:, opened : opened + down] = copied(faces)
    tables.laid[:] = opened + down
    tables.seen[:] = POINTS[tables.week[:, :opened]].sum(1)[:, None]
    tables.unknown[:] = down
    for slot, hidden in enumerate(state.face_down, start=opened):
        for other in range(tables.players):
            if hidden.known_by == EVERYBODY or hidden.known_by >> other & 1:
                tables.look_at(slice(None), other, slot)


def _padded(some: list[int], size: int) -> list[int]:
    return some + [NO_CARD] * (size - len(some))


def _are_in(some: Cards, hand: list[int]) -> list[bool]:
    return [some >> card & 1 == 1 for card in hand]


def _shuffled(piles: list[list[int]], generator: np.random.Generator) -> Ints:
    """Each pile in random order."""
    some = np.array(piles, dtype=np.int64).reshape(len(piles), -1)
    return np.take_along_axis(some, generator.random(some.shape).argsort(1), 1)


# What players keep


def _kept(odds: Any, number: int) -> Floats:
    """By card: how much more likely it is to have been kept in a hand up to the round of this number."""
    point, value, coco = _KEPT[min(number, len(_KEPT)) - 1]
    likely: Floats = np.where(IS_COCO, coco, odds[KIND] * VALUE * point + (VALUE - 5) * value)
    return likely


def _make_likely(hands: Ints, hidden: Bools, pile: Ints, likely: Floats, generator: np.random.Generator) -> None:
    """Swap unseen cards of hands with cards of the pile, so that hands hold what players would have kept.

    It is the rule of Metropolis: after enough swaps worlds come up as often as they are likely.
    """
    rows = np.arange(len(hands))
    for _ in range(_SWAPS):
        for seat, slot in np.argwhere(hidden.any(0)).tolist():
            other = (generator.random(len(rows)) * pile.shape[1]).astype(np.int64)
            have, get = hands[rows, seat, slot], pile[rows, other]
            swap = hidden[:, seat, slot] & (generator.random(len(rows)) < np.exp(likely[get] - likely[have]))
            hands[rows, seat, slot] = np.where(swap, get, have)
            pile[rows, other] = np.where(swap, have, get)
