"""Rat Hot in words: what is shown, and what can be typed."""

import re

import pytest
from tests.games.rathot.scene import ANNE, BERNARD, NAMES, SmallTable, draw, lay, place, plague, scene
from tests.games.rathot.test_placing import BLOCKED

from tablee.core.errors import Unreadable
from tablee.core.match import Match
from tablee.core.texts import LANGS, Lang
from tablee.games.rathot.actions import Draw
from tablee.games.rathot.pieces import FACES, Changed, Deck, cards_of

words = plague().words


def bare(text: str) -> str:
    """A drawing without its styles."""
    return re.sub(r"\[[^\]]*\]", "", text)


def drawn_lines(text: str) -> list[str]:
    """The lines of a drawing that begin with a row's number, or with spaces before the columns'."""
    return [line.rstrip() for line in bare(text).splitlines() if re.match(r" *-?\d", line)]


# A view


def test_a_view_is_read_out_row_by_row() -> None:
    match = scene("17 0 2 E", "23 0 1 E", drawn=(12,))
    said = words.view(match.view(BERNARD), NAMES, "en").splitlines()
    assert said[:6] == [
        "Turn 2 of 22. Bernard has 1 card to lay.",
        "Anne (red): 0 points (tokens: 0 × 2, 0 × 1). 0 rats in sight.",
        "Bernard (green, you): 0 points (tokens: 0 × 2, 0 × 1). 0 rats in sight.",
        "Card a, to be laid: chilli | empty | red rat.",
        "Red spices: chilli, pepper, anise, cinnamon. Green spices: bay, cardamom, rosemary, lime.",
        "Row 0: from column -1: chilli, S, bay (height 2), rosemary (height 2), empty (height 2), cardamom.",
    ]
    assert said[6] == (
        "In full view (no card alone may cover them): bay | rosemary | empty from row 0, column 1, to the right."
    )
    assert said[7].startswith("Still to be drawn, 39 cards: chilli | empty | lime, bay | empty | cinnamon, ")


def test_squares_apart_are_read_apart() -> None:
    match = scene("22 1 -1 S", "24 1 1 S", drawn=(30,))
    said = words.view(match.view(None), NAMES, "fr").splitlines()
    assert (
        "Ligne 2\u00a0: à partir de la colonne -1\u00a0: anis\u00a0; à partir de la colonne 1\u00a0: romarin." in said
    )
    assert any(
        line.startswith("Entièrement visibles") and "la carte de départ\u00a0; piment | anis | vide depuis" in line
        for line in said
    )


def test_the_headline_says_what_is_awaited() -> None:
    match = scene("17 0 2 E")
    assert words.view(match.view(None), NAMES, "en").startswith("Turn 2 of 22. Bernard draws 2 cards.")
    draw(match, 0)
    assert words.view(match.view(None), NAMES, "en").startswith("Turn 2 of 22. Bernard draws 1 card.")
    draw(match, 1)
    assert words.view(match.view(None), NAMES, "en").startswith("Turn 2 of 22. Bernard has 2 cards to lay.")
    match = scene("8 1 -1 E", "13 2 -1 E", "28 3 -1 E")
    assert words.view(match.view(None), NAMES, "en").startswith("The game is over: 3 green rats were left in sight.")


def test_the_headline_counts_the_rats_that_ended_the_match() -> None:
    match = scene("8 1 -1 E", "13 2 -1 E", "20 3 -1 E")
    assert words.view(match.view(None), NAMES, "en").startswith("The game is over: 4 green rats were left in sight.")
    assert words.view(match.view(None), NAMES, "fr").startswith(
        "La partie est finie\u00a0: 4 rats verts sont restés visibles."
    )


def test_cards_set_aside_are_told() -> None:
    match = scene(*BLOCKED, drawn=(30, 31), game=SmallTable())
    view = match.view(None)
    assert "Set aside, 2 cards: bay | cinnamon | cardamom, chilli | lime | pepper." in words.view(view, NAMES, "en")
    assert "De côté\u00a0: laurier | cannelle | cardamome, piment | citron vert | poivre" in words.board(
        view, NAMES, "fr"
    )


# The board


def test_the_board_shows_faces_heights_and_cards() -> None:
    match = scene("17 0 2 E", "23 0 1 E", drawn=(12,))
    lay(match, "12 1 -1 S")
    board = words.board(match.view(ANNE), NAMES, "en")
    assert drawn_lines(board)[:8] == [
        "     -3  -2  -1   0   1   2   3   4   5   6",
        "  -2  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·",
        "  -1  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·",
        "   0  ·   ·  r1 → S  g1²→g3²→--² g2   ·   ·",
        "   1  ·   ·  r1 ↓ ·   ·   ·   ·   ·   ·   ·",
        "   2  ·   ·  -- ↓ ·   ·   ·   ·   ·   ·   ·",
        "   3  ·   ·  r*   ·   ·   ·   ·   ·   ·   ·",
        "   4  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·",
    ]
    assert "[bold red]r1[/]" in board
    assert "[bold green]g1[/]²" in board
    assert "[bold white on red]r*[/]" in board
    assert re.search(r" r  Anne \(you\) +1 point +rats in sight: 1/3 +◂ plays", bare(board))
    assert "39 cards to be drawn" in board


def test_the_board_shows_the_cards_to_lay_and_speaks_french() -> None:
    match = scene("17 0 2 E", drawn=(23, 8))
    board = bare(words.board(match.view(BERNARD), NAMES, "fr"))
    assert " a  carte 23  │v1│v3│--│" in board
    assert " b  carte 8  │r1│r3│v*│" in board
    assert "v2 →-- →v2" in board


def test_the_board_shows_the_edge_of_the_table() -> None:
    match = scene("17 0 2 E", "23 0 5 E", drawn=(30,), game=plague(table_size=15))
    row = next(line for line in drawn_lines(words.board(match.view(None), NAMES, "en")) if line.startswith("   0"))
    assert row.endswith("g1 →g3 →--  ▒▒▒▒")


def in_one_row(cards: int) -> Match:
    """Cards laid to the right and to the left of the start card, in turn."""
    free = [card for card in range(42) if "*" not in _face_letters(card)]
    lines = [
        f"{card} 0 {2 + 3 * (number // 2)} E" if number % 2 else f"{card} 0 {-4 - 3 * (number // 2)} E"
        for number, card in enumerate(free[:cards])
    ]
    return scene(*lines, drawn=free[cards : cards + cards % 2 + 1])


def _face_letters(card: int) -> str:
    return " ".join(FACES[code].value for code in cards_of(Deck.PLAGUE).faces[card])


@pytest.mark.parametrize(
    ("cards", "start", "numbers"),
    [
        (2, "r1 → S →g1", ["-6", "-5", "-4", "-3", "-2", "-1", "0", "1", "2", "3", "4", "5", "6"]),
        (5, "r1  S g1", ["-10", "-5", "0", "5"]),
        (7, "r1 Sg1", ["-15", "-10", "-5", "0", "5", "10"]),
    ],
)
def test_a_wide_table_is_drawn_more_closely(cards: int, start: str, numbers: list[str]) -> None:
    match = in_one_row(cards)
    columns, *rows = drawn_lines(words.board(match.view(None), NAMES, "en"))
    row = next(row for row in rows if row.startswith("   0 "))
    assert start in row
    assert columns.split() == numbers
    assert columns.index(" 0") + 1 == row.index("S")
    assert max(map(len, [columns, *rows])) <= 80
    view = match.view(match.actors()[0])
    preview = words.preview(view, place(f"{view.hand[0]} 1 0 S"), NAMES, "en")
    assert ("◂" in preview.split("◂ your card")[0]) == (cards < 7)
    assert ("[reverse]" in preview) == (cards == 7)
    assert max(len(line) for line in bare(preview).splitlines()) <= 80


@pytest.mark.parametrize("lang", LANGS)
def test_warnings_fit_the_screen(lang: Lang) -> None:
    say = words.texts(lang)
    assert all(len(say(f"preview.{key}", rats=3)) <= 80 for key in ("danger", "lost", "no_rescue"))


def test_a_very_high_tower_still_fits() -> None:
    # Three cards across, three down on top of them, three across on top of those, and so on.
    game = plague()
    match = Match(game)
    state = match.state
    cards = iter(card for card in range(42) if card not in (20, 21))
    for level in range(10):
        for line in (-1, 0, 1):
            if (level, line) == (0, 0):
                continue
            card = next(cards)
            across = level % 2 == 0
            laid = place(f"{card} {line} -1 E" if across else f"{card} -1 {line} S")
            state.hand, state.to_draw = (card, 41), 0  # type: ignore[attr-defined]
            assert game.refusal(state, ANNE, laid) is None  # type: ignore[arg-type]
            game.apply(state, ANNE, laid)  # type: ignore[arg-type]
    board = bare(words.board(game.view(state, None), NAMES, "en"))  # type: ignore[arg-type]
    assert board.count("⁺") == 9


# What happened


def told(match: Match, lang: Lang) -> str:
    """All that was told of a match."""
    return "\n".join(words.event(event, NAMES, lang) for entry in match.log for event in entry.events)


def test_a_match_is_told_as_it_goes() -> None:
    match = scene("0 -1 -1 E", "22 -2 -1 E", "24 0 2 E", drawn=(31,))
    assert told(match, "en").splitlines() == [
        "Anne draws chilli | empty | lime.",
        "Anne lays chilli | empty | lime.",
        "  1 point for Anne: 2 × chilli.",
        "  Score: 1 for Anne, 0 for Bernard.",
        "Bernard’s turn: 2 cards to draw.",
        "Bernard draws chilli | anise | empty.",
        "Bernard draws cinnamon | rosemary | empty.",
        "Bernard lays chilli | anise | empty.",
        "  2 points for Anne: 3 × chilli.",
        "  Score: 3 for Anne, 0 for Bernard.",
        "Bernard lays cinnamon | rosemary | empty.",
        "Anne’s turn: 2 cards to draw.",
        "Anne draws chilli | lime | pepper.",
    ]


def test_the_end_by_rats_is_told() -> None:
    match = scene("8 1 -1 E", "13 2 -1 E", "28 3 -1 E")
    assert told(match, "en").splitlines()[-2:] == [
        "Bernard ends the turn with 3 rats in sight.",
        "Anne wins, whatever the score. 1 for Anne, 0 for Bernard.",
    ]
    assert told(match, "fr").splitlines()[-1] == "Anne gagne, quel que soit le score. 1 pour Anne, 0 pour Bernard."


def test_cards_without_a_place_are_told() -> None:
    match = scene(*BLOCKED, drawn=(30, 31), game=SmallTable())
    assert "No place is left for bay | cinnamon | cardamom, chilli | lime | pepper: they are set aside." in told(
        match, "en"
    )
    assert (
        "Plus de place pour laurier | cannelle | cardamome, piment | citron vert | poivre\u00a0: cartes mises de côté."
        in told(match, "fr")
    )


def test_draws_have_words_too() -> None:
    assert words.action(Draw(0), "en") == "draw chilli | empty | lime"
    assert words.action(Draw(0), "fr") == "tirer piment | vide | citron vert"


def test_a_place_that_is_drawn_need_not_be_named() -> None:
    assert words.drawn_action(place("0 -1 -1 E"), "en") == "chilli | empty | lime, across"
    assert words.drawn_action(place("0 -1 -1 S"), "fr") == "piment | vide | citron vert, en hauteur"
    assert words.drawn_action(Draw(0), "en") == "draw chilli | empty | lime"


# Typing


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("a 0 2 E", "8 0 2 E"),
        ("b 1 -2 s", "24 1 -2 S"),
        ("B, (1, −2) South", "24 1 -2 S"),
        ("24 1 -2 nord", "24 1 -2 N"),
        ("carte b ligne 1 colonne 2 ouest", "24 1 2 W"),
        ("b 1 2 o", "24 1 2 W"),
        ("b 1 2 gauche", "24 1 2 W"),
        ("a0-2>", "8 0 -2 E"),
        ("  a +3 0 ^ ", "8 3 0 N"),
        ("8 3 0 v", "8 3 0 S"),
        ("E a 0 2", "8 0 2 E"),
        ("17 3 0 S", "17 3 0 S"),
        ("99 3 0 N", "99 3 0 N"),
    ],
)
def test_a_placement_is_easy_to_type(line: str, meant: str) -> None:
    match = scene("0 1 0 E", drawn=(8, 24))
    assert words.parse(line, match.view(BERNARD)) == place(meant)


def test_a_single_card_need_not_be_named() -> None:
    match = scene("0 1 0 E", "24 1 -1 W", drawn=(8,))
    view = match.view(BERNARD)
    for line in ("0 2 E", "a 0 2 E", "8 0 2 E"):
        assert words.parse(line, view) == place("8 0 2 E")


@pytest.mark.rule("RH-08")
def test_a_card_that_reads_alike_may_be_typed_from_either_end() -> None:
    match = scene(drawn=(17,))
    assert words.parse("1 2 W", match.view(ANNE)) == place("17 1 0 E")
    assert words.parse("3 0 N", match.view(ANNE)) == place("17 1 0 S")
    lay(match, "17 1 0 S")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "line_which_card"),
        ("0 2 E", "line_which_card"),
        ("c 0 2 E", "line_word"),
        ("a 0 2 X", "line_word"),
        ("a 0 E", "line_square"),
        ("a 0 1 2 E", "line_square"),
        ("8 0 1 2 E", "line_which_card"),
        ("a 0 2", "line_dir"),
        ("a 1.5 2 E", "line_square"),
        ("a 99999999999 2 E", "line_square"),
        ("ab 0 2 E", "line_word"),
    ],
)
def test_a_mistyped_line_says_what_is_wrong(line: str, code: str) -> None:
    match = scene("0 1 0 E", drawn=(8, 24))
    with pytest.raises(Unreadable) as unreadable:
        words.parse(line, match.view(BERNARD))
    assert unreadable.value.code == code
    for lang in LANGS:
        assert unreadable.value.say(lang)


def test_a_card_that_is_not_there_cannot_be_meant() -> None:
    match = scene("0 1 0 E", "24 1 -1 W", drawn=(8,))
    with pytest.raises(Unreadable, match=r"There is no card b to lay now\. Cards to lay: a"):
        words.parse("b 0 2 E", match.view(BERNARD))
    with pytest.raises(Unreadable) as unreadable:
        words.parse("0 2 E", scene().view(ANNE))
    assert unreadable.value.code == "line_no_card"


@pytest.mark.parametrize("lang", LANGS)
def test_the_example_of_the_prompt_can_be_played(lang: Lang) -> None:
    match = scene("0 1 0 E", drawn=(8, 24))
    for _ in range(2):
        view = match.view(BERNARD)
        example = words.prompt(view, lang).rpartition(":")[2]
        match.play(BERNARD, words.parse(example, view))
    assert match.view(None).player == ANNE


def test_the_prompt_finds_an_example_also_where_only_cards_down_have_a_place() -> None:
    match = scene("0 -1 -1 E", "22 1 -1 E", drawn=(24,), game=SmallTable(table_size=3))
    assert not any(action.across for action in match.legal(BERNARD))
    assert words.prompt(match.view(BERNARD), "en").endswith("a -1 -1 S")


# A preview


def test_a_preview_shows_the_card_the_groups_and_the_gain() -> None:
    match = scene("0 -1 -1 E", drawn=(22, 24))
    shown = bare(words.preview(match.view(BERNARD), place("22 -2 -1 E"), NAMES, "en")).splitlines()
    assert [line.rstrip() for line in shown if line.startswith(("  -2", "  -1", "   0"))] == [
        "  -2  ·   ·  r1 ◂r3 ◂-- ◂ ·   ·",
        "  -1  ·   ·  r1 •-- →g4   ·   ·",
        "   0  ·   ·  r1 • S →g1   ·   ·",
    ]
    assert shown[-5:] == [
        "",
        "chilli | anise | empty: row -2, column -1, to the right",
        "  2 points for Anne: 3 × chilli.",
        "It scores: 2 for Anne, 0 for Bernard.",
        "Rats in sight then: 0 red, 0 green.",
    ]


def test_a_preview_tells_what_is_covered_and_follows_the_option() -> None:
    for changed, gain in ((Changed.TOUCHED, 1), (Changed.GROWN, 0)):
        match = scene("0 -1 -1 E", "22 -2 -1 E", "24 0 2 E", "38 0 -2 W", drawn=(39,), game=plague(changed=changed))
        shown = words.preview(match.view(ANNE), place("39 0 -3 E"), NAMES, "en")
        assert "Covers: cinnamon, pepper, chilli. New height: 2." in shown
        assert f"It scores: {gain} for Anne, 0 for Bernard." in shown


def test_a_preview_warns_of_rats() -> None:
    match = scene("12 1 -1 E", "9 2 -1 E", "17 3 -1 E", drawn=(29, 39))
    view = match.view(ANNE)
    assert "3 of your rats would be in sight: cover one with your other card" in words.preview(
        view, place("29 -1 -1 E"), NAMES, "en"
    )
    assert "cover one" not in words.preview(view, place("39 -1 -1 E"), NAMES, "en")
    lay(match, "29 -1 -1 E")
    assert "you would lose" in words.preview(match.view(ANNE), place("39 -2 -1 E"), NAMES, "en")
    assert "Rats in sight then: 1 red, 0 green." in words.preview(match.view(ANNE), place("39 1 1 S"), NAMES, "en")


def test_a_preview_promises_no_cover_where_there_is_none() -> None:
    # Four rats far apart, of which the other card covers one at most.
    match = scene("12 0 2 E", "17 0 5 E", "9 0 -4 E", drawn=(26, 39))
    shown = words.preview(match.view(ANNE), place("26 0 8 E"), NAMES, "en")
    assert "4 of your rats in sight, and your other card can cover none: you would lose." in shown


def test_nothing_is_shown_of_what_is_not_allowed() -> None:
    match = scene("0 -1 -1 E", drawn=(22, 24))
    assert words.preview(match.view(BERNARD), place("22 9 9 E"), NAMES, "en") == ""
    assert words.preview(match.view(BERNARD), place("23 -2 -1 E"), NAMES, "en") == ""
