"""Hot-Dog in words: what is shown, what is said, what is typed."""

import pytest
from tests.games.hotdog.scene import ANNE, BERNARD, CLAIRE, DENIS, FIVE, NINE, SEVEN, bid, choose, play_round, scene

from tablee.core.errors import Unreadable
from tablee.core.game import Event
from tablee.core.texts import Lang
from tablee.games.hotdog import events as e
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.pieces import Announce, Ending
from tablee.games.hotdog.rules import HotDog

WORDS = HotDog.words
NAMES = ["Anne", "Bernard", "Claire"]
GAME = HotDog(players=3)
VIEW = GAME.view(GAME.start(), ANNE)
FOUR = HotDog(players=4).view(HotDog(players=4).start(), ANNE)


READ = [
    ("7 3+2 $1", bid(SEVEN, 3, 2, dollars=1)),
    ("7 3 2 1$", bid(SEVEN, 3, 2, dollars=1)),
    ("7 3,2 $ 1", bid(SEVEN, 3, 2, dollars=1)),
    ("7 3, 2 1 $", bid(SEVEN, 3, 2, dollars=1)),
    ("7 $1 2+3", bid(SEVEN, 3, 2, dollars=1)),
    ("  5\t4  ", bid(FIVE, 4)),
    ("5\u00a04\u00a02\u00a0$", bid(FIVE, 4, dollars=2)),
    ("5 4 + 1 $12", bid(FIVE, 4, 1, dollars=12)),
    ("5 1 !", bid(FIVE, 1, announce=True)),
    ("5 1!", bid(FIVE, 1, announce=True)),
    ("5 1 $1 LAST", bid(FIVE, 1, dollars=1, announce=True)),
    ("5 1 dernier", bid(FIVE, 1, announce=True)),
    ("5 9 0", bid(FIVE, 9, 0)),
    ("5 2, 1,", bid(FIVE, 2, 1)),
    ("5 3 2 $ 1", bid(FIVE, 3, 2, dollars=1)),
]


@pytest.mark.parametrize(("line", "meant"), READ)
def test_a_typed_bid_is_read(line: str, meant: Bid) -> None:
    assert WORDS.parse(line, VIEW) == meant


MISTYPED = [
    ("", "line_empty", "Type a table, then the cards; for example: 7 3+2 $1"),
    ("  \t ", "line_empty", "Type a table, then the cards; for example: 7 3+2 $1"),
    ("9 1", "line_table", "“9” is not a table. The tables are 5, 7."),
    ("x", "line_table", "“x” is not a table. The tables are 5, 7."),
    ("$1 5 3", "line_table", "“$1” is not a table. The tables are 5, 7."),
    ("9" * 5000 + " 1", "line_table", "is not a table."),
    ("7", "line_no_cards", "Which cards? Put them after the table; for example: 7 3+2 $1"),
    ("7 $2", "line_no_cards", "Which cards? Put them after the table; for example: 7 3+2 $1"),
    ("7 !", "line_no_cards", "Which cards? Put them after the table; for example: 7 3+2 $1"),
    ("7 10", "line_word", "“10” is neither a card (1 to 9) nor dollars ($2)."),
    ("7 three", "line_word", "“three” is neither a card (1 to 9) nor dollars ($2)."),
    ("7 3 $", "line_no_cards", "Which cards? Put them after the table; for example: 7 3+2 $1"),
    ("7 3+2 $x", "line_word", "“$x” is neither a card (1 to 9) nor dollars ($2)."),
    ("7 3 $" + "9" * 5000, "line_word", "is neither a card"),
    ("7 -1", "line_word", "“-1” is neither a card (1 to 9) nor dollars ($2)."),
    ("7 ³", "line_word", "“³” is neither a card (1 to 9) nor dollars ($2)."),
]


@pytest.mark.parametrize(("line", "code", "sentence"), MISTYPED)
def test_a_mistyped_bid_says_what_is_wrong(line: str, code: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as caught:
        WORDS.parse(line, VIEW)
    assert caught.value.code == code
    assert sentence in caught.value.say("en")
    assert caught.value.say("fr") != caught.value.say("en")


@pytest.mark.rule("HD-02")
def test_the_tables_that_can_be_typed_are_those_of_the_game() -> None:
    assert WORDS.parse("9 1", FOUR) == bid(NINE, 1)
    assert "(5, 7, 9)" in WORDS.prompt(FOUR, "en")
    assert "(5, 7)" in WORDS.prompt(VIEW, "fr")


def test_a_bid_is_spelled_as_it_is_typed() -> None:
    assert WORDS.spell(bid(SEVEN, 3, 2, dollars=1), VIEW) == "7 3+2 $1"
    assert WORDS.spell(bid(FIVE, 4), VIEW) == "5 4"
    assert WORDS.spell(bid(FIVE, 1, 2, announce=True), VIEW) == "5 2+1 !"
    for announce in Announce:
        game = HotDog(players=4, hotdog_values=(1, 1, 2, 9), announce=announce)
        view = game.view(game.start(), ANNE)
        for chosen in game.legal(game.start(), ANNE):
            assert WORDS.parse(WORDS.spell(chosen, view), view) == chosen


@pytest.mark.rule("HD-20")
def test_who_must_announce_himself_is_told_how() -> None:
    manual = HotDog(players=3, announce=Announce.MANUAL)
    view = manual.view(manual.start(), ANNE)
    assert WORDS.prompt(view, "en").endswith("Add “!” to announce your last hot-dog.")
    assert "!" not in WORDS.prompt(VIEW, "en")


BIDS: list[tuple[Bid, Lang, str]] = [
    (bid(FIVE, 4, 1, dollars=2), "en", "table 5, 4+1 with 2 dollars (price 3)"),
    (bid(FIVE, 1, dollars=1), "en", "table 5, 1 with 1 dollar (price 0)"),
    (bid(FIVE, 4, 1), "en", "table 5, 4+1 (price 5)"),
    (bid(SEVEN, 2, announce=True), "en", "table 7, 2 (price 2), “last hot-dog!”"),
    (bid(FIVE, 4, 1, dollars=2), "fr", "table 5, 4+1 avec 2 dollars (prix 3)"),
    (bid(FIVE, 4, 1), "fr", "table 5, 4+1 (prix 5)"),
    (bid(SEVEN, 2, announce=True), "fr", "table 7, 2 (prix 2), «\u00a0dernier hot-dog\u00a0!\u00a0»"),
]


@pytest.mark.parametrize(("chosen", "lang", "words"), BIDS)
def test_a_bid_in_words(chosen: Bid, lang: Lang, words: str) -> None:
    assert WORDS.action(chosen, lang) == words


EVENTS: list[tuple[Event, str]] = [
    (e.Chosen(BERNARD, None), "Bernard has chosen."),
    (e.Chosen(BERNARD, bid(FIVE, 1)), "Bernard bids table 5, 1 (price 1)."),
    (e.Chosen(BERNARD, bid(FIVE, 1), again=True), "Bernard bids again: table 5, 1 (price 1)."),
    (e.Announced(CLAIRE), "Claire says: “last hot-dog!”"),
    (
        e.Revealed((bid(FIVE, 1), bid(FIVE, 2), bid(SEVEN, 3, dollars=1))),
        (
            "The bids are revealed.\n"
            "  Anne: table 5, 1 (price 1)\n"
            "  Bernard: table 5, 2 (price 2)\n"
            "  Claire: table 7, 3 with 1 dollar (price 2)"
        ),
    ),
    (e.Sold(ANNE, bid(FIVE, 1), 4), "Anne sells 1 hot-dog at table 5; room left: 4."),
    (e.Sold(ANNE, bid(FIVE, 2, dollars=2), 3), "Anne sells 2 hot-dogs at table 5 and pays 2 dollars; room left: 3."),
    (e.NotSold(ANNE, bid(FIVE, 2), 1, silent=False), "Anne takes 2 hot-dogs back: table 5 has room for 1."),
    (
        e.NotSold(ANNE, bid(FIVE, 2), 5, silent=True),
        "Anne did not say “last hot-dog!” and takes everything back.",
    ),
    (e.Paid(SEVEN, (5, 0, 2)), "Table 7 is full and pays: Anne 5 dollars and Claire 2 dollars."),
    (e.RoundEnded(CLAIRE), "The mustard passes to Claire."),
    (
        e.HandEnded(2, Ending.STUCK, (1, 0, 9), (4, 4, 4)),
        (
            "Hand 2 is over: no card fits any table any more. "
            "Money: Anne 1 dollar, Bernard 0 dollars and Claire 9 dollars."
        ),
    ),
    (
        e.GameEnded((7, 9, 9), (BERNARD, CLAIRE)),
        (
            "Bernard and Claire are Hot-Dog Managers of the week! "
            "Totals: Anne 7 dollars, Bernard 9 dollars and Claire 9 dollars."
        ),
    ),
    (
        e.GameEnded((7, 9, 8), (BERNARD,)),
        "Bernard is Hot-Dog Manager of the week! Totals: Anne 7 dollars, Bernard 9 dollars and Claire 8 dollars.",
    ),
]


@pytest.mark.parametrize(("event", "said"), EVENTS)
def test_what_happened_is_said(event: Event, said: str) -> None:
    assert WORDS.event(event, NAMES, "en") == said
    assert WORDS.event(event, NAMES, "fr") not in ("", said)


def test_what_cannot_happen_is_not_said() -> None:
    with pytest.raises(TypeError):
        WORDS.event(Event(), NAMES, "en")


def test_a_view_in_words() -> None:
    game = HotDog(players=3)
    state = scene(
        game, mustard=BERNARD, hands={ANNE: (2, 1)}, money={CLAIRE: 16}, tables={FIVE: {ANNE: (1, 1), CLAIRE: (2,)}}
    )
    state.idle_rounds = 1
    choose(game, state, ANNE, bid(SEVEN, 2, 1, dollars=1))
    assert WORDS.view(game.view(state, ANNE), NAMES, "en").splitlines() == [
        "Hand 1 of 3, round 1. Bernard has the mustard.",
        "Table 5: room for 1 hot-dog. On it: Anne 1+1; Claire 2.",
        "Table 7: room for 7 hot-dogs. On it: nothing.",
        "Anne (you): 3 dollars (3 × $1), 2 cards to sell: 2 1. Sold and paid: 0. Earlier hands: 0.",
        "Bernard: 3 dollars (3 × $1), 10 cards to sell: 5 4 3 3 2 2 2 1 1 1. Sold and paid: 0. Earlier hands: 0.",
        (
            "Claire: 16 dollars (1 × $10, 1 × $5, 1 × $1), 10 cards to sell: 5 4 3 3 2 2 2 1 1 1. "
            "Sold and paid: 0. Earlier hands: 0."
        ),
        "Anne has chosen.",
        "Anne says: “last hot-dog!”",
        "Your bid, face down: table 7, 2+1 with 1 dollar (price 2).",
        "1 round in a row without a sale.",
    ]


def test_the_end_in_words() -> None:
    """After the last hand the total is the score: nothing is called an earlier hand."""
    game = HotDog(players=3, hands=1)
    state = scene(game, hands={ANNE: (1,)})
    play_round(game, state, bid(FIVE, 1), bid(FIVE, 4), bid(SEVEN, 5))
    lines = WORDS.view(game.view(state, None), NAMES, "en").splitlines()
    assert lines[0] == "The match is over."
    assert lines[3] == "Anne: 4 dollars (4 × $1), 0 cards to sell: –. Sold and paid: 1. Total: 4."
    assert "Earlier" not in "\n".join(lines)
    board = WORDS.board(game.view(state, None), NAMES, "en")
    assert "total 4" in board
    assert "mustard" not in board


def test_a_board_is_drawn() -> None:
    game = HotDog(players=4)
    state = scene(game, mustard=DENIS, hands={BERNARD: (1,)}, tables={NINE: {ANNE: (2,), CLAIRE: (1,)}})
    choose(game, state, BERNARD, bid(NINE, 1))
    names = [*NAMES, "Denis"]
    board = WORDS.board(game.view(state, BERNARD), names, "en").splitlines()
    assert board[0] == "[bold]Hand 1 of 3, round 1. Denis has the mustard.[/]"
    (nine,) = [line for line in board if line.startswith(" Table 9")]
    assert nine.count("[bold white on red] 1 [/]") == 2
    assert nine.count("[bold white on blue] 3 [/]") == 1
    assert nine.count("·") == 6
    (bernard,) = [line for line in board if "Bernard (you)" in line]
    assert bernard.endswith("[green]has chosen[/] [bold red]last hot-dog![/]")
    (denis,) = [line for line in board if "[bold]Denis[/]" in line]
    assert denis.endswith("[black on yellow] mustard [/]")
    assert board[-1] == " Your bid, face down: table 9, 1 (price 1)."
    watched = WORDS.board(game.view(state, None), names, "fr")
    assert "Votre offre" not in watched
    assert "a choisi" in watched


def test_a_bid_needs_no_confirming() -> None:
    assert WORDS.preview(VIEW, bid(FIVE, 1), NAMES, "en") == ""


def test_the_game_has_a_title() -> None:
    assert HotDog.title("fr") == HotDog.title("en") == "Hot-Dog"
