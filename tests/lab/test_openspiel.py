"""The games in OpenSpiel: its own suites, run as they are, and its search."""

import pickle
import random
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation
from tests.lab.encoded_games import AT_ONCE, ENCODED, every_at_once, every_encoded

import tablee
from tablee.core.registry import manifest
from tablee.lab import openspiel
from tablee.lab.libraries import LabError

_IMPERFECT = pyspiel.GameType.Information.IMPERFECT_INFORMATION


def loaded(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(openspiel.short_name(name), parameters)


SHORTER = {"hands": 1}
"""Matches that are long are tried with less of them."""


def shorter(name: str) -> dict[str, Any]:
    return {key: value for key, value in SHORTER.items() if key in tablee.game(name).options()}


# Its own suites


@every_encoded
def test_random_sim(name: str) -> None:
    pyspiel.random_sim_test(loaded(name, **shorter(name)), num_sims=1, serialize=True, verbose=False)


@every_at_once
def test_random_sim_in_turns(name: str) -> None:
    pyspiel.random_sim_test(loaded(name, in_turns=True, **shorter(name)), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "in_turns"), [*((n, False) for n in ENCODED), *((n, True) for n in AT_ONCE)])
def test_python_api(name: str, in_turns: bool) -> None:
    """The suite that OpenSpiel runs on all its games: on 400 positions, or on the first if all choose at once."""
    members = {"game": loaded(name, in_turns=in_turns, **shorter(name)), "game_name": openspiel.short_name(name)}
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), members)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun >= 5
    assert [told for _, told in (*result.errors, *result.failures)] == []


# What kind of games they are


@every_encoded
def test_types_are_correct(name: str) -> None:
    facts, kind = manifest(name), loaded(name).get_type()
    assert kind.dynamics.name == ("SIMULTANEOUS" if facts.at_once else "SEQUENTIAL")
    assert (kind.information == _IMPERFECT) == facts.hidden
    assert loaded(name, in_turns=True).get_type().dynamics.name == "SEQUENTIAL"
    assert loaded(name, imperfect=True).get_type().information == _IMPERFECT
    chance = kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert chance == (loaded(name).max_chance_outcomes() == 0)


@every_encoded
def test_options_are_parameters(name: str) -> None:
    game = tablee.game(name)
    again = loaded(name, **openspiel.parameters(game))
    assert again.game == game
    assert pickle.loads(pickle.dumps(again)).game == game  # noqa: S301 - just made
    assert str(again) == str(pyspiel.load_game(str(again)))


@every_encoded
def test_a_game_may_begin_later(name: str) -> None:
    state, numbers = loaded(name, in_turns=True).new_initial_state(), []
    for _ in range(4):
        numbers.append(state.legal_actions()[-1])
        state.apply_action(numbers[-1])
    later = loaded(name, in_turns=True, opening=" ".join(map(str, numbers))).new_initial_state()
    assert str(later) == str(state)
    with pytest.raises(LabError, match="is not legal"):
        loaded(name, opening="999999")


def test_games_that_come_later_are_registered_too() -> None:
    openspiel.register()
    assert {openspiel.short_name(name) for name in ENCODED} <= set(pyspiel.registered_names())


# What is told


@every_encoded
def test_tensors_and_strings_are_views(name: str) -> None:
    game = loaded(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    numbers = list(state.episode.numbers(0))
    assert state.information_state_tensor(0) == state.observation_tensor(0) == numbers
    assert state.information_state_string(0) == state.observation_string(0)
    named = make_observation(game)
    named.set_from(state, 0)
    assert list(named.dict) == [field.name for field in state.episode.encoding.fields]
    public = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    spectator = make_observation(game, public)
    spectator.set_from(state, 0)
    assert list(spectator.tensor) == list(state.episode.numbers(None))
    assert '"seat":null' in spectator.string_from(state, 0)
    secrets = pyspiel.IIGObservationType(public_info=False, perfect_recall=False)
    private = make_observation(game, secrets)
    private.set_from(state, 0)
    assert 0 < np.count_nonzero(private.tensor) < np.count_nonzero(named.tensor)
    with pytest.raises(ValueError, match="take no parameters"):
        game.make_py_observer(None, {"more": 1})


@every_encoded
def test_actions_are_told_apart_in_words(name: str) -> None:
    state = loaded(name, in_turns=True).new_initial_state()
    for _ in range(40):
        if state.is_terminal():
            break
        player, legal = state.current_player(), state.legal_actions()[:30]
        assert len({state.action_to_string(player, number) for number in legal}) == len(legal)
        state.apply_action(legal[len(legal) // 2])
        if not state.is_terminal() and state.current_player() >= 0 and state.episode.begun(state.current_player()):
            assert state.information_state_string(state.current_player()).endswith(")")


# Its search


@every_encoded
def test_its_search_plays_a_match(name: str) -> None:
    """ISMCTS; where nothing is hidden the game has to be declared as if it were."""
    game = loaded(name, in_turns=True, imperfect=True, **shorter(name))
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 2, random_state=rng)
    state, searched = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=odds)))
        elif state.current_player() == 0 and searched < 6:
            state.apply_action(int(bot.step(state)))
            searched += 1
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert searched
    assert sum(state.returns()) == pytest.approx(0)


def test_what_is_chosen_at_once_is_drawn_anew_for_its_search() -> None:
    state = loaded(AT_ONCE[0], in_turns=True).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    state.apply_action(state.legal_actions()[-1])
    player = state.current_player()
    after = set()
    for _ in range(8):
        possible = state.resample_from_infostate(player)
        assert possible.information_state_string(player) == state.information_state_string(player)
        while not possible.is_terminal() and possible.current_player() >= 0 and len(possible.episode.asked) < 3:
            possible.apply_action(possible.legal_actions()[0])
            if len(possible.episode.asked) != 1:
                break
        after.add(str(possible))
    assert len(after) > 1


@every_encoded
@pytest.mark.parametrize("in_turns", [False, True])
def test_answers_in_python_are_those_of_openspiel(name: str, in_turns: bool) -> None:
    """Some questions are answered without a way through C++."""
    rng = random.Random(1)
    state = loaded(name, in_turns=in_turns, **shorter(name)).new_initial_state()
    for _ in range(40):
        assert state.is_chance_node() == pyspiel.State.is_chance_node(state)
        assert state.is_simultaneous_node() == pyspiel.State.is_simultaneous_node(state)
        players = range(state.num_players())
        legal = [state.legal_actions(player) for player in players]
        assert legal == [pyspiel.State.legal_actions(state, player) for player in players]
        if state.is_simultaneous_node():
            state.apply_actions([rng.choice(actions) for actions in legal])
            continue
        assert state.legal_actions() == pyspiel.State.legal_actions(state)
        if state.is_terminal():
            break
        state.legal_actions().clear()  # a list of its own, whatever becomes of it
        state.apply_action(rng.choice(state.legal_actions()))
