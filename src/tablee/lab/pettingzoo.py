"""The games as environments of PettingZoo.

>>> from tablee.lab import pettingzoo
>>> env = pettingzoo.env("hotdog", players=3, hands=1)
>>> env.reset(seed=1)
>>> env.agent_selection, env.action_space("player_0")
('player_0', Discrete(4990))
"""

import random
from typing import Any

from tablee.core.registry import manifest_of
from tablee.core.seat import Seat
from tablee.core.texts import Lang
from tablee.lab.libraries import TEXTS, LabError, require

require("gymnasium", "numpy", "pettingzoo", "PIL")

from gymnasium import spaces  # noqa: E402 - only if they are there
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402
from pettingzoo.utils.env import AECIterable, AECIterator  # noqa: E402
from pettingzoo.utils.env_logger import EnvLogger  # noqa: E402

from tablee.lab import drawing  # noqa: E402
from tablee.lab.arrays import Illegal, Layout, Observation, Observer, allowed  # noqa: E402
from tablee.lab.episode import Episode, encoded, env_id  # noqa: E402

MODES = ("human", "ansi", "rgb_array")
_AFTER_RESET = {"rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents"}


class _Seats:
    """What both kinds of environment have in common."""

    metadata: dict[str, Any]
    possible_agents: list[str]
    agents: list[str]
    episode: Episode
    _more = 0
    """How many numbers an agent can choose beyond those of the actions."""

    def __init__(
        self,
        name: str,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        observation: Layout = "flat",
        illegal: Illegal = "raise",
        lang: Lang = "en",
        **options: Any,
    ) -> None:
        super().__init__()
        allowed("render_mode", render_mode, (None, *MODES))
        allowed("illegal", illegal, ("raise", "nearest"))
        self.game, self.encoding = encoded(name, options)
        self.metadata = {"render_modes": list(MODES), "render_fps": 2, "name": env_id(self.game, self.encoding.version)}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = drawing.names_of(self.game)
        self._seat = dict(zip(self.possible_agents, self.game.seats, strict=True))
        self._nearest = illegal == "nearest"
        self._lang = lang
        self._observer = Observer(self.encoding, observation, self._more)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observer.space)
        self.action_spaces = {agent: spaces.Discrete(self._observer.size) for agent in self.possible_agents}
        self._rng = random.Random()

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._rng.seed(seed)
        self.episode = Episode(self.game, self.encoding, self._rng)
        self.agents = self.possible_agents[:]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def _legal(self, seat: Seat, number: int) -> int:
        """The number itself or, if asked for, the nearest one that is legal."""
        if self._nearest:
            return self.episode.nearest(seat, number)
        self.episode.check(seat, number)
        return number

    def render(self) -> Any:
        """The table as a spectator sees it."""
        state = self.episode.state
        if self.render_mode == "rgb_array":
            return drawing.picture(self.game, state, self._lang)
        words = drawing.text(self.game, state, self._lang)
        if self.render_mode == "human":
            print(words)
        return words if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is kept open."""


class TableeAEC(_Seats, AECEnv[str, Observation, int]):
    """One agent after the other. Those who choose at once are asked in the order of seats and do not see what others
    have chosen.

    Calls in the wrong order raise what PettingZoo's `OrderEnforcingWrapper` raises; a wrapper would cost a tenth of a
    step and more.
    """

    _has_reset = False
    _has_updated = False
    """Since an agent was last named in a loop over `agent_iter`."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self._has_reset = self._has_updated = True
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turns = dict.fromkeys(self.agents, 0)
        self.agent_selection = self.possible_agents[self.episode.asked[0]]

    def __getattr__(self, name: str) -> Any:
        """Called for what is not there."""
        if name in _AFTER_RESET and not self._has_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def agent_iter(self, max_iter: int = 2**63) -> "_Agents":
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return _Agents(self, max_iter)

    def state(self) -> Any:
        if not self._has_reset:
            EnvLogger.error_state_before_reset()
        return super().state()

    def render(self) -> Any:
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        return super().render()

    def observe(self, agent: str) -> Observation:
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        seat = self._seat[agent]
        legal = self.episode.legal(seat) if agent == self.agent_selection else 0
        return self._observer.observation(self.episode, seat, legal)

    def step(self, action: int | None) -> None:
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat[agent]
        self.episode.choose(seat, self._legal(seat, -1 if action is None else int(action)))
        self._turns[agent] += 1
        if self.episode.over:
            self._end()
            return
        following = self.possible_agents[self.episode.asked[0]]
        if self.max_cycles is not None and self._turns[following] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
            following = self.agents[0]
        self.agent_selection = following

    def _end(self) -> None:
        won = self.episode.returns()
        self.rewards = dict(zip(self.possible_agents, won, strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]


class _Agents(AECIterable[str, Observation, int]):
    def __iter__(self) -> "_NextAgent":
        return _NextAgent(self.env, self.max_iter)


class _NextAgent(AECIterator[str, Observation, int]):
    """Names the agent that is to choose, and sees that it did before it names the next."""

    env: TableeAEC

    def __next__(self) -> str:
        agent: str = super().__next__()
        if not self.env._has_updated:
            raise AssertionError("need to call step() or reset() in a loop over `agent_iter`")
        self.env._has_updated = False
        return agent


class TableeParallel(_Seats, ParallelEnv[str, Observation, int]):
    """All agents at once. The highest number means to wait; it is all that an agent can do while it is not asked."""

    _more = 1

    def __init__(self, name: str, **arguments: Any) -> None:
        """`arguments` are those of `TableeAEC`."""
        super().__init__(name, **arguments)
        if not manifest_of(self.game).at_once:
            raise LabError("not_at_once", {"game": self.game.name}, texts=TEXTS)
        self.wait = self.encoding.size

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._begin(seed)
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observed(self._seat[agent]) for agent in self.agents}

    def _observed(self, seat: Seat) -> Observation:
        return self._observer.observation(self.episode, seat, self.episode.legal(seat) or 1 << self.wait)

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        chosen = self._checked(actions)
        for seat, number in chosen.items():
            self.episode.choose(seat, number)
        self._cycles += 1
        agents, over = self.agents, self.episode.over
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        observations, won = self._observations(), self.episode.returns()
        if over or cut:
            self.agents = []
        return (
            observations,
            {agent: won[self._seat[agent]] for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _checked(self, actions: dict[str, int]) -> dict[Seat, int]:
        """What each seat that is asked chooses. All is checked before anything is done."""
        chosen = {}
        for agent in self.agents:
            if agent not in actions:
                raise LabError("missing_action", {"agent": agent, "wait": self.wait}, texts=TEXTS)
            seat, number = self._seat[agent], int(actions[agent])
            if seat in self.episode.asked:
                chosen[seat] = self._legal(seat, number)
            elif number != self.wait and not self._nearest:
                self.episode.check(seat, number)
        return chosen


def env(name: str, **arguments: Any) -> TableeAEC:
    """One agent after the other.

    `arguments` are those of `TableeAEC`, the options of the game among them.
    """
    return TableeAEC(name, **arguments)


raw_env = env
"""By this name PettingZoo's own modules offer an environment without wrappers; ours has none."""


def parallel_env(name: str, **arguments: Any) -> TableeParallel:
    """All agents at once, for games in which seats choose at the same time."""
    return TableeParallel(name, **arguments)
