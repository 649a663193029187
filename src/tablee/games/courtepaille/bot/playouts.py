"""Many tables played on at once, in arrays, by seats that choose by habit. Needs numpy.

A row is one table. Cards are their numbers; `NO_CARD` fills empty slots. Each seat chooses from what it has seen: open
days, days it looked at, its hand, the cards that others took.
"""

from typing import Any, Final

import numpy as np

from tablee.games.courtepaille.bot.card_arrays import COCO, IS_COCO, KINDS, NO_CARD, POINTS, VALUE, Bools, Floats, Ints
from tablee.games.courtepaille.pieces import HAND_SIZE, MENU_SIZE, MOST_ADDED

_ONES: Final = np.ones(KINDS, dtype=np.float32)
"""To add up over characters, which is faster than `sum`."""

_MOST: Final = 7
"""The number of days that tables of habits go up to."""

# Habits. Tables are by the number of days that lie face down. They were tuned in matches of one seat with a new habit
# among seats with the old ones.

_SHARPNESS: Final = np.array((5.0, 0.53, 0.39, 0.335, 0.305, 0.285, 0.265, 0.25), dtype=np.float32)
"""How much a point in the week says about who is eaten; by the number of unknown days."""
_LUCK: Final = 1.65
"""Unknown days count for more than their mean: who is eaten often had lucky ones."""
_POINT: Final = np.array((0.435, 0.296, 0.191, 0.11, 0.104, 0.1, 0.091, 0.073), dtype=np.float32)
"""What a point more for the character that is eaten is worth, in log-odds."""
_FIRST: Final = np.array((0.0, 0.1, 0.2, 0.3, 0.42, 0.54, 0.66, 0.78, 0.9, 1.0), dtype=np.float32)
"""The share of the others that take a card first; by the value of the own card."""
_COCO_KEPT: Final = np.array((0.0, 0.184, 0.184, 0.147, 0.129, 0.11, 0.092, 0.092), dtype=np.float32)
"""What a Coco in hand is worth beyond its points, in parts of the win."""
_COCO_LATE: Final = 3
"""The number of days face down up to which Cocos are played."""
_COCO_EARLY: Final = -0.3
"""What playing one is worth before that."""
_DRAWN: Final = 0.02
"""What an unseen card is worth."""
_CURIOUS: Final = 0.01
"""What seeing a day is worth."""
_WHIM: Final = 0.02
"""Differences up to this are overlooked when a card is chosen."""
_SLIP: Final = 0.006
"""The same when one is taken, or when Coco does something."""
_HELD: Final = 1.3
"""Cards kept in hands are better than the average by this factor."""


class Playouts:
    """Tables in the same round, with the same players; what is hidden may differ."""

    def __init__(self, rows: int, players: int, generator: np.random.Generator, *, copies: int = 1) -> None:
        """`copies`: the number of copies of each table among the rows; they share their luck."""
        self.rows, self.players = rows, players
        self._generator, self._copies = generator, copies
        self._all = np.arange(rows)
        self.hands = np.full((rows, players, HAND_SIZE), NO_CARD, dtype=np.int64)
        self.known = np.zeros((rows, players, HAND_SIZE), dtype=np.bool_)
        """Cards of hands that all know of."""
        self.shown = np.zeros((rows, players, KINDS), dtype=np.float32)
        """Their points."""
        self.played = np.full((rows, players), NO_CARD, dtype=np.int64)
        """Cards to be carried out."""
        self.slot = np.full((rows, players), HAND_SIZE - 1, dtype=np.int64)
        """Where the next card of each hand goes."""
        self.menu = np.full((rows, MENU_SIZE), NO_CARD, dtype=np.int64)
        self.deck: Ints = np.zeros((rows, 0), dtype=np.int64)
        """In the order in which cards are drawn: first the pile, then what is shuffled when it is empty."""
        self.pile = 0
        """How many cards were in the pile."""
        self._top = np.zeros(rows, dtype=np.int64)
        self.week = np.full((rows, _MOST + 2), NO_CARD, dtype=np.int64)
        self.laid = np.zeros(rows, dtype=np.int64)
        """Slots of the week that have been used."""
        self.is_open = np.zeros(self.week.shape, dtype=np.bool_)
        self.seen_by = np.zeros((rows, players, self.week.shape[1]), dtype=np.bool_)
        """Face-down days that a seat knows."""
        self.seen = np.zeros((rows, players, KINDS), dtype=np.float32)
        """The points of all days that a seat knows, open or not."""
        self.unknown = np.zeros((rows, players), dtype=np.int64)
        """How many days it does not know."""
        self.alive = np.ones(rows, dtype=np.bool_)
        """Rows where the part is not over."""
        self.mean = np.full(KINDS, 45 / NO_CARD, dtype=np.float32)
        """The points of an unseen card, by character."""
        self.shut: Floats = np.zeros(KINDS, dtype=np.float32)
        """Far below 0 for characters that have left the game, otherwise 0."""
        self.seats = tuple(range(players))
        self.shark = self.added = 0
        self.coco_needs_match = True

    def make_room(self, days: int) -> None:
        """Make room for a week of `days`, and two more."""
        more = days + 2 - self.week.shape[1]
        if more > 0:
            self.week = np.pad(self.week, ((0, 0), (0, more)), constant_values=NO_CARD)
            self.is_open = np.pad(self.is_open, ((0, 0), (0, more)))
            self.seen_by = np.pad(self.seen_by, ((0, 0), (0, 0), (0, more)))

    # What seats think

    def in_pile(self) -> Floats:
        """The points of the cards that are left in the draw pile, by character."""
        left = np.arange(self.pile) >= self._top[:, None]
        points: Floats = (POINTS[self.deck[:, : self.pile]] * left[..., None]).sum(1)
        return points

    def face_down(self, rows: Any = slice(None)) -> Ints:
        """How many days lie face down."""
        down: Ints = ((self.week[rows] != NO_CARD) & ~self.is_open[rows]).sum(1)
        return down

    def odds(self, seen: Floats, unknown: Ints) -> Floats:
        """How likely each character is to be eaten; the last axis of `seen` are the characters."""
        totals = seen + unknown[..., None] * (_LUCK * self.mean) + self.shut
        totals -= totals.max(-1, keepdims=True)
        odds: Floats = np.exp(totals * _SHARPNESS[np.minimum(unknown, _MOST)][..., None], dtype=np.float32)
        odds /= (odds @ _ONES)[..., None]
        return odds

    def counts(self, sums: Floats) -> Floats:
        """CP-19: what a hand with these sums counts for each character."""
        cocos = sums[..., COCO:]
        counted = sums + cocos * (sums > 0) if self.coco_needs_match else sums + cocos
        counted[..., COCO] = sums[..., COCO]
        return counted

    def _strengths(self, rows: Any, point: Floats) -> Floats:
        """How strong each hand looks to the others, by row, seat and character: exp(point × what it may count)."""
        held = self.hands[rows] != NO_CARD
        hidden = (held & ~self.known[rows]).sum(-1)
        guess = self.shown[rows] + hidden[..., None] * (self.mean * _HELD)
        is_in = held.any(-1) | (self.played[rows] != NO_CARD)
        strengths: Floats = np.exp(point[:, None, None] * guess, dtype=np.float32) * is_in[..., None]
        return strengths

    def _rivals(self, rows: Ints, seats: Ints, point: Floats) -> Floats:
        """How strong all others together look to a seat, by character."""
        strengths = self._strengths(rows, point)
        rivals: Floats = strengths.sum(1) - strengths[np.arange(len(rows)), seats]
        return rivals

    def _standing(self, odds: Floats, sums: Floats, rivals: Floats, point: Floats) -> Floats:
        """The chance to win with a hand of these sums; the last axis, characters, is summed up."""
        beaten = rivals * np.exp(-point[..., None] * self.counts(sums), dtype=np.float32)
        standing: Floats = (odds / (1 + beaten)) @ _ONES
        return standing

    # A round

    def choose(self) -> Ints:
        """CP-05: the slot of the card that each seat plays, by row and seat."""
        left = np.minimum(self.face_down(), _MOST)
        point, kept = _POINT[left], _COCO_KEPT[left][:, None, None]
        odds = self.odds(self.seen, self.unknown)
        sums = POINTS[self.hands].sum(2)
        strengths = self._strengths(slice(None), point)
        rivals = strengths.sum(1, keepdims=True) - strengths
        now = self._standing(odds, sums, rivals, point[:, None])[..., None]
        changed = np.concatenate(
            [sums[:, :, None] - POINTS[self.hands], sums[:, :, None] + POINTS[self.menu][:, None]], 2
        )
        after = self._standing(odds[:, :, None], changed, rivals[:, :, None], point[:, None, None])
        coco = IS_COCO[self.hands]
        loss = now - after[:, :, :HAND_SIZE] + kept * coco
        gains = after[:, :, HAND_SIZE:] - now + kept * IS_COCO[self.menu][:, None]
        scores = self._by_place(gains) - loss
        if coco.any():
            scores[coco] = _COCO_EARLY
            self._score_cocos(scores, coco & (self.alive & (left <= _COCO_LATE))[:, None, None])
        scores += _WHIM * self._luck(self.players, HAND_SIZE)
        scores[self.hands == NO_CARD] = -9
        slots: Ints = scores.argmax(2)
        return slots

    def _luck(self, *shape: int) -> Floats:
        """Random numbers, the same for all copies of a table."""
        drawn = self._generator.random((self.rows // self._copies, *shape), dtype=np.float32)
        return np.tile(drawn, (self._copies, *[1] * len(shape)))

    def _by_place(self, gains: Floats) -> Floats:
        """CP-06: what each card of a hand promises to bring: the lower it is, the fewer cards are taken before."""
        gains = -np.sort(-gains, axis=2)
        before = _FIRST[VALUE[self.hands].astype(np.int64)] * (len(self.seats) - 1)
        low = before.astype(np.int64)
        part = before - low
        high = np.minimum(low + 1, MENU_SIZE - 1)
        return np.take_along_axis(gains, low, 2) * (1 - part) + np.take_along_axis(gains, high, 2) * part

    def _score_cocos(self, scores: Floats, played: Bools) -> None:
        rows, seats, slots = np.nonzero(played)
        if rows.size:
            values = self._effect_values(rows, seats, slots)
            kept = _COCO_KEPT[np.minimum(self.face_down(rows), _MOST)]
            scores[rows, seats, slots] = values.max(1) - values[:, -1] + _DRAWN - kept

    def play_round(self, slots: Ints) -> None:
        """From the chosen cards until the last has been carried out."""
        at = slots[..., None]
        self.slot = slots
        self.played = np.take_along_axis(self.hands, at, 2)[..., 0]
        self.shown -= POINTS[self.played] * np.take_along_axis(self.known, at, 2)
        np.put_along_axis(self.hands, at, NO_CARD, 2)
        np.put_along_axis(self.known, at, False, 2)
        # CP-06: by value, then clockwise from the shark.
        order = VALUE[self.played] * 8 + (np.arange(self.players) - self.shark) % self.players
        order[self.played == NO_CARD] = 99
        by_turn = order.argsort(1)
        for turn in range(len(self.seats)):
            self.carry_out(by_turn[:, turn])

    def carry_out(self, seats: Ints, taken: Ints | None = None) -> None:
        """CP-07, CP-11: one seat of each row carries out its card; `taken`: the slot of the menu it takes from."""
        coco = IS_COCO[self.played[self._all, seats]]
        rows = np.flatnonzero(~coco & self.alive)
        self._take(rows, seats[rows], self._best_of_menu(rows, seats[rows]) if taken is None else taken[rows])
        rows = np.flatnonzero(coco & self.alive)
        if rows.size:
            values = self._effect_values(rows, seats[rows])
            values += _SLIP * self._generator.random(values.shape, dtype=np.float32)
            self._do_effects(rows, seats[rows], values.argmax(1))

    def _best_of_menu(self, rows: Ints, seats: Ints) -> Ints:
        left = np.minimum(self.face_down(rows), _MOST)
        point, menu = _POINT[left], self.menu[rows]
        odds = self.odds(self.seen[rows, seats], self.unknown[rows, seats])
        after = POINTS[self.hands[rows, seats]].sum(1)[:, None] + POINTS[menu]
        rivals = self._rivals(rows, seats, point)
        values = self._standing(odds[:, None], after, rivals[:, None], point[:, None])
        values += _COCO_KEPT[left][:, None] * IS_COCO[menu]
        values += _SLIP * self._generator.random(values.shape, dtype=np.float32)
        values[menu == NO_CARD] = -9
        slots: Ints = values.argmax(1)
        return slots

    def _take(self, rows: Ints, seats: Ints, slots: Ints) -> None:
        card = self.menu[rows, slots]
        self.menu[rows, slots] = NO_CARD
        at = self.slot[rows, seats]
        self.hands[rows, seats, at] = card
        self.known[rows, seats, at] = card != NO_CARD
        self.shown[rows, seats] += POINTS[card]
        self.played[rows, seats] = NO_CARD

    # Coco

    def do_effects(self, seats: Ints, effects: Ints) -> None:
        """CP-12: one seat of each row carries out its Coco, with the effect of this number.

        Effects are numbered: remove a slot of the week, add a slot of the menu, add a slot of the hand, add the top of
        the pile, look (which `look_at` does).
        """
        self._do_effects(self._all, seats, effects)

    def _effect_values(self, rows: Ints, seats: Ints, slots: Ints | None = None) -> Floats:
        """What each effect promises to a seat; `slots`: where its Coco is, if it is still in the hand."""
        week, menu, hand = self.week[rows], self.menu[rows], self.hands[rows, seats]
        if slots is not None:
            hand[np.arange(len(rows)), slots] = NO_CARD
        days = week.shape[1]
        in_hand = slice(days + MENU_SIZE, days + MENU_SIZE + HAND_SIZE)
        there = week != NO_CARD
        visible = self.is_open[rows] | self.seen_by[rows, seats]
        down = (there & ~self.is_open[rows]).sum(1)
        unknown = self.unknown[rows, seats]
        number = days + MENU_SIZE + HAND_SIZE + 2
        totals = np.repeat(self.seen[rows, seats][:, None], number, 1)
        totals[:, :days] -= POINTS[week] * visible[..., None]
        totals[:, days : days + MENU_SIZE] += POINTS[menu]
        totals[:, in_hand] += POINTS[hand]
        others = np.repeat(unknown[:, None], number, 1)
        others[:, :days] -= there & ~visible
        others[:, -2] += 1
        held = np.repeat(POINTS[hand].sum(1)[:, None], number, 1)
        held[:, in_hand] -= POINTS[hand]
        # Once the round is over there is a day less.
        point = _POINT[np.clip(down - 1, 0, _MOST)]
        rivals = self._rivals(rows, seats, point)
        values = self._standing(self.odds(totals, others), held, rivals[:, None], point[:, None])
        values[:, in_hand] += _DRAWN
        values[:, -1] += _CURIOUS * np.minimum(unknown, 2)
        values[:, :days][~there] = -9
        values[:, days : days + MENU_SIZE][menu == NO_CARD] = -9
        values[:, in_hand][hand == NO_CARD] = -9
        if self.added >= MOST_ADDED:
            values[:, days:-1] = -9
        return values

    def _do_effects(self, rows: Ints, seats: Ints, effects: Ints) -> None:
        days = self.week.shape[1]
        self.played[rows, seats] = NO_CARD
        some = effects < days
        if some.any():
            self._remove(rows[some], effects[some])
        some = (effects >= days) & (effects < days + MENU_SIZE)
        if some.any():
            slots = effects[some] - days
            card = self.menu[rows[some], slots]
            self.menu[rows[some], slots] = NO_CARD
            self._add(rows[some], card, np.ones((len(card), self.players), dtype=np.bool_))
        some = (effects >= days + MENU_SIZE) & (effects < days + MENU_SIZE + HAND_SIZE)
        if some.any():
            self._add_from_hand(rows[some], seats[some], effects[some] - days - MENU_SIZE)
        some = effects == days + MENU_SIZE + HAND_SIZE
        if some.any():
            card = self._draw(rows[some])
            self._add(rows[some], card, np.zeros((len(card), self.players), dtype=np.bool_))
        self.hands[rows, seats, self.slot[rows, seats]] = self._draw(rows)

    def _remove(self, rows: Ints, slots: Ints) -> None:
        """CP-13."""
        card = self.week[rows, slots]
        visible = self.is_open[rows, slots][:, None] | self.seen_by[rows, :, slots]
        self.seen[rows] -= POINTS[card][:, None] * visible[..., None]
        self.unknown[rows] -= ~visible
        self.week[rows, slots] = NO_CARD

    def _add_from_hand(self, rows: Ints, seats: Ints, slots: Ints) -> None:
        card = self.hands[rows, seats, slots]
        self.shown[rows, seats] -= POINTS[card] * self.known[rows, seats, slots][:, None]
        self.known[rows, seats, slots] = False
        self._add(rows, card, np.arange(self.players) == seats[:, None])
        self.hands[rows, seats, slots] = self._draw(rows)

    def _add(self, rows: Ints, card: Ints, known: Bools) -> None:
        """CP-14: `known`: by seat, who knows the card. If the arrays have no room for the day, it is lost."""
        slots = np.minimum(self.laid[rows], self.week.shape[1] - 1)
        fits = (self.week[rows, slots] == NO_CARD) & (card != NO_CARD)
        rows, card, known, slots = rows[fits], card[fits], known[fits], slots[fits]
        self.week[rows, slots] = card
        self.is_open[rows, slots] = False
        self.seen_by[rows, :, slots] = known
        self.laid[rows] += 1
        self.seen[rows] += POINTS[card][:, None] * known[..., None]
        self.unknown[rows] += ~known

    def look_at(self, rows: slice, seat: int, slot: int) -> None:
        """CP-15: a seat sees a face-down day."""
        new = ~self.seen_by[rows, seat, slot]
        self.seen[rows, seat] += POINTS[self.week[rows, slot]] * new[:, None]
        self.unknown[rows, seat] -= new
        self.seen_by[rows, seat, slot] = True

    def _draw(self, rows: Ints) -> Ints:
        """The next card of the deck, as long as there is one."""
        top, size = self._top[rows], self.deck.shape[1]
        self._top[rows] += 1
        if not size:
            return np.full(len(rows), NO_CARD, dtype=np.int64)
        card: Ints = np.where(top < size, self.deck[rows, np.minimum(top, size - 1)], NO_CARD)
        return card

    # The end

    def end_round(self) -> None:
        """CP-08, CP-10: a new menu, the next day, and the shark moves on."""
        down = (self.week != NO_CARD) & ~self.is_open
        self.alive &= down.any(1)
        rows = np.flatnonzero(self.alive)
        if rows.size:
            self.lay_menu(rows)
            first = down[rows].argmax(1)
            card, known = self.week[rows, first], self.seen_by[rows, :, first]
            self.is_open[rows, first] = True
            self.seen[rows] += POINTS[card][:, None] * ~known[..., None]
            self.unknown[rows] -= ~known
            self.alive[rows] = down[rows].sum(1) > 1
        self.shark = next((seat for seat in self.seats if seat > self.shark), self.seats[0])

    def lay_menu(self, rows: Ints) -> None:
        """CP-03, CP-08."""
        for slot in range(MENU_SIZE):
            self.menu[rows, slot] = self._draw(rows)

    def shares(self) -> Floats:
        """CP-18 to CP-20: each seat's part of the win, by row; ties are broken twice at most."""
        totals = POINTS[self.week].sum(1) + self.shut
        sums = POINTS[self.hands].sum(2)
        best = np.zeros((self.rows, self.players), dtype=np.bool_)
        best[:, list(self.seats)] = True
        for _ in range(3):
            eaten = totals == totals.max(1, keepdims=True)
            counted = (sums * eaten[:, None]).sum(2)
            cocos = sums[..., COCO] * ~eaten[:, COCO, None]
            counted += cocos * (counted > 0) if self.coco_needs_match else cocos
            counted[~best] = -1
            best &= counted == counted.max(1, keepdims=True)
            totals = np.where(eaten, -1e6, totals)
        shares: Floats = (best / best.sum(1, keepdims=True)).astype(np.float32)
        return shares
