"""Nim by its rules: set the table, play, look."""

import pytest

from tablee.core.errors import IllegalAction
from tablee.core.fairness import FairRandom
from tablee.core.match import Match

from ..actions import Take
from ..bot import NimHeuristic
from ..rules import Nim


def played(game: Nim, *takes: int) -> Match:
    match = Match(game)
    for matches in takes:
        match.play(match.actors()[0], Take(matches))
    return match


@pytest.mark.rule("NM-01")
def test_seat_0_begins_and_play_goes_round() -> None:
    assert Nim().start().heap == 21
    assert [played(Nim(players=3), *[1] * number).actors() for number in range(4)] == [(0,), (1,), (2,), (0,)]


@pytest.mark.rule("NM-02")
@pytest.mark.parametrize(("takes", "wanted"), [((), 0), ((), 4), ((3,), 3)])
def test_one_to_three_and_never_more_than_there_are(takes: tuple[int, ...], wanted: int) -> None:
    match = played(Nim(heap=5), *takes)
    with pytest.raises(IllegalAction, match="NM-02"):
        match.play(match.actors()[0], Take(wanted))


@pytest.mark.rule("NM-03", "NM-X1")
@pytest.mark.parametrize("reply", [1, 2, 3])
def test_whoever_leaves_four_takes_the_last(reply: int) -> None:
    match = played(Nim(heap=5), 1, reply, 4 - reply)
    assert (match.over, match.scores(), match.winners()) == (True, (1, 0), (0,))


@pytest.mark.parametrize("heap", [heap for heap in range(5, 31) if heap % 4])
def test_the_bot_leaves_a_multiple_of_four(heap: int) -> None:
    game = Nim(heap=heap)
    assert NimHeuristic(game).policy(game.start(), game.seats[0], FairRandom(b"any", 0)) == Take(heap % 4)
