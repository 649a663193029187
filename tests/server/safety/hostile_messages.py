"""Hostile messages to the socket of a table."""

import json
from random import Random
from typing import Any

from hypothesis import strategies as st

from tablee.core.game import Game

TYPES = ("play", "say", "undo", "answer_undo", "claim", "back", "look", "table", "done", "", "PLAY")
FIELDS = ("type", "id", "seat", "prompt", "action", "text", "agree", "since", "__proto__", "")

numbers = (
    st.integers(-3, 8)
    | st.integers()
    | st.sampled_from([2**31, 2**53, 2**63, 2**64, -(2**63) - 1, 10**40, 10**400, 10**4299])
    | st.floats()
)
texts = st.text(max_size=20) | st.sampled_from(
    ["\ud800", "\udfff", "\0", "\u202e", "<script>", "'; --", "{seat}", "%s", "none", "x" * 300]
)
scalars = st.none() | st.booleans() | numbers | texts
junk = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4))


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def unreadable() -> st.SearchStrategy[str | bytes]:
    """What is not even a message."""
    return (
        st.text(max_size=40).filter(lambda text: not _is_unicode_trouble(text))
        | st.binary(max_size=40)
        | st.sampled_from(
            [
                b"",
                "",
                "{",
                "[]",
                "null",
                "NaN",
                '{"type":"play"',
                b'{"type":"say","text":"\xff\xfe"}',
                nested(30_000),
                '{"type":"play","seat":0,"prompt":1,"action":{"type":"bid","cards":' + nested(15_000) + "}}",
                '{"type":"say","text":"' + "x" * 60_000 + '"}',
                '{"type":"look","seat":' + "9" * 5000 + "}",
                '{"type":"look","type":"say","seat":0,"text":"twice"}',
            ]
        )
    )


def _is_unicode_trouble(text: str) -> bool:
    return any(0xD800 <= ord(letter) < 0xE000 for letter in text)


@st.composite
def misshapen(draw: st.DrawFn) -> str:
    """A message of a known or unknown type with fields of any kind."""
    fields = {name: draw(junk) for name in draw(st.sets(st.sampled_from(FIELDS), max_size=5))}
    return json.dumps({**fields, "type": draw(st.sampled_from(TYPES) | junk)})


@st.composite
def actions(draw: st.DrawFn, game: Game[Any, Any, Any], models: list[dict[str, Any]]) -> dict[str, Any]:
    """Something like an action of the game: one that was possible at some time, or with a field changed."""
    model = dict(draw(st.sampled_from(models)))
    change = draw(st.sampled_from(["nothing", "a field", "its type", "one field less", "one field more"]))
    names = [name for name in model if name != "type"]
    if change == "its type":
        model["type"] = draw(st.sampled_from([kind.tag for kind in game.action_types]) | junk)
    elif change == "a field" and names:
        model[draw(st.sampled_from(names))] = draw(junk | st.sampled_from(list(model.values())))
    elif change == "one field less" and names:
        del model[draw(st.sampled_from(names))]
    elif change == "one field more":
        model[draw(texts)] = draw(junk)
    return model


def negative(model: dict[str, Any]) -> dict[str, Any]:
    """The same action with less than nothing in place of each number."""
    return {name: -1 if type(value) is int else value for name, value in model.items()}


def some_actions(game: Game[Any, Any, Any], rng: Random, number: int = 60) -> list[dict[str, Any]]:
    """Actions of a match that somebody else plays, those of chance too."""
    state = game.start()
    found: list[dict[str, Any]] = []
    while len(found) < number and (actors := game.actors(state)):
        seat = rng.choice(actors)
        action = game.random_action(state, seat, rng)
        found.append(game.plain(action))
        game.apply(state, seat, action, False)
    return found
