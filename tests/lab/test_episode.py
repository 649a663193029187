"""One match as learning programs play it."""

from random import Random

import pytest
from tests.lab.encoded_games import AT_ONCE, ENCODED, every_encoded

import tablee
from tablee.core.seat import CHANCE
from tablee.lab.episode import Episode, encoded, members
from tablee.lab.libraries import LabError


def opened(name: str, seed: int | None = 1) -> Episode:
    return Episode(*encoded(name, {}), None if seed is None else Random(seed))


def play_out(episode: Episode, rng: Random) -> None:
    while not episode.over:
        seat = episode.asked[0]
        episode.choose(seat, rng.choice(members(episode.legal(seat))))


@every_encoded
def test_a_match_goes_as_its_record_would(name: str) -> None:
    """What is chosen by numbers is what a match makes of the same actions."""
    episode, rng = opened(name, None), Random(2)
    match = tablee.Match(episode.game)
    while not episode.over:
        seat = episode.asked[0]
        number = rng.choice(members(episode.legal(seat)))
        action = episode.action(seat, number)
        episode.check(seat, number)
        assert episode.choose(seat, number) == (action is not None)
        if action is not None:
            match.play(seat, action)
    assert match.over
    assert match.state == episode.state


@every_encoded
def test_returns_add_up_to_nothing(name: str) -> None:
    episode = opened(name)
    assert episode.returns() == [0.0] * episode.game.players
    play_out(episode, Random(3))
    won = episode.returns()
    assert sum(won) == pytest.approx(0)
    assert max(won) == won[episode.game.winners(episode.state)[0]] <= 1


@every_encoded
def test_a_number_that_is_not_legal_is_refused_and_changes_nothing(name: str) -> None:
    episode = opened(name)
    seat = episode.asked[0]
    before, legal = episode.state.copy(), members(episode.legal(seat))
    for number in (-1, episode.encoding.size, next(n for n in range(episode.encoding.size) if n not in legal)):
        with pytest.raises(LabError, match=f"{number} is not legal for seat {seat} now. Legal are: {legal[0]}"):
            episode.check(seat, number)
        assert episode.nearest(seat, number) in legal
    play_out(episode, Random(4))
    with pytest.raises(LabError, match="nothing to choose"):
        episode.check(seat, legal[0])
    assert before != episode.state


@pytest.mark.parametrize("name", AT_ONCE)
def test_those_who_choose_at_once_do_not_see_each_other(name: str) -> None:
    episode = opened(name)
    asked = episode.asked
    assert len(asked) > 1
    before = [episode.numbers(seat) for seat in asked]
    for seat in asked[:-1]:
        episode.choose(seat, members(episode.legal(seat))[-1])
        assert [episode.numbers(other) for other in asked] == before
    assert episode.asked == asked[-1:]
    episode.choose(asked[-1], members(episode.legal(asked[-1]))[-1])
    assert [episode.numbers(seat) for seat in asked] != before


@every_encoded
def test_what_a_seat_thinks_possible_looks_the_same_to_it(name: str) -> None:
    episode, rng = opened(name), Random(5)
    for _ in range(20):
        seat = episode.asked[0]
        possible = episode.possible(seat, rng)
        assert episode.possible(episode.game.seats[0], rng).numbers(episode.game.seats[0]) == episode.numbers(
            episode.game.seats[0]
        )
        assert possible.asked == episode.asked
        assert possible.numbers(seat) == episode.numbers(seat)
        assert possible.legal(seat) == episode.legal(seat)
        play_out(possible, rng)
        episode.choose(seat, rng.choice(members(episode.legal(seat))))
        if episode.over:
            break


def test_a_copy_is_a_copy() -> None:
    episode = opened(ENCODED[0])
    copy = episode.copy()
    play_out(copy, Random(6))
    assert not episode.over
    assert episode.numbers(None) == opened(ENCODED[0]).numbers(None)


def test_without_a_generator_chance_is_asked() -> None:
    names = [name for name in ENCODED if opened(name, None).asked == (CHANCE,)]
    assert names
    for name in names:
        episode = opened(name, None)
        assert [number for number, _ in episode.encoding.odds(episode.state)] == list(members(episode.legal(CHANCE)))
