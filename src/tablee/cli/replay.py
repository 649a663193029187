"""`tablee replay`: a recorded match, step by step."""

from collections.abc import Iterator
from pathlib import Path

import click
from rich.markup import escape

from tablee.cli import record_files
from tablee.cli.errors import CliError, UsageProblem
from tablee.cli.final_scores import show_final_scores
from tablee.cli.parameters import Command, number_option, switch
from tablee.cli.player_names import shown_names
from tablee.cli.screen import Screen, word_list
from tablee.core.match import Match
from tablee.core.record import Entry
from tablee.core.seat import CHANCE, Seat
from tablee.core.texts import Catalogue


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def replay(file: str, seat: int | None, spectator: bool, everything: bool, text: bool) -> None:
        if (seat is not None) + spectator + everything > 1:
            raise UsageProblem("one_reader", {}, "tablee replay")
        match = Match.replay(record_files.load(Path(file).expanduser()))
        players = len(match.players)
        if seat is not None and seat > players:
            raise CliError("no_such_seat", {"seat": seat, "players": players})
        reader = None if seat is None else Seat(seat - 1)
        replayer = Replayer(Screen(say), match, reader, everything=everything)
        if text:
            replayer.print_all()
        else:
            replayer.step_through()

    params = [
        click.Argument(["file"], metavar=say("page.file_metavar")),
        number_option("--seat", low=1),
        switch("--spectator"),
        switch("--all", "everything"),
        switch("--text"),
    ]
    return Command(say, "replay", replay, params)


class Replayer:
    """Shows a recorded match to a reader: a seat, a spectator (None), or one who may see everything."""

    def __init__(self, screen: Screen, match: Match, reader: Seat | None, *, everything: bool) -> None:
        self._screen = screen
        self._say = screen.say
        self._match = match
        self._last = len(match.log)
        self._reader = reader
        self._everything = everything
        self._words = match.game.words
        self._names = shown_names(match.players, screen.say)

    # All at once

    def print_all(self) -> None:
        """The whole match in words, one line a sentence, for pipes and for reading later."""
        self._screen.tell(self._title(), wrap=False)
        for number, entry in enumerate(self._match.log, start=1):
            for line in self._said(entry):
                self._screen.tell(f"{number:>4}  {line}", wrap=False)
        for reader in [*self._match.game.seats] if self._everything else [self._reader]:
            self._screen.blank()
            self._screen.tell(self._seen_by(reader), "bold", wrap=False)
            view = self._match.view(reader)
            self._screen.tell(self._words.view(view, self._names, self._screen.lang), wrap=False)
        self._screen.blank()
        self._show_end()

    # Step by step

    def step_through(self) -> None:
        """Shows a step, asks for the next; ends when the reader says so."""
        number = 0
        while True:
            self._show(number)
            wanted = self._next_step(number)
            if wanted is None:
                return
            number = wanted

    def _show(self, number: int) -> None:
        match, last = self._match.at(number), self._last
        entry = match.log[-1] if match.log else None
        if self._screen.console.is_terminal:
            self._screen.clear()
        self._screen.rule(self._title())
        self._screen.tell(self._say("replay.step", number=number, last=last), "dim")
        for line in self._said(entry):
            self._screen.tell(f" · {line}")
        self._screen.blank()
        view = match.view(self._whose_table(entry))
        self._screen.draw(self._words.board(view, [escape(name) for name in self._names], self._screen.lang))
        self._screen.blank()
        if number == last:
            self._show_end()

    def _next_step(self, number: int) -> int | None:
        """The step to show next; None to stop."""
        last = self._last
        while True:
            self._screen.tell(self._say("replay.ask_last" if number == last else "replay.ask"), "bold")
            try:
                answer = self._screen.line().casefold()
            except (EOFError, KeyboardInterrupt):
                self._screen.blank()
                return None
            if answer in word_list("words.quit") | word_list("replay.quit_words"):
                return None
            if answer in word_list("replay.next_words") | {""}:
                return number + 1 if number < last else None
            if answer in word_list("replay.back_words"):
                return max(number - 1, 0)
            if answer.isdecimal() and int(answer) <= last:
                return int(answer)
            self._screen.error(CliError("no_such_step", {"answer": answer, "last": last}))

    # What is said

    def _title(self) -> str:
        title = self._words.texts(self._screen.lang)("title")
        return f"{title} · {self._say('replay.everything') if self._everything else self._seen_by(self._reader)}"

    def _seen_by(self, reader: Seat | None) -> str:
        if reader is None:
            return self._say("replay.spectator")
        return self._say("replay.seen_by", name=self._names[reader], seat=reader + 1)

    def _whose_table(self, entry: Entry | None) -> Seat | None:
        """A reader who may see everything sees the table from the seat that has just chosen."""
        if self._everything and entry is not None and entry.seat != CHANCE:
            return entry.seat
        return self._reader

    def _said(self, entry: Entry | None) -> Iterator[str]:
        if entry is None:
            return
        lang = self._screen.lang
        if self._everything and entry.seat != CHANCE:
            action = self._words.action(entry.action, lang)
            yield self._say("replay.action", name=self._names[entry.seat], action=action)
        for event in entry.events:
            seen = event.seen_by(self._reader)
            if seen is not None:
                yield from self._words.event(seen, self._names, lang).splitlines()

    def _show_end(self) -> None:
        if self._match.over:
            show_final_scores(self._screen, self._match, self._names)
        else:
            self._screen.tell(self._say("replay.unfinished"), wrap=False)
