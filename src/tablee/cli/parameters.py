"""click's commands and parameters, speaking the reader's language."""

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from tablee.cli.errors import CliError, UsageProblem
from tablee.cli.extras import require
from tablee.core.texts import LANGS, Catalogue

T = TypeVar("T")


class _HelpPage(click.HelpFormatter):
    def write_heading(self, heading: str) -> None:
        # The colon is part of the text: French puts a space before it.
        self.write(f"{'':>{self.current_indent}}{heading}\n")


class _Context(click.Context):
    formatter_class = _HelpPage


class Command(click.Command):
    """One command: its help is the text `<name>.help`, that of its parameters `<name>.parameters.<parameter>`."""

    context_class = _Context

    def __init__(
        self,
        say: Catalogue,
        name: str,
        callback: Callable[..., Any],
        params: Sequence[click.Parameter] = (),
        *,
        extra: str | None = None,
        **more: Any,
    ) -> None:
        """`extra`: the one of the package's extras that it does not run without."""
        super().__init__(
            name,
            callback=callback,
            params=[*params, _language_option()],
            help=say(f"{name}.help"),
            short_help=say(f"{name}.short"),
            options_metavar=say("page.options_metavar"),
            context_settings={"help_option_names": ["-h", "--help"]},
            **more,
        )
        self.say = say
        self._extra = extra
        for param in self.params:
            if isinstance(param, click.Option):
                param.help = self._about(param)
        self.allow_extra_args = True  # to refuse them in our own words
        self.ignores_rest = False

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # click forgets it for a value that is missing or too many
            raise
        if rest and not self.ignores_rest and not ctx.resilient_parsing:
            details: dict[str, object] = {"words": " ".join(rest), "count": len(rest)}
            raise UsageProblem("extra_arguments", details, ctx.command_path)
        return rest

    def invoke(self, ctx: click.Context) -> Any:
        if self._extra is not None:
            require(self._extra, ctx.command_path)
        return super().invoke(ctx)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = self.say("page.help_option")
        return option

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{self.say('page.usage')} ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        params = self.get_params(ctx)
        arguments = [param for param in params if isinstance(param, click.Argument)]
        options = [param for param in params if isinstance(param, click.Option)]
        if arguments:
            with formatter.section(self.say("page.arguments")):
                formatter.write_dl([(str(param.metavar), self._about(param)) for param in arguments])
        with formatter.section(self.say("page.options")):
            formatter.write_dl([(_signature(param), param.help or "") for param in options])

    def _about(self, param: click.Parameter) -> str:
        return self.say("page.lang_option" if param.name == "lang" else f"{self.name}.parameters.{param.name}")


class Group(Command, click.Group):
    """The command that holds the others; `load` makes one of them when it is used."""

    def __init__(
        self,
        say: Catalogue,
        name: str,
        callback: Callable[..., Any],
        names: Sequence[str],
        load: Callable[[str], click.Command],
        **more: Any,
    ) -> None:
        super().__init__(
            say,
            name,
            callback,
            invoke_without_command=True,
            subcommand_metavar=say("page.command_metavar"),
            **more,
        )
        self._names = names
        self._load = load
        self.ignores_rest = True  # they belong to the command

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._names)  # as they were given, not by the alphabet

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self._load(cmd_name) if cmd_name in self._names else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self._names:
            allowed = ", ".join(self._names)
            raise UsageProblem("no_such_command", {"name": args[0], "allowed": allowed}, ctx.command_path)
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(self.say("page.commands")):
            formatter.write_dl([(name, self.say(f"{name}.short")) for name in self._names])
        super().format_options(ctx, formatter)


def _signature(option: click.Option) -> str:
    names = ", ".join([*sorted(option.opts, key=len), *option.secondary_opts])
    return f"{names} {option.metavar}" if option.metavar else names


_Check = Callable[[click.Context, click.Parameter, Any], Any]


def _each(read: Callable[[str], T]) -> _Check:
    """A check that reads what was typed for an option; what it refuses is said with the name of the option."""

    def check(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
        try:
            match value:
                case str():
                    return read(value)
                case tuple():
                    return tuple(map(read, value))
                case _:
                    return value
        except CliError as error:
            details = {**error.details, "name": max(param.opts, key=len)}
            raise UsageProblem(error.code, details, ctx.command_path) from None

    return check


def _whole(low: int | None) -> Callable[[str], int]:
    def read(text: str) -> int:
        if re.fullmatch(r"\s*[+-]?[0-9]{1,18}\s*", text) is None:
            raise CliError("not_a_whole_number", {"value": text})
        if low is not None and int(text) < low:
            raise CliError("too_low", {"value": text, "low": low})
        return int(text)

    return read


def _seconds(text: str) -> float:
    if re.fullmatch(r"\s*[0-9]{1,6}([.,][0-9]{1,6})?\s*", text) is None or not float(text.replace(",", ".")):
        raise CliError("not_seconds", {"value": text})
    return float(text.replace(",", "."))


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not name.strip() or not equals:
        raise CliError("not_a_setting", {"value": text})
    return name.strip(), value.strip()


def _language(text: str) -> str:
    if text.lower() not in LANGS:
        raise CliError("no_such_language", {"value": text, "allowed": ", ".join(LANGS)})
    return text


def _language_option() -> click.Option:
    # Read before anything else (see language.py); declared for the help page and the check.
    return click.Option(["--lang"], callback=_each(_language), metavar="fr|en", expose_value=False)


def game_argument(say: Catalogue, *, required: bool = True) -> click.Argument:
    """The name of a game, called `kind` in the command."""
    name = say("page.game_metavar")
    return click.Argument(["kind"], metavar=name if required else f"[{name}]", required=required)


def setting_option(say: Catalogue) -> click.Option:
    """`--option name=value`, called `settings` in the command."""
    names, metavar = ["--option", "-o", "settings"], say("page.setting_metavar")
    return click.Option(names, callback=_each(_setting), multiple=True, metavar=metavar)


def number_option(*names: str, low: int | None = None, usual: int | None = None, many: bool = False) -> click.Option:
    """An option that is a whole number."""
    default = None if usual is None else str(usual)
    return click.Option(names, callback=_each(_whole(low)), default=default, multiple=many, metavar="N")


def seconds_option(*names: str) -> click.Option:
    """An option that is a time in seconds, with a point or a comma."""
    return click.Option(names, callback=_each(_seconds), metavar="N")


def text_option(*names: str, metavar: str, usual: str | None = None, many: bool = False) -> click.Option:
    """An option that is any text."""
    return click.Option(names, metavar=metavar, default=usual, multiple=many)


def switch(*names: str) -> click.Option:
    """An option that is there or not."""
    return click.Option(names, is_flag=True)


def two_way_switch(*names: str) -> click.Option:
    """An option `--yes/--no` that is None if neither is there."""
    return click.Option(names, is_flag=True, default=None)
