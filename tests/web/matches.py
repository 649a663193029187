"""Matches for tests in the browser: begun, played to their end, and reviewed."""

from random import Random
from typing import Any

from playwright.sync_api import Page, Route, expect
from tests.web.devices import Device
from tests.web.moves import any_button, moves_of, play_on


def match_with_bots(ada: Device, game: str, options: dict[str, Any]) -> str:
    """The table of a match that has begun: Ada against one bot of each level."""
    ada.ask("POST", "/me", {"name": "Ada"})
    bots = ["plongeur", "chef", "toque", "commis"][: options["players"] - 1]
    table: str = ada.ask("POST", "/tables", {"game": game, "options": options, "bots": bots})["id"]
    ada.ask("POST", f"/tables/{table}/start")
    return table


def play_to_the_end(page: Page, game: str) -> None:
    play_on(page, moves_of(game).play, Random(7))
    expect(page.locator("#ending")).to_be_visible()


def play_toy_nim(visitor: Device) -> Page:
    """A short match against a bot, to its end."""
    given = {"game": "toy_nim", "options": {"players": 2, "heap": 5}, "bots": ["random"]}
    table = visitor.ask("POST", "/tables", given)["id"]
    visitor.ask("POST", f"/tables/{table}/start")
    page = visitor.open(f"/t/{table}")
    play_on(page, any_button, Random(1))
    expect(page.locator("#ending")).to_be_visible()
    return page


def finished_match(ada: Device, game: str, options: dict[str, Any]) -> str:
    """The table of a match that is over: a bot has stood in for Ada, and the seat is hers."""
    ada.ask("POST", "/me", {"name": "Ada"})
    bots = ["random"] * (options["players"] - 1)
    table: str = ada.ask("POST", "/tables", {"game": game, "options": options, "bots": bots})["id"]
    ada.ask("POST", f"/tables/{table}/start")
    seat = ada.ask("GET", f"/tables/{table}")["yours"][0]
    ada.ask("POST", f"/tables/{table}/seats/{seat}/bot", {"level": "random"})
    while ada.ask("GET", f"/tables/{table}")["status"] != "over":
        pass  # each look is a request
    return table


def with_a_turning_point(route: Route) -> None:
    """The answer of the house; but the reader's own first choice is a turning point, however good it was."""
    answer = route.fetch()
    told = answer.json()
    if told["review"]:
        choices = [choice for moment in told["review"]["moments"] for choice in moment["choices"]]
        told["review"]["turning_points"] = [
            next(choice["entry"] for choice in choices if choice["seat"] in told["yours"])
        ]
    route.fulfill(response=answer, json=told)
