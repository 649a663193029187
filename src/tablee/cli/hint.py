"""`tablee hint`: what a chef would do in a saved match."""

import random
import shlex
from pathlib import Path
from typing import Final

import click
from rich import box
from rich.table import Table

from tablee.bots.advice import advice
from tablee.bots.bot import Budget
from tablee.bots.judgement import Judgement
from tablee.cli import record_files
from tablee.cli.errors import CliError
from tablee.cli.number_format import NumberFormat
from tablee.cli.parameters import Command, number_option
from tablee.cli.player_names import shown_names
from tablee.cli.screen import Screen, cell
from tablee.core.match import Match
from tablee.core.seat import CHANCE, Seat
from tablee.core.texts import Catalogue

NOTICED: Final = 2
"""In a hundred matches: less is no difference that anybody would feel."""


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def hint(file: str, seat: int | None, iterations: int | None, seed: int) -> None:
        path = Path(file).expanduser()
        match, screen = Match.replay(record_files.load(path)), Screen(say)
        if match.over:
            screen.tell(say("hint.over"))
            return
        if match.actors() == (CHANCE,):
            # What is drawn here would not be what the match will draw.
            raise CliError("waits_for_chance", {"path": shlex.quote(str(path))})
        asked = _asked(match, seat)
        budget = None if iterations is None else Budget(iterations=iterations)
        show_hint(screen, match, asked, advice(match.game, match.view(asked), random.Random(f"{seed}/hint"), budget))

    params = [
        click.Argument(["file"], metavar=say("page.file_metavar")),
        number_option("--seat", low=1),
        number_option("--iterations", low=1),
        number_option("--seed", usual=0),
    ]
    return Command(say, "hint", hint, params)


def _asked(match: Match, number: int | None) -> Seat:
    """Who is to be told: the seat of this number, or a person whose choice is awaited, or a bot."""
    awaited = match.actors()
    if number is None:
        return min(awaited, key=lambda seat: (match.players[seat].bot is not None, seat))
    if number > match.game.players:
        raise CliError("no_such_seat", {"seat": number, "players": match.game.players})
    if number - 1 not in awaited:
        raise CliError("not_awaited", {"seat": number, "awaited": ", ".join(str(seat + 1) for seat in awaited)})
    return Seat(number - 1)


def _cost(best: float, other: float, say: Catalogue) -> str:
    """What a choice costs beside the best one, in words."""
    wins = round(100 * best) - round(100 * other)
    return say("hint.as_good") if wins < NOTICED else say("hint.wins", n=wins)


def show_hint(screen: Screen, match: Match, seat: Seat, advised: Judgement) -> None:
    """What a chef would do, and what other choices cost."""
    say, figures = screen.say, NumberFormat(screen.lang)
    name, words = shown_names(match.players, say)[seat], match.game.words
    best = advised.choices[0]
    screen.tell(say("hint.would", name=name, action=words.action(best.action, screen.lang)), "bold green")
    if not advised.iterations:
        screen.tell(say("hint.only"))
        return
    screen.tell(say("hint.why", iterations=figures.whole(advised.iterations), count=advised.iterations, name=name))
    table = Table(box=box.SIMPLE_HEAD, header_style="bold")
    # Whoever chooses alone always makes the best choice: how often would say nothing.
    columns = ("choice", "cost", "weight") if advised.together else ("choice", "cost")
    for column in columns:
        table.add_column(cell(say(f"hint.{column}")), justify="right" if column == "weight" else "left")
    for choice in advised.choices:
        told = {
            "choice": words.action(choice.action, screen.lang),
            "cost": say("hint.best") if choice is best else _cost(best.value, choice.value, say),
            "weight": figures.percent(choice.weight),
        }
        table.add_row(*(cell(told[column]) for column in columns))
    screen.put(table)
    if advised.together:
        screen.tell(say("hint.together"))
