"""A frozen benchmark: fixed opponents, seats and seeds, so that results of different people can be compared.

Match number k is played with seed k at the usual options; the agent sits at seat k modulo the number of players, and
all others are bots of the level `OPPONENT`. The result is the part of the wins that is the agent's; shared wins count
in part. The environment id with its version belongs to every result.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from tablee.bots.bot import UNHURRIED
from tablee.bots.fallback import choose
from tablee.bots.statistics import Interval, wilson
from tablee.core.registry import game
from tablee.lab.arrays import Observation
from tablee.lab.gymnasium import SeatEnv

OPPONENT: Final = "commis"
"""A level that needs no clock: it chooses the same on any machine."""
MATCHES: Final = 100

Agent = Callable[[SeatEnv, Observation], int]
"""Chooses a legal number by the observation. What it is allowed to know is there; the environment is for its spaces."""


@dataclass(frozen=True)
class Result:
    """What an agent won."""

    matches: int
    share: float

    @property
    def interval(self) -> Interval:
        return wilson(self.share, self.matches)


def run(name: str, agent: Agent, numbers: Iterable[int] = range(MATCHES)) -> Result:
    """Play the matches of these numbers; all of them make up a result that counts."""
    envs = [SeatEnv(name, seat=seat, bots=OPPONENT, illegal="raise") for seat in game(name).seats]
    won = [_played(envs[number % len(envs)], agent, number) for number in numbers]
    return Result(len(won), sum(won) / len(won))


def _played(env: SeatEnv, agent: Agent, number: int) -> float:
    """The agent's part of the win in one match."""
    observation, _ = env.reset(seed=number)
    while not env.episode.over:
        observation, *_ = env.step(agent(env, observation))
    winners = env.game.winners(env.episode.state)
    return (env.seat in winners) / len(winners)


def level_agent(level: str) -> Agent:
    """One of our own levels as an agent."""
    rng = random.Random(0)
    waiting: list[int] = []

    def number(env: SeatEnv, _: Observation) -> int:
        if not waiting:
            view: Any = env.game.view(env.episode.state, env.seat)
            waiting.extend(env.encoding.parts(choose(level, env.game, view, random.Random(rng.random()), UNHURRIED)))
        return waiting.pop(0)

    return number


def random_agent(seed: int = 0) -> Agent:
    """Any legal number, each as often as the others."""
    rng = random.Random(seed)

    def choose(_: SeatEnv, observation: Observation) -> int:
        legal = observation["action_mask"].nonzero()[0]
        return int(legal[int(rng.random() * len(legal))])

    return choose
