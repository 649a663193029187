"""Help pages and mistakes, in both languages."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from tests.cli.conftest import Run

import tablee
from tablee.bots.levels import LEVELS
from tablee.cli.errors import usage_problem
from tablee.cli.game_options import choosable
from tablee.core.texts import LANGS, Lang

COMMANDS = ("play", "serve", "replay", "rules", "games", "simulate", "verify", "backup", "admin")
CLICK_SAYS = re.compile(
    r"Usage: |Options:|Commands:|Arguments:|Show this|Show the|Error: |Try '|No such|Missing|Got unexpected"
    r"|requires an argument|does not take|\[default|\bCOMMAND\b|\bARGS\b|\bGAME\b|\bFILE\b|\bTEXT\b|\bINTEGER\b"
)

both_languages = pytest.mark.parametrize("lang", LANGS)


@both_languages
@pytest.mark.parametrize("words", [[], ["--help"], ["-h"], *([command, "--help"] for command in COMMANDS)])
def test_every_command_has_a_help_page(run: Run, words: list[str], lang: Lang) -> None:
    ran = run(*words, lang=lang)
    assert (ran.status, ran.err) == (0, "")
    assert ran.said.startswith("Usage : tablee" if lang == "fr" else "Usage: tablee")
    assert "--lang fr|en" in ran.out
    if lang == "fr":
        assert not CLICK_SAYS.search(ran.out)
    if words in ([], ["--help"]):
        assert all(f"  {command} " in ran.out for command in COMMANDS)


def test_pages_fit_the_terminal(run: Run) -> None:
    for command in COMMANDS:
        for lang in LANGS:
            assert max(map(len, run(command, "--help", lang=lang).out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("command", "english", "french"),
    [
        ("play", "think by the clock and may play differently", "selon l’horloge et peuvent jouer autrement"),
        ("simulate", "think by the clock and need --iterations", "selon l’horloge et demandent pour cela --iterations"),
    ],
)
def test_who_thinks_by_the_clock_is_told(run: Run, command: str, english: str, french: str) -> None:
    assert english in run(command, "--help").said
    assert f"chef et toque réfléchissent {french}" in run(command, "--help", lang="fr").said


@both_languages
@pytest.mark.parametrize("command", ["play", "simulate"])
def test_help_names_the_levels_as_people_call_them(run: Run, command: str, lang: Lang) -> None:
    said = run(command, "--help", lang=lang).said
    for level in LEVELS.values():
        title = level.title(lang).casefold()
        assert (level.name if title == level.name else f"{level.name} ({title})") in said


@both_languages
@pytest.mark.parametrize(
    ("words", "english", "french"),
    [
        (["dance"], "There is no command “dance”. The commands are: play,", "La commande « dance » n’existe pas."),
        (["play", "chess"], "There is no game called “chess”. The games are:", "Aucun jeu ne s’appelle « chess »."),
        (["rules", "chess"], "There is no game called “chess”.", "Aucun jeu ne s’appelle « chess »."),
        (["simulate", "chess"], "There is no game called “chess”.", "Aucun jeu ne s’appelle « chess »."),
        (["rules"], "GAME is missing.", "Il manque JEU."),
        (["replay"], "FILE is missing.", "Il manque FICHIER."),
        (["games", "now", "please"], "Some words too many: now please", "Des mots de trop : now please"),
        (["play", "toy_auction", "now"], "One word too many: now", "Un mot de trop : now"),
        (["play", "--fast"], "There is no option --fast.", "L’option --fast n’existe pas."),
        (["--fast"], "There is no option --fast.", "L’option --fast n’existe pas."),
        (["simulate", "toy_auction", "--games"], "--games needs a value.", "--games attend une valeur."),
        (["simulate", "toy_auction", "--json=1"], "--json takes no value.", "--json ne prend pas de valeur."),
        (
            ["simulate", "toy_auction", "--games", "x"],
            "“x” is not a whole number.",
            "« x » n’est pas un nombre entier.",
        ),
        (
            ["simulate", "toy_auction", "--games", "0"],
            "--games cannot be 0; 1 is",
            "--games ne peut pas valoir 0 ; 1 est",
        ),
        (["play", "-o", "hands"], "“hands” is not of the form NAME=VALUE", "n’est pas de la forme NOM=VALEUR"),
        (["play", "-o", "=3"], "“=3” is not of the form NAME=VALUE", "n’est pas de la forme NOM=VALEUR"),
        (
            ["play", "toy_auction", "-o", "hand=3"],
            "toy_auction has no option “hand”.",
            "toy_auction n’a pas d’option « hand ».",
        ),
        (
            ["play", "toy_auction", "-o", "rounds=many"],
            "“rounds” cannot be many.",
            "« rounds » ne peut pas valoir many.",
        ),
        (["play", "toy_auction", "-o", "ties=late"], "“ties” cannot be late.", "« ties » ne peut pas valoir late."),
        (["play", "toy_auction", "-o", "cards=1,x"], "cannot be 1,x.", "ne peut pas valoir 1,x."),
        (["play", "toy_auction", "--players", "9"], "“players” cannot be 9.", "« players » ne peut pas valoir 9."),
        (
            ["play", "toy_auction", "-y", "--humans", "4"],
            "4 people cannot sit on 3",
            "d’asseoir 4 personnes à 3 places.",
        ),
        (
            ["play", "toy_auction", "-y", "--humans", "1", "--name", "A", "--name", "B"],
            "2 names are too many for 1 person.",
            "Il y a 2 noms : c’est trop pour 1 personne.",
        ),
        (
            ["play", "toy_auction", "--name", "A", "--name", "A"],
            "Somebody is called A already.",
            "Quelqu’un s’appelle déjà A.",
        ),
        (
            ["play", "toy_auction", "--name", "\x1b"],
            "A name needs at least one letter.",
            "Un nom a au moins une lettre.",
        ),
        (
            ["play", "toy_auction", "-y", "--seat", "4"],
            "Seat 4 cannot be had. Free: 1, 2, 3.",
            "La place 4 n’est pas libre.",
        ),
        (
            ["play", "toy_auction", "-y", "--seat", "1", "--seat", "2"],
            "Name a seat for each",
            "Donnez au plus une place",
        ),
        (["play", "--load", "x.json", "--players", "3"], "leave out the others", "ne les donnez pas de nouveau"),
        (["play", "--load", "x.json"], "There is no file x.json.", "Il n’y a pas de fichier x.json."),
        (["play", "toy_auction", "-y", "--save", "no/x.json"], "there is no folder no.", "il n’y a pas de dossier no."),
        (["replay", "x.json"], "There is no file x.json.", "Il n’y a pas de fichier x.json."),
        (["replay", "."], ". is a folder, not a file.", ". est un dossier, pas un fichier."),
        (["replay", "x", "--seat", "1", "--all"], "Only one of --seat,", "On ne peut choisir qu’un seul de"),
        (["replay", "x", "--seat", "0"], "--seat cannot be 0; 1 is", "--seat ne peut pas valoir 0 ; 1 est"),
        (["verify"], "FILE is missing.", "Il manque FICHIER."),
        (["verify", "x.json"], "There is no file x.json.", "Il n’y a pas de fichier x.json."),
        (["serve", "--port", "x"], "“x” is not a whole number.", "« x » n’est pas un nombre entier."),
        (["serve", "--port", "70000"], "from 0 to 65535.", "de 0 à 65535."),
        (["serve", "--workers", "2"], "Several workers need PostgreSQL", "Plusieurs processus demandent PostgreSQL"),
        (["serve", "--database", "mysql://x"], "databases of the kind “mysql”", "bases de données du genre « mysql »"),
        (["serve", "--settings", "x.toml"], "There is no settings file x.toml.", "pas de fichier de réglages x.toml."),
        (["serve", "--public-url", "here"], "cannot be here. Allowed: http://", "valoir here. Permis : http://"),
        (["serve", "--log-format", "xml"], "Allowed: json, text, or nothing.", "Permis : json, text ou rien."),
        (["serve", "--no-open=1"], "--no-open takes no value.", "--no-open ne prend pas de valeur."),
        (["serve", "--host", "192.0.2.1"], "cannot listen at “192.0.2.1”", "ne peut pas écouter à « 192.0.2.1 »"),
        (["serve", "--host", "no such host"], "cannot listen at “no such", "ne peut pas écouter à « no such host »"),
        (["serve", "--port", "0", "--data-dir", "/dev/null/x"], "/dev/null/x cannot be made", "ne peut pas être créé"),
        (["backup"], "There is no database tablee-data/", "Il n’y a pas de base de données tablee-data/"),
        (["backup", "--to", "."], ". exists already", ". existe déjà"),
        (["backup", "--data-dir"], "--data-dir needs a value.", "--data-dir attend une valeur."),
        (["admin"], "WHAT is missing.", "Il manque QUOI."),
        (["admin", "dance"], "There is no command “dance”.", "La commande « dance » n’existe pas."),
        (["admin", "close"], "TABLE is missing.", "Il manque TABLE."),
        (["admin", "tables", "x"], "One word too many: x", "Un mot de trop : x"),
        (
            ["admin", "tables"],
            "no administrator's token in the folder",
            "pas de jeton d’administration dans le dossier",
        ),
        (["games", "--lang", "it"], "there is no language “it”.", "il n’y a pas de langue « it »."),
    ],
)
def test_mistakes_are_explained(run: Run, words: list[str], lang: Lang, english: str, french: str) -> None:
    ran = run(*words, lang=lang)
    assert ran.status == 2
    assert (french if lang == "fr" else english) in ran.said
    assert "Traceback" not in ran.said
    if lang == "fr":
        assert not CLICK_SAYS.search(ran.out + ran.err)


def test_a_mistake_in_the_command_line_names_the_help_page(run: Run) -> None:
    assert "tablee simulate --help" in run("simulate", "toy_auction", "--games").err
    assert "tablee --help" in run("dance").err


def test_every_command_takes_a_language(run: Run) -> None:
    for words in (["--lang", "fr"], *(["--lang=en", command, "--lang", "fr", "--help"] for command in COMMANDS)):
        assert "Montrer cette page." in run(*words, lang="en").said


def test_what_click_may_say_in_a_later_version_is_not_repeated() -> None:
    assert usage_problem(click.UsageError("Sorry, mate")).say("fr") == "Cette ligne de commande est illisible."


def test_the_version_is_told(run: Run) -> None:
    assert re.fullmatch(r"tablee \d+\.\d+\.\d+\n", run("--version").out)


@pytest.mark.parametrize("command", [[sys.executable, "-m", "tablee"], [str(Path(sys.executable).parent / "tablee")]])
def test_it_is_a_programme(command: list[str]) -> None:
    ran = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("tablee ")


def test_a_terminal_without_our_letters_shows_others(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tablee", "play", "échecs", "--lang", "fr"],
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
        check=False,
    )
    assert ran.returncode == 2
    assert b"Aucun jeu ne s?appelle" in ran.stderr


@both_languages
def test_the_games_are_listed_with_all_their_options(run: Run, lang: Lang) -> None:
    ran = run("games", lang=lang)
    assert ran.status == 0
    for name, kind in tablee.GAMES.items():
        say = kind.words.texts(lang)
        assert f"{say('title')} · {name}" in ran.out
        for key in ("about", "credits"):
            assert " ".join(say(key).split()) in ran.said
        assert all(option in ran.out for option in choosable(kind))


@both_languages
@pytest.mark.parametrize("name", sorted(tablee.GAMES))
def test_the_rules_are_shown(run: Run, name: str, lang: Lang) -> None:
    ran = run("rules", name, lang=lang)
    assert ran.status == 0
    assert tablee.GAMES[name].title(lang) in ran.out
    assert "-01" in ran.out


def test_a_game_without_a_rules_page_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tablee.GAMES["toy_auction"], "package", "tablee.cli")
    ran = run("rules", "toy_auction")
    assert ran.status == 2
    assert "There is no rules page of toy_auction in this language." in ran.said
