"""A round: cards are chosen, turned up and carried out (CP-05 to CP-08), Coco's too (CP-11 to CP-17)."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from tablee.core.game import Told
from tablee.core.seat import Seat
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.actions import (
    ADD_FROM_HAND,
    ADD_FROM_MENU,
    ADD_FROM_PILE,
    Add,
    Choose,
    Look,
    Remove,
    Take,
    looks,
    removals,
)
from tablee.games.courtepaille.knowledge.public import lay_from_hand, see_in_hand
from tablee.games.courtepaille.pieces import (
    CARDS,
    COCOS,
    MENU_SIZE,
    MOST_ADDED,
    NONE,
    WORTH,
    Card,
    Cards,
    Ending,
    Source,
    Step,
    Variant,
    numbers,
)
from tablee.games.courtepaille.rules.parts import end_part, left_of
from tablee.games.courtepaille.rules.piles import in_piles, open_round, owe, turn_day
from tablee.games.courtepaille.state import EVERYBODY, CourtePailleState, FaceDown


def choose(state: CourtePailleState, seat: Seat, action: Choose, variant: Variant, told: Told) -> None:
    """CP-05."""
    if told is not None:
        told.append(e.Chosen(seat, action.card, again=state.choices[seat] is not None))
    if state.choices[seat] is None:
        state.missing -= 1
    state.choices[seat] = action
    if not state.missing:
        _reveal(state, told)
        _go_on(state, variant, told)


def _reveal(state: CourtePailleState, told: Told) -> None:
    hands, choices, shark, players = state.hands, state.choices, state.shark, len(state.hands)
    public = state.public
    order = []
    for seat in state.seats:
        bit = choices[seat].bit  # type: ignore[union-attr]  # all have chosen
        hands[seat] = hands[seat] ^ bit
        see_in_hand(public, seat, bit)
        # CP-06: by value, then clockwise from the shark.
        order.append(WORTH[bit.bit_length() - 1] << 3 | (seat - shark) % players)
    order.sort(reverse=True)
    state.queue = [(shark + (key & 7)) % players for key in order]
    if told is not None:
        seats = tuple(map(Seat, reversed(state.queue)))
        told.append(e.Revealed(seats, tuple(_played(state, seat) for seat in seats)))


def _played(state: CourtePailleState, seat: int) -> Card:
    return state.choices[seat].card  # type: ignore[union-attr]  # it has been turned up


def _go_on(state: CourtePailleState, variant: Variant, told: Told) -> None:
    """Go on to the next card to be carried out, or to the end of the round."""
    if not state.queue:
        _end_round(state, variant, told)
        return
    seat = state.queue[-1]
    state.step = Step.CARRY_OUT
    if not (has_effect(state) if plays_coco(state) else state.menu):
        # CP-17: nothing can be done or taken.
        if told is not None:
            told.append(e.NothingToDo(Seat(seat), _played(state, seat)))
        _discard(state, seat)
        owe(state, Step.REPLACE, 1, told)


def _discard(state: CourtePailleState, seat: int) -> None:
    state.discard |= state.choices[seat].bit  # type: ignore[union-attr]  # it has been turned up
    state.choices[seat] = None


def take(state: CourtePailleState, seat: Seat, action: Take, variant: Variant, told: Told) -> None:
    """CP-07."""
    if told is not None:
        told.append(e.Took(seat, _played(state, seat), action.card))
    bit = action.bit
    _discard(state, seat)
    state.menu = state.menu ^ bit
    state.hands[seat] = state.hands[seat] | bit
    state.public.known[seat] |= bit
    carried_out(state, variant, told)


def carried_out(state: CourtePailleState, variant: Variant, told: Told) -> None:
    """A seat has carried out its card and got another for it."""
    state.queue.pop()
    _go_on(state, variant, told)


# Coco


def plays_coco(state: CourtePailleState) -> bool:
    """Whether the card to be carried out is a Coco."""
    choice = state.choices[state.queue[-1]]
    return choice is not None and choice.bit & COCOS != 0


def effects(state: CourtePailleState, seat: int) -> list[Add | Look | Remove]:
    """CP-12 to CP-15, CP-17: all that Coco can do now."""
    opened, days = len(state.open_days), len(state.open_days) + len(state.face_down)
    found: list[Add | Look | Remove] = [*removals(days), *looks(opened, days)]
    if can_add(state):
        found += [ADD_FROM_MENU[number] for number in numbers(state.menu)]
        if can_draw_two(state):
            found.append(ADD_FROM_PILE)
            found += [ADD_FROM_HAND[number] for number in numbers(state.hands[seat])]
    return found


def can_add(state: CourtePailleState) -> bool:
    """CP-14: whether one more card may be added to the week."""
    return state.added < MOST_ADDED


def can_draw_two(state: CourtePailleState) -> bool:
    """CP-14, CP-17: whether there is a card to draw beside the Coco itself, which is discarded first."""
    return in_piles(state) > 0


def has_effect(state: CourtePailleState) -> bool:
    """CP-17: whether Coco can do anything."""
    return bool(state.open_days or state.face_down) or (can_add(state) and bool(state.menu or can_draw_two(state)))


def remove(state: CourtePailleState, seat: Seat, action: Remove, told: Told) -> None:
    """CP-13."""
    _discard(state, seat)
    day = action.day - 1
    opened = len(state.open_days)
    if day < opened:
        card, known_by = state.open_days.pop(day), EVERYBODY
    else:
        hidden = state.face_down.pop(day - opened)
        card, _, known_by = hidden
        if known_by != EVERYBODY:
            state.buried.append(hidden)
    if known_by == EVERYBODY:
        state.discard |= card
    if told is not None:
        told.append(e.Removed(seat, action.day, day >= opened, _card(card), _seats(known_by)))
    owe(state, Step.REPLACE, 1, told)


def add(state: CourtePailleState, seat: Seat, action: Add, told: Told) -> None:
    """CP-14."""
    _discard(state, seat)
    state.added += 1
    bit = action.bit
    known_by = 0
    if action.source is Source.MENU:
        state.menu = state.menu ^ bit
        known_by = EVERYBODY
        state.face_down.append(FaceDown(bit, state.public.new_number(), EVERYBODY))
    elif action.source is Source.HAND:
        # Everybody knows which card it is if it is the only one of the hand and known.
        known_by = EVERYBODY if state.hands[seat] == state.public.known[seat] == bit else 1 << seat
        state.hands[seat] = state.hands[seat] ^ bit
        state.face_down.append(FaceDown(bit, lay_from_hand(state.public, seat), known_by))
    if told is not None:
        day = len(state.open_days) + len(state.face_down) + (action.source is Source.PILE)
        told.append(e.Added(seat, action.source, day, action.card, _seats(known_by)))
    if action.source is Source.PILE:
        owe(state, Step.LAY, 1, told)
    else:
        owe(state, Step.REPLACE, 2 if action.source is Source.HAND else 1, told)


def look(state: CourtePailleState, seat: Seat, action: Look, told: Told) -> None:
    """CP-15."""
    _discard(state, seat)
    days = [day - len(state.open_days) - 1 for day in action.days]
    for day in days:
        card, number, known_by = state.face_down[day]
        state.face_down[day] = FaceDown(card, number, known_by | 1 << seat)
    state.looked = (*state.looked, (seat, action.days))
    if told is not None:
        told.append(e.Looked(seat, action.days, tuple(_card(state.face_down[day].card) for day in days)))
    owe(state, Step.REPLACE, 1, told)


def _card(bit: Cards) -> Card:
    return CARDS[bit.bit_length() - 1]


def _seats(known_by: int) -> tuple[Seat, ...] | None:
    """The seats that know a card; None: everybody."""
    return None if known_by == EVERYBODY else tuple(Seat(seat) for seat in range(5) if known_by >> seat & 1)


# The end of a round


def _end_round(state: CourtePailleState, variant: Variant, told: Told) -> None:
    """CP-08, CP-10."""
    state.discard |= state.menu
    state.menu = NONE
    if not state.face_down:
        end_part(state, Ending.NOTHING_FACE_DOWN, variant, told)
    elif not owe(state, Step.NEW_MENU, MENU_SIZE, told):
        next_day(state, variant, told)


def next_day(state: CourtePailleState, variant: Variant, told: Told) -> None:
    """CP-08, CP-10: turn up the next day once the new menu is laid; unless it was the last, the shark moves on."""
    card = turn_day(state)
    if told is not None:
        told.append(e.DayTurned(len(state.open_days), _card(card)))
    if not state.face_down:
        end_part(state, Ending.WEEK_OVER, variant, told)
        return
    state.round += 1
    state.shark = left_of(state.shark, state.seats)
    if told is not None:
        told.append(e.RoundEnded(Seat(state.shark)))
    open_round(state)
