"""Rat Hot in words, and words as placements."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from tablee.core.errors import Unreadable
from tablee.core.game import Event
from tablee.core.seat import Seat
from tablee.core.texts import Catalogue, Lang
from tablee.core.words import Words
from tablee.games.rathot import actions as a
from tablee.games.rathot.actions import Draw, Group, Place
from tablee.games.rathot.drawing import drawing, letters, styled
from tablee.games.rathot.grid import bits, grid
from tablee.games.rathot.laying import lay, no_place, told
from tablee.games.rathot.pieces import (
    CARDS,
    FACES,
    READS_ALIKE,
    RED,
    TOO_MANY_RATS,
    TURNS,
    Changed,
    Dir,
    Ending,
    tokens,
)
from tablee.games.rathot.view import RatHotView, SquareView, determinize, from_above

_LETTERS: Final = ("a", "b")
"""What the cards in hand are called for short."""

_DIRS: Final = {
    word: dir_
    for dir_, words in {
        Dir.E: "e east est right droite > →",
        Dir.S: "s south sud down bas v ↓",
        Dir.W: "w west o ouest left gauche < ←",
        Dir.N: "n north nord up haut ^ ↑",
    }.items()
    for word in words.split()
}
_NEEDLESS: Final = frozenset({"card", "carte", "row", "ligne", "col", "column", "colonne"})
_WORD: Final = re.compile(r"[^\W\d_]+|[-+]?[0-9]{1,9}|[^\s,;:.()#]")


class RatHotWords(Words[RatHotView, Place]):
    """Every word shown to people about Rat Hot."""

    package = "tablee.games.rathot"

    # A view

    def view(self, view: RatHotView, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        lines = [self._headline(view, names, say)]
        lines += [self._player(view, seat, names, say) for seat in (Seat(0), Seat(1))]
        lines += [
            say("view.drawn", letter=letter, card=card, faces=self._read_out(card, say))
            for letter, card in zip(_LETTERS, view.hand, strict=False)
        ]
        for row, squares in groupby(view.squares, key=lambda square: square.row):
            lines.append(say("view.row", row=row, runs=say("view.then").join(self._runs(list(squares), say))))
        lines.append(say("view.whole", cards=say("view.then").join(self._whole(view, say)) or say("view.none")))
        if view.aside:
            lines.append(say("view.aside", count=len(view.aside), cards=self._cards(view.aside, say)))
        pile = ", ".join(_faces(card, say) for card in view.pile) or say("view.none")
        return "\n".join([*lines, say("view.pile", count=len(view.pile), cards=pile)])

    def _headline(self, view: RatHotView, names: Sequence[str], say: Catalogue) -> str:
        if view.ending is not None:
            return say("view.over", why=say(f"endings.{view.ending}"))
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
            say("view.lies", card=place.card, row=place.row, col=place.col, dir=say(f"dirs.{place.dir}"))
            for place in view.laid
            if seen.count(place.card) == 3
        ]

    def _cards(self, cards: Sequence[int], say: Catalogue) -> str:
        return ", ".join(say("view.card", card=card, faces=_faces(card, say)) for card in cards)

    def _read_out(self, card: int, say: Catalogue) -> str:
        return ", ".join(say(f"faces.{FACES[code].name.lower()}") for code in CARDS[card])

    def board(self, view: RatHotView, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        lines = [f"[bold]{self._headline(view, names, say)}[/]", ""]
        lines += drawing(view.squares, view.table_size, say)
        lines += [f"[dim]     {say('board.legend')}[/]", ""]
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
            f" [bold]{letter}[/]  {say('board.card', card=card)}  │{'│'.join(_styled(card, say))}│"
            for letter, card in zip(_LETTERS, view.hand, strict=False)
        ]
        if view.aside:
            lines.append(f" {say('board.aside', count=len(view.aside), cards=self._cards(view.aside, say))}")
        return "\n".join([*lines, f" [dim]{say('board.pile', count=len(view.pile))}[/]"])

    # What was done

    def action(self, action: Draw | Place, lang: Lang) -> str:
        say = self.texts(lang)
        card = say("view.card", card=action.card, faces=_faces(action.card, say))
        if isinstance(action, Draw):
            return say("draw", card=card)
        return say("place", card=card, row=action.row, col=action.col, dir=say(f"dirs.{action.dir}"))

    def event(self, event: Event, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        match event:
            case a.Drawn(seat, card):
                return say("events.drawn", name=names[seat], card=card, faces=_faces(card, say))
            case a.Laid(seat, place, height):
                key = "events.laid" if height == 1 else "events.laid_on_cards"
                return say(key, name=names[seat], place=self.action(place, lang), height=height)
            case a.Scored(groups, scores):
                return "\n".join([*self._groups(groups, names, say), self._totals("events.scores", scores, names, say)])
            case a.SetAside(_, cards):
                return say("events.set_aside", count=len(cards), cards=self._cards(cards, say))
            case a.TurnEnded(seat, cards):
                return say("events.turn_ended", name=names[seat], cards=cards)
            case a.Overrun(seat, rats):
                return say("events.overrun", name=names[seat], rats=rats)
            case a.FinalCount(groups, scores):
                counted = self._groups(groups, names, say)
                return "\n".join(
                    [say("events.final_count"), *counted, self._totals("events.scores", scores, names, say)]
                )
            case a.GameEnded(ending, scores, winners):
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
        example = self.spell(_somewhere(view), view)
        if len(view.hand) == 1:
            return say("prompt_one", example=example)
        return say("prompt", letters=say("or").join(_LETTERS), example=example)

    def parse(self, line: str, view: RatHotView) -> Place:
        """`CARD ROW COLUMN DIRECTION`, as in `a 0 -2 E`; the card as a letter or its number, or not if there is one."""
        letter: str | None = None
        dir_: Dir | None = None
        numbers: list[int] = []
        for word in _WORD.findall(line.casefold().replace("−", "-")):
            if word in _DIRS:
                dir_ = _DIRS[word]
            elif word in _LETTERS:
                letter = word
            elif word.lstrip("+-").isdecimal():
                numbers.append(int(word))
            elif word not in _NEEDLESS:
                raise self._unreadable("line_word", word=word)
        card = self._card(letter, numbers, view)
        if len(numbers) != 2:
            raise self._unreadable("line_square")
        if dir_ is None:
            raise self._unreadable("line_dir")
        row, col = numbers
        return _forward(Place(card, row, col, dir_))

    def _card(self, letter: str | None, numbers: list[int], view: RatHotView) -> int:
        """The card that is meant; if by its number, that is taken off the numbers."""
        held = dict(zip(_LETTERS, view.hand, strict=False))
        if letter in held:
            return held[letter]
        if letter is not None or not held:
            raise self._unreadable("line_no_card", letter=letter or "", allowed=", ".join(held))
        if len(numbers) == 3:
            return numbers.pop(0)
        if len(held) > 1:
            raise self._unreadable("line_which_card", allowed=", ".join(held))
        return view.hand[0]

    def spell(self, action: Place, view: RatHotView) -> str:
        letter = dict(zip(view.hand, _LETTERS, strict=False)).get(action.card, action.card)
        return f"{letter} {action.row} {action.col} {action.dir}"

    def _unreadable(self, code: str, **details: object) -> Unreadable:
        return Unreadable(code, details, texts=self.package)

    def preview(self, view: RatHotView, action: Place, names: Sequence[str], lang: Lang) -> str:
        say, state, squares = self.texts(lang), determinize(view), grid(view.table_size)
        if action.card not in view.hand or no_place(state, squares, action):
            return ""
        before = {(square.row, square.col): square for square in view.squares}
        covered = [before[spot] for spot in action.squares if spot in before]
        groups = told(lay(state, squares, action, view.changed is Changed.TOUCHED), squares)
        scored = {spot for group in groups for spot in group.squares}
        lines = drawing(from_above(state.laid), view.table_size, say, new=action.squares, scored=scored)
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
            key = "preview.danger" if len(view.hand) > 1 else "preview.lost"
            lines.append(f"[bold]{say(key, rats=rats)}[/]")
        return "\n".join(lines)


def _colour(seat: Seat) -> str:
    return "red" if seat == RED else "green"


def _padded(text: str, texts: Sequence[str]) -> str:
    """A text made as long as the longest of some."""
    return text.ljust(max(map(len, texts)))


def _faces(card: int, say: Catalogue) -> str:
    return " ".join(letters(FACES[code], say) for code in CARDS[card])


def _styled(card: int, say: Catalogue) -> list[str]:
    return [styled(FACES[code], say) for code in CARDS[card]]


def _somewhere(view: RatHotView) -> Place:
    """A place where the first card in hand may be laid."""
    state, squares = determinize(view), grid(view.table_size)
    strips = state.across or state.down
    row, col = squares.square(next(bits(strips)))
    return Place(view.hand[0], row, col, Dir.E if state.across else Dir.S)


def _forward(place: Place) -> Place:
    """RH-08: a card that reads the same both ways is named from its left or top square."""
    if place.backward and 0 <= place.card < len(CARDS) and READS_ALIKE[place.card]:
        return Place(place.card, place.top, place.left, Dir.E if place.across else Dir.S)
    return place
