"""A real terminal with the program in it, for tests that type and look; the house has the toy games too."""

import os
import re
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pexpect
from tests import toys
from tests.patience import PATIENCE

from tablee.core.match import Match
from tablee.core.texts import Lang, catalogue

PROMPT = r"(?:\n|\r)(?:\x1b\[\?2004[hl]\r?)*> "
CLEAR = "\x1b[3J"
"""Ends the clearing of the screen: only what comes after it can be seen."""


class Terminal:
    """The programme started with these words; `shown` is all that came out since something was last typed."""

    def __init__(
        self,
        words: Sequence[str],
        lang: Lang,
        folder: Path,
        *,
        size: tuple[int, int] = (24, 80),
        kind: str = "xterm",
    ) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("COV_CORE")}
        environment |= {"TABLEE_LANG": lang, "TERM": kind, "INPUTRC": os.devnull, "PAGER": "cat"} | toys.search_path()
        environment.pop("COLUMNS", None)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # forkpty in a process with threads; we exec at once
            self._child: Any = pexpect.spawn(
                sys.executable,
                ["-m", toys.PROGRAM, *words],
                cwd=str(folder),
                env=environment,
                dimensions=size,
                encoding="utf-8",
                timeout=PATIENCE,
            )
        self._child.delaybeforesend = None
        self.everything = ""
        self.shown = ""

    def wait(self) -> bool:
        """Until something can be typed; False if the programme has ended instead."""
        asked: bool = self._child.expect([PROMPT, pexpect.EOF]) == 0
        self.shown = self._child.before + (self._child.after if asked else "")
        self.everything += self.shown
        return asked

    def type(self, line: str = "") -> bool:
        """Type a line, then wait."""
        self._child.sendline(line)
        return self.wait()

    def interrupt(self) -> bool:
        """Press Ctrl-C, then wait."""
        self.press_interrupt()
        return self.wait()

    def press_interrupt(self) -> None:
        """Press Ctrl-C."""
        self._child.sendintr()

    def end_of_input(self) -> bool:
        """Press Ctrl-D, then wait."""
        self._child.sendeof()
        return self.wait()

    @property
    def visible(self) -> str:
        """What is on the screen or can be scrolled back to, without its styles."""
        return plain(self.everything.rpartition(CLEAR)[2])

    def expect(self, pattern: str) -> None:
        """Wait for something to be shown."""
        self._child.expect(pattern)
        self.everything += self._child.before + self._child.after

    def status(self) -> int:
        """The exit status, once it has ended."""
        self._child.expect(pexpect.EOF)
        self.everything += self._child.before
        self._child.close()
        status: int = self._child.exitstatus
        return status


def plain(text: str) -> str:
    """Without styles and other control sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", text)


def play_on(terminal: Terminal, kept: Path, rng: Random, lang: Lang, *, choices: int | None = None) -> None:
    """Answer what is asked: choose at random, say yes to previews, press Enter at the curtain.

    The programme keeps the match in the file `kept`, so what may be typed next can be worked out from it. Stops when
    the match is over, or after so many choices.
    """
    say = catalogue("tablee.cli", lang)
    confirm, done = say("match.confirm"), say("match.done")
    hand_over = say("match.hand_over", name="").split(".")[0].strip()
    asked = True
    while asked:
        question = " ".join(plain(terminal.shown).split())
        if any(" ".join(text.split()) in question for text in (confirm, done, hand_over)):
            asked = terminal.type()
            continue
        match = Match.replay(kept.read_bytes())
        if match.over or choices == 0:
            return
        seat = next(seat for seat in match.actors() if match.players[seat].bot is None)
        action = match.game.random_action(match.state, seat, rng)
        asked = terminal.type(match.game.words.spell(action, match.view(seat)))
        choices = None if choices is None else choices - 1
