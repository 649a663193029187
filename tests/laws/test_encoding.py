"""Laws of encodings: actions as numbers and views as arrays, for every game that has one."""

import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.positions import Position, every_game, examples, games, positions, walk

import tablee
from tablee.core.encoding import AnyEncoding, Encoding, Parts
from tablee.core.game import AnyGame, State
from tablee.core.options import Choice, Integer, Integers, options_of
from tablee.core.registry import manifest, manifest_of
from tablee.core.seat import CHANCE, Seat

slow_under_coverage = pytest.mark.slow_under_coverage

rngs = st.integers(0, 2**32 - 1).map(Random)


def encoding_of(game: AnyGame) -> AnyEncoding:
    make = manifest_of(game).encoding
    if make is None:
        pytest.skip(f"{game.name} has no encoding")
    return make(game)


def members(bits: int) -> list[int]:
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def choosers(position: Position) -> list[Seat]:
    game, state = position.game, position.state
    return [*(seat for seat in game.actors(state) if seat != CHANCE), *game.may_replace(state)]


def asked(encoding: AnyEncoding, state: State, seat: Seat, parts: Parts = ()) -> Iterator[Parts]:
    """All that the numbers allow, part by part."""
    for number in members(encoding.legal(state, seat, parts)):
        more = (*parts, number)
        if encoding.action(state, seat, more) is None:
            yield from asked(encoding, state, seat, more)
        else:
            yield more


def few(game: AnyGame, state: State, seat: Seat) -> bool:
    return len(game.legal(state, seat)) <= 3000


@slow_under_coverage
@every_game
@examples(120)
@given(data=st.data())
def test_the_mask_is_what_is_legal_and_numbers_mean_one_action_each(name: str, data: Any) -> None:
    position = data.draw(positions(name, over=True))
    game, state = position.game, position.state
    encoding = encoding_of(game)
    for seat in choosers(position):
        if not few(game, state, seat):
            continue
        legal = game.legal(state, seat)
        encoded = {encoding.parts(action): action for action in legal}
        assert len(encoded) == len(legal)
        assert set(asked(encoding, state, seat)) == set(encoded)
        for parts, action in encoded.items():
            assert all(0 <= number < encoding.size for number in parts)
            assert len(parts) <= encoding.most_parts
            assert encoding.action(state, seat, parts) == action
    for seat in set(game.seats) - set(choosers(position)):
        assert encoding.legal(state, seat) == 0


@slow_under_coverage
@every_game
@examples(45)
@given(data=st.data(), rng=rngs)
def test_chance_has_numbers_too(name: str, data: Any, rng: Random) -> None:
    game = data.draw(games(name))
    encoding = encoding_of(game)
    for position in walk(game, rng):
        if tuple(game.actors(position.state)) == (CHANCE,):
            for action in game.odds(position.state):
                number = encoding.chance_number(action)
                assert 0 <= number < encoding.chance_size
                assert encoding.chance_action(number) == action
    assert any(step.seat == CHANCE for step in position.steps) == (encoding.chance_size > 0)


@every_game
def test_who_asks_for_numbers_that_are_not_there_is_told(name: str) -> None:
    """Where there is no chance, it has no numbers; where there is, they are not those of seats."""
    game = tablee.game(name)
    encoding = encoding_of(game)
    if encoding.chance_size == 0:
        with pytest.raises(NotImplementedError):
            encoding.chance_action(0)
        with pytest.raises(NotImplementedError):
            encoding.chance_number(game.legal(game.start(), game.seats[0])[0])
        return
    for position in walk(game, Random(1)):
        if tuple(game.actors(position.state)) == (CHANCE,):
            with pytest.raises(ValueError, match="chance"):
                encoding.parts(next(iter(game.odds(position.state))))


@slow_under_coverage
@every_game
@examples(20)
@given(data=st.data(), rng=rngs)
def test_different_views_give_different_arrays(name: str, data: Any, rng: Random) -> None:
    """Of all readers, all through several matches; equal views give equal ones."""
    game = data.draw(games(name))
    encoding = encoding_of(game)
    seen: dict[bytes, Any] = {}
    for _ in range(2):
        for position in walk(game, rng):
            for reader in position.readers:
                view = game.view(position.state, reader)
                numbers = encoding.numbers_seen(position.state, reader)
                assert numbers == encoding.numbers(view)
                assert seen.setdefault(numbers.tobytes(), view) == view
    for kept, view in list(seen.items())[:60]:
        assert encoding.numbers(game.view_from(game.plain(view))).tobytes() == kept


@slow_under_coverage
@every_game
@examples(120)
@given(data=st.data(), rng=rngs)
def test_dealing_the_unknown_again_changes_no_number(name: str, data: Any, rng: Random) -> None:
    position = data.draw(positions(name, over=True))
    game, state = position.game, position.state
    encoding = encoding_of(game)
    for reader in position.readers:
        view = game.view(state, reader)
        possible = game.determinize(view, rng)
        assert encoding.numbers(game.view(possible, reader)) == encoding.numbers(view)
        if reader is not None:
            assert encoding.legal(possible, reader) == encoding.legal(state, reader)


@slow_under_coverage
@every_game
@examples(30)
@given(data=st.data(), rng=rngs)
def test_every_number_is_where_its_field_says(name: str, data: Any, rng: Random) -> None:
    game = data.draw(games(name))
    encoding = encoding_of(game)
    assert len({field.name for field in encoding.fields}) == len(encoding.fields)
    lows = [field.low for field in encoding.fields for _ in range(field.size)]
    highs = [field.high for field in encoding.fields for _ in range(field.size)]
    assert len(lows) == encoding.length
    for position in walk(game, rng):
        for reader in position.readers if len(position.steps) % 9 == 0 else ():
            numbers = encoding.numbers(game.view(position.state, reader))
            assert len(numbers) == encoding.length
            assert all(map(int.__le__, lows, numbers))
            assert all(map(int.__ge__, highs, numbers))


@every_game
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_match_goes_through_numbers(name: str, seed: int) -> None:
    """With the usual options, and with all others changed at once: quick enough to be measured."""
    usual = tablee.game(name)
    game = usual if seed == 1 else tablee.game(name, **{key: other(key, usual) for key in usual.options()})
    encoding = pickle.loads(pickle.dumps(encoding_of(game)))  # noqa: S301 - just made
    for position in walk(game, Random(seed)):
        state = position.state
        if tuple(game.actors(state)) == (CHANCE,):
            odds = {encoding.chance_action(number): weight for number, weight in encoding.odds(state)}
            assert odds == game.odds(state)
            assert encoding.odds(state) == Encoding.odds(encoding, state)
            if alike := encoding.alike(state):
                assert encoding.odds(state) == [(number, 1) for number in members(alike)]
            assert [encoding.chance_number(action) for action in odds] == sorted(map(encoding.chance_number, odds))
        for seat in choosers(position):
            legal = game.legal(state, seat)
            for action in legal if len(legal) < 9 else (legal[0], legal[len(legal) // 2], legal[-1]):
                parts = encoding.parts(action)
                for place, number in enumerate(parts):
                    assert encoding.legal(state, seat, parts[:place]) >> number & 1
                    assert not place or encoding.action(state, seat, parts[:place]) is None
                assert encoding.action(state, seat, parts) == action
        for seat in set(game.seats) - set(choosers(position)):
            assert encoding.legal(state, seat) == 0
        if len(position.steps) % 5 == 0 or not game.actors(state):
            for reader in position.readers:
                assert encoding.numbers_seen(state, reader) == encoding.numbers(game.view(state, reader))


def other(key: str, usual: AnyGame) -> Any:
    """Another value of an option than the usual one."""
    option, value = options_of(usual)[key], getattr(usual, key)
    match option:
        case Integer(low, high, step):
            return low if value == high else high if key == "players" else min(high, value + step)
        case Integers(least=least, low=low):
            return [low] * least
        case Choice(members=values):
            return next(member for member in values if member != value)
        case _:
            return not value


@every_game
def test_parts_that_are_chosen_show(name: str) -> None:
    """Where a choice has several parts, those already made are told."""
    game = tablee.game(name)
    encoding = encoding_of(game)
    if encoding.most_parts == 1:
        return
    view = game.view(game.start(), game.seats[0])
    plain, begun = encoding.numbers(view), encoding.numbers(view, (4,))
    assert len(plain) == len(begun) == encoding.length
    changed = [place for place in range(encoding.length) if plain[place] != begun[place]]
    assert changed == [encoding.length - encoding.most_parts + 1]
    assert begun[changed[0]] == 5


@every_game
def test_every_field_is_described_in_a_sentence(name: str) -> None:
    make = manifest(name).encoding
    for field in make(tablee.game(name)).fields if make else ():
        assert field.meaning[0].isupper(), field
        assert field.meaning.endswith("."), field
        assert field.name.isidentifier(), field
