"""Golden replays: whole matches kept as files, so that any change of a rule or of a word shows as a difference.

A game keeps them in `tests/games/<game>/golden/`, two files a match: `NAME.json`, the record, and `NAME.txt`, the
playthrough: all that each seat and a spectator read while it is played. A test asks the fixture `golden` (in
tests/games/conftest.py) to check one:

    MATCHES = {
        "over_at_once": lambda: scripted(Nim(heap=1), [(0, Take(1))]),
        "three_players": lambda: at_random(Nim(players=3), seed=1),
    }

    @pytest.mark.parametrize("name", MATCHES)
    def test_golden_replay(golden: Golden, name: str) -> None:
        match = golden(FOLDER / f"{name}.json", MATCHES[name])   # the match, replayed from its file
        assert match.over

The maker of a match runs only for `pytest tests/games/<game> --regenerate-golden`, which writes the files anew; then
read the difference, line by line, before you commit it. So a maker may draw at random: the file holds what was drawn.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol

from tablee.core import record as records
from tablee.core.game import Action, Game
from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.seat import Seat
from tablee.core.texts import Lang

NAMES = ("Anne", "Bernard", "Claire", "David", "Emma")


class Golden(Protocol):
    """The fixture `golden`: `check_golden`, told whether to regenerate."""

    def __call__(self, path: Path, make: Callable[[], Match], *, langs: Sequence[Lang] = ("en",)) -> Match: ...


def check_golden(
    path: Path, make: Callable[[], Match], *, langs: Sequence[Lang] = ("en",), regenerate: bool = False
) -> Match:
    """The match in the file `path`, replayed: it must give the same record and the playthrough beside it.

    The playthrough is in each of `langs`; a long match may do without (`langs=()`).
    """
    beside = path.with_suffix(".txt")
    if regenerate:
        record = make().record()
        path.parent.mkdir(exist_ok=True)
        path.write_text(records.dumps(record), encoding="utf-8")
        if langs:
            beside.write_text(playthrough(record, langs), encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    match = Match.replay(text)
    assert records.dumps(match.record()) == text
    assert beside.exists() == bool(langs)
    if langs:
        assert beside.read_text(encoding="utf-8") == playthrough(match.record(), langs)
    return match


def scripted(game: Game[Any, Any, Any], entries: Iterable[tuple[int, Action]]) -> Match:
    """A match played as written; chance, too, is written (seat `CHANCE`)."""
    match = Match(game, players=_players(game))
    for seat, action in entries:
        match.play(Seat(seat), action)
    return match


def at_random(game: Game[Any, Any, Any], seed: int) -> Match:
    """A match played at random to its end."""
    rng = Random(seed)
    match = Match(game, rng, players=_players(game))
    while not match.over:
        seat = match.actors()[0]
        match.play(seat, game.random_action(match.state, seat, rng))
    return match


def playthrough(record: dict[str, Any], langs: Sequence[Lang] = ("en",)) -> str:
    """All that each seat and a spectator read of a match, one reader after the other, in each language."""
    readers = [*(Seat(number) for number in range(len(record["seats"]))), None]
    lines = [line for lang in langs for reader in readers for line in _read_by(reader, record, lang)]
    return "\n".join(lines) + "\n"


def _read_by(reader: Seat | None, record: dict[str, Any], lang: Lang) -> Iterator[str]:
    """The view at the start, before each choice of the reader and at the end, and between them what happens."""
    names = [player["name"] for player in record["seats"]]
    yield f"##### {'a spectator' if reader is None else names[reader]} ({lang}) #####"
    shown = None
    for match in Match.steps(record):
        words = match.game.words
        for event in match.log[-1].events if match.log else ():
            seen = event.seen_by(reader)
            said = "" if seen is None else words.event(seen, names, lang)
            yield from (f"| {line}" for line in said.splitlines())
        view = match.view(reader)
        asked = reader in match.actors()
        if shown is None or match.over or (asked and view != shown):
            shown = view
            yield from ["", *words.view(view, names, lang).splitlines()]
            yield from [f"({len(match.legal(reader))} choices)"] if asked and reader is not None else []
            yield ""


def _players(game: Game[Any, Any, Any]) -> list[Player]:
    return [Player(name) for name in NAMES[: game.players]]
