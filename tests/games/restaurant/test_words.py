"""Restaurant in words: what is shown, and what can be typed."""

import re

import pytest
from tests.games.restaurant.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    DISH,
    DOUBLE,
    JUMP,
    M100,
    M200,
    M300,
    M600,
    NAMES,
    R100,
    R200,
    R300,
    Evening,
    do,
    orders,
    serve,
    service,
    take,
)

from tablee.core.errors import Unreadable
from tablee.core.game import Event
from tablee.core.seat import CHANCE
from tablee.core.texts import LANGS, Lang
from tablee.games.restaurant import events as e
from tablee.games.restaurant.actions import DONE, KEEP, Drawn, Exchange, Move, Reserve, Take, Turn
from tablee.games.restaurant.pieces import Protect
from tablee.games.restaurant.rules import Restaurant

GAME = Restaurant(players=3, protect=Protect.CHOSEN)
WORDS = GAME.words

ORDERS = GAME.view(orders(GAME, "A B C", "D1", hands={ANNE: [R300, R100, M100, M600, DISH], BERNARD: [M100]}), ANNE)
SERVICE = GAME.view(service(GAME, {ANNE: "B4 A4"}, {ANNE: [M300, R300, DISH]}, "A4 B4", last="A5"), ANNE)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("b4", take("B4")),
        ("B4", take("B4")),
        (" b 4 ", take("B4")),
        ("2 4", take("B4")),
        ("2,4", take("B4")),
        ("row 2 col 4", take("B4")),
        ("take b4", take("B4")),
        ("prendre F10", take("F10")),
        ("t 6 10", take("F10")),
        ("h4", Take(8, 4)),
        ("a99", Take(1, 99)),
        ("x 2", Exchange(BERNARD)),
        ("exchange player 3", Exchange(CLAIRE)),
        ("Échanger 2", Exchange(BERNARD)),
        ("keep", KEEP),
        ("garder", KEEP),
        ("done", DONE),
        ("fini", DONE),
        (".", DONE),
        ("res 300", Reserve(R300)),
        ("res 300 100 600", Reserve(R300, (M100, M600))),
        ("res300 600 + 100", Reserve(R300, (M100, M600))),
        ("r300 r100", Reserve(R300, (R100,))),
        ("réserver 100 all", Reserve(R100, (M100, M600, R300))),
        ("r 300 tout", Reserve(R300, (M100, M600, R100))),
        ("res 200 tout", Reserve(R200, (M100, M600, R100, R300))),
        ("res 300 with menu 600", Reserve(R300, (M600,))),
        ("res menu300", Reserve(M300)),
        ("serve 300 b4", serve(M300, "B4")),
    ],
)
def test_lines_typed_during_the_orders(line: str, action: Move) -> None:
    assert WORDS.parse(line, ORDERS) == action


@pytest.mark.rule("RE-10")
def test_where_all_menus_go_under_a_res_it_is_typed_alone() -> None:
    game = Restaurant(players=3)
    view = game.view(orders(game, "A B C", "D1", hands={ANNE: [R300, R100, M100, M600, DISH]}), ANNE)
    everything = Reserve(R300, (M100, M600, R100))
    for line in ("res 300", "r300", "res 300 all", "res 300 100 600 r100"):
        assert WORDS.parse(line, view) == everything
    assert WORDS.parse("res 300 100", view) == Reserve(R300, (M100,)), "to be refused, not misread"
    assert WORDS.spell(everything, view) == "res r300"
    assert WORDS.spell(Reserve(R300, (M100,)), view) == "res r300 100"
    assert WORDS.prompt(view, "en").endswith("Or lay a RES menu with all your other menus under it: “res r100”.")
    assert "tous vos autres menus dessous" in WORDS.prompt(view, "fr")


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("300 b4", serve(M300, "B4")),
        ("b4 300", serve(M300, "B4")),
        ("300 2 4", serve(M300, "B4")),
        ("menu 300 table B4", serve(M300, "B4")),
        ("serve 300 b4", serve(M300, "B4")),
        ("r300 b4", serve(R300, "B4")),
        ("RES 300 b4", serve(R300, "B4")),
        ("res300 à b4", serve(R300, "B4")),
        ("plat a4", serve(DISH, "A4")),
        ("servir dish a4", serve(DISH, "A4")),
        ("double f10", serve(DOUBLE, "F10")),
        ("saut 6 10", serve(JUMP, "F10")),
        ("menu100 a1", serve(M100, "A1")),
        ("done", DONE),
    ],
)
def test_lines_typed_during_the_service(line: str, action: Move) -> None:
    assert WORDS.parse(line, SERVICE) == action


@pytest.mark.parametrize(
    ("line", "view", "code"),
    [
        ("", ORDERS, "line_empty"),
        ("  ,", ORDERS, "line_empty"),
        ("hello", ORDERS, "line_table"),
        ("b4 c5", ORDERS, "line_table"),
        ("300 b4", ORDERS, "line_table"),
        ("2", ORDERS, "line_table"),
        ("take", ORDERS, "line_no_table"),
        ("x", ORDERS, "line_player"),
        ("x Bernard", ORDERS, "line_player"),
        ("keep it", ORDERS, "line_word"),
        ("done b4", ORDERS, "line_word"),
        ("res", ORDERS, "line_no_res"),
        ("res 700", ORDERS, "line_card"),
        ("res 300 b4", ORDERS, "line_card"),
        ("b4", SERVICE, "line_no_card"),
        ("700 b4", SERVICE, "line_no_card"),
        ("300", SERVICE, "line_no_table"),
        ("300 somewhere", SERVICE, "line_table"),
    ],
)
def test_lines_that_cannot_be_read(line: str, view: object, code: str) -> None:
    with pytest.raises(Unreadable) as caught:
        WORDS.parse(line, view)  # type: ignore[arg-type]
    assert caught.value.code == code
    for lang in LANGS:
        assert caught.value.say(lang)


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (take("B4"), "B4"),
        (Take(8, 40), "8 40"),
        (Exchange(BERNARD), "x 2"),
        (KEEP, "keep"),
        (Reserve(R300, (R100, M600)), "res r300 600 r100"),
        (DONE, "done"),
        (serve(R300, "F10"), "r300 F10"),
        (Turn(DISH), "dish"),
        (Drawn(M100), "100"),
    ],
)
def test_actions_are_spelled(action: Move, line: str) -> None:
    assert WORDS.spell(action, ORDERS) == line


ACTIONS = [
    (take("B4"), "take the card at B4", "prendre la carte en B4"),
    (Take(8, 4), "take the card at 8, 4", "prendre la carte en 8, 4"),
    (
        Exchange(BERNARD),
        "exchange the dish of the day with player 2",
        "échanger le plat du jour avec le joueur 2",
    ),
    (KEEP, "keep the dish of the day", "garder le plat du jour"),
    (
        Reserve(R300, (M100, M100)),
        "lay the RES menu of 300; under it: 2 × menu of 100",
        "poser le menu RES à 300\u00a0; dessous\u00a0: 2 × menu à 100",
    ),
    (DONE, "nothing more this turn", "rien de plus ce tour-ci"),
    (serve(M600, "C5"), "serve a menu of 600 at C5", "servir un menu à 600 en C5"),
    (Turn(JUMP), "the card turned up is a jump", "la carte retournée est un saut"),
    (Drawn(DOUBLE), "the card drawn is a double", "la carte tirée est un coup double"),
]


@pytest.mark.parametrize(("action", "english", "french"), ACTIONS)
def test_actions_in_words(action: Move, english: str, french: str) -> None:
    assert WORDS.action(action, "en") == english
    assert WORDS.action(action, "fr") == french


def test_a_view_in_words() -> None:
    evening = Evening(GAME)
    evening.turn(ANNE, "A4", M600)
    evening.take(BERNARD, "B4", DISH)
    evening.exchange(BERNARD, ANNE, M600)
    evening.take(CLAIRE, "B5", R200)
    evening.reserve(CLAIRE, R200)
    words = WORDS.view(evening.match.view(ANNE), NAMES, "en")
    assert words.splitlines() == [
        "Orders: 3 of 60 cards taken. Anne takes a card.",
        "The path ends at B5.",
        "Open: A5, B6, C5.",
        "Anne (you): markers at A4 (19 left); 1 card in hand.",
        "Bernard: markers at B4 (19 left); 1 card in hand.",
        "Claire: markers at B5 (19 left); 0 cards in hand.",
        "In front of Claire: RES menu of 200, with 0 menus under it.",
        "Your hand: dish of the day.",
        "Bernard surely holds: menu of 600.",
        "Claire surely holds: RES menu of 200.",
    ]
    for_claire = WORDS.view(evening.match.view(CLAIRE), NAMES, "fr")
    assert "Votre main\u00a0: –." in for_claire
    assert "Vos cartes protégées\u00a0: menu RES à 200." in for_claire
    assert "600" not in for_claire
    assert "Anne a à coup sûr\u00a0: plat du jour." in for_claire


def test_the_service_in_words() -> None:
    markers = {ANNE: "A1 A2", BERNARD: "A3"}
    hands = {ANNE: [M300, M100], BERNARD: [DISH], CLAIRE: [DISH, M200]}
    state = service(GAME, markers, hands, "A1", sums=(400, 0, 200))
    do(GAME, state, ANNE, serve(M300, "A1"))
    words = WORDS.view(GAME.view(state, ANNE), NAMES, "en")
    assert words.splitlines() == [
        "Service: 1 of 3 tables served. Claire serves a table.",
        "The path ends at A1.",
        "Open: A2.",
        "Anne (you): markers at A1, A2 (18 left); 1 card in hand. Orders 400, service 300.",
        "Bernard: markers at A3 (19 left); 1 card in hand. Orders 0, service 0.",
        "Claire: markers at none (20 left); 2 cards in hand. Orders 200, service 0.",
        "Served: A1 menu of 300 (Anne).",
        "Your hand: menu of 100.",
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_the_room_is_drawn(lang: str) -> None:
    """Markers in their colours, open tables, the end of the path, cards served, the salon."""
    markers = {ANNE: "A1 A2 C4", BERNARD: "A3 B1"}
    hands = {ANNE: [M300, M100], BERNARD: [DISH], CLAIRE: [DISH, JUMP, M200]}
    state = service(GAME, markers, hands, "A1", sums=(400, 0, 200))
    do(GAME, state, ANNE, serve(M300, "A1"))
    drawn = WORDS.board(GAME.view(state, ANNE), NAMES, lang)  # type: ignore[arg-type]
    assert "[bold red on grey89 underline]300[/]" in drawn
    assert "[bold black on bright_yellow] 1 [/]" in drawn
    assert "[bold black on bright_yellow] 2 [/]" in drawn
    assert "[bold white on green] 2 [/]" in drawn
    assert "[grey62]░░░[/]" in drawn
    assert "[grey62 on grey23]░░░[/]" in drawn
    evening = Evening(GAME)
    for number, seat in enumerate((ANNE, BERNARD, CLAIRE) * 3):
        evening.turn(seat, f"A{number + 1}", M100 if number < 7 else M200)
    drawn = WORDS.board(evening.match.view(ANNE), NAMES, lang)  # type: ignore[arg-type]
    assert "‹3›" in drawn
    assert "… → A2 → A3 → A4 → A5 → A6 → A7 → A8 → A9" in drawn
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", R300)
    drawn = WORDS.board(evening.match.view(None), NAMES, lang)  # type: ignore[arg-type]
    assert ": A1[/]" in drawn.replace("\u00a0", "")


def test_cards_in_three_signs() -> None:
    markers = {ANNE: "A1 A2 A3 A4 A5 A6"}
    state = service(GAME, markers, {seat: [R300, DISH, DOUBLE, JUMP, M100] for seat in GAME.seats}, "A1")
    for where, card in (("A1", R300), ("A2", DISH), ("A3", DOUBLE), ("A4", JUMP)):
        do(GAME, state, GAME.actors(state)[0], serve(card, where))
    drawn = WORDS.board(GAME.view(state, None), NAMES, "en")
    row = next(line for line in drawn.splitlines() if line.startswith(" A "))
    assert [sign in row for sign in ("]R3 [", "] · [", "]×2 [", "] ↗ [")] == [True] * 4


def test_prompts_show_how_to_type() -> None:
    assert WORDS.prompt(ORDERS, "en") == (
        "Take a card: type its table, for example C1. Open: C1. "
        "Or lay a RES menu with others under it: “res r100 100 600”, or “res r100 all”."
    )
    assert WORDS.prompt(SERVICE, "en") == ("Serve a table: type a card and a table, for example 300 A4. Open: A4, B4.")
    state = orders(GAME, "A B C", "D1", hands={BERNARD: [M100]})
    do(GAME, state, ANNE, take("C1"))
    do(GAME, state, CHANCE, Turn(DISH))
    assert "“x 2” draws a card from player 2 for it (choose from 2), “keep” keeps it." in WORDS.prompt(
        GAME.view(state, ANNE), "en"
    )
    assert "«\u00a0garder\u00a0» le garde." in WORDS.prompt(GAME.view(state, ANNE), "fr")
    evening = Evening(GAME)
    evening.take(ANNE, "A1", M100)
    assert WORDS.prompt(evening.match.view(ANNE), "fr") == (
        "Votre tour s’achève\u00a0: appuyez sur Entrée ou tapez «\u00a0fini\u00a0»."
    )


def test_an_empty_line_ends_a_turn() -> None:
    evening = Evening(GAME)
    evening.take(ANNE, "A1", M100)
    assert WORDS.parse("", evening.match.view(ANNE)) == DONE
    assert WORDS.parse("  ", evening.match.view(ANNE)) == DONE


@pytest.mark.parametrize("lang", LANGS)
def test_the_board_fits_the_screen(lang: Lang) -> None:
    evening = Evening(GAME)
    evening.take(ANNE, "A1", M100)
    for view in (ORDERS, SERVICE, evening.match.view(ANNE)):
        drawn = re.sub(r"\[[^\]]*\]", "", WORDS.board(view, ["Anne Longuenom-Dupont", *NAMES[1:]], lang))
        assert max(map(len, drawn.splitlines())) <= 80


def test_events_in_words() -> None:
    told = [
        (e.Marked(ANNE, 1, 4), "Anne takes the card at A4."),
        (e.Turned(ANNE, 1, 4, None), "Anne found a menu at A4."),
        (e.Turned(ANNE, 1, 4, M300), "Anne found a menu of 300 at A4."),
        (e.Reached(ANNE, CLAIRE), "Anne gives the dish of the day to Claire and draws a card."),
        (e.Exchanged(ANNE, CLAIRE, None), "Anne drew a card from Claire in exchange for the dish of the day."),
        (
            e.Exchanged(ANNE, CLAIRE, M300),
            "Anne drew a menu of 300 from Claire in exchange for the dish of the day.",
        ),
        (e.Kept(ANNE), "Anne keeps the dish of the day."),
        (e.Reserved(ANNE, R300, 2, None), "Anne lays a RES menu of 300 with 2 menus under it."),
        (e.Reserved(ANNE, R300, 1, (M600,)), "Anne lays a RES menu of 300; under it: menu of 600."),
        (e.Declined(BERNARD), "Bernard leaves it at that."),
        (e.Skipped(BERNARD), "Bernard has no marker left and is skipped."),
        (e.Served(ANNE, DISH, 1, 4, BERNARD, 0), "Anne lays a dish of the day at A4: nothing for Bernard."),
        (e.Served(ANNE, M300, 1, 4, BERNARD, 300), "Anne serves a menu of 300 at A4: 300 for Bernard."),
        (e.Passed(CLAIRE), "Claire has no card that fits and passes."),
    ]
    for event, sentence in told:
        assert WORDS.event(event, NAMES, "en") == sentence
        assert WORDS.event(event, NAMES, "fr")
    with pytest.raises(TypeError):
        WORDS.event(Event(), NAMES, "en")
