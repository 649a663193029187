"""`tablee play`: at this terminal, with people and bots."""

import secrets
from pathlib import Path
from typing import Any

import click

from tablee.cli import record_files
from tablee.cli.errors import CliError, UsageProblem
from tablee.cli.final_scores import show_final_scores
from tablee.cli.match_setup import MatchSetup, PlayOptions
from tablee.cli.parameters import Command, game_argument, number_option, setting_option, switch, text_option
from tablee.cli.player_names import bot_lines, shown_names
from tablee.cli.screen import Screen
from tablee.cli.terminal_match import MatchLeft, TerminalMatch
from tablee.core.match import Match
from tablee.core.texts import Catalogue


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def play(load: str | None, save: str | None, seed: int | None, **given: Any) -> None:
        del given["terminal"]  # accepted because people expect it; this command knows no other way
        luck = str(secrets.randbits(64) if seed is None else seed)
        keep = None if save is None else Path(save).expanduser()
        session = _PlaySession(Screen(say), luck, keep, yes=given["yes"])
        if load is None:
            session.begin(PlayOptions(**given))
        elif any(value not in (None, ()) for name, value in given.items() if name != "yes"):
            raise UsageProblem("load_alone", {}, "tablee play")
        else:
            session.go_on(Path(load).expanduser())

    params = [
        game_argument(say, required=False),
        number_option("--players", low=1),
        number_option("--humans", low=0),
        text_option("--name", "names", metavar=say("page.name_metavar"), many=True),
        number_option("--seat", "seats", low=1, many=True),
        text_option("--bots", metavar=say("page.levels_metavar")),
        setting_option(say),
        number_option("--seed"),
        text_option("--load", metavar=say("page.file_metavar")),
        text_option("--save", metavar=say("page.file_metavar")),
        switch("-y", "--yes"),
        switch("--terminal"),
    ]
    return Command(say, "play", play, params)


class _PlaySession:
    """One match after another, as long as people like."""

    def __init__(self, screen: Screen, seed: str, keep: Path | None, *, yes: bool) -> None:
        self._screen = screen
        self._say = screen.say
        self._seed = seed
        self._keep = keep
        self._yes = yes

    def begin(self, given: PlayOptions) -> None:
        """With a new match."""
        game, players = MatchSetup(self._screen, given).ask()
        self._check_keep(None)
        self._sit(Match(game, players=players))

    def go_on(self, path: Path) -> None:
        """With a match that was left."""
        match = Match.replay(record_files.load(path))
        if match.over:
            self._screen.tell(self._say("play.already_over", path=path))
            show_final_scores(self._screen, match, shown_names(match.players, self._say))
            return
        self._check_keep(path)
        self._screen.tell(self._say("play.goes_on", path=path, entries=len(match.log)), "green")
        self._sit(match, saved=path)

    def _check_keep(self, loaded: Path | None) -> None:
        if self._keep is None or self._keep == loaded or not self._keep.exists():
            return
        if self._yes or not self._screen.confirm(self._say("match.overwrite", path=self._keep), default=False):
            raise CliError("file_exists", {"path": self._keep})

    def _sit(self, match: Match, saved: Path | None = None) -> None:
        number, keep, again = 1, self._keep, True
        while again:
            seed = self._seed if number == 1 else f"{self._seed}/{number}"
            if keep is not None:
                record_files.save(match, keep)
            again = self._one_match(
                TerminalMatch(self._screen, match, seed, keep=keep, saved=saved), ask_to_save=keep is None
            )
            number, saved = number + 1, None
            match = Match(match.game, players=match.players)
            keep = self._keep and record_files.numbered(self._keep, number)

    def _one_match(self, match: TerminalMatch, *, ask_to_save: bool) -> bool:
        """Play it; whether people want another."""
        for line in bot_lines(match.match.players, self._say):
            self._screen.tell(line)
        self._screen.tell(self._say("match.welcome"), "dim")
        try:
            match.play()
            if self._yes:
                return False
            if ask_to_save:
                match.offer_to_save(self._say("match.save_whole"), default=False)
            return self._screen.confirm(self._say("play.again"), default=False)
        except (MatchLeft, EOFError):
            return False
