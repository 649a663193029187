"""From typed lines to actions and back."""

import re
from collections.abc import Sequence
from typing import Final
from unicodedata import normalize

from tablee.core.errors import Unreadable
from tablee.core.texts import Phrase
from tablee.games.courtepaille import actions as a
from tablee.games.courtepaille.actions import Move
from tablee.games.courtepaille.knowledge.view import CourtePailleView
from tablee.games.courtepaille.pieces import CARDS, CHARACTERS, Card, Character, Source, Step
from tablee.games.courtepaille.text.phrases import card_list, card_name, character_list

PACKAGE: Final = "tablee.games.courtepaille"

_NAMES: Final = {
    Character.CAPTAIN: ("captain", "capitaine"),
    Character.COOK: ("cook", "cuisinier", "k"),
    Character.BOY: ("boy", "cabinboy", "mousse"),
    Character.LOOKOUT: ("lookout", "vigie"),
    Character.SAILOR: ("sailor", "matelot"),
    Character.TELLER: ("teller", "fortuneteller", "voyante", "gitane"),
    Character.COCO: ("coco", "parrot", "perroquet"),
}
"""Any beginning will do that names one character only."""

_ARTICLES: Final = ("le", "la", "the")
_VERBS: Final = ("choose", "choisir", "play", "jouer", "take", "prendre", "eat", "manger")
_EFFECTS: Final = {
    **dict.fromkeys(("remove", "retirer", "retire", "enlever", "r"), "remove"),
    **dict.fromkeys(("add", "ajouter", "ajoute", "a"), "add"),
    **dict.fromkeys(("look", "regarder", "regarde", "voir", "l"), "look"),
}
_SOURCES: Final = {
    **dict.fromkeys(("menu", "m"), Source.MENU),
    **dict.fromkeys(("pile", "pioche", "p"), Source.PILE),
    **dict.fromkeys(("hand", "main", "h"), Source.HAND),
}


def parse(line: str, view: CourtePailleView) -> Move:
    """The action a line spells."""
    words = _words(line)
    if len(words) > 1 and words[0] in _VERBS:
        words = words[1:]
    if not words:
        raise _unreadable("line_empty", example=_example(view))
    if view.step is Step.CHOOSE:
        return a.CHOOSE[CARDS.index(_card(words, line, view.hand))]
    if view.step is Step.EAT:
        return a.EAT[_character("".join(words), line)]
    if view.carried_out.character is Character.COCO:
        return _effect(words, line, view)
    return a.TAKE[CARDS.index(_card(words, line, view.menu))]


def _words(line: str) -> list[str]:
    """The words of a line without capitals, accents, signs and articles; a number is a word of its own."""
    plain = "".join(letter for letter in normalize("NFKD", line.casefold()) if letter.isalnum() or letter in " \t-,")
    return [word for word in re.findall(r"[^\W\d_]+|[0-9]+", plain) if word not in _ARTICLES]


def _example(view: CourtePailleView) -> Phrase:
    if view.step is Step.CHOOSE:
        return card_name(view.hand[0])
    if view.step is Step.EAT:
        return Phrase(f"short.{view.characters[0]}")
    return Phrase("example.remove") if view.carried_out.character is Character.COCO else card_name(view.menu[0])


# Coco's effects


def _effect(words: list[str], line: str, view: CourtePailleView) -> Move:
    first, *rest = words
    match _EFFECTS.get(first):
        case "remove":
            days = _days(rest, "remove")
            if len(days) > 1:
                raise _unreadable("line_days", count=1, example=Phrase("example.remove"))
            return a.Remove(days[0])
        case "look":
            return a.Look(_days(rest, "look"))
        case "add":
            return _addition(rest, line, view)
        case _:
            raise _unreadable("line_effect", word=first)


def _days(words: list[str], effect: str) -> tuple[int, ...]:
    if not words or not all(map(_is_number, words)):
        raise _unreadable("line_days", count=1 if effect == "remove" else 2, example=Phrase(f"example.{effect}"))
    return tuple(map(int, words))


def _addition(words: list[str], line: str, view: CourtePailleView) -> a.Add:
    if words and words[0] in _SOURCES:
        source, named = _SOURCES[words[0]], words[1:]
        if source is Source.PILE and not named:
            return a.ADD_FROM_PILE
        return a.Add(source, _card(named, line, view.menu if source is Source.MENU else view.hand))
    if not words:
        raise _unreadable("line_source", example=Phrase("example.add"))
    card = _card(words, line, (*view.menu, *view.hand))
    if card in view.menu:
        return a.Add(Source.MENU, card)
    if card in view.hand:
        return a.Add(Source.HAND, card)
    raise _unreadable("line_source", example=Phrase("example.add"))


# Cards and characters


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) < 4


def _card(words: list[str], line: str, among: Sequence[Card]) -> Card:
    """The card that is named; part of its name is enough if only one of `among` fits it."""
    name = "".join(word for word in words if not word.isdecimal())
    values = [int(word) for word in words if _is_number(word)]
    characters = _characters(name)
    if not words or len(values) > 1 or not characters:
        raise _unreadable("line_card", line=line.strip(), example=card_name(among[0] if among else CARDS[0]))
    meant = [card for card in CARDS if card.character in characters and card.worth in (values or range(10))]
    if not meant and len(characters) == 1:
        raise _unreadable("line_no_such_card", character=Phrase(f"short.{characters[0]}"), worth=values[0])
    found = [card for card in meant if card in among] or meant
    if len(found) == 1:
        return found[0]
    if 1 < len(found) < 8:
        raise _unreadable("line_several", line=line.strip(), cards=card_list(found))
    raise _unreadable("line_card", line=line.strip(), example=card_name(among[0] if among else CARDS[0]))


def _characters(name: str) -> list[Character]:
    return [character for character in CHARACTERS if any(known.startswith(name) for known in _NAMES[character])]


def _character(name: str, line: str) -> Character:
    match _characters(name):
        case [character]:
            return character
        case _:
            raise _unreadable("line_character", line=line.strip(), allowed=character_list(CHARACTERS))


def _unreadable(code: str, **details: object) -> Unreadable:
    return Unreadable(code, details, texts=PACKAGE)


def spell(action: Move) -> str:
    """The line that `parse` reads as this action."""
    match action:
        case a.Remove(day):
            return f"remove {day}"
        case a.Look(days):
            return f"look {' '.join(map(str, days))}"
        case a.Eat(character):
            return character
        case a.Add(source, card):
            return f"add {source} {_name(card)}" if card else f"add {source}"
        case _:
            return _name(action.card)


def _name(card: Card) -> str:
    return f"{card.character} {card.worth}"
