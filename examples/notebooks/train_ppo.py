# %% [markdown]
# # Train PPO through PettingZoo
#
# An agent learns Hot-Dog for two in five minutes of processor time: mostly by playing against itself, and in some
# matches against bots of the level `commis`, which it then has to beat in matches that it has not seen. The learner
# is `MaskablePPO` of [sb3-contrib](https://sb3-contrib.readthedocs.io), the environment is PettingZoo's. It needs
# `tablee[examples]`; the CPU build of PyTorch is enough.
#
# `SECONDS` and `RATED` in the environment say how long it learns and how many matches rate it.

# %%
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy and torch: small networks are quicker on one core
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import random
import time
from collections.abc import Iterable
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

import tablee
from tablee.bots.fallback import choose
from tablee.bots.statistics import wilson
from tablee.core.seat import Seat
from tablee.lab import pettingzoo
from tablee.lab.episode import encoding_of
from tablee.lab.gymnasium import SeatEnv

SECONDS = float(os.environ.get("SECONDS", "300"))
RATED = int(os.environ.get("RATED", "400"))
OPTIONS: dict[str, Any] = {"players": 2, "hands": 1}
OPPONENT = "commis"
torch.set_num_threads(1)

# %% [markdown]
# ## What it sees
#
# A view is a flat array. Its fields are told by the encoding (and on the game cards). Two things make learning
# quicker: seats are turned round, so that one's own comes first and both seats learn the same; and the room at each
# table is spelled out, a 1 in one of ten places. What lies face down and who has chosen is left out, since nobody has
# when it is asked.

# %%
game: Any = tablee.game("hotdog", **OPTIONS)
encoding, TABLES = encoding_of(game), game.tables
PLACE, end = {}, 0
for field in encoding.fields:
    PLACE[field.name] = slice(end, end + field.size)
    end += field.size
LEFT_OUT = {"seat", "chosen", "announced", "bid", "revealed"}
BY_SEAT = {"mustard": 0, "money": 0, "spent": 0, "totals": 0, "hotdogs": 0, "eaten": 0, "placed": 1}


def turned(seat: int) -> Any:
    """Where the numbers that it sees stand in a view, those of its own seat first."""
    places = np.arange(encoding.length)
    kept = []
    for field in encoding.fields:
        block = places[PLACE[field.name]].reshape(field.shape)
        if field.name in BY_SEAT:
            block = np.roll(block, -seat, axis=BY_SEAT[field.name])
        if field.name not in LEFT_OUT:
            kept.append(block.ravel())
    return np.concatenate(kept)


TURNED = [turned(seat) for seat in range(2)]
SCALE = np.concatenate([np.full(field.size, min(10, max(1, field.high)), np.float32) for field in encoding.fields])


def seen(view: Any, seat: int) -> Any:
    """What the network is given."""
    room = np.eye(10, dtype=np.float32)[view[PLACE["room"]]]
    return np.concatenate([(view / SCALE)[TURNED[seat]], room.ravel()]).astype(np.float32)


# %% [markdown]
# ## What it may bid
#
# Of the 4,990 bids most are larger than any table and can never be sold. The others are told to the network by what
# they are (cards, dollars, price, table), so that it need not learn each of them by itself.

# %%
bids: list[Any] = [encoding.action(None, Seat(0), (number,)) for number in range(encoding.size)]
LARGEST = max(TABLES)
SELLABLE = np.array([number for number, bid in enumerate(bids) if sum(bid.hotdogs) <= LARGEST])


def described(bid: Any) -> list[float]:
    """A bid as numbers: how many of each card, then a 1 for its size and price at its table, and for its dollars."""
    size = sum(bid.hotdogs)
    ones = np.zeros((len(TABLES), 2, LARGEST + 1))
    ones[TABLES.index(bid.table), [0, 1], [size, size - bid.dollars]] = 1
    dollars = np.eye(LARGEST + 1)[bid.dollars]
    return [*(bid.hotdogs.count(value) for value in range(1, 6)), len(bid.hotdogs), *ones.ravel(), *dollars]


DESCRIBED = torch.tensor([described(bids[number]) for number in SELLABLE], dtype=torch.float32)
print(f"{len(SELLABLE)} bids of {encoding.size}, each told by {DESCRIBED.shape[1]} numbers")


class Preference(torch.nn.Module):
    """How much it likes each bid: by what it wants of a bid just now, and what the bids are."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.wanted = torch.nn.Linear(inputs, DESCRIBED.shape[1])
        torch.nn.init.zeros_(self.wanted.weight)
        torch.nn.init.zeros_(self.wanted.bias)
        self.register_buffer("described", DESCRIBED)

    def forward(self, inputs: Any) -> Any:
        return self.wanted(inputs) @ self.described.T


class BidPolicy(MaskableActorCriticPolicy):
    """The library's own policy with another last layer."""

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = Preference(self.mlp_extractor.latent_dim_pi)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


# %% [markdown]
# ## Many matches at once
#
# PettingZoo asks all agents at once, and the learner wants a row of environments: each seat that learns is one of
# them. At the first tables both seats learn, at the others a bot has one. The reward is the change of one's lead in
# dollars, and the win at the end.


# %%
class LearningSeats(VecEnv):
    """Seats at several tables, as the environments of one learner."""

    def __init__(self, alone: int, with_bot: int) -> None:
        self.tables = [pettingzoo.parallel_env("hotdog", **OPTIONS) for _ in range(alone + with_bot)]
        self.seats = [(number, seat) for number in range(alone) for seat in range(2)]
        self.seats += [(alone + number, number % 2) for number in range(with_bot)]
        self.bots = [(alone + number, 1 - number % 2) for number in range(with_bot)]
        self.rng = random.Random(1)
        self.won_against_bots: list[float] = []
        low, high = -np.inf, np.inf
        space = spaces.Box(low, high, (len(TURNED[0]) + 10 * len(TABLES),), np.float32)
        super().__init__(len(self.seats), space, spaces.Discrete(len(SELLABLE)))

    def reset(self) -> Any:
        self.observations = [each.reset(seed=10**6 + number)[0] for number, each in enumerate(self.tables)]
        self.leads = np.zeros(self.num_envs)
        return self._seen()

    def _view(self, number: int, seat: int) -> Any:
        return self.observations[number][f"player_{seat}"]["observation"]

    def _seen(self) -> Any:
        return np.stack([seen(self._view(number, seat), seat) for number, seat in self.seats])

    def _lead(self, number: int, seat: int) -> float:
        """In dollars; those of a hand that is over stand in the totals."""
        view = self._view(number, seat)
        dollars = view[PLACE["totals"]] + (view[PLACE["money"]] if self.tables[number].agents else 0)
        return float(dollars[seat] - dollars[1 - seat])

    def step_async(self, actions: Any) -> None:
        self.chosen: list[dict[str, int]] = [{} for _ in self.tables]
        for (number, seat), action in zip(self.seats, actions, strict=True):
            self.chosen[number][f"player_{seat}"] = int(SELLABLE[action])
        for number, seat in self.bots:
            game, state = self.tables[number].game, self.tables[number].episode.state
            bid = choose(OPPONENT, game, game.view(state, Seat(seat)), random.Random(self.rng.random()))
            self.chosen[number][f"player_{seat}"] = encoding.parts(bid)[0]

    def step_wait(self) -> Any:
        won = []
        for number, each in enumerate(self.tables):
            self.observations[number], rewards, *_ = each.step(self.chosen[number])
            won.append(rewards)
        over = np.array([not self.tables[number].agents for number, _ in self.seats])
        leads = np.array([self._lead(number, seat) for number, seat in self.seats])
        results = np.array([won[number][f"player_{seat}"] for number, seat in self.seats])
        gains = (leads - self.leads) / 10 + results
        self.leads = np.where(over, 0, leads)
        last = self._seen()
        infos = [{"terminal_observation": view} if ended else {} for view, ended in zip(last, over, strict=True)]
        against = [(place, over[place]) for place in range(len(self.seats) - len(self.bots), len(self.seats))]
        self.won_against_bots += [(results[place] + 1) / 2 for place, ended in against if ended]
        for number, each in enumerate(self.tables):
            if not each.agents:
                self.observations[number], _ = each.reset()
        return self._seen(), gains.astype(np.float32), over, infos

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        """The learner asks for `action_masks` alone."""
        masks = [self.observations[number][f"player_{seat}"]["action_mask"] for number, seat in self.seats]
        return [mask[SELLABLE].astype(bool) for mask in masks]

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """There is nothing to set."""

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing is kept open."""


# %% [markdown]
# ## Learn


# %%
class StopInTime(BaseCallback):
    """Ends the learning after some processor time, and tells how it goes."""

    def _on_training_start(self) -> None:
        self.began = self.told = time.process_time()

    def _on_step(self) -> bool:
        now = time.process_time()
        if now - self.told >= 30:
            self.told = now
            recent = self.training_env.won_against_bots[-300:]
            share = f"{np.mean(recent):.0%} of the last {len(recent)} matches against {OPPONENT}"
            print(f"{now - self.began:.0f} s, {self.num_timesteps:,} choices; won {share}")
        return now - self.began < SECONDS


model = MaskablePPO(
    BidPolicy,
    LearningSeats(alone=16, with_bot=4),
    n_steps=64,
    batch_size=512,
    n_epochs=4,
    gamma=1.0,
    ent_coef=0.005,
    learning_rate=1e-3,
    policy_kwargs={"net_arch": {"pi": [128, 128], "vf": [128, 128]}},
    seed=1,
    device="cpu",
)
model.learn(10**9, callback=StopInTime())
print(f"{model.num_timesteps:,} choices learned from")

# %% [markdown]
# ## Rate it
#
# Against the same level in new matches, at each seat in turn, through Gymnasium: an even share would be a half.
# While it learns it draws its bids; here it makes the one it likes best.


# %%
def shares(numbers: Iterable[int]) -> list[float]:
    """Its part of the win in the matches of these seeds."""
    envs, won = [SeatEnv("hotdog", seat=seat, bots=OPPONENT, illegal="raise", **OPTIONS) for seat in range(2)], []
    for number in numbers:
        env = envs[number % 2]
        observation, _ = env.reset(seed=number)
        while not env.episode.over:
            mask = observation["action_mask"][SELLABLE].astype(bool)
            view = seen(observation["observation"], env.seat)
            bid, _ = model.predict(view, action_masks=mask, deterministic=True)
            observation, *_ = env.step(SELLABLE[bid])
        winners = env.game.winners(env.episode.state)
        won.append((env.seat in winners) / len(winners))
    return won


won = shares(range(RATED))
share, between = float(np.mean(won)), wilson(float(np.mean(won)), len(won))
print(f"wins {share:.0%} [{between.low:.0%}–{between.high:.0%}] of {RATED} matches against {OPPONENT}")
