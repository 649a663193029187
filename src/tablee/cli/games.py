"""`tablee games`: what can be played."""

import click
from rich.padding import Padding
from rich.table import Table

from tablee.cli.game_options import allowed, choosable, defaults, meanings, players_in_words, typed
from tablee.cli.parameters import Command
from tablee.cli.screen import Screen, cell
from tablee.core.game import AnyGame
from tablee.core.registry import GAMES, manifest
from tablee.core.texts import Catalogue


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def games() -> None:
        screen = Screen(say)
        for kind in GAMES.values():
            _describe(screen, kind)
        screen.tell(say("games.how_to_play"))

    return Command(say, "games", games)


def summary(kind: type[AnyGame], say: Catalogue) -> str:
    """A game in one line."""
    texts = kind.words.texts(say.lang)
    minutes = manifest(kind.name).minutes_in_words(say.lang)
    return say("games.summary", title=texts("title"), players=players_in_words(kind, say), minutes=minutes)


def _describe(screen: Screen, kind: type[AnyGame]) -> None:
    say, texts = screen.say, kind.words.texts(screen.lang)
    screen.rule(f"{texts('title')} · {kind.name}")
    screen.tell(texts("about"))
    screen.tell(f"{players_in_words(kind, say)} · {manifest(kind.name).minutes_in_words(say.lang)}")
    screen.tell(texts("credits"), "dim")
    screen.blank()
    screen.put(Padding(_options(kind, say), (0, 0, 1, 2)))


def _options(kind: type[AnyGame], say: Catalogue) -> Table:
    texts = kind.words.texts(say.lang)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for column in ("option", "default", "meaning"):
        table.add_column(cell(say(f"games.{column}")), no_wrap=column == "option", overflow="fold")
    for name, option in choosable(kind).items():
        values = meanings(kind, name, say)
        meaning = cell(texts(f"options.{name}.help"))
        for value, text in values.items():
            meaning.append(cell(f"\n· {say('games.value', value=value, text=text)}"))
        if not values:
            meaning.append(cell(f"\n{allowed(option, say)}", "dim"))
        table.add_row(cell(name, "bold"), cell(typed(defaults(kind)[name], say)), meaning)
    return table
