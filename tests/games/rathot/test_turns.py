"""RH-04 to RH-07: who draws and lays how many cards."""

import pickle
from random import Random

import pytest
from tests.games.rathot.scene import (
    ANNE,
    BERNARD,
    SmallTable,
    draw,
    happened,
    lay,
    place,
    plague,
    refused,
    scene,
    top,
    walk,
)

import tablee
from tablee.core.errors import IllegalAction, Refusal
from tablee.core.match import Match
from tablee.core.seat import CHANCE
from tablee.games.rathot import events as e
from tablee.games.rathot.actions import Draw
from tablee.games.rathot.rules import RatHot


@pytest.mark.rule("RH-04")
def test_the_start_card_lies_across_in_the_middle() -> None:
    match = Match(plague())
    assert [top(match, 0, col) for col in (-1, 0, 1)] == [("r1", 1), ("--", 1), ("g1", 1)]
    assert len(match.view(None).squares) == 3
    assert match.actors() == (CHANCE,)
    assert match.game.odds(match.state) == {Draw(card): 1 for card in range(42)}


@pytest.mark.rule("RH-05")
def test_the_first_turn_is_seat_0_with_one_card() -> None:
    match = Match(plague())
    events = draw(match, 17)
    assert happened(events, e.Drawn) == [e.Drawn(ANNE, 17)]
    assert match.actors() == (ANNE,)
    assert match.view(BERNARD).hand == (17,)
    events = lay(match, "17 1 0 E")
    assert happened(events, e.TurnEnded) == [e.TurnEnded(BERNARD, 2)]
    assert match.actors() == (CHANCE,)


@pytest.mark.rule("RH-06")
def test_later_turns_draw_two_see_both_and_lay_both_in_either_order() -> None:
    match = scene("17 1 0 E", drawn=(0,))
    assert match.actors() == (CHANCE,)
    draw(match, 1)
    assert match.actors() == (BERNARD,)
    assert match.view(BERNARD).hand == (0, 1)
    assert {action.card for action in match.legal(BERNARD)} == {0, 1}
    lay(match, "1 2 0 E")
    assert match.actors() == (BERNARD,)
    assert match.view(ANNE).hand == (0,)
    assert {action.card for action in match.legal(BERNARD)} == {0}
    lay(match, "0 3 0 E")
    assert match.view(ANNE).player == ANNE
    assert match.view(ANNE).to_draw == 2


@pytest.mark.rule("RH-06")
def test_the_second_card_may_lie_on_the_first() -> None:
    match = scene("17 1 -1 E", "23 2 -1 E", drawn=(2,))
    lay(match, "2 0 0 S")
    assert top(match, 2, 0) == ("g3", 2)


@pytest.mark.rule("RH-06")
def test_only_a_card_just_drawn_may_be_laid() -> None:
    match = scene("17 1 0 E", drawn=(0, 1))
    assert refused(match, "5 2 0 E") == ("not_drawn", "RH-06")
    assert refused(match, "17 2 0 E") == ("not_drawn", "RH-06")
    assert refused(match, "-1 2 0 E") == ("not_drawn", "RH-06")
    assert refused(match, "99 2 0 E") == ("not_drawn", "RH-06")
    with pytest.raises(IllegalAction, match=r"RH-06.*0, 1"):
        lay(match, "5 2 0 E")


@pytest.mark.rule("RH-06")
def test_chance_draws_what_is_in_the_pile_and_players_lay() -> None:
    match = scene("17 1 0 E", drawn=(0,))
    game, state = match.game, match.state
    for card in (17, 0, -1, 42):
        refusal = match.refusal(CHANCE, Draw(card))
        assert refusal is not None
        assert (refusal.code, refusal.rule) == ("not_in_pile", "RH-06")
    refusal = match.refusal(CHANCE, place("0 2 0 E"))
    assert refusal is not None
    assert refusal.code == "chance_draws"
    assert list(game.legal(state, CHANCE)) == [Draw(card) for card in range(42) if card not in (0, 17)]
    assert game.legal(state, BERNARD) == ()
    draw(match, 1)
    refusal = match.refusal(BERNARD, Draw(2))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("drawn_for_you", "RH-06")
    assert match.game.legal(match.state, ANNE) == ()
    with pytest.raises(IllegalAction, match="No choice of this seat"):
        match.play(ANNE, place("0 2 0 E"))
    assert match.game.refusal(match.state, ANNE, place("0 2 0 E")) == Refusal("not_your_turn")


def test_what_may_be_laid_is_told_by_strips_the_same_for_both_cards() -> None:
    match = scene("17 1 0 E", drawn=(2, 23))
    choices = match.game.choices(match.state, BERNARD)
    ends = [*((square, "E") for square in choices["across"]), *((square, "S") for square in choices["down"])]
    assert {
        (action.card, (action.top, action.left), "E" if action.across else "S") for action in match.legal(BERNARD)
    } == {(card, square, dir_) for card in (2, 23) for square, dir_ in ends}
    nothing = {"kind": "place", "across": (), "down": ()}
    assert match.game.choices(match.state, ANNE) == nothing
    assert match.game.choices(Match(plague()).state, ANNE) == nothing


def test_a_placement_travels_to_another_process() -> None:
    there = pickle.loads(pickle.dumps(place("8 3 0 N")))  # noqa: S301 - our own bytes
    assert there == place("8 3 0 N")
    assert (there.top, there.left, there.across, there.backward) == (1, 0, False, True)


def test_a_view_is_enough_to_go_on() -> None:
    match = scene("12 1 -1 E", "22 2 -1 E", "2 0 1 S", drawn=(30,))
    for reader in (ANNE, BERNARD, None):
        assert match.game.determinize(match.view(reader), Random(1)) == match.state


@pytest.mark.rule("RH-14")
def test_views_and_events_tell_of_cards_set_aside() -> None:
    game = SmallTable()
    for state, seat, action in walk(game, Random(1), tame=True):
        after = state.copy()
        for event in game.apply(after, seat, action):
            assert game.event(game.plain(event)) == event
        view = game.view(after, ANNE)
        assert game.view_from(game.plain(view)) == view
        possible = game.determinize(view, Random(1))
        possible.rats = after.rats  # tame
        assert possible == after
    assert state.aside


@pytest.mark.rule("RH-05", "RH-06", "RH-07")
def test_there_are_22_turns_of_one_card_then_two_each_then_one() -> None:
    drawn = dict.fromkeys(range(1, 23), 0)
    for state, seat, action in walk(plague(), Random(1), tame=True):
        if seat == CHANCE:
            drawn[state.turn] += 1
        else:
            assert seat == (state.turn - 1) % 2
        last = (state.turn, state.player, action)
    assert list(drawn.values()) == [1, *[2] * 20, 1]
    assert last[:2] == (22, BERNARD)
    assert state.turn == 22
    assert len(state.laid) == 42
    assert plague().actors(state) == ()


@pytest.mark.rule("RH-07")
def test_a_match_is_never_longer_than_the_deck() -> None:
    game = plague()
    assert sum(1 for _ in walk(game, Random(2), tame=True)) == 84 == game.longest


def test_options_have_bounds() -> None:
    assert tablee.game("rathot") == RatHot(players=2, deck="even", changed="touched", table_size=31)  # type: ignore[arg-type]
    for options in ({"players": 3}, {"table_size": 13}, {"table_size": 16}, {"table_size": 63}, {"changed": "moved"}):
        with pytest.raises(tablee.TableeError, match=next(iter(options))):
            tablee.game("rathot", **options)
