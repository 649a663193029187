"""The curve of everybody's chances, drawn for a page."""

from collections.abc import Sequence
from html import escape
from typing import Final

from tablee.cli.review_words import ReviewWords

WIDTH, HEIGHT, LEFT, RIGHT, EDGE = 720, 300, 44, 12, 16
DASHES: Final = ("", "8 4", "2 4", "10 3 2 3", "14 4", "5 2")
"""A line is told from the others by its dashes too, not by colour alone."""


def review_chart(words: ReviewWords) -> str:
    """An SVG with a line for each seat. A title and a description say what it shows."""
    say = words.say
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="curve-title curve-about">',
        f'<title id="curve-title">{escape(say("review.curve"))}</title>',
        f'<desc id="curve-about">{escape(_about(words))}</desc>',
        *_grid(words),
    ]
    for seat, _ in enumerate(words.names):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in _points(words.chances(seat)))
        dashes = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        parts.append(f'<polyline class="seat{seat}"{dashes} points="{points}"/>')
    return "".join([*parts, *_markers(words), "</svg>"])


def legend(words: ReviewWords) -> str:
    """Which line is whose."""
    items = "".join(
        f'<li><svg viewBox="0 0 40 10" aria-hidden="true"><line class="seat{seat}" x1="0" y1="5" x2="40" y2="5"'
        f' stroke-dasharray="{DASHES[seat]}"/></svg> {escape(name)}</li>'
        for seat, name in enumerate(words.names)
    )
    return f'<ul class="legend">{items}</ul>'


def _about(words: ReviewWords) -> str:
    percent = words.figures.percent
    return " ".join(
        words.say("review.curve_about", name=name, start=percent(chances[0]), end=percent(chances[-1]))
        for name, chances in ((name, words.chances(seat)) for seat, name in enumerate(words.names))
    )


def _grid(words: ReviewWords) -> list[str]:
    lines = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        height = _height(share)
        lines.append(f'<line class="grid" x1="{LEFT}" y1="{height:.1f}" x2="{WIDTH - RIGHT}" y2="{height:.1f}"/>')
        lines.append(f'<text x="{LEFT - 6}" y="{height + 4:.1f}">{words.figures.whole(100 * share)}</text>')
    return lines


def _markers(words: ReviewWords) -> list[str]:
    """The numbers of the turning points, on the line of who chose."""
    told = words.review
    marks = []
    for number, entry in enumerate(told.turning_points, start=1):
        place, seat = next(
            (place, found.seat)
            for place, moment in enumerate(told.moments)
            for found in moment.decisions
            if found.entry == entry
        )
        x, y = _points(words.chances(seat))[place]
        x = max(x, LEFT + 9)
        marks.append(f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="9"/>')
        marks.append(f'<text class="mark" x="{x:.1f}" y="{y + 4:.1f}">{number}</text>')
    return marks


def _points(chances: Sequence[float]) -> list[tuple[float, float]]:
    wide = (WIDTH - LEFT - RIGHT) / max(1, len(chances) - 1)
    return [(LEFT + place * wide, _height(chance)) for place, chance in enumerate(chances)]


def _height(share: float) -> float:
    return EDGE + (HEIGHT - 2 * EDGE) * (1 - share)
