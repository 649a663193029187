"""The environments of PettingZoo: its own suites, run as they are, and what they do not look at."""

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper
from tests.lab.encoded_games import ENCODED, IN_TURN, every_at_once, every_encoded

import tablee
from tablee.core.errors import BadOption
from tablee.core.options import Integer, options_of
from tablee.lab import pettingzoo
from tablee.lab.episode import env_id
from tablee.lab.libraries import LabError

# The suite knows by name the environments whose observations may be a view and a mask; for all others it warns.
views_and_masks = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"
)
tolerant = {"illegal": "nearest"}
"""For the suites that choose without looking at the mask."""


# Its own suites


@views_and_masks
@every_encoded
@pytest.mark.parametrize("layout", ["flat", "named"])
def test_api(name: str, layout: str) -> None:
    api_test(pettingzoo.env(name, observation=layout), num_cycles=100)


@every_encoded
def test_seed(name: str) -> None:
    seed_test(partial(pettingzoo.env, name), num_cycles=60)


@every_encoded
def test_render(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(pettingzoo.env, name))
    assert "player_0" in capsys.readouterr().out


@every_at_once
def test_parallel_api(name: str) -> None:
    parallel_api_test(pettingzoo.parallel_env(name), num_cycles=300)


@every_at_once
def test_parallel_seed(name: str) -> None:
    parallel_seed_test(partial(pettingzoo.parallel_env, name, **tolerant), num_cycles=60)


@every_at_once
def test_max_cycles(name: str) -> None:
    max_cycles_test(
        SimpleNamespace(
            env=partial(pettingzoo.env, name, **tolerant),
            parallel_env=partial(pettingzoo.parallel_env, name, **tolerant),
        )
    )


# What they do not look at


def play_out(env: Any, seed: int) -> dict[str, float]:
    """Random play; the sum of all rewards of each agent."""
    env.reset(seed=seed)
    rng, total = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        total[agent] += reward
        env.step(None if ended or cut else rng.choice(np.flatnonzero(observation["action_mask"])))
    return total


@every_encoded
def test_rewards_come_once_and_tell_who_has_won(name: str) -> None:
    env = pettingzoo.raw_env(name)
    total = play_out(env, 1)
    assert list(total.values()) == env.episode.returns()
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0 or not any(total.values())


@every_encoded
def test_a_match_is_cut_after_so_many_choices(name: str) -> None:
    """In games without a parallel environment too, for which the suite has no test."""
    env = pettingzoo.raw_env(name, max_cycles=3)
    env.reset(seed=1)
    chosen = dict.fromkeys(env.agents, 0)
    while not any(env.truncations.values()):
        agent = env.agent_selection
        env.step(int(np.flatnonzero(env.observe(agent)["action_mask"])[0]))
        chosen[agent] += 1
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert max(chosen.values()) == 3


@every_encoded
def test_only_who_is_asked_has_a_mask(name: str) -> None:
    env = pettingzoo.raw_env(name)
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


@every_encoded
def test_an_illegal_number_raises_and_changes_nothing(name: str) -> None:
    env = pettingzoo.raw_env(name)
    env.reset(seed=1)
    agent = env.agent_selection
    before = env.observe(agent)["observation"].tobytes()
    illegal = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    for number in (illegal, None):
        with pytest.raises(LabError, match="is not legal"):
            env.step(number)
    assert env.agent_selection == agent
    assert env.observe(agent)["observation"].tobytes() == before


@every_encoded
def test_the_usual_wrapper_for_illegal_numbers_works(name: str) -> None:
    env = TerminateIllegalWrapper(pettingzoo.raw_env(name), illegal_reward=-1)
    env.reset(seed=1)
    agent = env.agent_selection
    observation, *_ = env.last()
    env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


def what_happens(env: Any) -> list[tuple[str, str]]:
    """What calls in the wrong order raise, word for word, and what is logged."""
    told = []

    def tell(ask: Callable[[], object]) -> None:
        try:
            told.append(("answer", str(ask())))
        except (AssertionError, AttributeError, NotImplementedError) as error:
            told.append((type(error).__name__, str(error)))

    before = [env.render, env.state, env.agent_iter, lambda: env.step(0), lambda: env.observe("player_0")]
    names = ["rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents"]
    for ask in [*before, *(partial(getattr, env, name) for name in names)]:
        tell(ask)
    env.reset(seed=1)
    tell(env.state)
    tell(lambda: list(env.agent_iter()))
    tell(lambda: [env.reset(seed=1) for _ in env.agent_iter(2)])
    play_out(env, 1)
    EnvLogger.flush()
    tell(lambda: env.step(None))
    return [*told, *(("logged", message) for message in EnvLogger.mqueue)]


def test_calls_in_the_wrong_order_are_told_as_by_the_usual_wrapper() -> None:
    ours = what_happens(pettingzoo.env(IN_TURN[0], render_mode="ansi"))
    assert ours == what_happens(OrderEnforcingWrapper(pettingzoo.env(IN_TURN[0], render_mode="ansi")))
    assert ("AssertionError", "need to call step() or reset() in a loop over `agent_iter`") in ours
    with pytest.raises(AttributeError, match="'TableeAEC' object has no attribute 'mistake'"):
        _ = pettingzoo.env(IN_TURN[0]).mistake


@every_at_once
def test_in_parallel_who_is_not_asked_waits(name: str) -> None:
    env = pettingzoo.parallel_env(name)
    observations, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    while env.agents:
        asked = {env.possible_agents[seat] for seat in env.episode.asked}
        for agent, observation in observations.items():
            assert bool(observation["action_mask"][env.wait]) == (agent not in asked)
        actions = {
            agent: rng.choice(np.flatnonzero(observation["action_mask"])) for agent, observation in observations.items()
        }
        with pytest.raises(LabError, match="no action for"):
            env.step({})
        if len(asked) < len(env.agents):
            (idle, *_) = [agent for agent in env.agents if agent not in asked]
            with pytest.raises(LabError, match="nothing to choose"):
                env.step({**actions, idle: 0})
        observations, rewards, ended, cut, _ = env.step(actions)
    assert all(ended.values())
    assert not any(cut.values())
    assert list(rewards.values()) == env.episode.returns()


def test_no_parallel_environment_where_nobody_chooses_at_once() -> None:
    with pytest.raises(LabError, match=r"Use env\(\)"):
        pettingzoo.parallel_env(IN_TURN[0])


@pytest.mark.parametrize("argument", ["render_mode", "illegal", "observation"])
def test_unknown_arguments_are_named(argument: str) -> None:
    with pytest.raises(LabError, match=f"{argument} cannot be 'wrong'. Allowed are: "):
        pettingzoo.env(ENCODED[0], **{argument: "wrong"})


@every_at_once
def test_options_of_the_game_are_arguments(name: str) -> None:
    players = options_of(tablee.GAMES[name])["players"]
    assert isinstance(players, Integer)
    env = pettingzoo.parallel_env(name, players=players.high)
    assert len(env.possible_agents) == players.high
    assert env.metadata["name"] == env_id(name)
    with pytest.raises(BadOption):
        pettingzoo.env(name, no_such_option=1)
