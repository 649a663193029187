"""One seat against bots: Gymnasium's own checker, and what it does not look at."""

from functools import partial
from itertools import count

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.lab.encoded_games import AT_ONCE, ENCODED, IN_TURN, every_encoded

from tablee.core import registry
from tablee.lab import gymnasium as seats
from tablee.lab.episode import env_id
from tablee.lab.libraries import LabError


@every_encoded
@pytest.mark.parametrize("layout", ["flat", "named"])
def test_check_env(name: str, layout: str) -> None:
    env = gymnasium.make(env_id(name), bots="plongeur", observation=layout, render_mode="rgb_array")
    check_env(env.unwrapped)


def played(env: gymnasium.Env, seed: int) -> tuple[list[bytes], float]:
    """What the agent saw and was rewarded with, playing at random."""
    observation, _ = env.reset(seed=seed)
    rng, seen, total, ended = np.random.default_rng(seed), [], 0.0, False
    while not ended:
        seen.append(observation["observation"].tobytes())
        observation, reward, ended, cut, info = env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
        assert info["action_mask"] is observation["action_mask"]
        assert not cut
        total += float(reward)
    return seen, total


@every_encoded
def test_a_match_against_bots_depends_on_its_seed_alone(name: str) -> None:
    env = seats.SeatEnv(name, seat=1, bots="random", illegal="raise")
    first = played(env, 1)
    assert first[1] == env.episode.returns()[1]
    assert played(env, 1) == first
    assert played(env, 2) != first


def test_a_slow_machine_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that runs on by a fifth of a second whenever a bot looks at it."""

    def seen() -> list[bytes]:
        env = seats.SeatEnv(IN_TURN[0], bots="chef")
        observation, _ = env.reset(seed=1)
        found: list[bytes] = []
        while len(found) < 3 and not env.episode.over:
            observation, *_ = env.step(np.flatnonzero(observation["action_mask"])[0])
            found.append(observation["observation"].tobytes())
        return found

    undisturbed = seen()
    monkeypatch.setattr("tablee.bots.bot.perf_counter", partial(next, count(step=0.2)))
    assert seen() == undisturbed


@every_encoded
def test_masks_are_there_for_learners_that_ask(name: str) -> None:
    env = seats.SeatEnv(name, bots="random", render_mode="ansi")
    observation, _ = env.reset(seed=1)
    assert (env.action_masks() == observation["action_mask"].astype(bool)).all()
    assert "player_0" in env.render()
    env.render_mode = "rgb_array"
    assert env.render().ndim == 3


def test_an_illegal_number_is_refused_if_wanted() -> None:
    env = seats.SeatEnv(ENCODED[0], bots="random", illegal="raise")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    with pytest.raises(LabError, match="is not legal"):
        env.step(illegal)
    env = seats.SeatEnv(ENCODED[0], bots="random")
    env.reset(seed=1)
    env.step(illegal)
    played(env, 1)
    with pytest.raises(LabError, match="nothing to choose"):
        env.step(0)


def test_bots_may_differ_and_are_checked() -> None:
    name = AT_ONCE[0]
    players = seats.SeatEnv(name).game.players
    levels = ["random", "plongeur", "commis", "random"][: players - 1]
    played(seats.SeatEnv(name, bots=levels), 3)
    with pytest.raises(LabError, match=r"bots cannot be 'nobody'\. Allowed are: plongeur, commis"):
        seats.SeatEnv(name, bots="nobody")
    with pytest.raises(LabError, match=r"len\(bots\) cannot be 9"):
        seats.SeatEnv(name, bots=["random"] * 9)
    with pytest.raises(LabError, match="seat cannot be 7"):
        seats.SeatEnv(name, seat=7)


def test_games_that_come_later_are_registered_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(gymnasium.registry, env_id(ENCODED[0]))
    seats.register()
    assert env_id(ENCODED[0]) in gymnasium.registry
    assert len(registry.manifests()) >= len(ENCODED)
