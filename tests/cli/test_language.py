import pytest

from tablee.cli.language import reader_language


@pytest.mark.parametrize(
    ("words", "environment", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "fr_FR.UTF-8"}, "fr"),
        ([], {"LANG": "FR"}, "fr"),
        ([], {"LANG": "de_DE.UTF-8"}, "en"),
        ([], {"LC_MESSAGES": "fr_CA", "LANG": "en_GB"}, "fr"),
        ([], {"LC_ALL": "en_GB", "LC_MESSAGES": "fr_CA", "LANG": "fr_FR"}, "en"),
        ([], {"LC_ALL": "", "LANG": "fr_FR"}, "fr"),
        ([], {"TABLEE_LANG": "fr", "LANG": "en_GB"}, "fr"),
        ([], {"TABLEE_LANG": "en", "LANG": "fr_FR"}, "en"),
        ([], {"TABLEE_LANG": "tlh", "LANG": "fr_FR"}, "fr"),
        (["--lang", "fr"], {"TABLEE_LANG": "en"}, "fr"),
        (["play", "--lang=en"], {"TABLEE_LANG": "fr"}, "en"),
        (["--lang", "en", "play", "--lang", "fr"], {}, "fr"),
        (["play", "--lang"], {"TABLEE_LANG": "fr"}, "fr"),
        (["--lang", "xx"], {"TABLEE_LANG": "fr"}, "fr"),
        (["play", "--", "--lang", "fr"], {}, "en"),
    ],
)
def test_the_language_is_found(words: list[str], environment: dict[str, str], language: str) -> None:
    assert reader_language(words, environment) == language
