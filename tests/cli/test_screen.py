"""The terminal itself."""

from collections.abc import Callable
from io import StringIO

import pytest
from rich.console import Console
from rich.markdown import Markdown

from tablee.cli.screen import Screen, cell, tied
from tablee.core.texts import catalogue

NBSP = "\N{NO-BREAK SPACE}"


def screen(width: int, *, terminal: bool = False) -> tuple[Screen, StringIO]:
    output = StringIO()
    console = Console(file=output, width=width, height=10, force_terminal=terminal, highlight=False, emoji=False)
    return Screen(catalogue("tablee.cli", "fr"), console), output


@pytest.mark.parametrize("width", range(13, 40))
def test_lines_are_never_broken_at_a_no_break_space(width: int) -> None:
    text = f"On joue{NBSP}; on gagne{NBSP}: «{NBSP}petit pain{NBSP}»{NBSP}!"
    shown, output = screen(width)
    ways: list[Callable[[], None]] = [
        lambda: shown.tell(text),
        lambda: shown.put(cell(text)),
        lambda: shown.page(Markdown(tied(text))),
    ]
    for show in ways:
        output.truncate(output.seek(0))
        show()
        lines = [line.strip(" ") for line in output.getvalue().splitlines() if line.strip()]
        assert " ".join(lines) == text
        assert max(map(len, lines)) <= width


def test_text_is_not_taken_for_styles() -> None:
    shown, output = screen(60)
    shown.tell("[HD-06] [bold]:smile: [/]")
    assert output.getvalue() == "[HD-06] [bold]:smile: [/]\n"


def test_a_line_that_goes_on_is_indented() -> None:
    shown, output = screen(20)
    shown.tell(" · une phrase qui ne tient pas")
    assert output.getvalue().splitlines() == [" · une phrase qui ne", "   tient pas"]


def test_a_drawing_is_left_as_it_is() -> None:
    shown, output = screen(10)
    shown.draw("[bold]0123456789[/] 0123456789 :smile:")
    assert output.getvalue() == "0123456789 0123456789 :smile:\n"


def test_a_line_that_is_there_for_a_while_leaves_nothing_behind() -> None:
    shown, output = screen(40, terminal=True)
    with shown.meanwhile("Praline [bold] réfléchit…"):
        assert "Praline [bold] réfléchit…" in output.getvalue()
    assert output.getvalue().endswith("\x1b[1A\x1b[2K")  # up to the line, which is emptied


def test_a_terminal_that_cannot_take_a_line_away_shows_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    shown, output = screen(40, terminal=True)
    with shown.meanwhile("Praline réfléchit…"):
        assert "Praline réfléchit…\n" in output.getvalue()
    assert output.getvalue().count("Praline") == 1


def test_where_nobody_waits_nothing_is_said_of_it() -> None:
    shown, output = screen(40)
    with shown.meanwhile("Praline réfléchit…"):
        pass
    assert output.getvalue() == ""


def test_clearing_leaves_nothing_to_scroll_back_to() -> None:
    shown, output = screen(20, terminal=True)
    shown.clear()
    assert output.getvalue().endswith("\x1b[2J\x1b[3J")
