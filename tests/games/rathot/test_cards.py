"""RH-01 to RH-03: cards, colours, tokens."""

import tomllib
from collections import Counter
from pickle import dumps, loads

import pytest
from tests.games.rathot.scene import ANNE, BERNARD, NAMES, plague, points, scene

import tablee
from tablee.core.registry import manifest
from tablee.games.rathot.actions import Draw
from tablee.games.rathot.pieces import FACES, START, Deck, Face, cards_of, tokens
from tablee.games.rathot.rules import RatHot, RatHotOne

EVEN, UNEVEN, PLAGUE = Deck
DECKS = {deck: [[FACES[code].value for code in card] for card in cards_of(deck).faces] for deck in Deck}
EXCHANGE = str.maketrans("rg", "gr")


def squares(deck: Deck) -> Counter[str]:
    """How often each face is in a deck."""
    return Counter(shows for card in DECKS[deck] for shows in card)


@pytest.mark.rule("RH-01")
@pytest.mark.parametrize("deck", Deck)
def test_a_card_is_a_strip_of_three_squares_that_may_mix_the_colours(deck: Deck) -> None:
    cards = DECKS[deck]
    assert len(cards) == 42
    assert all(len(card) == 3 for card in (*cards, START))
    assert {shows for card in cards for shows in card} == {face.value for face in Face}
    assert any({"r", "g"} <= {shows[0] for shows in card} for card in cards)


@pytest.mark.rule("RH-02")
@pytest.mark.parametrize(("deck", "empty", "spices", "rats"), [(EVEN, 30, 10, 8), (PLAGUE, 26, 10, 10)])
def test_a_deck_of_pairs_favours_nobody(deck: Deck, empty: int, spices: int, rats: int) -> None:
    counted = squares(deck)
    assert counted.pop("--") == empty
    assert (counted.pop("r*"), counted.pop("g*")) == (rats, rats)
    assert (len(counted), set(counted.values())) == (8, {spices})
    for first, second in zip(DECKS[deck][::2], DECKS[deck][1::2], strict=True):
        assert [shows.translate(EXCHANGE) for shows in first] == second


@pytest.mark.rule("RH-02")
@pytest.mark.parametrize(("deck", "doubled"), [(EVEN, 0), (UNEVEN, 0), (PLAGUE, 4)])
def test_two_rats_of_one_colour_on_a_card_are_for_the_plague(deck: Deck, doubled: int) -> None:
    assert sum(max(card.count("r*"), card.count("g*")) > 1 for card in DECKS[deck]) == doubled


@pytest.mark.rule("RH-02")
def test_the_uneven_deck_has_one_red_rat_more() -> None:
    differ = [card for card in range(42) if DECKS[EVEN][card] != DECKS[UNEVEN][card]]
    assert differ == [17]
    assert DECKS[EVEN][17] == ["--", "g1", "--"]
    assert DECKS[UNEVEN][17] == ["r*", "g1", "--"]
    assert squares(UNEVEN)["r*"] == 9
    assert squares(UNEVEN)["g*"] == 8


@pytest.mark.rule("RH-02")
def test_even_is_what_is_played_unless_somebody_chooses() -> None:
    assert tablee.game("rathot").options()["deck"] == "even"
    assert [tablee.game("rathot", deck=deck).view_type.__name__ for deck in Deck] == ["RatHotView"] * 3
    for deck in Deck:
        game = RatHot(deck=deck)
        assert game.view(game.start(), None).deck is deck


@pytest.mark.rule("RH-02")
def test_the_first_version_of_the_rules_is_the_plague() -> None:
    game = RatHotOne()
    assert "deck" not in game.options()
    assert game.start() == plague().start()
    assert game.start() != RatHot().start()


@pytest.mark.rule("RH-02")
def test_cards_are_known_by_their_place_in_the_deck() -> None:
    assert [FACES[code].value for code in START] == ["r1", "--", "g1"]
    assert DECKS[EVEN][0] == ["r*", "r1", "g*"]
    assert DECKS[EVEN][8] == ["g3", "r*", "r2"]
    assert DECKS[EVEN][24] == ["r1", "--", "g4"]
    assert DECKS[EVEN][41] == ["g1", "r4", "--"]
    assert DECKS[PLAGUE][0] == ["r1", "--", "g4"]
    assert DECKS[PLAGUE][17] == ["g2", "--", "g2"]
    assert DECKS[PLAGUE][20] == ["g*", "g4", "g*"]
    assert DECKS[PLAGUE][41] == ["r2", "g*", "--"]
    for deck in (EVEN, PLAGUE):
        assert (
            len({tuple(card) for card in DECKS[deck]} | {tuple(card[::-1]) for card in DECKS[deck]})
            == {
                EVEN: 2 * 42 - 10,
                PLAGUE: 2 * 42 - 12,
            }[deck]
        )


@pytest.mark.rule("RH-02")
def test_a_game_speaks_of_the_cards_of_its_deck() -> None:
    said = [RatHot(deck=deck).words.action(Draw(17), "en") for deck in Deck]
    assert said == ["draw empty | bay | empty", "draw red rat | bay | empty", "draw cardamom | empty | cardamom"]
    game = loads(dumps(plague()))  # noqa: S301 - our own
    assert game.words.action(Draw(17), "en") == said[2]
    assert loads(dumps(game.start())) == game.start()  # noqa: S301


@pytest.mark.rule("RH-03")
def test_seat_0_plays_red_and_seat_1_green() -> None:
    match = scene("0 1 1 W", "31 0 -2 S", drawn=(24,))
    assert points(match.log[-1].events) == [(ANNE, "r1", 2, 1), (BERNARD, "g4", 2, 1)]
    assert match.scores() == (1, 1)


@pytest.mark.rule("RH-03")
def test_scores_are_shown_as_tokens_that_never_run_out() -> None:
    assert [tokens(score) for score in (0, 1, 2, 45, 101)] == [(0, 0), (0, 1), (1, 0), (22, 1), (50, 1)]
    match = scene("0 -1 -1 E", "22 -2 -1 E", drawn=(24,))
    assert "3 points (tokens: 1 × 2, 1 × 1)" in match.game.words.view(match.view(ANNE), NAMES, "en")


def test_a_release_that_knows_one_deck_is_given_the_one_that_is_played() -> None:
    given = manifest("rathot").data_for_releases_without["deck"](RatHot(deck=Deck.EVEN))
    deck = tomllib.loads(given["deck.toml"])
    assert [tuple(FACES.index(Face(square)) for square in card) for card in deck["cards"]] == list(
        cards_of(Deck.EVEN).faces
    )
    assert tuple(FACES.index(Face(square)) for square in deck["start"]) == START
