"""The draw pile and the discard pile, and laying out week and menu from them (CP-02, CP-03, CP-09)."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from tablee.core.game import Told
from tablee.core.seat import Seat
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.knowledge.public import draw_unseen, see, shuffle
from tablee.games.courtepaille.pieces import MENU_SIZE, NONE, WEEK_SIZES, Cards, Step, cards
from tablee.games.courtepaille.state import EVERYBODY, CourtePailleState, FaceDown


def in_piles(state: CourtePailleState) -> int:
    """How many cards can still be drawn."""
    return state.pile.bit_count() + state.discard.bit_count() + len(state.buried)


def owe(state: CourtePailleState, step: Step, count: int, told: Told) -> bool:
    """Let chance draw some cards for a step, at most as many as there are; whether there are any."""
    count = min(count, in_piles(state))
    state.step = step
    state.owed = count
    if count and not state.pile:
        reshuffle(state, told)
    return count > 0


def reshuffle(state: CourtePailleState, told: Told) -> None:
    """CP-09: the discard pile becomes the draw pile."""
    discard, state.discard = state.discard, NONE
    shuffle_in(state, discard)
    if told is not None:
        told.append(e.Reshuffled(state.pile.bit_count()))


def shuffle_in(state: CourtePailleState, face_up: Cards) -> None:
    """Shuffle cards that everybody knows, and what lies face down in the discard pile, into the draw pile."""
    shuffle(state.public, face_up, state.buried)
    remembered = [*state.sunk, *(buried for buried in state.buried if buried.known_by)]
    state.sunk = [sunk for sunk in remembered if sunk.number in state.public.parcels]
    state.pile = state.pile | face_up | sum([buried.card for buried in state.buried])
    state.buried = []


def lay_week(state: CourtePailleState, told: Told) -> None:
    """CP-03, CP-25."""
    state.round = 1
    state.added = 0
    if not owe(state, Step.WEEK, WEEK_SIZES[state.part - 1], told):
        lay_menu(state, told)


def lay_day(state: CourtePailleState, card: Cards) -> None:
    """A card of the draw pile goes to the end of the week, unseen."""
    number = state.public.new_number()
    draw_unseen(state.public, number)
    state.face_down.append(FaceDown(card, number, 0))


def turn_day(state: CourtePailleState) -> Cards:
    """The next face-down day is turned up."""
    card, number, known_by = state.face_down.pop(0)
    state.open_days.append(card)
    if known_by != EVERYBODY:
        see(state.public, card, number)
    return card


def lay_menu(state: CourtePailleState, told: Told) -> None:
    """CP-03, CP-25: once the week is laid, turn up its first day and begin the menu."""
    first = turn_day(state) if state.face_down else NONE
    if told is not None:
        days = len(state.open_days) + len(state.face_down)
        told.append(e.PartBegan(state.part, days, cards(first)[0] if first else None, Seat(state.shark)))
    if not owe(state, Step.MENU, MENU_SIZE, told):
        open_round(state)


def open_round(state: CourtePailleState) -> None:
    """CP-05: everybody is to choose."""
    state.step = Step.CHOOSE
    state.missing = len(state.seats)
    state.looked = ()
