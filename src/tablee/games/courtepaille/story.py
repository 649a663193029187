"""What happened, told in sentences."""

from collections.abc import Iterable, Sequence

from tablee.core.game import Event
from tablee.core.seat import Seat
from tablee.core.texts import Catalogue, Phrase
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.naming import card_list, card_name, character_list, character_name
from tablee.games.courtepaille.pieces import CHARACTERS, Source


def told(event: Event, names: Sequence[str], say: Catalogue) -> str:
    """An event as one or more sentences."""
    match event:
        case e.Dealt(seat, count, hand):
            if hand is None:
                return say("events.dealt", name=names[seat], count=count)
            return say("events.dealt_own", cards=card_list(hand))
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
            return say("events.chosen_again" if again else "events.chosen_own", card=card_name(card))
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
            return _of_carrying_out(event, names, say)


def _of_carrying_out(event: Event, names: Sequence[str], say: Catalogue) -> str:
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
            numbers = ", ".join(map(str, days))
            if seen is None:
                return say("events.looked", name=names[seat], count=len(days), days=numbers)
            return say("events.looked_own", count=len(days), days=numbers, cards=card_list(seen))
        case e.NothingToDo(seat, played):
            return say("events.nothing_to_do", name=names[seat], played=card_name(played))
        case e.Drew(seat, card):
            return say("events.drew_own", card=card_name(card)) if card else say("events.drew", name=names[seat])
        case _:
            return _of_the_end(event, names, say)


def _of_the_end(event: Event, names: Sequence[str], say: Catalogue) -> str:
    match event:
        case e.WeekCounted(totals, eaten):
            counted = [
                say("view.total", character=Phrase(f"short.{character}"), total=total)
                for character, total in zip(CHARACTERS, totals, strict=True)
                if total
            ]
            return say("events.week_counted", totals=", ".join(counted) or say("nothing"), eaten=character_list(eaten))
        case e.HandShown(seat, hand):
            return say("events.hand_shown", name=names[seat], cards=card_list(hand))
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
    return say("and").join(names[seat] for seat in seats)
