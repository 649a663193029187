"""A change of the rules strands nobody: records of earlier versions replay, and matches end by their own rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

import pytest
from tests.core.toy import Leave, Take, Toy, ToyState

import tablee
from tablee.core import registry
from tablee.core.chance import from_generator
from tablee.core.errors import BadOption, BadRecord, UnknownRules
from tablee.core.game import Action, Event
from tablee.core.manifest import Manifest
from tablee.core.options import integer
from tablee.core.record import checksum, dumps
from tablee.core.registry import by_current_rules, game_of_version
from tablee.core.seat import Seat


@dataclass(frozen=True)
class NewToy(Toy):
    """Version 8: what is taken counts double, and an option was added."""

    rules_version: ClassVar = 8
    bonus: int = integer(3, 0, 9)

    def apply(self, state: ToyState, seat: Seat, action: Action, events: bool = True) -> Sequence[Event]:
        if isinstance(action, Take):
            state.points[seat] += (state.roll or 0) + self.bonus
        return super().apply(state, seat, action, events)


@dataclass(frozen=True)
class OldToy(NewToy):
    """Version 7, written as what was different then: a take counted once, and there was no bonus."""

    rules_version: ClassVar = 7
    added_options: ClassVar = frozenset({"bonus"})
    bonus: int = integer(0, 0, 9)

    def apply(self, state: ToyState, seat: Seat, action: Action, events: bool = True) -> Sequence[Event]:
        return Toy.apply(self, state, seat, action, events)


def played(rules: Toy) -> tablee.Match:
    match = tablee.Match(rules, Random(1))
    while not match.over:
        match.play(match.actors()[0], Take())
    return match


@pytest.fixture
def old_record(monkeypatch: pytest.MonkeyPatch) -> str:
    """A record of version 7, in a house that has gone on to version 8."""
    record = dumps(played(Toy(players=3)).record())
    monkeypatch.setitem(registry.manifests(), "toy", Manifest(NewToy, earlier={7: OldToy}))
    return record


def test_a_record_of_an_earlier_version_replays_by_its_own_rules(old_record: str) -> None:
    match = tablee.Match.replay(old_record)
    assert isinstance(match.game, OldToy)
    assert match.scores() == played(Toy(players=3)).scores() != played(NewToy(players=3)).scores()
    assert dumps(match.record()) == old_record


def test_it_can_be_played_on_by_its_own_rules(old_record: str) -> None:
    start = tablee.Match.replay(old_record).at(2)
    start.chance(from_generator(Random(2)))
    start.play(start.actors()[0], Leave())
    assert start.record()["rules_version"] == 7


def test_new_matches_follow_the_rules_of_now(old_record: str) -> None:
    assert tablee.game("toy").rules_version == 8
    old = tablee.Match.replay(old_record).game
    assert by_current_rules(old) == NewToy(players=3)


def test_an_earlier_version_has_only_the_options_of_its_time(old_record: str) -> None:
    assert "bonus" not in game_of_version("toy", {}, 7).options()
    with pytest.raises(BadOption) as caught:
        game_of_version("toy", {"bonus": 1}, 7)
    assert str(caught.value).endswith("Its options are: players, sides, loaded, marks, mood.")


@pytest.mark.usefixtures("old_record")
@pytest.mark.parametrize("version", [6, 9, "7", None, True, 7.0])
def test_a_version_the_house_does_not_have_is_refused(version: object) -> None:
    with pytest.raises(UnknownRules) as caught:
        game_of_version("toy", {}, version)
    assert str(caught.value) == f"toy has no version {version} of its rules here. There are: 7, 8."


@pytest.mark.usefixtures("old_record")
def test_a_record_of_a_version_the_house_does_not_have_says_which_it_has() -> None:
    record = played(Toy()).record()
    with pytest.raises(BadRecord) as caught:
        tablee.Match.replay(resealed(record, rules_version=3))
    assert "made with version 3 of the rules of toy; this house has: 7, 8" in str(caught.value)


def resealed(record: dict[str, object], **changed: object) -> dict[str, object]:
    content = {**record, **changed}
    return {**content, "checksum": checksum(content)}
