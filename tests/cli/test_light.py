"""The package without any extra: engines, bots and terminal work, and what needs more says so."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.cli.conftest import CommandResult

import tablee
from tablee.cli.app import COMMANDS
from tablee.cli.extras import EXTRAS
from tablee.core.record import dumps
from tablee.core.texts import LANGS, Lang, catalogue

ROOT = Path(__file__).parents[2]
BLOCKED = sorted({module for modules in EXTRAS.values() for module in modules} | {"redis", "uvloop"})
PREPARE = f"""
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {BLOCKED!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocker())
"""


def fresh(code: str, folder: Path, *words: str, typed: str = "") -> CommandResult:
    """Code run by a new interpreter that cannot import what the extras bring."""
    done = subprocess.run(
        [sys.executable, "-c", PREPARE + code, *words],
        cwd=folder,
        env=os.environ | {"PYTHONUTF8": "1", "TABLEE_LANG": "en"},
        input=typed,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    return CommandResult(done.returncode, done.stdout, done.stderr)


def light(folder: Path, *words: str, typed: str = "") -> CommandResult:
    """The programme started without the extras."""
    return fresh("from tablee.cli import main; sys.exit(main())", folder, *words, typed=typed)


TYPIST = """
import builtins
from pathlib import Path
from random import Random
from tablee import Match
from tablee.cli import main

rng, typed = Random(1), {}

def next_line(prompt):
    match = Match.replay(Path("match.json").read_bytes())
    if len(match.log) in typed:
        return ""  # that is what I mean
    action = match.game.random_action(match.state, 0, rng)
    typed[len(match.log)] = match.game.words.spell(action, match.view(0))
    return typed[len(match.log)]

builtins.input = next_line
sys.exit(main())
"""
"""A person who chooses at random from what the kept file says, and confirms it."""


@pytest.mark.parametrize("game", sorted(tablee.GAMES))
def test_a_match_against_bots_is_played_replayed_and_checked(game: str, tmp_path: Path) -> None:
    words = ["play", game, "--yes", "--bots", "commis", "--seed", "1", "--save", "match.json"]
    played = fresh(TYPIST, tmp_path, *words)
    assert (played.status, played.err) == (0, "")
    assert tablee.Match.replay((tmp_path / "match.json").read_bytes()).over
    for words in (["replay", "match.json", "--text"], ["verify", "match.json", "--trust", "chance"]):
        ran = light(tmp_path, *words)
        assert (ran.status, ran.err) == (0, "")


def test_a_match_is_left_and_a_hint_asked_for(tmp_path: Path) -> None:
    game = next(iter(tablee.GAMES))
    begun = light(tmp_path, "play", game, "--yes", "--seed", "1", "--save", "match.json", typed="quit\n")
    assert (begun.status, begun.err) == (0, "")
    hinted = light(tmp_path, "hint", "match.json", "--iterations", "20")
    assert (hinted.status, hinted.err) == (0, "")


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["games"], ["rules", "GAME"], ["simulate", "GAME", "--games", "2"]]
)
def test_what_needs_no_extra_works_without(words: Sequence[str], tmp_path: Path) -> None:
    game = next(iter(tablee.GAMES))
    ran = light(tmp_path, *(game if word == "GAME" else word for word in words))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("words", "extra"),
    [(["serve"], "house"), (["backup"], "house"), (["admin", "tables"], "house"), (["arena", "GAME"], "bots")],
)
def test_a_command_says_which_extra_it_needs(words: list[str], extra: str, lang: Lang, tmp_path: Path) -> None:
    game = next(iter(tablee.GAMES))
    ran = light(tmp_path, "--lang", lang, *(game if word == "GAME" else word for word in words))
    assert (ran.status, ran.out) == (2, "")
    assert f'\n  pip install "tablee[{extra}]"\n' in ran.err
    assert ("needs packages" if lang == "en" else "demande des paquets") in ran.said
    last = ran.err.splitlines()[-1]
    assert [module for module in EXTRAS[extra] if module in last.replace(",", "").split()] == [*EXTRAS[extra][:3]]
    assert last.endswith("…") is (len(EXTRAS[extra]) > 3)
    assert not list(tmp_path.iterdir())


def test_every_help_page_can_be_read_without_any_extra(tmp_path: Path) -> None:
    pages = "".join(f"\nassert main([{command!r}, '--help']) == 0" for command in COMMANDS)
    ran = fresh(f"from tablee.cli import main{pages}", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    say = catalogue("tablee.cli", "en")
    listed = light(tmp_path, "--lang", "en", "--help").out
    assert all(f"  {command} " in listed and say(f"{command}.short")[:30] in listed for command in COMMANDS)


def test_the_client_for_programs_says_which_extra_it_needs(tmp_path: Path) -> None:
    ran = fresh("import tablee.remote", tmp_path)
    assert ran.status == 1
    assert 'no httpx here: pip install "tablee[remote]"' in ran.err


def test_importing_the_library_loads_little(tmp_path: Path) -> None:
    loaded = fresh("import tablee; print(*sys.modules)", tmp_path)
    heavy = {"asyncio", "click", "rich", "importlib.metadata", "multiprocessing", "sqlite3", "socket", "subprocess"}
    packages = {"tablee.bots", "tablee.cli", "tablee.remote", "tablee.server"}
    assert (loaded.status, loaded.err) == (0, "")
    modules = set(loaded.out.split())
    assert not modules & (heavy | packages)
    assert not [module for module in modules if module.startswith("tablee.games.")]


def test_the_help_page_loads_no_command(tmp_path: Path) -> None:
    ran = fresh("from tablee.cli import main; main(['--help']); print(*sys.modules, file=sys.stderr)", tmp_path)
    modules = set(ran.err.split())
    assert "tablee.cli.app" in modules
    assert not modules & {"rich.console", "tablee.bots", *(f"tablee.cli.{command}" for command in COMMANDS)}


def test_a_record_and_the_version_need_no_extra(tmp_path: Path) -> None:
    game = next(iter(tablee.GAMES))
    record = dumps(tablee.Match(tablee.game(game)).record())
    (tmp_path / "begun.json").write_text(record, encoding="utf-8")
    code = "import tablee; print(tablee.__version__, len(tablee.Match.replay(open('begun.json').read()).log))"
    assert fresh(code, tmp_path).out.split() == [tablee.__version__, "0"]
    assert not hasattr(tablee, "no_such_thing")


def test_the_extras_bring_what_their_commands_look_for() -> None:
    """The names of modules here and of packages in pyproject.toml are the same, but for hyphens and versions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {requirement.partition(">")[0] for requirement in project["dependencies"]} == {"click", "msgspec", "rich"}
    extras = project["optional-dependencies"]
    for extra, modules in EXTRAS.items():
        required = " ".join([*extras[extra], *extras["remote"]]).lower().replace("-", "_")
        required += " ".join(extras["bots"])
        assert all(module in required for module in modules)


def test_a_house_is_not_opened_where_anything_it_needs_is_missing() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    everywhere = [each for extra in ("house", "remote", "bots") for each in extras[extra] if ";" not in each]
    packages = {re.split(r"[\[<>=]", each)[0].replace("-", "_") for each in everywhere} - {"tablee"}
    assert {package.removesuffix("_cffi") for package in packages} == {*EXTRAS["house"]}


def test_a_house_loads_only_what_it_needs() -> None:
    """Passkeys and PostgreSQL took 22 MB of every house, also of one that has neither."""
    code = "import sys, tablee.server.run; print(sorted({'cryptography', 'psycopg', 'webauthn'} & {*sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8")
    assert done.stdout == "[]\n"
