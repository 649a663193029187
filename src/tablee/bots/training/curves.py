"""How a training went, as an SVG chart: the loss and the strength after each round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

from tablee.bots.training.training import RoundReport

_WIDTH: Final = 670
_HEIGHT: Final = 180
"""Of one panel."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 30, 50, 34

_LETTERS: Final = 'font-family="system-ui, sans-serif" font-size="13"'
_INK, _FAINT, _LINE, _OTHER = "#2b2118", "#eadfc8", "#b5482f", "#8a7a63"


@dataclass(frozen=True)
class Labels:
    """What is written on the chart."""

    title: str
    before: str
    """The loss of the weights that played."""
    after: str
    """The loss of those that learned from it."""
    share: str
    even: str


@dataclass(frozen=True)
class _Panel:
    """One of the charts: where it is, and what its lowest and highest line stand for."""

    top: float
    low: float
    high: float
    figures: str

    def y(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low or 1.0)
        return self.top + (_HEIGHT - _BOTTOM) * (1 - part) * 0.9 + 5

    def lines(self) -> list[str]:
        drawn = []
        for value in (self.low, (self.low + self.high) / 2, self.high):
            y = self.y(value)
            text = self.figures.format(value)
            drawn += [
                f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:g}" y2="{y:g}" stroke="{_FAINT}"/>',
                f'<text x="{_LEFT - 8}" y="{y + 4:g}" text-anchor="end" fill="{_INK}">{text}</text>',
            ]
        return drawn

    def curve(self, values: Sequence[float], label: str, *, ours: bool) -> list[str]:
        """`ours`: what it is about; else what it is compared to."""
        step = (_WIDTH - _LEFT - _RIGHT) / len(values)
        points = [(_LEFT + step * (index + 0.5), self.y(value)) for index, value in enumerate(values)]
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        colour, left = (_LINE, _LEFT + 290) if ours else (_OTHER, _LEFT)
        return [
            f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="3"/>',
            *[f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}"/>' for x, y in points],
            f'<text x="{left}" y="{self.top + _HEIGHT - 8:g}" fill="{colour}">{escape(label)}</text>',
        ]


def curves(labels: Labels, reports: Sequence[RoundReport]) -> str:
    """An SVG with a panel for the loss and one for the strength."""
    height = _TOP + 2 * _HEIGHT
    before, after = [one.loss_before for one in reports], [one.loss_after for one in reports]
    losses = _Panel(_TOP, min(*before, *after), max(*before, *after), "{:.4f}")
    wins = _Panel(_TOP + _HEIGHT, 0.0, 1.0, "{:.0%}")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" {_LETTERS}>',
        f"<title>{escape(labels.title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fffdf7"/>',
        f'<text x="20" y="30" font-size="18" font-weight="bold" fill="{_INK}">{escape(labels.title)}</text>',
        *losses.lines(),
        *losses.curve(before, labels.before, ours=False),
        *losses.curve(after, labels.after, ours=True),
        *wins.lines(),
        *wins.curve([one.even for one in reports], labels.even, ours=False),
        *wins.curve([one.share for one in reports], labels.share, ours=True),
        "</svg>",
        "",
    ]
    return "\n".join(parts)
