"""`tablee review`: what choices cost and what luck gave in a match that was saved."""

from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console

from tablee.cli import record_files
from tablee.cli.errors import CliError, UsageProblem
from tablee.cli.parameters import Command, number_option, switch
from tablee.cli.player_names import shown_names
from tablee.cli.progress import progress
from tablee.cli.review_page import review_page
from tablee.cli.review_report import show_review
from tablee.cli.review_words import ReviewWords
from tablee.cli.screen import Screen
from tablee.core.match import Match
from tablee.core.seat import Seat
from tablee.core.texts import Catalogue
from tablee.review import MatchReview, MatchReviewer, settings_for
from tablee.review.match_review import review
from tablee.review.narration import MatchNarrator


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def review(*, file: str, seat: int | None, revealed: bool, as_json: bool, as_html: bool, **given: Any) -> None:
        if as_json and as_html:
            raise UsageProblem("one_form", {}, "tablee review")
        match = Match.replay(record_files.load(Path(file).expanduser()))
        if seat is not None and seat > match.game.players:
            raise CliError("no_such_seat", {"seat": seat, "players": match.game.players})
        told = _reviewed(match, say, **given)
        reader = None if seat is None else Seat(seat - 1)
        narrator = MatchNarrator(match, shown_names(match.players, say), say.lang, reader, revealed)
        visible = narrator.visible(told)
        if as_json:
            click.echo(msgspec.json.format(msgspec.json.encode(visible), indent=2).decode())
        elif as_html:
            click.echo(review_page(ReviewWords(visible, narrator, say)))
        else:
            show_review(Screen(say), ReviewWords(visible, narrator, say))

    params = [
        click.Argument(["file"], metavar=say("page.file_metavar")),
        number_option("--seat", low=1),
        switch("--revealed"),
        number_option("--depth", low=1, usual=1),
        number_option("--seed", usual=0),
        number_option("--workers", low=1, usual=1),
        switch("--json", "as_json"),
        switch("--html", "as_html"),
    ]
    return Command(say, "review", review, params)


def _reviewed(match: Match, say: Catalogue, *, depth: int, seed: int, workers: int) -> MatchReview:
    errors = Screen(say, Console(stderr=True, highlight=False, emoji=False))
    settings = settings_for(match.game, depth, seed)
    jobs = len(MatchReviewer.of(match, settings).jobs())
    with progress(errors, jobs, hidden=False, doing="review.thinking") as show:
        return review(match, settings, workers=workers, tell=lambda done, _: show(done))
