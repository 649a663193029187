"""Hot-Dog in words, and words as bids."""

import re
from collections.abc import Sequence
from typing import Final

from tablee.core.errors import Unreadable
from tablee.core.game import Event
from tablee.core.seat import Seat
from tablee.core.texts import Catalogue, Lang
from tablee.core.words import Words
from tablee.games.hotdog import actions as a
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.pieces import notes
from tablee.games.hotdog.view import HotDogView

_COLOURS: Final = ("red", "green", "blue", "magenta", "cyan")
_DOLLARS: Final = re.compile(r"\$([0-9]{1,9})|([0-9]{1,9})\$")
_BESIDE_DOLLAR: Final = re.compile(r"(?<=\$)\s+(?=[0-9])|(?<=[0-9])\s+(?=\$(?!\S|\s*[0-9]))")
"""The space of `$ 2` or `2 $`."""
_LAST: Final = re.compile(r"!|last|dernier", re.IGNORECASE)


def _cards(values: Sequence[int]) -> str:
    return "+".join(str(value) for value in values)


class HotDogWords(Words[HotDogView, Bid]):
    """Every word shown to people about Hot-Dog."""

    package = "tablee.games.hotdog"

    def view(self, view: HotDogView, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        lines = [self._headline(view, names, say)]
        for table in view.tables:
            there = [
                say("view.cards_of", name=names[seat], cards=_cards(cards))
                for seat, cards in enumerate(table.cards)
                if cards
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

    def board(self, view: HotDogView, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        lines = [f"[bold]{self._headline(view, names, say)}[/]", ""]
        for table in view.tables:
            places = [
                f"[bold white on {_COLOURS[seat]}] {seat + 1} [/]"
                for seat, cards in enumerate(table.cards)
                for _ in range(sum(cards))
            ]
            places += ["[dim] · [/]"] * table.room
            lines.append(
                f" {say('board.table', table=table.size)}  {' '.join(places)}   "
                f"[dim]{say('board.room', room=table.room)}[/]"
            )
        lines.append("")
        width = max(len(self._who(view, Seat(seat), names, say)) for seat in range(len(names)))
        score = "board.final" if view.over else "board.earlier"
        for seat, held in enumerate(view.hotdogs):
            who = self._who(view, Seat(seat), names, say)
            marks = self._marks(view, Seat(seat), say)
            lines.append(
                f" [bold white on {_COLOURS[seat]}] {seat + 1} [/] [bold]{who}[/]{' ' * (width - len(who))}"
                f"  {say('board.money', money=view.money[seat]):>6}"
                f"  {' '.join(map(str, held)) or '–':<19}"
                f"  [dim]{say(score, total=view.totals[seat])}[/]  {marks}".rstrip()
            )
        if view.bid is not None:
            lines += ["", f" {say('view.own_bid', bid=self.action(view.bid, lang))}"]
        return "\n".join(lines)

    def _headline(self, view: HotDogView, names: Sequence[str], say: Catalogue) -> str:
        if view.over:
            return say("view.over")
        return say("view.headline", hand=view.hand, hands=view.hands, round=view.round, name=names[view.mustard])

    def _who(self, view: HotDogView, seat: Seat, names: Sequence[str], say: Catalogue) -> str:
        return say("view.you", name=names[seat]) if seat == view.seat else names[seat]

    def _marks(self, view: HotDogView, seat: Seat, say: Catalogue) -> str:
        marks = [
            *(["[black on yellow]" + say("board.mustard") + "[/]"] if seat == view.mustard and not view.over else []),
            *(["[green]" + say("board.chosen") + "[/]"] if view.chosen[seat] else []),
            *(["[bold red]" + say("board.last") + "[/]"] if view.announced[seat] else []),
        ]
        return " ".join(marks)

    def _player(self, view: HotDogView, seat: Seat, names: Sequence[str], say: Catalogue) -> str:
        tens, fives, ones = notes(view.money[seat])
        purse = [
            say("view.notes", count=count, value=value) for count, value in ((tens, 10), (fives, 5), (ones, 1)) if count
        ]
        return say(
            "view.player",
            name=self._who(view, seat, names, say),
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
            lines.append(say("view.own_bid", bid=self.action(view.bid, say.lang)))
        if view.idle_rounds:
            lines.append(say("view.idle", rounds=view.idle_rounds))
        return lines

    def action(self, action: Bid, lang: Lang) -> str:
        say = self.texts(lang)
        text = say(
            "bid",
            table=int(action.table),
            cards=_cards(action.hotdogs),
            dollars=action.dollars,
            price=action.price,
        )
        return say("bid_last", bid=text) if action.announce else text

    def event(self, event: Event, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        match event:
            case a.Chosen(seat, bid, again):
                if bid is None:
                    return say("events.chosen", name=names[seat])
                return say("events.chosen_again" if again else "events.chosen_own", bid=self.action(bid, lang))
            case a.Announced(seat):
                return say("events.announced", name=names[seat])
            case a.Revealed(bids):
                shown = [
                    say("events.bid", name=names[seat], bid=self.action(bid, lang)) for seat, bid in enumerate(bids)
                ]
                return "\n".join([say("events.revealed"), *shown])
            case a.Sold(seat, bid, room):
                paid = say("events.paid_dollars", dollars=bid.dollars) if bid.dollars else ""
                return say(
                    "events.sold",
                    name=names[seat],
                    hotdogs=bid.total,
                    table=int(bid.table),
                    paid=paid,
                    room=room,
                )
            case a.NotSold(seat, bid, room, silent):
                key = "events.silent" if silent else "events.not_sold"
                return say(key, name=names[seat], hotdogs=bid.total, table=int(bid.table), room=room)
            case a.Paid(table, dollars):
                shares = [
                    say("events.share", name=names[seat], dollars=amount)
                    for seat, amount in enumerate(dollars)
                    if amount
                ]
                return say("events.paid", table=int(table), shares=", ".join(shares))
            case a.RoundEnded(mustard):
                return say("events.round_ended", name=names[mustard])
            case a.HandEnded(hand, ending, money, _):
                purses = ", ".join(
                    say("events.share", name=names[seat], dollars=amount) for seat, amount in enumerate(money)
                )
                return say("events.hand_ended", hand=hand, why=say(f"endings.{ending}"), money=purses)
            case a.GameEnded(totals, winners):
                sums = ", ".join(
                    say("events.share", name=names[seat], dollars=amount) for seat, amount in enumerate(totals)
                )
                who = say("and").join(names[seat] for seat in winners)
                return say("events.game_ended", who=who, count=len(winners), totals=sums)
            case _:
                raise TypeError(event)

    def prompt(self, view: HotDogView, lang: Lang) -> str:
        say = self.texts(lang)
        text = say("prompt", tables=", ".join(str(int(table.size)) for table in view.tables))
        return f"{text} {say('prompt_manual')}" if view.manual else text

    def parse(self, line: str, view: HotDogView) -> Bid:
        """`TABLE CARDS [$DOLLARS] [!]`, as in `7 3+2 $1`."""
        tables = {str(int(table.size)): table.size for table in view.tables}
        line = _BESIDE_DOLLAR.sub("", line.replace("!", " ! ")).strip()
        first, *words = re.split(r"[\s+,]+", line)
        if not first:
            raise self._unreadable("line_empty")
        if first not in tables:
            raise self._unreadable("line_table", word=first, allowed=", ".join(tables))
        cards: list[int] = []
        dollars, announce = 0, False
        for word in words:
            if match := _DOLLARS.fullmatch(word):
                dollars = int(match[1] or match[2])
            elif _LAST.fullmatch(word):
                announce = True
            elif re.fullmatch(r"[0-9]", word):
                cards.append(int(word))
            elif word:
                raise self._unreadable("line_word", word=word)
        if not cards:
            raise self._unreadable("line_no_cards")
        return Bid(tables[first], tuple(cards), dollars, announce)

    def spell(self, action: Bid, view: HotDogView) -> str:
        dollars = f" ${action.dollars}" if action.dollars else ""
        return f"{action.table:d} {_cards(action.hotdogs)}{dollars}{' !' if action.announce else ''}"

    def _unreadable(self, code: str, **details: object) -> Unreadable:
        return Unreadable(code, details, texts=self.package)
