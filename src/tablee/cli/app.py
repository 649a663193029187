"""The programme: its commands, and what it says when something is wrong."""

import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final

import click

import tablee
from tablee.cli.errors import UsageProblem, usage_problem
from tablee.cli.language import reader_language
from tablee.cli.parameters import Group, switch
from tablee.core.compiled import is_compiled
from tablee.core.errors import TableeError
from tablee.core.texts import Catalogue, catalogue

if TYPE_CHECKING:
    from tablee.cli.screen import Screen

COMMANDS: Final = (
    "play",
    "serve",
    "replay",
    "review",
    "hint",
    "rules",
    "games",
    "simulate",
    "arena",
    "blunders",
    "lab",
    "train",
    "verify",
    "backup",
    "admin",
)
"""In the order of the help page. Each is a module of this package, loaded when the command is used."""
THINKING: Final = frozenset({"play", "serve", "review", "hint", "simulate", "arena", "blunders", "lab"})
"""The commands in which bots choose."""


def main(words: Sequence[str] | None = None) -> int:
    """Run `tablee` with these words of a command line (by default: those it was started with); the exit status."""
    words = sys.argv[1:] if words is None else list(words)
    say = catalogue("tablee.cli", reader_language(words, os.environ))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show « must not stop a game
    try:
        status = app(say).main(list(words), prog_name="tablee", standalone_mode=False)
    except click.UsageError as error:
        return _refuse(usage_problem(error), say)
    except TableeError as error:
        return _refuse(error, say)
    except click.Abort as abort:
        ended = isinstance(abort.__cause__, EOFError)
        _on_stderr(say).tell(say("left_at_end_of_input" if ended else "left"))
        return 1 if ended else 130
    return status or 0


def app(say: Catalogue) -> Group:
    """The whole programme in one language."""
    without_command = click.pass_context(partial(_without_command, say))
    return Group(say, "tablee", without_command, COMMANDS, partial(_loaded, say), params=[switch("--version")])


def _loaded(say: Catalogue, name: str) -> click.Command:
    if name in THINKING:
        from tablee.bots.process_pool import one_thread_each  # noqa: PLC0415 - other commands need no bots

        one_thread_each()
    command: click.Command = import_module(f"tablee.cli.{name}").command(say)
    return command


def _without_command(say: Catalogue, ctx: click.Context, version: bool) -> None:
    if version:
        click.echo(f"tablee {tablee.__version__}" + (f" ({say('compiled')})" if is_compiled() else ""))
    elif ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _refuse(error: TableeError, say: Catalogue) -> int:
    screen = _on_stderr(say)
    screen.tell(say("page.error", sentence=error.say(say.lang)), "red")
    if isinstance(error, UsageProblem):
        screen.tell(say("page.see_help", command=f"{error.command} --help"))
    return 2


def _on_stderr(say: Catalogue) -> "Screen":
    from rich.console import Console  # noqa: PLC0415 - a help page is shown sooner without it

    from tablee.cli.screen import Screen  # noqa: PLC0415

    return Screen(say, Console(stderr=True, highlight=False, emoji=False))
