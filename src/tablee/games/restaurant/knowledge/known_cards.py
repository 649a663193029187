"""The cards that a reader can be sure the others hold."""

from collections import Counter

from tablee.games.restaurant.knowledge.history import Deed, What
from tablee.games.restaurant.knowledge.view import RestaurantView
from tablee.games.restaurant.pieces import CARDS, MENUS, WORTHLESS, Card, Protect


def known_cards(view: RestaurantView) -> tuple[tuple[Card, ...], ...]:
    """By seat: cards that it surely holds, since all or the viewer saw them; the viewer's own are left out.

    A clever reader could conclude more, but nothing here can be wrong.
    """
    others = [_KnownHand(view.protect) for _ in range(view.players)]
    for deed in view.chronicle:
        if deed.what is What.EXCHANGE and deed.other is not None:
            moved = deed.card or others[deed.other].only_kind()
            others[deed.other].give(moved, Card.DISH)
            others[deed.seat].give(Card.DISH, moved)
        else:
            others[deed.seat].do(deed)
    return tuple(() if seat == view.seat else known.cards() for seat, known in enumerate(others))


class _KnownHand:
    """The cards that one seat surely holds, and how many it holds that are not protected."""

    def __init__(self, protect: Protect) -> None:
        self._protect = protect
        self._hand: Counter[Card] = Counter()
        self._laid: Counter[Card] = Counter()
        """Protected menus, which cannot be drawn."""
        self._size = 0

    def do(self, deed: Deed) -> None:
        match deed.what:
            case What.TAKE:
                self._size += 1
                self._hand.update([deed.card] if deed.card else [])
            case What.RESERVE:
                self._size -= 1 + deed.beneath
                self._laid.update([deed.card] if deed.card else [])
                self._lose(self._hand, deed.card)
                if self._protect is Protect.ALL:
                    self._laid.update({card: self._hand.pop(card) for card in MENUS if card in self._hand})
            case _:
                self._lose(self._laid if deed.card and self._laid[deed.card] else self._hand, deed.card)

    def only_kind(self) -> Card | None:
        """The kind of all cards that can be drawn from this hand, if it is known that there is only one kind."""
        return next((card for card in WORTHLESS if self._hand[card] == self._size), None)

    def give(self, card: Card | None, back: Card | None) -> None:
        """Give a card away (None: any of them) and get another (None: it is not known which)."""
        for kind in list(self._hand) if card is None else [card]:
            self._lose(self._hand, kind)
        self._hand.update([back] if back else [])

    def _lose(self, cards: Counter[Card], card: Card | None) -> None:
        if card and cards[card]:
            cards[card] -= 1

    def cards(self) -> tuple[Card, ...]:
        return tuple(sorted((self._hand + self._laid).elements(), key=CARDS.index))
