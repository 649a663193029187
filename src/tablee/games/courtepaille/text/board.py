"""The table drawn for a terminal."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tablee.core.texts import Catalogue
from tablee.games.courtepaille.knowledge.view import CourtePailleView, HiddenCard
from tablee.games.courtepaille.pieces import Card, Character

_STYLE: Final = {
    Character.CAPTAIN: "white on blue",
    Character.COOK: "black on white",
    Character.BOY: "black on cyan",
    Character.LOOKOUT: "black on yellow",
    Character.SAILOR: "white on red",
    Character.TELLER: "white on magenta",
    Character.COCO: "black on green",
}
_WIDTH: Final = 10
"""The width of a card."""
_IN_A_ROW: Final = 7
"""How many days stand in a row."""
_MARGIN: Final = 9
_SCREEN: Final = 80
"""The width of the terminal."""


def board(view: CourtePailleView, headline: str, names: Sequence[str], say: Catalogue) -> str:
    """Week, menu, players and own hand."""
    lines = [f"[bold]{headline}[/]", "", *_week(view, say), ""]
    lines += [_row(say("board.menu"), view.menu, say), ""]
    lines += [_player(view, seat, names, say) for seat in range(len(names))]
    lines.append("")
    if view.seat in view.seats:
        own = [card for card in view.hand if card != view.choice]
        lines.append(_row(say("board.hand"), own, say))
    if view.choice:
        lines.append(_label(say("board.choice")) + _chip(view.choice, say))
    discard = len(view.discard) + len(view.buried)
    lines.append(f" [dim]{say('board.piles', pile=view.pile, discard=discard)}[/]")
    return "\n".join(lines)


def _label(text: str) -> str:
    return f" [bold]{text}[/]{' ' * (_MARGIN - len(text))}"


def _text(card: Card, say: Catalogue) -> str:
    return f"{say(f'label.{card.character}')} {card.worth}".ljust(_WIDTH - 1)


def _chip(card: Card, say: Catalogue) -> str:
    return f"[{_STYLE[card.character]}]{_text(card, say)}[/]"


def _row(label: str, cards: Sequence[Card], say: Catalogue) -> str:
    return _label(label) + (" ".join(_chip(card, say) for card in cards) or "–")


def _week(view: CourtePailleView, say: Catalogue) -> Iterator[str]:
    days = [_chip(card, say) for card in view.open_days] + [_face_down(hidden, say) for hidden in view.face_down]
    marks = ["" for _ in view.open_days]
    marks += ["+".join(str(seat + 1) for seat in hidden.known_by) for hidden in view.face_down]
    for first in range(0, len(days), _IN_A_ROW):
        some = range(first, min(first + _IN_A_ROW, len(days)))
        yield _label("" if first else say("board.week")) + " ".join(days[day] for day in some)
        numbers = [f" {day + 1}{f' ({marks[day]})' if marks[day] else ''}".ljust(_WIDTH) for day in some]
        yield f"{' ' * (_MARGIN + 1)}[dim]{''.join(numbers).rstrip()}[/]"
    if not days:
        yield _label(say("board.week")) + "–"
    totals = view.totals()
    if totals:
        ahead = sorted(totals, key=lambda character: -totals[character])
        yield _label(say("board.totals")) + "  ".join(
            f"{say(f'label.{character}')} [bold]{totals[character]}[/]" for character in ahead
        )


def _face_down(hidden: HiddenCard, say: Catalogue) -> str:
    if hidden.card is None:
        return f"[dim]{'░' * (_WIDTH - 1)}[/]"
    return f"[italic dim]{_text(hidden.card, say).replace(' ', '░')}[/]"


def _player(view: CourtePailleView, seat: int, names: Sequence[str], say: Catalogue) -> str:
    width = max(len(say("view.you", name=name)) for name in names)
    who = say("view.you", name=names[seat]) if seat == view.seat else names[seat]
    start = f" [bold]{seat + 1} {who}[/]{' ' * (width - len(who))}  "
    if seat not in view.seats:
        return f"{start}[dim]{say('board.out')}[/]"
    marks = [say("board.cards", count=view.hand_sizes[seat])]
    if seat == view.shark and view.ending is None:
        marks.append(f"[black on yellow]{say('board.shark')}[/]")
    if view.chosen[seat]:
        marks.append(f"[green]{say('board.chosen')}[/]")
    played = view.turned_up[seat]
    if played:
        marks.append(f"{say('board.plays')} {_chip(played, say)}")
    if seat in view.winners:
        marks.append("[bold green]★[/]")
    line = start + "  ".join(marks)
    if not view.known[seat] or seat == view.seat:
        return line
    known = f"[dim]{say('board.known')}[/] " + " ".join(_chip(card, say) for card in view.known[seat])
    if _length(line) + 2 + _length(known) <= _SCREEN:
        return f"{line}  {known}"
    return f"{line}\n{' ' * 3}{known}"


def _length(markup: str) -> int:
    """The length without styles."""
    return len(re.sub(r"\[[^\]]*\]", "", markup))
