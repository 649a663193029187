"""The terminal: what is shown on it and what is typed."""

import json
import os
import shutil
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeVar

import click
from rich.console import Console, RenderableType
from rich.live import Live
from rich.text import Text

from tablee.core.errors import TableeError
from tablee.core.texts import LANGS, Catalogue, catalogue

with suppress(ImportError):  # Windows has none; elsewhere it gives `input` its line editing
    import readline

T = TypeVar("T")

_TIED: Final = {ord("\N{NO-BREAK SPACE}"): "\ue000", ord("\N{NARROW NO-BREAK SPACE}"): "\ue001"}
_UNTIED: Final = {ord(stand_in): chr(space) for space, stand_in in _TIED.items()}
_CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Home, clear the screen, and clear the lines that could be scrolled back to."""


def tied(text: str) -> str:
    """The text with stand-ins for its no-break spaces, at which rich would break lines; `Screen.put` undoes it."""
    return text.translate(_TIED)


def cell(text: str, style: str = "") -> Text:
    """Plain text as a part of what `Screen.put` shows."""
    return Text(tied(text), style)


def echo_json(data: Any) -> None:
    """For programs: plain data on the standard output."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def word_list(key: str) -> frozenset[str]:
    """The words of a text that lists some, of all languages: whatever the reader's, all are understood."""
    return frozenset(word for lang in LANGS for word in catalogue("tablee.cli", lang)(key).split())


class Screen:
    """A terminal and the language of its reader."""

    def __init__(self, say: Catalogue, console: Console | None = None) -> None:
        self.say = say
        self.lang = say.lang
        self.console = console or Console(highlight=False, emoji=False)

    # Showing

    def tell(self, text: str, style: str = "", *, wrap: bool = True) -> None:
        """Plain sentences; a line that goes on is indented as it began."""
        lines = self.lines(text) if wrap else text.split("\n")
        self.console.print(Text("\n".join(lines), style), soft_wrap=True)

    def lines(self, text: str) -> list[str]:
        """A text as it is wrapped here."""
        return [part for line in text.split("\n") for part in self._wrapped(line)]

    def has_room_for(self, lines: int) -> bool:
        """Whether this number of lines fits on the screen; without a terminal nothing scrolls away."""
        return not self.console.is_terminal or lines <= self.console.height

    def _wrapped(self, line: str) -> list[str]:
        indent = line[: len(line) - len(line.lstrip(" ·"))]
        return textwrap.wrap(
            line,
            self.console.width,
            subsequent_indent=" " * len(indent),
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]

    def draw(self, markup: str) -> None:
        """Something drawn in lines, styled as `[bold red]…[/]`."""
        self.console.print(Text.from_markup(markup, emoji=False), soft_wrap=True)

    def put(self, thing: RenderableType) -> None:
        """A table, a rule, a page."""
        with self.console.capture() as held:
            self.console.print(thing)
        self.console.file.write(held.get().translate(_UNTIED))
        self.console.file.flush()

    def page(self, thing: RenderableType) -> None:
        """Something long: through a pager on a terminal."""
        if not self.console.is_terminal:
            self.put(thing)
            return
        os.environ.setdefault("LESS", "FRX")  # leave at once if it fits, keep the styles, do not clear
        with self.console.capture() as held:
            self.console.print(thing)
        with self.console.pager(styles=shutil.which("less") is not None):
            self.console.print(Text.from_ansi(held.get().translate(_UNTIED)), soft_wrap=True)

    def rule(self, title: str) -> None:
        """A line across with a title in it."""
        self.console.rule(Text(title, "bold"), style="dim")

    def error(self, error: TableeError) -> None:
        """What is wrong, in the reader's language."""
        self.tell(error.say(self.lang), "red")

    @contextmanager
    def meanwhile(self, text: str) -> Iterator[None]:
        """A line that is there as long as something takes; only for somebody at a terminal, who waits for it."""
        if not self.console.is_terminal:
            yield
        elif self.console.is_dumb_terminal:
            self.tell(text, "dim")  # which cannot be taken away again
            yield
        else:
            # Without a wheel that turns: it would take time from those who think by the clock.
            line = Live(Text(text, "dim"), console=self.console, auto_refresh=False, transient=True)
            try:
                line.start(refresh=True)
                yield
            finally:  # also if Ctrl-C comes while it is being shown
                line.stop()

    def blank(self) -> None:
        """An empty line."""
        self.console.print()

    def clear(self) -> None:
        """Nothing that was shown or typed can be seen any more."""
        with suppress(NameError):
            readline.clear_history()
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write(_CLEAR)
            self.console.file.flush()
        else:
            self.console.print("\n" * self.console.height)

    # Asking

    def line(self) -> str:
        """What is typed next."""
        self.console.file.flush()
        return input("> ").strip()

    def ask(self, question: str, read: Callable[[str], T], default: str | None = None) -> T:
        """What `read` makes of the answer; asked again while it raises a `TableeError`."""
        while True:
            hint = "" if default is None else f" [{default}]"
            self.tell(f"{question}{hint}", "bold")
            try:
                return read(self.line() or default or "")
            except TableeError as error:
                self.error(error)

    def confirm(self, question: str, default: bool) -> bool:
        """Yes or no."""
        yes, no = word_list("answers.yes"), word_list("answers.no")
        while True:
            self.tell(f"{question} {self.say('answers.yes_default' if default else 'answers.no_default')}", "bold")
            answer = self.line().casefold()
            if not answer:
                return default
            if answer in yes or answer in no:
                return answer in yes
            self.tell(self.say("answers.yes_or_no"), "red")
