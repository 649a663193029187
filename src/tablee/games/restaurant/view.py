"""What a seat knows in Restaurant."""

from collections.abc import Iterable
from dataclasses import dataclass

from tablee.core.chance import Random
from tablee.core.game import View
from tablee.core.seat import Seat
from tablee.games.restaurant import chronicle
from tablee.games.restaurant.chronicle import Deed, What
from tablee.games.restaurant.knowledge.courses import Knowledge
from tablee.games.restaurant.knowledge.naming import Testimony
from tablee.games.restaurant.pieces import (
    CARDS,
    DECK,
    EMPTY,
    FIT_ELSEWHERE,
    FIT_THE_SALON,
    MARKERS,
    RIM,
    SALON,
    TABLES,
    UNITS,
    Card,
    Hand,
    OrdersEnding,
    ServiceEnding,
    Table,
    Tables,
    cards_in,
    in_order,
    numbers_in,
    room,
    size,
)
from tablee.games.restaurant.scoring import scores
from tablee.games.restaurant.state import SERVE, RestaurantState, Step


class _Remembered(View):
    """What `determinize` needs of a view, worked out when it is first asked."""

    __slots__ = ("memory",)
    memory: "_Memory"


@dataclass(frozen=True, slots=True)
class RestaurantView(_Remembered):
    """Tuples are by seat unless they say otherwise."""

    seat: Seat | None
    players: int
    stairs: bool
    service_only: bool
    step: Step
    to_play: Seat
    """Whose turn it is, or was when it ended."""
    reach: tuple[Table, ...]
    """Where the seat to play may take a card, or serve one."""
    last: Table | None
    """Where the path ends."""
    markers: tuple[Seat | None, ...]
    """By table: whose marker lies there."""
    plates: tuple[Card | None, ...]
    """By table: the card served there."""
    markers_left: tuple[int, ...]
    hand: tuple[Card, ...]
    """The viewer's own cards that are not protected."""
    pile: tuple[Card, ...]
    """RE-10: his protected cards."""
    hand_sizes: tuple[int, ...]
    pile_sizes: tuple[int, ...]
    victim: Seat | None
    """RE-07: whom a card is being drawn from."""
    may_hold_res: tuple[bool, ...]
    """RE-10: who, for all the others know, might hold a RES."""
    orders_ending: OrdersEnding | None
    sums: tuple[int, ...]
    """RE-13; empty before the orders end."""
    points: tuple[int, ...]
    """RE-19."""
    passes: int
    """RE-20: in a row."""
    ending: ServiceEnding | None
    hands: tuple[tuple[Card, ...], ...]
    """RE-21: what everybody still held at the end; empty before."""
    scores: tuple[int, ...]
    """RE-22; empty before the end."""
    chronicle: tuple[Deed, ...]
    """All that was done, as the viewer knows it."""


def view(state: RestaurantState, seat: Seat | None, *, stairs: bool, service_only: bool) -> RestaurantView:
    """All that `seat` (None: a spectator) knows."""
    players = len(state.hands)
    markers: list[Seat | None] = [None] * len(TABLES)
    for owner, tables in enumerate(state.markers):
        for table in in_order(tables):
            markers[table] = Seat(owner)
    known = chronicle.as_known_to(seat, state.chronicle)
    plates: list[Card | None] = [None] * len(TABLES)
    for deed in known:
        if deed.what is What.SERVE and deed.table is not None:
            plates[deed.table] = deed.card
    return RestaurantView(
        seat=seat,
        players=players,
        stairs=stairs,
        service_only=service_only,
        step=state.step,
        to_play=Seat(state.to_play),
        reach=in_order(state.reach),
        last=state.last,
        markers=tuple(markers),
        plates=tuple(plates),
        markers_left=tuple(MARKERS - tables.bit_count() for tables in state.markers),
        hand=() if seat is None else cards_in(state.hands[seat]),
        pile=() if seat is None else cards_in(state.piles[seat]),
        hand_sizes=tuple(map(size, state.hands)),
        pile_sizes=tuple(map(size, state.piles)),
        victim=None if state.victim is None else Seat(state.victim),
        may_hold_res=tuple(bool(state.may_hold_res >> player & 1) for player in range(players)),
        orders_ending=state.orders_ending,
        sums=state.sums,
        points=tuple(state.points),
        passes=state.passes,
        ending=state.ending,
        hands=tuple(map(cards_in, state.hands)) if state.ending else (),
        scores=scores(state, service_only=service_only) if state.ending else (),
        chronicle=known,
    )


def determinize(view: RestaurantView, rng: Random) -> RestaurantState:
    """A state the viewer thinks possible, by the odds that blind draws and shuffles give it (knowledge.py)."""
    if not hasattr(view, "memory"):
        object.__setattr__(view, "memory", _Memory(view))
    return view.memory.draw(rng)


class _Memory:
    """A view, laid out as a state that lacks only what is hidden."""

    def __init__(self, view: RestaurantView) -> None:
        self._state = _open_part(view)
        self._in_service = bool(view.sums)
        self._knowledge = Knowledge(view.chronicle, view.seat, view.players, _testimonies(view, self._state))

    def draw(self, rng: Random) -> RestaurantState:
        course = self._knowledge.draw(rng)
        state = self._state.copy()
        deeds = state.chronicle
        for number, card in course.cards.items():
            deeds[number] = chronicle.with_card(deeds[number], card)
        for number, menus in course.beneath.items():
            deeds[number] = chronicle.with_menus(deeds[number], Hand(sum(UNITS[menu] for menu in menus)))
        hands, piles = chronicle.held(deeds, len(state.markers))
        state.stock = Hand(DECK - sum(hands) - sum(piles) - chronicle.laid(deeds))
        if self._in_service:
            hands = [Hand(held + pile) for held, pile in zip(hands, piles, strict=True)]
            piles = [EMPTY] * len(hands)
        state.hands, state.piles = hands, piles
        return state


def _open_part(view: RestaurantView) -> RestaurantState:
    state = RestaurantState()
    state.step = view.step
    state.to_play = view.to_play
    state.reach = _as_set(view.reach)
    state.last = view.last
    state.markers = [_as_set(table for table in TABLES if view.markers[table] == seat) for seat in range(view.players)]
    state.marked = _as_set(table for table in TABLES if view.markers[table] is not None)
    state.victim = view.victim
    state.may_hold_res = sum(may << seat for seat, may in enumerate(view.may_hold_res))
    state.res_laid = sum(deed.what is What.RESERVE for deed in view.chronicle)
    state.orders_ending = view.orders_ending
    state.sums = view.sums
    state.served = _as_set(table for table in TABLES if view.plates[table])
    state.points = list(view.points)
    state.passes = view.passes
    state.ending = view.ending
    state.chronicle = [chronicle.written(deed) for deed in view.chronicle]
    state.stock = EMPTY
    state.hands, state.piles = [], []
    return state


def _as_set(tables: Iterable[int]) -> Tables:
    return Tables(sum(1 << table for table in tables))


def _testimonies(view: RestaurantView, state: RestaurantState) -> list[Testimony]:
    """What the service has told of each of the others; nothing before it begins."""
    if not view.sums:
        return []
    told = _Service(view, state)
    return [told.of(seat) for seat in range(view.players) if seat != view.seat]


class _Service:
    """RE-18: where each seat could not serve when it passed, and what it laid."""

    def __init__(self, view: RestaurantView, state: RestaurantState) -> None:
        self._view = view
        self._reach = state.reach
        self._served = [[0] * len(CARDS) for _ in range(view.players)]
        self._gone: list[frozenset[int]] = [frozenset()] * view.players
        next_to = room(view.stairs).next_to
        reach = RIM & state.marked
        unserved = state.marked
        for deed in view.chronicle:
            if deed.what is What.SERVE and deed.table is not None and deed.card is not None:
                self._served[deed.seat][CARDS.index(deed.card)] += 1
                unserved = Tables(unserved & ~(1 << deed.table))
                reach = next_to[deed.table] & unserved
            elif deed.what is What.PASS:
                self._gone[deed.seat] |= _fitting(reach)

    def of(self, seat: int) -> Testimony:
        view = self._view
        served, gone = self._served[seat], self._gone[seat]
        if view.hands:
            served = [number + view.hands[seat].count(card) for number, card in zip(served, CARDS, strict=True)]
            gone = frozenset(range(len(CARDS)))
        asked = view.step is SERVE and view.to_play == seat
        return Testimony(view.sums[seat] // 100, tuple(served), gone, _fitting(self._reach) if asked else None)


def _fitting(reach: int) -> frozenset[int]:
    """RE-16: the kinds that may be laid at one of these tables."""
    kinds = (FIT_THE_SALON if reach & SALON else 0) | (FIT_ELSEWHERE if reach & ~SALON else 0)
    return frozenset(numbers_in(kinds))
