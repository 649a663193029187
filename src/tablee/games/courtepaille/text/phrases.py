"""Names of cards and characters as phrases, which a catalogue puts into a language."""

from collections.abc import Iterable, Sequence

from tablee.core.texts import Phrase
from tablee.games.courtepaille.pieces import Card, Character


def card_name(card: Card) -> Phrase:
    """As in “cook 4”."""
    return Phrase("card", {"character": Phrase(f"short.{card.character}"), "worth": card.worth})


def character_name(character: Character) -> Phrase:
    """As in “the cook”."""
    return Phrase(f"the.{character}")


def card_list(cards: Iterable[Card]) -> Phrase:
    """A list of cards."""
    return phrase_list([card_name(card) for card in cards])


def character_list(characters: Iterable[Character]) -> Phrase:
    """A list of characters."""
    return phrase_list([character_name(character) for character in characters])


def phrase_list(items: Sequence[Phrase]) -> Phrase:
    """A list of phrases; “nothing” if it is empty."""
    if not items:
        return Phrase("nothing")
    first, *others = items
    if not others:
        return first
    return Phrase("list" if others[1:] else "list_end", {"first": first, "others": phrase_list(others)})
