"""`tablee blunders`: the choices of levels, judged."""

import json
from collections.abc import Iterator

import pytest
from tests.cli.conftest import Run

from tablee.bots.blunders import JudgedPosition
from tablee.cli import blunders

ASK = (
    "blunders",
    "toy_auction",
    "--bots",
    "plongeur,chef:bold",
    "--games",
    "2",
    "-o",
    "rounds=1",
    "--iterations",
    "30",
)


@pytest.fixture
def _judged(monkeypatch: pytest.MonkeyPatch) -> None:
    decision = JudgedPosition({"plongeur": 0.3, "chef:bold": 0.0}, {"plongeur": 1.0, "chef:bold": 20.0}, ())

    def judged_positions(*_: object) -> Iterator[list[JudgedPosition]]:
        yield [decision, JudgedPosition({"plongeur": 0.1, "chef:bold": 0.0}, decision.thinking, ())]
        yield []

    monkeypatch.setattr(blunders, "judged_positions", judged_positions)


@pytest.mark.usefixtures("_judged")
def test_figures_in_words(run: Run) -> None:
    english, french = run(*ASK), run(*ASK, lang="fr")
    assert (english.status, french.status) == (0, 0)
    assert "Toy auction, 3 players: what choices cost" in english.said
    assert "2 positions, each judged by 30 iterations, seed 0." in english.said
    assert "Over 20.0%" in english.said
    assert "plongeur 20.0% 0.4–39.6% 50.0% 30.0% 1.0 1.0" in english.said
    assert "ce que coûtent les choix" in french.said
    assert "plongeur 20,0 %" in french.said


def test_figures_as_data(run: Run) -> None:
    report = json.loads(run(*ASK, "--players", "2", "--json").out)
    assert (report["game"], report["iterations"], report["options"]["players"]) == ("toy_auction", 30, 2)
    assert set(report["levels"]) == {"plongeur", "chef:bold"}
    assert 0 <= report["levels"]["chef:bold"]["mean_cost"] <= 1


def test_a_review_that_is_stopped_tells_what_it_has(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Iterator[list[JudgedPosition]]:
        yield [JudgedPosition({"plongeur": 0.3, "chef:bold": 0.0}, {"plongeur": 1.0, "chef:bold": 20.0}, ())]
        raise KeyboardInterrupt

    monkeypatch.setattr(blunders, "judged_positions", interrupted)
    ran = run(*ASK)
    assert ran.status == 130
    assert "1 positions" in ran.said
    assert "–" in ran.said
    assert "Stopped after 1 of 2 matches." in ran.said
