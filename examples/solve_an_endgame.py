"""Solve the end of a small match exactly, with OpenSpiel: how good players mix what they choose at the same time.

Two players with a card of 1 and one of 4 each have made a first bid. It needs `tablee[lab]`.

python examples/solve_an_endgame.py 200
"""

import json
import sys

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from tablee.lab import openspiel

openspiel.register()
game = pyspiel.load_game("tablee_hotdog(players=2,hands=1,hotdog_values=1 4,in_turns=True,opening=0 1)")
solver = cfr.CFRPlusSolver(game)
for _ in range(int(sys.argv[1])):
    solver.evaluate_and_update_policy()
policy = solver.average_policy()

state = game.new_initial_state()
for player in range(2):
    print(f"player {player} bids")
    for number, weight in policy.action_probabilities(state).items():
        if weight > 0.01:
            bid = json.loads(state.action_to_string(player, number))
            print(f"  {weight:4.0%}  {bid['hotdogs']} at the {bid['table']}, {bid['dollars']} dollars")
    state.apply_action(state.legal_actions()[0])
value, _ = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
gain = exploitability.exploitability(game, policy)
print(f"player 0 wins {(value + 1) / 2:.1%}; a better answer gains at most {gain:.2%}")
