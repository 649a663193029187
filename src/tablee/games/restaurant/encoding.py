"""Restaurant in numbers. An action is one number; only menus that may be chosen freely to go under a RES (RE-10) are
named one after the other, else there would be hundreds of thousands of numbers."""

from array import array
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import chain
from typing import Final

from tablee.core.encoding import Encoding, Field, Numbers, Parts, lanes, marks, one_hot, padded, widened, zeros
from tablee.core.seat import Seat
from tablee.games.restaurant.actions import (
    DONE,
    DRAWS,
    EXCHANGES,
    KEEP,
    SERVES,
    TAKES,
    TURNS,
    Done,
    Drawn,
    Exchange,
    Keep,
    Move,
    Reserve,
    Serve,
    Take,
)
from tablee.games.restaurant.knowledge import RestaurantView
from tablee.games.restaurant.knowledge.history import SERVE as SERVED
from tablee.games.restaurant.knowledge.history import Deed, What, as_known_to
from tablee.games.restaurant.pieces import (
    CARDS,
    FIT_ELSEWHERE,
    FIT_THE_SALON,
    MARKERS,
    MENUS,
    NUMBER_OF,
    RES,
    RES_CARDS,
    RES_KINDS,
    SALON,
    TABLES,
    Card,
    OrdersEnding,
    Protect,
    ServiceEnding,
    Step,
    counts,
    kinds,
    numbers_in,
    size,
)
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.rules.course import drawn_from
from tablee.games.restaurant.rules.orders import victims, with_all
from tablee.games.restaurant.state import DRAW, EXCHANGE, OVER, SERVE, SERVE_MORE, TAKE, TURN, RestaurantState

_TABLES: Final = len(TABLES)
_SERVE: Final = _TABLES
_EXCHANGE: Final = _SERVE + len(CARDS) * _TABLES
_KEEP: Final = _EXCHANGE + len(EXCHANGES)
_DONE: Final = _KEEP + 1
_RESERVE: Final = _DONE + 1
_UNDER: Final = _RESERVE + len(RES)
_THAT_IS_ALL: Final = _UNDER + len(MENUS)

_FIRST_RES: Final = CARDS.index(RES[0])
_NUMBER: Final = {card: number for number, card in enumerate(CARDS)}
_TURN: Final[dict[Move, int]] = {turn: number for number, turn in enumerate(TURNS)}
_STEPS: Final = tuple(Step)
_STEP_HOT: Final = {step: one_hot(number, len(_STEPS)) for number, step in enumerate(_STEPS)}
_STEP_BYTES: Final = {step: bytes(hot) for step, hot in _STEP_HOT.items()}
_NO_PLATES: Final = bytes(_TABLES)
_NO_CARDS: Final = bytes(len(CARDS))
_RES_NUMBERS: Final = RES_CARDS * (1 + len(MENUS))
_NO_RESERVES: Final = bytes(_RES_NUMBERS)
_WHATS: Final = tuple(What)
_ORDERS_ENDINGS: Final = tuple(OrdersEnding)
_ENDINGS: Final = tuple(ServiceEnding)
_WORTH: Final = 100
"""What all menus are worth together, in hundreds, and a little more."""


class RestaurantEncoding(Encoding[RestaurantState, Move, RestaurantView]):
    """Numbers stand for: take (by table), serve (by card, then by table), exchange (by seat), keep, done, RES laid; and
    where they are chosen freely, menus under it, and that there are no more."""

    chance_size = len(TURNS) + len(DRAWS)

    def __init__(self, game: Restaurant) -> None:
        self._players = game.players
        self._chosen = game.protect is Protect.CHOSEN
        self.size = _THAT_IS_ALL + 1 if self._chosen else _UNDER
        if self._chosen:
            self.most_parts = 2 + sum(NUMBER_OF[card] for card in MENUS) - 1
        # Takes, exchanges, RES and serves; between two serves all but one seat may pass, and at the end all.
        self._deeds = 2 * _TABLES + NUMBER_OF[Card.DISH] + RES_CARDS + (_TABLES + 1) * game.players
        super().__init__(game, self._described())

    # Actions

    def parts(self, action: Move) -> Parts:
        match action:
            case Take():
                return (TAKES.index(action),)
            case Serve():
                return (_SERVE + action.number * _TABLES + SERVES[action.number].index(action),)
            case Exchange():
                return (_EXCHANGE + action.seat,)
            case Keep():
                return (_KEEP,)
            case Done():
                return (_DONE,)
            case Reserve() if self._chosen:
                under = [_UNDER + _NUMBER[menu] for menu in action.menus]
                return (_RESERVE + _NUMBER[action.res] - _FIRST_RES, *under, _THAT_IS_ALL)
            case Reserve():
                return (_RESERVE + _NUMBER[action.res] - _FIRST_RES,)
            case _:
                raise ValueError(f"{action} is chance's")

    def action(self, state: RestaurantState, seat: Seat, parts: Parts) -> Move | None:
        number = parts[0]
        if number < _SERVE:
            return TAKES[number]
        if number < _EXCHANGE:
            card, table = divmod(number - _SERVE, _TABLES)
            return SERVES[card][table]
        if number < _KEEP:
            return EXCHANGES[number - _EXCHANGE]
        if number < _RESERVE:
            return KEEP if number == _KEEP else DONE
        res = RES[number - _RESERVE]
        if not self._chosen:
            return with_all(state.hands[seat], res)
        if parts[-1] != _THAT_IS_ALL:
            return None
        return Reserve(res, tuple(MENUS[part - _UNDER] for part in parts[1:-1]))

    def legal(self, state: RestaurantState, seat: Seat, parts: Parts = ()) -> int:
        step = state.step
        if seat != state.to_play or step in (TURN, DRAW, OVER):
            return 0
        if parts:
            return self._under(counts(state.hands[seat]), parts)
        held = kinds(state.hands[seat])
        if step is SERVE or step is SERVE_MORE:
            return _serves(held, state.reach) | (step is SERVE_MORE) << _DONE
        if step is EXCHANGE:
            found = sum(1 << _EXCHANGE + other for other in victims(state)) | 1 << _KEEP
        else:
            found = state.reach | (step is not TAKE) << _DONE
        return found | _reserves(held & RES_KINDS)

    @staticmethod
    def _under(held: tuple[int, ...], parts: Parts) -> int:
        """RE-10: menus go under the RES in the order of `CARDS`; cards of a kind are alike."""
        res, *under = parts
        left = list(held)
        left[res - _RESERVE + _FIRST_RES] -= 1
        for part in under:
            left[part - _UNDER] -= 1
        first = under[-1] - _UNDER if under else 0
        return 1 << _THAT_IS_ALL | sum(1 << _UNDER + kind for kind in range(first, len(MENUS)) if left[kind])

    def chance_number(self, action: Move) -> int:
        return action.number + len(TURNS) if isinstance(action, Drawn) else _TURN[action]

    def odds(self, state: RestaurantState) -> list[tuple[int, int]]:
        first = 0 if state.step is TURN else len(TURNS)
        return [(number, weight) for number, weight in enumerate(_held(drawn_from(state)), first) if weight]

    def chance_action(self, number: int) -> Move:
        return TURNS[number] if number < len(TURNS) else DRAWS[number - len(TURNS)]

    # Views

    def _described(self) -> Iterator[Field]:
        players, kinds_ = self._players, len(CARDS)
        cards = ", ".join(CARDS)
        coded = ", ".join(f"{number} {card}" for number, card in enumerate(CARDS, 1))
        steps = ", ".join(_STEPS)
        whats = ", ".join(f"{number} {what}" for number, what in enumerate(_WHATS, 1))
        orders = ", ".join(f"{number} {ending}" for number, ending in enumerate(_ORDERS_ENDINGS, 1))
        endings = ", ".join(f"{number} {ending}" for number, ending in enumerate(_ENDINGS, 1))
        yield Field("seat", (players,), 0, 1, "Whose view it is; all 0: a spectator's.")
        yield Field("step", (len(_STEPS),), 0, 1, f"What is awaited: {steps}.")
        yield Field("to_play", (players,), 0, 1, "Whose turn it is.")
        yield Field("reach", (_TABLES,), 0, 1, "By table, row by row: whether a card may be taken or served there.")
        yield Field("last", (1,), 0, _TABLES, "The table where the path ends, from 1; 0: none.")
        yield Field("markers", (_TABLES,), 0, players, "By table: whose marker lies there, seat plus 1; 0: nobody's.")
        yield Field("plates", (_TABLES,), 0, kinds_, f"By table: the card served there: {coded}; 0: none.")
        yield Field("markers_left", (players,), 0, MARKERS, "Markers of each seat that are not laid.")
        yield Field("hand", (kinds_,), 0, _TABLES, f"One's own cards that are not protected: how many of {cards}.")
        yield Field("pile", (kinds_,), 0, _TABLES, "One's own protected cards (RE-10).")
        yield Field("hand_sizes", (players,), 0, _TABLES, "How many cards each seat holds.")
        yield Field("pile_sizes", (players,), 0, _TABLES, "How many of each seat are protected.")
        yield Field("victim", (players,), 0, 1, "Whom a card is being drawn from (RE-07).")
        yield Field("may_hold_res", (players,), 0, 1, "Who might hold a RES as far as the others know.")
        yield Field("orders_ending", (1,), 0, len(_ORDERS_ENDINGS), f"How the orders ended: {orders}; 0: not yet.")
        yield Field("sums", (players,), 0, _WORTH, "What each seat ordered (RE-13), in hundreds.")
        yield Field("points", (players,), 0, _WORTH, "What was served at each seat's markers (RE-19), in hundreds.")
        yield Field("passes", (1,), 0, players, "Passes in a row (RE-20).")
        yield Field("ending", (1,), 0, len(_ENDINGS), f"How the service ended: {endings}; 0: not yet.")
        yield Field("hands", (players, kinds_), 0, _TABLES, "What each seat still held at the end (RE-21).")
        yield Field("scores", (players,), -2 * _WORTH, 2 * _WORTH, "At the end (RE-22), in hundreds.")
        deed = f"what ({whats}), seat, table from 1, other seat plus 1, card ({coded}; 0: not seen), menus beneath"
        yield Field("chronicle", (self._deeds, 6), 0, _TABLES, f"All that was done, the first deed first: {deed}.")
        menus = f"whether its menus are known, how many of {', '.join(MENUS)}"
        yield Field(
            "reserves", (RES_CARDS, 1 + len(MENUS)), 0, _TABLES, f"Each RES laid, the first one first: {menus}."
        )

    def values(self, view: RestaurantView) -> Iterator[Numbers]:
        players = self._players
        yield one_hot(view.seat, players)
        yield _STEP_HOT[view.step]
        yield one_hot(view.to_play, players)
        reach = [0] * _TABLES
        for table in view.reach:
            reach[table] = 1
        yield reach
        yield [0 if view.last is None else view.last + 1]
        yield [0 if owner is None else owner + 1 for owner in view.markers]
        yield [0 if card is None else _NUMBER[card] + 1 for card in view.plates]
        yield view.markers_left
        yield _counts(view.hand)
        yield _counts(view.pile)
        yield view.hand_sizes
        yield view.pile_sizes
        yield one_hot(view.victim, players)
        yield view.may_hold_res
        yield [0 if view.orders_ending is None else 1 + _ORDERS_ENDINGS.index(view.orders_ending)]
        yield padded([total // 100 for total in view.sums], players)
        yield [points // 100 for points in view.points]
        yield [view.passes, 0 if view.ending is None else 1 + _ENDINGS.index(view.ending)]
        if view.hands:
            for held in view.hands:
                yield _counts(held)
        else:
            yield zeros(players * len(CARDS))
        yield padded([score // 100 for score in view.scores], players)
        yield padded(list(chain.from_iterable(map(_deed, view.chronicle))), 6 * self._deeds)
        yield padded(list(chain.from_iterable(map(_reserve, view.chronicle))), _RES_NUMBERS)

    def numbers_seen(self, state: RestaurantState, seat: Seat | None, parts: Parts = ()) -> "array[int]":
        """Without the view. Until the end, at which hands and scores are told, no number is above 255."""
        if state.ending:
            return super().numbers_seen(state, seat, parts)
        players, history, hands, piles = self._players, state.history, state.hands, state.piles
        markers = sum([owner * lanes(tables) for owner, tables in enumerate(state.markers, 1)])
        fields = [
            _hot(seat, players),
            _STEP_BYTES[state.step],
            _hot(state.to_play, players),
            marks(state.reach).ljust(_TABLES, b"\0"),
            bytes((0 if state.last is None else state.last + 1,)),
            markers.to_bytes(_TABLES, "little"),
            _plates(history) if state.served else _NO_PLATES,
            bytes([MARKERS - tables.bit_count() for tables in state.markers]),
            _NO_CARDS if seat is None else _held(hands[seat]),
            _NO_CARDS if seat is None else _held(piles[seat]),
            bytes([size(held) for held in (*hands, *piles)]),
            _hot(state.victim, players),
            marks(state.may_hold_res).ljust(players, b"\0"),
            bytes((0 if state.orders_ending is None else 1 + _ORDERS_ENDINGS.index(state.orders_ending),)),
            bytes([total // 100 for total in state.sums]) if state.sums else bytes(players),
            bytes([points // 100 for points in state.points]),
            bytes((state.passes, 0)),
            bytes(players * len(CARDS) + players),
            b"".join(map(DEEDS[seat].__getitem__, history)).ljust(6 * self._deeds, b"\0"),
            b"".join(map(RESERVES[seat].__getitem__, history)).ljust(_RES_NUMBERS, b"\0")
            if state.res_laid
            else _NO_RESERVES,
        ]
        return self._with_parts(widened(b"".join(fields)), parts)


@lru_cache(maxsize=1 << 12)
def _serves(held: int, reach: int) -> int:
    """RE-16."""
    inside, outside = reach & SALON, reach & ~SALON
    salon = sum(inside << _SERVE + card * _TABLES for card in numbers_in(held & FIT_THE_SALON))
    return salon | sum(outside << _SERVE + card * _TABLES for card in numbers_in(held & FIT_ELSEWHERE))


@cache
def _reserves(held: int) -> int:
    """RE-10."""
    return sum(1 << _RESERVE + number - _FIRST_RES for number in numbers_in(held))


@cache
def _hot(place: int | None, size: int) -> bytes:
    return bytes(one_hot(place, size))


@lru_cache(maxsize=1 << 12)
def _held(held: int) -> bytes:
    return bytes(counts(held))


@lru_cache(maxsize=1 << 12)
def _counts(held: tuple[Card, ...]) -> list[int]:
    return [held.count(card) for card in CARDS]


class _Known(dict[int, bytes]):
    """The numbers of deeds, packed as in a state, as one reader knows them. They come back: some thousands are kept."""

    def __init__(self, reader: Seat | None, numbers: Callable[[Deed], tuple[int, ...]]) -> None:
        self._reader, self._numbers = reader, numbers

    def __missing__(self, deed: int) -> bytes:
        if len(self) >= MOST_KEPT:
            self.clear()
        (known,) = as_known_to(self._reader, (deed,))
        return self.setdefault(deed, bytes(self._numbers(known)))


MOST_KEPT: Final = 1 << 13


def _plates(history: list[int]) -> bytearray:
    """By table: the card served there."""
    plates = bytearray(_TABLES)
    for deed in history:
        if deed & 7 == SERVED:
            plates[deed >> 9 & 63] = 1 + (deed >> 15 & 15)
    return plates


def _deed(deed: Deed) -> tuple[int, ...]:
    return (
        _WHATS.index(deed.what) + 1,
        deed.seat,
        0 if deed.table is None else deed.table + 1,
        0 if deed.other is None else deed.other + 1,
        0 if deed.card is None else _NUMBER[deed.card] + 1,
        deed.beneath,
    )


def _reserve(deed: Deed) -> tuple[int, ...]:
    if deed.what is not What.RESERVE:
        return ()
    menus = deed.menus or ()
    return deed.menus is not None, *(menus.count(menu) for menu in MENUS)


_READERS: Final = (None, *(exchange.seat for exchange in EXCHANGES))
DEEDS: Final = {reader: _Known(reader, _deed) for reader in _READERS}
RESERVES: Final = {reader: _Known(reader, _reserve) for reader in _READERS}
