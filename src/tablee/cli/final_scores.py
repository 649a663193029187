"""The score table at the end of a match."""

from collections.abc import Sequence

from rich.table import Table

from tablee.cli.screen import Screen, cell
from tablee.core.match import Match


def show_final_scores(screen: Screen, match: Match, names: Sequence[str]) -> None:
    """The score table, winners first, and who has won."""
    say, scores, winners = screen.say, match.scores(), match.winners()
    table = Table(title=cell(say("result.title"), "bold"), title_justify="left", header_style="bold")
    table.add_column("")
    table.add_column(cell(say("result.player")))
    table.add_column(cell(say("result.score")), justify="right")
    for seat in sorted(match.game.seats, key=lambda seat: (seat not in winners, -scores[seat])):
        won = seat in winners
        table.add_row("★" if won else "", cell(names[seat], "bold" if won else ""), str(scores[seat]))
    screen.put(table)
    who = say.listed(names[seat] for seat in winners)
    screen.tell(say("result.winners", who=who, count=len(winners)) if winners else say("result.nobody"), "bold green")
    screen.blank()
