"""`tablee rules`: the rules of a game."""

from importlib import resources

import click
from rich.markdown import Markdown

from tablee.cli.errors import CliError
from tablee.cli.game_options import kind_named
from tablee.cli.parameters import Command, game_argument
from tablee.cli.screen import Screen, tied
from tablee.core.game import AnyGame
from tablee.core.texts import Catalogue, Lang


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def rules(kind: str) -> None:
        show_rules(Screen(say), kind_named(kind))

    return Command(say, "rules", rules, [game_argument(say)])


def show_rules(screen: Screen, kind: type[AnyGame]) -> None:
    """The rules page of a game, in the reader's language."""
    screen.page(Markdown(tied(rules_page(kind, screen.lang))))


def rules_page(kind: type[AnyGame], lang: Lang) -> str:
    """The page as it was written, in Markdown."""
    page = resources.files(kind.package).joinpath("rules.md" if lang == "en" else f"rules.{lang}.md")
    if not page.is_file():
        raise CliError("no_rules_page", {"game": kind.name})
    return page.read_text(encoding="utf-8")
