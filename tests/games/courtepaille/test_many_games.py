"""Games played at random end in time, with all cards conserved."""

from random import Random

import pytest
from tests.games.courtepaille.many_games import GAMES, play

from tablee.core.seat import CHANCE
from tablee.games.courtepaille.actions import Add, Choose, Look, Move, Remove, Take
from tablee.games.courtepaille.pieces import COCOS, MOST_ADDED, Ending, Step
from tablee.games.courtepaille.rules import CourtePaille


@pytest.mark.slow_under_coverage
@pytest.mark.rule("CP-01", "CP-10", "CP-23", "CP-27")
def test_random_games_end_with_every_card_somewhere() -> None:
    figures = play(2 * len(GAMES), Random(1))
    assert figures.games == 48
    assert sum(figures.tally[f"ended.{ending}"] for ending in Ending) == 48


@pytest.mark.rule("CP-01", "CP-10", "CP-23", "CP-27")
@pytest.mark.slow_under_coverage
def test_many_more_checked_at_the_end() -> None:
    figures = play(400, Random(2), every_step=False)
    assert figures.games == 400
    assert all(figures.tally[f"ended.{ending}"] for ending in Ending if ending is not Ending.NOBODY)


@pytest.mark.rule("CP-10", "CP-14")
def test_a_game_ends_even_if_all_want_it_to_go_on() -> None:
    """Everybody plays every Coco to add a day, and chance sees to it that he has one."""
    game = CourtePaille(players=5)
    state = game.start()
    rng = Random(1)
    entries = most = 0
    while actors := game.actors(state):
        seat = actors[0]
        choices = list(game.odds(state) if seat == CHANCE else game.legal(state, seat))
        if state.step in (Step.DEAL, Step.REPLACE, Step.CHOOSE):
            choices = [action for action in choices if getattr(action, "card", "").startswith("coco")] or choices
        choices = [action for action in choices if isinstance(action, Add)] or choices
        game.apply(state, seat, rng.choice(choices), events=False)
        entries += 1
        most = max(most, state.added)
    assert most == MOST_ADDED == 20
    assert entries <= game.longest


def prefers_coco(action: Move) -> bool:
    """Takes and plays Cocos, and does with them what makes days known and unknown."""
    return isinstance(action, Look | Remove) or (isinstance(action, Choose | Take) and bool(action.bit & COCOS))


@pytest.mark.rule("CP-09", "CP-13", "CP-15")
def test_guesses_in_games_full_of_cocos_look_like_what_is_seen() -> None:
    """Days that somebody knew are buried, shuffled in and seen again, many times over."""
    game = CourtePaille(players=4, advanced=True)
    rng = Random(1)
    guesses = 0
    for _ in range(20):
        state = game.start()
        while actors := game.actors(state):
            seat = rng.choice(actors)
            choices = [game.sample(state, rng)] if seat == CHANCE else list(game.legal(state, seat))
            game.apply(state, seat, rng.choice([action for action in choices if prefers_coco(action)] or choices))
            for reader in (*game.seats, None) if state.sunk and not state.owed else ():
                guesses += 1
                view = game.view(state, reader)
                assert game.view(game.determinize(view, rng), reader) == view
    assert guesses > 1000
