"""Ratings of simulated players: how soon their order is found, whether predicted wins come true and margins hold.

`python -m bench.ratings` prints figures; with `--folder docs/ratings` it draws the two pictures of docs/book.md.
"""

import argparse
from collections.abc import Sequence
from itertools import combinations
from math import log, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final

from tablee.server.book.rating_model import (
    MIDDLE,
    SHOWN_SIGMAS,
    START_SIGMA,
    RatedMatch,
    RatedSeat,
    chances,
    recomputed,
)

PLAYERS: Final = 20
SEATS: Final = (2, 5)
BETA: Final = MIDDLE / 6
SETTLED: Final = 3.0
"""The simulated players perform as the model has it for players who are known so well."""
MATCHES: Final = (2, 5, 10, 20, 40, 80, 160)
"""By player."""
SEEDS: Final = 8
BINS: Final = 10
INK, SOFT, LINE, PAPER, GREEN, RED = "#2b2118", "#6a5547", "#eadfc8", "#fffdf7", "#3f6b4f", "#b5482f"

Point = tuple[float, float]


def simulated(strengths: Sequence[float], matches: int, rng: Random) -> list[RatedMatch]:
    """Matches of players of known strength, at tables of two to five."""
    told = []
    for number in range(matches):
        players = rng.sample(range(len(strengths)), rng.randint(*SEATS))
        scale = sqrt(len(players) * (BETA**2 + SETTLED**2))
        shown = {player: strengths[player] - scale * log(-log(rng.random())) for player in players}
        order = sorted(players, key=lambda player: -shown[player])
        seats = tuple(RatedSeat(str(player), None, order.index(player) + 1, False) for player in players)
        told.append(RatedMatch(f"t{number}", "simulated", "1970-1", seats))
    return told


def population(rng: Random) -> list[float]:
    return [rng.gauss(MIDDLE, START_SIGMA) for _ in range(PLAYERS)]


def number_of_matches(each: int) -> int:
    """So that every player has about this many."""
    return round(each * PLAYERS / fmean(SEATS))


def recovery(each: int) -> tuple[float, float, float]:
    """After so many matches a player: the share of pairs in the right order, of players within their margin, and the
    mean margin in points of the rating."""
    right, within, margins = [], [], []
    for seed in range(SEEDS):
        rng = Random(f"recovery/{seed}")
        true = population(rng)
        told = recomputed(simulated(true, number_of_matches(each), rng))
        found = {season.guest: season.standing.strength for season in told.seasons}
        # Only differences are known: the middle of those who have played is put where it is.
        shift = fmean(true[int(name)] for name in found) - fmean(strength.mu for strength in found.values())
        for one, other in combinations(found, 2):
            right.append((found[one].mu > found[other].mu) == (true[int(one)] > true[int(other)]))
        for name, strength in found.items():
            within.append(abs(strength.mu + shift - true[int(name)]) <= SHOWN_SIGMAS * strength.sigma)
            margins.append(strength.margin)
    return fmean(right), fmean(within), fmean(margins)


def calibration() -> list[tuple[float, float, int]]:
    """Predicted chances to win in ten groups, how often that came true, and how many predictions there were. Of the
    second half of long series, when the players are known."""
    groups: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for seed in range(SEEDS):
        rng = Random(f"calibration/{seed}")
        matches = simulated(population(rng), number_of_matches(160), rng)
        told = recomputed(matches)
        for match in matches[len(matches) // 2 :]:
            for chance, seat in zip(chances(told.before[match.table]), match.seats, strict=True):
                groups[min(BINS - 1, int(chance * BINS))].append((chance, seat.rank == 1))
    return [
        (fmean(chance for chance, _ in group), fmean(won for _, won in group), len(group)) for group in groups if group
    ]


def picture(title: str, axes: tuple[str, str], points: Sequence[Point], ticks: Sequence[tuple[float, str]]) -> str:
    """Points joined by a line in a square of 0 to 1; with a line from corner to corner if both ways are shares."""
    left, top, size = 70, 60, 300

    def x(at: float) -> float:
        return left + at * size

    def y(at: float) -> float:
        return top + (1 - at) * size

    line = " ".join(f"{x(across):.1f},{y(up):.1f}" for across, up in points)
    fonts = 'font-family="system-ui, sans-serif" font-size="14"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 430 430" role="img" {fonts}>',
        f"<title>{title}</title>",
        f'<rect width="430" height="430" fill="{PAPER}"/>',
        f'<text x="20" y="32" font-size="17" font-weight="bold" fill="{INK}">{title}</text>',
    ]
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<line x1="{left}" x2="{left + size}" y1="{y(part)}" y2="{y(part)}" stroke="{LINE}"/>')
        label = f"{100 * part:.0f} %"
        parts.append(f'<text x="{left - 8}" y="{y(part) + 5}" text-anchor="end" fill="{SOFT}">{label}</text>')
    for at, words in ticks:
        parts.append(f'<text x="{x(at):.1f}" y="{top + size + 20}" text-anchor="middle" fill="{SOFT}">{words}</text>')
    if not any(words.isdigit() for _, words in ticks):
        diagonal = f'x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}"'
        parts.append(f'<line {diagonal} stroke="{SOFT}" stroke-dasharray="5 5"/>')
    parts.append(f'<polyline points="{line}" fill="none" stroke="{GREEN}" stroke-width="3"/>')
    parts += [f'<circle cx="{x(across):.1f}" cy="{y(up):.1f}" r="4.5" fill="{RED}"/>' for across, up in points]
    parts.append(f'<text x="{left}" y="{top - 12}" fill="{INK}">{axes[1]}</text>')
    parts.append(f'<text x="{left + size}" y="{top + size + 42}" text-anchor="end" fill="{INK}">{axes[0]}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.ratings", description=__doc__)
    parser.add_argument("--folder", type=Path, help="where to draw the pictures")
    folder: Path | None = parser.parse_args().folder
    order: list[Point] = []
    print("matches a player   pairs in order   within the margin   mean margin")
    for each in MATCHES:
        right, within, margin = recovery(each)
        order.append((log(each / MATCHES[0]) / log(MATCHES[-1] / MATCHES[0]), right))
        print(f"{each:16} {100 * right:14.1f} % {100 * within:17.1f} % {margin:13.0f}")
    print("predicted   won   predictions")
    told = calibration()
    for chance, won, number in told:
        print(f"{100 * chance:8.1f} % {100 * won:5.1f} % {number:9}")
    error = sum(abs(chance - won) * number for chance, won, number in told) / sum(number for *_, number in told)
    print(f"mean error of a prediction: {100 * error:.1f} points")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        ticks = [(at, str(each)) for (at, _), each in zip(order, MATCHES, strict=True)]
        drawn = picture("Pairs in the right order", ("matches a player", "pairs"), order, ticks)
        (folder / "order.svg").write_text(drawn, encoding="utf-8")
        points = [(chance, won) for chance, won, _ in told]
        shares = [(part / 4, f"{25 * part} %") for part in range(5)]
        drawn = picture("Predicted and real wins", ("predicted", "won"), points, shares)
        (folder / "calibration.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
