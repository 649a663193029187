"""A tournament as it stands, read from its rows."""

from collections.abc import Sequence
from dataclasses import dataclass

from tablee.server.refusals import Refused
from tablee.server.store.tournaments import TournamentPlayer, TournamentSetup, TournamentStore
from tablee.tournament import Tournament


@dataclass(frozen=True)
class RunningTournament:
    """A tournament as it stands, with all that the house knows of it."""

    setup: TournamentSetup
    players: Sequence[TournamentPlayer]
    state: Tournament
    rows: int
    round_began: float | None
    """When the round that is played began."""

    @property
    def due(self) -> float | None:
        """Until when players may come to their tables."""
        return None if self.round_began is None else self.round_began + self.setup.settings.arrival_seconds

    @property
    def organiser(self) -> str | None:
        """The guest who organises it: whoever announced it; once they were forgotten, the first player who is still
        known and was not taken out."""
        known = (player.guest for player in self.players if player.guest and player.number not in self.state.taken_out)
        return self.setup.organiser or next(known, None)

    def player_of(self, guest: str | None) -> int | None:
        """The number under which a guest plays: the first, if they joined on two devices."""
        numbers = (player.number for player in self.players if guest is not None and player.guest == guest)
        return next(numbers, None)


async def load(store: TournamentStore, tournament: str) -> RunningTournament:
    """A tournament as it stands; raises `Refused` if there is none. Withdrawn numbers count as not here."""
    setup = await store.setup(tournament)
    if setup is None:
        raise Refused("no_such_tournament", status=404)
    rows = await store.rows(tournament)
    state = Tournament(setup.settings.rules, (row for row, _ in rows))
    players = await store.players(tournament)
    for number in _withdrawn_numbers(players):
        state.players[number] = False
    began = [at for row, at in rows if row.kind == "round"]
    return RunningTournament(setup, players, state, len(rows), began[-1] if began else None)


def _withdrawn_numbers(players: Sequence[TournamentPlayer]) -> list[int]:
    """The numbers no longer played: the guest was forgotten, or has an earlier number."""
    numbers: dict[str | None, int] = {}
    for player in players:
        numbers.setdefault(player.guest, player.number)
    return [player.number for player in players if player.guest is None or numbers[player.guest] != player.number]
