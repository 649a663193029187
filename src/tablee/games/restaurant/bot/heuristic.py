"""What a bot knows about playing Restaurant well."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import ClassVar, Final

from tablee.core.chance import Random
from tablee.core.heuristic import Meter
from tablee.core.heuristic import Ranked as Choice
from tablee.core.seat import Seat
from tablee.games.restaurant.actions import (
    DONE,
    EXCHANGES,
    KEEP,
    SERVES,
    TAKES,
    Done,
    Exchange,
    Keep,
    Move,
    Reserve,
    Serve,
    Take,
)
from tablee.games.restaurant.bot.impressions import TRUST_IN_ORDERS, TRUST_IN_SERVICE, first_impressions
from tablee.games.restaurant.bot.judge import Candidate, Evening, Race, judged, owners
from tablee.games.restaurant.bot.last_turn import LastTurns
from tablee.games.restaurant.bot.prospects import SERVICE_ONLY
from tablee.games.restaurant.bot.second_look import FIRST_LOOK, LimitedMeter, second_look
from tablee.games.restaurant.bot.sight import EVERYTHING, SIGHTS, Sight
from tablee.games.restaurant.bot.value import GAINS, in_orders, in_service, swing
from tablee.games.restaurant.bot.whole_evening import WholeEvening
from tablee.games.restaurant.knowledge import RestaurantView, history
from tablee.games.restaurant.pieces import (
    CARDS,
    FIT_ELSEWHERE,
    FIT_THE_SALON,
    HUNDREDS,
    MENUS,
    RES,
    RES_KINDS,
    SALON,
    UNIT,
    UNITS,
    Card,
    Hand,
    Protect,
    cards_in,
    in_order,
    kinds,
    numbers_in,
    size,
    value,
)
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.rules.orders import with_all
from tablee.games.restaurant.rules.scoring import minus
from tablee.games.restaurant.state import EXCHANGE, OVER, REST, SERVE, SERVE_MORE, TAKE, TAKE_MORE, RestaurantState

Ranked = list[tuple[float, Move]]
"""Actions with what they seem to bring, in points."""

_DISH, _DOUBLE, _JUMP = CARDS.index(Card.DISH), CARDS.index(Card.DOUBLE), CARDS.index(Card.JUMP)

_WASTED: Final = 60
"""What it costs to serve something worthless at one's own table."""
_DUMPED: Final = 60
"""What it brings to serve it at another's."""
_FOR_THE_NEXT: Final = 100
"""What it costs if the next player can then serve a table of his own."""
_FURTHER: Final = 200
"""What a further card to serve is worth."""
_ANYWHERE: Final = 100
"""How much more, if it may be served anywhere."""
_FIRST_WORLDS: Final = 8
"""Looked at before a card is drawn from somebody, or the evening is ended."""
_WHIM: Final = 10
"""The number of points up to which differences are left to chance."""

_AT_OWN: Final = tuple(gain or -_WASTED for gain in GAINS)
_AT_OTHERS: Final = tuple(minus(unit) - value(unit) if number < _DISH else _DUMPED for number, unit in enumerate(UNITS))
"""By kind of card: what it brings to serve it at one's own table, and at another's."""
_AND_THEN: Final = (0,) * _DOUBLE + (_FURTHER, _FURTHER + _ANYWHERE)

_SALON_TABLE: Final = 35
"""How much more a marker in the salon is worth than one elsewhere."""
_WORTH_A_RES: Final = 6
_DEAR: Final = 3
"""In hundreds: what the menus under a RES must come to, and what a menu must be worth to lie there."""


class RestaurantHeuristic:
    """Take orders in the salon, draw from those who hold menus, protect the dear ones; serve them at one's own tables,
    worthless cards at the others', and leave the next player none of his own.

    Values are points ahead of the mean of all. The odds of two seats are as exp(value / scale) of each, in the middle
    of a match; `swing` gives the scale at any moment.
    """

    scale: ClassVar[float] = 300.0

    def __init__(self, game: Restaurant) -> None:
        self._game = game
        self._room = game.room
        self._service_only = game.service_only

    def candidates(self, state: RestaurantState, seat: Seat, rng: Random, most: int) -> Sequence[Move]:
        """All choices, except that a RES is laid with the menus worth protecting or not at all.

        Of exchanges only the two best: blind draws vary too much to compare more of them.
        """
        ranked = self._ranked(state, seat, rng)
        ranked.sort(key=itemgetter(0), reverse=True)
        return [action for _, action in ranked[: min(2, most) if state.step is EXCHANGE else most]]

    def policy(self, state: RestaurantState, seat: Seat, rng: Random) -> Move:
        """What seems best without looking ahead."""
        return max(self._ranked(state, seat, rng), key=itemgetter(0))[1]

    def value(self, state: RestaurantState, seat: Seat) -> float:
        """The points the seat may expect at the end, more than all seats on average."""
        return self.values(state)[seat]

    def values(self, state: RestaurantState) -> Sequence[float]:
        """The same for each seat."""
        if state.step is OVER:
            expected: Sequence[float] = self._game.scores(state)
        elif state.sums:
            expected = in_service(state, self._room, service_only=self._service_only)
        else:
            expected = in_orders(state, service_only=self._service_only)
        mean = sum(expected) / len(expected)
        return [points - mean for points in expected]

    def swing(self, state: RestaurantState) -> float:
        """How many points scores may still differ by from what is expected."""
        return swing(state, self._room)

    def judge(self, view: RestaurantView, rng: Random, meter: Meter) -> Sequence[Choice]:
        """Every choice worth considering, played on in the same possible worlds."""
        return self._judged(view, rng, meter, EVERYTHING)

    def judge_within(self, view: RestaurantView, rng: Random, meter: Meter, sight: int) -> Sequence[Choice]:
        """The same by somebody who sees less: `SIGHTS` says what."""
        return self._judged(view, rng, meter, SIGHTS[sight])

    def _judged(self, view: RestaurantView, rng: Random, meter: Meter, sight: Sight) -> Sequence[Choice]:
        if view.seat is None:
            raise ValueError("a spectator has nothing to choose")
        seat = view.seat
        plans = sight.plans
        weights = SERVICE_ONLY if self._service_only else sight.weights
        state = self._game.determinize(view, rng)
        worlds = [state]
        last_turns = LastTurns(self._room, state, owners(state), seat, sight.last_turn) if view.sums else None
        if view.step is EXCHANGE or (last_turns and last_turns.found):
            worlds += [self._game.determinize(view, rng) for _ in range(_FIRST_WORLDS - 1)]
        chances = last_turns.chances([self._game.scores(world) for world in worlds]) if last_turns else {}
        candidates = first_impressions(self._game, worlds, seat, plans, weights)
        known = {candidate.action for candidate in candidates}
        candidates += [Candidate(action) for action, chance in chances.items() if chance and action not in known]
        if len(candidates) == 1:
            return [Choice(candidates[0].action, 1 / self._game.players, 1.0)]
        evening = Evening(self._game, seat, plans, weights, rng)
        race = Race(candidates, TRUST_IN_SERVICE if view.sums else TRUST_IN_ORDERS, chances, 1 / self._game.players)

        def draw_world() -> RestaurantState:
            return worlds.pop() if worlds else self._game.determinize(view, rng)

        if view.sums or self._service_only:
            return judged(evening, draw_world, race, meter)
        first_look = LimitedMeter(meter, FIRST_LOOK)
        ranked = judged(evening, draw_world, race, first_look)
        if not first_look.use_up():
            return ranked
        whole = WholeEvening(self._game, seat, plans, weights, rng)
        return second_look(ranked, whole, draw_world, meter)

    def style(self, state: RestaurantState, seat: Seat, action: Move) -> Mapping[str, float]:
        """Bold: to draw from others, to go on, to open a table for the next. Greedy: dear menus and the salon.
        Cautious: to protect, to leave it at that, to get rid of what costs double."""
        match action:
            case Take():
                further = 0.5 if state.step is TAKE_MORE else 0.0
                return {"bold": further, "greedy": 0.6 if SALON >> (action.table or 0) & 1 else 0.0}
            case Exchange():
                return {"bold": 0.7, "greedy": 0.4}
            case Reserve() | Keep():
                return {"cautious": 1.0}
            case Done():
                return {} if state.step is REST else {"cautious": 0.6}
            case Serve():
                return self._style_of_serve(state, seat, action)
            case _:  # chance has none
                return {}

    def _style_of_serve(self, state: RestaurantState, seat: Seat, action: Serve) -> Mapping[str, float]:
        table = action.table or 0
        own = state.markers[seat] >> table & 1
        opens = self._room.next_to[table] & state.markers[seat - 1] & ~state.served
        return {
            "bold": 0.6 if action.card in (Card.DOUBLE, Card.JUMP) else 0.3 if opens else 0.0,
            "greedy": HUNDREDS[action.card] / 6 if own else 0.0,
            "cautious": 0.6 if action.card in RES else 0.0 if opens else 0.2,
        }

    def _ranked(self, state: RestaurantState, seat: Seat, rng: Random) -> Ranked:
        """What the seat may sensibly do, by what it knows."""
        step = state.step
        if step is SERVE or step is SERVE_MORE:
            return self._serves(state, seat, rng)
        if step is EXCHANGE:
            return _exchanges(state, seat, rng, keep=2.0 if self._service_only else -1.0)
        if step is REST:
            return _rest(state.hands[seat], self._game.protect, useful=not self._service_only)
        takes: Ranked = [
            (_SALON_TABLE * (SALON >> table & 1) + _WHIM * rng.random(), TAKES[table])
            for table in in_order(state.reach)
        ]
        return takes if step is TAKE else [*takes, (-1.0, DONE)]

    def _serves(self, state: RestaurantState, seat: Seat, rng: Random) -> Ranked:
        held = kinds(state.hands[seat])
        fit_salon, fit_elsewhere = numbers_in(held & FIT_THE_SALON), numbers_in(held & FIT_ELSEWHERE)
        own, of_next = state.markers[seat], state.markers[seat - 1] & ~state.served
        next_to = self._room.next_to
        ranked: Ranked = []
        for table in in_order(state.reach):
            brings = _AT_OWN if own >> table & 1 else _AT_OTHERS
            left = _FOR_THE_NEXT if next_to[table] & of_next else 0
            for number in fit_salon if SALON >> table & 1 else fit_elsewhere:
                then = -left if number < _DOUBLE else _AND_THEN[number]
                ranked.append((brings[number] + then + _WHIM * rng.random(), SERVES[number][table]))
        if state.step is SERVE_MORE:
            ranked.append((float(_WHIM - _WASTED), DONE))
        return ranked


def _exchanges(state: RestaurantState, seat: Seat, rng: Random, *, keep: float) -> Ranked:
    """RE-07: a dish of the day is best exchanged with the seat that has the largest share of menus among its cards.

    RE-24: where menus are not noted they are a burden, and the dish is best kept.
    """
    shares = _shares_of_menus(state)
    ranked: Ranked = [
        (shares[other] + 0.2 * rng.random(), EXCHANGES[other])
        for other, held in enumerate(state.hands)
        if held and other != seat
    ]
    return [*ranked, (keep, KEEP)]


def _shares_of_menus(state: RestaurantState) -> list[float]:
    """By seat: how many of the cards that can be drawn from it are menus, as far as everybody could see."""
    menus, cards = [0.0] * len(state.hands), [0] * len(state.hands)
    for deed in state.history:
        what, seat = deed & 7, deed >> 3 & 7
        if what == history.TAKE:
            cards[seat] += 1
            menus[seat] += deed >> 15 & 15 < _DISH
        elif what == history.EXCHANGE:
            other = deed >> 6 & 7
            moved = menus[other] / max(1, cards[other])
            menus[seat] += moved
            menus[other] -= moved
    return [
        max(0.0, many - size(pile)) / max(1, size(hand))
        for many, hand, pile in zip(menus, state.hands, state.piles, strict=True)
    ]


def _rest(hand: Hand, protect: Protect, *, useful: bool) -> Ranked:
    """RE-10: what is left to do in a turn."""
    protection = _protection(hand, protect) if useful and kinds(hand) & RES_KINDS else None
    return [(0.0, DONE)] if protection is None else [(1.0, protection), (0.0, DONE)]


@lru_cache(maxsize=1 << 12)
def _protection(hand: Hand, protect: Protect) -> Reserve | None:
    """RE-10: the smallest RES with the menus worth protecting; None if there are too few.

    Small ones are left to be drawn, and a RES in hand can still be laid when more has come in.
    """
    res = next(card for card in RES if kinds(hand) & kinds(UNIT[card]))
    dear = [card for card in cards_in(hand - UNIT[res]) if card in MENUS and HUNDREDS[card] >= _DEAR]
    if sum(HUNDREDS[card] for card in dear) < _WORTH_A_RES:
        return None
    return with_all(hand, res) if protect is Protect.ALL else Reserve(res, tuple(dear))
