"""A ladder as an SVG chart."""

from collections.abc import Mapping
from typing import Final
from xml.sax.saxutils import escape

from tablee.bots.arena.ladder import Rating

_WIDTH: Final = 670
_LEFT: Final = 130
_RIGHT: Final = 120
_TOP: Final = 56
_ROW: Final = 44
_REACH: Final = 2
"""Standard deviations that are drawn to each side."""

_LETTERS: Final = 'font-family="system-ui, sans-serif" font-size="15"'
_WHISKER: Final = 'stroke="#b5482f" stroke-width="4" stroke-linecap="round" stroke-opacity="0.4"'


def ladder_chart(title: str, axis: str, ratings: Mapping[str, Rating]) -> str:
    """An SVG of ratings by name, the strongest on top, with what is uncertain about each."""
    low = min(rating.mu - _REACH * rating.sigma for rating in ratings.values())
    high = max(rating.mu + _REACH * rating.sigma for rating in ratings.values())
    scale = (_WIDTH - _LEFT - _RIGHT) / (high - low)
    height = _TOP + _ROW * len(ratings) + 34
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" {_LETTERS}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fffdf7"/>',
        f'<text x="20" y="32" font-size="18" font-weight="bold" fill="#2b2118">{escape(title)}</text>',
    ]
    strongest_first = sorted(ratings.items(), key=lambda named: -named[1].mu)
    for row, (name, rating) in enumerate(strongest_first):
        y = _TOP + _ROW * row + _ROW / 2
        unsure = _REACH * rating.sigma
        left, middle, right = (
            _LEFT + (value - low) * scale for value in (rating.mu - unsure, rating.mu, rating.mu + unsure)
        )
        figures = f"{rating.mu:.1f} ± {rating.sigma:.1f}"
        parts += [
            f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:g}" y2="{y:g}" stroke="#eadfc8"/>',
            f'<text x="{_LEFT - 14}" y="{y + 5:g}" text-anchor="end" fill="#2b2118">{escape(name)}</text>',
            f'<line x1="{left:.1f}" x2="{right:.1f}" y1="{y:g}" y2="{y:g}" {_WHISKER}/>',
            f'<circle cx="{middle:.1f}" cy="{y:g}" r="7" fill="#b5482f"/>',
            f'<text x="{_WIDTH - _RIGHT + 14}" y="{y + 5:g}" fill="#6b5a45">{figures}</text>',
        ]
    parts += [f'<text x="20" y="{height - 14}" font-size="12" fill="#6b5a45">{escape(axis)}</text>', "</svg>", ""]
    return "\n".join(parts)
