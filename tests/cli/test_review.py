"""`tablee review`: a match that was saved, looked at again."""

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.cli.conftest import Run
from tests.review.dice_match import ToyDice, dice_match
from tests.toy_auction import ToyAuction
from tests.toy_auction.pieces import Bid, Lot
from tests.toy_nim import Take, ToyNim

from tablee.cli.review_report import curve
from tablee.core import registry
from tablee.core.manifest import Manifest, ReviewTuning
from tablee.core.match import Match
from tablee.core.record import Player, dumps
from tablee.core.seat import Seat

QUICK = ReviewTuning(iterations=20, worlds=20, playouts=20)
Save = Callable[[Match], str]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.manifests(), ToyDice.name, Manifest(ToyDice, review=QUICK))
    monkeypatch.setitem(registry.manifests(), ToyAuction.name, Manifest(ToyAuction, review=QUICK))
    monkeypatch.setitem(registry.manifests(), ToyNim.name, Manifest(ToyNim, review=QUICK))


@pytest.fixture
def save(tmp_path: Path) -> Save:
    def save(match: Match) -> str:
        (tmp_path / "match.json").write_text(dumps(match.record()), encoding="utf-8")
        return "match.json"

    return save


def thrown_away() -> Match:
    return dice_match((6, False), (1, True), players=[Player("Anne"), Player("Zoé <b>")])


def auction() -> Match:
    match = Match(ToyAuction(players=2, rounds=1), players=[Player("Anne"), Player("Zoé")])
    match.play(Seat(0), Bid(Lot(max(Lot)), (5, 4), 1))
    match.play(Seat(1), Bid(Lot(min(Lot)), (1,)))
    return match


def test_in_words(run: Run, save: Save) -> None:
    english = run("review", save(thrown_away()))
    assert english.status == 0
    assert "Each choice: 20 iterations of the strongest level, 20 possible worlds." in english.said
    assert "1. Anne (entry 2) chose: leave. The strongest level: take. That cost" in english.said
    assert "Anne: leave → better: take; cost" in english.said
    assert "Zoé <b>: take → as the strongest level" in english.said
    assert re.search(r" 1 rolled → Anne [+−]", english.said)
    assert re.search(r"foresee \(entry 2\): Anne: leave. Anne [+−]", english.said)
    french = run("review", "match.json", lang="fr")
    assert "Anne (entrée 2) a choisi : leave. Le plus fort niveau : take." in french.said
    assert "Les plus grands coups du sort" in french.said


def test_the_parts_of_the_result_add_up(run: Run, save: Save) -> None:
    said = run("review", save(thrown_away())).out
    row = next(line for line in said.splitlines() if line.strip().startswith("Anne "))
    _, _, *parts = row.replace("−", "-").split()
    assert sum(map(float, parts[:-1])) == pytest.approx(float(parts[-1]), abs=0.3)


def test_as_data_twice_the_same(run: Run, save: Save) -> None:
    first, second = run("review", save(thrown_away()), "--json"), run("review", "match.json", "--json")
    assert first.out == second.out
    told = json.loads(first.out)
    assert (told["game"], told["settings"]["playouts"], told["turning_points"]) == ("toy_dice", 20, [1])
    deeper = json.loads(run("review", "match.json", "--json", "--depth", "2", "--seed", "5").out)
    assert (deeper["settings"]["playouts"], deeper["settings"]["seed"]) == (40, 5)


class Outline(HTMLParser):
    """The tags of a page, checked to be closed, and what it refers to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.refers: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.refers += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_as_a_page(run: Run, save: Save) -> None:
    english, french = (
        run("review", save(thrown_away()), "--html").out,
        run("review", "match.json", "--html", lang="fr").out,
    )
    assert '<html lang="en">' in english
    assert '<html lang="fr">' in french
    for page in (english, french):
        outline = Outline(page)
        assert outline.open == []
        assert outline.refers == []
        assert outline.tags.count("polyline") == 2
        assert "Zoé <b>" not in page
        assert "Zoé &lt;b&gt;" in page
        assert "prefers-color-scheme: dark" in page
        assert 'role="img" aria-labelledby="curve-title curve-about"' in page
        assert re.search(r'<desc id="curve-about">Anne', page)
        assert page.count("<caption>") == 1
        assert page.count('<circle class="mark"') == 1
        assert outline.tags.count("pre") == 1
        assert "<pre>[0] [&#x27;Anne&#x27;, &#x27;Zoé &lt;b&gt;&#x27;]</pre>" in page, (
            "the table before the turning point"
        )
        assert page.count('scope="row"') == page.count('<tr><th scope="row"')


def test_a_page_says_where_nothing_turned(run: Run, save: Save) -> None:
    match = dice_match((6, True), (6, True))
    page = run("review", save(match), "--html").out
    assert "<h2>Turning points</h2><p>None.</p>" in page
    assert "Turning points None." in run("review", "match.json").said


def test_hidden_choices_of_others_stay_hidden(run: Run, save: Save) -> None:
    own = run("review", save(auction()), "--seat", "2")
    assert "Anne: a hidden choice → " in own.said
    assert "better: " not in own.out.split("Anne: a hidden choice")[1].splitlines()[0]
    everybody = run("review", "match.json").said
    assert "a hidden choice" not in everybody
    assert (
        run("review", "match.json", "--seat", "2", "--revealed").said == run("review", "match.json", "--revealed").said
    )


def test_a_hidden_turning_point_is_told_by_its_cost(run: Run, save: Save) -> None:
    own = run("review", save(thrown_away()), "--seat", "2")
    assert "1. Anne (entry 2) made a choice that cost" in own.said
    assert re.search(r"Anne: leave → cost \d", own.said)


def test_what_nobody_could_see_is_not_told(run: Run, save: Save, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.core.toy.ToyWords.event", lambda *_: "")
    said = run("review", save(thrown_away())).said
    assert "A hidden draw. → Anne" in said
    assert re.search(r"Draw \(entry \d\): A hidden draw. Anne", said)


def test_one_without_a_choice_has_no_accuracy(run: Run, save: Save) -> None:
    match = Match(ToyNim(heap=4), players=[Player("Anne"), Player("Zoé")])
    match.play(Seat(0), Take(3))
    match.play(Seat(1), Take(1))
    said = run("review", save(match)).said
    assert re.search(r"Zoé – \d", said)
    assert "Zoé: 1 → there was no other choice" in said


def test_progress_is_shown(run: Run, save: Save, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = StringIO()
    console = Console(file=shown, force_terminal=True, width=80)
    monkeypatch.setattr("tablee.cli.review.Console", lambda **_: console)
    assert run("review", save(thrown_away()), "--json").status == 0
    assert "Reviewing" in shown.getvalue()
    assert "/7" in shown.getvalue()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("match.json", "--json", "--html"), "Only one of --json and --html can be chosen."),
        (("match.json", "--seat", "3"), "3"),
        (("none.json",), "none.json"),
        (("match.json", "--depth", "0"), "--depth"),
    ],
)
def test_what_is_refused(run: Run, save: Save, words: tuple[str, ...], sentence: str) -> None:
    save(thrown_away())
    ran = run("review", *words)
    assert (ran.status, ran.out) == (2, "")
    assert sentence in ran.said


def test_bad_files_are_refused(run: Run, save: Save, tmp_path: Path) -> None:
    begun = dice_match((6, False))
    assert "Only a match that is over can be reviewed." in run("review", save(begun)).said
    assert "n’a que 2 entrées" in run("review", "match.json", lang="fr").said
    (tmp_path / "bad.json").write_text("no", encoding="utf-8")
    assert run("review", "bad.json").status == 2
    text = (tmp_path / "match.json").read_text("utf-8").replace('"rules_version": 7', '"rules_version": 99')
    (tmp_path / "other.json").write_text(text, encoding="utf-8")
    assert run("review", "other.json").status == 2


def test_a_curve_is_never_longer_than_a_line() -> None:
    assert len(curve([0.5] * 500)) == 60
    assert curve([1.0]) == "█"
