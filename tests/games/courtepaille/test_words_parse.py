"""La Courte Paille in words: typed lines and prompts."""

import pytest
from tests.games.courtepaille.scene import ANNE, Scene, add, choose, eat, ended, look, remove, table, take
from tests.games.courtepaille.words_scene import GAME, HANDS, THREE, WORDS, scene

from tablee.core.errors import Unreadable
from tablee.core.texts import LANGS
from tablee.games.courtepaille.actions import Draw, Move
from tablee.games.courtepaille.knowledge import CourtePailleView
from tablee.games.courtepaille.pieces import Card
from tablee.games.courtepaille.rules import CourtePaille


def taking() -> CourtePailleView:
    here = scene()
    here.choose("boy-3", "boy-4", "sailor-7")
    return here.view(ANNE)


def with_coco() -> CourtePailleView:
    here = scene()
    here.choose("coco-2", "boy-4", "sailor-7")
    return here.view(ANNE)


def with_coco_and_no_menu() -> CourtePailleView:
    here = table(GAME, HANDS, week="captain-8", face_down="cook-9")
    here.choose("coco-2", "boy-4", "sailor-7")
    return here.view(ANNE)


def eating() -> CourtePailleView:
    game = CourtePaille(players=3, advanced=True)
    return ended(game, ["boy-9", "cook-1", "sailor-1"], "boy-8", eaten=["captain"], part=2).view(ANNE)


CHOOSING = scene().view(ANNE)
TAKING = taking()
COCO = with_coco()
EATING = eating()


@pytest.mark.parametrize(
    ("line", "view", "action"),
    [
        ("cook 4", CHOOSING, choose("cook-4")),
        ("  COOK4 ", CHOOSING, choose("cook-4")),
        ("cook-4", CHOOSING, choose("cook-4")),
        ("choose cook 4", CHOOSING, choose("cook-4")),
        ("jouer cuisinier 4", CHOOSING, choose("cook-4")),
        ("le cuisinier 4", CHOOSING, choose("cook-4")),
        ("k 4", CHOOSING, choose("cook-4")),
        ("4", CHOOSING, choose("cook-4")),
        ("the captain", CHOOSING, choose("captain-9")),
        ("cap", CHOOSING, choose("captain-9")),
        ("cabin boy", CHOOSING, choose("boy-3")),
        ("Mousse", CHOOSING, choose("boy-3")),
        ("c 2", CHOOSING, choose("coco-2")),
        ("perroquet", CHOOSING, choose("coco-2")),
        ("gitane 5", CHOOSING, choose("teller-5")),
        ("voyante 5", CHOOSING, choose("teller-5")),
        ("sailor 2", TAKING, take("sailor-2")),
        ("prendre matelot 2", TAKING, take("sailor-2")),
        ("take fortune-teller 3", TAKING, take("teller-3")),
        ("coco", TAKING, take("coco-5")),
        ("remove 3", COCO, remove(3)),
        ("retirer 3", COCO, remove(3)),
        ("r3", COCO, remove(3)),
        ("enlever 99", COCO, remove(99)),
        ("look 4 2", COCO, look(2, 4)),
        ("regarder 2, 4", COCO, look(2, 4)),
        ("voir 3", COCO, look(3)),
        ("add pile", COCO, add("pile")),
        ("ajouter pioche", COCO, add("pile")),
        ("a p", COCO, add("pile")),
        ("add pile cook 4", COCO, add("pile", "cook-4")),
        ("add menu sailor 1", COCO, add("menu", "sailor-1")),
        ("add sailor 1", COCO, add("menu", "sailor-1")),
        ("a m 3", COCO, add("menu", "teller-3")),
        ("add hand cook 4", COCO, add("hand", "cook-4")),
        ("ajouter main cuisinier 7", COCO, add("hand", "cook-7")),
        ("add cook 7", COCO, add("hand", "cook-7")),
        ("cook", EATING, eat("cook")),
        ("manger la vigie", EATING, eat("lookout")),
        ("eat the fortune-teller", EATING, eat("teller")),
        ("Coco", EATING, eat("coco")),
    ],
)
def test_lines_that_are_typed(line: str, view: CourtePailleView, action: Move) -> None:
    assert WORDS.parse(line, view) == action


@pytest.mark.parametrize(
    ("line", "view", "code", "english"),
    [
        ("", CHOOSING, "line_empty", "Type what you want to do; for example: captain 9"),
        (" ,; ", TAKING, "line_empty", "Type what you want to do; for example: sailor 1"),
        ("the", COCO, "line_empty", "Type what you want to do; for example: remove 3"),
        ("", EATING, "line_empty", "Type what you want to do; for example: cook"),
        ("cook", CHOOSING, "line_several", "“cook” can be several cards: cook 4 and cook 7."),
        (
            "5",
            CHOOSING,
            "line_several",
            (
                "“5” can be several cards: captain 5, cook 5, cabin boy 5, lookout 5, sailor 5, fortune-teller 5 "
                "and Coco 5."
            ),
        ),
        ("choose", CHOOSING, "line_card", "“choose” is not a card. Cards are typed like this: captain 9"),
        ("zebra 3", CHOOSING, "line_card", "“zebra 3” is not a card. Cards are typed like this: captain 9"),
        ("cook 4 7", CHOOSING, "line_card", "“cook 4 7” is not a card. Cards are typed like this: captain 9"),
        ("99", CHOOSING, "line_card", "“99” is not a card. Cards are typed like this: captain 9"),
        ("teller", CHOOSING, "line_card", "“teller” is not a card. Cards are typed like this: captain 9"),
        ("coco 9", CHOOSING, "line_no_such_card", "There is no card Coco 9."),
        ("boy 0", TAKING, "line_no_such_card", "There is no card cabin boy 0."),
        ("remove", COCO, "line_days", "Which day? Type the number after the word; for example: remove 3"),
        ("remove 1 2", COCO, "line_days", "Which day? Type the number after the word; for example: remove 3"),
        ("remove 12345", COCO, "line_days", "Which day? Type the number after the word; for example: remove 3"),
        ("look", COCO, "line_days", "Which days? Type the number after the word; for example: look 4 6"),
        ("look left", COCO, "line_days", "Which days? Type the number after the word; for example: look 4 6"),
        ("fly 3", COCO, "line_effect", "“fly” is not one of Coco’s effects: remove, add, look."),
        (
            "add",
            COCO,
            "line_source",
            "Add from where? From the menu, the pile or your hand; for example: add pile",
        ),
        (
            "add boy 9",
            COCO,
            "line_source",
            "Add from where? From the menu, the pile or your hand; for example: add pile",
        ),
        ("add menu", COCO, "line_card", "“add menu” is not a card. Cards are typed like this: sailor 1"),
        (
            "add menu x",
            with_coco_and_no_menu(),
            "line_card",
            "“add menu x” is not a card. Cards are typed like this: captain 1",
        ),
        (
            "c",
            EATING,
            "line_character",
            (
                "“c” is not a character. The characters are: the captain, the cook, the cabin boy, the lookout, "
                "the sailor, the fortune-teller and Coco."
            ),
        ),
    ],
)
def test_lines_that_cannot_be_read(line: str, view: CourtePailleView, code: str, english: str) -> None:
    with pytest.raises(Unreadable) as caught:
        WORDS.parse(line, view)
    assert caught.value.code == code
    assert caught.value.say("en") == english
    assert caught.value.say("fr") != english


def test_some_of_it_in_french() -> None:
    with pytest.raises(Unreadable, match="cook") as caught:
        WORDS.parse("cook", CHOOSING)
    assert (
        caught.value.say("fr") == "«\u00a0cook\u00a0» peut désigner plusieurs cartes\u00a0: cuisinier 4 et cuisinier 7."
    )
    with pytest.raises(Unreadable, match="days") as caught:
        WORDS.parse("look", COCO)
    assert caught.value.say("fr") == (
        "Quels jours\u00a0? Tapez le numéro après le mot\u00a0; par exemple\u00a0: regarder 4 6"
    )


ACTIONS: list[tuple[Move, str, str, str]] = [
    (choose("cook-4"), "cook 4", "choose cook 4", "choisir cuisinier 4"),
    (take("teller-3"), "teller 3", "take fortune-teller 3", "prendre voyante 3"),
    (remove(3), "remove 3", "Coco: remove day 3", "Coco\u00a0: retirer le jour 3"),
    (
        add("menu", "sailor-1"),
        "add menu sailor 1",
        "Coco: add sailor 1 from the menu",
        "Coco\u00a0: ajouter matelot 1 du menu",
    ),
    (
        add("hand", "boy-3"),
        "add hand boy 3",
        "Coco: add cabin boy 3 from your hand",
        "Coco\u00a0: ajouter mousse 3 de votre main",
    ),
    (
        add("pile"),
        "add pile",
        "Coco: add the top of the draw pile",
        "Coco\u00a0: ajouter le dessus de la pioche",
    ),
    (look(2, 4), "look 2 4", "Coco: look at days 2 and 4", "Coco\u00a0: regarder les jours 2 et 4"),
    (look(4), "look 4", "Coco: look at day 4", "Coco\u00a0: regarder le jour 4"),
    (eat("lookout"), "lookout", "eat the lookout", "manger la vigie"),
    (Draw(Card.COCO_2), "coco 2", "draw Coco 2", "piocher Coco 2"),
]


@pytest.mark.parametrize(("action", "line", "english", "french"), ACTIONS)
def test_actions_spelled_and_in_words(action: Move, line: str, english: str, french: str) -> None:
    assert WORDS.spell(action, CHOOSING) == line
    assert WORDS.action(action, "en") == english
    assert WORDS.action(action, "fr") == french
    for lang in LANGS:
        assert WORDS.preview(CHOOSING, action, THREE, lang) == ""


@pytest.mark.parametrize(
    ("view", "english", "french"),
    [
        (
            CHOOSING,
            "Choose a card from your hand. For example: captain 9",
            "Choisissez une carte de votre main. Par exemple\u00a0: capitaine 9",
        ),
        (
            TAKING,
            "Your cabin boy 3 is up: take a card from the menu. For example: sailor 1",
            "À vous, avec mousse 3\u00a0: prenez une carte du menu. Par exemple\u00a0: matelot 1",
        ),
        (
            COCO,
            (
                "Your Coco 2 is up. Choose one: “remove 1” puts a day on the discard pile; “add menu sailor 1” adds "
                "a card from the menu to the week; “add pile” adds the top of the draw pile, unseen; “add hand "
                "captain 9” adds a card from your hand; “look 2 3” shows you face-down days"
            ),
            (
                "À vous, avec Coco 2. Choisissez un effet\u00a0: «\u00a0retirer 1\u00a0» met un jour à la "
                "défausse\u00a0; «\u00a0ajouter menu matelot 1\u00a0» ajoute une carte du menu à la semaine\u00a0; "
                "«\u00a0ajouter pioche\u00a0» ajoute le dessus de la pioche sans le voir\u00a0; «\u00a0ajouter main "
                "capitaine 9\u00a0» ajoute une carte de votre main\u00a0; «\u00a0regarder 2 3\u00a0» vous montre des "
                "jours face cachée"
            ),
        ),
        (
            EATING,
            (
                "You have won the part. Choose who is eaten and leaves the game: the cook, the cabin boy, the lookout, "
                "the sailor and the fortune-teller. For example: cook"
            ),
            (
                "Vous gagnez la manche. Choisissez qui est mangé et quitte le jeu\u00a0: le cuisinier, le mousse, "
                "la vigie, le matelot et la voyante. Par exemple\u00a0: cuisinier"
            ),
        ),
    ],
)
def test_prompts_show_how_to_type(view: CourtePailleView, english: str, french: str) -> None:
    assert WORDS.prompt(view, "en") == english
    assert WORDS.prompt(view, "fr") == french


@pytest.mark.rule("CP-17")
def test_a_prompt_offers_only_what_coco_can_do() -> None:
    def effects(here: Scene) -> list[str]:
        here.choose("coco-1", "boy-4", "sailor-7")
        return WORDS.prompt(here.view(ANNE), "en").split(": ", 1)[1].split("; ")

    others = ["boy-4", "sailor-7"]
    one_day = table(GAME, ["coco-1", *others], week="captain-8", face_down="cook-9", menu="boy-1")
    assert [line[:12] for line in effects(one_day)] == ["“remove 1” p", "“add menu ca", "“add pile” a", "“look 2” sho"]
    no_week = table(GAME, ["coco-1 boy-5", *others], menu="boy-1")
    assert [line[:9] for line in effects(no_week)] == ["“add menu", "“add pile", "“add hand"]
    full = table(GAME, ["coco-1 boy-5", *others], week="captain-8", face_down="cook-9 cook-8", menu="boy-1")
    full.state.added = 20
    assert [line[:9] for line in effects(full)] == ["“remove 1", "“look 2 3"]
    bare = table(GAME, ["coco-1 boy-5", *others], week="captain-8", menu="boy-1")
    bare.state.gone, bare.state.pile = bare.state.pile, 0
    bare.state.characters ^= bare.state.gone
    assert [line[:9] for line in effects(bare)] == ["“remove 1", "“add menu"]
    no_menu = table(GAME, ["coco-1 boy-5", *others], week="captain-8")
    assert [line[:9] for line in effects(no_menu)] == ["“remove 1", "“add pile", "“add hand"]


@pytest.mark.parametrize("view", [CHOOSING, TAKING, COCO, EATING])
def test_views_travel_as_plain_data(view: CourtePailleView) -> None:
    assert GAME.view_from(GAME.plain(view)) == view
