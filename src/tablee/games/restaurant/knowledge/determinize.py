"""A full state that the owner of a view thinks possible."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Iterable

from tablee.core.chance import Random
from tablee.games.restaurant.knowledge.evidence import service_evidence
from tablee.games.restaurant.knowledge.history import What, cards_served, held, packed, with_card, with_menus
from tablee.games.restaurant.knowledge.sampler import HistorySampler
from tablee.games.restaurant.knowledge.view import RestaurantView
from tablee.games.restaurant.pieces import DECK, EMPTY, TABLES, UNITS, Hand, Tables
from tablee.games.restaurant.state import RestaurantState


def determinize(view: RestaurantView, rng: Random) -> RestaurantState:
    """A state the viewer thinks possible, by the odds that blind draws and shuffles give it."""
    if not hasattr(view, "sampler"):
        object.__setattr__(view, "sampler", _Sampler(view))
    return view.sampler.draw(rng)


class _Sampler:
    """A view turned into a state that lacks only what is hidden, which is filled in by each draw."""

    def __init__(self, view: RestaurantView) -> None:
        self._state = _open_part(view)
        self._in_service = bool(view.sums)
        evidence = service_evidence(view, self._state)
        self._hidden = HistorySampler(view.chronicle, view.seat, view.players, view.protect, evidence)

    def draw(self, rng: Random) -> RestaurantState:
        hidden = self._hidden.draw(rng)
        state = self._state.copy()
        deeds = state.history
        for number, card in hidden.cards.items():
            deeds[number] = with_card(deeds[number], card)
        for number, menus in hidden.beneath.items():
            deeds[number] = with_menus(deeds[number], Hand(sum(UNITS[menu] for menu in menus)))
        hands, piles = held(deeds, len(state.markers))
        state.stock = Hand(DECK - sum(hands) - sum(piles) - cards_served(deeds))
        if self._in_service:
            hands = [Hand(cards + pile) for cards, pile in zip(hands, piles, strict=True)]
            piles = [EMPTY] * len(hands)
        state.hands, state.piles = hands, piles
        return state


def _open_part(view: RestaurantView) -> RestaurantState:
    """All of a state that its viewer sees; no cards yet."""
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
    state.history = [packed(deed) for deed in view.chronicle]
    state.stock = EMPTY
    state.hands, state.piles = [], []
    return state


def _as_set(tables: Iterable[int]) -> Tables:
    return Tables(sum(1 << table for table in tables))
