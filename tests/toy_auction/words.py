"""The toy auction in words."""

import re
from collections.abc import Sequence

from tests.toy_auction.pieces import Bid, Chosen, Lot, Revealed, ToyAuctionView, Won

from tablee.core.errors import Unreadable
from tablee.core.game import Event
from tablee.core.texts import Lang, Phrase
from tablee.core.words import Words

LOTS = ", ".join(str(int(lot)) for lot in Lot)


class ToyAuctionWords(Words[ToyAuctionView, Bid]):
    package = "tests.toy_auction"

    def view(self, view: ToyAuctionView, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        lines = [say("view.over") if view.over else say("view.headline", round=view.round, rounds=view.rounds)]
        for seat, name in enumerate(names):
            who = say("view.you", name=name) if seat == view.seat else name
            cards = " ".join(map(str, view.hands[seat])) or "–"
            lines.append(say("view.player", name=who, cards=cards, coins=view.coins[seat], points=view.points[seat]))
        if view.bid is not None:
            lines.append(say("view.own_bid", bid=self.action(view.bid, lang)))
        return "\n".join(lines)

    def action(self, action: Bid, lang: Lang) -> str:
        cards = "+".join(map(str, action.cards))
        return self.texts(lang)("bid", lot=int(action.lot), cards=cards, coins=action.coins)

    def event(self, event: Event, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        match event:
            case Chosen(seat, None):
                return say("events.chosen", name=names[seat])
            case Chosen(seat, Bid() as bid):
                return say("events.chosen_own", name=names[seat], bid=self.action(bid, lang))
            case Revealed(bids):
                shown = [f"{name}: {self.action(bid, lang)}" for name, bid in zip(names, bids, strict=True)]
                return "\n".join([say("events.revealed"), *shown])
            case Won(lot, seats):
                who = ", ".join(names[seat] for seat in seats) or "–"
                return say("events.won", lot=int(lot), names=who)
            case _:
                return ""

    def prompt(self, view: ToyAuctionView, lang: Lang) -> str:
        return self.texts(lang)("prompt", lots=LOTS)

    def parse(self, line: str, view: ToyAuctionView) -> Bid:
        first, _, rest = line.partition(" ")
        if first not in LOTS.split(", "):
            raise Unreadable("line_lot", {"word": first, "allowed": LOTS}, texts=self.package)
        cards: list[int] = []
        coins = 0
        for word in re.split(r"[\s+]+", rest.strip()) if rest.strip() else ():
            if re.fullmatch(r"\$[0-9]", word):
                coins = int(word[1:])
            elif re.fullmatch(r"[1-9]", word):
                cards.append(int(word))
            else:
                raise Unreadable("line_word", {"word": word}, texts=self.package)
        if not cards:
            raise Unreadable("line_no_cards", {"example": Phrase("example")}, texts=self.package)
        return Bid(Lot(int(first)), tuple(cards), coins)

    def spell(self, action: Bid, view: ToyAuctionView) -> str:
        return f"{int(action.lot)} {'+'.join(map(str, action.cards))}" + (f" ${action.coins}" if action.coins else "")
