"""La Courte Paille in words: what happened."""

import pytest
from tests.games.courtepaille.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    NAMES,
)

from tablee.core.game import Event
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.pieces import Card, Character, Ending, Source
from tablee.games.courtepaille.rules import CourtePaille

GAME = CourtePaille(players=3)
WORDS = GAME.words
THREE = NAMES[:3]

COOK_4, BOY_3, COCO_2 = Card.COOK_4, Card.BOY_3, Card.COCO_2

EVENTS: list[tuple[Event, str, str]] = [
    (e.Dealt(ANNE, 5, None), "Anne is dealt 5 cards.", "Anne reçoit 5 cartes."),
    (
        e.Dealt(ANNE, 2, (COOK_4, BOY_3)),
        "Anne is dealt cook 4 and cabin boy 3.",
        "Anne reçoit cuisinier 4 et mousse 3.",
    ),
    (
        e.PartBegan(1, 7, COOK_4, BERNARD),
        "The week has 7 days and begins with cook 4. Bernard has the shark.",
        "La semaine a 7 jours et commence par cuisinier 4. Le requin est chez Bernard.",
    ),
    (
        e.PartBegan(2, 0, None, ANNE),
        "Part 2: the week has 0 days and begins with nothing. Anne has the shark.",
        "Manche 2\u00a0: la semaine a 0 jour et commence par rien. Le requin est chez Anne.",
    ),
    (e.MenuLaid((COOK_4, COCO_2)), "The menu: cook 4 and Coco 2.", "Le menu\u00a0: cuisinier 4 et Coco 2."),
    (
        e.Reshuffled(1),
        "The discard pile is shuffled: the draw pile has 1 card.",
        "On mélange la défausse\u00a0: la pioche a 1 carte.",
    ),
    (e.Chosen(ANNE, None), "Anne has chosen.", "Anne a choisi."),
    (e.Chosen(ANNE, COOK_4), "Anne chooses cook 4.", "Anne choisit cuisinier 4."),
    (
        e.Chosen(ANNE, COOK_4, again=True),
        "Anne chooses another card: cook 4.",
        "Anne change de carte\u00a0: cuisinier 4.",
    ),
    (
        e.Revealed((BERNARD, ANNE), (COCO_2, COOK_4)),
        "The cards are turned up, lowest first: Bernard Coco 2, Anne cook 4.",
        "Les cartes sont retournées, la plus petite d’abord\u00a0: Bernard Coco 2, Anne cuisinier 4.",
    ),
    (
        e.Took(ANNE, COOK_4, BOY_3),
        "Anne discards cook 4 and takes cabin boy 3.",
        "Anne défausse cuisinier 4 et prend mousse 3.",
    ),
    (
        e.Removed(ANNE, 1, False, COOK_4, None),
        "Cooking lesson: Anne puts day 1, cook 4, on the discard pile.",
        "Cours de cuisine\u00a0: Anne met le jour 1, cuisinier 4, à la défausse.",
    ),
    (
        e.Removed(ANNE, 3, True, None, ()),
        "Cooking lesson: Anne puts day 3 on the discard pile, face down.",
        "Cours de cuisine\u00a0: Anne met le jour 3 à la défausse, face cachée.",
    ),
    (
        e.Removed(ANNE, 3, True, COOK_4, (ANNE,)),
        "Cooking lesson: Anne puts day 3 on the discard pile, face down (cook 4).",
        "Cours de cuisine\u00a0: Anne met le jour 3 à la défausse, face cachée (cuisinier 4).",
    ),
    (
        e.Added(ANNE, Source.MENU, 8, COOK_4, None),
        "Land ahoy! Anne adds cook 4 from the menu to the week, as day 8.",
        "Terre en vue\u00a0! Anne ajoute cuisinier 4 du menu à la semaine, au jour 8.",
    ),
    (
        e.Added(ANNE, Source.PILE, 8, None, ()),
        "Land ahoy! Anne adds the top of the draw pile to the week, unseen, as day 8.",
        "Terre en vue\u00a0! Anne ajoute à la semaine le dessus de la pioche, sans le voir, au jour 8.",
    ),
    (
        e.Added(ANNE, Source.HAND, 8, None, (ANNE,)),
        "Land ahoy! Anne adds a card from their hand to the week, as day 8.",
        "Terre en vue\u00a0! Anne ajoute à la semaine une carte de sa main, au jour 8.",
    ),
    (
        e.Added(ANNE, Source.HAND, 8, COOK_4, (ANNE,)),
        "Land ahoy! Anne adds a card from their hand to the week, as day 8 (cook 4).",
        "Terre en vue\u00a0! Anne ajoute à la semaine une carte de sa main, au jour 8 (cuisinier 4).",
    ),
    (
        e.Looked(ANNE, (3, 4), None),
        "À la carte! Anne looks at days 3 and 4.",
        "À la carte\u00a0! Anne regarde les jours 3 et 4.",
    ),
    (
        e.Looked(ANNE, (4,), (COOK_4,)),
        "À la carte! Anne looks at day 4: cook 4.",
        "À la carte\u00a0! Anne regarde le jour 4\u00a0: cuisinier 4.",
    ),
    (
        e.NothingToDo(ANNE, COCO_2),
        "Anne discards Coco 2; there is nothing to take or to do.",
        "Anne défausse Coco 2\u00a0; il n’y a rien à prendre ni à faire.",
    ),
    (e.Drew(ANNE, None), "Anne draws a card.", "Anne pioche une carte."),
    (e.Drew(ANNE, COOK_4), "Anne draws cook 4.", "Anne pioche cuisinier 4."),
    (e.DayTurned(2, COOK_4), "Day 2 is turned up: cook 4.", "Le jour 2 est retourné\u00a0: cuisinier 4."),
    (e.RoundEnded(BERNARD), "The shark goes to Bernard.", "Le requin passe à Bernard."),
    (
        e.WeekCounted((0, 9, 0, 0, 8, 0, 2), (Character.COOK,)),
        "The week is over: cook 9, sailor 8, Coco 2. The short straw goes to the cook.",
        "La semaine est finie\u00a0: cuisinier 9, matelot 8, Coco 2. La courte paille est pour le cuisinier.",
    ),
    (
        e.WeekCounted((0,) * 7, (Character.COCO,)),
        "The week is over: none. The short straw goes to Coco.",
        "La semaine est finie\u00a0: rien. La courte paille est pour Coco.",
    ),
    (e.HandShown(ANNE, (COOK_4,)), "Anne shows cook 4.", "Anne montre cuisinier 4."),
    (e.Announced(ANNE, 7, 7), "Anne counts 7.", "Anne compte 7."),
    (e.Announced(ANNE, None, 7), "Anne has no more than 7.", "Anne n’a pas plus de 7."),
    (
        e.Tied((ANNE, CLAIRE), 7),
        "Anne and Claire are tied with 7.",
        "Anne et Claire sont à égalité avec 7.",
    ),
    (
        e.TieCounted((Character.COCO,), (2, None, 0)),
        "The tie-break looks at Coco: Anne 2, Claire 0.",
        "On départage avec Coco\u00a0: Anne 2, Claire 0.",
    ),
    (e.PartWon(3, ANNE), "Anne wins part 3.", "Anne gagne la manche 3."),
    (
        e.CharacterLeft(ANNE, Character.COOK, ((), (COOK_4,), ())),
        "Anne has the cook eaten: all nine cards leave the game.\nBernard gives up cook 4.",
        "Anne fait manger le cuisinier\u00a0: ses neuf cartes sortent du jeu.\nBernard perd cuisinier 4.",
    ),
    (
        e.WentOut(ANNE),
        "Anne has no cards left and is out of the game.",
        "Anne n’a plus de carte et quitte la partie.",
    ),
    (
        e.CocosReturned(ANNE, (COCO_2,)),
        "Anne shuffles Coco 2 into the draw pile and draws as many.",
        "Anne remélange Coco 2 dans la pioche et tire autant de cartes.",
    ),
    (
        e.GameEnded(Ending.WEEK_OVER, (ANNE,)),
        "The last day of the week has come. Anne wins the match!",
        "Le dernier jour de la semaine est venu. Anne gagne la partie\u00a0!",
    ),
    (
        e.GameEnded(Ending.ONE_CHARACTER, (ANNE, BERNARD)),
        "Only one character is left. Anne and Bernard win the match!",
        "Il ne reste qu’un personnage. Anne et Bernard gagnent la partie\u00a0!",
    ),
]


@pytest.mark.parametrize(("event", "english", "french"), EVENTS)
def test_events_in_words(event: Event, english: str, french: str) -> None:
    assert WORDS.event(event, THREE, "en") == english
    assert WORDS.event(event, THREE, "fr") == french


def test_every_event_has_words() -> None:
    assert {type(event) for event, _, _ in EVENTS} == set(GAME.event_types)
    with pytest.raises(TypeError):
        WORDS.event(Event(), THREE, "en")
