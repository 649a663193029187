"""Laws of lessons: what is scripted can be played, is short, and is said in both languages."""

from pathlib import Path

import pytest
from tests.laws.positions import every_game

import tablee
from tablee.core.lesson import Lesson, has_lesson, lesson_of
from tablee.core.match import Match
from tablee.core.texts import LANGS, Lang

MOST_CHOICES = 8
TIPS = range(8, 16)
LONGEST = 150
"""The number of letters of a tip that fit on a phone beside the table."""
WORDS_A_MINUTE = 150
MINUTES = 4
"""To read all tips; a minute is left to choose."""


def lesson(name: str) -> Lesson:
    if not has_lesson(name):
        pytest.skip("this game has no lesson")
    return lesson_of(name)


def test_the_games_of_the_house_have_lessons() -> None:
    ours = [folder.name for folder in (Path(__file__).parents[1] / "games").iterdir() if folder.name in tablee.GAMES]
    assert ours
    assert all(map(has_lesson, ours))


@every_game
def test_a_lesson_can_be_played(name: str) -> None:
    """Every action is legal when it is played, and the learner chooses only where the rules await him."""
    told = lesson(name)
    match = Match(told.game)
    for step in told.steps:
        for seat, action in step.played:
            match.play(seat, action)
        if step.choice is not None:
            assert told.seat in match.actors()
            assert len(match.legal(told.seat)) > 1, "nobody is asked where there is nothing to choose"
            match.play(told.seat, step.choice)
    assert told.steps[-1].choice is None, "it ends with a tip"
    assert len(told.names) == told.game.players


@every_game
def test_a_lesson_takes_five_minutes_at_most(name: str) -> None:
    told = lesson(name)
    assert len(told.steps) in TIPS
    assert 3 <= sum(step.choice is not None for step in told.steps) <= MOST_CHOICES


@every_game
@pytest.mark.parametrize("lang", LANGS)
def test_the_tips_of_a_lesson_are_short_and_begin_with_the_goal(name: str, lang: Lang) -> None:
    told = lesson(name)
    say = told.game.words.texts(lang)
    keys = [step.tip for step in told.steps]
    assert keys[0] == "goal"
    assert sorted(f"lesson.{key}" for key in keys) == sorted(key for key in say if key.startswith("lesson."))
    tips = [say(f"lesson.{key}") for key in keys]
    assert [tip for tip in tips if len(tip) > LONGEST] == []
    assert sum(len(tip.split()) for tip in tips) <= WORDS_A_MINUTE * MINUTES
