"""La Courte Paille in words."""

from collections.abc import Iterator, Sequence

from tablee.core.game import Event
from tablee.core.texts import Catalogue, Lang, Phrase
from tablee.core.words import Words
from tablee.games.courtepaille import actions as a
from tablee.games.courtepaille.actions import Deed
from tablee.games.courtepaille.drawing import drawn
from tablee.games.courtepaille.entry import read, spelled
from tablee.games.courtepaille.naming import card_list, card_name, character_list, character_name
from tablee.games.courtepaille.pieces import CHARACTERS, MOST_ADDED, Character, Step
from tablee.games.courtepaille.state import Count
from tablee.games.courtepaille.story import told
from tablee.games.courtepaille.view import CourtePailleView, HiddenCard


class CourtePailleWords(Words[CourtePailleView, Deed]):
    """Every word shown to people about La Courte Paille."""

    package = "tablee.games.courtepaille"

    # A view

    def view(self, view: CourtePailleView, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        return "\n".join(
            [
                _headline(view, names, say),
                *_table(view, names, say),
                *_players(view, names, say),
                *_round_so_far(view, names, say),
                *_parts_so_far(view, names, say),
            ]
        )

    def board(self, view: CourtePailleView, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        return drawn(view, _headline(view, names, say), names, say)

    # What is done and what happens

    def action(self, action: Deed, lang: Lang) -> str:
        say = self.texts(lang)
        match action:
            case a.Remove(day):
                return say("actions.remove", day=day)
            case a.Add(source, card):
                return say(f"actions.add_{source}", card=card_name(card) if card else "")
            case a.Look(days):
                return say("actions.look", count=len(days), days=", ".join(map(str, days)))
            case a.Eat(character):
                return say("actions.eat", character=character_name(character))
            case _:
                return say(f"actions.{action.tag}", card=card_name(action.card))

    def event(self, event: Event, names: Sequence[str], lang: Lang) -> str:
        return told(event, names, self.texts(lang))

    # What is typed

    def prompt(self, view: CourtePailleView, lang: Lang) -> str:
        say = self.texts(lang)
        if view.step is Step.CHOOSE:
            return say("prompt.choose", example=card_name(view.hand[0]))
        if view.step is Step.EAT:
            edible = view.characters[:-1]
            return say("prompt.eat", allowed=character_list(edible), example=Phrase(f"short.{edible[0]}"))
        played = view.carried_out
        if played.character is not Character.COCO:
            return say("prompt.take", played=card_name(played), example=card_name(view.menu[0]))
        return say("prompt.coco", played=card_name(played), effects=say("then").join(_effects(view, say)))

    def parse(self, line: str, view: CourtePailleView) -> Deed:
        return read(line, view)

    def spell(self, action: Deed, view: CourtePailleView) -> str:
        return spelled(action)


def _headline(view: CourtePailleView, names: Sequence[str], say: Catalogue) -> str:
    if view.ending is not None:
        return say("view.over", why=say(f"endings.{view.ending}"))
    if view.step in (Step.DEAL, Step.WEEK, Step.MENU, Step.REFILL):
        return say("view.setting_up")
    key = "view.headline_part" if view.variant.advanced else "view.headline"
    return say(key, part=view.part, round=view.round, name=names[view.shark])


def _table(view: CourtePailleView, names: Sequence[str], say: Catalogue) -> Iterator[str]:
    days = [say("view.day", day=day, card=card_name(card)) for day, card in enumerate(view.open_days, start=1)]
    days += [
        _face_down(day, hidden, names, say) for day, hidden in enumerate(view.face_down, start=len(view.open_days) + 1)
    ]
    yield say("view.week", days=say("then").join(days)) if days else say("view.no_week")
    totals = [
        say("view.total", character=Phrase(f"short.{character}"), total=total)
        for character, total in view.totals().items()
    ]
    if totals:
        yield say("view.totals", totals=", ".join(totals))
    yield say("view.menu", cards=card_list(view.menu))
    discard: object = card_list(view.discard)
    if view.buried:
        key = "view.discard_and" if view.discard else "view.discard_face_down"
        discard = say(key, cards=discard, count=len(view.buried))
    yield say("view.piles", pile=view.pile, cards=discard)
    gone = [character for character in CHARACTERS if character not in view.characters]
    if gone:
        yield say("view.left_game", characters=character_list(gone))


def _face_down(day: int, hidden: HiddenCard, names: Sequence[str], say: Catalogue) -> str:
    known = "_known" if hidden.card else ""
    seen = "_seen_by" if hidden.known_by else ""
    return say(
        f"view.day{known}{seen}" if known or seen else "view.day_face_down",
        day=day,
        card=card_name(hidden.card) if hidden.card else "",
        names=", ".join(names[seat] for seat in hidden.known_by),
    )


def _players(view: CourtePailleView, names: Sequence[str], say: Catalogue) -> Iterator[str]:
    for seat, name in enumerate(names):
        who = say("view.you", name=name) if seat == view.seat else name
        if seat not in view.seats:
            yield say("view.out", name=who)
        else:
            known = card_list(view.known[seat])
            yield say("view.player", name=who, count=view.hand_sizes[seat], known=known)
    if view.seat in view.seats:
        yield say("view.hand", cards=card_list(view.hand))


def _round_so_far(view: CourtePailleView, names: Sequence[str], say: Catalogue) -> Iterator[str]:
    for seat, chosen in enumerate(view.chosen):
        if chosen:
            yield say("view.chosen", name=names[seat])
    if view.choice:
        yield say("view.own_choice", card=card_name(view.choice))
    waiting = [(names[seat], view.turned_up[seat]) for seat in view.queue]
    cards = [say("view.card_of", name=name, card=card_name(card)) for name, card in waiting if card]
    if cards:
        yield say("view.to_carry_out", cards=", ".join(cards))
    for looked in view.looked:
        days = ", ".join(map(str, looked.days))
        yield say("view.looked", name=names[looked.seat], count=len(looked.days), days=days)


def _parts_so_far(view: CourtePailleView, names: Sequence[str], say: Catalogue) -> Iterator[str]:
    for part, seat in enumerate(view.part_winners, start=1):
        yield say("view.part_won", part=part, name=names[seat])
    if view.verdict:
        first, *others = view.verdict.counts
        yield say("view.last_count", characters=character_list(first.characters), counts=_said(first, names, say))
        for count in others:
            yield say("view.tie_break", characters=character_list(count.characters), counts=_said(count, names, say))
    if view.winners:
        who = say("and").join(names[seat] for seat in view.winners)
        yield say("view.winners", who=who, count=len(view.winners))


def _said(count: Count, names: Sequence[str], say: Catalogue) -> str:
    said = []
    for name, points, most in zip(names, count.points, count.most, strict=True):
        if points is not None:
            said.append(say("view.said", name=name, points=points))
        elif most is not None:
            said.append(say("view.said_at_most", name=name, most=most))
    return ", ".join(said)


def _effects(view: CourtePailleView, say: Catalogue) -> Iterator[str]:
    """CP-13 to CP-15, CP-17: those that can be chosen, and how to type them."""
    if view.open_days or view.face_down:
        yield say("prompt.remove")
    if view.added < MOST_ADDED:
        if view.menu:
            yield say("prompt.add_menu", example=card_name(view.menu[0]))
        if view.pile or view.discard or view.buried:
            yield say("prompt.add_pile")
            if view.hand:
                yield say("prompt.add_hand", example=card_name(view.hand[0]))
    if view.face_down:
        first = len(view.open_days) + 1
        yield say("prompt.look", example=f"{first} {first + 1}" if len(view.face_down) > 1 else f"{first}")
