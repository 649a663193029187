"""The arena: who sits where, what is kept, and what the results say."""

import json
from dataclasses import replace
from math import inf
from multiprocessing import active_children
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from tests.toy_auction import ToyAuction
from tests.toy_nim import ToyNim
from tests.toys import register_toys

import tablee
from tablee.bots import fallback
from tablee.bots.advice import advice
from tablee.bots.arena.arena import Arena, MatchResult, TableKind, matches, play_match
from tablee.bots.arena.ladder import Ladder, Pair, Rating
from tablee.bots.arena.ladder_chart import ladder_chart
from tablee.bots.arena.results_file import OtherArena, ResultsFile
from tablee.bots.bot import Budget
from tablee.bots.judgement import judgement
from tablee.bots.level_bot import LevelBot
from tablee.bots.levels import BOTS
from tablee.core import registry
from tablee.core.manifest import LevelTuning
from tablee.core.seat import Seat


def arena(*bots: str, players: int = 3, tables: TableKind = TableKind.PAIRS, **more: Any) -> Arena:
    return Arena(ToyAuction(players=players), bots, tables, **more)


def result(number: int, seats: str, *winners: int, **thinking: list[float]) -> MatchResult:
    return MatchResult(number, tuple(seats.split()), winners, (0,) * len(seats.split()), thinking)


# Who sits where


def test_one_of_the_stronger_sits_among_the_weaker_and_seats_rotate() -> None:
    contest = arena("a", "b", "c")
    assert contest.lineups == (("b", "a", "a"), ("c", "a", "a"), ("c", "b", "b"))
    assert [contest.seating(number) for number in (0, 3, 6, 9)] == [
        ("b", "a", "a"),
        ("a", "b", "a"),
        ("a", "a", "b"),
        ("b", "a", "a"),
    ]
    assert contest.seating(1) == ("c", "a", "a")


def test_neighbours_only_or_mixed_tables() -> None:
    assert arena("a", "b", "c", tables=TableKind.NEIGHBOURS).lineups == (("b", "a", "a"), ("c", "b", "b"))
    assert arena("a", "b", tables=TableKind.MIXED).lineups == (("a", "b", "a"),)
    mixed = arena("a", "b", "c", "d", tables=TableKind.MIXED)
    assert mixed.lineups == (("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d"))
    assert mixed.seating(4) == ("c", "a", "b")


def test_each_has_its_own_time_unless_told_otherwise() -> None:
    contest = arena("commis", "chef")
    assert contest.budget("chef") == Budget(0.25)
    assert replace(contest, seconds=0.1).budget("chef") == Budget(0.1)
    assert replace(contest, iterations=5).budget("chef") == Budget(0.25, 5)


# Playing


def test_a_match_is_the_same_again_from_its_number() -> None:
    contest = arena("commis", "chef", iterations=5)
    first, again, other = play_match(contest, 1), play_match(contest, 1), play_match(contest, 2)
    assert replace(first, thinking={}) == replace(again, thinking={})
    assert first.seats != other.seats
    assert set(first.thinking) == {"commis", "chef"}
    assert first.winners
    assert sum(first.share(seat) for seat in range(3)) == pytest.approx(1)


def test_several_processes_play_the_same_matches() -> None:
    contest = arena("plongeur", "commis", iterations=4)
    alone = sorted((replace(one, thinking={}) for one in matches(contest, range(4))), key=lambda one: one.number)
    shared = sorted((replace(one, thinking={}) for one in matches(contest, range(4), 2)), key=lambda one: one.number)
    assert alone == shared


def test_whoever_has_heard_enough_does_not_wait_for_the_rest() -> None:
    contest = arena("plongeur", "commis", "chef", tables=TableKind.NEIGHBOURS, iterations=10**9)
    coming = matches(contest, range(4), 2)
    assert next(coming).seats.count("chef") == 0
    coming.close()
    assert active_children() == []


def test_choices_that_a_lower_level_had_to_make_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lost:
        def choose(self, *_: Any) -> Any:
            raise RuntimeError

    contest = arena("plongeur", "commis")
    sound = play_match(contest, 0)
    assert set(sound.replaced.values()) == {0}
    lost = replace(BOTS["commis"], bot=Lost())
    monkeypatch.setattr(fallback, "BOTS", MappingProxyType({**BOTS, "commis": lost}))
    broken = play_match(contest, 0)
    assert broken.replaced == {"commis": len(broken.thinking["commis"]), "plongeur": 0}
    assert Ladder(contest, {0: broken}).thinking()["commis"].replaced == broken.replaced["commis"]


# The file


def test_results_of_levels_as_they_were_before_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "results.jsonl"
    ResultsFile(arena("plongeur", "commis"), path).close()
    weaker = replace(BOTS["commis"], bot=LevelBot(temperature=0.9))
    monkeypatch.setattr("tablee.bots.arena.arena.BOTS", MappingProxyType({**BOTS, "commis": weaker}))
    with pytest.raises(OtherArena):
        ResultsFile(arena("plongeur", "commis"), path)


def test_only_what_changes_in_its_own_game_matters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, contest = tmp_path / "results.jsonl", arena("plongeur", "chef")
    register_toys(monkeypatch)
    ResultsFile(contest, path).close()
    for name, told in list(registry.manifests().items()):
        changed = replace(told, levels={"chef": LevelTuning(iterations=7)})
        monkeypatch.setitem(registry.manifests(), name, changed)
        if name != contest.game.name:
            ResultsFile(contest, path).close()
        else:
            with pytest.raises(OtherArena):
                ResultsFile(contest, path)
        monkeypatch.undo()
        register_toys(monkeypatch)
    usual = registry.manifest_of(contest.game)
    deeper = replace(usual, search=replace(usual.search, rollout_depth=usual.search.rollout_depth + 1))
    monkeypatch.setitem(registry.manifests(), contest.game.name, deeper)
    with pytest.raises(OtherArena):
        ResultsFile(contest, path)


def test_a_file_that_was_cut_off_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    contest, path = arena("plongeur", "commis", iterations=4), tmp_path / "results.jsonl"
    results = ResultsFile(contest, path)
    for one in matches(contest, range(4)):
        results.add(one)
    results.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    again = ResultsFile(contest, path)
    assert sorted(again.results) == [0, 1, 2]
    again.add(results.results[3])
    again.close()
    assert path.read_bytes() == whole
    assert Ladder(contest, again.results).plain() == Ladder(contest, results.results).plain()


def test_without_a_file_results_are_kept_in_mind() -> None:
    results = ResultsFile(arena("plongeur", "commis"))
    results.add(result(0, "commis plongeur plongeur", 0))
    results.close()
    assert list(results.results) == [0]


@pytest.mark.parametrize("text", [b"shopping list", b"[1]\n", b"{}\n", b'"half', b'{"arena": null}\n', b"\x89PNG\n"])
def test_a_file_of_something_else_is_left_alone(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(text)
    with pytest.raises(OtherArena):
        ResultsFile(arena("plongeur", "commis"), path)
    assert path.read_bytes() == text


def test_a_file_of_another_arena_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    ResultsFile(arena("plongeur", "commis"), path).close()
    with pytest.raises(OtherArena):
        ResultsFile(arena("plongeur", "commis", seed=1), path)


# What the results say


def test_one_against_the_rest_is_measured_by_its_even_share() -> None:
    contest = arena("a", "b")
    results = {
        0: result(0, "b a a", 0),
        1: result(1, "a b a", 1),
        2: result(2, "a a b", 0),
        3: result(3, "b a a", 0, 1),
    }
    (pair,) = Ladder(contest, results).pairs()
    assert (pair.stronger, pair.weaker, pair.games, pair.share) == ("b", "a", 4, 0.625)
    assert pair.even == 1 / 3
    assert pair.odds == pytest.approx(0.625 / 0.375 * 2)
    assert not pair.is_clear
    assert replace(pair, games=400).is_clear
    assert Pair("b", "a", 4, 1.0, 0.5).odds == inf


def test_pairs_that_have_not_met_are_not_told_of() -> None:
    contest = arena("a", "b", "c")
    assert [pair.stronger for pair in Ladder(contest, {0: result(0, "c b b", 1)}).pairs()] == ["c"]
    assert Ladder(replace(contest, tables=TableKind.MIXED), {}).pairs() == []


def test_at_mixed_tables_those_who_met_are_compared() -> None:
    contest = arena("a", "b", "c", tables=TableKind.MIXED)
    results = {0: result(0, "a b c", 2), 1: result(1, "c a b", 2), 2: result(2, "b c a", 0, 1), 3: result(3, "b c a")}
    pairs = {(pair.weaker, pair.stronger): pair.share for pair in Ladder(contest, results).pairs()}
    assert pairs == {("a", "b"): (0.5 + 1 + 1 + 0.5) / 4, ("a", "c"): 0.75 - 0.0, ("b", "c"): (1 + 0 + 0.5 + 0.5) / 4}


def test_only_those_who_sat_at_one_table_are_compared() -> None:
    contest = arena("a", "b", "c", "d", tables=TableKind.MIXED)
    pairs = Ladder(contest, {0: result(0, "a b c", 1), 1: result(1, "a b d", 1)}).pairs()
    assert {(pair.weaker, pair.stronger): pair.games for pair in pairs} == {
        ("a", "b"): 2,
        ("a", "c"): 1,
        ("a", "d"): 1,
        ("b", "c"): 1,
        ("b", "d"): 1,
    }


def test_who_wins_more_is_rated_higher_whatever_the_order_results_came_in() -> None:
    contest = arena("a", "b")
    results = {n: result(n, "b a a", 0 if n % 5 else 1, a=[1.0, 2.0], b=[9.0]) for n in range(60)}
    ladder = Ladder(contest, results)
    ratings = ladder.ratings()
    assert ratings["b"].mu > ratings["a"].mu
    assert ratings["b"].sigma < 25 / 3
    assert Ladder(contest, dict(reversed(results.items()))).ratings() == ratings
    thinking = ladder.thinking()
    assert (thinking["a"].choices, thinking["a"].median, thinking["a"].longest) == (120, 1.5, 2.0)
    assert thinking["b"].percentile_99 == 9.0


def test_bots_that_never_played_have_no_figures() -> None:
    ladder = Ladder(arena("a", "b", "c"), {0: result(0, "b a a", 0, a=[1.0], b=[])})
    assert set(ladder.ratings()) == {"a", "b"}
    assert set(ladder.thinking()) == {"a"}


def test_all_of_it_is_plain_data() -> None:
    played = result(0, "commis plongeur plongeur", 0, plongeur=[1.0], commis=[2.5])
    told = Ladder(arena("plongeur", "commis"), {0: played}).plain()
    assert json.loads(json.dumps(told)) == told
    assert told["pairs"][0]["odds"] is None
    assert told["thinking_ms"]["commis"]["longest"] == 2.5
    assert told["thinking_ms"]["commis"]["replaced"] == 0


def test_the_picture_has_the_strongest_on_top() -> None:
    svg = ET.fromstring(ladder_chart("A & B", "<axis>", {"weak": Rating(20, 1), "strong": Rating(30, 2)}))  # noqa: S314
    texts = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["A & B", "strong", "30.0 ± 2.0", "weak", "20.0 ± 1.0", "<axis>"]


# Advice


def test_a_chef_advises_what_may_be_done_the_best_first() -> None:
    game = ToyAuction(players=2)
    state = game.start()
    advised = advice(game, game.view(state, Seat(1)), Random(1), Budget(iterations=300))
    assert advised.together
    assert advised.iterations == 300
    assert len(advised.choices) >= 5
    assert [choice.weight for choice in advised.choices] == sorted((c.weight for c in advised.choices), reverse=True)
    assert all(choice.action in game.legal(state, Seat(1)) for choice in advised.choices)


@pytest.mark.parametrize("name", sorted(tablee.GAMES))
def test_advice_tells_how_often_a_chef_makes_each_choice(name: str) -> None:
    match = tablee.Match(tablee.game(name), Random(2))
    view = match.view(match.actors()[0])
    budget = Budget(iterations=min(60, registry.manifest_of(match.game).level("chef").iterations or 60))
    advised = advice(match.game, view, Random(1), budget, most=1)
    whole = judgement(match.game, view, Random(1), budget)
    assert advised.together == (len(match.actors()) > 1)
    made = [choice for choice in whole.choices if choice.weight]
    assert [choice for choice in advised.choices if choice.weight] == made
    assert sum(choice.weight for choice in advised.choices) == pytest.approx(1)


def test_where_there_is_one_thing_to_do_nothing_is_searched() -> None:
    game = ToyNim(heap=1)
    advised = advice(game, game.view(game.start(), Seat(0)), Random(1))
    assert (len(advised.choices), advised.iterations, advised.together) == (1, 0, False)
