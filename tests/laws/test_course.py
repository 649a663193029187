"""Laws of the course of a match: who may choose, what choices do, how it ends."""

import copy
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.positions import Position, choices, every_game, examples, games, positions, walk

import tablee
from tablee.core.chance import at_share
from tablee.core.seat import CHANCE

rngs = st.integers(0, 2**32 - 1).map(Random)


def everything_asked(position: Position, rng: Random) -> None:
    """Ask every question of the kernel once."""
    game, state = position.game, position.state
    for seat in (*game.actors(state), *game.may_replace(state)):
        for action in choices(position, seat, rng, 3):
            game.refusal(state, seat, action)
        game.random_action(state, seat, rng)
    for seat in game.seats:
        game.legal(state, seat)
    if game.actors(state) == (CHANCE,):
        game.odds(state)
    for reader in position.readers:
        game.determinize(game.view(state, reader), rng)
    game.scores(state), game.winners(state), game.conserved(state)


@every_game
@examples(300)
@given(data=st.data())
@pytest.mark.slow_under_coverage
def test_actors_have_choices_and_nobody_else_has(name: str, data: Any) -> None:
    position = data.draw(positions(name, over=True))
    game, state = position.game, position.state
    actors, replacing = game.actors(state), game.may_replace(state)
    assert actors == (CHANCE,) or set(actors) <= set(game.seats)
    assert len(set(actors)) == len(actors)
    assert not set(actors) & set(replacing)
    assert actors or not replacing
    for seat in game.seats:
        assert bool(game.legal(state, seat)) == (seat in actors or seat in replacing)


@every_game
@examples(300)
@given(data=st.data(), rng=rngs)
@pytest.mark.slow_under_coverage
def test_what_is_drawn_is_legal_and_what_is_legal_is_listed_once(name: str, data: Any, rng: Random) -> None:
    position = data.draw(positions(name))
    game, state = position.game, position.state
    for seat in game.actors(state):
        assert game.is_legal(state, seat, game.random_action(state, seat, rng))
        if seat == CHANCE:
            assert all(weight > 0 for weight in game.odds(state).values())
            continue
        legal = list(game.legal(state, seat))
        assert len(set(legal)) == len(legal)
        assert all(game.is_legal(state, seat, action) for action in legal)


@every_game
@examples(200)
@given(data=st.data(), rng=rngs)
@pytest.mark.slow_under_coverage
def test_only_what_is_listed_is_legal(name: str, data: Any, rng: Random) -> None:
    """Actions of other positions of the same game are legal here only if they are listed here."""
    position = data.draw(positions(name))
    game, state = position.game, position.state
    pool = [step.action for step in position.steps[-60:]]
    other = list(walk(game, rng))[-1]
    pool += [step.action for step in other.steps[:: max(1, len(other.steps) // 60)]]
    for seat in game.actors(state):
        if seat != CHANCE:
            legal = set(game.legal(state, seat))
            kinds = {type(action) for action in legal}
            for action in pool:
                assert game.is_legal(state, seat, action) == (action in legal), (action, kinds)


@every_game
@examples(200)
@given(data=st.data(), rng=rngs)
def test_questions_change_nothing(name: str, data: Any, rng: Random) -> None:
    position = data.draw(positions(name, over=True))
    before = copy.deepcopy(position.state)
    everything_asked(position, rng)
    assert position.state == before


@every_game
@examples(200)
@given(data=st.data(), rng=rngs)
@pytest.mark.slow_under_coverage
def test_a_copy_is_a_copy(name: str, data: Any, rng: Random) -> None:
    position = data.draw(positions(name))
    game, state = position.game, position.state
    untouched, twin = copy.deepcopy(state), state.copy()
    assert twin == state
    assert type(twin) is type(state)
    while actors := game.actors(twin):
        game.apply(twin, actors[0], game.random_action(twin, actors[0], rng))
    assert state == untouched
    assert twin != state


@pytest.mark.slow_under_coverage
@every_game
@examples(200)
@given(data=st.data(), rng=rngs)
def test_events_are_extra(name: str, data: Any, rng: Random) -> None:
    """The table goes the same way whether or not events are wanted."""
    position = data.draw(positions(name))
    game = position.game
    told, quiet = position.state.copy(), position.state.copy()
    for _ in range(20):
        if not (actors := game.actors(told)):
            break
        action = game.random_action(told, actors[0], rng)
        game.apply(told, actors[0], action)
        assert not game.apply(quiet, actors[0], action, events=False)
        assert quiet == told


@pytest.mark.slow_under_coverage
@every_game
@examples(200)
@given(data=st.data(), rng=rngs)
def test_choices_made_at_once_commute(name: str, data: Any, rng: Random) -> None:
    position = data.draw(positions(name))
    game, state = position.game, position.state
    actions = {seat: game.random_action(state, seat, rng) for seat in game.actors(state)}
    ends = []
    for order in permutations(actions):
        end = state.copy()
        for seat in order:
            assert seat in game.actors(end)
            game.apply(end, seat, actions[seat])
        ends.append(end)
    assert all(end == ends[0] for end in ends)


@every_game
@examples(300)
@given(data=st.data(), rng=rngs)
@pytest.mark.slow_under_coverage
def test_a_replaced_choice_leaves_no_trace(name: str, data: Any, rng: Random) -> None:
    position = data.draw(positions(name))
    game, state = position.game, position.state
    actors = game.actors(state)
    if actors == (CHANCE,) or len(actors) == 1:
        return
    seat = actors[0]
    replaced, direct = state.copy(), state.copy()
    game.apply(replaced, seat, game.random_action(replaced, seat, rng))
    assert seat in game.may_replace(replaced)
    second = game.random_action(replaced, seat, rng)
    game.apply(replaced, seat, second)
    game.apply(direct, seat, second)
    assert replaced == direct


@every_game
@examples(200)
@given(data=st.data(), rng=rngs)
@pytest.mark.slow_under_coverage
def test_illegal_raises_and_changes_nothing(name: str, data: Any, rng: Random) -> None:
    game = data.draw(games(name))
    match = tablee.Match(game, rng=rng)
    for _ in range(data.draw(st.integers(0, 30))):
        if not match.over:
            seat = rng.choice(match.actors())
            match.play(seat, game.random_action(match.state, seat, rng))
    before, log = match.state, list(match.log)
    pool = [(entry.seat, entry.action) for entry in list(walk(game, rng))[-1].steps[:80]]
    for _, action in pool:
        for seat in game.seats:
            if match.refusal(seat, action):
                with pytest.raises(tablee.IllegalAction) as refused:
                    match.play(seat, action)
                assert refused.value.say("fr")
                assert refused.value.say("en")
                assert match.state == before
                assert match.log == log


@every_game
@examples(150)
@given(data=st.data(), rng=rngs)
@pytest.mark.slow_under_coverage
def test_every_match_ends_within_its_bound_with_everything_conserved(name: str, data: Any, rng: Random) -> None:
    game = data.draw(games(name))
    amounts = game.conserved(game.start())
    for position in walk(game, rng):
        assert game.conserved(position.state) == amounts
        assert len(game.scores(position.state)) == game.players
        assert bool(game.winners(position.state)) == (not game.actors(position.state))
    assert len(position.steps) <= game.longest
    assert set(game.winners(position.state)) <= set(game.seats)
    assert all(count >= 0 and "." in key for key, count in game.tally(position.state).items())


@every_game
@examples(200)
@given(data=st.data(), share=st.floats(0, 1, exclude_max=True))
@pytest.mark.slow_under_coverage
def test_a_ticket_is_the_outcome_at_a_share_of_the_odds(name: str, data: Any, share: float) -> None:
    """Whoever knows what could be drawn can draw it again without the rules."""
    position = data.draw(positions(name))
    game, state = position.game, position.state
    if game.actors(state) == (CHANCE,) and game.odds(state):
        assert game.ticket(state, Shares(share)) == at_share(game.odds(state), share)


class Shares(Random):
    """A generator that gives one number."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self._share = share

    def random(self) -> float:
        return self._share
