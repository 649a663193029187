"""`tablee simulate`: what it reports."""

import json
import re
from collections.abc import Generator
from typing import Any

import pytest
from tests.cli.conftest import CommandResult, Run
from tests.toy_auction import ToyAuction

import tablee
from tablee.bots.levels import LEVELS
from tablee.bots.simulation import batches
from tablee.cli.game_options import player_numbers
from tablee.core.texts import LANGS, Lang

ASK = ("simulate", "toy_auction", "--games", "60", "--players", "2", "--seed", "5", "-o", "rounds=2")


def figures(ran: CommandResult) -> dict[str, Any]:
    """The report without what the clock says."""
    report: dict[str, Any] = json.loads(ran.out)
    assert report.pop("seconds") > 0
    assert report.pop("decisions_per_second") > 0
    return report


def test_the_report_as_json(run: Run) -> None:
    ran = run(*ASK, "--json")
    report = figures(ran)
    assert (ran.status, ran.err) == (0, "")
    assert (report["game"], report["seed"], report["asked"], report["games"]) == ("toy_auction", 5, 60, 60)
    assert report["options"]["players"] == 2
    assert sum(seat["win_share"] for seat in report["seats"]) == pytest.approx(1)
    for seat in report["seats"]:
        low, high = seat["win_interval"]
        assert low < seat["win_share"] < high
        low, high = seat["score"]["interval"]
        assert seat["score"]["min"] <= low < seat["score"]["mean"] < high <= seat["score"]["max"]
        assert seat["score"]["sd"] > 0
    advantage = report["first_seat_advantage"]
    assert advantage["share"] == pytest.approx(report["seats"][0]["win_share"] - 0.5)
    assert advantage["interval"][0] < advantage["share"] < advantage["interval"][1]
    lots = report["tallies"]["lots"]
    assert sum(lot["count"] for lot in lots.values()) == 2 * 2 * 60
    assert sum(lot["share"] for lot in lots.values()) == pytest.approx(1)
    assert report["length"]["min"] <= report["length"]["mean"] <= report["length"]["max"]


def test_the_report_is_the_same_whatever_the_number_of_workers(run: Run) -> None:
    alone = figures(run(*ASK, "--json"))
    assert figures(run(*ASK, "--json", "--workers", "2")) == alone
    assert figures(run(*ASK, "--json", "--seed", "6")) != alone


def test_the_report_in_words(run: Run) -> None:
    english, french = run(*ASK), run(*ASK, lang="fr")
    for said in (
        "Toy auction: 60 random matches",
        "· Players: 2 · Rounds: 2",
        "First-seat advantage:",
        "Shared wins:",
        "won by one player",
        "decisions in",
    ):
        assert said in english.said
    for said in (
        "Enchère jouet : 60 parties au hasard",
        "Avantage de la première place :",
        "Victoires partagées :",
        "emportés par un joueur",
        "choix en",
    ):
        assert said in french.said
    assert "%" in french.out
    assert "Without a winner" not in english.said
    for ran in (english, french):
        assert ran.status == 0
        assert max(map(len, ran.out.splitlines())) <= 80


def test_words_and_json_agree(run: Run) -> None:
    report = figures(run(*ASK, "--json"))
    said = run(*ASK).said
    for seat in report["seats"]:
        assert f"{seat['win_share']:.1%}" in said
        assert f"{seat['score']['mean']:.2f}" in said
        assert f"{seat['score']['sd']:.2f}" in said


def test_one_match_has_no_spread(run: Run) -> None:
    ran = run("simulate", "toy_auction", "--games", "1")
    assert ran.status == 0
    assert " – " in ran.said


def test_matches_without_a_winner_are_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ToyAuction, "winners", lambda *_: ())
    assert "Without a winner: 60 (100.0%)" in run(*ASK).said


@pytest.mark.parametrize("as_json", [(), ("--json",)])
def test_an_engine_that_loses_something_is_shouted_at(
    run: Run, monkeypatch: pytest.MonkeyPatch, as_json: tuple[str, ...]
) -> None:
    monkeypatch.setattr(ToyAuction, "conserved", lambda _, state: {"rounds": state.round})
    ran = run(*ASK, *as_json)
    assert (ran.status, ran.out) == (1, "")
    assert "toy_auction IS BROKEN: not everything was conserved (rounds). Match 0 of seed 5" in ran.said


def test_an_engine_that_never_ends_is_shouted_at(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ToyAuction, "longest", 3)
    ran = run(*ASK, lang="fr")
    assert ran.status == 1
    assert "toy_auction EST EN PANNE : une partie a dépassé la plus longue possible, 3 coups." in ran.said


@pytest.mark.parametrize("parts", [0, 2])
def test_an_interrupt_reports_what_is_done(run: Run, monkeypatch: pytest.MonkeyPatch, parts: int) -> None:
    def interrupted(*words: Any, **more: Any) -> Generator[Any, None, None]:
        for number, part in enumerate(batches(*words, **more)):
            if number == parts:
                raise KeyboardInterrupt
            yield part

    monkeypatch.setattr("tablee.cli.simulate.batches", interrupted)
    ran = run(*ASK)
    assert ran.status == 130
    assert ran.said.endswith(f"Stopped after {25 * parts} of 60 matches.")
    assert ("First-seat advantage" in ran.said) == bool(parts)


def test_levels_sit_where_they_are_told(run: Run) -> None:
    words = ("simulate", "toy_auction", "--games", "3", "--bots", "plongeur,commis,chef", "--iterations", "1")
    report = figures(run(*words, "--json"))
    assert (report["bots"], report["iterations"]) == (["plongeur", "commis", "chef"], 1)
    assert figures(run(*words, "--json", "--workers", "2")) == report
    assert "Toy auction: 3 matches between levels" in run(*words).said
    assert "2 commis" in run(*words).said


def test_levels_go_by_their_titles_too(run: Run) -> None:
    words = ("simulate", "toy_auction", "--games", "1", "--bots", "Dishwasher, KITCHEN  hand,Cuisinier", "--json")
    for lang in LANGS:
        assert figures(run(*words, lang=lang))["bots"] == ["plongeur", "commis", "cuisinier"]


@pytest.mark.parametrize(
    ("lang", "complaint"),
    [("en", "all play at random: add --bots with levels"), ("fr", "au hasard : ajoutez --bots avec des niveaux")],
)
def test_iterations_are_for_levels(run: Run, lang: Lang, complaint: str) -> None:
    ran = run("simulate", "toy_auction", "--games", "1", "--iterations", "5", lang=lang)
    assert (ran.status, ran.out) == (2, "")
    assert complaint in ran.said
    assert "tablee simulate --help" in ran.said


def test_one_level_for_all_seats_or_one_for_each(run: Run) -> None:
    assert (
        figures(run("simulate", "toy_auction", "--players", "2", "--games", "1", "--bots", "plongeur", "--json"))[
            "bots"
        ]
        == ["plongeur"] * 2
    )
    ran = run("simulate", "toy_auction", "--players", "2", "--bots", "plongeur,commis,chef")
    assert (ran.status, "one level for all 2 seats or one for each, not 3." in ran.said) == (2, True)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", list(tablee.GAMES))
def test_every_figure_fits_eighty_columns(run: Run, name: str, lang: Lang) -> None:
    """With as many players as there can be: no figure is cut off or broken over two lines."""
    high = player_numbers(tablee.GAMES[name])[1]
    ran = run("simulate", name, "--games", "3", "--players", str(high), "--bots", "random", lang=lang)
    assert ran.status == 0
    assert "…" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    rows = [line for line in ran.out.splitlines() if " random " in line]
    assert len(rows) == high
    spare = max(map(len, LEVELS)) - len("random")  # other levels have longer names
    assert max(len(line.rstrip()) for line in rows) <= 80 - spare
    assert all(len(re.findall(r"[0-9]", line)) > 8 for line in rows)
    texts = tablee.GAMES[name].words.texts(lang)
    assert texts("options.players.name") in ran.said
