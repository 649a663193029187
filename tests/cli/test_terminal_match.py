"""A match at a terminal of 80 by 24: what counts stays in sight, and a chef can be asked."""

from io import StringIO
from random import Random

import pytest
from rich.console import Console

import tablee
from tablee.bots.advice import advice
from tablee.bots.bot import Budget
from tablee.cli import terminal_match
from tablee.cli.screen import Screen
from tablee.cli.terminal_match import MatchLeft, TerminalMatch
from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.seat import Seat
from tablee.core.texts import Lang, catalogue

HEIGHT = 24


def seated(name: str, output: StringIO, lang: Lang = "en") -> TerminalMatch:
    """Anne and bots, with a terminal that writes into `output`."""
    game = tablee.game(name)
    console = Console(file=output, width=80, height=HEIGHT, force_terminal=True, highlight=False, emoji=False)
    players = [Player("Anne"), *(Player(f"Robot {number}", "plongeur") for number in range(1, game.players))]
    return TerminalMatch(Screen(catalogue("tablee.cli", lang), console), Match(game, players=players), "1")


@pytest.mark.parametrize("name", list(tablee.GAMES))
def test_the_newest_events_stay_in_sight(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    output, rng = StringIO(), Random(3)
    table = seated(name, output)
    news: list[str] = []
    tell_news = table._tell_news

    def tell_and_remember(seat: Seat) -> list[str]:
        news[:] = tell_news(seat)
        return news

    monkeypatch.setattr(table, "_tell_news", tell_and_remember)
    seen = 0

    def typed(_: str = "") -> str:
        nonlocal seen
        if seen == 3:
            raise EOFError
        match, anne = table.match, Seat(0)
        if catalogue("tablee.cli", "en")("match.confirm") in output.getvalue().splitlines()[-1]:
            return ""
        if news:
            tail = " ".join("\n".join(output.getvalue().splitlines()[1 - HEIGHT :]).split())
            assert " ".join(news[-1].split())[:60] in tail
            seen += 1
            news.clear()
        view = match.view(anne)
        return match.game.words.spell(match.game.random_action(match.game.determinize(view, rng), anne, rng), view)

    monkeypatch.setattr("builtins.input", typed)
    with pytest.raises(MatchLeft):
        table.play()
    assert seen


@pytest.mark.parametrize(
    ("lang", "typed", "said"), [("en", "hint", "chef would play"), ("fr", "conseil", "chef jouerait")]
)
def test_a_chef_is_asked_while_playing(lang: Lang, typed: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    output, lines = StringIO(), iter([typed])
    quick = Budget(iterations=20)
    monkeypatch.setattr(terminal_match, "advice", lambda game, view, rng: advice(game, view, rng, quick))
    monkeypatch.setattr("builtins.input", lambda _="": next(lines, None) or (_ for _ in ()).throw(EOFError))
    with pytest.raises(MatchLeft):
        seated(next(iter(tablee.GAMES)), output, lang).play()
    assert said in " ".join(output.getvalue().casefold().replace("\N{NO-BREAK SPACE}", " ").split())
