"""Which language the reader speaks."""

from collections.abc import Mapping, Sequence

from tablee.core.texts import LANGS, Lang


def reader_language(words: Sequence[str], environment: Mapping[str, str]) -> Lang:
    """`--lang` on the command line, else TABLEE_LANG, else the language of the terminal, else English.

    The command line is looked at before it is parsed, so that even its errors are said in the right language.

    >>> reader_language(["games", "--lang=fr"], {})
    'fr'
    >>> reader_language(["games"], {"LANG": "fr_BE.UTF-8"})
    'fr'
    """
    return _language(_lang_option(words)) or _language(environment.get("TABLEE_LANG", "")) or _of_terminal(environment)


def _lang_option(words: Sequence[str]) -> str:
    language = ""
    for number, word in enumerate(words):
        if word == "--":
            break
        if word == "--lang" and number + 1 < len(words):
            language = words[number + 1]
        elif word.startswith("--lang="):
            language = word.removeprefix("--lang=")
    return language


def _of_terminal(environment: Mapping[str, str]) -> Lang:
    # The first that is set decides, as in POSIX.
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "fr" if next((name for name in names if name), "").lower().startswith("fr") else "en"


def _language(text: str) -> Lang | None:
    return next((lang for lang in LANGS if lang == text.lower()), None)
