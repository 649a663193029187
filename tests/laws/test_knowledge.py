"""Laws of what is known: views are enough to play on, and nothing else is ever told."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.positions import Position, Reader, choices, every_game, examples, games, positions, walk

import tablee
from tablee.core.game import Action, AnyGame, State
from tablee.core.seat import CHANCE, Seat

pytestmark = pytest.mark.slow_under_coverage

rngs = st.integers(0, 2**32 - 1).map(Random)


def as_sent(thing: Any) -> str:
    """What would go over the wire."""
    return json.dumps(thing, ensure_ascii=False)


def view_sent(game: AnyGame, state: State, reader: Reader) -> str:
    return as_sent(game.plain(game.view(state, reader)))


def events_sent(game: AnyGame, state: State, seat: Seat, action: Action, reader: Reader) -> str:
    """The events of an action as one reader is told them; the action is carried out on `state`."""
    seen = [event.seen_by(reader) for event in game.apply(state, seat, action)]
    return as_sent([game.plain(event) for event in seen if event is not None])


@every_game
@examples(180)
@given(data=st.data(), rng=rngs)
def test_a_view_is_enough_to_play_on(name: str, data: Any, rng: Random) -> None:
    """What `determinize` makes of a view looks the same to the viewer and asks the same of him."""
    position = data.draw(positions(name, over=True))
    game, state = position.game, position.state
    for reader in position.readers:
        view = game.view(state, reader)
        for _ in range(3):
            possible = game.determinize(view, rng)
            assert game.view(possible, reader) == view
            assert game.actors(possible) == game.actors(state)
            assert game.may_replace(possible) == game.may_replace(state)
            assert game.conserved(possible) == game.conserved(state)
            if reader is not None:
                assert game.legal(possible, reader) == game.legal(state, reader)


@every_game
@examples(90)
@given(data=st.data(), rng=rngs)
def test_what_a_viewer_thinks_possible_can_be_played_out(name: str, data: Any, rng: Random) -> None:
    """Also from the seats of the others: their views of the possible state are views to play on."""
    position = data.draw(positions(name))
    game = position.game
    for reader in position.readers:
        possible = game.determinize(game.view(position.state, reader), rng)
        for other in position.readers:
            view = game.view(possible, other)
            assert game.view(game.determinize(view, rng), other) == view
        while actors := game.actors(possible):
            seat = rng.choice(actors)
            game.apply(possible, seat, game.random_action(possible, seat, rng), events=False)
        assert game.winners(possible)


@every_game
@examples(180)
@given(data=st.data(), rng=rngs)
def test_dealing_the_unknown_again_changes_no_byte(name: str, data: Any, rng: Random) -> None:
    position = data.draw(positions(name, over=True))
    game, state = position.game, position.state
    pool = [step.action for step in list(walk(game, rng))[-1].steps[:60]]
    for reader in position.readers:
        other = game.determinize(game.view(state, reader), rng)
        assert view_sent(game, other, reader) == view_sent(game, state, reader)
        if reader is None:
            continue
        here, there = game.legal(state, reader), game.legal(other, reader)
        assert as_sent([game.plain(action) for action in here]) == as_sent([game.plain(action) for action in there])
        if here:
            for action in pool:
                assert game.refusal(state, reader, action) == game.refusal(other, reader, action)


@every_game
@examples(180)
@given(data=st.data(), rng=rngs)
def test_no_event_tells_more_than_the_view(name: str, data: Any, rng: Random) -> None:
    """Two things that leave a reader with the same view from the same view are told to him alike."""
    position = data.draw(positions(name))
    game, state = position.game, position.state
    for seat in game.actors(state):
        for reader in position.readers:
            told: dict[str, str] = {}
            for redealt in (state, *(game.determinize(game.view(state, reader), rng) for _ in range(3))):
                for action in choices(Position(game, redealt, []), seat, rng, 6):
                    after = redealt.copy()
                    events = events_sent(game, after, seat, action, reader)
                    assert told.setdefault(view_sent(game, after, reader), events) == events


@every_game
@examples(30)
@given(data=st.data(), rng=rngs)
def test_whatever_is_hidden_varies(name: str, data: Any, rng: Random) -> None:
    """If a reader is kept from seeing part of an event, there are moments when he thinks several states possible."""
    game = data.draw(games(name))
    hidden: Counter[Reader] = Counter()
    varied: set[Reader] = set()
    for position in walk(game, rng):
        for reader in position.readers:
            view = game.view(position.state, reader)
            if position.steps and any(event.seen_by(reader) != event for event in position.steps[-1].events):
                hidden[reader] += 1
            if reader not in varied:
                first = game.determinize(view, rng)
                if any(game.determinize(view, rng) != first for _ in range(3)):
                    varied.add(reader)
    for reader in hidden:
        assert reader in varied, f"{hidden[reader]} events were hidden from {reader}, yet only one state seems possible"


@every_game
@examples(90)
@given(data=st.data(), rng=rngs)
def test_everything_goes_through_json_and_back(name: str, data: Any, rng: Random) -> None:
    game = data.draw(games(name))
    for position in walk(game, rng):
        if len(position.steps) % 7 == 0:
            for reader in position.readers:
                view = game.view(position.state, reader)
                assert game.view_from(json.loads(as_sent(game.plain(view)))) == view
    for step in position.steps:
        assert game.action(json.loads(as_sent(game.plain(step.action)))) == step.action
        for event in step.events:
            for reader in position.readers:
                seen = event.seen_by(reader)
                if seen is not None:
                    assert game.event(json.loads(as_sent(game.plain(seen)))) == seen
    assert tablee.game(name, **json.loads(as_sent(game.options()))) == game


@every_game
@examples(45)
@given(data=st.data(), rng=rngs)
def test_the_log_rebuilds_the_table(name: str, data: Any, rng: Random) -> None:
    game = data.draw(games(name))
    match = tablee.Match(game, rng=rng)
    stop = data.draw(st.integers(0, 150))
    while not match.over and len(match.log) < stop:
        seat = rng.choice(match.actors())
        match.play(seat, game.random_action(match.state, seat, rng))
    record = json.loads(as_sent(match.record()))
    again = tablee.Match.replay(record)
    assert again.state == match.state
    assert again.record() == record
    assert [entry.events for entry in again.log] == [entry.events for entry in match.log]
    assert all(entry.seat == CHANCE or entry.seat in game.seats for entry in again.log)
