"""`tablee hint`: what a chef would do in a saved match."""

import random
from pathlib import Path

import click
from rich import box
from rich.table import Table

from tablee.bots.advice import Advice, advice
from tablee.bots.bot import Budget
from tablee.bots.levels import LEVELS
from tablee.cli import files
from tablee.cli.commands import Command, number_option
from tablee.cli.errors import CliError
from tablee.cli.figures import Figures
from tablee.cli.people import shown_names
from tablee.cli.screen import Screen, cell
from tablee.core.match import Match
from tablee.core.seat import CHANCE, Seat
from tablee.core.texts import Catalogue


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def hint(file: str, seat: int | None, iterations: int | None, seed: int) -> None:
        match, screen = Match.replay(files.load(Path(file).expanduser())), Screen(say)
        if match.over:
            screen.tell(say("hint.over"))
            return
        match.chance(random.Random(seed))
        asked = _asked(match, seat)
        budget = None if iterations is None else Budget(iterations=iterations)
        _show(screen, match, asked, advice(match.game, match.view(asked), random.Random(f"{seed}/hint"), budget))

    params = [
        click.Argument(["file"], metavar=say("page.file_metavar")),
        number_option("--seat", low=1),
        number_option("--iterations", low=1),
        number_option("--seed", usual=0),
    ]
    return Command(say, "hint", hint, params)


def _asked(match: Match, number: int | None) -> Seat:
    """Who is to be told: the seat of this number, or a person whose choice is awaited, or a bot."""
    awaited = [seat for seat in match.actors() if seat != CHANCE]
    if number is None:
        return min(awaited, key=lambda seat: (match.players[seat].bot is not None, seat))
    if number > match.game.players:
        raise CliError("no_such_seat", {"seat": number, "players": match.game.players})
    if number - 1 not in awaited:
        raise CliError("not_awaited", {"seat": number, "awaited": ", ".join(str(seat + 1) for seat in awaited)})
    return Seat(number - 1)


def _show(screen: Screen, match: Match, seat: Seat, advised: Advice) -> None:
    say, figures = screen.say, Figures(screen.lang)
    name, words = shown_names(match.players)[seat], match.game.words
    best, level = advised.choices[0], LEVELS["chef"].title(screen.lang)
    screen.tell(say("hint.would", name=name, level=level, action=words.action(best.action, screen.lang)), "bold green")
    if not advised.iterations:
        screen.tell(say("hint.only"))
        return
    screen.tell(say("hint.why", iterations=figures.whole(advised.iterations), count=advised.iterations, name=name))
    table = Table(box=box.SIMPLE_HEAD, header_style="bold")
    for column in ("choice", "promise", "weight"):
        table.add_column(cell(say(f"hint.{column}")), justify="left" if column == "choice" else "right")
    for choice in advised.choices:
        action = words.action(choice.action, screen.lang)
        table.add_row(cell(action), cell(figures.percent(choice.value)), cell(figures.percent(choice.weight)))
    screen.put(table)
    if advised.together:
        screen.tell(say("hint.together"))
