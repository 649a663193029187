"""What can be wrong with a command line or a file."""

from pathlib import Path

import click

from tablee.core.errors import TableeError


class CliError(TableeError):
    """Something the command cannot do as asked."""

    def __init__(self, code: str, details: dict[str, object] | None = None) -> None:
        super().__init__(code, details, texts="tablee.cli")


class UsageProblem(CliError):
    """A command line that cannot be read; `command` is the one whose help page says how."""

    def __init__(self, code: str, details: dict[str, object], command: str) -> None:
        super().__init__(code, details)
        self.command = command


def usage_problem(error: click.UsageError) -> UsageProblem:
    """What click found wrong, in our words."""
    command = error.ctx.command_path if error.ctx else "tablee"
    match error:
        case click.MissingParameter(param=click.Argument(metavar=str(name))):
            return UsageProblem("missing_argument", {"name": name.strip("[]")}, command)
        case click.NoSuchOption(option_name=name):
            return UsageProblem("no_such_option", {"name": name}, command)
        case click.BadOptionUsage(option_name=name):
            named = (param for param in _parameters(error) if name in (*param.opts, *param.secondary_opts))
            flag = any(getattr(param, "is_flag", False) for param in named)
            return UsageProblem("option_takes_no_value" if flag else "option_needs_value", {"name": name}, command)
        case _:
            return UsageProblem("bad_command_line", {}, command)


def _parameters(error: click.UsageError) -> list[click.Parameter]:
    return error.ctx.command.get_params(error.ctx) if error.ctx else []


def unreadable(path: Path, error: OSError) -> CliError:
    """Why a file cannot be read."""
    match error:
        case FileNotFoundError():
            return CliError("file_missing", {"path": path})
        case IsADirectoryError():
            return CliError("file_is_folder", {"path": path})
        case PermissionError():
            return CliError("file_forbidden", {"path": path})
        case _:
            return CliError("file_unreadable", {"path": path})


def unwritable(path: Path, error: OSError) -> CliError:
    """Why a file cannot be written."""
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return CliError("folder_missing", {"path": path, "folder": path.parent})
        case IsADirectoryError():
            return CliError("file_is_folder", {"path": path})
        case PermissionError():
            return CliError("file_write_forbidden", {"path": path})
        case _:
            return CliError("file_unwritable", {"path": path})
