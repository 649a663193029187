"""The table drawn for a terminal."""

from collections.abc import Sequence
from typing import Final

from tablee.core.seat import Seat
from tablee.core.texts import Catalogue
from tablee.games.hotdog.knowledge import HotDogView
from tablee.games.hotdog.knowledge.view import TableView
from tablee.games.hotdog.text.phrases import bid_text, headline, player_name

_COLOURS: Final = ("red", "green", "blue", "magenta", "cyan")
"""Of the players, by seat."""


def board(view: HotDogView, names: Sequence[str], say: Catalogue) -> str:
    """The tables with a square for every place, then the players and the reader's own bid."""
    lines = [f"[bold]{headline(view, names, say)}[/]", ""]
    lines += [_table(table, say) for table in view.tables]
    lines.append("")
    width = max(len(player_name(view, Seat(seat), names, say)) for seat in range(len(names)))
    lines += [_player(view, Seat(seat), names, width, say) for seat in range(len(names))]
    if view.bid is not None:
        lines += ["", f" {say('view.own_bid', bid=bid_text(view.bid, say))}"]
    return "\n".join(lines)


def _table(table: TableView, say: Catalogue) -> str:
    places = [_square(seat) for seat, cards in enumerate(table.cards) for _ in range(sum(cards))]
    places += ["[dim] · [/]"] * table.room
    room = f"[dim]{say('board.room', room=table.room)}[/]"
    return f" {say('board.table', table=table.size)}  {' '.join(places)}   {room}"


def _player(view: HotDogView, seat: Seat, names: Sequence[str], width: int, say: Catalogue) -> str:
    name = player_name(view, seat, names, say)
    score = say("board.final" if view.over else "board.earlier", total=view.totals[seat])
    return (
        f" {_square(seat)} [bold]{name}[/]{' ' * (width - len(name))}"
        f"  {say('board.money', money=view.money[seat]):>6}"
        f"  {' '.join(map(str, view.hotdogs[seat])) or '–':<19}"
        f"  [dim]{score}[/]  {_marks(view, seat, say)}"
    ).rstrip()


def _square(seat: int) -> str:
    """A place taken by a hot-dog of a player."""
    return f"[bold white on {_COLOURS[seat]}] {seat + 1} [/]"


def _marks(view: HotDogView, seat: Seat, say: Catalogue) -> str:
    marks = [
        *(["[black on yellow]" + say("board.mustard") + "[/]"] if seat == view.mustard and not view.over else []),
        *(["[green]" + say("board.chosen") + "[/]"] if view.chosen[seat] else []),
        *(["[bold red]" + say("board.last") + "[/]"] if view.announced[seat] else []),
    ]
    return " ".join(marks)
