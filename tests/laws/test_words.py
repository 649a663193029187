"""Laws of what is said: every game speaks both languages, and reads what it would have people type."""

import pickle
import re
import string
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.positions import choices, every_game, examples, games, positions, walk

import tablee
from tablee.core.errors import Unreadable
from tablee.core.seat import CHANCE
from tablee.core.texts import LANGS, You, catalogue

rngs = st.integers(0, 2**32 - 1).map(Random)
PACKAGES = [
    "tablee.core",
    "tablee.cli",
    "tablee.review",
    "tablee.server",
    *(kind.package for kind in tablee.GAMES.values()),
]
NAMES = ["Anne", "Bernard", "Claire", "Denis", "Émile", "Fanny"]


@every_game
@examples(30)
@given(data=st.data(), rng=rngs)
@pytest.mark.slow_under_coverage
def test_everything_can_be_said(name: str, data: Any, rng: Random) -> None:
    game = data.draw(games(name))
    names = NAMES[: game.players]
    for position in walk(game, rng):
        if len(position.steps) % 5 == 0:
            for reader in position.readers:
                view = game.view(position.state, reader)
                for lang in LANGS:
                    assert game.words.view(view, names, lang).strip()
                    assert game.words.board(view, names, lang).strip()
                    if reader in game.actors(position.state):
                        assert game.words.prompt(view, lang).strip()
    for step in position.steps:
        for lang in LANGS:
            assert step.seat == CHANCE or game.words.action(step.action, lang).strip()
            for event in step.events:
                for reader in position.readers:
                    addressed = [You(one) if seat == reader else one for seat, one in enumerate(names)]
                    seen = event.seen_by(reader)
                    told = "" if seen is None else game.words.event(seen, addressed, lang)
                    assert reader is None or names[reader] not in told, "nobody is told of himself by name"
                told = game.words.event(event, names, lang)
                assert not {"You", "you", "Vous", "vous"} & set(re.findall(r"\w+", told)), (
                    "who only reads is not addressed"
                )


@every_game
@examples(300)
@given(data=st.data(), rng=rngs)
def test_what_is_typed_is_what_is_meant(name: str, data: Any, rng: Random) -> None:
    position = data.draw(positions(name))
    game, state = position.game, position.state
    for seat in game.actors(state):
        if seat != CHANCE:
            view = game.view(state, seat)
            for action in choices(position, seat, rng):
                line = game.words.spell(action, view)
                assert game.words.parse(line, view) == action
                for lang in LANGS:
                    assert isinstance(game.words.preview(view, action, NAMES[: game.players], lang), str)


@every_game
@examples(450)
@given(data=st.data(), line=st.text(max_size=30))
@pytest.mark.slow_under_coverage
def test_nonsense_is_met_with_words(name: str, data: Any, line: str) -> None:
    """Any line is either read as an action or refused with a sentence; nothing else happens."""
    position = data.draw(positions(name))
    game, state = position.game, position.state
    for seat in game.actors(state):
        if seat != CHANCE:
            try:
                action = game.words.parse(line, game.view(state, seat))
            except Unreadable as error:
                for lang in LANGS:
                    error.say(lang)
                continue
            assert isinstance(action, game.action_types)
            game.refusal(state, seat, action)


@every_game
def test_a_game_says_what_it_is(name: str) -> None:
    kind = tablee.GAMES[name]
    for lang in LANGS:
        say = catalogue(kind.package, lang)
        for key in ("title", "tagline", "about", "credits"):
            assert say(key)


@every_game
@examples(75)
@given(data=st.data())
def test_every_option_is_explained(name: str, data: Any) -> None:
    game = data.draw(games(name))
    for lang in LANGS:
        say = game.words.texts(lang)
        for option, value in game.options().items():
            assert say(f"options.{option}.name")
            assert say(f"options.{option}.help")
            if isinstance(value, str):
                assert say(f"options.{option}.{value}")


@every_game
@examples(25)
@given(data=st.data(), rng=rngs)
def test_every_tally_has_a_name(name: str, data: Any, rng: Random) -> None:
    game = data.draw(games(name))
    *_, position = walk(game, rng)
    for lang in LANGS:
        say = game.words.texts(lang)
        for key in game.tally(position.state):
            group, case = key.split(".")
            assert say(f"tally.{group}")
            assert say(f"tally.{group}_{case}")


@every_game
def test_a_game_travels_to_another_process(name: str) -> None:
    game = tablee.game(name)
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301 - our own bytes
    action = game.random_action(game.start(), game.actors(game.start())[0], Random(1))
    assert pickle.loads(pickle.dumps(action)) == action  # noqa: S301 - our own bytes


def places(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_say_the_same_things(package: str) -> None:
    french, english = catalogue(package, "fr"), catalogue(package, "en")
    assert set(french) == set(english)
    for key in french:
        assert places(french.template(key)) == places(english.template(key)), key


@pytest.mark.parametrize("package", PACKAGES)
def test_texts_keep_the_typography_of_their_language(package: str) -> None:
    french, english = catalogue(package, "fr"), catalogue(package, "en")
    for key in french:
        shown = re.sub(r"\{[^}]*\}", "x", french.template(key))  # what stands in braces is not shown
        assert not re.search(r"(?<![\u00a0\u202f\s!?(])[;!?»](?!\w)|[^\u00a0\u202f][»]|«[^\u00a0\u202f]", shown), (
            f"{key} lacks a no-break space: {shown}"
        )
        assert not re.search(r"[^\u00a0\u202f\d]:(\s|$)", shown), f"{key} lacks a no-break space: {shown}"
        assert not re.search(r" [;:!?»]", shown), f"{key} has a space that can break: {shown}"
        assert "'" not in shown, f"{key} wants ’: {shown}"
        assert '"' not in shown, f"{key} wants « »: {shown}"
    for key in english:
        shown = re.sub(r"\{[^}]*\}", "x", english.template(key))
        assert '"' not in shown, f"{key} wants “ ”: {shown}"
        assert "«" not in shown, f"{key} wants “ ”: {shown}"


def test_no_french_word_would_lose_a_letter_before_a_name() -> None:
    """« de Ada » is wrong and « d’Zoé » as well: in the house a name stands where neither is needed."""
    root = Path(__file__).parents[2]
    files = [path for folder in ("src", "web/src") for path in (root / folder).rglob("fr.toml")]
    assert len(files) > 10
    for path in files:
        if "games" not in path.parts:
            found = re.search(
                r"(?i)\b(de|que|le|la|ne|se|jusque|lorsque) \{(name|names|by|to)\}", path.read_text("utf-8")
            )
            assert found is None, f"{path.name}: {found}"


@every_game
def test_a_replay_can_be_told_with_everything_revealed(name: str) -> None:
    rng = Random(1)
    match = tablee.Match(tablee.game(name), rng)
    game, names = match.game, NAMES[: match.game.players]
    while not match.over:
        seat = match.actors()[0]
        match.play(seat, game.random_action(match.state, seat, rng))
    for step in match.walk(max(0, len(match.log) - 20)):
        for reader in (*game.seats, None):
            seen = step.revealed(reader)
            assert isinstance(seen, game.view_type)
            assert seen.seat == reader
            assert game.words.view(seen, names, "en").strip()
    for entry in match.log:
        assert entry.seat == CHANCE or game.words.drawn_action(entry.action, "fr").strip()
