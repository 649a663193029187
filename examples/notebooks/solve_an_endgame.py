# %% [markdown]
# # Solve a tiny game with OpenSpiel
#
# Two players of Hot-Dog, with a card of 1 and one of 4 each, have made a first bid. What follows is small enough to
# be solved exactly: how good players mix what they choose at the same time. It needs `tablee[lab]`.
#
# `ITERATIONS` in the environment says how long.

# %%
import json
import os

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from tablee.lab import openspiel

ITERATIONS = int(os.environ.get("ITERATIONS", "200"))

# %% [markdown]
# Options of the game are parameters. `in_turns` asks those who choose at once one after the other, unseen by the
# others, since CFR knows sequential games only. `opening` names the numbers of the bids that were made.

# %%
openspiel.register()
game = pyspiel.load_game("tablee_hotdog(players=2,hands=1,hotdog_values=1 4,in_turns=True,opening=0 1)")
print(game.new_initial_state())

# %%
solver = cfr.CFRPlusSolver(game)
for _ in range(ITERATIONS):
    solver.evaluate_and_update_policy()
policy = solver.average_policy()

# %% [markdown]
# What each of them bids, and how often:

# %%
state = game.new_initial_state()
for player in range(2):
    print(f"player {player} bids")
    for number, weight in policy.action_probabilities(state).items():
        if weight > 0.01:
            bid = json.loads(state.action_to_string(player, number))
            print(f"  {weight:4.0%}  {bid['hotdogs']} at the {bid['table']}, {bid['dollars']} dollars")
    state.apply_action(state.legal_actions()[0])

# %% [markdown]
# What it is worth, and what the best answer to these mixtures would gain. Our own solver, which works backwards with
# a linear programme for every matrix of bids, says a third.

# %%
value, _ = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
gain = exploitability.exploitability(game, policy)
print(f"player 0 wins {(value + 1) / 2:.1%}; a better answer gains at most {gain:.2%}")
