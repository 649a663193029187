"""Every word shown to people about Hot-Dog."""

from collections.abc import Sequence

from tablee.core.game import Event
from tablee.core.seat import Seat
from tablee.core.texts import Catalogue, Lang
from tablee.core.words import Words
from tablee.games.hotdog import events as e
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.knowledge import HotDogView
from tablee.games.hotdog.pieces import notes
from tablee.games.hotdog.text.board import board
from tablee.games.hotdog.text.parse import PACKAGE, parse, spell
from tablee.games.hotdog.text.phrases import bid_text, card_list, headline, player_name


class HotDogWords(Words[HotDogView, Bid]):
    """Every word shown to people about Hot-Dog."""

    package = PACKAGE

    def view(self, view: HotDogView, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        lines = [headline(view, names, say)]
        for table in view.tables:
            there = [
                say("view.cards_of", name=names[seat], cards=card_list(values))
                for seat, values in enumerate(table.cards)
                if values
            ]
            lines.append(
                say(
                    "view.table",
                    table=table.size,
                    room=table.room,
                    there=say("then").join(there) or say("view.nothing"),
                )
            )
        lines += [self._player(view, Seat(seat), names, say) for seat in range(len(names))]
        lines += self._round_so_far(view, names, say)
        return "\n".join(lines)

    def _player(self, view: HotDogView, seat: Seat, names: Sequence[str], say: Catalogue) -> str:
        tens, fives, ones = notes(view.money[seat])
        purse = [
            say("view.notes", count=count, value=value) for count, value in ((tens, 10), (fives, 5), (ones, 1)) if count
        ]
        return say(
            "view.player",
            name=player_name(view, seat, names, say),
            money=view.money[seat],
            notes=", ".join(purse) or say("view.no_notes"),
            count=len(view.hotdogs[seat]),
            cards=" ".join(map(str, view.hotdogs[seat])) or "–",
            eaten=sum(view.eaten[seat]),
            score=say("view.final" if view.over else "view.earlier", total=view.totals[seat]),
        )

    def _round_so_far(self, view: HotDogView, names: Sequence[str], say: Catalogue) -> list[str]:
        lines = [say("view.chosen", name=names[seat]) for seat, chosen in enumerate(view.chosen) if chosen]
        lines += [say("events.announced", name=names[seat]) for seat, said in enumerate(view.announced) if said]
        if view.bid is not None:
            lines.append(say("view.own_bid", bid=bid_text(view.bid, say)))
        if view.idle_rounds:
            lines.append(say("view.idle", rounds=view.idle_rounds))
        return lines

    def board(self, view: HotDogView, names: Sequence[str], lang: Lang) -> str:
        return board(view, names, self.texts(lang))

    def action(self, action: Bid, lang: Lang) -> str:
        return bid_text(action, self.texts(lang))

    def event(self, event: Event, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        match event:
            case e.Chosen(seat, bid, again):
                if bid is None:
                    return say("events.chosen", name=names[seat])
                key = "events.chosen_again" if again else "events.chosen_own"
                return say(key, name=names[seat], bid=bid_text(bid, say))
            case e.Announced(seat):
                return say("events.announced", name=names[seat])
            case e.Revealed(bids):
                shown = [say("events.bid", name=names[seat], bid=bid_text(bid, say)) for seat, bid in enumerate(bids)]
                return "\n".join([say("events.revealed"), *shown])
            case e.Sold(seat, bid, room):
                paid = say("events.paid_dollars", name=names[seat], dollars=bid.dollars) if bid.dollars else ""
                return say(
                    "events.sold",
                    name=names[seat],
                    hotdogs=bid.total,
                    table=int(bid.table),
                    paid=paid,
                    room=room,
                )
            case e.NotSold(seat, bid, room, silent):
                key = "events.silent" if silent else "events.not_sold" if room else "events.not_sold_full"
                return say(key, name=names[seat], hotdogs=bid.total, table=int(bid.table), room=room)
            case e.Paid(table, dollars):
                shares = [
                    say("events.share", name=names[seat], dollars=amount)
                    for seat, amount in enumerate(dollars)
                    if amount
                ]
                return say("events.paid", table=int(table), shares=say.listed(shares))
            case e.RoundEnded(mustard):
                return say("events.round_ended", name=names[mustard])
            case e.HandEnded(hand, ending, money, _):
                purses = say.listed(
                    say("events.share", name=names[seat], dollars=amount) for seat, amount in enumerate(money)
                )
                return say("events.hand_ended", hand=hand, why=say(f"endings.{ending}"), money=purses)
            case e.GameEnded(totals, winners):
                sums = say.listed(
                    say("events.share", name=names[seat], dollars=amount) for seat, amount in enumerate(totals)
                )
                who = say.subject(names[seat] for seat in winners)
                return say("events.game_ended", who=who, count=len(winners), totals=sums)
            case _:
                raise TypeError(event)

    def prompt(self, view: HotDogView, lang: Lang) -> str:
        say = self.texts(lang)
        text = say("prompt", tables=", ".join(str(int(table.size)) for table in view.tables))
        return f"{text} {say('prompt_manual')}" if view.manual else text

    def parse(self, line: str, view: HotDogView) -> Bid:
        return parse(line, view)

    def spell(self, action: Bid, view: HotDogView) -> str:
        return spell(action)
