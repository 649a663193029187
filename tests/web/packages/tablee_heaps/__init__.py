"""Games of another package, as if it were installed: ToyNim of the tests with words, three times with another table."""

from collections.abc import Sequence

from tests.toy_nim import Take, Taken, ToyNimView, ToyNimWords

from tablee.core.errors import Unreadable
from tablee.core.game import Event
from tablee.core.texts import Lang


class HeapWords(ToyNimWords):
    package = "tablee_heaps"

    def view(self, view: ToyNimView, names: Sequence[str], lang: Lang) -> str:
        say = self.texts(lang)
        lines = [say("view.heap", heap=view.heap)]
        turn = view.turn % len(names) if view.heap else None
        return "\n".join(
            lines + [say("view.turn" if seat == turn else "view.seat", name=names[seat]) for seat in range(len(names))]
        )

    def action(self, action: Take, lang: Lang) -> str:
        return self.texts(lang)("take", matches=action.matches)

    def event(self, event: Event, names: Sequence[str], lang: Lang) -> str:
        assert isinstance(event, Taken)
        return self.texts(lang)("taken", name=names[event.seat], matches=event.matches)

    def prompt(self, view: ToyNimView, lang: Lang) -> str:
        return self.texts(lang)("prompt")

    def parse(self, line: str, view: ToyNimView) -> Take:
        if not line.strip().isdecimal():
            raise Unreadable("not_a_number", {"line": line}, texts=self.package)
        return Take(int(line))
