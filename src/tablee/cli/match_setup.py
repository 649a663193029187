"""The questions before a match: which game, who plays, which options."""

from dataclasses import dataclass
from typing import Any, Final

from tablee.bots.levels import LEVELS
from tablee.cli.errors import CliError
from tablee.cli.game_options import (
    allowed,
    choosable,
    defaults,
    in_words,
    is_idle,
    kind_named,
    player_numbers,
    typed,
    value,
    values,
)
from tablee.cli.games import summary
from tablee.cli.level_names import level_line, parse_level, parse_levels
from tablee.cli.player_names import named_bots, printable_name
from tablee.cli.screen import Screen
from tablee.core.errors import BadOption
from tablee.core.game import AnyGame
from tablee.core.options import Choice, options_of
from tablee.core.record import Player
from tablee.core.registry import GAMES, game

USUAL_LEVEL: Final = "cuisinier"


@dataclass(frozen=True)
class PlayOptions:
    """What the command line already says; the rest is asked, or (`yes`) left as it usually is."""

    kind: str | None = None
    players: int | None = None
    humans: int | None = None
    names: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    """Of the people, counted from 1."""
    bots: str | None = None
    """Levels of the other seats, with commas between them."""
    settings: tuple[tuple[str, str], ...] = ()
    yes: bool = False


class MatchSetup:
    """Asks what the options leave open."""

    def __init__(self, screen: Screen, given: PlayOptions) -> None:
        self._screen = screen
        self._say = screen.say
        self._given = given

    def ask(self) -> tuple[AnyGame, tuple[Player, ...]]:
        """The game and who sits at its seats."""
        kind = self._kind()
        # What cannot be is said before anything is asked.
        chosen = values(kind, self._given.settings)
        if self._given.players is not None:
            chosen["players"] = self._given.players
        game(kind.name, **chosen)
        bots = parse_levels(self._given.bots) if self._given.bots else ()
        names: list[str] = []
        for name in self._given.names:
            names.append(self._name(name, names))
        if "players" not in chosen:
            chosen["players"] = self._players(kind)
        people = self._people(names, chosen["players"])
        bots = self._bots(bots, chosen["players"] - len(people))
        table = self._seats(people, bots)
        return self._options(kind, chosen), table

    # Which game

    def _kind(self) -> type[AnyGame]:
        if self._given.kind is not None:
            return kind_named(self._given.kind)
        kinds = list(GAMES.values())
        if self._given.yes:
            return kinds[0]
        self._screen.tell(self._say("play.welcome"), "bold")
        self._screen.blank()
        for number, kind in enumerate(kinds, start=1):
            self._screen.tell(f" {number}  {summary(kind, self._say)}", "bold")
            self._screen.tell(f"    {kind.words.texts(self._screen.lang)('tagline')}")
        self._screen.blank()

        def read(answer: str) -> type[AnyGame]:
            if answer.isdecimal() and 0 < int(answer) <= len(kinds):
                return kinds[int(answer) - 1]
            return kind_named(answer)

        return self._screen.ask(self._say("play.which_game"), read, default="1")

    # Who plays

    def _players(self, kind: type[AnyGame]) -> int:
        low, high = player_numbers(kind)
        usual: int = defaults(kind)["players"]
        if self._given.yes or low == high:
            return usual
        return self._number(self._say("play.how_many_players", low=low, high=high), low, high, usual)

    def _people(self, names: list[str], players: int) -> list[str]:
        count = self._given.humans
        if count is None:
            count = len(names) or 1
            if not self._given.yes and not names:
                count = self._number(self._say("play.how_many_people", players=players), 1, players, 1)
        if count > players:
            raise CliError("too_many_people", {"players": players, "people": count})
        if len(names) > count:
            raise CliError("too_many_names", {"people": count, "names": len(names)})
        while len(names) < count:
            usual = self._say("play.person", number=len(names) + 1)
            if self._given.yes:
                names.append(usual)
                continue
            question = self._say("play.your_name" if count == 1 else "play.name_of", number=len(names) + 1)
            names.append(self._screen.ask(question, lambda answer: self._name(answer, names), default=usual))
        return names

    def _name(self, answer: str, taken: list[str]) -> str:
        name = printable_name(answer)
        if not name:
            raise CliError("no_name")
        if name in taken:
            raise CliError("name_taken", {"name": name})
        return name

    def _bots(self, bots: tuple[str, ...], count: int) -> tuple[str, ...]:
        """A level for each bot."""
        if bots:
            if len(bots) > count:
                raise CliError("too_many_levels", {"levels": len(bots), "bots": count})
            return (*bots, *bots[-1:] * (count - len(bots)))
        if not count or self._given.yes:
            return (USUAL_LEVEL,) * count
        for known in LEVELS.values():
            self._screen.tell(f" · {level_line(known, self._screen.lang)}")
        return (self._screen.ask(self._say("play.which_level"), parse_level, default=USUAL_LEVEL),) * count

    def _seats(self, people: list[str], bots: tuple[str, ...]) -> tuple[Player, ...]:
        free = list(range(1, len(people) + len(bots) + 1))
        if len(self._given.seats) > len(people) or len(set(self._given.seats)) < len(self._given.seats):
            raise CliError("bad_seats", {"people": len(people)})
        table: dict[int, Player] = {}
        for number, name in enumerate(people):
            if number < len(self._given.seats):
                seat = self._free_seat(str(self._given.seats[number]), free)
            elif self._given.yes or self._given.seats or len(free) == 1:
                seat = free[0]
            else:
                key = "play.your_seat" if len(people) == 1 else "play.seat_of"
                question = self._say(key, name=name, free=", ".join(map(str, free)))
                seat = self._screen.ask(question, lambda answer: self._free_seat(answer, free), default=str(free[0]))
            free.remove(seat)
            table[seat] = Player(name)
        table |= zip(free, named_bots(people, bots, self._say), strict=True)
        return tuple(table[seat] for seat in sorted(table))

    def _free_seat(self, answer: str, free: list[int]) -> int:
        if not answer.isdecimal() or int(answer) not in free:
            raise CliError("seat_not_free", {"seat": answer, "free": ", ".join(map(str, free))})
        return int(answer)

    def _number(self, question: str, low: int, high: int, usual: int) -> int:
        def read(answer: str) -> int:
            if not answer.isdecimal() or not low <= int(answer) <= high:
                raise CliError("number_out_of_range", {"value": answer, "low": low, "high": high})
            return int(answer)

        return self._screen.ask(question, read, default=str(usual))

    # Which options

    def _options(self, kind: type[AnyGame], chosen: dict[str, Any]) -> AnyGame:
        open_ = [name for name in choosable(kind) if name not in chosen]
        if self._given.yes or self._given.settings or not open_:
            return game(kind.name, **chosen)
        texts = kind.words.texts(self._screen.lang)
        self._screen.tell(self._say("play.options_are"))
        for name in open_:
            usual = in_words(kind, name, defaults(kind)[name], self._say)
            self._screen.tell(self._say("play.option_is", name=texts(f"options.{name}.name"), value=usual))
        if self._screen.confirm(self._say("play.change_options"), default=False):
            chosen = dict(chosen)
            for name in open_:
                if not is_idle(kind, name, chosen):
                    chosen[name] = self._option(kind, name)
        return game(kind.name, **chosen)

    def _option(self, kind: type[AnyGame], name: str) -> Any:
        option = options_of(kind)[name]
        texts = kind.words.texts(self._screen.lang)
        self._screen.blank()
        self._screen.tell(f"{texts(f'options.{name}.name')} — {texts(f'options.{name}.help')}")
        if isinstance(option, Choice):
            members = list(option.members)
            for number, member in enumerate(members, start=1):
                self._screen.tell(f" {number}  {in_words(kind, name, member, self._say)}")
            usual = members.index(defaults(kind)[name]) + 1
            question = self._say("play.which_value", last=len(members))
            return members[self._number(question, 1, len(members), usual) - 1]

        def read(answer: str) -> Any:
            try:
                return option.read(value(option, answer))
            except ValueError:
                details = {"game": kind.name, "option": name, "value": answer, "allowed": option.allowed}
                raise BadOption("bad_option", details) from None

        return self._screen.ask(allowed(option, self._say), read, default=typed(defaults(kind)[name], self._say))
