"""CP-10: how long a part lasts, and how Coco makes it longer or shorter."""

import pytest
from tests.games.courtepaille.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    Scene,
    add,
    chance,
    choose,
    happened,
    look,
    remove,
    table,
)

from tablee.core.seat import CHANCE, Seat
from tablee.games.courtepaille.actions import Move
from tablee.games.courtepaille.events import DayTurned, GameEnded, MenuLaid, RoundEnded
from tablee.games.courtepaille.pieces import Card, Ending, Step
from tablee.games.courtepaille.rules import CourtePaille

MENU = "sailor-1 sailor-2 sailor-3 sailor-4 sailor-5"
NEXT_MENU = "teller-1 teller-2 teller-3 teller-4 teller-5"


@pytest.mark.rule("CP-03", "CP-10")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_week_of_seven_has_six_rounds(players: int) -> None:
    game = CourtePaille(players=players)
    state = game.start()
    rounds = 0
    while actors := game.actors(state):
        seat = actors[0]
        if seat == CHANCE:
            # No Coco: the lowest card of the pile is never one as long as there are others.
            game.apply(state, seat, next(iter(game.odds(state))))
            continue
        rounds += state.step is Step.CHOOSE and seat == ANNE
        game.apply(state, seat, game.legal(state, seat)[0])
    assert rounds == 6
    assert state.ending is Ending.WEEK_OVER


@pytest.mark.rule("CP-10")
def test_the_part_ends_when_the_last_day_is_turned_up() -> None:
    here = table(
        CourtePaille(players=3),
        ["cook-4 boy-1", "captain-4 boy-2", "coco-2 boy-7"],
        week="captain-9",
        face_down="lookout-1",
        menu=MENU,
    )
    here.choose("boy-1", "boy-2", "boy-7")
    here.take("sailor-4", "sailor-5", "sailor-1")
    events = here.draw(NEXT_MENU)
    assert happened(events, MenuLaid)
    assert happened(events, DayTurned) == [DayTurned(2, Card.LOOKOUT_1)]
    assert not happened(events, RoundEnded)
    assert here.state.shark == ANNE
    assert here.state.ending is Ending.WEEK_OVER
    assert here.game.actors(here.state) == ()
    assert happened(events, GameEnded)[0].ending is Ending.WEEK_OVER


@pytest.mark.rule("CP-08", "CP-10", "CP-13")
def test_when_nothing_lies_face_down_there_is_no_new_menu_and_no_new_holder_of_the_shark() -> None:
    here = table(
        CourtePaille(players=3),
        ["coco-1 cook-4", "captain-4 boy-2", "boy-3 boy-4"],
        week="captain-9",
        face_down="lookout-1",
        menu=MENU,
        shark=BERNARD,
    )
    here.choose("coco-1", "captain-4", "boy-3")
    here.play(ANNE, remove(2))
    here.draw("teller-1")
    events = here.take("sailor-1", "sailor-2")  # the others still carry out their cards
    assert not happened(events, MenuLaid)
    assert not happened(events, DayTurned)
    assert not happened(events, RoundEnded)
    assert here.state.shark == BERNARD
    assert here.discard >= {"sailor-3", "sailor-4", "sailor-5"}
    assert here.state.ending is Ending.NOTHING_FACE_DOWN
    assert here.game.scores(here.state) == (0, 0, 0)
    assert here.view(CLAIRE).open_days == (Card.CAPTAIN_9,)


@pytest.mark.rule("CP-10", "CP-14")
def test_a_day_added_in_the_same_round_keeps_the_part_going() -> None:
    here = table(
        CourtePaille(players=2), ["coco-1 boy-1", "coco-2 boy-2"], week="captain-9", face_down="lookout-1", menu=MENU
    )
    here.choose("coco-1", "coco-2")
    here.play(ANNE, remove(2))
    here.draw("teller-9")
    here.play(BERNARD, add("pile"))
    here.draw("teller-8")
    here.draw("teller-7")
    here.draw(NEXT_MENU)
    assert here.week == ["captain-9", "teller-8"]
    assert here.state.ending is Ending.WEEK_OVER


def no_coco(here: Scene, seat: Seat) -> str:
    return next(card for card in sorted(here.hand(seat)) if not card.startswith("coco"))


def rounds_of(*effects: Move) -> int:
    """How many rounds a part has whose week has seven days, when Anne plays a Coco for each of these effects."""
    game = CourtePaille(players=2)
    state = game.start()
    here = Scene(game, state)
    here.draw("coco-1 coco-2 coco-3 cook-1 cook-2 boy-1 boy-2 boy-3 boy-4 boy-5")
    here.draw("captain-1 captain-2 captain-3 captain-4 captain-5 captain-6 captain-7")
    chance(here)
    rounds = 0
    left = list(effects)
    while game.actors(state):
        assert state.step is Step.CHOOSE
        rounds += 1
        assert state.round == rounds
        here.play(ANNE, choose(f"coco-{len(effects) - len(left) + 1}" if left else no_coco(here, ANNE)))
        here.play(BERNARD, choose(no_coco(here, BERNARD)))
        while not (state.step is Step.CHOOSE or state.ending):
            if here.next == CHANCE:
                here.play(CHANCE, next(iter(game.odds(state))))
            elif here.next == ANNE and left:
                here.play(ANNE, left.pop(0))
            else:
                here.play(here.next, game.legal(state, here.next)[0])
    assert not left
    return rounds


@pytest.mark.rule("CP-10", "CP-13", "CP-14", "CP-15")
@pytest.mark.parametrize(
    ("effects", "rounds"),
    [
        ((), 6),
        ((remove(1),), 6),  # an open day
        ((remove(7),), 5),
        ((remove(2), remove(3)), 4),
        ((add("pile"),), 7),
        ((add("pile"), add("hand", "cook-1"), add("pile")), 9),
        ((add("pile"), remove(8)), 6),
        ((look(2, 7),), 6),
    ],
)
def test_coco_makes_a_part_longer_or_shorter(effects: tuple[Move, ...], rounds: int) -> None:
    assert rounds_of(*effects) == rounds
