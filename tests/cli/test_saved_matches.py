"""Matches saved, loaded and left in the terminal."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from tablee.cli.errors import unwritable
from tablee.core.match import Match
from tablee.core.record import Player, dumps, sealed

SOLO = ("play", "toy_auction", "--yes", "--players", "2", "--seed", "1", "--name", "Anne")


def saved_match(path: str = "kept.json") -> Match:
    return Match.replay(Path(path).read_bytes())


def test_save_and_go_on_playing(run: Run) -> None:
    ran = run(*SOLO, typed="save one.json\n5 4+1\nsauver deux.json\nsave\nquit\nn")
    assert ran.said.count("Saved. To go on:") == 3
    assert len(saved_match("one.json").log) == 1
    assert len(saved_match("deux.json").log) == 3  # and `save` alone wrote to it again
    assert list(Path().glob("toy_auction-*")) == []
    assert "Not saved." in ran.said


@pytest.mark.parametrize("word", ["quit", "quitter", "exit"])
def test_leaving_offers_to_save(run: Run, word: str) -> None:
    ran = run(*SOLO, typed=f"5 4+1\n{word}\n")
    assert "Save the match before leaving?" in ran.said
    assert ran.said.endswith("Not saved.")  # there was no answer
    ran = run(*SOLO, typed=f"5 4+1\n{word}\n\n")
    (path,) = Path().glob("toy_auction-????-??-??.tablee.json")
    assert f"tablee play --load {path}" in ran.said
    assert ran.status == 0


def test_what_cannot_be_written_is_asked_again(run: Run) -> None:
    Path("old.json").write_text("precious")
    ran = run(*SOLO, typed="quit\nno/where.json\n.\nold.json\nn\nnew file.json")
    assert "there is no folder no." in ran.said
    assert ". is a folder, not a file." in ran.said
    assert "old.json exists. Replace it?" in ran.said
    assert Path("old.json").read_text() == "precious"
    assert "tablee play --load 'new file.json'" in ran.said
    assert [path.name for path in sorted(Path().iterdir())] == ["new file.json", "old.json"]


def test_a_file_may_be_replaced(run: Run) -> None:
    Path("old.json").write_text("precious")
    run(*SOLO, typed="quit\nold.json\ny")
    assert len(saved_match("old.json").log) == 1


def test_a_file_to_keep_the_match_in_is_not_overwritten_unasked(run: Run) -> None:
    Path("kept.json").write_text("precious")
    ran = run(*SOLO, "--save", "kept.json")
    assert (ran.status, Path("kept.json").read_text()) == (2, "precious")
    assert "kept.json exists already and is left as it is." in ran.said
    ran = run("play", "toy_auction", "--save", "kept.json", typed="\n\n\n\n\n\nn")
    assert (ran.status, Path("kept.json").read_text()) == (2, "precious")
    run("play", "toy_auction", "--save", "kept.json", typed="\n\n\n\n\n\ny\n")
    assert len(saved_match().log) == 2


@pytest.mark.parametrize(
    ("problem", "complaint"),
    [(PermissionError(), "x.json may not be written."), (OSError(), "x.json cannot be written.")],
)
def test_a_disk_that_will_not_write(
    run: Run, monkeypatch: pytest.MonkeyPatch, problem: OSError, complaint: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr("tablee.cli.record_files.os.replace", refuse)
    assert complaint in run(*SOLO, typed="quit\nx.json").said
    assert list(Path().iterdir()) == []


def test_a_disk_that_fills_up_does_not_end_the_match(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = iter([True])

    def full_after_the_first(match: Match, path: Path) -> None:
        if path.name == "kept.json" and not next(saves, False):
            raise unwritable(path, OSError())

    monkeypatch.setattr("tablee.cli.record_files.save", full_after_the_first)
    ran = run(*SOLO, "--save", "kept.json", typed="5 4+1\nquit\nelsewhere.json")
    assert ran.said.count("kept.json cannot be written.") == 3
    assert ran.said.endswith("Saved. To go on: tablee play --load elsewhere.json")
    assert ran.status == 0


@pytest.mark.parametrize(
    ("problem", "complaint"),
    [(PermissionError(), "x.json may not be read."), (OSError(), "x.json cannot be read.")],
)
def test_a_disk_that_will_not_read(run: Run, monkeypatch: pytest.MonkeyPatch, problem: OSError, complaint: str) -> None:
    def refuse(_: Path) -> bytes:
        raise problem

    monkeypatch.setattr(Path, "read_bytes", refuse)
    ran = run("play", "--load", "x.json")
    assert (ran.status, complaint in ran.said) == (2, True)


def test_loading_restores_people_bots_and_table(run: Run) -> None:
    run(*SOLO, typed="5 4+1\n7 3\nquit\nleft.json")
    left = saved_match("left.json")
    ran = run("play", "--load", "left.json", "--seed", "1", typed="quit\n\n")
    assert f"The match in left.json goes on after {len(left.log)} entries." in ran.said
    assert "Anne (you)" in ran.out
    assert "Saved." in ran.out  # in the same file, without asking to replace it
    again = saved_match("left.json")
    assert again.state == left.state
    assert again.players == left.players == (Player("Anne"), Player("Tartine", "cuisinier:cautious"))


def test_a_match_that_is_over_cannot_go_on(run: Run) -> None:
    run("play", "toy_auction", "--yes", "--humans", "0", "-o", "rounds=1", "--save", "over.json")
    ran = run("play", "--load", "over.json")
    assert ran.status == 0
    assert "The match in over.json is over. To see it: tablee replay over.json" in ran.said
    assert "Result" in ran.out


def test_a_match_with_a_bot_nobody_knows(run: Run) -> None:
    run(*SOLO, typed="quit\nleft.json")
    content = json.loads(Path("left.json").read_text())
    del content["format"], content["checksum"]
    content["seats"][1]["bot"] = "clever"
    Path("left.json").write_text(dumps(sealed(content)))
    ran = run("play", "--load", "left.json")
    assert ran.status == 2
    assert "a bot of the kind “clever”, which is not known here. Known: plongeur, commis," in ran.said


def test_names_from_a_file_cannot_play_tricks(run: Run) -> None:
    run(*SOLO, typed="quit\nleft.json")
    content = json.loads(Path("left.json").read_text())
    del content["format"], content["checksum"]
    content["seats"] = [{"name": "\x1b[2J[red]Anne\n[/]\\" + "e" * 99}, {"name": "\x07", "bot": "random"}]
    Path("left.json").write_text(dumps(sealed(content)))
    ran = run("play", "--load", "left.json", typed="log")
    assert ran.status == 0
    assert "\x1b" not in ran.out
    assert "(2J(red)Anne (/)\\eee" in ran.out


@pytest.mark.parametrize("break_it", [lambda text: text.replace("Anne", "Emma"), lambda text: text[:99], lambda _: ""])
def test_a_broken_file_is_refused(run: Run, break_it: Callable[[str], str]) -> None:
    run(*SOLO, typed="5 4+1\nquit\nleft.json")
    Path("left.json").write_text(break_it(Path("left.json").read_text()))
    for command in (("play", "--load"), ("replay",)):
        ran = run(*command, "left.json", lang="fr")
        assert ran.status == 2
        assert ran.err.startswith("Erreur\N{NO-BREAK SPACE}: ")
        assert "Traceback" not in ran.said
