"""Every text about La Courte Paille: the table, actions, events and prompts."""

from collections.abc import Iterable, Iterator, Sequence

from tablee.core.game import Event
from tablee.core.seat import Seat
from tablee.core.texts import Catalogue, Lang, Phrase
from tablee.core.words import Words
from tablee.games.courtepaille import actions as a
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.actions import Move
from tablee.games.courtepaille.events import Count
from tablee.games.courtepaille.knowledge.view import CourtePailleView, HiddenCard
from tablee.games.courtepaille.pieces import CHARACTERS, MOST_ADDED, Character, Source, Step
from tablee.games.courtepaille.text.board import board
from tablee.games.courtepaille.text.parse import PACKAGE, parse, spell
from tablee.games.courtepaille.text.phrases import card_list, card_name, character_list, character_name


class CourtePailleWords(Words[CourtePailleView, Move]):
    """Every word shown to people about La Courte Paille."""

    package = PACKAGE

    # The table

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
        return board(view, _headline(view, names, say), names, say)

    # Actions and events

    def action(self, action: Move, lang: Lang) -> str:
        say = self.texts(lang)
        match action:
            case a.Remove(day):
                return say("actions.remove", day=day)
            case a.Add(source, card):
                return say(f"actions.add_{source}", card=card_name(card) if card else "")
            case a.Look(days):
                return say("actions.look", count=len(days), days=say.listed(map(str, days)))
            case a.Eat(character):
                return say("actions.eat", character=character_name(character))
            case _:
                return say(f"actions.{action.tag}", card=card_name(action.card))

    def event(self, event: Event, names: Sequence[str], lang: Lang) -> str:
        return _event(event, names, self.texts(lang))

    # Typed lines

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

    def parse(self, line: str, view: CourtePailleView) -> Move:
        return parse(line, view)

    def spell(self, action: Move, view: CourtePailleView) -> str:
        return spell(action)


# The table


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
        names=say.listed(names[seat] for seat in hidden.known_by),
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
        days = say.listed(map(str, looked.days))
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
        who = _who(view.winners, names, say)
        yield say("view.winners", who=who, count=len(view.winners))


def _said(count: Count, names: Sequence[str], say: Catalogue) -> str:
    said = []
    for name, points, most in zip(names, count.points, count.most, strict=True):
        if points is not None:
            said.append(say("view.said", name=name, points=points))
        elif most is not None:
            said.append(say("view.said_at_most", name=name, most=most))
    return ", ".join(said)


# Prompts


def _effects(view: CourtePailleView, say: Catalogue) -> Iterator[str]:
    """CP-13 to CP-15, CP-17: the effects of Coco that can be chosen, and how to type them."""
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


# Events


def _event(event: Event, names: Sequence[str], say: Catalogue) -> str:
    """An event as one or more sentences."""
    match event:
        case e.Dealt(seat, count, hand):
            if hand is None:
                return say("events.dealt", name=names[seat], count=count)
            return say("events.dealt_own", name=names[seat], cards=card_list(hand))
        case e.PartBegan(part, days, first, shark):
            key = "events.game_began" if part == 1 else "events.part_began"
            opening = card_name(first) if first else Phrase("events.no_first")
            return say(key, part=part, days=days, first=opening, name=names[shark])
        case e.MenuLaid(menu):
            return say("events.menu_laid", cards=card_list(menu))
        case e.Reshuffled(count):
            return say("events.reshuffled", count=count)
        case e.Chosen(seat, card, again):
            if card is None:
                return say("events.chosen", name=names[seat])
            key = "events.chosen_again" if again else "events.chosen_own"
            return say(key, name=names[seat], card=card_name(card))
        case e.Revealed(order, turned_up):
            shown = [
                say("view.card_of", name=names[seat], card=card_name(card))
                for seat, card in zip(order, turned_up, strict=True)
            ]
            return say("events.revealed", cards=", ".join(shown))
        case e.DayTurned(day, card):
            return say("events.day_turned", day=day, card=card_name(card))
        case e.RoundEnded(shark):
            return say("events.round_ended", name=names[shark])
        case _:
            return _carrying_out_event(event, names, say)


def _carrying_out_event(event: Event, names: Sequence[str], say: Catalogue) -> str:
    """Events while cards are carried out."""
    match event:
        case e.Took(seat, played, card):
            return say("events.took", name=names[seat], played=card_name(played), card=card_name(card))
        case e.Removed(seat, day, face_down, card):
            key = "events.removed_known" if face_down else "events.removed"
            if card is None:
                return say("events.removed_face_down", name=names[seat], day=day)
            return say(key, name=names[seat], day=day, card=card_name(card))
        case e.Added(seat, source, day, card):
            if card is None:
                return say(f"events.added_{source}", name=names[seat], day=day)
            known = "_known" if source is Source.HAND else ""
            return say(f"events.added_{source}{known}", name=names[seat], day=day, card=card_name(card))
        case e.Looked(seat, days, seen):
            numbers = say.listed(map(str, days))
            if seen is None:
                return say("events.looked", name=names[seat], count=len(days), days=numbers)
            return say("events.looked_own", name=names[seat], count=len(days), days=numbers, cards=card_list(seen))
        case e.NothingToDo(seat, played):
            return say("events.nothing_to_do", name=names[seat], played=card_name(played))
        case e.Drew(seat, card):
            if card is None:
                return say("events.drew", name=names[seat])
            return say("events.drew_own", name=names[seat], card=card_name(card))
        case _:
            return _end_event(event, names, say)


def _end_event(event: Event, names: Sequence[str], say: Catalogue) -> str:
    """Events at the end of a part or of the match."""
    match event:
        case e.WeekCounted(totals, eaten):
            counted = [
                say("view.total", character=Phrase(f"short.{character}"), total=total)
                for character, total in zip(CHARACTERS, totals, strict=True)
                if total
            ]
            return say("events.week_counted", totals=", ".join(counted) or say("nothing"), eaten=character_list(eaten))
        case e.HandShown(seat, hand):
            return say("events.hand_shown" if hand else "events.nothing_shown", name=names[seat], cards=card_list(hand))
        case e.Announced(seat, points, most):
            if points is None:
                return say("events.announced_no_more", name=names[seat], most=most)
            return say("events.announced", name=names[seat], points=points)
        case e.Tied(seats, points):
            return say("events.tied", who=_who(seats, names, say), points=points)
        case e.TieCounted(characters, counts):
            shown = [
                say("view.said", name=name, points=points)
                for name, points in zip(names, counts, strict=True)
                if points is not None
            ]
            return say("events.tie_counted", characters=character_list(characters), counts=", ".join(shown))
        case e.PartWon(part, seat):
            return say("events.part_won", name=names[seat], part=part)
        case e.CharacterLeft(seat, character, lost):
            lines = [say("events.character_left", name=names[seat], character=character_name(character))]
            lines += [
                say("events.lost", name=name, cards=card_list(gone))
                for name, gone in zip(names, lost, strict=True)
                if gone
            ]
            return "\n".join(lines)
        case e.WentOut(seat):
            return say("events.went_out", name=names[seat])
        case e.CocosReturned(seat, cocos):
            return say("events.cocos_returned", name=names[seat], cards=card_list(cocos))
        case e.GameEnded(ending, winners):
            who = _who(winners, names, say)
            return say("events.game_ended", why=say(f"endings.{ending}"), who=who, count=len(winners))
        case _:
            raise TypeError(event)


def _who(seats: Iterable[Seat], names: Sequence[str], say: Catalogue) -> str:
    return say.subject(names[seat] for seat in seats)
