"""Writes the TypeScript types of the house from the Python classes.

`python web/generate_types.py` writes what is said over HTTP and over a table's socket into web/src/types, and the
views, actions and events of each game that has a `types.ts` in its folder in web/src/games into that file (make an
empty one to begin with). A test fails when what is there is stale.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from tablee.core.registry import GAMES
from tablee.server.app import create_app
from tablee.server.http.openapi import document
from tablee.server.settings import Settings
from tablee.server.table.messages import schema

SOURCES: Final = Path(__file__).parent / "src"
HEADER: Final = "// Written by web/generate_types.py from {source}. Do not edit.\n\n"
CLASSES: Final = HEADER.format(source="the Python classes")


def files() -> dict[str, str]:
    """Every file of types, by its path from web/src."""
    drawn = {name: kind for name, kind in GAMES.items() if (SOURCES / "games" / name / "types.ts").is_file()}
    games = {f"games/{name}/types.ts": _game(kind) for name, kind in drawn.items()}
    told = _openapi()
    api = {_name(key): _declaration(_name(key), part) for key, part in sorted(told["components"]["schemas"].items())}
    return {"types/api.ts": _api(told, api), "types/messages.ts": _messages(api), **games}


def written() -> dict[str, str]:
    """The same, as it is there."""
    paths = [*SOURCES.glob("types/*.ts"), *SOURCES.glob("games/*/types.ts")]
    return {path.relative_to(SOURCES).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def _openapi() -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        return document(create_app(Settings(data_dir=folder)))


def _api(told: Mapping[str, Any], declarations: Mapping[str, str]) -> str:
    lines = [f'  "{asked}": {answer};\n' for asked, answer in sorted(_answers(told["paths"]))]
    about = "/** What the house answers, where the path is always the same. */\n"
    answers = f"{about}export interface Answers {{\n{''.join(lines)}}}\n"
    return HEADER.format(source="the OpenAPI document of the house") + "\n".join([*declarations.values(), answers])


def _answers(paths: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What can be asked as data at a path without parameters, and the type of the answer."""
    for path, operations in paths.items():
        for method, operation in operations.items():
            good = next(response for status, response in operation["responses"].items() if status.startswith("2"))
            content = good.get("content", {"application/json": {"schema": {"type": "null"}}})
            data = content.get("application/json", {}).get("schema")
            if path.startswith("/api/") and "{" not in path and data:
                yield f"{method.upper()} {path.removeprefix('/api')}", _type(data)


def _messages(api: Mapping[str, str]) -> str:
    """What is told over HTTP in the same form is declared there."""
    told = schema()
    declarations = {_name(key): _declaration(_name(key), part) for key, part in told["$defs"].items()}
    shared = [name for name, declaration in declarations.items() if api.get(name) == declaration.rpartition("*/\n")[2]]
    parts = [f'import type {{ {", ".join(shared)} }} from "./api";\n'] if shared else []
    parts += [declaration for name, declaration in declarations.items() if name not in shared]
    parts += [
        f"export type {name} = {_union(told[key]['oneOf'])};\n"
        for name, key in (("Sent", "client"), ("Heard", "house"))
    ]
    return CLASSES + "\n".join(parts)


def _game(kind: Any) -> str:
    refs, components = msgspec.json.schema_components(
        [kind.view_type, *kind.action_types, *kind.event_types], ref_template="#/$defs/{name}"
    )
    names = [_name(ref["$ref"].rpartition("/")[2]) for ref in refs]
    view, actions = names[0], names[1 : 1 + len(kind.action_types)]
    events = names[1 + len(kind.action_types) :]
    tags = {name: thing.tag for name, thing in zip(names[1:], (*kind.action_types, *kind.event_types), strict=True)}
    parts = [_declaration(_name(key), part, tags.get(_name(key))) for key, part in components.items()]
    parts.append(f"export type View = {view};\n")
    parts.append("export type Action = " + " | ".join(actions) + ";\n")
    parts.append("export type Event = " + " | ".join(dict.fromkeys(events)) + ";\n")
    return CLASSES + "\n".join(parts)


def _name(key: str) -> str:
    """Two classes of one name get the module's name before theirs."""
    *_, module, name = ["", *key.split(".")] if "." in key else ["", "", key]
    return module.capitalize() + name


def _declaration(name: str, part: Mapping[str, Any], tag: str | None = None) -> str:
    about = f"/** {part['description']} */\n" if "description" in part else ""
    if part.get("type") != "object":
        return f"{about}export type {name} = {_type(part)};\n"
    lines = [f'  type: "{tag}";'] if tag else []
    required = part.get("required", [])
    for field, kind in part["properties"].items():
        mark = "" if field in required or tag else "?"
        lines.append(f"  {field}{mark}: {_type(kind)};")
    return f"{about}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _union(parts: list[Mapping[str, Any]]) -> str:
    return " | ".join(dict.fromkeys(map(_type, parts)))


def _type(part: Mapping[str, Any]) -> str:
    if "$ref" in part:
        return _name(part["$ref"].rpartition("/")[2])
    if several := part.get("anyOf") or part.get("oneOf"):
        return _union(several)
    if "const" in part or "enum" in part:
        values = [part["const"]] if "const" in part else part["enum"]
        return " | ".join(sorted(msgspec.json.encode(value).decode() for value in values))
    match part.get("type"):
        case list(kinds):
            return _union([{"type": kind} for kind in kinds])
        case "array" if "prefixItems" in part:
            return f"[{', '.join(map(_type, part['prefixItems']))}]"
        case "array":
            inner = _type(part.get("items", {}))
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as simple:
            return str(simple)
        case "object":
            return f"Record<string, {_type(part.get('additionalProperties') or {})}>"
        case _:
            return "unknown"


if __name__ == "__main__":
    for name, text in files().items():
        (SOURCES / name).write_text(text, encoding="utf-8")
