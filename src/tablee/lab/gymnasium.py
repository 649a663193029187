"""One seat of a game against bots, as an environment of Gymnasium. Importing this module registers all games.

>>> import gymnasium, tablee.lab.gymnasium
>>> env = gymnasium.make("tablee/hotdog-v1", bots="commis", players=2, hands=1)
>>> observation, info = env.reset(seed=1)
>>> env.action_space
Discrete(4990)
"""

import random
from collections.abc import Sequence
from typing import Any

from tablee.lab.libraries import require

require("gymnasium", "numpy", "PIL")

import gymnasium as gym  # noqa: E402 - only if they are there
import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from tablee.bots.bot import UNHURRIED  # noqa: E402
from tablee.bots.fallback import choose  # noqa: E402
from tablee.bots.levels import BOTS  # noqa: E402
from tablee.core.game import Action  # noqa: E402
from tablee.core.seat import Seat  # noqa: E402
from tablee.core.texts import Lang  # noqa: E402
from tablee.lab import drawing  # noqa: E402
from tablee.lab.arrays import Illegal, Layout, Observation, Observer, allowed  # noqa: E402
from tablee.lab.episode import Episode, encodable, encoded, env_id  # noqa: E402


class SeatEnv(gym.Env[Observation, np.int64]):
    """A match in which one seat is the agent's and bots play the others.

    Bots think as far as their iterations go, not by the clock: a match is the same again from its seed, on any machine.
    The reward comes at the end: 1 for a win, and so little for the others that all add up to 0.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012 - as in gym.Env

    def __init__(
        self,
        name: str,
        *,
        seat: int = 0,
        bots: str | Sequence[str] = "commis",
        render_mode: str | None = None,
        observation: Layout = "flat",
        illegal: Illegal = "nearest",
        lang: Lang = "en",
        **options: Any,
    ) -> None:
        """`bots`: a level for all other seats, or one for each; `illegal`: what happens if a number is not legal, the
        next legal one instead (`nearest`) or an error (`raise`)."""
        self.game, self.encoding = encoded(name, options)
        allowed("seat", seat, self.game.seats)
        allowed("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        allowed("illegal", illegal, ("raise", "nearest"))
        self.render_mode = render_mode
        self.seat = Seat(seat)
        self._levels = self._seated(bots)
        self._nearest = illegal == "nearest"
        self._lang = lang
        self._observer = Observer(self.encoding, observation)
        self.observation_space = self._observer.space
        self.action_space = gym.spaces.Discrete(self.encoding.size)

    def _seated(self, bots: str | Sequence[str]) -> dict[Seat, str]:
        others = [seat for seat in self.game.seats if seat != self.seat]
        names = [bots] * len(others) if isinstance(bots, str) else list(bots)
        allowed("len(bots)", len(names), (len(others),))
        for level in names:
            allowed("bots", level, tuple(BOTS))
        return dict(zip(others, names, strict=True))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self._rng = random.Random(int(self.np_random.integers(2**62)))
        self.episode = Episode(self.game, self.encoding, self._rng)
        self._let_bots_play()
        return self._observed()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        episode, number = self.episode, int(action)
        if self._nearest and not episode.over:
            number = episode.nearest(self.seat, number)
        episode.check(self.seat, number)
        # Those who choose at the same time all see the table as it was before.
        others = self._chosen_by_bots()
        if episode.choose(self.seat, number):
            for seat, answer in others:
                episode.play(seat, answer)
            self._let_bots_play()
        observation, info = self._observed()
        return observation, episode.returns()[self.seat], episode.over, False, info

    def _let_bots_play(self) -> None:
        """Until the agent is asked, or the match is over."""
        while not self.episode.over and self.seat not in self.episode.asked:
            for seat, action in self._chosen_by_bots():
                self.episode.play(seat, action)

    def _chosen_by_bots(self) -> list[tuple[Seat, Action]]:
        game, state = self.game, self.episode.state
        chosen = []
        for seat in self.episode.asked:
            if seat != self.seat:
                luck = random.Random(self._rng.random())
                chosen.append((seat, choose(self._levels[seat], game, game.view(state, seat), luck, UNHURRIED)))
        return chosen

    def _observed(self) -> tuple[Observation, dict[str, Any]]:
        observation = self._observer.observation(self.episode, self.seat, self.episode.legal(self.seat))
        return observation, {"action_mask": observation["action_mask"]}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which numbers are legal, under the name by which learners that know masks ask for it."""
        return self._observer.mask(self.episode.legal(self.seat)).astype(bool)

    def render(self) -> Any:
        """The table as a spectator sees it."""
        draw = drawing.picture if self.render_mode == "rgb_array" else drawing.text
        return draw(self.game, self.episode.state, self._lang)


def register() -> None:
    """Make all games known to Gymnasium by their ids; games that came since are added."""
    for name in encodable():
        if env_id(name) not in gym.registry:
            gym.register(env_id(name), entry_point="tablee.lab.gymnasium:SeatEnv", kwargs={"name": name})


register()
