"""Writes docs/game-cards.md: `python -m docs.site.game_cards`. A test says when it is no longer what the code says."""

from collections.abc import Iterator
from importlib import import_module
from typing import Final

from docs.site.palette import ROOT

import tablee
from tablee.core.encoding import KnownValue
from tablee.core.game import AnyGame
from tablee.lab.card import card, random_play
from tablee.lab.episode import encodable, encoding_of
from tablee.lab.openspiel import short_name

PAGE: Final = ROOT / "docs/game-cards.md"
MATCHES: Final = 50
SEED: Final = 1

_HEAD: Final = """# Game cards

What a paper about one of these games has to name, and what every number means that [the laboratory](laboratory.md)
hands out. All with the usual options; other options change the sizes. `docs/site/game_cards.py` writes this page.

A version ends each id. It goes up when numbers mean something else than before or when the rules change, so that
results under one id can be compared. Figures of random play are from {matches} matches (seed {seed}), in brackets 95 %
confidence. An information set is what a seat saw when it was to choose; random play meets hardly one of them twice, so
their number is far below how many there are.

The fingerprint is of all numbers that were seen and legal in these matches (`tablee.lab.card.random_play`): where it
differs, results cannot be compared. A known value is the first seat's part of the wins if everybody plays perfectly,
found by our own solver and by OpenSpiel's.

To cite: *Tablée, version {version}, environment id (such as `{id}`), rules version, options.* The code is under the
MIT licence; the games are the work of their authors.
"""


def page() -> str:
    """The page as it should be."""
    games = [tablee.game(name) for name in encodable()]
    head = _HEAD.format(matches=MATCHES, seed=SEED, version=tablee.__version__, id=card(games[0]).id)
    return head + "".join(f"\n{line}" for game in games for line in _lines(game)) + "\n"


def _lines(game: AnyGame) -> Iterator[str]:
    facts, played, encoding = card(game), random_play(game, MATCHES, SEED), encoding_of(game)
    length, first = played.decisions, played.first_seat_interval
    between = length.interval
    yield f"## {game.title('en')}"
    yield ""
    yield f"{import_module(game.package).__doc__}"
    yield ""
    yield "| | |"
    yield "|---|---|"
    yield f"| id | `{facts.id}`; in OpenSpiel `{short_name(game.name)}` |"
    yield f"| rules | version {facts.rules_version}, [numbered](../src/tablee/games/{game.name}/rules.md) |"
    yield f"| options | {', '.join(f'`{key}={value}`' for key, value in game.options().items())} |"
    yield f"| anything hidden, chosen at once | {_yes(facts.hidden)}, {_yes(facts.at_once)} |"
    yield f"| actions | {facts.actions:,} numbers, up to {facts.most_parts} for one action |"
    yield f"| chance | {f'{facts.chance} outcomes' if facts.chance else 'none'} |"
    yield f"| a view | {facts.numbers:,} numbers |"
    yield f"| entries of a match | at most {facts.longest:,} |"
    spread = f"{length.low:g} to {length.high:g}" + (
        f", mean [{between.low:.1f}–{between.high:.1f}]" if between else ""
    )
    yield f"| choices in a random match | {length.mean:.1f} ({spread}) |"
    yield f"| legal numbers a choice | {played.legal.mean:.1f}, at most {played.legal.high:,g} |"
    yield f"| information sets seen | {played.information_sets:,} in {length.total:,} choices |"
    share = f"{played.first_seat:.0%} [{first.low:.0%}–{first.high:.0%}], even {1 / game.players:.0%}"
    yield f"| wins of the first seat | {share} |"
    yield f"| fingerprint | `{played.fingerprint}` |"
    yield f"| known values | {'; '.join(map(_known, encoding.known_values)) or 'none'} |"
    yield ""
    yield " ".join((type(encoding).__doc__ or "").split())
    yield ""
    yield "| field | shape | from | to | meaning |"
    yield "|---|---|---|---|---|"
    for field in encoding.fields:
        shape = " × ".join(map(str, field.shape))
        yield f"| `{field.name}` | {shape} | {field.low} | {field.high:,} | {field.meaning.replace('|', '¦')} |"
    yield ""


def _known(known: KnownValue) -> str:
    """A value with the form of the game it is of, as OpenSpiel takes it."""
    options = {
        key: " ".join(map(str, value)) if isinstance(value, list) else value for key, value in known.options.items()
    }
    if known.opening:
        options["opening"] = " ".join(map(str, known.opening))
    return f"{known.share} with `{','.join(f'{key}={value}' for key, value in options.items())}`"


def _yes(true: bool) -> str:
    return "yes" if true else "no"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
