"""The end of a part, and in the advanced rule what comes after it (CP-18 to CP-28)."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Iterator

from tablee.core.game import Told
from tablee.core.seat import Seat
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.actions import Eat
from tablee.games.courtepaille.events import Count, Verdict
from tablee.games.courtepaille.knowledge.public import add_promises, see, see_drawn, see_in_hand, show_cards
from tablee.games.courtepaille.pieces import (
    CARDS_OF,
    COCOS,
    NONE,
    Cards,
    Character,
    Ending,
    Step,
    Variant,
    cards,
    cards_of,
    characters_in,
    points,
    singly,
    worth,
)
from tablee.games.courtepaille.rules.piles import lay_week, owe, shuffle_in
from tablee.games.courtepaille.state import CourtePailleState, Promise


def left_of(seat: int, seats: tuple[int, ...]) -> int:
    """The next one of `seats`, clockwise."""
    return next((other for other in seats if other > seat), seats[0])


def week_cards(state: CourtePailleState) -> Cards:
    """All days that have been turned up."""
    return sum(state.open_days)


def totals(week: Cards) -> tuple[int, ...]:
    """CP-18: of each character, Coco's last."""
    return tuple([worth(week & of) for of in CARDS_OF.values()])


def ranking(week: Cards, characters: Cards) -> list[Cards]:
    """CP-18, CP-20: the characters in the game, highest total first; those with equal totals are one group.

    A group is given by all cards of its characters.
    """
    by_total: dict[int, Cards] = {}
    for of in CARDS_OF.values():
        if of & characters:
            total = worth(week & of)
            by_total[total] = by_total.get(total, NONE) | of
    return [by_total[total] for total in sorted(by_total, reverse=True)]


def end_part(state: CourtePailleState, ending: Ending, variant: Variant, told: Told) -> None:
    """CP-18 to CP-22: who is eaten and who has won the part."""
    week = week_cards(state)
    eaten = ranking(week, state.characters)[0]
    state.eaten = (*state.eaten, eaten)
    if told is not None:
        told.append(e.WeekCounted(totals(week), characters_in(eaten)))
    # CP-21: from the shark clockwise.
    order = sorted(state.seats, key=lambda seat: (seat < state.shark, seat))
    if not variant.advanced:
        for seat in state.seats:
            _show(state, seat, state.hands[seat], told)
    count, best = _count(state, eaten, order, variant)
    counts = [_announce(count, order, quiet=variant.advanced and not variant.announce_all, told=told)]
    if not variant.advanced or variant.first_version:
        counts[0] = _ties_told(counts[0], order, best, told)
        best = _break_ties(state, counts, best, variant, told)
    # CP-22, CP-28: of equals the first in the order of announcements.
    state.verdict = Verdict(totals(week), tuple(counts), best[0])
    if variant.advanced:
        _win(state, best[0], variant, told)
        for seat in state.seats:
            add_promises(state.public, seat, tuple(_promises(state, seat, counts)))
    else:
        _end(state, ending, best, told)


def _count(state: CourtePailleState, group: Cards, seats: list[int], variant: Variant) -> tuple[Count, list[int]]:
    """CP-19: what some seats count for a group, and those of them who count most."""
    counted = {seat: points(state.hands[seat], group, coco_needs_match=variant.coco_needs_match) for seat in seats}
    best = max(counted.values())
    by_seat = tuple([counted.get(seat) for seat in range(len(state.hands))])
    return Count(characters_in(group), by_seat, by_seat), [seat for seat in seats if counted[seat] == best]


def _announce(count: Count, order: list[int], *, quiet: bool, told: Told) -> Count:
    """CP-21, CP-28: the announcements. If `quiet`, a seat tells its points only if it has more than all before it."""
    said, most = list(count.points), list(count.points)
    highest = -1
    for seat in order:
        own = count.points[seat] or 0
        if quiet and own <= highest:
            said[seat], most[seat] = None, highest
        highest = max(highest, own)
        if told is not None:
            told.append(e.Announced(Seat(seat), said[seat], most[seat] or 0))
    return Count(count.characters, tuple(said), tuple(most))


def _ties_told(count: Count, order: list[int], tied: list[int], told: Told) -> Count:
    """CP-20: those who have the highest count say so if they are several. So the others have fewer.

    In version 1 of the rules they did so in the advanced rule too, when all had spoken.
    """
    said, most = list(count.points), list(count.most)
    highest = max([points for points in said if points is not None])
    if len(tied) > 1 and told is not None:
        told.append(e.Tied(tuple(map(Seat, tied)), highest))
    for seat in order:
        if seat in tied:
            said[seat] = most[seat] = highest
        elif said[seat] is None:
            most[seat] = min(most[seat] or 0, highest - 1)
    return Count(count.characters, tuple(said), tuple(most))


def _break_ties(
    state: CourtePailleState, counts: list[Count], tied: list[int], variant: Variant, told: Told
) -> list[int]:
    """CP-20: as long as several have the highest count, they count for the next characters, which adds to `counts`."""
    for group in ranking(week_cards(state), state.characters)[1:]:
        if len(tied) > 1:
            count, tied = _count(state, group, tied, variant)
            counts.append(count)
            if told is not None:
                told.append(e.TieCounted(count.characters, count.points))
    return tied


def _promises(state: CourtePailleState, seat: int, counts: list[Count]) -> Iterator[Promise]:
    """What the counts tell about a hand."""
    for count in counts:
        said, most = count.points[seat], count.most[seat]
        if most is not None:
            yield Promise(seat, cards_of(count.characters), said or 0, most)
    if seat == state.part_winners[-1]:
        # CP-28: he has shown all his Cocos.
        cocos = worth(state.hands[seat] & COCOS)
        yield Promise(seat, COCOS, cocos, cocos)


def _show(state: CourtePailleState, seat: int, shown: Cards, told: Told) -> None:
    show_cards(state.public, seat, shown)
    if told is not None:
        told.append(e.HandShown(Seat(seat), cards(shown)))


def _win(state: CourtePailleState, seat: int, variant: Variant, told: Told) -> None:
    """CP-22, CP-28."""
    state.part_winners = (*state.part_winners, seat)
    if told is not None:
        told.append(e.PartWon(state.part, Seat(seat)))
    hand = state.hands[seat]
    only_counted = variant.announce_all and not variant.first_version
    _show(state, seat, hand & (state.eaten[-1] | COCOS) if only_counted else hand, told)
    state.step = Step.EAT


# The advanced rule between two parts


def edible(state: CourtePailleState) -> tuple[Character, ...]:
    """CP-23: the characters still in the game, but not Coco."""
    return characters_in(state.characters ^ COCOS)


def eat(state: CourtePailleState, action: Eat, variant: Variant, told: Told) -> None:
    """CP-23 to CP-27."""
    winner = state.part_winners[-1]
    _leave_game(state, CARDS_OF[action.character])
    if told is not None:
        told.append(e.CharacterLeft(Seat(winner), action.character, tuple(map(cards, state.lost))))
        told += [e.WentOut(Seat(seat)) for seat in state.seats if not state.hands[seat]]
    state.seats = tuple([seat for seat in state.seats if state.hands[seat]])
    left = edible(state)
    if not state.seats:
        _end(state, Ending.NOBODY, [winner], told)
    elif len(state.seats) == 1:
        _show(state, state.seats[0], state.hands[state.seats[0]], told)
        _end(state, Ending.ONE_PLAYER, [*state.seats], told)
    elif len(left) == 1:
        for seat in state.seats:
            _show(state, seat, state.hands[seat], told)
        count, champions = _count(state, cards_of(left), list(state.seats), variant)
        _announce(count, list(state.seats), quiet=False, told=told)
        _end(state, Ending.ONE_CHARACTER, champions, told)
    else:
        _next_part(state, winner, told)


def _leave_game(state: CourtePailleState, leaving: Cards) -> None:
    """CP-23."""
    public = state.public
    state.lost = tuple([hand & leaving for hand in state.hands])
    for seat, gone in enumerate(state.lost):
        for card in singly(gone):
            see_in_hand(public, seat, card)
        state.hands[seat] = state.hands[seat] ^ gone
    for card in singly(state.pile & leaving):
        see_drawn(public, card)
    for card, place, _ in state.buried:
        if card & leaving:
            see(public, card, place)
    state.buried = [buried for buried in state.buried if not buried.card & leaving]
    state.open_days = [card for card in state.open_days if not card & leaving]
    state.pile = state.pile & ~leaving
    state.menu = state.menu & ~leaving
    state.discard = state.discard & ~leaving
    state.characters = state.characters ^ leaving
    state.gone = state.gone | leaving


def _next_part(state: CourtePailleState, winner: int, told: Told) -> None:
    """CP-24, CP-25."""
    state.part += 1
    state.shark = winner if winner in state.seats else left_of(winner, state.seats)
    cocos = state.hands[winner] & COCOS
    state.hands[winner] = state.hands[winner] ^ cocos
    state.public.known[winner] ^= cocos
    shuffle_in(state, cocos | state.discard | state.menu | week_cards(state))
    state.discard = state.menu = NONE
    state.open_days = []
    if not cocos:
        lay_week(state, told)
        return
    if told is not None:
        told.append(e.CocosReturned(Seat(winner), cards(cocos)))
    owe(state, Step.REFILL, cocos.bit_count(), told)


def _end(state: CourtePailleState, ending: Ending, champions: list[int], told: Told) -> None:
    """CP-20, CP-27."""
    state.step = Step.OVER
    state.ending = ending
    state.champions = tuple(sorted(champions))
    if told is not None:
        told.append(e.GameEnded(ending, tuple(map(Seat, state.champions))))
