"""Scenes of La Courte Paille: set the table, play, look. Cards are written as in plain data: "cook-4"."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from tablee.core.game import Event
from tablee.core.seat import CHANCE, Seat
from tablee.games.courtepaille.actions import DRAW, Add, Choose, Draw, Eat, Look, Move, Remove, Take
from tablee.games.courtepaille.knowledge import CourtePailleView
from tablee.games.courtepaille.pieces import (
    ALL,
    BIT,
    CARDS,
    CARDS_OF,
    NONE,
    Card,
    Cards,
    Character,
    Source,
    Step,
    bits,
    cards,
    numbers,
)
from tablee.games.courtepaille.rules import CourtePaille
from tablee.games.courtepaille.state import FIRST, PILE, CourtePailleState, FaceDown, Parcel, PublicKnowledge

ANNE, BERNARD, CLAIRE, DENIS, EMMA = (Seat(number) for number in range(5))
NAMES = ["Anne", "Bernard", "Claire", "Denis", "Emma"]

E = TypeVar("E", bound=Event)


def named(text: str) -> list[Card]:
    """Cards in the order they are written."""
    return [Card(word) for word in text.split()]


def pack(text: str) -> Cards:
    return bits(named(text))


def choose(card: str) -> Choose:
    return Choose(Card(card))


def take(card: str) -> Take:
    return Take(Card(card))


def remove(day: int) -> Remove:
    return Remove(day)


def add(source: str, card: str | None = None) -> Add:
    return Add(Source(source), None if card is None else Card(card))


def look(*days: int) -> Look:
    return Look(days)


def eat(character: str) -> Eat:
    return Eat(Character(character))


class Scene:
    """A game and its table. What is played must be legal; `events` are all that happened so far."""

    def __init__(self, game: CourtePaille, state: CourtePailleState) -> None:
        self.game = game
        self.state = state
        self.events: list[Event] = []

    def play(self, seat: Seat, action: Move) -> list[Event]:
        """One choice; what happened."""
        assert seat in self.game.actors(self.state) or seat in self.game.may_replace(self.state)
        refusal = self.game.refusal(self.state, seat, action)
        assert refusal is None, refusal
        events = list(self.game.apply(self.state, seat, action))
        self.events += events
        return events

    def choose(self, *chosen: str) -> list[Event]:
        """Everybody who is in the game chooses, in the order of the seats."""
        seats = self.game.actors(self.state)
        assert len(seats) == len(chosen)
        return [event for seat, card in zip(seats, chosen, strict=True) for event in self.play(seat, choose(card))]

    def take(self, *taken: str) -> list[Event]:
        """Whoever is next takes these cards, one after the other."""
        return [event for card in taken for event in self.play(self.next, take(card))]

    def draw(self, text: str) -> list[Event]:
        """Chance draws these cards, one after the other."""
        return [event for card in named(text) for event in self.play(CHANCE, Draw(card))]

    @property
    def next(self) -> Seat:
        """Whose turn it is."""
        (seat,) = self.game.actors(self.state)
        return seat

    def hand(self, seat: Seat) -> set[str]:
        return {str(card) for card in cards(self.state.hands[seat])}

    @property
    def menu(self) -> set[str]:
        return {str(card) for card in cards(self.state.menu)}

    @property
    def discard(self) -> set[str]:
        return {str(card) for card in cards(self.state.discard)}

    @property
    def week(self) -> list[str]:
        """All days, those face down in brackets."""
        opened = [str(cards(day)[0]) for day in self.state.open_days]
        return opened + [f"({cards(hidden.card)[0]})" for hidden in self.state.face_down]

    def view(self, seat: Seat | None) -> CourtePailleView:
        return self.game.view(self.state, seat)

    def refused(self, action: Move, seat: Seat | None = None) -> tuple[str, str | None]:
        """Code and rule of the refusal that an action of whoever is next meets."""
        refusal = self.game.refusal(self.state, self.next if seat is None else seat, action)
        assert refusal is not None
        assert action not in self.game.legal(self.state, self.next if seat is None else seat)
        return refusal.code, refusal.rule


def dealt(game: CourtePaille, hands: Sequence[str], week: str, menu: str) -> Scene:
    """A game from its start: chance deals what is told."""
    scene = Scene(game, game.start())
    scene.draw(" ".join([*hands, week, menu]))
    return scene


def table(
    game: CourtePaille,
    hands: Sequence[str],
    *,
    week: str = "",
    face_down: str = "",
    menu: str = "",
    pile: str | None = None,
    discard: str | None = None,
    eaten: Iterable[str] = (),
    shark: Seat = ANNE,
    part: int = 1,
) -> Scene:
    """A table where everybody is to choose and nobody has seen more than lies open.

    What is told nowhere is in the draw pile; in the discard pile if the draw pile is told; out of the game if both are.
    `eaten` are the characters that have left the game.
    """
    state = game.start()
    state.step, state.owed, state.part, state.shark = Step.CHOOSE, 0, part, shark
    state.hands = [pack(hand) for hand in hands]
    state.seats = tuple(seat for seat in game.seats if state.hands[seat])
    state.missing = len(state.seats)
    state.gone = sum(CARDS_OF[Character(name)] for name in eaten)
    state.characters = ALL ^ state.gone
    state.open_days = [BIT[card] for card in named(week)]
    state.face_down = [FaceDown(BIT[card], FIRST + 1 + index, 0) for index, card in enumerate(named(face_down))]
    state.menu, state.pile, state.discard = pack(menu), pack(pile or ""), pack(discard or "")
    told = [*state.hands, *state.open_days, *(hidden.card for hidden in state.face_down), state.menu]
    rest = state.characters - sum([*told, state.pile, state.discard])
    assert rest >= 0
    assert sum(some.bit_count() for some in [*told, state.pile, state.discard, rest]) == state.characters.bit_count()
    if pile is None:
        state.pile = rest
    elif discard is None:
        state.discard = rest
    else:
        state.gone |= rest
    hidden = [*state.hands, *(single.card for single in state.face_down), state.pile]
    parcel = Parcel(sum(hidden))
    parcel.places = {seat: hand.bit_count() for seat, hand in enumerate(state.hands) if hand}
    parcel.places |= {single.number: 1 for single in state.face_down}
    parcel.places |= {PILE: state.pile.bit_count()} if state.pile else {}
    public = state.public = PublicKnowledge()
    public.known = [NONE] * game.players
    public.parcels = {FIRST: parcel}
    public.pins = ()
    public.deck = FIRST
    public.next = FIRST + 1 + len(state.face_down)
    return Scene(game, state)


def happened(events: Sequence[Event], kind: type[E]) -> list[E]:
    """The events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


# Ends of parts


def ended(
    game: CourtePaille,
    hands: Sequence[str],
    week: str,
    *,
    eaten: Iterable[str] = (),
    shark: Seat = ANNE,
    part: int = 1,
) -> Scene:
    """A part that has just ended with these hands and this week.

    In its last round everybody who is in the game gave away a card that lies nowhere else, and took the first of his
    hand from the menu; then the last day was turned up.
    """
    eaten = tuple(eaten)
    told = [*named(" ".join(hands)), *named(week)]
    free = [card for card in CARDS if card not in told and card.character not in (*eaten, Character.COCO)]
    final = [named(hand) for hand in hands]
    given = {seat: free.pop(0) for seat, hand in enumerate(final) if hand}
    before = [" ".join([given[seat], *hand[1:]]) if hand else "" for seat, hand in enumerate(final)]
    *opened, last = named(week)
    scene = table(
        game,
        before,
        week=" ".join(opened),
        face_down=last,
        menu=" ".join(hand[0] for hand in final if hand),
        eaten=eaten,
        shark=shark,
        part=part,
    )
    for seat in scene.game.actors(scene.state):
        scene.play(seat, choose(given[seat]))
    while not scene.state.owed and scene.state.queue:
        scene.play(scene.next, take(final[scene.next][0]))
    chance(scene)
    return scene


def chance(scene: Scene, *wanted: str) -> None:
    """Chance draws what is wanted, then anything, until somebody has a choice."""
    next_cards = named(" ".join(wanted))
    while scene.game.actors(scene.state) == (CHANCE,):
        card = next_cards.pop(0) if next_cards else CARDS[numbers(scene.state.pile)[0]]
        scene.play(CHANCE, DRAW[CARDS.index(card)])
    assert not next_cards
