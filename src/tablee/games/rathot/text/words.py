"""Rat Hot in words."""

from collections.abc import Sequence
from itertools import groupby

from tablee.core.game import Event
from tablee.core.seat import Seat
from tablee.core.texts import Catalogue, Lang
from tablee.core.words import Words
from tablee.games.rathot import events as e
from tablee.games.rathot.actions import Draw, Place
from tablee.games.rathot.events import Group
from tablee.games.rathot.knowledge import RatHotView, SquareView, determinize
from tablee.games.rathot.knowledge.grid import Grid, bits, grid
from tablee.games.rathot.knowledge.placement import event_groups, lay, may_lie
from tablee.games.rathot.knowledge.view import from_above
from tablee.games.rathot.pieces import (
    FACES,
    RED,
    SPICES,
    TOO_MANY_RATS,
    TURNS,
    Cards,
    Changed,
    Dir,
    Ending,
    Face,
    tokens,
)
from tablee.games.rathot.state import RatHotState
from tablee.games.rathot.text.board import board, styled
from tablee.games.rathot.text.parse import LETTERS, PACKAGE, parse, spell


class RatHotWords(Words[RatHotView, Place]):
    """Every word shown to people about Rat Hot with the cards of a deck."""

    package = PACKAGE

    def __init__(self, cards: Cards) -> None:
        self._deck = cards

    # A view

    def view(self, view: RatHotView, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        lines = [self._headline(view, names, say)]
        lines += [self._player(view, seat, names, say) for seat in (Seat(0), Seat(1))]
        lines += [
            say("view.drawn", letter=letter, faces=self._card(card, say))
            for letter, card in zip(LETTERS, view.hand, strict=False)
        ]
        lines.append(say("view.spices", **{colour: self._spices(colour, say) for colour in ("red", "green")}))
        for row, squares in groupby(view.squares, key=lambda square: square.row):
            lines.append(say("view.row", row=row, runs=say("view.then").join(self._runs(list(squares), say))))
        lines.append(say("view.whole", cards=say("view.then").join(self._whole(view, say)) or say("view.none")))
        if view.aside:
            lines.append(say("view.aside", count=len(view.aside), cards=self._cards(view.aside, say)))
        pile = self._cards(view.pile, say) or say("view.none")
        return "\n".join([*lines, say("view.pile", count=len(view.pile), cards=pile)])

    def _headline(self, view: RatHotView, names: Sequence[str], say: Catalogue) -> str:
        if view.ending is not None:
            return say("view.over", why=say(f"endings.{view.ending}", rats=view.rats[view.player]))
        key = "view.drawing" if view.to_draw else "view.laying"
        return say(key, turn=view.turn, turns=TURNS, name=names[view.player], cards=view.to_draw or len(view.hand))

    def _player(self, view: RatHotView, seat: Seat, names: Sequence[str], say: Catalogue) -> str:
        twos, ones = tokens(view.scores[seat])
        return say(
            "view.player",
            name=names[seat],
            colour=say(f"view.{_colour(seat)}"),
            you=say("view.you") if seat == view.seat else "",
            points=view.scores[seat],
            twos=twos,
            ones=ones,
            rats=view.rats[seat],
        )

    def _runs(self, squares: list[SquareView], say: Catalogue) -> list[str]:
        """Squares of a row that follow each other, read out together."""
        runs: list[list[SquareView]] = []
        for square in squares:
            if runs and runs[-1][-1].col == square.col - 1:
                runs[-1].append(square)
            else:
                runs.append([square])
        return [
            say("view.run", col=run[0].col, squares=", ".join(self._square(square, say) for square in run))
            for run in runs
        ]

    def _square(self, square: SquareView, say: Catalogue) -> str:
        is_start = square.card is None and square.col == 0
        name = say("faces.start") if is_start else say(f"faces.{square.face.name.lower()}")
        return name if square.height == 1 else say("view.high", face=name, height=square.height)

    def _whole(self, view: RatHotView, say: Catalogue) -> list[str]:
        """RH-12: the cards in full view."""
        seen = [square.card for square in view.squares]
        start = [say("view.start_card")] if seen.count(None) == 3 else []
        return start + [
            say(
                "view.lies",
                card=self._card(place.card, say),
                row=place.row,
                col=place.col,
                dir=say(f"dirs.{place.dir}"),
            )
            for place in view.laid
            if seen.count(place.card) == 3
        ]

    def _cards(self, cards: Sequence[int], say: Catalogue) -> str:
        return ", ".join(self._card(card, say) for card in cards)

    def _card(self, card: int, say: Catalogue) -> str:
        return " | ".join(say(f"faces.{FACES[code].name.lower()}") for code in self._deck.faces[card])

    def _spices(self, colour: str, say: Catalogue) -> str:
        return ", ".join(say(f"faces.{FACES[code].name.lower()}") for code in SPICES if _is_of(FACES[code], colour))

    def _styled(self, card: int, say: Catalogue) -> list[str]:
        return [styled(FACES[code], say) for code in self._deck.faces[card]]

    def board(self, view: RatHotView, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        lines = [f"[bold]{self._headline(view, names, say)}[/]", ""]
        lines += board(view.squares, view.table_size, say, last=view.laid[-1].card if view.laid else None)
        lines += [*(f"[dim]     {say(f'board.legend_{colour}')}[/]" for colour in ("red", "green")), ""]
        whos = [say("board.you", name=name) if seat == view.seat else name for seat, name in enumerate(names)]
        scores = [say("board.points", points=score) for score in view.scores]
        for seat, (who, score) in enumerate(zip(whos, scores, strict=True)):
            colour = _colour(Seat(seat))
            rats = f"{view.rats[seat]}/{TOO_MANY_RATS}"
            lines.append(
                f" [bold white on {colour}] {say(f'letters.{colour}')} [/] [bold]{_padded(who, whos)}[/]"
                f"  {_padded(score, scores)}  {say('board.rats', rats=rats)}"
                f"{'  [bold]' + say('board.plays') + '[/]' if seat == view.player and not view.over else ''}"
            )
        lines += [
            f" [bold]{letter}[/]  {say('board.card', card=card)}  │{'│'.join(self._styled(card, say))}│"
            for letter, card in zip(LETTERS, view.hand, strict=False)
        ]
        if view.aside:
            lines.append(f" {say('board.aside', count=len(view.aside), cards=self._cards(view.aside, say))}")
        return "\n".join([*lines, f" [dim]{say('board.pile', count=len(view.pile))}[/]"])

    # What was done

    def action(self, action: Draw | Place, lang: Lang) -> str:
        say = self.texts(lang)
        card = self._card(action.card, say)
        if isinstance(action, Draw):
            return say("draw", card=card)
        return say("place", card=card, row=action.row, col=action.col, dir=say(f"dirs.{action.dir}"))

    def drawn_action(self, action: Draw | Place, lang: Lang) -> str:
        if isinstance(action, Draw):
            return self.action(action, lang)
        say = self.texts(lang)
        return say("place_across" if action.across else "place_down", card=self._card(action.card, say))

    def event(self, event: Event, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        match event:
            case e.Drawn(seat, card):
                return say("events.drawn", name=names[seat], card=self._card(card, say))
            case e.Laid(seat, place, height):
                key = "events.laid" if height == 1 else "events.laid_on_cards"
                return say(key, name=names[seat], card=self._card(place.card, say), height=height)
            case e.Scored(groups, scores):
                return "\n".join([*self._groups(groups, names, say), self._totals("events.scores", scores, names, say)])
            case e.SetAside(_, cards):
                return say("events.set_aside", count=len(cards), cards=self._cards(cards, say))
            case e.TurnEnded(seat, cards):
                return say("events.turn_ended", name=names[seat], cards=cards)
            case e.Overrun(seat, rats):
                return say("events.overrun", name=names[seat], rats=rats)
            case e.FinalCount(groups, scores):
                counted = self._groups(groups, names, say)
                return "\n".join(
                    [say("events.final_count"), *counted, self._totals("events.scores", scores, names, say)]
                )
            case e.GameEnded(ending, scores, winners):
                if len(winners) > 1:
                    return say("events.draw", points=scores[0])
                key = "events.won" if ending is Ending.FINAL_COUNT else "events.won_by_rats"
                return self._totals(key, scores, names, say, name=names[winners[0]])
            case _:  # pragma: no cover - the rules emit no other
                raise TypeError(event)

    def _groups(self, groups: Sequence[Group], names: Sequence[str], say: Catalogue) -> list[str]:
        return [
            say(
                "events.group",
                name=names[group.seat],
                points=group.points,
                size=len(group.squares),
                spice=say(f"faces.{group.spice.name.lower()}"),
            )
            for group in groups
        ]

    def _totals(self, key: str, scores: Sequence[int], names: Sequence[str], say: Catalogue, **details: object) -> str:
        shares = [say("events.share", name=name, points=score) for name, score in zip(names, scores, strict=True)]
        return say(key, totals=", ".join(shares), **details)

    # What is to be done

    def prompt(self, view: RatHotView, lang: Lang) -> str:
        say = self.texts(lang)
        example = spell(_somewhere(view), view)
        if len(view.hand) == 1:
            return say("prompt_one", example=example)
        return say("prompt", letters=say("or").join(LETTERS), example=example)

    def parse(self, line: str, view: RatHotView) -> Place:
        return parse(line, view)

    def spell(self, action: Place, view: RatHotView) -> str:
        return spell(action, view)

    def preview(self, view: RatHotView, action: Place, names: Sequence[str], lang: Lang) -> str:
        say, state, squares = self.texts(lang), determinize(view), grid(view.table_size)
        if action.card not in view.hand or not may_lie(state, squares, action):
            return ""
        before = {(square.row, square.col): square for square in view.squares}
        covered = [before[spot] for spot in action.squares if spot in before]
        groups = event_groups(lay(state, squares, action, view.changed is Changed.TOUCHED), squares)
        scored = {spot for group in groups for spot in group.squares}
        lines = board(from_above(state.laid, state.cards), view.table_size, say, new=action.squares, scored=scored)
        lines += [f"[dim]     {say('board.legend_new')}[/]", ""]
        lines.append(self.action(action, lang))
        if covered:
            shown = ", ".join(self._square(square, say) for square in covered)
            lines.append(say("preview.covers", faces=shown, height=covered[0].height + 1))
        lines += self._groups(groups, names, say)
        gains = [sum(group.points for group in groups if group.seat == seat) for seat in range(len(names))]
        lines.append(self._totals("preview.gains", gains, names, say))
        lines.append(say("preview.rats", red=state.rats[0], green=state.rats[1]))
        if (rats := state.rats[view.player]) >= TOO_MANY_RATS:
            lines.append(f"[bold]{say(self._warning(view, state, action.card), rats=rats)}[/]")
        return "\n".join(lines)

    def _warning(self, view: RatHotView, state: RatHotState, laid: int) -> str:
        """RH-19, RH-20: whether the other card, if there is one, can still cover a rat."""
        others = [card for card in view.hand if card != laid]
        if not others:
            return "preview.lost"
        return "preview.danger" if _covers_rats(state, grid(view.table_size), others[0]) else "preview.no_rescue"


def _is_of(face: Face, colour: str) -> bool:
    return face.name.lower().startswith(colour)


def _covers_rats(state: RatHotState, squares: Grid, card: int) -> bool:
    """Whether some place of a card leaves its player fewer rats in sight than lose."""
    return any(
        _rats_after(state, squares, Place(card, *squares.square(first), turn)) < TOO_MANY_RATS
        for strips, turn in ((state.across, Dir.E), (state.down, Dir.S))
        for first in bits(strips)
    )


def _rats_after(state: RatHotState, squares: Grid, place: Place) -> int:
    trial = state.copy()
    lay(trial, squares, place, lost_count=False)
    return trial.rats[state.player]


def _colour(seat: Seat) -> str:
    return "red" if seat == RED else "green"


def _padded(text: str, texts: Sequence[str]) -> str:
    """A text made as long as the longest of some."""
    return text.ljust(max(map(len, texts)))


def _somewhere(view: RatHotView) -> Place:
    """A place where the first card in hand may be laid."""
    state, squares = determinize(view), grid(view.table_size)
    strips = state.across or state.down
    row, col = squares.square(next(bits(strips)))
    return Place(view.hand[0], row, col, Dir.E if state.across else Dir.S)
