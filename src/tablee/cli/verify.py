"""`tablee verify`: whether a recorded match holds, down to its last byte, and what it proves."""

from collections.abc import Collection
from pathlib import Path
from typing import Final

import click

from tablee.cli import record_files
from tablee.cli.errors import CliError
from tablee.cli.final_scores import show_final_scores
from tablee.cli.parameters import Command, text_option
from tablee.cli.player_names import shown_names
from tablee.cli.screen import Screen
from tablee.core.fairness import SCHEME
from tablee.core.texts import Catalogue
from tablee.core.verify import Fairness, Verified, verify

NOT_ALL_PROVED: Final = 1
"""The exit status if the record holds, but does not prove everything."""
TRUSTED: Final = ("copied", "seating", "deals", "chance")
"""What the caller may take on trust."""


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def check(file: str, commitment: str | None, device: str | None, trust: tuple[str, ...]) -> int:
        for part in trust:
            if part not in TRUSTED:
                raise CliError("no_such_trust", {"value": part, "allowed": ", ".join(TRUSTED)})
        verified = verify(record_files.load(Path(file).expanduser()))
        _compare(verified, _hash(commitment), _hash(device))
        screen = Screen(say)
        _tell(screen, verified, trust)
        return NOT_ALL_PROVED if set(verified.unproved) - set(trust) else 0

    params = [
        click.Argument(["file"], metavar=say("page.file_metavar")),
        text_option("--commitment", metavar=say("page.hash_metavar")),
        text_option("--device", metavar=say("page.hash_metavar")),
        text_option("--trust", metavar="|".join(TRUSTED), many=True),
    ]
    return Command(say, "verify", check, params)


def _hash(typed: str | None) -> str | None:
    return typed and typed.strip().lower()


def _compare(verified: Verified, commitment: str | None, device: str | None) -> None:
    """Compare the record with what was noted before the match."""
    fairness = verified.fairness
    if commitment is not None and commitment != verified.commitment:
        raise CliError("other_commitment" if fairness else "no_commitment")
    if device is not None and (fairness is None or device not in fairness.devices):
        raise CliError("no_such_device")


def _tell(screen: Screen, verified: Verified, trust: Collection[str]) -> None:
    say, match = screen.say, verified.match
    missing = [part for part in verified.unproved if part not in trust]
    holds = "verify.not_all_proved" if missing else "verify.holds"
    screen.tell(say(holds, game=match.game.title(screen.lang)), "bold yellow" if missing else "bold green")
    screen.tell(say("verify.entries", count=len(match.log), version=match.game.rules_version))
    if verified.fairness is None:
        screen.tell(say("verify.no_chance"))
    else:
        _tell_chance(screen, verified, verified.fairness)
    if match.over:
        screen.tell(say("verify.result"))
    else:
        screen.tell(say("verify.unfinished"))
    deals = verified.fairness.begun_again + 1 if verified.fairness else 0
    for part in verified.unproved:
        known = "missing" if part in missing else "trusted"
        screen.tell(say(f"verify.{known}_{part}", count=deals if part == "deals" else verified.copied_draws))
    if match.over:
        screen.blank()
        show_final_scores(screen, match, shown_names(match.players, screen.say))


def _tell_chance(screen: Screen, verified: Verified, fairness: Fairness) -> None:
    say, chance = screen.say, verified.chance_checked
    if fairness.copied:
        screen.tell(say("verify.copied", count=fairness.copied))
    screen.tell(say("verify.chance" if chance else "verify.chance_unused", count=chance))
    screen.tell(say("verify.commitment", commitment=fairness.commitment), wrap=False)
    if fairness.scheme != SCHEME:
        screen.tell(say("verify.first_scheme"))
        return
    given = [device for device in fairness.devices if device is not None]
    screen.tell(say("verify.devices" if given else "verify.house_alone", count=len(given), of=len(fairness.devices)))
    for device in given:
        screen.tell(f"     {device}", wrap=False)
    if fairness.is_seating_drawn:
        screen.tell(say("verify.seating"))
    if fairness.begun_again:
        screen.tell(say("verify.begun_again", count=fairness.begun_again))
