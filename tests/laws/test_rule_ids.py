"""Every rule of every game is named by a test that would catch its breaking; no test names a rule that is not there."""

import ast
import re
from importlib import resources

from tests.laws.positions import every_game, own_tests

import tablee

RULE = re.compile(r"\b[A-Z]{2}-X?\d+\b")


def rules(name: str, page: str) -> set[str]:
    """The rules a page of a game defines."""
    text = resources.files(tablee.GAMES[name].package).joinpath(page).read_text(encoding="utf-8")
    return set(RULE.findall(text))


def named_by_tests(name: str) -> set[str]:
    """The rules that tests of a game are marked with."""
    named: set[str] = set()
    for file in (file for folder in own_tests(name) for file in folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                        named |= {ast.literal_eval(argument) for argument in mark.args}
    return named


@every_game
def test_every_rule_has_a_test_and_every_test_a_rule(name: str) -> None:
    defined = rules(name, "rules.md")
    assert defined, "the rules page names no rule"
    assert named_by_tests(name) == defined


@every_game
def test_the_rules_are_the_same_in_french(name: str) -> None:
    assert rules(name, "rules.fr.md") == rules(name, "rules.md")
