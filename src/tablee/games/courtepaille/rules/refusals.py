"""Why an action is not allowed: the rule, and what is allowed instead."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from tablee.core.errors import Refusal
from tablee.core.seat import CHANCE, Seat
from tablee.games.courtepaille.actions import Add, Choose, Draw, Eat, Look, Move, Remove, Take
from tablee.games.courtepaille.pieces import MOST_ADDED, Character, Source, Step, cards
from tablee.games.courtepaille.rules.parts import edible
from tablee.games.courtepaille.rules.rounds import can_add, can_draw_two, plays_coco
from tablee.games.courtepaille.state import CourtePailleState
from tablee.games.courtepaille.text.phrases import card_list, card_name, character_list, character_name


def refusal(state: CourtePailleState, seat: Seat, action: Move) -> Refusal | None:
    """Why a seat may not do this now; None if it may. It tells no more than the seat knows."""
    if state.owed:
        return _of_draw(state, seat, action)
    if state.step is Step.CHOOSE:
        return _of_choice(state, seat, action)
    if state.step is Step.EAT:
        return _of_eating(state, action)
    if plays_coco(state):
        return _of_effect(state, seat, action)
    return _of_taking(state, action)


def _of_draw(state: CourtePailleState, seat: Seat, action: Move) -> Refusal | None:
    if seat != CHANCE or not isinstance(action, Draw):
        return Refusal("only_draw", "CP-09")
    return None if state.pile & action.bit else Refusal("not_in_pile", "CP-09", {"card": card_name(action.card)})


def _of_choice(state: CourtePailleState, seat: Seat, action: Move) -> Refusal | None:
    hand = state.hands[seat]
    if not isinstance(action, Choose):
        return Refusal("only_choose", "CP-05")
    if not hand & action.bit:
        return Refusal("not_in_hand", "CP-05", {"card": card_name(action.card), "hand": card_list(cards(hand))})
    return None


def _of_taking(state: CourtePailleState, action: Move) -> Refusal | None:
    menu = card_list(cards(state.menu))
    if not isinstance(action, Take):
        return Refusal("only_take", "CP-07", {"menu": menu})
    if not state.menu & action.bit:
        return Refusal("not_on_menu", "CP-07", {"card": card_name(action.card), "menu": menu})
    return None


def _of_eating(state: CourtePailleState, action: Move) -> Refusal | None:
    allowed = character_list(edible(state))
    if not isinstance(action, Eat):
        return Refusal("only_eat", "CP-23", {"allowed": allowed})
    if action.character is Character.COCO:
        return Refusal("not_coco", "CP-23", {"allowed": allowed})
    if action.character not in edible(state):
        return Refusal("already_eaten", "CP-23", {"character": character_name(action.character), "allowed": allowed})
    return None


def _of_effect(state: CourtePailleState, seat: Seat, action: Move) -> Refusal | None:
    match action:
        case Remove(day):
            return _of_removing(state, day)
        case Add():
            return _of_adding(state, seat, action)
        case Look(days):
            return _of_looking(state, days)
        case Take():
            return Refusal("coco_does_not_take", "CP-11")
        case _:
            return Refusal("only_effects", "CP-12")


def _of_removing(state: CourtePailleState, day: int) -> Refusal | None:
    days = len(state.open_days) + len(state.face_down)
    if not days:
        return Refusal("week_empty", "CP-17")
    return None if 1 <= day <= days else Refusal("no_such_day", "CP-13", {"day": day, "days": days})


def _of_adding(state: CourtePailleState, seat: Seat, action: Add) -> Refusal | None:
    if not can_add(state):
        return Refusal("week_full", "CP-14", {"most": MOST_ADDED})
    if action.source is Source.PILE:
        if action.card is not None:
            return Refusal("pile_unseen", "CP-14")
        return None if can_draw_two(state) else Refusal("piles_empty", "CP-17")
    if action.card is None:
        return Refusal("add_which", "CP-14")
    card = card_name(action.card)
    if action.source is Source.MENU:
        if not state.menu & action.bit:
            return Refusal("not_on_menu", "CP-14", {"card": card, "menu": card_list(cards(state.menu))})
        return None
    if not state.hands[seat] & action.bit:
        return Refusal("not_in_hand", "CP-14", {"card": card, "hand": card_list(cards(state.hands[seat]))})
    return None if can_draw_two(state) else Refusal("piles_empty", "CP-17")


def _of_looking(state: CourtePailleState, days: tuple[int, ...]) -> Refusal | None:
    opened = len(state.open_days)
    face_down = range(opened + 1, opened + len(state.face_down) + 1)
    if not face_down:
        return Refusal("nothing_face_down", "CP-17")
    allowed = ", ".join(map(str, face_down))
    for day in days:
        if day not in face_down:
            return Refusal("not_face_down", "CP-15", {"day": day, "allowed": allowed})
    count = min(2, len(face_down))
    if len(set(days)) != count or len(days) != count:
        return Refusal("look_at", "CP-15", {"count": count, "allowed": allowed})
    return None
