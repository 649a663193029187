"""A review printed to a terminal."""

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.table import Table

from tablee.cli.review_words import ReviewWords
from tablee.cli.screen import Screen, cell

WIDEST: Final = 60
"""Characters of a curve, at most."""
_HEIGHTS: Final = "▁▂▃▄▅▆▇█"


def show_review(screen: Screen, words: ReviewWords) -> None:
    """All of it: the result explained, the curves, what decided the match, and every choice and draw."""
    say = screen.say
    screen.rule(words.title)
    screen.tell(words.setting, "dim")
    screen.put(_players(words))
    screen.tell(say("review.parts"), "dim")
    screen.blank()
    screen.tell(say("review.curve"), "bold")
    for seat, name in enumerate(words.names):
        chances = words.chances(seat)
        ends = (words.figures.percent(chances[0]), words.figures.percent(chances[-1]))
        screen.tell(say("review.curve_line", name=name, curve=curve(chances), start=ends[0], end=ends[1]))
    _listed(screen, "review.turning_points", words.turning_points())
    _listed(screen, "review.lucky_moments", words.lucky_moments())
    screen.blank()
    screen.tell(say("review.course"), "bold")
    for line in words.course():
        told = say("review.who_what", who=line.who, what=line.what) if line.who else line.what
        screen.tell(f"{line.number:>4}  {told} → {line.verdict}", wrap=False)


def _players(words: ReviewWords) -> Table:
    table = Table(header_style="bold", box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
    for place, head in enumerate(words.columns()):
        table.add_column(cell(head), justify="right" if place else "left")
    for row in words.rows():
        table.add_row(*map(cell, row))
    return table


def _listed(screen: Screen, heading: str, sentences: Sequence[str]) -> None:
    screen.blank()
    screen.tell(screen.say(heading), "bold")
    for number, sentence in enumerate(sentences or [screen.say("review.none")], start=1):
        screen.tell(f"{number}. {sentence}" if sentences else sentence)


def curve(chances: Sequence[float]) -> str:
    """A curve in block characters, short enough for a line.

    >>> curve([0.0, 0.5, 1.0])
    '▁▅█'
    """
    count = min(WIDEST, len(chances))
    points = [chances[round(place * (len(chances) - 1) / max(1, count - 1))] for place in range(count)]
    return "".join(_HEIGHTS[min(7, int(8 * point))] for point in points)
