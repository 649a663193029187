"""What is imported when, and what is said if a library is missing."""

import re
import subprocess
import sys

import pytest
from tests.lab.encoded_games import ENCODED
from tests.toys import register_toys

import tablee
from tablee.core.texts import LANGS, catalogue
from tablee.lab.episode import encodable, encoded, env_id
from tablee.lab.libraries import LabError, MissingLibrary, require

PEERS = ("PIL", "gymnasium", "numpy", "open_spiel", "pettingzoo", "pyspiel")


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_the_package_costs_nothing_to_import() -> None:
    code = f"import sys, tablee, tablee.lab; list(tablee.GAMES); print([m for m in {PEERS!r} if m in sys.modules])"
    assert run(code) == "[]"


@pytest.mark.parametrize(
    ("module", "missing", "package"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("openspiel", "pyspiel", "open_spiel"),
    ],
)
def test_a_missing_library_is_named(module: str, missing: str, package: str) -> None:
    code = f"""
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name == {missing!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Blocker())
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == {missing!r} else found(name, *more)
try:
    import tablee.lab.{module}
except ImportError as error:
    print(error)
"""
    said = run(code)
    assert package in said
    assert 'pip install "tablee[lab]"' in said


def test_the_error_is_told_in_both_languages() -> None:
    with pytest.raises(MissingLibrary) as caught:
        require("numpy", "no_such_module")
    assert all("no_such_module" in caught.value.say(lang) for lang in LANGS)
    require("numpy")


def test_a_game_without_an_encoding_says_which_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    register_toys(monkeypatch)
    without = next(name for name in tablee.GAMES if name not in encodable())
    with pytest.raises(LabError, match=f"{without} has no encoding.*{ENCODED[0]}"):
        encoded(without, {})


def test_ids_have_versions() -> None:
    game, encoding = encoded(ENCODED[0], {})
    assert env_id(game) == env_id(game.name) == f"tablee/{game.name}-v{encoding.version}"


def test_every_error_is_there_in_both_languages() -> None:
    french, english = (catalogue("tablee.lab", lang) for lang in LANGS)
    assert set(french) == set(english)
    own = [key for key in english if key not in catalogue("tablee.core", "en")]
    assert len([key for key in own if key.startswith("errors.")]) == 7
    for key in own:
        assert set(re.findall(r"\{(\w+)", french.template(key))) == set(re.findall(r"\{(\w+)", english.template(key)))
