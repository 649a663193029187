"""Texts: places, plurals of each language, phrases inside phrases."""

from pathlib import Path

import pytest

from tablee.core.texts import LANGS, Catalogue, Lang, Phrase, You, catalogue

TEXTS = {
    "cards": "{count} {count:card|cards}",
    "hello": "Hello, {name}!",
    "twice": "{name} and {name}",
    "width": "{number:>4}",
    "outer": "({inner})",
    "braces": "{{{name}}}",
    "addressed": "{name:You} {name:sells|sell} to {other:you}",
}


def test_places_are_filled() -> None:
    say = Catalogue("en", TEXTS)
    assert say("hello", name="Anne") == "Hello, Anne!"
    assert say("twice", name=3) == "3 and 3"
    assert say("width", number=7) == "   7"
    assert say("braces", name="x") == "{x}"
    assert say("hello", name="{name} {0}") == "Hello, {name} {0}!"


def test_the_reader_is_addressed() -> None:
    say = Catalogue("en", TEXTS)
    assert say("addressed", name="Anne", other="Bo") == "Anne sells to Bo"
    assert say("addressed", name=You("Anne"), other="Bo") == "You sell to Bo"
    assert say("addressed", name="Anne", other=You("Bo")) == "Anne sells to you"
    assert say("hello", name=You("Anne")) == "Hello, Anne!"


@pytest.mark.parametrize(("lang", "said"), [("en", "A, B and C"), ("fr", "A, B et C")])
def test_names_stand_in_a_row(lang: Lang, said: str) -> None:
    say = catalogue("tablee.core", lang)
    assert say.listed("ABC") == said
    assert say.listed(["A", "B"]) == said.replace("A, ", "").replace("B", "A").replace("C", "B")
    assert say.listed(["A"]) == "A"
    assert say.listed([]) == ""


SUBJECTS: list[tuple[Lang, list[str], str]] = [
    ("en", ["Anne", "Bo"], "Anne and Bo"),
    ("en", [You("Anne")], "You"),
    ("en", ["Bo", You("Anne"), "Cléo"], "You, Bo and Cléo"),
    ("fr", ["Anne", "Bo"], "Anne et Bo"),
    ("fr", [You("Anne")], "Vous"),
    ("fr", ["Bo", You("Anne"), "Cléo"], "Bo, Cléo et vous"),
]


@pytest.mark.parametrize(("lang", "names", "said"), SUBJECTS)
def test_the_reader_is_addressed_among_others(lang: Lang, names: list[str], said: str) -> None:
    subject = catalogue("tablee.core", lang).subject(names)
    assert subject == said
    assert isinstance(subject, You) is any(isinstance(name, You) for name in names)
    say = Catalogue(lang, {"end": "{who} {who:{count:wins|win}|WIN}"})
    assert say("end", who=subject, count=len(names)) == f"{said} {'WIN' if 'ou' in said else 'win'}"


PLURALS: list[tuple[Lang, int, str]] = [
    ("en", 0, "0 cards"),
    ("en", 1, "1 card"),
    ("en", -1, "-1 card"),
    ("en", 2, "2 cards"),
    ("fr", 0, "0 card"),
    ("fr", 1, "1 card"),
    ("fr", 2, "2 cards"),
    ("fr", -2, "-2 cards"),
]


@pytest.mark.parametrize(("lang", "count", "said"), PLURALS)
def test_each_language_has_its_plural(lang: Lang, count: int, said: str) -> None:
    assert Catalogue(lang, TEXTS)("cards", count=count) == said


def test_a_phrase_stands_inside_another() -> None:
    say = Catalogue("en", TEXTS)
    assert say("outer", inner=Phrase("cards", {"count": 2})) == "(2 cards)"
    assert say("outer", inner=Phrase("outer", {"inner": Phrase("hello", {"name": "x"})})) == "((Hello, x!))"


@pytest.mark.parametrize("lang", LANGS)
def test_a_phrase_of_another_package_is_said_in_the_same_language(lang: Lang) -> None:
    inner = Phrase("errors.no_cards", package="tests.toy_auction")
    said = Catalogue(lang, TEXTS)("outer", inner=inner)
    assert said == f"({catalogue('tests.toy_auction', lang)('errors.no_cards')})"


def test_a_catalogue_knows_its_texts() -> None:
    say = Catalogue("en", TEXTS)
    assert list(say) == list(TEXTS)
    assert "hello" in say
    assert "goodbye" not in say
    assert say.template("hello") == "Hello, {name}!"
    with pytest.raises(KeyError):
        say("goodbye")


def test_a_game_speaks_with_the_house_behind_it() -> None:
    house, game = catalogue("tablee.core", "en"), catalogue("tests.toy_auction", "en")
    assert game("errors.match_over") == house("errors.match_over")
    assert "errors.no_cards" in game
    assert "errors.no_cards" not in house
    assert catalogue("tests.toy_auction", "en") is game


def test_there_are_two_languages() -> None:
    assert LANGS == ("fr", "en")
    assert [catalogue("tablee.core", lang)("language") for lang in LANGS] == ["Français", "English"]


def test_a_package_that_lacks_a_language_is_shown_in_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that one game from elsewhere, half translated, does not keep the house from listing the others."""
    for package in ("english_only", "silent"):
        (tmp_path / package / "text").mkdir(parents=True)
        (tmp_path / package / "__init__.py").touch()
    (tmp_path / "english_only" / "text" / "en.toml").write_text('title = "Draughts"', encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert catalogue("english_only", "fr")("title") == "Draughts"
    assert "title" not in catalogue("silent", "fr")
