"""Wordings that readers stumbled over do not come back, wherever people read them."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from tablee.core.texts import LANGS, Lang

ROOT: Final = Path(__file__).parents[2]
NOTED: Final[dict[Lang, list[str]]] = {
    "en": [
        r"\bput up\b",
        "the match again",
        "brought along",
        "as the device",
        "movement",
        "whoever opens this link",
        "sat down anywhere",
        "matches played on",
        r"\(usual(ly)?\b",
        "at this device",
        "favourite is eaten",
        "same path",
        "first a table",
        "bids of the round before",
        "come to light",
        "carry out|carries out",
        "who has no card left",
    ],
    "fr": [
        "qui ouvre ce lien",
        r"\$ ?[0-9{]",
        "lumière",
        "prolongée",
        "c’est l’habitude",
        r"d’habitude\b|d’ordinaire",
        "feuille de partie",
        "assis nulle part",
        "dresser une",
        "ouvrir une partie enregistrée",
        "d’abord une table",
        "exécute",
        "gitane",
        "mal tourner",
        "propose son plat du jour",
        "sert menu",
        "favori d’un autre",
        "même chemin|refait le chemin",
        "vous avez apporté",
        "d’abord à court",
    ],
}
"""As regular expressions."""


def files(lang: Lang) -> list[Path]:
    return sorted(
        [
            *ROOT.glob(f"src/tablee/**/text/{lang}.toml"),
            *ROOT.glob(f"web/src/**/texts/{lang}.toml"),
            *ROOT.glob(f"web/src/**/guide/{lang}.toml"),
        ]
    )


def texts(tree: Mapping[str, Any]) -> Iterator[str]:
    for value in tree.values():
        if isinstance(value, str):
            yield value
        else:
            yield from texts(value)


@pytest.mark.parametrize("lang", LANGS)
def test_noted_wordings_stay_away(lang: Lang) -> None:
    assert len(files(lang)) > 10
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in files(lang)
        for text in texts(tomllib.loads(path.read_text(encoding="utf-8")))
        for noted in NOTED[lang]
        if re.search(noted, text, re.IGNORECASE)
    ]
    assert found == []
