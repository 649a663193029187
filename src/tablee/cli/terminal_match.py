"""A match at one terminal, with the people who sit at it and the bots they play against."""

import logging
import random
import shlex
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, nullcontext
from datetime import date
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from rich.markup import escape

from tablee.bots.advice import advice
from tablee.bots.fallback import choose
from tablee.bots.levels import BOTS, LEVELS
from tablee.bots.process_pool import process_pool
from tablee.cli import record_files
from tablee.cli.errors import CliError
from tablee.cli.final_scores import show_final_scores
from tablee.cli.hint import show_hint
from tablee.cli.player_names import shown_names
from tablee.cli.rules import show_rules
from tablee.cli.screen import Screen, word_list
from tablee.core.chance import from_generator
from tablee.core.errors import TableeError
from tablee.core.game import Action, AnyGame, View
from tablee.core.match import Match
from tablee.core.record import Entry
from tablee.core.seat import Seat
from tablee.core.texts import You

T = TypeVar("T")

logger = logging.getLogger("tablee.bots")

COMMANDS: Final = ("help", "rules", "board", "hint", "log", "save", "quit")
"""What can be typed at any prompt; the words for each are the texts `words.<command>`."""

NEWS_REPEATED: Final = 4
"""So many lines of what happened last are told again under a table that has pushed them out of sight."""

NOTICEABLE: Final = 0.2
"""A bot that may think for more seconds than these does so in a process of its own, and is announced, so that nobody
wonders what the silence is."""


Question = tuple[str, AnyGame, View, float]
"""What a bot is asked: its level, the game, what its seat sees, and what its luck starts from."""


class MatchLeft(Exception):
    """The match was left before its end."""


def _is_noticeable(level: str) -> bool:
    return BOTS[level].budget.seconds > NOTICEABLE


def _think(level: str, game: AnyGame, view: View, seed: float) -> Action:
    return choose(level, game, view, random.Random(seed))


class TerminalMatch:
    """Plays a match to its end, or until somebody leaves."""

    def __init__(
        self, screen: Screen, match: Match, seed: str, *, keep: Path | None = None, saved: Path | None = None
    ) -> None:
        """`keep`: the file that always holds the match as it stands; `saved`: one that holds it up to now."""
        for player in match.players:
            if player.bot is not None and player.bot not in BOTS:
                raise CliError("unknown_bot", {"bot": player.bot, "allowed": ", ".join(BOTS)})
        self.match = match
        self._screen = screen
        self._say = screen.say
        self._words = match.game.words
        self._names = shown_names(match.players, screen.say)
        self._people = [seat for seat in match.game.seats if match.players[seat].bot is None]
        self._keep = keep
        self._saved = saved
        self._seed = seed
        self._rng = random.Random()
        self._draws = from_generator(self._rng)
        self._at_the_device: Seat | None = self._people[0] if len(self._people) == 1 else None
        self._told = dict.fromkeys(self._people, len(match.log))
        self._told_to_all = len(match.log)
        self._pool: Executor | None = None

    # The course of a match

    def play(self) -> None:
        """To the end; raises `MatchLeft` if somebody leaves before."""
        with self._bot_processes():
            self._play()

    def _play(self) -> None:
        try:
            self._reseed()
            self.match.chance(self._draws)
            while not self.match.over:
                actors = self.match.actors()
                bots = [seat for seat in actors if seat not in self._people]
                # Bots choose first, so that nobody waits for them once the last person has chosen.
                if bots:
                    self._bots_play(bots)
                else:
                    self._person_plays(actors[0])
        except (EOFError, KeyboardInterrupt):
            self._screen.blank()
            self._leave()
        self._keep_up_to_date()
        self._tell_the_end()

    def _reseed(self) -> None:
        # What is drawn next depends on the seed and on how far the match has come, on nothing else: a match
        # that was saved and taken up again with the same seed goes on as if it had not been left.
        self._rng.seed(f"{self._seed}/{len(self.match.log)}")

    def _bots_play(self, seats: Sequence[Seat]) -> None:
        """All that bots have to choose now: they think at the same time."""
        for seat, action in zip(seats, self._chosen_by_bots(seats), strict=True):
            self._reseed()
            self._rng.random()  # that was the bot's
            self.match.play(seat, action)
            self.match.chance(self._draws)
        if not self._people:
            self._tell_news_to_all()

    def _chosen_by_bots(self, seats: Sequence[Seat]) -> list[Action]:
        game, start = self.match.game, len(self.match.log)
        asked: list[Question] = []
        for number, seat in enumerate(seats):
            # Its own luck: from the generator of the match a bot could tell what will be drawn.
            self._rng.seed(f"{self._seed}/{start + number}")
            asked.append((str(self.match.players[seat].bot), game, self.match.view(seat), self._rng.random()))
        slow = [number for number, (level, *_) in enumerate(asked) if _is_noticeable(level)]
        thinking = " ".join(self._say("match.thinking", name=self._names[seats[number]]) for number in slow)
        with self._screen.meanwhile(thinking) if slow else nullcontext():
            coming = {number: self._submit(_think, *asked[number]) for number in slow}
            return [self._answer(coming.get(number), question) for number, question in enumerate(asked)]

    def _submit(self, work: Callable[..., T], *details: object) -> "Future[T] | None":
        """What a process will answer; None if there is none."""
        try:
            return None if self._pool is None else self._pool.submit(work, *details)
        except BrokenExecutor:
            self._do_without_processes()
            return None

    def _answer(self, coming: "Future[Action] | None", question: Question) -> Action:
        try:
            return _think(*question) if coming is None else coming.result()
        except BrokenExecutor:
            # That is no fault of the bot: the same level thinks here.
            self._do_without_processes()
            return _think(*question)

    def _do_without_processes(self) -> None:
        if self._pool is not None:
            logger.warning("no process for bots")
        self._pool = None

    @contextmanager
    def _bot_processes(self) -> Iterator[None]:
        """Processes for the bots that take their time, so that the terminal always answers."""
        slow = sum(player.bot is not None and _is_noticeable(player.bot) for player in self.match.players)
        if not slow:
            yield
            return
        with process_pool(slow) as pool:
            self._pool = pool
            for _ in range(slow):
                self._submit(bool)  # starts a process while people still read
            yield

    def _person_plays(self, seat: Seat) -> None:
        self._keep_up_to_date()
        if seat != self._at_the_device:
            self._hand_over(seat)
        news = self._tell_news(seat)
        self._show_table(seat, news)
        view = self.match.view(seat)
        line = self._line(seat)
        while True:
            try:
                action = self._words.parse(line, view)
                answer = self._answer_to_preview(seat, view, action)
                if answer.casefold() in word_list("answers.yes"):
                    self._reseed()
                    self.match.play(seat, action)
                    self.match.chance(self._draws)
                    return
                line = self._line(seat) if answer.casefold() in word_list("answers.no") else answer
            except TableeError as error:
                self._screen.error(error)
                line = self._line(seat)

    def _answer_to_preview(self, seat: Seat, view: Any, action: Any) -> str:
        """Yes, no, or another choice that is typed instead."""
        yes = self._say("answers.typed_yes")
        if self.match.refusal(seat, action) is not None:
            return yes  # the match itself will say why not
        preview = self._words.preview(view, action, self._escaped_names, self._screen.lang)
        if not preview:
            return yes
        self._screen.draw(preview)
        self._screen.tell(f"{self._say('match.confirm')} {self._say('answers.yes_default')}", "bold")
        return self._line(seat) or yes

    # One device for several people

    def _hand_over(self, seat: Seat) -> None:
        """The curtain: nothing one person saw is left when the next one looks."""
        if self._at_the_device is not None:
            self._last_look(self._at_the_device)
        self._screen.clear()
        self._screen.rule(self._words.texts(self._screen.lang)("title"))
        self._screen.tell(self._say("match.hand_over", name=self._names[seat]), "bold")
        self._line(None)
        self._at_the_device = seat

    def _last_look(self, seat: Seat) -> None:
        """Before the curtain; as long as the person's choice lies face down, another can be typed instead."""
        while True:
            self._tell_news(seat)
            may_replace = seat in self.match.may_replace()
            self._screen.tell(self._say("match.done_or_replace" if may_replace else "match.done"), "bold")
            line = self._line(seat)
            if not line or not may_replace:
                return
            try:
                self.match.play(seat, self._words.parse(line, self.match.view(seat)))
                self._keep_up_to_date()
            except TableeError as error:
                self._screen.error(error)

    # Showing

    @property
    def _escaped_names(self) -> list[str]:
        return [escape(name) for name in self._names]

    def _show_table(self, reader: Seat | None, news: Sequence[str] = ()) -> None:
        """The table, and under it the newest of the news that were told before it, if they are no longer in sight."""
        title = self._words.texts(self._screen.lang)("title")
        self._screen.blank()
        self._screen.rule(title if reader is None else f"{title} · {self._names[reader]}")
        view = self.match.view(reader)
        board = self._words.board(view, self._escaped_names, self._screen.lang)
        prompt = self._words.prompt(view, self._screen.lang) if reader in self.match.actors() else ""
        self._screen.draw(board)
        self._screen.blank()
        below = len(self._screen.lines(prompt)) + 1
        if news and not self._screen.has_room_for(len(board.splitlines()) + len(news) + below + 3):
            self._screen.tell(self._say("match.news"), "dim")
            for line in news[-NEWS_REPEATED:]:
                self._screen.tell(line, "dim")
        if prompt:
            self._screen.tell(prompt, "bold")

    def _tell_news(self, seat: Seat) -> list[str]:
        """What this seat has not been told yet; the lines that say it."""
        told = self._tell(self.match.log[self._told[seat] :], seat)
        self._told[seat] = len(self.match.log)
        return told

    def _tell_news_to_all(self) -> None:
        self._tell(self.match.log[self._told_to_all :], None)
        self._told_to_all = len(self.match.log)

    def _tell(self, entries: list[Entry], reader: Seat | None) -> list[str]:
        told: list[str] = []
        names = [You(name) if seat == reader else name for seat, name in enumerate(self._names)]
        for entry in entries:
            for event in entry.events:
                seen = event.seen_by(reader)
                said = "" if seen is None else self._words.event(seen, names, self._screen.lang)
                told += [f"   {line}" if number else f" · {line}" for number, line in enumerate(said.splitlines())]
        for line in told:
            self._screen.tell(line)
        return told

    def _tell_the_end(self) -> None:
        match self._people:
            case [alone]:
                self._tell_news(alone)
                self._show_table(alone)
            case _:
                self._told_to_all = min(self._told.values(), default=self._told_to_all)
                self._tell_news_to_all()
                self._show_table(None)
        show_final_scores(self._screen, self.match, self._names)

    # What is typed

    def _line(self, reader: Seat | None) -> str:
        """The next line that is not a command of the house."""
        while True:
            line = self._screen.line()
            first, _, rest = line.partition(" ")
            command = next((command for command in COMMANDS if first.casefold() in self._spellings(command)), None)
            if command is None:
                return line
            self._run_command(command, rest.strip(), reader)

    def _run_command(self, command: str, rest: str, reader: Seat | None) -> None:
        """What is shown is no more than `reader` may know."""
        match command:
            case "help":
                self._help(reader)
            case "rules":
                show_rules(self._screen, type(self.match.game))
                self._show_table(reader)
            case "board":
                self._show_table(reader)
            case "hint":
                self._hint(reader)
            case "log":
                self._tell(self.match.log, reader)
            case "save":
                self._save_to(Path(rest) if rest else self._usual_path())
            case _:
                self._leave()

    def _hint(self, reader: Seat | None) -> None:
        """From what the reader knows, as a chef who sat there would."""
        if reader is None or reader not in self.match.actors():
            self._screen.tell(self._say("match.hint_none"))
            return
        with self._screen.meanwhile(self._say("match.thinking", name=LEVELS["chef"].title(self._screen.lang))):
            advised = advice(self.match.game, self.match.view(reader), random.Random(f"{self._seed}/hint"))
        show_hint(self._screen, self.match, reader, advised)

    @staticmethod
    def _spellings(command: str) -> frozenset[str]:
        return word_list(f"words.{command}") | ({"?"} if command == "help" else set())

    def _help(self, reader: Seat | None) -> None:
        if reader in self.match.actors():
            self._screen.tell(self._words.prompt(self.match.view(reader), self._screen.lang))
        self._screen.tell(self._say("match.help"))

    # Saving and leaving

    def _leave(self) -> NoReturn:
        if self._keep is not None and self._save_to(self._keep):
            raise MatchLeft
        try:
            self.offer_to_save(self._say("match.save_and_leave", path=self._usual_path()), default=True)
        except (EOFError, KeyboardInterrupt):
            self._screen.blank()
            self._screen.tell(self._say("match.not_saved"))
        raise MatchLeft

    def offer_to_save(self, question: str, *, default: bool) -> None:
        """Save where the answer says: yes, no, or a path."""
        while True:
            self._screen.tell(question, "bold")
            answer = self._screen.line()
            if answer.casefold() in word_list("answers.no") or (not answer and not default):
                self._screen.tell(self._say("match.not_saved"))
                return
            path = self._usual_path() if answer.casefold() in word_list("answers.yes") | {""} else Path(answer)
            if self._save_to(path):
                return

    def _save_to(self, path: Path) -> bool:
        path = path.expanduser()
        if path.exists() and path not in (self._saved, self._keep) and not path.is_dir():
            question = self._say("match.overwrite", path=path)
            if not self._screen.confirm(question, default=False):
                return False
        try:
            record_files.save(self.match, path)
        except CliError as error:
            self._screen.error(error)
            return False
        self._saved = path
        key = "match.saved_whole" if self.match.over else "match.saved"
        self._screen.tell(self._say(key, path=shlex.quote(str(path))), "green")
        return True

    def _usual_path(self) -> Path:
        return self._saved or record_files.free_path(self.match.game.name, date.today())

    def _keep_up_to_date(self) -> None:
        if self._keep is not None:
            try:
                record_files.save(self.match, self._keep)
            except CliError as error:
                self._screen.error(error)  # the match goes on, and can be saved elsewhere
