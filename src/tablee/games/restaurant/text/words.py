"""Restaurant in words."""

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap

from tablee.core.game import Event
from tablee.core.seat import Seat
from tablee.core.texts import Catalogue, Lang
from tablee.core.words import Words
from tablee.games.restaurant import actions as a
from tablee.games.restaurant import events as e
from tablee.games.restaurant.actions import Move
from tablee.games.restaurant.knowledge import RestaurantView
from tablee.games.restaurant.knowledge.history import What
from tablee.games.restaurant.knowledge.known_cards import known_cards
from tablee.games.restaurant.pieces import CARDS, RES, TABLES, Card, name_of, table_at
from tablee.games.restaurant.state import OVER
from tablee.games.restaurant.text.board import board, marker
from tablee.games.restaurant.text.parse import PACKAGE, parse, spell, typed

_PATH_SHOWN = 8
_SCREEN = 80
"""How wide a terminal is."""


def _tables(tables: Iterable[int]) -> str:
    return ", ".join(map(name_of, tables))


def _place(row: int, col: int) -> str:
    table = table_at(row, col)
    return f"{row}, {col}" if table is None else name_of(table)


class RestaurantWords(Words[RestaurantView, Move]):
    """Every word shown to people about Restaurant."""

    package = PACKAGE

    # A view

    def view(self, view: RestaurantView, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        lines = [self._headline(view, names, say)]
        if view.last is not None:
            lines.append(say("view.last", table=name_of(view.last)))
        if view.reach:
            lines.append(say("view.reach", tables=_tables(view.reach)))
        lines += [self._player(view, Seat(seat), names, say) for seat in range(view.players)]
        lines += self._piles(view, names, say)
        served = [
            say("view.plate", table=name_of(table), card=self._card(plate, say), name=names[owner])
            for table, plate, owner in zip(TABLES, view.plates, view.markers, strict=True)
            if plate is not None and owner is not None
        ]
        if served:
            lines.append(say("view.served", plates=say("then").join(served)))
        return "\n".join([*lines, *self._own(view, say), *self._known(view, names, say)])

    def _headline(self, view: RestaurantView, names: Sequence[str], say: Catalogue) -> str:
        marked = len(view.markers) - view.markers.count(None)
        if view.step is OVER:
            return say("view.over", why=say(f"endings.{view.ending}"))
        other = "" if view.victim is None else names[view.victim]
        now = say(f"steps.{view.step}", name=names[view.to_play], other=other)
        if view.sums:
            served = len(view.plates) - view.plates.count(None)
            return say("view.service", served=served, marked=marked, now=now)
        return say("view.orders", taken=marked, now=now)

    def _player(self, view: RestaurantView, seat: Seat, names: Sequence[str], say: Catalogue) -> str:
        markers = [table for table in TABLES if view.markers[table] == seat]
        return " ".join(
            [
                say(
                    "view.player",
                    name=self._who(view, seat, names, say),
                    tables=_tables(markers) or say("view.none"),
                    left=view.markers_left[seat],
                    cards=view.hand_sizes[seat],
                ),
                *([say("view.sum", sum=view.sums[seat], points=view.points[seat])] if view.sums else []),
                *([say("view.score", score=view.scores[seat])] if view.scores else []),
            ]
        )

    def _who(self, view: RestaurantView, seat: Seat, names: Sequence[str], say: Catalogue) -> str:
        return say("view.you", name=names[seat]) if seat == view.seat else names[seat]

    def _piles(self, view: RestaurantView, names: Sequence[str], say: Catalogue) -> list[str]:
        """RE-10: until the orders end."""
        return [
            say("view.pile", name=names[deed.seat], card=self._card(deed.card, say), beneath=deed.beneath)
            for deed in view.chronicle
            if deed.what is What.RESERVE and deed.card is not None and not view.sums
        ]

    def _own(self, view: RestaurantView, say: Catalogue) -> list[str]:
        if view.seat is None or view.hands:
            return []
        return [
            say("view.hand", cards=self._cards(view.hand, say)),
            *([say("view.own_pile", cards=self._cards(view.pile, say))] if view.pile else []),
        ]

    def _known(self, view: RestaurantView, names: Sequence[str], say: Catalogue) -> list[str]:
        """What others surely hold; at the end, what everybody does."""
        key, known = ("view.shown", view.hands) if view.hands else ("view.certain", known_cards(view))
        return [say(key, name=names[seat], cards=self._cards(cards, say)) for seat, cards in enumerate(known) if cards]

    def _card(self, card: Card, say: Catalogue) -> str:
        return say(f"cards.{card}")

    def _a_card(self, card: Card, say: Catalogue) -> str:
        return say(f"a_card.{card}")

    def _cards(self, cards: Sequence[Card], say: Catalogue) -> str:
        numbers = Counter(cards)
        listed = [
            say("view.several", number=numbers[card], card=self._card(card, say))
            if numbers[card] > 1
            else self._card(card, say)
            for card in CARDS
            if numbers[card]
        ]
        return ", ".join(listed) or say("view.none")

    def board(self, view: RestaurantView, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        headline = [f"[bold]{part}[/]" for part in wrap(self._headline(view, names, say), _SCREEN)]
        lines = [*headline, "", *board(view)]
        legend = say("board.legend_service" if view.sums else "board.legend_orders")
        lines += [f"   [dim]{legend}[/]", *self._path(view, say), ""]
        whos = [self._who(view, Seat(seat), names, say) for seat in range(view.players)]
        for seat, who in enumerate(whos):
            plays = seat == view.to_play and view.step is not OVER
            lines.append(
                f" {marker(seat)} [bold]{who}[/]{' ' * (max(map(len, whos)) - len(who))}"
                f"  {self._figures(view, Seat(seat), say)}{'  [bold]' + say('board.plays') + '[/]' if plays else ''}"
            )
        rest = [*self._piles(view, names, say), *self._own(view, say), *self._known(view, names, say)]
        wrapped = [part for line in rest for part in wrap(line, _SCREEN, initial_indent=" ", subsequent_indent="   ")]
        return "\n".join([*lines, "", *wrapped]).rstrip()

    def _path(self, view: RestaurantView, say: Catalogue) -> list[str]:
        """The last tables of the path, in the order they were taken or served."""
        walked = What.SERVE if view.sums else What.TAKE
        path = [deed.table for deed in view.chronicle if deed.what is walked and deed.table is not None]
        if not path:
            return []
        shown = " → ".join(map(name_of, path[-_PATH_SHOWN:]))
        return [f"   [dim]{say('board.path', tables=f'… → {shown}' if len(path) > _PATH_SHOWN else shown)}[/]"]

    def _figures(self, view: RestaurantView, seat: Seat, say: Catalogue) -> str:
        figures = say("board.cards", cards=view.hand_sizes[seat])
        if not view.sums:
            return f"{figures}  {say('board.markers', left=view.markers_left[seat])}"
        figures = f"{figures}  {say('board.sum', sum=view.sums[seat], points=view.points[seat])}"
        return f"{figures}  [bold]{say('board.score', score=view.scores[seat])}[/]" if view.scores else figures

    # What is done, and what happens

    def action(self, action: Move, lang: Lang) -> str:
        say = self.texts(lang)
        match action:
            case a.Take(row, col):
                return say("actions.take", table=_place(row, col))
            case a.Exchange(seat):
                return say("actions.exchange", player=seat + 1)
            case a.Keep():
                return say("actions.keep")
            case a.Reserve(res, menus):
                return say("actions.reserve", card=self._card(res, say), menus=self._cards(menus, say))
            case a.Done():
                return say("actions.done")
            case a.Serve(card, row, col):
                return say("actions.serve", a_card=self._a_card(card, say), table=_place(row, col))
            case a.Turn(card):
                return say("actions.turn", a_card=self._a_card(card, say))
            case _:
                return say("actions.drawn", a_card=self._a_card(action.card, say))

    def event(self, event: Event, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        match event:
            case e.Marked(seat, row, col):
                return say("events.marked", name=names[seat], table=_place(row, col))
            case e.Turned(seat, row, col, card):
                shown = say("events.a_menu") if card is None else self._a_card(card, say)
                return say("events.turned", name=names[seat], a_card=shown, table=_place(row, col))
            case e.Reached(seat, other):
                return say("events.reached", name=names[seat], other=names[other])
            case e.Exchanged(seat, other, card):
                key = "events.exchanged" if card is None else "events.exchanged_for"
                moved = "" if card is None else self._a_card(card, say)
                return say(key, name=names[seat], other=names[other], a_card=moved)
            case e.Kept(seat):
                return say("events.kept", name=names[seat])
            case e.Reserved(seat, res, beneath, menus):
                key = "events.reserved" if menus is None else "events.reserved_with"
                cards = self._cards(menus or (), say)
                return say(key, name=names[seat], a_card=self._a_card(res, say), beneath=beneath, menus=cards)
            case e.Declined(seat):
                return say("events.declined", name=names[seat])
            case e.Skipped(seat):
                return say("events.skipped", name=names[seat])
            case e.OrdersEnded(ending, sums, first):
                why = say(f"orders_endings.{ending}")
                return say("events.orders_ended", why=why, sums=self._points(sums, names, say), name=names[first])
            case e.Served(seat, card, row, col, owner, points):
                key = "events.served_for" if points else "events.served"
                return say(
                    key,
                    name=names[seat],
                    a_card=self._a_card(card, say),
                    table=_place(row, col),
                    owner=names[owner],
                    points=points,
                )
            case e.Passed(seat):
                return say("events.passed", name=names[seat])
            case e.GameEnded(ending, _, scores, winners):
                who = say.subject(names[seat] for seat in winners)
                return say(
                    "events.game_ended",
                    why=say(f"endings.{ending}"),
                    scores=self._points(scores, names, say),
                    who=who,
                    count=len(winners),
                )
            case _:
                raise TypeError(event)

    def _points(self, points: Sequence[int], names: Sequence[str], say: Catalogue) -> str:
        signed = [str(number).replace("-", "−") for number in points]
        return ", ".join(say("events.points", name=names[seat], points=number) for seat, number in enumerate(signed))

    # Typing

    def prompt(self, view: RestaurantView, lang: Lang) -> str:
        say = self.texts(lang)
        others = [str(seat + 1) for seat, size in enumerate(view.hand_sizes) if size and seat != view.seat]
        example = name_of(view.reach[0]) if view.reach else ""
        held = [card for card in view.hand if card in RES]
        text = say(
            f"prompts.{view.step}",
            tables=_tables(view.reach),
            example=example,
            players=", ".join(others),
            player=others[0] if others else "",
            card=typed(view.hand[0]) if view.hand else "",
        )
        if held and not view.sums:
            return f"{text} {say(f'prompts.reserve_{view.protect}', res=typed(held[0]))}"
        return text

    def parse(self, line: str, view: RestaurantView) -> Move:
        return parse(line, view)

    def spell(self, action: Move, view: RestaurantView) -> str:
        return spell(action, view)
