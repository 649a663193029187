"""The five levels: none cheats, none fails the table, and each is told of in both languages."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from math import exp
from random import Random
from typing import ClassVar, NamedTuple, Protocol

import pytest
from tests.repetitions import repetitions
from tests.toy_auction import ToyAuction
from tests.toy_nim import Take, ToyNim, ToyNimState

import tablee
from tablee.bots.bot import Budget
from tablee.bots.fallback import choose
from tablee.bots.heuristic import PlainHeuristic
from tablee.bots.level_bot import LevelBot
from tablee.bots.levels import BOTS, LEVELS, levels_below, with_temperament
from tablee.bots.temperament import TEMPERAMENTS
from tablee.core import registry
from tablee.core.game import Action, AnyGame, State, View
from tablee.core.heuristic import Meter, Ranked
from tablee.core.manifest import LevelTuning, Manifest
from tablee.core.registry import manifest_of
from tablee.core.seat import Seat
from tablee.core.texts import LANGS

every_game = pytest.mark.parametrize("name", sorted(tablee.GAMES))


def test_the_kitchen_has_five_levels() -> None:
    assert list(LEVELS) == ["plongeur", "commis", "cuisinier", "chef", "toque"]
    for level in LEVELS.values():
        assert level.budget.seconds <= level.limit
        assert level.patience >= 2 * level.limit
        for lang in LANGS:
            assert level.title(lang)
            assert level.about(lang).endswith(".")
    assert len({level.about(lang) for level in LEVELS.values() for lang in LANGS}) == 10


def test_old_records_name_bots_that_are_still_there() -> None:
    assert {"random", "greedy"} < set(BOTS)
    assert levels_below("greedy") == levels_below("whoever that was") == ("random",)


# No cheating


def other_table(match: tablee.Match, seat: Seat, rng: Random) -> State | None:
    """A state that differs from the true one only in what the seat cannot know; None if it knows everything."""
    view = match.view(seat)
    for _ in range(20):
        other: State = match.game.determinize(view, rng)
        if other != match.state:
            assert match.game.view(other, seat) == view
            return other
    return None


@every_game
@pytest.mark.parametrize("level", LEVELS)
def test_what_a_seat_cannot_know_changes_no_choice(name: str, level: str) -> None:
    rng = Random(3)
    game = tablee.game(name)
    match = tablee.Match(game, rng)
    # A little more than chef takes, so that what only toque looks at is looked at, too.
    budget = Budget(iterations=min(60, (manifest_of(game).level("chef").iterations or 60) + 3))
    compared = choices = 0
    while not match.over:
        # By day when a little has happened already, so that there is something to hide.
        is_looked_at = choices == 2 or choices < repetitions(3, 0) or choices % repetitions(6, 24) == 4
        for seat in match.actors() if is_looked_at else ():
            other = other_table(match, seat, rng)
            if other is not None:
                compared += 1
                views = game.view(match.state, seat), game.view(other, seat)
                chosen = [choose(level, game, view, Random(4), budget) for view in views]
                assert chosen[0] == chosen[1]
        seat = match.actors()[0]
        match.play(seat, game.random_action(match.state, seat, rng))
        choices += 1
    assert compared or not manifest_of(game).hidden


@every_game
@pytest.mark.parametrize("level", ["commis:bold", "toque:cautious"])
def test_nor_does_a_temperament_let_it_peek(name: str, level: str) -> None:
    test_what_a_seat_cannot_know_changes_no_choice(name, level)


# How they choose


class MisereNim(ToyNim):
    """Whoever takes the last match loses."""

    def winners(self, state: ToyNimState) -> tuple[Seat, ...]:
        return () if state.heap else tuple(seat for seat in self.seats if not self.scores(state)[seat])


class Opinion(NamedTuple):
    """What a judge thinks of a choice."""

    value: float
    weight: float = 0.0
    boldness: float = 0.0


class OpinionatedHeuristic(PlainHeuristic):
    opinions: ClassVar[Mapping[Action, Opinion]] = {}
    iterations: ClassVar[list[int]] = []

    def judge(self, view: View, rng: Random, meter: Meter) -> list[Ranked]:
        done = 0
        while meter.next_iteration():
            done += 1
        self.iterations.append(done)
        return [Ranked(action, each.value, each.weight) for action, each in self.opinions.items()]

    def style(self, state: State, seat: Seat, action: Action) -> dict[str, float]:
        return {"bold": self.opinions[action].boldness}


class Judged(Protocol):
    def __call__(self, game: AnyGame, opinions: Mapping[Action, Opinion], **levels: LevelTuning) -> None: ...


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Judged:
    """Lets a game judge its choices like this."""

    def judge(game: AnyGame, opinions: Mapping[Action, Opinion], **levels: LevelTuning) -> None:
        monkeypatch.setattr(OpinionatedHeuristic, "opinions", opinions)
        monkeypatch.setattr(OpinionatedHeuristic, "iterations", [])
        manifest = Manifest(type(game), hidden=False, bot=OpinionatedHeuristic, levels=levels)
        monkeypatch.setitem(registry.manifests(), game.name, manifest)

    return judge


def made(bot: LevelBot, game: AnyGame, times: int = 400) -> Counter[Action]:
    """How often it makes each choice."""
    view = game.view(game.start(), Seat(0))
    return Counter(bot.choose(game, view, Random(seed), Budget(iterations=1)) for seed in range(times))


def test_the_more_a_choice_costs_the_rarer_it_is(judged: Judged) -> None:
    game = ToyNim()
    judged(game, {Take(1): Opinion(0.6, 1.0), Take(2): Opinion(0.5), Take(3): Opinion(0.35)})
    often = made(LevelBot(temperature=0.1), game)
    assert often[Take(1)] / often[Take(2)] == pytest.approx(exp(1), rel=0.3)
    assert 0 < often[Take(3)] < often[Take(2)]
    assert set(made(LevelBot(temperature=0.1, cap=0.2), game)) == {Take(1), Take(2)}
    assert set(made(LevelBot(), game)) == {Take(1)}


def test_nobody_gives_away_most_of_what_little_there_is(judged: Judged) -> None:
    game = ToyNim()
    judged(game, {Take(1): Opinion(0.1, 1.0), Take(2): Opinion(0.06), Take(3): Opinion(0.0)})
    assert set(made(LevelBot(temperature=0.3, cap=0.4), game)) == {Take(1), Take(2)}


def test_nobody_passes_by_a_sure_win(judged: Judged) -> None:
    game = ToyNim()
    judged(game, {Take(1): Opinion(1.0, 1.0), Take(2): Opinion(0.98), Take(3): Opinion(0.97)})
    assert set(made(LevelBot(temperature=0.3), game)) == {Take(1)}


@pytest.mark.parametrize("temperature", [0.0, 0.3])
def test_nobody_loses_at_once_where_there_is_another_way(judged: Judged, temperature: float) -> None:
    opinions: dict[Action, Opinion] = {Take(2): Opinion(0.5, 1.0), Take(1): Opinion(0.5)}
    saved, lost = MisereNim(heap=2), MisereNim(heap=1)
    judged(saved, opinions)
    assert set(made(LevelBot(temperature=temperature), saved)) == {Take(1)}
    judged(lost, {Take(1): Opinion(0.5, 1.0)})
    assert set(made(LevelBot(temperature=temperature), lost)) == {Take(1)}


def test_where_others_choose_at_once_what_good_players_mix_is_made_more_often(judged: Judged) -> None:
    game = ToyAuction()
    one, two, three = game.legal(game.start(), Seat(0))[:3]
    judged(game, {one: Opinion(0.5, 0.75), two: Opinion(0.5, 0.25), three: Opinion(0.5)})
    often = made(LevelBot(temperature=0.1), game)
    assert often[one] > often[two] > often[three] > 0
    best = made(LevelBot(), game)
    assert best[one] / best[two] == pytest.approx(3, rel=0.3)
    assert set(best) == {one, two}


def test_a_temperament_shows_where_choices_are_worth_about_the_same(judged: Judged) -> None:
    in_turn, auction = ToyNim(), ToyAuction()
    judged(in_turn, {Take(1): Opinion(0.52, 1.0), Take(2): Opinion(0.5, 0.0, 1.0), Take(3): Opinion(0.4, 0.0, 1.0)})
    assert set(made(LevelBot(temperament="bold"), in_turn)) == {Take(2)}
    assert set(made(LevelBot(temperament="greedy"), in_turn)) == {Take(1)}
    assert set(made(LevelBot(temperament="cautious"), in_turn)) == {Take(1)}
    judged(in_turn, {Take(1): Opinion(0.52, 1.0, 0.5), Take(2): Opinion(0.9), Take(3): Opinion(0.4, 0.0, 1.0)})
    assert set(made(LevelBot(temperament="bold"), in_turn)) == {Take(1)}  # the others are noise
    judged(in_turn, {Take(1): Opinion(0.52, 1.0), Take(2): Opinion(0.5, 0.0, 1.0), Take(3): Opinion(0.4, 0.0, 1.0)})
    often = {name: made(LevelBot(temperature=0.1, temperament=name), in_turn)[Take(2)] for name in TEMPERAMENTS}
    assert often["bold"] > often["greedy"] > often["cautious"]
    safe, risky, never = auction.legal(auction.start(), Seat(0))[:3]
    judged(auction, {safe: Opinion(0.5, 0.5), risky: Opinion(0.5, 0.5, 1.0), never: Opinion(0.5, 0.0, 1.0)})
    bold, cautious = (made(LevelBot(temperament=name), auction) for name in ("bold", "cautious"))
    assert bold[risky] > bold[safe] > 0
    assert cautious[safe] > cautious[risky] > 0
    assert never not in bold


def test_a_game_without_styles_is_played_the_same_by_all_temperaments() -> None:
    game = ToyNim(heap=30)
    assert made(LevelBot(temperament="bold"), game, 5) == made(LevelBot(), game, 5)


def test_a_game_may_tune_a_level(judged: Judged) -> None:
    game = ToyNim()
    opinions: dict[Action, Opinion] = {Take(1): Opinion(0.5, 1.0), Take(2): Opinion(0.45)}
    bot = LevelBot("commis", iterations=3, temperature=0.1, cap=0.2)
    view = game.view(game.start(), Seat(0))
    judged(game, opinions)
    bot.choose(game, view, Random(1), Budget(60.0))
    assert OpinionatedHeuristic.iterations == [3]
    judged(game, opinions, commis=LevelTuning(iterations=5, cap=0.01))
    bot.choose(game, view, Random(1), Budget(60.0))
    assert OpinionatedHeuristic.iterations == [5]
    assert set(made(bot, game)) == {Take(1)}
    judged(game, opinions, commis=LevelTuning(temperature=0.0))
    assert set(made(bot, game)) == {Take(1)}
    judged(game, opinions, chef=LevelTuning(temperature=0.0))
    assert set(made(bot, game)) == {Take(1), Take(2)}


def test_who_always_takes_the_best_does_so_in_every_game(judged: Judged) -> None:
    """`greedy` in old records is a cuisinier that never misjudges."""
    game = ToyNim()
    opinions: dict[Action, Opinion] = {Take(1): Opinion(0.5, 1.0), Take(2): Opinion(0.45)}
    judged(game, opinions, cuisinier=LevelTuning(temperature=0.3))
    bot = BOTS["greedy"].bot
    assert isinstance(bot, LevelBot)
    assert set(made(bot, game)) == {Take(1)}


class ShortSightedHeuristic(OpinionatedHeuristic):
    """Sees as many choices as its sight allows, the worst first."""

    def judge_within(self, view: View, rng: Random, meter: Meter, sight: int) -> list[Ranked]:
        return self.judge(view, rng, meter)[-1 - sight :]


def test_a_level_may_see_less_where_the_game_can(judged: Judged, monkeypatch: pytest.MonkeyPatch) -> None:
    game, bot = ToyNim(), LevelBot("commis", iterations=3)
    opinions: dict[Action, Opinion] = {
        Take(1): Opinion(0.5, 1.0),
        Take(2): Opinion(0.4, 1.0),
        Take(3): Opinion(0.3, 1.0),
    }
    few = LevelTuning(sight=0, temperature=0.01)
    judged(game, opinions, commis=few)
    assert set(made(replace(bot, temperature=0.1), game)) == {Take(1)}  # this game cannot
    manifest = Manifest(
        ToyNim, hidden=False, bot=ShortSightedHeuristic, levels={"commis": few, "cuisinier": LevelTuning()}
    )
    monkeypatch.setitem(registry.manifests(), game.name, manifest)
    assert set(made(replace(bot, temperature=0.1), game)) == {Take(3)}
    assert set(made(replace(bot, temperature=0.01, level="cuisinier"), game)) == {Take(1)}
    assert BOTS["commis"].plain(game)["tuning"]["sight"] == 0


@every_game
def test_lower_levels_stop_by_iterations_before_time_is_up(name: str) -> None:
    for level in ("plongeur", "commis", "cuisinier"):
        bot = LEVELS[level].bot
        assert isinstance(bot, LevelBot)
        assert bot.tuning(tablee.game(name)).iterations


# Temperaments


def test_every_level_from_commis_up_comes_in_every_temperament() -> None:
    assert set(TEMPERAMENTS) == {"cautious", "greedy", "bold"}
    assert not any(name.startswith("plongeur:") for name in BOTS)
    for level in list(LEVELS)[1:]:
        for name, temperament in TEMPERAMENTS.items():
            tempered = BOTS[with_temperament(level, name)]
            assert (tempered.base, tempered.temperament) == (level, temperament)
            assert isinstance(tempered.bot, LevelBot)
            assert tempered.bot.temperament == name
            assert levels_below(tempered.name) == levels_below(level)
            for lang in LANGS:
                assert tempered.title(lang) == f"{LEVELS[level].title(lang)}, {temperament.title(lang)}"
                assert tempered.about(lang).endswith(f" {temperament.about(lang)}")
    assert BOTS["chef"].temperament is None
    assert BOTS["chef:bold"].plain(ToyNim())["temperament"]["bold"] > 0
    assert BOTS["random"].plain(ToyNim())["bot"] == "RandomBot"
