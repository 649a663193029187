"""`tablee verify`: whether a recorded match holds, down to its last byte."""

from pathlib import Path

import click

from tablee.cli import record_files
from tablee.cli.errors import CliError
from tablee.cli.final_scores import show_final_scores
from tablee.cli.parameters import Command, text_option
from tablee.cli.player_names import shown_names
from tablee.cli.screen import Screen
from tablee.core.texts import Catalogue
from tablee.core.verify import Verified, verify


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def check(file: str, commitment: str | None) -> None:
        verified = verify(record_files.load(Path(file).expanduser()))
        if commitment is not None and commitment.strip().lower() != verified.commitment:
            raise CliError("other_commitment" if verified.commitment else "no_commitment")
        _tell(Screen(say), verified)

    params = [
        click.Argument(["file"], metavar=say("page.file_metavar")),
        text_option("--commitment", metavar=say("page.hash_metavar")),
    ]
    return Command(say, "verify", check, params)


def _tell(screen: Screen, verified: Verified) -> None:
    say, match, chance = screen.say, verified.match, verified.chance_checked
    screen.tell(say("verify.holds", game=match.game.title(screen.lang)), "bold green")
    screen.tell(say("verify.entries", count=len(match.log), version=match.game.rules_version))
    if verified.copied:
        screen.tell(say("verify.copied", count=verified.copied))
    if chance is None:
        screen.tell(say("verify.no_chance"))
    else:
        screen.tell(say("verify.chance" if chance else "verify.chance_unused", count=chance))
        screen.tell(say("verify.commitment", commitment=verified.commitment), wrap=False)
    if match.over:
        screen.tell(say("verify.result"))
        screen.blank()
        show_final_scores(screen, match, shown_names(match.players, screen.say))
    else:
        screen.tell(say("verify.unfinished"))
