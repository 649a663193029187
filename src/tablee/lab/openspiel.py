"""The games as games of OpenSpiel. Importing this module registers all of them, as `tablee_` and their name.

>>> import pyspiel, tablee.lab.openspiel
>>> game = pyspiel.load_game("tablee_hotdog(players=2,hands=1)")
>>> game.num_distinct_actions()
4990
"""

import json
import random
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import compress
from typing import Any, ClassVar, Final

from tablee.core import codec
from tablee.core.encoding import AnyEncoding, marks
from tablee.core.game import AnyGame
from tablee.core.options import Integer, Integers, options_of
from tablee.core.registry import game as tablee_game
from tablee.core.registry import manifest_of
from tablee.core.seat import CHANCE, Seat
from tablee.lab.libraries import require

require("numpy", "pyspiel")

import numpy as np  # noqa: E402 - only if they are there
import pyspiel  # noqa: E402

from tablee.lab.episode import Episode, encodable, encoding_of, env_id, members  # noqa: E402

IN_TURNS: Final = "in_turns"
"""The parameter by which those who choose at once are asked one after the other, unseen by the others: what algorithms
for sequential games need. A game in which nobody chooses at once has it too, to no effect."""

OPENING: Final = "opening"
"""The parameter that names what was played before, as numbers: "12 7 3". So a position can be studied as a game of its
own. Those who choose at once follow each other in the order of seats."""

IMPERFECT: Final = "imperfect"
"""The parameter that declares a game of perfect information as one of imperfect information, of which it is a special
case. ISMCTS refuses any other. A game in which something is hidden has it too, to no effect."""

_OWN: Final = (IN_TURNS, OPENING, IMPERFECT)
"""Parameters that are no options of a game."""

_MANY: Final = 24
_Simultaneous = pyspiel.GameType.Dynamics.SIMULTANEOUS


def short_name(name: str) -> str:
    """What OpenSpiel calls a game."""
    return f"tablee_{name}"


def parameters(game: AnyGame, *, in_turns: bool = False, imperfect: bool = False) -> dict[str, Any]:
    """The options of a game as OpenSpiel takes them: lists of numbers are text, such as "1 1 4"."""
    plain = {
        name: " ".join(map(str, value)) if isinstance(value, list) else value for name, value in game.options().items()
    }
    return {**plain, IN_TURNS: in_turns, OPENING: "", IMPERFECT: imperfect}


def _options(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    kinds = options_of(tablee_game(name))
    return {key: _read(kinds.get(key), value) for key, value in given.items() if key not in _OWN}


def _read(kind: Any, value: Any) -> Any:
    return [int(number) for number in str(value).split()] if isinstance(kind, Integers) else value


def _type(game: AnyGame, encoding: AnyEncoding, *, in_turns: bool = False, imperfect: bool = False) -> Any:
    kind = manifest_of(game)
    players = options_of(game)["players"]
    low, high = (players.low, players.high) if isinstance(players, Integer) else (game.players, game.players)
    hidden, information = kind.hidden or imperfect, pyspiel.GameType.Information
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=short_name(game.name),
        long_name=f"{game.title('en')} ({env_id(game, encoding.version)})",
        dynamics=_Simultaneous if kind.at_once and not in_turns else pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if encoding.chance_size else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(tablee_game(game.name)),
    )


class OpenSpielGame(pyspiel.Game):
    """A game with its options. Each game is a subclass with its name."""

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.game = tablee_game(self.name, **_options(self.name, given))
        self.encoding = encoding_of(self.game)
        declared = {name: bool(given.get(name)) for name in (IN_TURNS, IMPERFECT)}
        kind = _type(self.game, self.encoding, **declared)
        self.at_once = kind.dynamics == _Simultaneous
        self.opening = Episode(self.game, self.encoding)
        for number in map(int, str(given.get(OPENING, "")).split()):
            seat = (*self.opening.asked, CHANCE)[0]
            self.opening.check(seat, number)
            self.opening.choose(seat, number)
        players = self.game.players
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.size,
            max_chance_outcomes=self.encoding.chance_size,
            num_players=players,
            min_utility=-1.0 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.game.longest * self.encoding.most_parts,
        )
        super().__init__(kind, info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> "OpenSpielState":
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "InformationObserver":
        return InformationObserver(self.encoding, iig_obs_type, params)


class _Copied:
    """Holds an episode. OpenSpiel copies deeply what a state holds; an episode knows how to copy itself."""

    __slots__ = ("episode",)

    def __init__(self, episode: Episode) -> None:
        self.episode = episode

    def __deepcopy__(self, memo: Any) -> "_Copied":
        return _Copied(self.episode.copy())


class OpenSpielState(pyspiel.State):
    """A match. Chance is played from outside."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self._held = _Copied(game.opening.copy())
        self._at_once = game.at_once

    @property
    def episode(self) -> Episode:
        return self._held.episode

    # Who is to choose

    def current_player(self) -> int:
        asked = self._held.episode.asked
        if not asked:
            return int(pyspiel.PlayerId.TERMINAL)
        if self._at_once and len(asked) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return asked[0]  # chance is −1 there too

    def is_terminal(self) -> bool:
        return not self._held.episode.asked

    # OpenSpiel answers the next three by asking the above and `_legal_actions`, through C++ and back, with two copies
    # of every list. Whoever asks from Python is answered here, with the same.

    def is_chance_node(self) -> bool:
        return self._held.episode.asked[:1] == (CHANCE,)

    def is_simultaneous_node(self) -> bool:
        return self._at_once and len(self._held.episode.asked) > 1

    def legal_actions(self, player: int | None = None) -> list[int]:
        episode = self._held.episode
        asked = episode.asked
        if player is None and not self.is_simultaneous_node():
            player = asked[0] if asked else None
        if player is not None and player != CHANCE and player in (asked if self._at_once else asked[:1]):
            return list(_listed(episode.legal(Seat(player))))
        listed: list[int] = super().legal_actions(*(() if player is None else (player,)))
        return listed

    def _legal_actions(self, player: int) -> Sequence[int]:
        episode = self._held.episode
        if not self._at_once and player not in episode.asked[:1]:
            return []
        return _listed(episode.legal(Seat(player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        episode = self._held.episode
        alike = episode.encoding.alike(episode.state)
        if alike:
            return list(compress(_even(episode.encoding.chance_size, alike.bit_count()), marks(alike)))
        odds = episode.encoding.odds(episode.state)
        total = sum([weight for _, weight in odds])
        return [(number, weight / total) for number, weight in odds]

    # What they choose

    def _apply_action(self, action: int) -> None:
        episode = self._held.episode
        episode.choose(episode.asked[0], action)

    def _apply_actions(self, actions: list[int]) -> None:
        episode = self._held.episode
        for seat in episode.asked:
            episode.choose(seat, actions[seat])

    def resample_from_infostate(self, player_id: int, probability_sampler: Any = None) -> "OpenSpielState":
        """A state that a player thinks possible, as OpenSpiel's search asks for it."""
        new: OpenSpielState = self.clone()
        new._held = _Copied(self.episode.possible(Seat(player_id), random.Random(np.random.random())))
        return new

    # What is told

    def returns(self) -> list[float]:
        return self._held.episode.returns()

    def _action_to_string(self, player: int, action: int) -> str:
        whole = self._held.episode.action(Seat(player), action)
        return f"part {action}" if whole is None else json.dumps(self.episode.game.plain(whole))

    def __str__(self) -> str:
        return repr(self.episode.state)


@cache
def _even(size: int, count: int) -> list[tuple[int, float]]:
    """The numbers below `size`, each with the chance of one in `count`."""
    return [(number, 1 / count) for number in range(size)]


@lru_cache(maxsize=1 << 10)
def _listed(numbers: int) -> Sequence[int]:
    """The numbers of a set, lowest first: of many, numpy lists them quicker. Sets come back: a thousand are kept."""
    if numbers.bit_count() < _MANY:
        return members(numbers)
    packed = np.frombuffer(numbers.to_bytes((numbers.bit_length() + 7) // 8, "little"), np.uint8)
    listed: list[int] = np.unpackbits(packed, bitorder="little").view(bool).nonzero()[0].tolist()
    return listed


class InformationObserver:
    """Fills tensors and tells strings. A view is all that a seat knows, with perfect recall of what still matters: it
    is both the observation and the information state. What is public is the view of a spectator; what is private is
    what differs from it."""

    def __init__(self, encoding: AnyEncoding, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers of these games take no parameters; given were {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        self._private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public = wanted.public_info
        self.tensor = np.zeros(encoding.length, np.float32)
        self.dict = {}
        start = 0
        for field in encoding.fields:
            self.dict[field.name] = self.tensor[start : start + field.size].reshape(field.shape)
            start += field.size

    def set_from(self, state: OpenSpielState, player: int) -> None:
        episode = state.episode
        self.tensor[:] = np.frombuffer(episode.numbers(Seat(player) if self._private else None), np.int32)
        if not self._public:
            self.tensor[self.tensor == np.frombuffer(episode.numbers(None), np.int32)] = 0

    def string_from(self, state: OpenSpielState, player: int) -> str:
        game, table = state.episode.game, state.episode.state
        seat = Seat(player) if self._private else None
        if not self._public:
            if not manifest_of(game).hidden:
                return ""
            own, public = game.plain(game.view(table, seat)), game.plain(game.view(table, None))
            return json.dumps({key: value for key, value in own.items() if value != public[key]})
        told = codec.to_json(game.view(table, seat)).decode()
        begun = () if seat is None else state.episode.begun(seat)
        return f"{told} {begun}" if begun else told


def register() -> None:
    """Make all games known to OpenSpiel; games that came since are added."""
    known = pyspiel.registered_names()
    for name in encodable():
        if short_name(name) not in known:
            usual = tablee_game(name)
            kind = _type(usual, encoding_of(usual))
            # A class of its own: OpenSpiel keeps it to the end of the process, and could not let go of a function then.
            pyspiel.register_game(kind, type(f"{type(usual).__name__}Game", (OpenSpielGame,), {"name": name}))


register()
