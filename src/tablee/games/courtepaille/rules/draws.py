"""Where the cards go that chance draws."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from tablee.core.game import Told
from tablee.core.seat import Seat
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.actions import Draw
from tablee.games.courtepaille.knowledge.public import draw_unseen, see_drawn
from tablee.games.courtepaille.pieces import HAND_SIZE, Step, Variant, cards
from tablee.games.courtepaille.rules.piles import lay_day, lay_menu, lay_week, open_round, owe, reshuffle
from tablee.games.courtepaille.rules.rounds import carried_out, next_day
from tablee.games.courtepaille.state import CourtePailleState


def draw(state: CourtePailleState, action: Draw, variant: Variant, told: Told) -> None:
    """Put the drawn card where the step says; after the last card of the step, go on with the match."""
    bit = action.bit
    state.pile = state.pile ^ bit
    state.owed -= 1
    step = state.step
    if step is Step.NEW_MENU or step is Step.MENU:
        state.menu = state.menu | bit
        see_drawn(state.public, bit)
    elif step is Step.WEEK or step is Step.LAY:
        lay_day(state, bit)
    else:
        _into_hand(state, action, told)
    if not state.owed:
        _done(state, variant, told)
    elif not state.pile:
        reshuffle(state, told)


def _into_hand(state: CourtePailleState, action: Draw, told: Told) -> None:
    if state.step is Step.DEAL:
        seat = len(state.hands) - 1 - state.owed // HAND_SIZE
    else:
        seat = state.queue[-1] if state.step is Step.REPLACE else state.part_winners[-1]
    state.hands[seat] = state.hands[seat] | action.bit
    draw_unseen(state.public, seat)
    if told is None:
        return
    if state.step is not Step.DEAL:
        told.append(e.Drew(Seat(seat), action.card))
    elif state.owed % HAND_SIZE == 0:
        told.append(e.Dealt(Seat(seat), HAND_SIZE, cards(state.hands[seat])))


def _done(state: CourtePailleState, variant: Variant, told: Told) -> None:
    match state.step:
        case Step.DEAL | Step.REFILL:
            lay_week(state, told)
        case Step.WEEK:
            lay_menu(state, told)
        case Step.LAY:
            owe(state, Step.REPLACE, 1, told)
        case Step.REPLACE:
            carried_out(state, variant, told)
        case _:
            if told is not None:
                told.append(e.MenuLaid(cards(state.menu)))
            if state.step is Step.MENU:
                open_round(state)
            else:
                next_day(state, variant, told)
