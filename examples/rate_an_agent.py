"""An agent of one's own in the frozen benchmark: what part of the wins is its, against bots of a fixed level.

This one plays a number that is legal and low. It needs `tablee[lab]`.

python examples/rate_an_agent.py rathot 20
"""

import sys

import numpy as np

from tablee.lab.arrays import Observation
from tablee.lab.benchmark import OPPONENT, run
from tablee.lab.gymnasium import SeatEnv


def agent(_env: SeatEnv, observation: Observation) -> int:
    """Put a network here: `observation["observation"]` is what it sees, `observation["action_mask"]` what it may do."""
    return int(np.flatnonzero(observation["action_mask"])[0])


name, matches = sys.argv[1], int(sys.argv[2])
result = run(name, agent, range(matches))
print(f"{result.share:.0%} of {result.matches} matches against {OPPONENT}", end="")
print(f" [{result.interval.low:.0%}–{result.interval.high:.0%}]")
