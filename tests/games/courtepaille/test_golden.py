"""Golden replays: one for every way a match can end, and for every option. How they work: tests/golden.py.

Those of version 1 of the rules stay as they are, in a folder of their own.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.golden import NAMES, Golden

from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.seat import CHANCE
from tablee.core.texts import Lang
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.actions import Choose, Draw, Move, Remove
from tablee.games.courtepaille.pieces import COCOS, Character, Ending, Step
from tablee.games.courtepaille.rules import CourtePaille, CourtePailleOne
from tablee.games.courtepaille.state import CourtePailleState

FOLDER = Path(__file__).parent / "golden"
FOLDER_1 = FOLDER / "version_1"
ENGLISH: Sequence[Lang] = ("en",)
FRENCH: Sequence[Lang] = ("fr",)
BOTH: Sequence[Lang] = ("fr", "en")
RECORD_ONLY: Sequence[Lang] = ()

Taste = Callable[[CourtePailleState, Move], float]
"""How much an action is disliked."""


def played(game: CourtePaille, seed: int, *tastes: Taste) -> Match:
    """A match in which all, chance too, follow these tastes, the first before the second, and else play at random."""
    rng = Random(seed)
    match = Match(game, players=[Player(name) for name in NAMES[: game.players]])
    while not match.over:
        seat = rng.choice(match.actors())
        state: Any = match.state
        choices = list(game.odds(state)) if seat == CHANCE else list(match.legal(seat))
        for taste in tastes:
            least = min(taste(state, action) for action in choices)
            choices = [action for action in choices if taste(state, action) == least]
        match.play(seat, rng.choice(choices))
    return match


def cocos_in_hands(state: CourtePailleState, action: Move) -> float:
    """Two in each hand as far as they go, and none elsewhere."""
    coco = isinstance(action, Draw) and action.bit & COCOS
    return not coco if state.step is Step.DEAL and state.owed % 5 in (0, 4) else bool(coco)


def plays_cocos(state: CourtePailleState, action: Move) -> float:
    return not (isinstance(action, Choose) and action.bit & COCOS)


def removes_what_lies_face_down(state: CourtePailleState, action: Move) -> float:
    return not (isinstance(action, Remove) and action.day > len(state.open_days))


Maker = tuple[Callable[[], Match], Sequence[Lang]]

MATCHES: dict[str, Maker] = {
    "week_over": (lambda: played(CourtePaille(players=2), 12), BOTH),
    "nothing_face_down": (
        lambda: played(CourtePaille(players=3), 1, cocos_in_hands, plays_cocos, removes_what_lies_face_down),
        RECORD_ONLY,
    ),
    "one_player": (lambda: played(CourtePaille(players=2, advanced=True), 60), FRENCH),
    "one_character": (lambda: played(CourtePaille(players=3, advanced=True), 55), ENGLISH),
    "nobody": (lambda: played(CourtePaille(players=2, advanced=True), 99), RECORD_ONLY),
    "default": (lambda: played(CourtePaille(), 5), RECORD_ONLY),
    "players_4": (lambda: played(CourtePaille(players=4), 6), RECORD_ONLY),
    "players_5": (lambda: played(CourtePaille(players=5), 7, plays_cocos), RECORD_ONLY),
    "coco_always_counts": (lambda: played(CourtePaille(players=2, coco_needs_match=False), 16), RECORD_ONLY),
    "announce_all": (lambda: played(CourtePaille(players=3, advanced=True, announce_all=True), 86), BOTH),
    "everything_else": (
        lambda: played(CourtePaille(players=5, advanced=True, coco_needs_match=False), 10, plays_cocos),
        RECORD_ONLY,
    ),
}

VERSION_1: dict[str, Maker] = {
    "week_over": (lambda: played(CourtePailleOne(players=2), 12), BOTH),
    "nothing_face_down": (
        lambda: played(CourtePailleOne(players=3), 1, cocos_in_hands, plays_cocos, removes_what_lies_face_down),
        ENGLISH,
    ),
    "one_player": (lambda: played(CourtePailleOne(players=2, advanced=True), 12), FRENCH),
    "one_character": (lambda: played(CourtePailleOne(players=3, advanced=True), 9), ENGLISH),
    "nobody": (lambda: played(CourtePailleOne(players=2, advanced=True), 99), ENGLISH),
    "default": (lambda: played(CourtePailleOne(), 5), RECORD_ONLY),
    "players_4": (lambda: played(CourtePailleOne(players=4), 6), RECORD_ONLY),
    "players_5": (lambda: played(CourtePailleOne(players=5), 7, plays_cocos), ENGLISH),
    "coco_always_counts": (lambda: played(CourtePailleOne(players=2, coco_needs_match=False), 16), ENGLISH),
    "announce_all": (lambda: played(CourtePailleOne(players=4, advanced=True, announce_all=True), 9), RECORD_ONLY),
    "everything_else": (
        lambda: played(CourtePailleOne(players=5, advanced=True, coco_needs_match=False), 10, plays_cocos),
        RECORD_ONLY,
    ),
}


@pytest.mark.slow_under_coverage
@pytest.mark.rule("CP-10", "CP-19", "CP-21", "CP-27", "CP-28")
@pytest.mark.parametrize("name", MATCHES)
@pytest.mark.slow_under_coverage
def test_golden_replay(golden: Golden, name: str) -> None:
    make, langs = MATCHES[name]
    assert golden(FOLDER / f"{name}.json", make, langs=langs).over


@pytest.mark.slow_under_coverage
@pytest.mark.parametrize("name", VERSION_1)
def test_golden_replay_of_version_1(golden: Golden, name: str) -> None:
    make, langs = VERSION_1[name]
    match = golden(FOLDER_1 / f"{name}.json", make, langs=langs)
    assert match.over
    assert match.game.rules_version == 1


@pytest.mark.parametrize(("folder", "matches"), [(FOLDER, MATCHES), (FOLDER_1, VERSION_1)])
def test_every_file_is_of_a_replay(folder: Path, matches: dict[str, Maker]) -> None:
    expected = {f"{name}.json" for name in matches} | {f"{name}.txt" for name in matches if matches[name][1]}
    assert {file.name for file in folder.iterdir() if file.is_file()} == expected


def replayed(name: str, folder: Path = FOLDER) -> Match:
    return Match.replay((folder / f"{name}.json").read_text(encoding="utf-8"))


def told(match: Match) -> list[Any]:
    return [event for entry in match.log for event in entry.events]


@pytest.mark.rule("CP-10", "CP-27")
@pytest.mark.parametrize("ending", list(Ending))
def test_there_is_a_replay_for_every_ending(ending: Ending) -> None:
    match = replayed(ending.value)
    assert match.view(None).ending is ending
    assert match.game.tally(match.state)[f"ended.{ending}"] == 1


@pytest.mark.rule("CP-20")
def test_one_is_decided_by_a_tie_break() -> None:
    match = replayed("week_over")
    assert any(isinstance(event, e.TieCounted) for event in told(match))
    assert match.game.tally(match.state)["decided.by_tie_break"] == 1


@pytest.mark.rule("CP-19")
def test_cocos_that_always_count_change_who_wins() -> None:
    match = replayed("coco_always_counts")
    other = Match(CourtePaille(players=2))
    for entry in match.log:
        other.play(entry.seat, entry.action)
    assert match.winners() != other.winners()


@pytest.mark.rule("CP-21", "CP-28")
def test_with_announce_all_nobody_keeps_quiet() -> None:
    announced = [event for event in told(replayed("announce_all")) if isinstance(event, e.Announced)]
    assert announced
    assert all(event.points is not None for event in announced)
    quiet = [event for event in told(replayed("one_character")) if isinstance(event, e.Announced)]
    assert any(event.points is None for event in quiet)


@pytest.mark.rule("CP-22", "CP-28")
def test_equals_and_what_the_winner_shows_are_not_as_in_version_1() -> None:
    old = told(replayed("announce_all", FOLDER_1))
    assert any(isinstance(event, e.Tied) for event in told(replayed("one_character", FOLDER_1)))
    match = replayed("announce_all")
    assert not any(isinstance(event, e.Tied) for event in told(match))
    assert not any(shown_without_need(told(match)))
    assert any(shown_without_need(old))
    counts = [[event.points or 0 for event in part] for part in announcements(told(match))]
    assert any(points.count(max(points)) > 1 for points in counts)


def announcements(events: list[Any]) -> list[list[e.Announced]]:
    """By part."""
    parts: list[list[e.Announced]] = []
    for event in events:
        if isinstance(event, e.WeekCounted):
            parts.append([])
        elif isinstance(event, e.Announced):
            parts[-1].append(event)
    return parts


def shown_without_need(events: list[Any]) -> list[set[Character]]:
    """By part: the characters of which its winner showed cards, but for those who are eaten and Coco."""
    eaten: tuple[Character, ...] = ()
    shown = []
    for before, event in pairwise(events):
        if isinstance(before, e.WeekCounted):
            eaten = before.eaten
        if isinstance(before, e.PartWon):
            shown.append({card.character for card in event.cards} - {Character.COCO, *eaten})
    return shown


@pytest.mark.rule("CP-26")
def test_somebody_goes_out() -> None:
    match = replayed("one_character")
    out = [event.seat for event in told(match) if isinstance(event, e.WentOut)]
    assert out
    assert match.view(None).seats == tuple(seat for seat in match.game.seats if seat not in out)
