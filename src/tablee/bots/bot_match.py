"""A match in which programs play all seats."""

import random
from collections.abc import Callable

from tablee.core.game import Action, View
from tablee.core.match import Match
from tablee.core.seat import Seat

Choose = Callable[[Seat, View, random.Random], Action]
"""What a seat chooses by its view, with luck of its own."""


def play_out(match: Match, rng: random.Random, choose: Choose, most: int | None = None) -> None:
    """Play a match to its end, or until its log is longer than `most`. `rng` is the one the match draws from."""
    while (actors := match.actors()) and (most is None or len(match.log) <= most):
        # Those who choose at the same time all see the table as it was before.
        for seat, view in [(seat, match.view(seat)) for seat in actors]:
            # A generator of its own: from the generator of the match a bot could tell what will be drawn.
            match.play(seat, choose(seat, view, random.Random(rng.random())))
