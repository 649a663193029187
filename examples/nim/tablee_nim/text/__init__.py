"""Nim in words, and words as choices."""

import re
from collections.abc import Sequence
from typing import cast

from tablee.core.errors import Unreadable
from tablee.core.game import Event
from tablee.core.texts import Lang
from tablee.core.words import Words

from ..actions import Take
from ..events import Taken
from ..knowledge import NimView
from ..pieces import MOST, PACKAGE


class NimWords(Words[NimView, Take]):
    package = PACKAGE

    def view(self, view: NimView, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        piles = [say("view.pile", name=name, taken=taken) for name, taken in zip(names, view.taken, strict=True)]
        turn = say("view.turn", name=names[view.turn]) if view.heap else say("view.over")
        return "\n".join([say("view.heap", heap=view.heap), *piles, turn])

    def board(self, view: NimView, names: Sequence[str], lang: Lang) -> str:
        heap = f"[bold red]{'● ' * view.heap}[/]\n[yellow]{'┃ ' * view.heap}[/]\n"
        return heap + self.view(view, names, lang)

    def action(self, action: Take, lang: Lang) -> str:
        return self.texts(lang)("take", matches=action.matches)

    def event(self, event: Event, names: Sequence[str], lang: Lang) -> str:
        taken = cast("Taken", event)  # nothing else happens in Nim
        key = "events.taken" if taken.left else "events.won"
        return self.texts(lang)(key, name=names[taken.seat], matches=taken.matches, left=taken.left)

    def prompt(self, view: NimView, lang: Lang) -> str:
        return self.texts(lang)("prompt", most=min(MOST, view.heap))

    def parse(self, line: str, view: NimView) -> Take:
        if not re.fullmatch(r"\s*[0-9]{1,3}\s*", line):
            raise Unreadable("how_many", {"most": min(MOST, view.heap)}, texts=PACKAGE)
        return Take(int(line))

    def spell(self, action: Take, view: NimView) -> str:
        return str(action.matches)
