"""A review as one page that needs no other file."""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import zip_longest
from typing import Final

from tablee.cli.review_chart import legend, review_chart
from tablee.cli.review_words import ReviewWords

PAGE_STYLE: Final = """
:root { color-scheme: light dark; --paper: #fdfaf4; --ink: #2b2320; --quiet: #5f544d; --line: #d9cfc2;
  --c0: #b3261e; --c1: #1f5fa8; --c2: #2e7031; --c3: #7a3b99; --c4: #8a5a00; --c5: #00707a; }
@media (prefers-color-scheme: dark) { :root { --paper: #1d1917; --ink: #f3ece2; --quiet: #c3b7aa; --line: #4a413b;
  --c0: #ff8a80; --c1: #8ec1ff; --c2: #8fd694; --c3: #d9a6f2; --c4: #f2c14e; --c5: #6fd6de; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
.quiet { color: var(--quiet); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: start; font-weight: bold; padding-block: .5rem; }
th, td { border-block-end: 1px solid var(--line); padding: .3rem .5rem; text-align: start; vertical-align: top; }
pre { margin: .5rem 0; padding: .6rem; border: 1px solid var(--line); line-height: 1.2; width: max-content; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
"""
_CURVE_STYLE: Final = """
svg { width: 100%; height: auto; }
svg text { fill: var(--ink); font-size: 12px; text-anchor: end; }
svg .grid { stroke: var(--line); }
svg polyline { fill: none; stroke-width: 2.5; }
svg text.mark { text-anchor: middle; font-weight: bold; }
circle.mark { fill: var(--paper); stroke: var(--ink); stroke-width: 1.5; }
.seat0 { stroke: var(--c0); } .seat1 { stroke: var(--c1); } .seat2 { stroke: var(--c2); }
.seat3 { stroke: var(--c3); } .seat4 { stroke: var(--c4); } .seat5 { stroke: var(--c5); }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; }
.legend svg { width: 2.5rem; vertical-align: middle; } .legend line { stroke-width: 3; }
"""


def review_page(words: ReviewWords) -> str:
    """The page, in the language of the words and for light and dark screens."""
    say, title = words.say, escape(words.title)
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{say.lang}">',
            '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title><style>{PAGE_STYLE}{_CURVE_STYLE}</style></head>",
            "<body><main>",
            f"<h1>{title}</h1>",
            f'<p class="quiet">{escape(words.setting)}</p>',
            _table(say("review.players"), words.columns(), words.rows(), numbers=1, captioned=True),
            f'<p class="quiet">{escape(say("review.parts"))}</p>',
            f"<section><h2>{escape(say('review.curve'))}</h2>",
            review_chart(words),
            legend(words),
            _details(words),
            "</section>",
            _turning_points(words),
            _list(say("review.lucky_moments"), words.lucky_moments(), say("review.none")),
            _course(words),
            "</main></body></html>",
        ]
    )


def _details(words: ReviewWords) -> str:
    """The curve as a table, for those who cannot see it or want the figures."""
    numbers = [0, *(moment.end for moment in words.review.moments)]
    curves = [words.chances(seat) for seat, _ in enumerate(words.names)]
    rows = [
        [str(number), *(words.figures.percent(curve[place]) for curve in curves)]
        for place, number in enumerate(numbers)
    ]
    heads = [words.say("review.columns.entries"), *words.names]
    label = words.say("review.curve_table")
    return f"<details><summary>{escape(label)}</summary>{_table(label, heads, rows, numbers=1)}</details>"


def _course(words: ReviewWords) -> str:
    heads = [words.say(f"review.columns.{name}") for name in ("entry", "player", "what", "verdict")]
    rows = [
        [str(line.number), line.who or words.say("review.chance"), line.what, line.verdict] for line in words.course()
    ]
    heading = words.say("review.course")
    return f"<section><h2>{escape(heading)}</h2>{_table(heading, heads, rows)}</section>"


def _table(
    label: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    numbers: int | None = None,
    captioned: bool = False,
) -> str:
    """`numbers`: the column from which on there are figures. On a narrow screen it scrolls, by keyboard too."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    said = f"<caption>{escape(label)}</caption>" if captioned else ""
    body = "".join(f"<tr>{_cells(row, numbers)}</tr>" for row in rows)
    scrolls = f'<div class="wide" role="group" tabindex="0" aria-label="{escape(label)}">'
    return f"{scrolls}<table>{said}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _cells(row: Sequence[str], numbers: int | None) -> str:
    cells = [f'<th scope="row">{escape(row[0])}</th>']
    for place, text in enumerate(row[1:], start=1):
        kind = "" if numbers is None or place < numbers else ' class="number"'
        cells.append(f"<td{kind}>{escape(text)}</td>")
    return "".join(cells)


def _turning_points(words: ReviewWords) -> str:
    """Each with the table before it."""
    label = escape(words.say("review.board"))
    boards = [
        f'<div class="wide" role="group" tabindex="0" aria-label="{label}"><pre>{escape(board)}</pre></div>'
        for board in words.boards()
    ]
    return _list(words.say("review.turning_points"), words.turning_points(), words.say("review.none"), boards)


def _list(heading: str, sentences: Sequence[str], none: str, pictures: Sequence[str] = ()) -> str:
    """`pictures`: what belongs to each sentence, as HTML."""
    items = "".join(
        f"<li>{escape(sentence)}{picture}</li>" for sentence, picture in zip_longest(sentences, pictures, fillvalue="")
    )
    body = f"<ol>{items}</ol>" if sentences else f"<p>{escape(none)}</p>"
    return f"<section><h2>{escape(heading)}</h2>{body}</section>"
