"""The service played to its end by a quick policy that sees all cards: RE-15 to RE-22.

Scores are what the seats would have if the service ended now. So a card served brings its server what he will not have
to pay for it, and the owner of the table what it is worth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tablee.core.chance import Random
from tablee.games.restaurant.pieces import (
    CARDS,
    FIRST_KIND,
    FIT_ELSEWHERE,
    FIT_THE_SALON,
    HUNDREDS,
    RES,
    SALON,
    TABLES,
    UNITS,
    Card,
    Hand,
    Room,
    Tables,
    kinds,
    numbers_in,
)

DISH, DOUBLE, JUMP = CARDS.index(Card.DISH), CARDS.index(Card.DOUBLE), CARDS.index(Card.JUMP)
WORTH: Final = tuple(100 * HUNDREDS[card] for card in CARDS)
"""By kind: what it brings the owner of the table."""
RELIEF: Final = tuple(200 * HUNDREDS[card] if card in RES else 100 * HUNDREDS[card] for card in CARDS)
"""By kind: what its server no longer has to pay."""

DISH_KIND, DOUBLE_KIND, JUMP_KIND = (kinds(UNITS[number]) for number in (DISH, DOUBLE, JUMP))
EXTRA_KINDS: Final = DOUBLE_KIND | JUMP_KIND
DOUBLE_SHIFT, JUMP_SHIFT = (FIRST_KIND + 6 * number for number in (DOUBLE, JUMP))
OUTSIDE, INSIDE = 0, 3
PLACE: Final = tuple(INSIDE if SALON >> table & 1 else OUTSIDE for table in TABLES)
"""By table: where its plans begin."""
_NO_CARD: Final = (-1e9, -1)
FEW_TABLES: Final = 4
"""From more tables than this (after a jump) only one more card is looked for."""
REACH_OF_A_TURN: Final = 600
"""Who is further behind than this does not look for a way to end the evening."""

FINISH: Final = 1e6
"""More than any gain: what it is worth to end the evening as the winner."""


@dataclass(frozen=True)
class Taste:
    """What the policy weighs, in points."""

    leader: float = 0.6
    """What a point costs that the best of the others gets."""
    trailer: float = 0.2
    """The same for those who trail."""
    save: float = 0.3
    """The share of a menu's value that is lost when it is served at another's table."""
    opens: float = 90.0
    """What it costs to leave the next player a table of his own."""
    double: float = 40.0
    jump: float = 150.0
    """What they are worth in hand."""
    waste: float = 40.0
    """What it costs to serve something worthless at a table of one's own."""
    whim: float = 40.0
    """The number of points up to which differences are left to chance."""


TASTE: Final = Taste()

Option = tuple[float, int]
"""What it seems to bring, and a kind of card; -1 if none fits."""


class Plans:
    """The best card for each sort of table, by the kinds held: remembered, since hands are often alike."""

    def __init__(self, taste: Taste = TASTE) -> None:
        self.taste = taste
        self._known: dict[int, tuple[Option, ...]] = {}
        self.worth = [self._by_owner(number) for number in range(len(CARDS))]
        """By kind: what it brings at a table of one's own, of the best of the others, of one who trails."""

    def _by_owner(self, number: int) -> tuple[float, float, float]:
        taste, worth, relief = self.taste, WORTH[number], RELIEF[number]
        if not worth:
            return -taste.waste, 0.0, 0.0
        elsewhere = relief - taste.save * worth
        return worth + relief, elsewhere - taste.leader * worth, elsewhere - taste.trailer * worth

    def of(self, held: int) -> tuple[Option, ...]:
        """Outside the salon: own table, the leader's, another's; then the same in the salon. No double, no jump."""
        plan = self._known.get(held)
        if plan is None:
            listed: list[Option] = []
            for fitting in (FIT_ELSEWHERE, FIT_THE_SALON):
                numbers = numbers_in(held & fitting & ~EXTRA_KINDS)
                listed += [
                    max(((self.worth[number][whose], number) for number in numbers), default=_NO_CARD)
                    for whose in range(3)
                ]
            plan = self._known[held] = tuple(listed)
        return plan


@dataclass(slots=True)
class Start:
    """The moment of a service from which it is played on."""

    hands: list[Hand]
    scores: list[int]
    """What the seats would have if the service ended now."""
    markers: Sequence[Tables]
    owner: Sequence[int]
    """By table."""
    seat: int
    reach: int
    unserved: int
    last: int | None = None
    more: bool = False
    passes: int = 0


class ServicePlayout:
    """A service from some moment on; playing it changes it."""

    __slots__ = (
        "_beside",
        "_beside_last",
        "_ending",
        "_more",
        "_next_to",
        "_passes",
        "_plans",
        "_rng",
        "hands",
        "is_same_turn",
        "markers",
        "owner",
        "reach",
        "scores",
        "seat",
        "unserved",
    )

    def __init__(self, room: Room, plans: Plans, rng: Random, start: Start) -> None:
        self._next_to = room.next_to
        self._beside = room.beside
        self._plans = plans
        self._rng = rng
        self.hands = start.hands[:]
        self.scores = start.scores[:]
        self.markers = start.markers
        self.owner = start.owner
        self.seat = start.seat
        self.reach = start.reach
        self.unserved = start.unserved
        self._beside_last = 0 if start.last is None else room.next_to[start.last] & start.unserved
        self._more = start.more
        self._passes = start.passes
        self.is_same_turn = True
        """Whether no other seat has had a turn."""

    def play(self) -> list[int]:
        """The scores at the end."""
        players = len(self.hands)
        while True:
            held = kinds(self.hands[self.seat])
            reach = self.reach
            if (reach & SALON and held & FIT_THE_SALON) or (reach & ~SALON and held & FIT_ELSEWHERE):
                number, table = self.choose(held)
                if number < 0:
                    if not self.leave():
                        break
                elif not self.serve(number, table):
                    break
            elif self._more:
                if not self.leave():
                    break
            else:
                self._passes += 1
                if self._passes == players:
                    break
                self._hand_over()
        return self.scores

    def leave(self) -> bool:
        """RE-17: no further card; whether the service goes on. After a jump the path goes on from where it lies."""
        self._more = False
        self.reach = self._beside_last
        if self.reach:
            self._hand_over()
        return bool(self.reach)

    def _hand_over(self) -> None:
        """Counter-clockwise."""
        self.seat = (self.seat or len(self.hands)) - 1
        self.is_same_turn = False

    def serve(self, number: int, table: int) -> bool:
        """Serve a card; whether the service goes on."""
        seat = self.seat
        left = self.hands[seat] = Hand(self.hands[seat] - UNITS[number])
        self.unserved &= ~(1 << table)
        self._passes = 0
        worth = WORTH[number]
        if worth:
            self.scores[seat] += RELIEF[number]
            self.scores[self.owner[table]] += worth
        if not left:
            return False
        self._beside_last = self._next_to[table] & self.unserved
        self._more = number >= DOUBLE
        if self._more:
            self.reach = self.unserved if number == JUMP else self._beside_last
        else:
            self.reach = self._beside_last
            if self.reach:
                self._hand_over()
        return bool(self.reach)

    def choose(self, held: int) -> tuple[int, int]:
        """A kind of card and a table; -1: none. The seat holds these kinds, one of which fits."""
        seat, scores, owner, unserved = self.seat, self.scores, self.owner, self.unserved
        mine, best_other, leader = scores[seat], -(10**9), -1
        for other, score in enumerate(scores):
            if score > best_other and other != seat:
                best_other, leader = score, other
        extras = held & EXTRA_KINDS
        if extras and mine + REACH_OF_A_TURN > best_other:
            chain = self._way_out(held, mine, best_other)
            if chain:
                return chain
        plans = self._plans
        plan, taste = plans.of(held), plans.taste
        random, next_to = self._rng.random, self._next_to
        of_next = self.markers[seat - 1]
        jump = self._after_a_jump(plan) if extras & JUMP_KIND else -FINISH
        is_last = self.hands[seat] & 63 == 1
        best, best_number, best_table = (
            (self._worth_of_leaving(mine, best_other), -1, -1) if self._more else (-1e12, -1, -1)
        )
        left = self.reach
        while left:
            bit = left & -left
            left ^= bit
            table = bit.bit_length() - 1
            who = owner[table]
            onward = next_to[table] & unserved
            value, number = plan[PLACE[table] + (0 if who == seat else 1 if who == leader else 2)]
            if number >= 0:
                if not onward or is_last:
                    value = self._at_the_end(number, who, mine, best_other)
                else:
                    if onward & of_next:
                        value -= taste.opens
                    value += taste.whim * random()
                if value > best:
                    best, best_number, best_table = value, number, table
            if extras:
                own_waste = taste.waste if who == seat else 0.0
                if extras & DOUBLE_KIND:
                    if not onward or is_last:
                        value = FINISH if mine > best_other else -FINISH
                    else:
                        value = self._best_at(onward, plan, leader) - taste.double - own_waste
                    value += taste.whim * random()
                    if value > best:
                        best, best_number, best_table = value, DOUBLE, table
                if jump - own_waste > best and not is_last:
                    best, best_number, best_table = jump - own_waste, JUMP, table
        if best_table < 0 and not self._more:
            best_number, best_table = JUMP, (self.reach & -self.reach).bit_length() - 1
        return best_number, best_table

    def _worth_of_leaving(self, mine: int, best_other: int) -> float:
        if self._beside_last:
            return 0.0
        return FINISH if mine > best_other else -FINISH

    def _at_the_end(self, number: int, who: int, mine: int, best_other: int) -> float:
        """What it is worth to end the evening with this card at a table of this owner."""
        mine += RELIEF[number]
        if who == self.seat:
            mine += WORTH[number]
        else:
            best_other = max(best_other, self.scores[who] + WORTH[number])
        return mine - best_other + (FINISH if mine > best_other else -FINISH)

    def _best_at(self, tables: int, plan: tuple[Option, ...], leader: int) -> float:
        """What the best card brings at one of these tables; nothing, if it is better left."""
        best = 0.0
        seat, owner = self.seat, self.owner
        while tables:
            bit = tables & -tables
            tables ^= bit
            table = bit.bit_length() - 1
            who = owner[table]
            value = plan[PLACE[table] + (0 if who == seat else 1 if who == leader else 2)][0]
            best = max(best, value)
        return best

    def _after_a_jump(self, plan: tuple[Option, ...]) -> float:
        """What a jump seems to bring: the best card at a table of one's own."""
        own = self.markers[self.seat] & self.unserved
        inside = plan[INSIDE][0] if own & SALON else 0.0
        outside = plan[OUTSIDE][0] if own & ~SALON else 0.0
        return max(inside, outside, 0.0) - self._plans.taste.jump

    # To end the evening in this turn

    def _way_out(self, held: int, mine: int, best_other: int) -> tuple[int, int] | None:
        """The first card of a turn of doubles and jumps that ends the service with this seat ahead."""
        hand = self.hands[self.seat]
        doubles, jumps = hand >> DOUBLE_SHIFT & 63, hand >> JUMP_SHIFT & 63
        self._ending = held, mine, best_other
        return self._chain(self.reach, self.unserved, doubles, jumps)

    def _chain(self, reach: int, unserved: int, doubles: int, jumps: int) -> tuple[int, int] | None:
        """With so many doubles and jumps left to lay."""
        next_to = self._next_to
        ends = reach & ~self._beside(unserved)
        while ends:
            bit = ends & -ends
            ends ^= bit
            table = bit.bit_length() - 1
            number = self._last_card(table, doubles)
            if number >= 0:
                return number, table
        if doubles and reach.bit_count() <= FEW_TABLES:
            left = reach
            while left:
                bit = left & -left
                left ^= bit
                table = bit.bit_length() - 1
                rest = unserved ^ bit
                onward = next_to[table] & rest
                if onward and self._chain(onward, rest, doubles - 1, jumps):
                    return DOUBLE, table
        if jumps:
            left = reach
            for _ in range(3):
                if not left:
                    break
                bit = left & -left
                left ^= bit
                rest = unserved ^ bit
                if rest and self._chain(rest, rest, doubles, jumps - 1):
                    return JUMP, bit.bit_length() - 1
        return None

    def _last_card(self, table: int, doubles: int) -> int:
        """A card that ends the service here with this seat ahead; -1 if there is none."""
        held, mine, best_other = self._ending
        who = self.owner[table]
        place = PLACE[table]
        number = self._plans.of(held)[place + (0 if who == self.seat else 2)][1]
        if number >= 0 and self._at_the_end(number, who, mine, best_other) > 0:
            return number
        # A dish is among what was found above. A double ends the service only where nothing is beside the table.
        return DOUBLE if doubles and mine > best_other else -1
