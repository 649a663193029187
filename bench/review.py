"""Reviews of matches in which a strong bot makes one bad move: whether it is found, and how long a review takes.

`python -m bench.review --matches 10 --games GAME,GAME --workers 2`; an option of a game as `--option NAME=VALUE`.
Each result is a line of JSON, written as it comes (`--out FILE`); `--seconds` ends the run with what there is.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, TextIO

import tablee
from tablee.bots.blunders import NO_CLOCK
from tablee.bots.bot import Budget
from tablee.bots.bot_match import play_out
from tablee.bots.fallback import choose
from tablee.bots.process_pool import results
from tablee.bots.statistics import wilson
from tablee.core.game import AnyGame
from tablee.core.match import Match
from tablee.core.seat import CHANCE
from tablee.review import MatchReview, ReviewSettings, review, settings_for
from tablee.review.decisions import always, gains, outcomes, strong_rivals

STRONG: Final = "chef"
BLUNDER: Final = 0.1
"""The part of a win that a bad move must cost, in playouts that the review does not see."""
WORLDS: Final = 30
CHECKED: Final = 400
"""Worlds in which each random move is tried, and in which the one to be planted is checked."""
DEALS: Final = 10
"""The number of matches searched for a place where a random move is a blunder."""


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


def planted(match: Match, rng: Random, tried: int) -> Planted | None:
    """A bad move at the first decision, in random order, where a random move is one; None if there is none."""
    entries = [number for number, entry in enumerate(match.log) if entry.seat != CHANCE]
    rng.shuffle(entries)
    for number in entries:
        found = bad_move(match, number, rng, tried)
        if found is not None:
            return found
    return None


def bad_move(match: Match, number: int, rng: Random, tried: int) -> Planted | None:
    """The worst of so many random moves in place of this one, if it is a blunder."""
    game, entry, before = match.game, match.log[number], match.at(number)
    others = [action for action in before.legal(entry.seat) if action != entry.action]
    if not others:
        return None
    view = before.view(entry.seat)
    usual = settings_for(game)
    is_together = len(game.actors(before.state)) > 1
    rivals = strong_rivals(game, view, usual, rng) if is_together else None

    def cost(action: Any, worlds: int) -> float:
        settings = ReviewSettings(2, worlds, 2, usual.moves)
        made, bad = outcomes(game, view, [always(entry.action), always(action)], settings, rng, others=rivals)
        return sum(lost[entry.seat] for lost in gains(made, bad)) / worlds

    first = {number: cost(others[number], WORLDS) for number in rng.sample(range(len(others)), min(tried, len(others)))}
    worst = max(first, key=lambda number: first[number])
    if first[worst] < BLUNDER / 2:
        return None
    checked = cost(others[worst], CHECKED)
    return Planted(number, others[worst], checked) if checked >= BLUNDER else None


def blundered(game: AnyGame, rng: Random, tried: int) -> tuple[Match, Planted, int] | None:
    """A match with a bad move in it, the move, and how many matches had no place for one."""
    for barren in range(DEALS):
        match = strong_match(game, rng)
        bad = planted(match, rng, tried)
        if bad is not None:
            begun = Match.replay(match.at(bad.entry).record())
            begun.play(match.log[bad.entry].seat, bad.action)
            return strong_match(game, rng, Match.replay(begun.record(), rng)), bad, barren
    return None


def reviewed(item: tuple[AnyGame, int], tried: int) -> dict[str, Any] | None:
    """One match with a bad move in it, reviewed."""
    game, number = item
    began = time.process_time()
    prepared = blundered(game, Random(f"planted/{tried}/{number}"), tried)
    if prepared is None:
        return None
    match, bad, barren = prepared
    ready = time.process_time()
    told = review(match)
    return {
        "game": game.name,
        "match": number,
        "tried": tried,
        "barren": barren,
        "entry": bad.entry,
        "cost": round(bad.cost, 3),
        "found": bad.entry in told.turning_points,
        "first": told.turning_points[:1] == [bad.entry],
        "told": _costs(told, [bad.entry])[0],
        "points": _costs(told, told.turning_points),
        "sum": max(abs(seat.split.total - seat.split.result) for seat in told.seats),
        "prepared": round(ready - began, 1),
        "seconds": round(time.process_time() - ready, 1),
        "record": match.record(),
    }


def _costs(told: MatchReview, entries: Sequence[int]) -> list[tuple[int, float, float]]:
    """Entry, cost and error of these choices as the review has them."""
    by_entry = {found.entry: found for found in told.decisions}
    return [(entry, round(by_entry[entry].cost, 3), round(by_entry[entry].error, 3)) for entry in entries]


def measured(arguments: argparse.Namespace, out: TextIO) -> Iterator[dict[str, Any]]:
    """The results as they come, each written down at once, until the time is up."""
    options = {name: json.loads(value) for name, _, value in (text.partition("=") for text in arguments.option)}
    games = [tablee.game(name, **options) for name in arguments.games.split(",")]
    numbers = range(arguments.first, arguments.first + arguments.matches)
    items = [(game, number) for number in numbers for game in games]
    ends = time.monotonic() + arguments.seconds
    for result in results(partial(reviewed, tried=arguments.tried), items, arguments.workers):
        if result is not None:
            print(json.dumps(result), file=out, flush=True)
            yield result
        if time.monotonic() > ends:
            return


def summary(name: str, told: Sequence[dict[str, Any]]) -> str:
    """What a game's results come to, in a line."""
    found = sum(result["found"] for result in told)
    between, seconds = wilson(found / len(told), len(told)), [result["seconds"] for result in told]
    return (
        f"{name}: found {found} of {len(told)} ({between.low:.0%} to {between.high:.0%}), "
        f"{sum(result['first'] for result in told)} as the first, "
        f"{sum(result['barren'] for result in told)} matches had no place for one; "
        f"a review takes {median(seconds):.0f} s of a core, {max(seconds):.0f} at most"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.review", description="Find planted blunders, and count the time.")
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    parser.add_argument(
        "--tried", type=int, default=1, help="random moves at a decision, of which the worst is planted"
    )
    parser.add_argument("--games", default=",".join(tablee.GAMES))
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--out", type=Path, help="a file for the results, with the records of the matches")
    arguments = parser.parse_args()
    out = arguments.out.open("a") if arguments.out else sys.stdout
    told = list(measured(arguments, out))
    for name in arguments.games.split(","):
        own = [result for result in told if result["game"] == name]
        if own:
            print(summary(name, own), flush=True)


if __name__ == "__main__":
    main()
