"""Reviews of matches in which a strong bot makes one bad move: whether it is found, and how long a review takes.

`python -m bench.review --matches 10 --games GAME,GAME`; an option of a game as `--option NAME=VALUE`.
"""

import argparse
import json
import time
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import tablee
from tablee.bots.blunders import NO_CLOCK
from tablee.bots.bot import Budget
from tablee.bots.bot_match import play_out
from tablee.bots.fallback import choose
from tablee.bots.statistics import wilson
from tablee.core.game import AnyGame
from tablee.core.match import Match
from tablee.core.seat import CHANCE
from tablee.review import ReviewSettings, review, settings_for
from tablee.review.decisions import always, gains, outcomes

STRONG: Final = "chef"
TRIED: Final = 8
"""Random legal moves, of which the worst is planted."""
BLUNDER: Final = 0.1
"""The part of a win that it must cost, in playouts that the review does not see."""
WORLDS: Final = 30
CHECKED: Final = 150
"""Worlds in which each of them is tried, and in which the worst is checked."""


@dataclass(frozen=True)
class Planted:
    """A bad move, where it was made, and what it cost."""

    entry: int
    action: Any
    cost: float


def strong_match(game: AnyGame, rng: Random, begun: Match | None = None) -> Match:
    """A match played by the strong level alone, or played on from where it stands."""
    match = begun or Match(game, rng)
    play_out(match, rng, lambda _, view, luck: choose(STRONG, game, view, luck, Budget(NO_CLOCK)))
    return match


def planted(match: Match, rng: Random) -> Planted | None:
    """A bad move somewhere in the match in place of the one made; None if none was found."""
    entries = [number for number, entry in enumerate(match.log) if entry.seat != CHANCE]
    rng.shuffle(entries)
    for number in entries[:20]:
        found = bad_move(match, number, rng)
        if found is not None and found.cost >= BLUNDER:
            return found
    return None


def bad_move(match: Match, number: int, rng: Random) -> Planted | None:
    """The worst of some random moves at this entry."""
    game, entry, before = match.game, match.log[number], match.at(number)
    others = [action for action in before.legal(entry.seat) if action != entry.action]
    if not others:
        return None
    view = before.view(entry.seat)

    def cost(action: Any, worlds: int) -> float:
        settings = ReviewSettings(2, worlds, 2, settings_for(game).moves)
        made, bad = outcomes(game, view, [always(entry.action), always(action)], settings, rng)
        return sum(lost[entry.seat] for lost in gains(made, bad)) / worlds

    rng.shuffle(others)
    worst = max(others[:TRIED], key=lambda action: cost(action, WORLDS))
    return Planted(number, worst, cost(worst, CHECKED))


def tried(game: AnyGame, number: int) -> dict[str, Any] | None:
    """One match with a bad move in it, reviewed."""
    rng = Random(f"planted/{number}")
    match = strong_match(game, rng)
    bad = planted(match, rng)
    if bad is None:
        return None
    begun = Match.replay(match.at(bad.entry).record())
    begun.play(match.log[bad.entry].seat, bad.action)
    again = strong_match(game, rng, Match.replay(begun.record(), rng))
    began = time.process_time()
    told = review(again)
    seconds = time.process_time() - began
    return {
        "game": game.name,
        "match": number,
        "entry": bad.entry,
        "cost": round(bad.cost, 3),
        "found": bad.entry in told.turning_points,
        "first": told.turning_points[:1] == [bad.entry],
        "sum": max(abs(seat.split.total - seat.split.result) for seat in told.seats),
        "seconds": round(seconds, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.review", description="Find planted blunders, and count the time.")
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    parser.add_argument("--games", default=",".join(tablee.GAMES))
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arguments = parser.parse_args()
    options = {name: json.loads(value) for name, _, value in (text.partition("=") for text in arguments.option)}
    for name in arguments.games.split(","):
        game = tablee.game(name, **options)
        results = []
        for number in range(arguments.first, arguments.first + arguments.matches):
            result = tried(game, number)
            if result is not None:
                results.append(result)
                print(json.dumps(result), flush=True)
        if results:
            share = sum(result["found"] for result in results) / len(results)
            between = wilson(share, len(results))
            longest = max(result["seconds"] for result in results)
            print(
                f"{name}: {len(results)} matches, found {share:.0%} ({between.low:.0%} to {between.high:.0%}), ", end=""
            )
            print(f"longest review {longest:.0f} s of a core", flush=True)


if __name__ == "__main__":
    main()
