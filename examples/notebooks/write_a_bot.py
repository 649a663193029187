# %% [markdown]
# # Write a bot in twenty lines and rate it
#
# A bot gets the rules, what its seat knows, a random generator and a budget, and answers with something it may do.
# This one plays Rat Hot: it looks at what each of its choices would score at once. It needs `tablee[bots]`.
#
# `MATCHES` in the environment says how many are played against each level.

# %%
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import tablee.cli

MATCHES = os.environ.get("MATCHES", "40")

# %% [markdown]
# What is hidden from a seat it must not look at: `game.determinize` makes a table that the seat thinks possible.
# There the bot may try whatever it likes.

# %%
BOT = '''\
"""Scores as much as it can with each card, and leaves the other as little as it can."""

WORLDS = 3


def choose(game, view, rng, budget):
    worlds = [game.determinize(view, rng) for _ in range(WORLDS)]
    return max(game.legal(worlds[0], view.seat), key=lambda action: lead(game, view.seat, worlds, action))


def lead(game, seat, worlds, action):
    total = 0
    for world in worlds:
        after = world.copy()
        game.apply(after, seat, action, events=False)
        scores = game.scores(after)
        total += 2 * scores[seat] - sum(scores)
        if game.winners(after):
            total += 1000 if seat in game.winners(after) else -1000
    return total
'''
print(len([line for line in BOT.splitlines() if line.strip()]), "lines")

# %% [markdown]
# The arena plays every bot against every other, each deal by its seed and number, and rates them. The file runs in a
# process of its own: if it fails, the arena says why.

# %%
with TemporaryDirectory() as folder:
    bot = Path(folder, "greedy.py")
    bot.write_text(BOT, encoding="utf-8")
    tablee.cli.main(["--lang", "en", "arena", "rathot", "--bots", f"random,{bot},plongeur", "--games", MATCHES])
