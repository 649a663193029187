"""A card for a game: what a paper about it has to name, and figures of random play that anybody can repeat."""

from dataclasses import dataclass
from hashlib import sha256
from random import Random

from tablee.bots.statistics import Interval, Sample, wilson
from tablee.core.game import AnyGame
from tablee.core.registry import manifest_of
from tablee.lab.episode import Episode, encoding_of, env_id, members


@dataclass(frozen=True)
class RandomPlay:
    """Matches in which every legal number is chosen as often as any other."""

    matches: int
    seed: int
    decisions: Sample
    """Of all seats, by match; a choice of several parts counts as several."""
    legal: Sample
    """How many numbers were legal, by decision."""
    information_sets: int
    """Different arrays that a seat saw when it was to choose."""
    first_seat: float
    """The part of the wins that was the first seat's."""
    fingerprint: str
    """Of all that was seen and legal. Where it is the same, numbers mean the same."""

    @property
    def first_seat_interval(self) -> Interval:
        return wilson(self.first_seat, self.matches)


@dataclass(frozen=True)
class Card:
    """What sets a game with its options apart."""

    id: str
    rules_version: int
    players: int
    hidden: bool
    at_once: bool
    actions: int
    most_parts: int
    chance: int
    """How many outcomes chance has; 0: there is no chance."""
    numbers: int
    """Of an encoded view."""
    longest: int
    """A bound on the entries of a match, chance included."""


def card(game: AnyGame) -> Card:
    """The card of a game."""
    kind, encoding = manifest_of(game), encoding_of(game)
    return Card(
        id=env_id(game, encoding.version),
        rules_version=game.rules_version,
        players=game.players,
        hidden=kind.hidden,
        at_once=kind.at_once,
        actions=encoding.size,
        most_parts=encoding.most_parts,
        chance=encoding.chance_size,
        numbers=encoding.length,
        longest=game.longest,
    )


def spaces(game: AnyGame) -> str:
    """A fingerprint of how many numbers there are for actions and for chance, and of all fields of a view."""
    encoding = encoding_of(game)
    fields = [(field.name, field.shape, int(field.low), int(field.high)) for field in encoding.fields]
    told = repr((encoding.size, encoding.chance_size, encoding.most_parts, fields))
    return sha256(told.encode()).hexdigest()[:12]


def random_play(game: AnyGame, matches: int, seed: int) -> RandomPlay:
    """Play a number of matches at random; the same seed gives the same figures."""
    encoding, rng = encoding_of(game), Random(seed)
    lengths, widths = Sample(), Sample()
    seen: set[bytes] = set()
    digest, mask_bytes = sha256(), (encoding.size + 7) // 8
    first = 0.0
    for _ in range(matches):
        episode, decisions = Episode(game, encoding, rng), 0
        while not episode.over:
            seat = episode.asked[0]
            mask, view = episode.legal(seat), episode.numbers(seat).tobytes()
            legal = members(mask)
            seen.add(view)
            digest.update(view)
            digest.update(mask.to_bytes(mask_bytes, "little"))
            episode.choose(seat, legal[int(rng.random() * len(legal))])
            decisions += 1
            widths.add(len(legal))
        lengths.add(decisions)
        winners = game.winners(episode.state)
        first += (game.seats[0] in winners) / len(winners)
    return RandomPlay(matches, seed, lengths, widths, len(seen), first / matches, digest.hexdigest()[:12])
