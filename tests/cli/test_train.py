"""`tablee train`: a bot learns, its weights are kept, and what came of it is told and drawn."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.cli.conftest import Run
from tests.toy_auction import ToyAuction
from tests.toy_learner import ToyLearner

from tablee.bots.training import training as training_module
from tablee.core import registry
from tablee.core.manifest import Manifest

ASK = (
    *("train", "toy_auction", "--rounds", "1", "--matches", "8", "--contest", "4", "--epochs", "1"),
    *("--workers", "1"),
)


@pytest.fixture
def _with_a_learner(monkeypatch: pytest.MonkeyPatch) -> None:
    learns = Manifest(ToyAuction, at_once=True, learner=ToyLearner)
    monkeypatch.setitem(registry.manifests(), ToyAuction.name, learns)


def without_times(told: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(told)
    for one in report["results"]:
        one.pop("seconds")
    return report


@pytest.mark.usefixtures("_with_a_learner")
def test_a_training_in_words(run: Run) -> None:
    english = run(*ASK, "--file", "weights.npz", "--svg", "curves.svg")
    french = run(*ASK, "--file", "weights.npz", lang="fr")
    assert (english.status, french.status) == (0, 0)
    for said in ("Toy auction, 3 players: the training", "Positions", "33.3%", "The weights are in weights.npz"):
        assert said in english.said
    for said in ("Enchère jouet, 3 joueurs : l’entraînement", "Positions", "Les poids sont dans weights.npz"):
        assert said in french.said
    assert Path("curves.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.usefixtures("_with_a_learner")
def test_the_same_seed_gives_the_same_weights(run: Run) -> None:
    first = run(*ASK, "--json", "--file", "first.npz")
    again = run(*ASK, "--json", "--file", "again.npz")
    assert without_times(first.out) == without_times(again.out)
    assert Path("first.npz").read_bytes() == Path("again.npz").read_bytes()
    assert without_times(first.out)["results"][0]["games"] == 4


@pytest.mark.usefixtures("_with_a_learner")
def test_it_goes_on_from_weights(run: Run) -> None:
    run(*ASK, "--file", "first.npz")
    assert run(*ASK, "--from", "first.npz", "--file", "second.npz").status == 0
    with np.load("first.npz") as first, np.load("second.npz") as second:
        assert any(not np.array_equal(first[name], second[name]) for name in first.files)


@pytest.mark.usefixtures("_with_a_learner")
def test_what_cannot_be_done_is_said(run: Run) -> None:
    Path("text.npz").write_text("no weights", encoding="utf-8")
    for more, said in (
        (("--from", "nowhere.npz", "--file", "w.npz"), "nowhere.npz"),
        (("--from", "text.npz", "--file", "w.npz"), "does not hold weights"),
        (("--file", "nowhere/w.npz"), "there is no folder"),
    ):
        refused = run(*ASK, *more)
        assert refused.status == 2
        assert said in refused.said


@pytest.mark.usefixtures("_with_a_learner")
def test_a_training_that_is_stopped_tells_what_it_has(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: Any) -> Iterator[Any]:
        yield next(original(*given))
        raise KeyboardInterrupt

    original = training_module.training
    monkeypatch.setattr(training_module, "training", interrupted)
    stopped = run(*ASK[:3], "2", *ASK[4:], "--file", "weights.npz")
    assert stopped.status == 130
    assert "Stopped after 1 of 2 rounds" in stopped.said
    assert Path("weights.npz").is_file()


def test_a_bot_without_a_learner_cannot_learn(run: Run) -> None:
    nothing = run(*ASK)
    assert nothing.status == 2
    assert "nothing to learn with" in nothing.said
