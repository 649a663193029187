"""How far long work has come."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tablee.cli.screen import Screen


@contextmanager
def progress(
    screen: Screen, whole: int, *, hidden: bool, doing: str = "simulate.playing"
) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, if somebody is there to see it; it is told how much of the whole is done. `doing`: the text that
    says what is being done."""
    if hidden or not screen.console.is_terminal:
        yield lambda _: None
        return
    with progress_bar(screen, screen.say(doing)) as bars:
        bar = bars.add_task("", total=whole)
        yield lambda done: bars.update(bar, completed=done)


def exit_code(errors: Screen, done: int, asked: int) -> int:
    """The exit code of long work, which says so if it was stopped before its end."""
    if done < asked:
        errors.tell(errors.say("simulate.stopped", games=done, asked=asked), "yellow")
        return 130
    return 0


def progress_bar(screen: Screen, text: str) -> Progress:
    """A bar that leaves nothing behind; `text` may hold `{task.description}`."""
    columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=screen.console, transient=True)
