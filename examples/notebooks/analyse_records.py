# %% [markdown]
# # Analyse a thousand records
#
# Who wins, how scores differ, and which choices winners make more often than losers: a thousand matches in a table of
# [polars](https://pola.rs). It needs `tablee[lab]`.
#
# `GAME` and `MATCHES` in the environment change what is played; `RECORDS` names a folder of records to read instead.

# %%
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import polars as pl

import tablee

GAME = os.environ.get("GAME", "rathot")
MATCHES = int(os.environ.get("MATCHES", "1000"))
RECORDS = os.environ.get("RECORDS")

# %% [markdown]
# A match is played at random here. Matches of your own are as good: `tablee play` and every house keep records, and
# `Match.replay` reads them.


# %%
def random_matches(number: int) -> Iterator[tablee.Match]:
    """Matches in which every seat plays at random."""
    for seed in range(number):
        rng = Random(seed)
        match = tablee.Match(tablee.game(GAME), rng)
        while actors := match.actors():
            match.play(actors[0], match.game.random_action(match.state, actors[0], rng))
        yield match


def recorded_matches(folder: str) -> Iterator[tablee.Match]:
    """Those of a folder."""
    for file in sorted(Path(folder).glob("*.json")):
        yield tablee.Match.replay(file.read_bytes())


# %% [markdown]
# One row for each choice of a seat: `game.plain` gives any action as plain data.


# %%
def choices(matches: Iterable[tablee.Match]) -> pl.DataFrame:
    """The choices of all seats."""
    return pl.DataFrame(
        {
            "match": number,
            "seat": int(entry.seat) + 1,
            "choice": match.game.plain(entry.action)["type"],
            "won": entry.seat in match.winners(),
            "score": match.scores()[entry.seat],
        }
        for number, match in enumerate(matches)
        for entry in match.log
        if entry.seat != tablee.CHANCE
    )


table = choices(recorded_matches(RECORDS) if RECORDS else random_matches(MATCHES))
print(f"{table['match'].n_unique()} matches, {len(table)} choices")

# %% [markdown]
# Does the seat matter? With `won` as 0 or 1, half the width of its 95 % interval is about `1 / sqrt(matches)`.

# %%
seats = table.unique(["match", "seat"]).group_by("seat")
print(seats.agg(pl.len().alias("matches"), pl.mean("won"), pl.mean("score")).sort("seat"))

# %% [markdown]
# Which kinds of choices are made by those who win?

# %%
kinds = table.group_by("choice")
print(kinds.agg(pl.len().alias("times"), pl.mean("won").alias("by winners")).sort("choice"))
