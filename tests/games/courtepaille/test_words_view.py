"""La Courte Paille in words: how the table is shown."""

import re

import pytest
from tests.games.courtepaille.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    DENIS,
    NAMES,
    Scene,
    add,
    choose,
    ended,
    look,
    pack,
    remove,
    table,
)
from tests.games.courtepaille.words_scene import GAME, HANDS, THREE, WORDS, scene

from tablee.core.texts import LANGS, Lang
from tablee.games.courtepaille.rules import CourtePaille


def in_a_round() -> Scene:
    """Bernard has looked at two days, Anne has added a card of the menu, Claire has removed an unseen day."""
    here = scene()
    here.choose("coco-2", "coco-1", "coco-3")
    here.play(BERNARD, look(2, 3))
    here.draw("teller-9")
    here.play(ANNE, add("menu", "sailor-1"))
    here.draw("teller-8")
    return here


def test_a_round_in_words() -> None:
    here = in_a_round()
    assert WORDS.view(here.view(BERNARD), THREE, "en").splitlines() == [
        "Round 1. Anne has the shark.",
        (
            "The week: 1 captain 8; 2 face down, cook 9, seen by Bernard; 3 face down, cabin boy 9, seen by Bernard; "
            "4 face down; 5 face down, sailor 1."
        ),
        "Totals so far: captain 8.",
        "The menu: sailor 2, fortune-teller 1, fortune-teller 3 and Coco 5.",
        "Draw pile: 39 cards. Discard pile: Coco 1 and Coco 2.",
        "Anne: 5 cards. Known to all: none.",
        "Bernard (you): 2 cards. Known to all: none.",
        "Claire: 1 card. Known to all: none.",
        "Your hand: cabin boy 4 and fortune-teller 9.",
        "Still to play: Claire Coco 3.",
        "Bernard has looked at days 2 and 3.",
    ]
    french = WORDS.view(here.view(CLAIRE), THREE, "fr").splitlines()
    assert french[1] == (
        "La semaine\u00a0: 1 capitaine 8\u00a0; 2 face cachée, vue par Bernard\u00a0; 3 face cachée, vue par Bernard"
        "\u00a0; 4 face cachée\u00a0; 5 face cachée, matelot 1."
    )
    assert "Votre main\u00a0: matelot 7." in french
    assert not any("cuisinier 9" in line or "mousse 9" in line for line in french)


def test_cards_face_down_in_words() -> None:
    here = in_a_round()
    here.play(CLAIRE, remove(4))
    assert "Discard pile: Coco 1, Coco 2 and Coco 3, and 1 card face down." in WORDS.view(here.view(ANNE), THREE, "en")
    here.draw("teller-7 boy-1 boy-2 cook-1 cook-2 cook-3")
    here.play(ANNE, choose("cook-4"))
    english = WORDS.view(here.view(ANNE), THREE, "en").splitlines()
    assert "Anne has chosen." in english
    assert "Your card, face down: cook 4." in english
    assert "Anne a choisi." in WORDS.view(here.view(BERNARD), THREE, "fr")
    assert "cuisinier 4" not in WORDS.view(here.view(BERNARD), THREE, "fr")
    alone = table(
        GAME, ["coco-1", "boy-4", "sailor-7"], week="captain-8", face_down="cook-9 cook-8", menu="boy-1 boy-2"
    )
    alone.state.pile |= alone.state.discard
    alone.choose("coco-1", "boy-4", "sailor-7")
    alone.play(ANNE, remove(2))
    alone.state.discard = 0
    assert "Discard pile: 1 card face down." in WORDS.view(alone.view(None), THREE, "en")
    assert "Défausse\u00a0: 1 carte face cachée." in WORDS.view(alone.view(None), THREE, "fr")


def test_an_empty_week_in_words() -> None:
    here = table(GAME, HANDS, menu="sailor-1")
    assert "The week is empty." in WORDS.view(here.view(None), THREE, "en")
    assert "Totals" not in WORDS.view(here.view(None), THREE, "en")
    assert " [bold]Week[/]     –" in WORDS.board(here.view(None), THREE, "en").splitlines()


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_known_of_a_hand_fits_the_screen(lang: Lang) -> None:
    """Beside the player if there is room, else below."""
    names = ["Anne", "Bernard Longuenom-Dupré", "Claire"]
    here = table(GAME, HANDS, week="captain-8", menu="sailor-1 sailor-2 teller-1 teller-3 coco-5", shark=BERNARD)
    here.state.public.known = [0, pack("coco-1 boy-4"), pack("sailor-7")]
    here.play(BERNARD, choose("boy-4"))
    known = WORDS.texts(lang)("board.known")
    lines = re.sub(r"\[[^\]]*\]", "", WORDS.board(here.view(ANNE), names, lang)).splitlines()
    assert max(map(len, lines)) <= 80
    second = next(number for number, line in enumerate(lines) if line.startswith(" 2 "))
    assert lines[second + 1].startswith(f"   {known} ")
    assert known in lines[second + 2]


def test_the_start_in_words() -> None:
    view = GAME.view(GAME.start(), ANNE)
    assert WORDS.view(view, THREE, "en").startswith("The cards are being dealt.")
    assert WORDS.view(view, THREE, "fr").startswith("On distribue les cartes.")


@pytest.mark.rule("CP-21", "CP-23", "CP-26")
def test_an_advanced_game_in_words() -> None:
    game = CourtePaille(players=4, advanced=True)
    here = ended(
        game, ["boy-9 cook-1", "cook-2", "boy-4 sailor-1", ""], "boy-8", eaten=["captain"], part=2, shark=CLAIRE
    )
    english = WORDS.view(here.view(BERNARD), NAMES[:4], "en").splitlines()
    assert english[0] == "Part 2, round 1. Claire has the shark."
    assert "No longer in the game: the captain." in english
    assert "Denis is out of the game." in english
    assert "The last short straw went to the cabin boy. Anne 9, Bernard no more than 9, Claire 4." in english
    assert "Anne: 2 cards. Known to all: cook 1 and cabin boy 9." in english
    french = WORDS.view(here.view(BERNARD), NAMES[:4], "fr").splitlines()
    assert "La dernière courte paille était pour le mousse. Anne 9, Bernard pas plus de 9, Claire 4." in french
    assert "Denis n’est plus en jeu." in french
    assert "Votre main" not in WORDS.view(here.view(DENIS), NAMES[:4], "fr")
    drawn = WORDS.board(here.view(BERNARD), NAMES[:4], "en")
    assert " [bold]4 Denis[/]          [dim]out[/]" in drawn.splitlines()


def test_the_end_in_words() -> None:
    here = ended(GAME, ["cook-5 boy-2", "cook-4 coco-1", "boy-1"], "cook-9 boy-3")
    english = WORDS.view(here.view(None), THREE, "en").splitlines()
    assert english[0] == "The match is over. The last day of the week has come."
    assert english[-3:] == [
        "The last short straw went to the cook. Anne 5, Bernard 5, Claire 0.",
        "Tie-break, the cabin boy: Anne 2, Bernard 0.",
        "Anne wins.",
    ]
    assert "★" in WORDS.board(here.view(None), THREE, "en")
    shared = ended(GAME, ["cook-5", "captain-5", "boy-1"], "cook-9 captain-9")
    assert WORDS.view(shared.view(None), THREE, "en").endswith("Anne and Bernard win.")
    assert WORDS.view(shared.view(None), THREE, "fr").endswith("Anne et Bernard gagnent.")


def test_the_table_is_drawn() -> None:
    here = in_a_round()
    assert WORDS.board(here.view(BERNARD), THREE, "en").splitlines() == [
        "[bold]Round 1. Anne has the shark.[/]",
        "",
        (
            " [bold]Week[/]     [white on blue]captain 8[/] [italic dim]cook░9░░░[/] [italic dim]boy░9░░░░[/] "
            "[dim]░░░░░░░░░[/] [italic dim]sailor░1░[/]"
        ),
        "          [dim] 1         2 (2)     3 (2)     4         5[/]",
        " [bold]Totals[/]   captain [bold]8[/]",
        "",
        (
            " [bold]Menu[/]     [white on red]sailor 2 [/] [white on magenta]teller 1 [/] "
            "[white on magenta]teller 3 [/] [black on green]Coco 5   [/]"
        ),
        "",
        " [bold]1 Anne[/]           5 cards  [black on yellow] shark [/]",
        " [bold]2 Bernard (you)[/]  2 cards",
        " [bold]3 Claire[/]         1 card  plays [black on green]Coco 3   [/]",
        "",
        " [bold]Hand[/]     [black on cyan]boy 4    [/] [white on magenta]teller 9 [/]",
        " [dim]Draw pile 39 · discard pile 2[/]",
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_cards_are_drawn_one_below_the_other(lang: Lang) -> None:
    """Every card is as wide as the others, so that days stand above their numbers; nine days take two rows."""
    week = "captain-8 cook-1 boy-1 lookout-1 sailor-1"
    here = table(GAME, HANDS, week=week, face_down="coco-4 cook-9 boy-9 lookout-9", menu="teller-5 captain-1")
    lines = WORDS.board(here.view(None), THREE, lang).splitlines()
    first, numbers, second = lines[2:5]
    assert len([piece for piece in first.split("[/]") if piece.strip()]) == 8  # the label and seven days
    assert numbers == f"          [dim]{''.join(f' {day}'.ljust(10) for day in range(1, 8)).rstrip()}[/]"
    assert second.startswith(" [bold][/]         [dim]░")
    for piece in (first + lines[7]).split("[/]"):
        assert "on" not in piece or len(piece.rpartition("]")[2]) == 9


def test_what_all_know_of_a_hand_is_drawn() -> None:
    here = scene()
    here.choose("boy-3", "boy-4", "sailor-7")
    here.take("sailor-1")
    drawn = WORDS.board(here.view(BERNARD), THREE, "fr")
    assert "[dim]connues\u00a0:[/] [white on red]matelot 1[/]" in drawn
    assert "connues" not in WORDS.board(here.view(ANNE), THREE, "fr")
    fresh = scene()
    fresh.play(ANNE, choose("cook-4"))
    own = WORDS.board(fresh.view(ANNE), THREE, "en").splitlines()
    assert " [bold]Chosen[/]   [black on white]cook 4   [/]" in own
    assert "cook 4" not in next(line for line in own if "Hand" in line)
    assert any(line.endswith("[green]has chosen[/]") for line in own)
    assert "Chosen" not in WORDS.board(fresh.view(None), THREE, "en")
