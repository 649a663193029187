"""Parts of sentences that the words, the drawing and the typed lines share."""

from collections.abc import Sequence

from tablee.core.seat import Seat
from tablee.core.texts import Catalogue
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.knowledge import HotDogView


def card_list(values: Sequence[int]) -> str:
    """Cards as they are typed: 3+2."""
    return "+".join(str(value) for value in values)


def bid_text(bid: Bid, say: Catalogue) -> str:
    """A bid in a few words."""
    text = say(
        "bid" if bid.dollars else "bid_free",
        table=int(bid.table),
        cards=card_list(bid.hotdogs),
        dollars=bid.dollars,
        price=bid.price,
    )
    return say("bid_last", bid=text) if bid.announce else text


def headline(view: HotDogView, names: Sequence[str], say: Catalogue) -> str:
    """How far the match has gone."""
    if view.over:
        return say("view.over")
    return say("view.headline", hand=view.hand, hands=view.hands, round=view.round, name=names[view.mustard])


def player_name(view: HotDogView, seat: Seat, names: Sequence[str], say: Catalogue) -> str:
    """A player's name, marked if it is the reader's own."""
    return say("view.you", name=names[seat]) if seat == view.seat else names[seat]
