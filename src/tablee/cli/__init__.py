"""The `tablee` command: one command a file."""

from tablee.cli.app import main

__all__ = ["main"]
