"""What the table may have looked like before the last round: worked out backwards from the bids that were revealed."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from tablee.core.seat import Seat
from tablee.games.hotdog.bot.portions import portions
from tablee.games.hotdog.bot.rounds import after_bids
from tablee.games.hotdog.pieces import EMPTY, Pile, cards, count, pile, total
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

_MOST_TRIED: Final = 3000
"""If there are more ways to think of, nothing is said."""

Piles = tuple[Pile, ...]
"""By seat."""


def tables_before(game: HotDog, state: HotDogState, most: int) -> list[HotDogState]:
    """Tables from which the last bids lead to this one, as far as that can be told: cards and money are what they were,
    but what lay on a table that was emptied may have been others' or other cards. None if there are more than `most`,
    or if this is the first round of a hand."""
    if state.round == 1 or not state.revealed:
        return []
    found: dict[tuple[object, ...], HotDogState] = {}
    for number, guess in enumerate(_guesses(game, state)):
        if number == _MOST_TRIED:
            return []
        before = _checked(game, state, guess)
        if before:
            found[tuple(before.hotdogs), tuple(map(total, before.placed))] = before
            if len(found) > most:
                return []
    return list(found.values())


def _guesses(game: HotDog, state: HotDogState) -> Iterator[HotDogState]:
    players, bids = game.players, state.revealed
    for sold in product((True, False), repeat=players):
        by_table = [
            tuple(
                bid.cards if served and bid.rank >> 12 == table else EMPTY
                for bid, served in zip(bids, sold, strict=True)
            )
            for table in range(len(game.tables))
        ]
        lying = [
            [*_not_emptied(state, table, new), *_emptied(state, new, int(size))]
            for table, (size, new) in enumerate(zip(game.tables, by_table, strict=True))
        ]
        for chosen in product(*lying):
            before = state.copy()
            before.mustard = (state.mustard - 1) % players
            before.round -= 1
            before.hotdogs = [
                Pile(held + bid.cards) if served else held
                for held, bid, served in zip(state.hotdogs, bids, sold, strict=True)
            ]
            before.placed = [some for piles in chosen for some in piles]
            before.room = [int(size) - sum(map(total, piles)) for size, piles in zip(game.tables, chosen, strict=True)]
            before.bids = [None] * players
            before.missing = players
            before.announced = [False] * players
            before.idle_rounds = max(0, state.idle_rounds - 1)
            yield before


def _not_emptied(state: HotDogState, table: int, new: Piles) -> Iterator[Piles]:
    players = len(new)
    there = state.placed[table * players : (table + 1) * players]
    if all(map(_contains, there, new)):
        yield tuple(Pile(now - more) for now, more in zip(there, new, strict=True))


def _emptied(state: HotDogState, new: Piles, size: int) -> Iterator[Piles]:
    """What may have lain there of the cards that have left the game."""
    if not any(new):
        return
    ways = [_by_total(eaten, size - 1) for eaten in state.eaten]
    for piles in product(*ways):
        if 0 < size - sum(map(total, piles)) <= sum(map(total, new)):
            yield piles


def _by_total(eaten: Pile, most: int) -> Sequence[Pile]:
    """Parts of a pile, one for each number of hot-dogs."""
    return list({total(part): part for part in portions(eaten, most)}.values())


def _contains(whole: Pile, part: Pile) -> bool:
    return all(count(whole, value) >= count(part, value) for value in set(cards(part)))


def _checked(game: HotDog, state: HotDogState, before: HotDogState) -> HotDogState | None:
    """With the money that everybody had then; None if the bids do not lead from there to here."""
    stock = pile(game.hotdog_values)
    for seat, eaten in enumerate(state.eaten):
        rest = stock - before.hotdogs[seat] - sum(before.placed[seat :: game.players])
        if rest < 0 or not _contains(eaten, Pile(rest)) or not _contains(stock, before.hotdogs[seat]):
            return None
    after = after_bids(game, before, {Seat(seat): bid for seat, bid in enumerate(state.revealed)})
    there, here = ((one.hand, one.round, one.hotdogs, one.room, one.placed) for one in (after, state))
    if there != here:
        return None
    gained = [later - earlier for later, earlier in zip(after.money, before.money, strict=True)]
    before.money = [now - more for now, more in zip(state.money, gained, strict=True)]
    before.spent = [
        now - (later - earlier) for now, later, earlier in zip(state.spent, after.spent, before.spent, strict=True)
    ]
    payable = all(bid.dollars <= money for bid, money in zip(state.revealed, before.money, strict=True))
    return before if payable else None
